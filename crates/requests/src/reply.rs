//! Responses.

use std::marker::PhantomData;

use agon_protocol::error::{Code, Fault};
use serde::Serialize;

const JSON: &str = "application/json";

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Status of HTTP.
    pub status: u16,
    /// Value of `Content-Type`; `None` without a body.
    pub content_type: Option<&'static str>,
    /// Name under which a browser saves the body.
    pub file_name: Option<String>,
    /// Body.
    pub body: String,
}

impl Reply {
    fn new(status: u16, content_type: &'static str, body: String) -> Reply {
        Reply { status, content_type: Some(content_type), file_name: None, body }
    }

    pub(crate) fn json<T: Serialize>(value: T) -> Result<Reply, Fault> {
        Ok(Reply::new(200, JSON, encode(&value)?))
    }

    pub(crate) fn created<T: Serialize>(value: T) -> Result<Reply, Fault> {
        Ok(Reply::new(201, JSON, encode(&value)?))
    }

    pub(crate) fn list<T: Serialize>(values: Vec<T>) -> Result<Reply, Fault> {
        Reply::json(values)
    }

    pub(crate) fn encoded_list<T>(list: EncodedList<T>) -> Result<Reply, Fault> {
        Ok(Reply::new(200, JSON, list.0))
    }

    pub(crate) fn text(text: String) -> Result<Reply, Fault> {
        Ok(Reply::new(200, "text/plain; charset=utf-8", text))
    }

    /// A text with the name of its file.
    pub(crate) fn file((name, text): (String, String)) -> Result<Reply, Fault> {
        Ok(Reply { file_name: Some(name), ..Reply::text(text)? })
    }

    pub(crate) fn nothing((): ()) -> Result<Reply, Fault> {
        Ok(Reply { status: 204, content_type: None, file_name: None, body: String::new() })
    }
}

/// A list that a handler wrote as JSON, together with other work.
pub(crate) struct EncodedList<T>(String, PhantomData<T>);

impl<T: Serialize> EncodedList<T> {
    pub(crate) fn new(values: &[T]) -> Result<EncodedList<T>, Fault> {
        Ok(EncodedList(encode(&values)?, PhantomData))
    }
}

fn encode(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|_| Fault::new(Code::Busy, "the answer cannot be written"))
}
