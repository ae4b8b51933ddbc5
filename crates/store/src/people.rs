//! People: accounts, names and device codes.

use agon_protocol::people::Person;

use crate::convert::{renamed_event, renamed_summary};
use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::names::{index_names, unindex_names};
use crate::rows::{Joined, Record, record};
use crate::schema::OF_PEOPLE;
use crate::{GameRow, Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Number of games of a person, newest first, that are found by a new name.
const MOST_GAMES: i64 = 1_000;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// Id; never changes.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Key of the name, the same for names that look alike; empty for accounts of older versions.
    pub name_key: String,
    /// Seed of the picture; empty if none was chosen.
    pub picture: String,
    /// Login of a registered person.
    pub login: Option<String>,
    /// Hash of the password.
    pub password: Option<String>,
    /// Time of the first visit.
    pub created: i64,
    /// Reason of the ban, if banned.
    pub banned: Option<String>,
}

record!(PersonRow in "people": id, name, name_key, picture, login, password, created, banned);

pub(crate) async fn add(executor: &impl Executor, person: &PersonRow) -> Result<u64, Failure> {
    executor.insert(person, "ON CONFLICT DO NOTHING").await
}

/// Renames a person and the seats in their newest games. Returns the number of renamed people.
pub(crate) async fn rename(
    executor: &impl Executor,
    person: &str,
    name: &str,
    name_key: &str,
) -> Result<u64, Failure> {
    let sql = "SELECT name FROM people WHERE id = $1";
    let before: Vec<(String,)> = executor.rows(sql, values![person]).await?;
    let sql = "UPDATE people SET name = $2, name_key = $3 WHERE id = $1";
    let renamed = executor.change(sql, values![person, name, name_key]).await?;
    if let Some((before,)) = before.first() {
        let sql = "SELECT game FROM games_of_people WHERE person = $1 \
                   ORDER BY updated DESC LIMIT $2";
        let games = texts(executor.rows(sql, values![person, MOST_GAMES]).await?);
        rename_seats(executor, &games, person, before, name).await?;
    }
    Ok(renamed)
}

fn texts(rows: Vec<(String,)>) -> Vec<String> {
    rows.into_iter().map(|(text,)| text).collect()
}

/// Renames the seats that a person has under the own name in games. Seats under other names belong to
/// others on the same screen.
async fn rename_seats(
    executor: &impl Executor,
    games: &[String],
    person: &str,
    before: &str,
    name: &str,
) -> Result<(), Failure> {
    let (before, name) = (before.to_lowercase(), name.to_lowercase());
    if before == name {
        return Ok(());
    }
    let rest = "WHERE listed = 1 AND phase IN ('ended', 'closed') AND id IN \
                (SELECT game FROM seats WHERE game = ANY($1) AND person = $2 AND name = $3)";
    let over: Vec<GameRow> = executor.find(rest, values![games, person, before]).await?;
    for game in &over {
        unindex_names(executor, &game.id, game.updated).await?;
    }
    executor.rename_seats(games, person, &before, &name).await?;
    for game in &over {
        index_names(executor, game).await?;
    }
    Ok(())
}

pub(crate) async fn set_picture(
    executor: &impl Executor,
    person: &str,
    picture: &str,
) -> Result<u64, Failure> {
    let sql = "UPDATE people SET picture = $2 WHERE id = $1";
    executor.change(sql, values![person, picture]).await
}

/// Registers a guest. Fails with [`Failure::Taken`] if another registered person has the login or a name
/// that looks the same.
pub(crate) async fn register(
    executor: &impl Executor,
    person: &str,
    login: &str,
    password: &str,
    name_key: &str,
) -> Result<u64, Failure> {
    let sql = "UPDATE people SET login = $2, password = $3, name_key = $4 WHERE id = $1";
    executor.change(sql, values![person, login, password, name_key]).await
}

pub(crate) async fn set_password(
    executor: &impl Executor,
    person: &str,
    password: &str,
) -> Result<u64, Failure> {
    let sql = "UPDATE people SET password = $2 WHERE id = $1";
    executor.change(sql, values![person, password]).await
}

