//! Where a server is, and who asks.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream, lookup_host};

use crate::{ClientError, Result};

/// An answer that does not come for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server, seen from an address.
#[derive(Clone, Debug)]
pub struct Site {
    host: String,
    from: Option<IpAddr>,
    http: reqwest::Client,
}

/// What came back over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The cookie that was set, as it is sent back.
    pub cookie: Option<String>,
    /// The body; a text where it is no JSON.
    pub body: Value,
}

impl Answer {
    /// The body of a success; a refusal is an error.
    pub fn good(self) -> Result<Value> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        let text = |name: &str| self.body[name].as_str().unwrap_or_default().to_owned();
        Err(ClientError::Refused {
            status: self.status,
            code: text("code"),
            message: text("message"),
        })
    }
}

impl Site {
    /// The server at an address such as `http://127.0.0.1:8080`.
    pub fn new(url: &str) -> Result<Site> {
        let host = url.strip_prefix("http://").map(|host| host.trim_end_matches('/'));
        let host = host.filter(|host| !host.is_empty() && !host.contains('/'));
        let host = host.ok_or_else(|| ClientError::odd("expected http://HOST:PORT"))?;
        let port = if host.contains(':') { "" } else { ":80" };
        Site::build(format!("{host}{port}"), None)
    }

    /// The same server, talked to from another address of this machine. All of 127.0.0.0/8 is
    /// loopback on Linux: so one machine can be many people.
    pub fn seen_from(&self, address: IpAddr) -> Result<Site> {
        Site::build(self.host.clone(), Some(address))
    }

    fn build(host: String, from: Option<IpAddr>) -> Result<Site> {
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            .local_address(from)
            .build()
            .map_err(ClientError::odd)?;
        Ok(Site { host, from, http })
    }

    /// Host and port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Asks over HTTP.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        body: Option<&Value>,
    ) -> Result<Answer> {
        let mut request = self.http.request(method, format!("http://{}{path}", self.host));
        if !cookie.is_empty() {
            request = request.header("cookie", cookie);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = set.and_then(|value| value.split(';').next()).map(str::to_owned);
        let text = response.text().await?;
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status, cookie, body })
    }

    /// Asks for a page or a number, as a stranger.
    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.request(Method::GET, path, "", None).await
    }

    /// One of the numbers of `/metrics`.
    pub async fn metric(&self, name: &str) -> Result<f64> {
        let text = self.get("/metrics").await?.body;
        let found = text.as_str().unwrap_or_default().lines().find_map(|line| {
            let (found, value) = line.split_once(' ')?;
            if found == name { value.parse().ok() } else { None }
        });
        found.ok_or_else(|| ClientError::Odd(format!("/metrics has no {name}")))
    }

    /// A bare connection, with the usual buffers of the system or such small ones.
    pub async fn connect(&self, buffer: Option<u32>) -> Result<TcpStream> {
        let mut found = lookup_host(&self.host).await.map_err(ClientError::gone)?;
        let address = found.next().ok_or_else(|| ClientError::odd("the host has no address"))?;
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
        let socket = socket.map_err(ClientError::gone)?;
        if let Some(from) = self.from {
            socket.bind(SocketAddr::new(from, 0)).map_err(ClientError::gone)?;
        }
        if let Some(bytes) = buffer {
            socket.set_recv_buffer_size(bytes).map_err(ClientError::gone)?;
        }
        let connected = tokio::time::timeout(PATIENCE, socket.connect(address)).await;
        let stream = connected.map_err(|_| ClientError::Silent(PATIENCE))?;
        let stream = stream.map_err(ClientError::gone)?;
        stream.set_nodelay(true).map_err(ClientError::gone)?;
        Ok(stream)
    }
}
