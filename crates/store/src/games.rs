//! Games: their rows, seats and events.

use std::collections::BTreeSet;

use agon_protocol::lists::Ended;
use agon_protocol::state::Phase;

use crate::archive;
use crate::condition::Condition;
use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::names::{index_names, unindex_names};
use crate::rows::record;
use crate::schema::OF_GAMES;
use crate::store::Database;
use crate::{Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// What lists and restarts need of a game. May be a few events behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Id; never changes.
    pub id: String,
    /// Id of the game that is played.
    pub game: String,
    /// Phase.
    pub phase: Phase,
    /// 1 if the game is on public lists.
    pub listed: i64,
    /// Secret of an invitation.
    pub secret: String,
    /// Id of the person who made it.
    pub host: Option<String>,
    /// Summary for lists, as JSON.
    pub summary: String,
    /// Version of the last event when the row was written.
    pub version: i64,
    /// Time of the next event that the server causes; may be too early.
    pub due: Option<i64>,
    /// Time of the creation.
    pub created: i64,
    /// Time of the last event.
    pub updated: i64,
    /// How it ended; never [`Ended::Lost`].
    pub result: Option<Ended>,
}

record!(GameRow in "games":
    id, game, phase, listed, secret, host, summary, version, due, created, updated, result);

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Index of the seat.
    pub seat: i64,
    /// Id of the person, if a person has it.
    pub person: Option<String>,
    /// Name of the player in lower case.
    pub name: String,
}

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// Counts up from 1.
    pub version: i64,
    /// Kind of event.
    pub kind: String,
    /// The event as JSON.
    pub payload: String,
    /// Time of the event.
    pub at: i64,
}

record!(EventRow in "events": version, kind, payload, at);

/// Appends events, with the row and the seats of the game after them.
pub(crate) async fn add_events(
    executor: &impl Executor,
    game: &str,
    row: Option<&GameRow>,
    seats: Option<&[SeatRow]>,
    events: &[EventRow],
) -> Result<(), Failure> {
    let Some(first) = events.first() else { return Ok(()) };
    executor.add_events(game, events).await?;
    if let Some(row) = row {
        let over_before = is_over(executor, game).await?;
        let changed = if first.version == 1 {
            if let Some(host) = &row.host {
                Condition::Exists { person: host.clone() }.check(executor).await?;
            }
            insert_row(executor, row).await?
        } else {
            update_row(executor, row).await?
        };
        if changed == 0 {
            return Err(Failure::Taken);
        }
        if let Some(seats) = seats {
            replace_seats(executor, game, seats).await?;
        }
        if !over_before && is_over(executor, game).await? {
            archive::await_filing(executor, game).await?;
            if row.listed == 1 {
                index_names(executor, row).await?;
            }
        }
    } else if let Some(seats) = seats {
        replace_seats(executor, game, seats).await?;
    }
    Ok(())
}

async fn is_over(executor: &impl Executor, game: &str) -> Result<bool, Failure> {
    let sql = "SELECT 1 FROM games WHERE id = $1 AND phase IN ('ended', 'closed')";
    executor.exists(sql, values![game]).await
}

async fn insert_row(executor: &impl Executor, row: &GameRow) -> Result<u64, Failure> {
    let inserted = executor.insert(row, "ON CONFLICT DO NOTHING").await?;
    if let (1, Some(host)) = (inserted, &row.host) {
        join(executor, host, &row.id).await?;
    }
    Ok(inserted)
}

/// Updates the row of a game; a row that is older than the stored one changes nothing. A game that is over
/// keeps its place in lists. Returns 0 if there is no such game.
pub(crate) async fn update_row(executor: &impl Executor, row: &GameRow) -> Result<u64, Failure> {
    let GameRow { id, phase, summary, version, due, updated, result, .. } = row;
    let sql = "UPDATE games SET phase = $2, summary = $3, version = $4, due = $5, \
               updated = CASE WHEN phase IN ('ended', 'closed') THEN updated ELSE $6 END, \
               result = $7 WHERE id = $1 AND version <= $4";
    let values = values![id, phase, summary, version, due, updated, result];
    let changed = executor.change(sql, values).await?;
    if changed == 0 {
        let exists = executor.exists("SELECT 1 FROM games WHERE id = $1", values![id]).await?;
        return Ok(u64::from(exists));
    }
    let sql = "UPDATE games_of_people SET (phase, updated) = \
               (SELECT phase, updated FROM games WHERE id = $1) WHERE game = $1";
    executor.change(sql, values![id]).await?;
    Ok(changed)
}

/// Adds a game to the list of a person.
async fn join(executor: &impl Executor, person: &str, game: &str) -> Result<u64, Failure> {
    let sql = "INSERT INTO games_of_people (person, game, phase, updated) \
               SELECT $1, id, phase, updated FROM games WHERE id = $2 ON CONFLICT DO NOTHING";
    executor.change(sql, values![person, game]).await
}

