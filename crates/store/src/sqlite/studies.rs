//! Studies that people keep.

use rusqlite::{Connection, params};

use super::Sqlite;
use super::queries::rows;
use crate::{StoreError, StudyHead, StudyRow};

type Result<T> = std::result::Result<T, StoreError>;

/// Stores a new study; returns the number of rows.
pub(crate) fn keep(
    connection: &Connection,
    head: &StudyHead,
    content: &str,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "INSERT INTO studies (id, person, game, title, content, version, created, updated) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
        )?
        .execute(params![
            head.id,
            head.person,
            head.game,
            head.title,
            content,
            head.version,
            head.updated
        ])
}

/// Replaces the version before this one; how many were replaced.
pub(crate) fn save(
    connection: &Connection,
    head: &StudyHead,
    content: &str,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "UPDATE studies SET game = ?3, title = ?4, content = ?5, version = ?6, updated = ?7 \
             WHERE id = ?1 AND person = ?2 AND version = ?6 - 1",
        )?
        .execute(params![
            head.id,
            head.person,
            head.game,
            head.title,
            content,
            head.version,
            head.updated
        ])
}

pub(crate) fn remove(connection: &Connection, id: &str) -> rusqlite::Result<usize> {
    connection.prepare_cached("DELETE FROM studies WHERE id = ?1")?.execute([id])
}

impl Sqlite {
    /// A study with its content.
    pub(crate) async fn study(&self, id: &str) -> Result<Option<StudyRow>> {
        let id = id.to_owned();
        self.readers.ask(move |c| Ok(rows(c, "studies WHERE id = ?1", [id])?.pop())).await
    }

    /// The studies of a person, the latest first.
    pub(crate) async fn studies_of(&self, person: &str) -> Result<Vec<StudyHead>> {
        let person = person.to_owned();
        let rest = "studies WHERE person = ?1 ORDER BY updated DESC, id";
        self.readers.ask(move |c| rows(c, rest, [person])).await
    }
}