pub(crate) async fn ban(
    executor: &impl Executor,
    person: &str,
    reason: Option<&str>,
) -> Result<u64, Failure> {
    let sql = "UPDATE people SET banned = $2 WHERE id = $1";
    executor.change(sql, values![person, reason]).await
}

/// Deletes an account; its seats stay, under another name. The row of the person is locked first: a
/// transaction that stores something for the person either ends before or sees the deletion.
pub(crate) async fn forget(
    executor: &impl Executor,
    person: &str,
    name: &str,
    name_key: &str,
    at: i64,
) -> Result<u64, Failure> {
    let sql = "SELECT name FROM people WHERE id = $1 FOR UPDATE";
    let before: Vec<(String,)> = executor.rows(sql, values![person]).await?;
    let sql = "UPDATE people SET login = NULL, password = NULL, name = $2, name_key = $3, \
               picture = '', deleted = $4 WHERE id = $1 AND deleted IS NULL";
    let deleted = executor.change(sql, values![person, name, name_key, at]).await?;
    let (1, Some((before,))) = (deleted, before.first()) else { return Ok(0) };
    for table in OF_PEOPLE {
        let sql = format!("DELETE FROM {table} WHERE person = $1");
        executor.change(&sql, values![person]).await?;
    }
    let sql = "SELECT game FROM games_of_people WHERE person = $1";
    let games = texts(executor.rows(sql, values![person]).await?);
    rename_seats(executor, &games, person, before, name).await?;
    let nameless = Person { id: person.into(), name: name.into(), picture: person.into() };
    rename_in_games(executor, &games, &nameless).await?;
    Ok(deleted)
}

/// Replaces the name of a person in the events and summaries of games. Invalid ones are not changed.
async fn rename_in_games(
    executor: &impl Executor,
    games: &[String],
    person: &Person,
) -> Result<(), Failure> {
    let sql = "SELECT game, version, payload FROM events \
               WHERE game = ANY($1) AND kind IN ('created', 'seated')";
    for (game, version, payload) in
        executor.rows::<(String, i64, String)>(sql, values![games]).await?
    {
        if let Some(payload) = renamed_event(&payload, person) {
            let sql = "UPDATE events SET payload = $3 WHERE game = $1 AND version = $2";
            executor.change(sql, values![game, version, payload]).await?;
        }
    }
    let sql = "SELECT id, summary FROM games WHERE id = ANY($1) FOR UPDATE";
    for (game, summary) in executor.rows::<(String, String)>(sql, values![games]).await? {
        if let Some(summary) = renamed_summary(&summary, person) {
            let sql = "UPDATE games SET summary = $2 WHERE id = $1";
            executor.change(sql, values![game, summary]).await?;
        }
    }
    Ok(())
}

impl Store {
    /// Returns the person with this id.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        self.query("person").first("WHERE id = $1", values![id]).await
    }

    /// Returns the person with this login.
    pub async fn person_by_login(&self, login: &str) -> Result<Option<PersonRow>> {
        self.query("person_by_login").first("WHERE login = $1", values![login]).await
    }

    /// Returns the people with these ids, each with whether it is a guest whose name another person has
    /// registered.
    pub async fn people(&self, ids: &[String]) -> Result<Vec<(PersonRow, bool)>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT {}, people.login IS NULL AND EXISTS (SELECT 1 FROM people AS other \
             WHERE other.name_key = people.name_key AND other.name_key <> '' \
             AND other.login IS NOT NULL AND other.id <> people.id) \
             FROM people WHERE id = ANY($1)",
            PersonRow::COLUMNS
        );
        let rows = self.query("people").rows(&sql, values![ids]).await?;
        Ok(rows.into_iter().map(|Joined(person, (taken,))| (person, taken)).collect())
    }

    /// Returns whether another registered person has a name with this key.
    pub async fn name_key_taken(&self, name_key: &str, person: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM people WHERE name_key = $1 AND name_key <> '' \
                   AND login IS NOT NULL AND id <> $2";
        self.query("name_key_taken").exists(sql, values![name_key, person]).await
    }

    /// Returns registered people whose name has no key yet.
    pub async fn people_without_key(&self) -> Result<Vec<PersonRow>> {
        let rest = "WHERE login IS NOT NULL AND name_key = '' ORDER BY created, id";
        self.query("people_without_key").find(rest, &[]).await
    }
}
