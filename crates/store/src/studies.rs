//! Studies: analysed games that people keep.

use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::rows::{Joined, Record, record};
use crate::{Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A study without its content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyHead {
    /// Id; who has it can read the study.
    pub id: String,
    /// Id of the owner.
    pub person: String,
    /// Id of the game.
    pub game: String,
    /// Title.
    pub title: String,
    /// Grows by one each time it is saved.
    pub version: i64,
    /// Time of the last save.
    pub updated: i64,
}

record!(StudyHead in "studies": id, person, game, title, version, updated);

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyRow {
    /// All but the content.
    pub head: StudyHead,
    /// The game file.
    pub content: String,
}

pub(crate) async fn keep(
    executor: &impl Executor,
    head: &StudyHead,
    content: &str,
) -> Result<u64, Failure> {
    let StudyHead { id, person, game, title, version, updated } = head;
    let sql = "INSERT INTO studies (id, person, game, title, version, updated, created, content) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
    let created = updated;
    let values = values![id, person, game, title, version, updated, created, content];
    executor.change(sql, values).await
}

/// Replaces the version before this one.
pub(crate) async fn save(
    executor: &impl Executor,
    head: &StudyHead,
    content: &str,
) -> Result<u64, Failure> {
    let StudyHead { id, person, game, title, version, updated } = head;
    let sql = "UPDATE studies SET game = $3, title = $4, version = $5, updated = $6, content = $7 \
               WHERE id = $1 AND person = $2 AND version + 1 = $5";
    executor.change(sql, values![id, person, game, title, version, updated, content]).await
}

pub(crate) async fn remove(executor: &impl Executor, id: &str) -> Result<u64, Failure> {
    executor.change("DELETE FROM studies WHERE id = $1", values![id]).await
}

impl Store {
    /// Returns a study with its content.
    pub async fn study(&self, id: &str) -> Result<Option<StudyRow>> {
        let sql = format!("SELECT {}, content FROM studies WHERE id = $1", StudyHead::COLUMNS);
        let rows = self.query("study").rows(&sql, values![id]).await?;
        Ok(rows.into_iter().next().map(|Joined(head, (content,))| StudyRow { head, content }))
    }

    /// Returns the studies of a person, the last saved first.
    pub async fn studies_of(&self, person: &str) -> Result<Vec<StudyHead>> {
        let rest = "WHERE person = $1 ORDER BY updated DESC, id";
        self.query("studies_of").find(rest, values![person]).await
    }
}
