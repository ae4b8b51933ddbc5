//! Address of a server, and HTTP requests to it.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream, lookup_host};

use crate::{ClientError, Result};

/// Response timeout.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server, and the local address that connects to it.
#[derive(Clone, Debug)]
pub struct Site {
    host: String,
    from: Option<IpAddr>,
    http: Client<HttpConnector, Full<Bytes>>,
}

/// An HTTP response.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Session cookie that was set, as a `Cookie` header.
    pub cookie: Option<String>,
    /// Body: JSON, or a string if it is not JSON.
    pub body: Value,
}

impl Answer {
    /// Returns the body of a successful response, and an error otherwise.
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
    /// Creates a site from an address such as `http://127.0.0.1:8080`.
    pub fn new(url: &str) -> Result<Site> {
        let host = url.strip_prefix("http://").map(|host| host.trim_end_matches('/'));
        let host = host.filter(|host| !host.is_empty() && !host.contains('/'));
        let host = host.ok_or_else(|| ClientError::odd("expected http://HOST:PORT"))?;
        let port = if host.contains(':') { "" } else { ":80" };
        Ok(Site::build(format!("{host}{port}"), None))
    }

    /// Returns the same server with another local address. On Linux all of 127.0.0.0/8 is loopback,
    /// so one machine can have many client addresses.
    #[must_use]
    pub fn seen_from(&self, address: IpAddr) -> Site {
        Site::build(self.host.clone(), Some(address))
    }

    fn build(host: String, from: Option<IpAddr>) -> Site {
        let mut connector = HttpConnector::new();
        connector.set_local_address(from);
        connector.set_nodelay(true);
        Site { host, from, http: Client::builder(TokioExecutor::new()).build(connector) }
    }

    /// Host and port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends an HTTP request.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        body: Option<&Value>,
    ) -> Result<Answer> {
        let gone = |error: &(dyn Error + 'static)| {
            ClientError::Gone(format!("{path}: {}", innermost(error)))
        };
        let mut request = Request::builder();
        if !cookie.is_empty() {
            request = request.header(COOKIE, cookie);
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
        let request = request.method(method).uri(format!("http://{}{path}", self.host));
        let request = request.body(Full::new(body)).map_err(ClientError::odd)?;
        let answered = async {
            let (head, body) =
                self.http.request(request).await.map_err(|error| gone(&error))?.into_parts();
            let body = body.collect().await.map_err(|error| gone(&error))?;
            Ok((head, body.to_bytes()))
        };
        let answered = tokio::time::timeout(TIMEOUT, answered).await;
        let (head, body) = answered.map_err(|_| ClientError::Silent(TIMEOUT))??;
        let status = head.status.as_u16();
        let set = head.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok());
        let cookie = set.and_then(|value| value.split(';').next()).map(str::to_owned);
        let text = String::from_utf8_lossy(&body).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status, cookie, body })
    }

    /// Sends a GET request without a session.
    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.request(Method::GET, path, "", None).await
    }

    /// Returns a value of `/metrics`.
    pub async fn metric(&self, name: &str) -> Result<f64> {
        let text = self.get("/metrics").await?.body;
        let found = text.as_str().unwrap_or_default().lines().find_map(|line| {
            let (found, value) = line.split_once(' ')?;
            if found == name { value.parse().ok() } else { None }
        });
        found.ok_or_else(|| ClientError::Odd(format!("/metrics has no {name}")))
    }

    /// Opens a TCP connection, optionally with a receive buffer of this size.
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
        let connected = tokio::time::timeout(TIMEOUT, socket.connect(address)).await;
        let stream = connected.map_err(|_| ClientError::Silent(TIMEOUT))?;
        let stream = stream.map_err(ClientError::gone)?;
        stream.set_nodelay(true).map_err(ClientError::gone)?;
        Ok(stream)
    }
}

/// Returns the innermost source of an error, which has the actual reason.
fn innermost<'a>(mut error: &'a (dyn Error + 'static)) -> &'a dyn Error {
    while let Some(inner) = error.source() {
        error = inner;
    }
    error
}
