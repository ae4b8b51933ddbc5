//! What is read from a request, and the errors of requests that cannot be read.

use agon_protocol::error::{Code, Fault};
use serde::de::DeserializeOwned;

/// Maximum size of a body in bytes.
pub const MAX_BODY: usize = 256 << 10;
/// Maximum length of an id.
const MAX_ID: usize = 32;

/// Parts of a request, as they were sent.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Path segment of the parameter; empty for a path without one.
    pub parameter: &'a str,
    /// Query without its `?`.
    pub query: &'a str,
    /// Body; empty if there is none.
    pub body: &'a [u8],
}

impl Input<'_> {
    pub(crate) fn id(&self) -> Result<String, Fault> {
        id(self.parameter)
    }

    pub(crate) fn game(&self) -> Result<&'static str, Fault> {
        agon_games::find(self.parameter).map(|game| game.id()).map_err(|_| Fault::not_found())
    }

    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        query(self.query)
    }

    pub(crate) fn body<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        json(self.body)
    }
}

/// Reads an id from a path.
pub fn id(text: &str) -> Result<String, Fault> {
    if text.len() <= MAX_ID && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(text.to_owned());
    }
    Err(Fault::new(Code::NotFound, "there is nothing with this id"))
}

/// Reads a query.
pub fn query<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_urlencoded::from_str(text)
        .map_err(|error| Fault::new(Code::BadRequest, format!("invalid query: {error}")))
}

/// Reads a body in JSON.
pub fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    if body.len() > MAX_BODY {
        return Err(too_large());
    }
    serde_json::from_slice(body)
        .map_err(|error| Fault::new(Code::BadRequest, format!("invalid JSON body: {error}")))
}

/// Refuses a body of more than [`MAX_BODY`] bytes.
#[must_use]
pub fn too_large() -> Fault {
    Fault::new(Code::TooLarge, format!("a body has at most {} kB", MAX_BODY >> 10))
}

/// Checks the `Content-Type` of a body.
pub fn check_content_type(value: Option<&str>) -> Result<(), Fault> {
    let kind = value.unwrap_or_default().split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    let subtype = kind.strip_prefix("application/").unwrap_or_default();
    if subtype == "json" || subtype.ends_with("+json") {
        return Ok(());
    }
    Err(Fault::new(Code::BadRequest, "send JSON with `Content-Type: application/json`"))
}

#[cfg(test)]
mod tests {
    use agon_protocol::lists::KeyQuery;

    use super::*;

    #[test]
    fn rejects_what_cannot_be_read() {
        for (kind, is_json) in [
            (Some("application/json"), true),
            (Some("Application/JSON; charset=utf-8"), true),
            (Some("application/problem+json"), true),
            (Some("text/plain"), false),
            (Some("text/json"), false),
            (None, false),
        ] {
            assert_eq!(check_content_type(kind).is_ok(), is_json, "{kind:?}");
        }
        for text in ["", "abc", "a".repeat(MAX_ID).as_str()] {
            assert_eq!(id(text).unwrap(), text);
        }
        for text in ["a-b", "é", "a".repeat(MAX_ID + 1).as_str()] {
            assert_eq!(id(text).unwrap_err().code, Code::NotFound, "{text}");
        }
        assert_eq!(query::<KeyQuery>("key=a").unwrap().key.as_deref(), Some("a"));
        let fault = query::<KeyQuery>("lock=a").unwrap_err();
        assert_eq!(fault.code, Code::BadRequest);
        assert!(fault.message.starts_with("invalid query: unknown field `lock`"), "{fault:?}");
        let fault = json::<u8>(b"300").unwrap_err();
        assert_eq!(fault.code, Code::BadRequest);
        assert!(fault.message.starts_with("invalid JSON body: "), "{fault:?}");
        assert_eq!(json::<u8>(&[b' '; MAX_BODY + 1]).unwrap_err().code, Code::TooLarge);
    }
}
