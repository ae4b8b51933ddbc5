//! A guest or account with its session cookie.

use http::Method;
use serde_json::{Value, json};

use crate::{Answer, ClientError, Result, Site, Socket};

/// A session. Without a cookie it can only watch.
#[derive(Clone, Debug)]
pub struct Person {
    /// Server and local address.
    pub site: Site,
    /// Person id; empty without a session.
    pub id: String,
    cookie: String,
}

/// A created game.
#[derive(Clone, Debug)]
pub struct Made {
    /// Game id.
    pub id: String,
    /// Secret key of the invitation.
    pub key: String,
}

impl Person {
    /// Creates a guest with this name.
    pub async fn enter(site: &Site, name: &str) -> Result<Person> {
        Person::stranger(site).open_session("/api/me", &json!({ "name": name })).await
    }

    /// Turns the guest into an account; the old session ends.
    pub async fn register(&self, login: &str, password: &str) -> Result<Person> {
        let credentials = json!({ "login": login, "password": password });
        self.open_session("/api/register", &credentials).await
    }

    /// Sends a request that returns a person and a new session.
    async fn open_session(&self, path: &str, body: &Value) -> Result<Person> {
        let answer = self.post(path, body).await?;
        let cookie = answer.cookie.clone();
        let me = answer.good()?;
        let cookie = cookie.ok_or_else(|| ClientError::Odd(format!("no cookie from {path}")))?;
        Ok(Person { site: self.site.clone(), id: text(&me, "id")?, cookie })
    }

    /// Restores a session from its id and cookie.
    #[must_use]
    pub fn remembered(site: &Site, id: String, cookie: String) -> Person {
        Person { site: site.clone(), id, cookie }
    }

    /// Returns the same session on another server of the site.
    #[must_use]
    pub fn at(&self, site: &Site) -> Person {
        Person { site: site.clone(), ..self.clone() }
    }

    /// Returns a person without a session.
    #[must_use]
    pub fn stranger(site: &Site) -> Person {
        Person { site: site.clone(), id: String::new(), cookie: String::new() }
    }

    /// Signs in to an account.
    pub async fn sign_in(site: &Site, login: &str, password: &str) -> Result<Person> {
        let credentials = json!({ "login": login, "password": password });
        Person::stranger(site).open_session("/api/login", &credentials).await
    }

    /// The `Cookie` header.
    #[must_use]
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.site.request(Method::GET, path, &self.cookie, None).await
    }

    /// Sends a POST request.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Answer> {
        self.site.request(Method::POST, path, &self.cookie, Some(body)).await
    }

    /// Creates a game.
    pub async fn make(&self, settings: &Value) -> Result<Made> {
        let made = self.post("/api/games", settings).await?.good()?;
        Ok(Made { id: text(&made, "id")?, key: text(&made, "key")? })
    }

    /// Returns the state of a game.
    pub async fn look(&self, id: &str) -> Result<Value> {
        self.get(&format!("/api/games/{id}")).await?.good()
    }

    /// Opens a WebSocket and waits for the welcome message.
    pub async fn connect(&self) -> Result<Socket> {
        Socket::open(&self.site, &self.cookie).await
    }
}

/// Returns a required string field.
fn text(value: &Value, name: &str) -> Result<String> {
    let found = value[name].as_str().map(str::to_owned);
    found.ok_or_else(|| ClientError::Odd(format!("{value} has no {name}")))
}
