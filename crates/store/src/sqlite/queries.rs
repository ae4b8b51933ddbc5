//! Questions.

use rusqlite::{Connection, OptionalExtension, Params};

use super::Sqlite;
use crate::rows::FromRow;
use crate::{EventRow, GameRow, PersonRow, SessionRow, StandingRow, StoreError, TokenRow, Write};

type Result<T> = std::result::Result<T, StoreError>;

/// The rows that a statement finds; `rest` is what follows the columns.
pub(crate) fn rows<R: FromRow>(
    connection: &Connection,
    rest: &str,
    parameters: impl Params,
) -> rusqlite::Result<Vec<R>> {
    let mut statement = connection.prepare_cached(&format!("SELECT {} FROM {rest}", R::COLUMNS))?;
    let found = statement.query_map(parameters, |row| R::read(row))?;
    found.collect()
}

impl Sqlite {
    /// The person with this id.
    pub(crate) async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        self.find_person("people WHERE id = ?1", id).await
    }

    /// The person who signs in with this name.
    pub(crate) async fn person_by_login(&self, login: &str) -> Result<Option<PersonRow>> {
        self.find_person("people WHERE login = ?1", login).await
    }

    /// The person to whom the token with this hash belongs, and its scopes.
    pub(crate) async fn person_by_token(&self, hash: &str) -> Result<Option<(PersonRow, String)>> {
        let hash = hash.to_owned();
        let sql = format!(
            "SELECT {}, tokens.scopes FROM people JOIN tokens ON tokens.person = people.id \
             WHERE tokens.hash = ?1",
            PersonRow::COLUMNS
        );
        let ask = move |c: &Connection| {
            let read = |row: &rusqlite::Row<'_>| Ok((PersonRow::read(row)?, row.get(8)?));
            c.prepare_cached(&sql)?.query_row([hash], read).optional()
        };
        self.readers.ask(ask).await
    }

    /// The person who is signed in there.
    pub(crate) async fn person_by_session(&self, session: &str) -> Result<Option<PersonRow>> {
        let rest = "people JOIN sessions ON sessions.person = people.id WHERE sessions.id = ?1";
        self.find_person(rest, session).await
    }

    /// Which of these, ids of sessions and hashes of tokens, still let somebody in.
    pub(crate) async fn valid_credentials(&self, shown: &[String]) -> Result<Vec<String>> {
        let shown = serde_json::json!(shown).to_string();
        let sql = "WITH shown AS (SELECT value FROM json_each(?1)) \
                   SELECT sessions.id FROM sessions JOIN people ON people.id = sessions.person \
                   WHERE sessions.id IN shown AND people.banned IS NULL \
                   UNION ALL SELECT tokens.hash FROM tokens JOIN people ON people.id = tokens.person \
                   WHERE tokens.hash IN shown AND people.banned IS NULL";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map([shown], |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    /// The person whose code for another device this is, if it is still valid then.
    pub(crate) async fn person_by_device_code(
        &self,
        hash: &str,
        at: i64,
    ) -> Result<Option<PersonRow>> {
        let hash = hash.to_owned();
        let rest = "people JOIN device_codes ON device_codes.person = people.id \
                    WHERE device_codes.hash = ?1 AND device_codes.until_at > ?2";
        self.readers.ask(move |c| Ok(rows(c, rest, (hash, at))?.pop())).await
    }

    /// The people with these ids, each with whether a guest's name belongs to somebody else who has
    /// registered it.
    pub(crate) async fn people(&self, ids: &[String]) -> Result<Vec<(PersonRow, bool)>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = serde_json::json!(ids).to_string();
        let sql = format!(
            "SELECT {}, people.login IS NULL AND EXISTS (SELECT 1 FROM people AS other \
             WHERE other.name_key = people.name_key AND other.name_key <> '' \
             AND other.login IS NOT NULL AND other.id <> people.id) \
             FROM people WHERE id IN (SELECT value FROM json_each(?1))",
            PersonRow::COLUMNS
        );
        let ask = move |c: &Connection| {
            let read = |row: &rusqlite::Row<'_>| Ok((PersonRow::read(row)?, row.get(8)?));
            c.prepare_cached(&sql)?.query_map([ids], read)?.collect()
        };
        self.readers.ask(ask).await
    }

    /// The games that a person made or plays in, the newest first.
    pub(crate) async fn games_of(&self, person: &str, limit: i64) -> Result<Vec<String>> {
        let person = person.to_owned();
        let sql = "SELECT game FROM games_of_people WHERE person = ?1 \
                   ORDER BY updated DESC, game LIMIT ?2";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map((person, limit), |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    async fn find_person(&self, rest: &'static str, key: &str) -> Result<Option<PersonRow>> {
        let key = key.to_owned();
        self.readers.ask(move |c| Ok(rows(c, rest, [key])?.pop())).await
    }

    /// Does another registered person have a name with this key?
    pub(crate) async fn name_key_taken(&self, name_key: &str, person: &str) -> Result<bool> {
        let parameters = [name_key.to_owned(), person.to_owned()];
        let sql = "SELECT 1 FROM people WHERE name_key = ?1 AND name_key <> '' \
                   AND login IS NOT NULL AND id <> ?2";
        self.readers.ask(move |c| c.prepare_cached(sql)?.exists(parameters)).await
    }

    /// Registered people whose name has no key yet.
    pub(crate) async fn people_without_key(&self) -> Result<Vec<PersonRow>> {
        let rest = "people WHERE login IS NOT NULL AND name_key = '' ORDER BY created, id";
        self.readers.ask(move |c| rows(c, rest, [])).await
    }

    /// Where a person is signed in, the latest use first.
    pub(crate) async fn sessions(&self, person: &str) -> Result<Vec<SessionRow>> {
        let person = person.to_owned();
        let rest = "sessions WHERE person = ?1 ORDER BY seen DESC, id";
        self.readers.ask(move |c| rows(c, rest, [person])).await
    }

    /// The tokens of a person.
    pub(crate) async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>> {
        let person = person.to_owned();
        let rest = "tokens WHERE person = ?1 ORDER BY created, id";
        self.readers.ask(move |c| rows(c, rest, [person])).await
    }

    /// How well a person solves the puzzles of a game.
    pub(crate) async fn puzzle_standing(
        &self,
        person: &str,
        game: &str,
    ) -> Result<Option<StandingRow>> {
        let key = [person.to_owned(), game.to_owned()];
        let rest = "puzzle_standings WHERE person = ?1 AND game = ?2";
        self.readers.ask(move |c| Ok(rows(c, rest, key)?.pop())).await
    }

    /// The puzzles of a game that a person has tried.
    pub(crate) async fn puzzles_tried(&self, person: &str, game: &str) -> Result<Vec<String>> {
        let key = [person.to_owned(), game.to_owned()];
        let sql = "SELECT puzzle FROM puzzle_attempts WHERE person = ?1 AND game = ?2 \
                   ORDER BY at, puzzle";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map(key, |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    /// The row of a game.
    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        let id = id.to_owned();
        self.readers.ask(move |c| Ok(rows(c, "games WHERE id = ?1", [id])?.pop())).await
    }

    /// What happened in a game after a version, in order.
    pub(crate) async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>> {
        let game = game.to_owned();
        let rest = "events WHERE game = ?1 AND version > ?2 ORDER BY version";
        self.readers.ask(move |c| rows(c, rest, (game, after))).await
    }

    /// Games in which the server has something to do by then, the earliest first.
    pub(crate) async fn due_games(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE due <= ?1 ORDER BY due LIMIT ?2";
        self.ids(sql, until, limit).await
    }

    /// When the server has something to do next.
    pub(crate) async fn next_due(&self) -> Result<Option<i64>> {
        let sql = "SELECT MIN(due) FROM games WHERE due IS NOT NULL";
        self.readers.ask(move |c| c.prepare_cached(sql)?.query_row([], |row| row.get(0))).await
    }

    /// Unfinished games in which nothing has happened since then.
    pub(crate) async fn idle_games(&self, before: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE phase IN ('open', 'playing') AND updated < ?1 \
                   ORDER BY updated LIMIT ?2";
        self.ids(sql, before, limit).await
    }

    async fn ids(&self, sql: &'static str, time: i64, limit: i64) -> Result<Vec<String>> {
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map([time, limit], |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    /// What is thought of a game.
    pub(crate) async fn report(&self, game: &str) -> Result<Option<String>> {
        let game = game.to_owned();
        let sql = "SELECT report FROM reports WHERE game = ?1";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_row([game], |row| row.get(0)).optional()
        };
        self.readers.ask(ask).await
    }

    /// A single value.
    pub(crate) async fn fact(&self, name: &str) -> Result<Option<String>> {
        let name = name.to_owned();
        let sql = "SELECT value FROM facts WHERE name = ?1";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_row([name], |row| row.get(0)).optional()
        };
        self.readers.ask(ask).await
    }

    /// When no server was running, in order: from when until when.
    pub(crate) async fn downtimes(&self) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT begin_at, until_at FROM downtimes ORDER BY begin_at";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        self.readers.ask(ask).await
    }

    /// One server alone: it ran since its start, and notes by itself when it stood still.
    pub(crate) async fn note_alive(&self, now: i64, _silence: i64) -> Result<Vec<(i64, i64)>> {
        self.write(Write::Fact { name: "alive".into(), value: now.to_string() }).await?;
        self.downtimes().await
    }
}
