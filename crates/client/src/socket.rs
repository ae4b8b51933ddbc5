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

/// A message that does not come for so long is lost.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes read at a time: most messages are small, and there are many connections.
const READ_BUFFER: usize = 8 << 10;

/// The server says no, and how the game stands.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The code of docs/protocol.md.
    pub code: String,
    /// The whole message.
    pub message: Value,
}

/// An open WebSocket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// What came before an answer that was waited for.
    unread: VecDeque<Value>,
    tag: u32,
}

impl Socket {
    /// Opens one with a cookie, or without any; the welcome has been heard.
    pub async fn open(site: &Site, cookie: &str) -> Result<Socket> {
        Socket::over(site.connect(None).await?, site, cookie).await
    }

    /// The same over a connection that is there already.
    pub async fn over(stream: TcpStream, site: &Site, cookie: &str) -> Result<Socket> {
        let url = format!("ws://{}/api/socket", site.host());
        let mut request = url.into_client_request().map_err(ClientError::odd)?;
        if !cookie.is_empty() {
            let value = cookie.parse().map_err(ClientError::odd)?;
            request.headers_mut().insert("cookie", value);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
        let shaken = timeout(PATIENCE, client_async_with_config(request, stream, Some(config)));
        let (stream, _) = shaken
            .await
            .map_err(|_| ClientError::Silent(PATIENCE))?
            .map_err(|error| ClientError::Gone(error.to_string()))?;
        let mut socket = Socket { stream, unread: VecDeque::new(), tag: 0 };
        let first: Value = socket.receive().await?;
        if first["type"] == "welcome" {
            Ok(socket)
        } else {
            Err(ClientError::Odd(format!("instead of a welcome: {first}")))
        }
    }

    /// Sends a frame of any kind.
    pub async fn send(&mut self, message: Message) -> Result<()> {
        self.stream.send(message).await.map_err(ClientError::gone)
    }

    /// Says something.
    pub async fn say(&mut self, message: &Value) -> Result<()> {
        self.send(Message::text(message.to_string())).await
    }

    /// The next message as a text, whatever it is and whenever it comes.
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

    /// The next message as a text; one that does not come is an error.
    pub async fn hear_text(&mut self) -> Result<Utf8Bytes> {
        let next = timeout(PATIENCE, self.next_text()).await;
        next.map_err(|_| ClientError::Silent(PATIENCE))?
    }

    /// The next message, of which only what the type knows is looked at.
    pub async fn receive<T: DeserializeOwned>(&mut self) -> Result<T> {
        serde_json::from_str(&self.hear_text().await?).map_err(ClientError::odd)
    }

    /// The next message that has not been read yet.
    pub async fn hear(&mut self) -> Result<Value> {
        match self.unread.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    /// The next message of one of these types; others are dropped.
    pub async fn hear_type(&mut self, wanted: &[&str]) -> Result<Value> {
        loop {
            let heard = self.hear().await?;
            if heard["type"].as_str().is_some_and(|kind| wanted.contains(&kind)) {
                return Ok(heard);
            }
        }
    }

    /// Says something, and waits for its answer; what else comes is kept for later.
    pub async fn ask(&mut self, mut message: Value) -> Result<Value> {
        self.tag += 1;
        let tag = json!(self.tag);
        message["tag"] = tag.clone();
        self.say(&message).await?;
        loop {
            let heard: Value = self.receive().await?;
            if heard.get("tag") == Some(&tag) {
                return Ok(heard);
            }
            if heard["type"] == "bye" {
                return Err(ClientError::Gone(format!("bye: {}", heard["reason"])));
            }
            self.unread.push_back(heard);
        }
    }

    /// Does something in a game: the version, or why not.
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
            _ => Err(ClientError::Odd(format!("no answer to an action: {answer}"))),
        }
    }

    /// Begins to watch a game: everything about it, or what came after a version.
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

    /// The bare stream of frames.
    #[must_use]
    pub fn into_stream(self) -> WebSocketStream<TcpStream> {
        self.stream
    }

    /// What came before answers and has not been read.
    pub fn take_unread(&mut self) -> Vec<Value> {
        self.unread.drain(..).collect()
    }
}
