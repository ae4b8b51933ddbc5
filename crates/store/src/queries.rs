//! Questions.

use crate::database::on;
use crate::{EventRow, GameRow, PersonRow, Store, StoreError, TokenRow};

type Result<T> = std::result::Result<T, StoreError>;

/// Which games are looked for, the latest first. What is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Where they are in their life.
    pub phase: Option<String>,
    /// Which game.
    pub game: Option<String>,
    /// A part of a player's name.
    pub player: Option<String>,
    /// Somebody who sits there or made it.
    pub person: Option<String>,
    /// Only what everybody may find.
    pub listed_only: bool,
    /// Only games whose last change is older.
    pub before: Option<i64>,
    /// How many at most.
    pub limit: i64,
}

/// `%` and `_` in a text that is looked for mean themselves.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl Store {
    /// The person with this id.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        let sql = "SELECT id, name, login, password, created FROM people WHERE id = $1";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?)
    }

    /// The person who signs in with this name.
    pub async fn person_by_login(&self, login: &str) -> Result<Option<PersonRow>> {
        let sql = "SELECT id, name, login, password, created FROM people WHERE login = $1";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).bind(login).fetch_optional(pool).await)?)
    }

    /// The person to whom the token with this hash belongs.
    pub async fn person_by_token(&self, hash: &str) -> Result<Option<PersonRow>> {
        let sql = "SELECT people.id, name, login, password, people.created \
                   FROM people JOIN tokens ON tokens.person = people.id WHERE tokens.hash = $1";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).bind(hash).fetch_optional(pool).await)?)
    }

    /// The tokens of a person.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>> {
        let sql = "SELECT hash, id, person, label, created FROM tokens WHERE person = $1 \
                   ORDER BY created, id";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).bind(person).fetch_all(pool).await)?)
    }

    /// The row of a game.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        let sql = "SELECT id, game, phase, listed, secret, host, summary, version, restless, \
                   created, updated FROM games WHERE id = $1";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?)
    }

    /// What happened in a game after a version, in order.
    pub async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>> {
        let sql = "SELECT version, kind, payload, at FROM events \
                   WHERE game = $1 AND version > $2 ORDER BY version";
        Ok(on!(&self.database, pool =>
            sqlx::query_as(sql).bind(game).bind(after).fetch_all(pool).await)?)
    }

    /// Games in a list.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>> {
        let sql = "SELECT id, game, phase, listed, secret, host, summary, version, restless, \
                   created, updated FROM games \
                   WHERE ($1 IS NULL OR phase = $1) AND ($2 IS NULL OR game = $2) \
                   AND ($3 IS NULL OR id IN \
                       (SELECT game FROM seats WHERE name LIKE $3 ESCAPE '\\')) \
                   AND ($4 IS NULL OR host = $4 OR id IN \
                       (SELECT game FROM seats WHERE person = $4)) \
                   AND ($5 = 0 OR listed = 1) AND ($6 IS NULL OR updated < $6) \
                   ORDER BY updated DESC, id LIMIT $7";
        let player = filter.player.as_deref().map(pattern);
        Ok(on!(&self.database, pool => sqlx::query_as(sql)
            .bind(&filter.phase)
            .bind(&filter.game)
            .bind(&player)
            .bind(&filter.person)
            .bind(i64::from(filter.listed_only))
            .bind(filter.before)
            .bind(filter.limit)
            .fetch_all(pool)
            .await)?)
    }

    /// The unfinished games in which the server has something to do without being asked.
    pub async fn restless_games(&self) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE restless = 1 AND phase IN ('open', 'playing') \
                   ORDER BY updated";
        Ok(on!(&self.database, pool => sqlx::query_scalar(sql).fetch_all(pool).await)?)
    }

    /// How many games of a person have not ended.
    pub async fn unfinished(&self, host: &str, phase: &str) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM games WHERE host = $1 AND phase = $2";
        Ok(on!(&self.database, pool =>
            sqlx::query_scalar(sql).bind(host).bind(phase).fetch_one(pool).await)?)
    }

    /// A single value.
    pub async fn fact(&self, name: &str) -> Result<Option<String>> {
        let sql = "SELECT value FROM facts WHERE name = $1";
        Ok(on!(&self.database, pool =>
            sqlx::query_scalar(sql).bind(name).fetch_optional(pool).await)?)
    }

    /// When no server was running, in order: from when until when.
    pub async fn downtimes(&self) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT begin_at, until_at FROM downtimes ORDER BY begin_at";
        Ok(on!(&self.database, pool => sqlx::query_as(sql).fetch_all(pool).await)?)
    }
}
