//! Sessions, tokens and device codes: what people identify themselves with.

use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::rows::{Joined, Record, record};
use crate::{PersonRow, Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A browser in which a person is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// Value of the cookie.
    pub id: String,
    /// Id of the person.
    pub person: String,
    /// Description, such as the name of the browser.
    pub label: String,
    /// Time of the sign-in.
    pub created: i64,
    /// Time of the last use, a few minutes behind at most.
    pub seen: i64,
}

record!(SessionRow in "sessions": id, person, label, created, seen);

/// An API token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Hash of the token.
    pub hash: String,
    /// Id, unique among the tokens of a person.
    pub id: String,
    /// Id of the person.
    pub person: String,
    /// Purpose, as the person describes it.
    pub label: String,
    /// Time of the creation.
    pub created: i64,
    /// Names of its scopes, separated by spaces.
    pub scopes: String,
}

record!(TokenRow in "tokens": hash, id, person, label, created, scopes);

pub(crate) async fn add(executor: &impl Executor, session: &SessionRow) -> Result<u64, Failure> {
    executor.insert(session, "ON CONFLICT DO NOTHING").await
}

pub(crate) async fn end(executor: &impl Executor, person: &str, id: &str) -> Result<u64, Failure> {
    drop_device_codes(executor, person).await?;
    let sql = "DELETE FROM sessions WHERE person = $1 AND id = $2";
    executor.change(sql, values![person, id]).await
}

pub(crate) async fn end_all(
    executor: &impl Executor,
    person: &str,
    except: Option<&str>,
) -> Result<u64, Failure> {
    drop_device_codes(executor, person).await?;
    let sql = "DELETE FROM sessions WHERE person = $1 AND id IS DISTINCT FROM $2";
    executor.change(sql, values![person, except]).await
}

pub(crate) async fn seen(executor: &impl Executor, id: &str, at: i64) -> Result<u64, Failure> {
    executor.change("UPDATE sessions SET seen = $2 WHERE id = $1", values![id, at]).await
}

pub(crate) async fn add_token(executor: &impl Executor, token: &TokenRow) -> Result<u64, Failure> {
    executor.insert(token, "ON CONFLICT DO NOTHING").await
}

pub(crate) async fn drop_token(
    executor: &impl Executor,
    person: &str,
    id: &str,
) -> Result<u64, Failure> {
    let sql = "DELETE FROM tokens WHERE person = $1 AND id = $2";
    executor.change(sql, values![person, id]).await
}

pub(crate) async fn drop_tokens(executor: &impl Executor, person: &str) -> Result<u64, Failure> {
    executor.change("DELETE FROM tokens WHERE person = $1", values![person]).await
}

/// Replaces the device code of a person, and deletes those that have expired.
pub(crate) async fn new_device_code(
    executor: &impl Executor,
    person: &str,
    hash: &str,
    at: i64,
    until: i64,
) -> Result<u64, Failure> {
    let sql = "DELETE FROM device_codes WHERE person = $1 OR until_at <= $2";
    executor.change(sql, values![person, at]).await?;
    let sql = "INSERT INTO device_codes (hash, person, until_at) VALUES ($1, $2, $3) \
               ON CONFLICT DO NOTHING";
    executor.change(sql, values![hash, person, until]).await
}

pub(crate) async fn use_device_code(
    executor: &impl Executor,
    person: &str,
    hash: &str,
    at: i64,
) -> Result<u64, Failure> {
    let sql = "DELETE FROM device_codes WHERE hash = $1 AND person = $2 AND until_at > $3";
    executor.change(sql, values![hash, person, at]).await
}

/// Codes end with any session, which may have requested them.
async fn drop_device_codes(executor: &impl Executor, person: &str) -> Result<u64, Failure> {
    executor.change("DELETE FROM device_codes WHERE person = $1", values![person]).await
}

impl Store {
    /// Returns the person who is signed in with this session.
    pub async fn person_by_session(&self, session: &str) -> Result<Option<PersonRow>> {
        let rest = "JOIN sessions ON sessions.person = people.id WHERE sessions.id = $1";
        self.query("person_by_session").first(rest, values![session]).await
    }

    /// Returns the person with this device code, if it is valid at a time.
    pub async fn person_by_device_code(&self, hash: &str, at: i64) -> Result<Option<PersonRow>> {
        let rest = "JOIN device_codes ON device_codes.person = people.id \
                    WHERE device_codes.hash = $1 AND device_codes.until_at > $2";
        self.query("person_by_device_code").first(rest, values![hash, at]).await
    }

    /// Returns the person with this token, by its hash, and the scopes of the token.
    pub async fn person_by_token(&self, hash: &str) -> Result<Option<(PersonRow, String)>> {
        let sql = format!(
            "SELECT {}, tokens.scopes FROM people JOIN tokens ON tokens.person = people.id \
             WHERE tokens.hash = $1",
            PersonRow::COLUMNS
        );
        let rows = self.query("person_by_token").rows(&sql, values![hash]).await?;
        Ok(rows.into_iter().next().map(|Joined(person, (scopes,))| (person, scopes)))
    }

    /// Returns those of these ids of sessions and hashes of tokens that are valid and not of banned people.
    pub async fn valid_credentials(&self, shown: &[String]) -> Result<Vec<String>> {
        let sql = "SELECT sessions.id FROM sessions JOIN people ON people.id = sessions.person \
                   WHERE sessions.id = ANY($1) AND people.banned IS NULL \
                   UNION ALL SELECT tokens.hash FROM tokens JOIN people ON people.id = tokens.person \
                   WHERE tokens.hash = ANY($1) AND people.banned IS NULL";
        self.query("valid_credentials").values(sql, values![shown]).await
    }

    /// Returns the sessions of a person, the last used first.
    pub async fn sessions(&self, person: &str) -> Result<Vec<SessionRow>> {
        let rest = "WHERE person = $1 ORDER BY seen DESC, id";
        self.query("sessions").find(rest, values![person]).await
    }

    /// Returns the tokens of a person.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>> {
        self.query("tokens").find("WHERE person = $1 ORDER BY created, id", values![person]).await
    }
}