/// Stores the seats of a game. Rejects deleted accounts on seats that they did not have before.
async fn replace_seats(
    executor: &impl Executor,
    game: &str,
    seats: &[SeatRow],
) -> Result<(), Failure> {
    let sql = "SELECT person FROM seats WHERE game = $1 AND person IS NOT NULL";
    let stored: Vec<(String,)> = executor.rows(sql, values![game]).await?;
    // In the order of ids, so that two transactions lock people in the same order.
    let people: BTreeSet<&str> = seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
    for person in people.iter().filter(|person| !stored.iter().any(|(old,)| old == *person)) {
        Condition::Exists { person: (*person).into() }.check(executor).await?;
    }
    executor.put_seats(game, seats).await?;
    // A person who left is not part of the game any more, except its host.
    let sql = "DELETE FROM games_of_people WHERE game = $1 \
               AND person NOT IN (SELECT person FROM seats WHERE game = $1 AND person IS NOT NULL) \
               AND person NOT IN (SELECT host FROM games WHERE id = $1 AND host IS NOT NULL)";
    executor.change(sql, values![game]).await?;
    for person in people {
        join(executor, person, game).await?;
    }
    Ok(())
}

pub(crate) async fn hide(
    executor: &impl Executor,
    person: &str,
    game: &str,
) -> Result<u64, Failure> {
    let sql = "UPDATE games_of_people SET hidden = 1 WHERE person = $1 AND game = $2";
    executor.change(sql, values![person, game]).await
}

/// Stores the report of a game. Returns 0 if there is no such game.
pub(crate) async fn report(
    executor: &impl Executor,
    game: &str,
    report: &str,
    at: i64,
) -> Result<u64, Failure> {
    let sql = "INSERT INTO reports (game, report, at) SELECT CAST($1 AS TEXT), $2, $3 \
               WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) \
               ON CONFLICT (game) DO UPDATE SET report = excluded.report, at = excluded.at";
    executor.change(sql, values![game, report, at]).await
}

/// Deletes a game from every table, and records its id. Does nothing if there is no such game.
pub(crate) async fn remove(executor: &impl Executor, game: &str, at: i64) -> Result<(), Failure> {
    let sql = "SELECT updated FROM games WHERE id = $1";
    let updated: Vec<(i64,)> = executor.rows(sql, values![game]).await?;
    archive::unfile(executor, game).await?;
    if let Some((updated,)) = updated.first() {
        unindex_names(executor, game, *updated).await?;
    }
    for (table, column) in OF_GAMES {
        let sql = format!("DELETE FROM {table} WHERE {column} = $1");
        executor.change(&sql, values![game]).await?;
    }
    if !updated.is_empty() {
        let sql = "INSERT INTO removed_games (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        executor.change(sql, values![game, at]).await?;
    }
    Ok(())
}

impl Store {
    /// Returns the row of a game.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        self.query("game").first("WHERE id = $1", values![id]).await
    }

    /// Returns the events of a game after a version, in order.
    pub async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>> {
        let rest = "WHERE game = $1 AND version > $2 ORDER BY version";
        self.query("events").find(rest, values![game, after]).await
    }

    /// Returns the report of a game.
    pub async fn report(&self, game: &str) -> Result<Option<String>> {
        let sql = "SELECT report FROM reports WHERE game = $1";
        Ok(self.query("report").values(sql, values![game]).await?.pop())
    }

    /// Returns the games that a person made or plays in, the newest first.
    pub async fn games_of(&self, person: &str, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT game FROM games_of_people WHERE person = $1 \
                   ORDER BY updated DESC, game LIMIT $2";
        self.query("games_of").values(sql, values![person, limit]).await
    }

    /// Returns games that are due by then, the earliest first.
    pub async fn due_games(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2";
        self.query("due_games").values(sql, values![until, limit]).await
    }

    /// Returns games that are due by then. Where servers share the store they become due at `lease`, so that
    /// another server takes them over if this one does not handle them by then.
    pub async fn take_due(&self, until: i64, lease: i64, limit: i64) -> Result<Vec<String>> {
        match &self.database {
            Database::Sqlite(_) => {
                let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2";
                self.query("take_due").values(sql, values![until, limit]).await
            }
            Database::Postgres(_) => {
                // Skips games that another server is taking.
                let sql = "WITH taken AS (SELECT id, phase FROM games WHERE due <= $1 \
                           ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED) \
                           UPDATE games SET due = $3 FROM taken \
                           WHERE games.id = taken.id AND games.phase = taken.phase \
                           RETURNING games.id";
                self.query("take_due").values(sql, values![until, limit, lease]).await
            }
        }
    }

    /// Returns the earliest time at which a game is due.
    pub async fn next_due(&self) -> Result<Option<i64>> {
        let sql = "SELECT MIN(due) FROM games WHERE due IS NOT NULL";
        Ok(self.query("next_due").values(sql, &[]).await?.pop().flatten())
    }

    /// Returns games that are not over and have had no event since then.
    pub async fn idle_games(&self, before: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE phase IN ('open', 'playing') AND updated < $1 \
                   ORDER BY updated LIMIT $2";
        self.query("idle_games").values(sql, values![before, limit]).await
    }
}
