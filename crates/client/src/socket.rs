//! The WebSocket of a person.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::{ClientError, Result, Site};

/// Receive timeout.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes per read: messages are small and connections many.
const READ_BUFFER: usize = 8 << 10;

/// An error message of the server.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Error code of docs/protocol.md.
    pub code: String,
    /// The complete message.
    pub message: Value,
}

/// An open WebSocket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Messages received while waiting for a reply.
    unread: VecDeque<Value>,
    tag: u32,
}

impl Socket {
    /// Opens a WebSocket, with or without a cookie, and waits for the welcome message.
    pub async fn open(site: &Site, cookie: &str) -> Result<Socket> {
        Socket::over(site.connect(None).await?, site, cookie).await
    }

    /// Opens a WebSocket over an existing connection.
    pub async fn over(stream: TcpStream, site: &Site, cookie: &str) -> Result<Socket> {
        let url = format!("ws://{}/api/socket", site.host());
        let mut request = url.into_client_request().map_err(ClientError::odd)?;
        if !cookie.is_empty() {
            let value = cookie.parse().map_err(ClientError::odd)?;
            request.headers_mut().insert("cookie", value);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
        let handshake = timeout(TIMEOUT, client_async_with_config(request, stream, Some(config)));
        let (stream, _) = handshake
            .await
            .map_err(|_| ClientError::Silent(TIMEOUT))?
            .map_err(|error| ClientError::Gone(error.to_string()))?;
        let mut socket = Socket { stream, unread: VecDeque::new(), tag: 0 };
        let first: Value = socket.receive().await?;
        if first["type"] == "welcome" {
            Ok(socket)
        } else {
            Err(ClientError::Odd(format!("expected a welcome message, got {first}")))
        }
    }

    /// Sends a frame.
    pub async fn send(&mut self, message: Message) -> Result<()> {
        self.stream.send(message).await.map_err(ClientError::gone)
    }

    /// Sends a message.
    pub async fn say(&mut self, message: &Value) -> Result<()> {
        self.send(Message::text(message.to_string())).await
    }

    /// Returns the next message as text, without a timeout.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| frame.reason.to_string()).unwrap_or_default();
                    return Err(ClientError::Gone(format!("closed by the server {reason}")));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ClientError::gone(error)),
                None => return Err(ClientError::gone("closed")),
            }
        }
    }

    /// Returns the next message as text.
    pub async fn hear_text(&mut self) -> Result<Utf8Bytes> {
        let next = timeout(TIMEOUT, self.next_text()).await;
        next.map_err(|_| ClientError::Silent(TIMEOUT))?
    }

    /// Receives and deserializes the next message.
    pub async fn receive<T: DeserializeOwned>(&mut self) -> Result<T> {
        serde_json::from_str(&self.hear_text().await?).map_err(ClientError::odd)
    }

    /// Returns the next unread message.
    pub async fn hear(&mut self) -> Result<Value> {
        match self.unread.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    /// Returns the next message of one of these types and drops the others.
    pub async fn hear_type(&mut self, types: &[&str]) -> Result<Value> {
        loop {
            let message = self.hear().await?;
            if message["type"].as_str().is_some_and(|kind| types.contains(&kind)) {
                return Ok(message);
            }
        }
    }

    /// Sends a message and waits for its reply; other messages are kept unread.
    pub async fn ask(&mut self, mut message: Value) -> Result<Value> {
        self.tag += 1;
        let tag = json!(self.tag);
        message["tag"] = tag.clone();
        self.say(&message).await?;
        loop {
            let message: Value = self.receive().await?;
            if message.get("tag") == Some(&tag) {
                return Ok(message);
            }
            if message["type"] == "bye" {
                return Err(ClientError::Gone(format!("bye: {}", message["reason"])));
            }
            self.unread.push_back(message);
        }
    }

    /// Performs an action in a game. Returns the new version or the refusal.
    pub async fn act(
        &mut self,
        id: &str,
        key: Option<&str>,
        action: &Value,
    ) -> Result<std::result::Result<u64, Refusal>> {
        let mut message = json!({ "type": "act", "id": id, "action": action });
        if let Some(key) = key {
            message["key"] = json!(key);
        }
        let answer = self.ask(message).await?;
        match answer["type"].as_str() {
            Some("done") => {
                let version = answer["version"].as_u64();
                version.map(Ok).ok_or_else(|| ClientError::odd("done without a version"))
            }
            Some("error") => {
                let code = answer["code"].as_str().unwrap_or_default().to_owned();
                Ok(Err(Refusal { code, message: answer }))
            }
            _ => Err(ClientError::Odd(format!("unexpected reply to an action: {answer}"))),
        }
    }

    /// Subscribes to a game. Returns its state, or the events since a version.
    pub async fn watch(
        &mut self,
        id: &str,
        key: Option<&str>,
        since: Option<u64>,
    ) -> Result<Value> {
        let mut message = json!({ "type": "watch", "id": id });
        if let Some(key) = key {
            message["key"] = json!(key);
        }
        if let Some(since) = since {
            message["since"] = json!(since);
        }
        let answer = self.ask(message).await?;
        if answer["type"] == "error" {
            let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
            return Err(ClientError::Refused {
                status: 0,
                code: text("code"),
                message: text("message"),
            });
        }
        Ok(answer)
    }

    /// Returns the underlying frame stream.
    #[must_use]
    pub fn into_stream(self) -> WebSocketStream<TcpStream> {
        self.stream
    }

    /// Takes the messages received while waiting for replies.
    pub fn take_unread(&mut self) -> Vec<Value> {
        self.unread.drain(..).collect()
    }
}
