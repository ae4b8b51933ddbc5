//! Somebody with a cookie.

use http::Method;
use serde_json::{Value, json};

use crate::{Answer, ClientError, Result, Site, Socket};

/// Somebody who may play; a stranger without a cookie may only look.
#[derive(Clone, Debug)]
pub struct Person {
    /// The server, from where this person sees it.
    pub site: Site,
    /// The id, empty for strangers.
    pub id: String,
    cookie: String,
}

/// A game that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its id.
    pub id: String,
    /// The secret of the invitation.
    pub key: String,
}

impl Person {
    /// Creates a guest with this name.
    pub async fn enter(site: &Site, name: &str) -> Result<Person> {
        Person::stranger(site).become_other("/api/me", &json!({ "name": name })).await
    }

    /// Registers this guest; the session of before ends.
    pub async fn register(&self, login: &str, password: &str) -> Result<Person> {
        let credentials = json!({ "login": login, "password": password });
        self.become_other("/api/register", &credentials).await
    }

    /// Sends a request that is answered with a person and a new session.
    async fn become_other(&self, path: &str, body: &Value) -> Result<Person> {
        let answer = self.post(path, body).await?;
        let cookie = answer.cookie.clone();
        let me = answer.good()?;
        let cookie = cookie.ok_or_else(|| ClientError::Odd(format!("no cookie from {path}")))?;
        Ok(Person { site: self.site.clone(), id: text(&me, "id")?, cookie })
    }

    /// Somebody who was here before.
    #[must_use]
    pub fn remembered(site: &Site, id: String, cookie: String) -> Person {
        Person { site: site.clone(), id, cookie }
    }

    /// The same person at another server of the site.
    #[must_use]
    pub fn at(&self, site: &Site) -> Person {
        Person { site: site.clone(), ..self.clone() }
    }

    /// Somebody without a cookie.
    #[must_use]
    pub fn stranger(site: &Site) -> Person {
        Person { site: site.clone(), id: String::new(), cookie: String::new() }
    }

    /// Signs in as a registered person.
    pub async fn sign_in(site: &Site, login: &str, password: &str) -> Result<Person> {
        let credentials = json!({ "login": login, "password": password });
        Person::stranger(site).become_other("/api/login", &credentials).await
    }

    /// The cookie as it is sent.
    #[must_use]
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Asks.
    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.site.request(Method::GET, path, &self.cookie, None).await
    }

    /// Asks with a body.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Answer> {
        self.site.request(Method::POST, path, &self.cookie, Some(body)).await
    }

    /// Makes a game.
    pub async fn make(&self, wish: &Value) -> Result<Made> {
        let made = self.post("/api/games", wish).await?.good()?;
        Ok(Made { id: text(&made, "id")?, key: text(&made, "key")? })
    }

    /// Everything about a game.
    pub async fn look(&self, id: &str) -> Result<Value> {
        self.get(&format!("/api/games/{id}")).await?.good()
    }

    /// Opens a WebSocket, and has heard the welcome.
    pub async fn connect(&self) -> Result<Socket> {
        Socket::open(&self.site, &self.cookie).await
    }
}

/// A field that must be there.
fn text(value: &Value, name: &str) -> Result<String> {
    let found = value[name].as_str().map(str::to_owned);
    found.ok_or_else(|| ClientError::Odd(format!("{value} has no {name}")))
}
