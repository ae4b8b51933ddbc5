//! Routes and how they are matched.

use std::future::Future;
use std::pin::Pin;

use agon_protocol::people::Scope;
use utoipa::openapi::HttpMethod;

use crate::backend::{Answer, Backend};
use crate::extract::Input;
#[cfg(feature = "openapi")]
use crate::openapi::Description;
use crate::reply::Reply;

/// Response of a running handler.
pub(crate) type Running<'a, B> = Pin<Box<dyn Future<Output = Answer<Reply, B>> + Send + 'a>>;

/// A row of the route table.
pub struct Route<B: Backend> {
    /// Method.
    pub method: HttpMethod,
    /// Path with at most one parameter: `/api/games/{id}`.
    pub path: &'static str,
    /// Scope that a token needs; `None` if no token permits it.
    pub scope: Option<Scope>,
    /// Whether there is a body in JSON.
    pub reads_body: bool,
    #[cfg(feature = "openapi")]
    pub(crate) describe: fn(&mut Description),
    pub(crate) run: for<'a> fn(&'a mut B, Input<'a>) -> Running<'a, B>,
}

impl<B: Backend> Route<B> {
    /// Runs the handler.
    pub async fn run(&self, backend: &mut B, input: Input<'_>) -> Answer<Reply, B> {
        (self.run)(backend, input).await
    }
}

/// Result of a search in the route table.
pub enum Found<'a, B: Backend> {
    /// The route, and the value of the parameter in its path.
    Route(&'a Route<B>, &'a str),
    /// The path only has routes for other methods.
    OtherMethod,
    /// There is no such path.
    Nothing,
}

/// Finds the route for a method and a path. A path without parameters is preferred.
pub fn find<'a, B: Backend>(routes: &'a [Route<B>], method: &str, path: &'a str) -> Found<'a, B> {
    let is_literal = routes.iter().any(|route| route.path == path);
    let mut found = Found::Nothing;
    for route in routes.iter().filter(|route| !is_literal || route.path == path) {
        let Some(parameter) = matches(route.path, path) else { continue };
        if name(&route.method) == method {
            return Found::Route(route, parameter);
        }
        found = Found::OtherMethod;
    }
    found
}

fn name(method: &HttpMethod) -> &'static str {
    match method {
        HttpMethod::Get => "GET",
        HttpMethod::Post => "POST",
        HttpMethod::Put => "PUT",
        HttpMethod::Delete => "DELETE",
        HttpMethod::Options => "OPTIONS",
        HttpMethod::Head => "HEAD",
        HttpMethod::Patch => "PATCH",
        HttpMethod::Trace => "TRACE",
    }
}

/// Returns the value of the parameter if a path matches a template; an empty text if there is none.
fn matches<'a>(template: &str, path: &'a str) -> Option<&'a str> {
    let Some((before, after)) = template.split_once('{') else {
        return (template == path).then_some("");
    };
    let (_, after) = after.split_once('}')?;
    let value = path.strip_prefix(before)?.strip_suffix(after)?;
    (!value.is_empty() && !value.contains('/')).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_match_one_segment() {
        for (template, path, value) in [
            ("/api/games", "/api/games", Some("")),
            ("/api/games", "/api/games/a", None),
            ("/api/games/{id}", "/api/games/a", Some("a")),
            ("/api/games/{id}", "/api/games/", None),
            ("/api/games/{id}", "/api/games/a/b", None),
            ("/api/games/{id}/file", "/api/games/a/file", Some("a")),
            ("/api/games/{id}/file", "/api/games/file", None),
            ("/api/games/{id}/file", "/api/games//file", None),
        ] {
            assert_eq!(matches(template, path), value, "{template} {path}");
        }
    }
}
