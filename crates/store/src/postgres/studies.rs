//! Studies that people keep.

use super::Postgres;
use super::failure::Failure;
use super::line::{Line, Parameters};
use crate::{StoreError, StudyHead, StudyRow};

type Result<T> = std::result::Result<T, StoreError>;

/// Stores a new study; returns the number of rows.
pub(crate) async fn keep(
    line: &Line,
    head: &StudyHead,
    content: &str,
) -> std::result::Result<u64, Failure> {
    let parameters: Parameters<'_> =
        &[&head.id, &head.person, &head.game, &head.title, &content, &head.version, &head.updated];
    let sql = "INSERT INTO studies (id, person, game, title, content, version, created, updated) \
               VALUES ($1, $2, $3, $4, $5, $6::BIGINT, $7::BIGINT, $7::BIGINT)";
    line.change(sql, parameters).await
}

/// Replaces the version before this one; how many were replaced.
pub(crate) async fn save(
    line: &Line,
    head: &StudyHead,
    content: &str,
) -> std::result::Result<u64, Failure> {
    let parameters: Parameters<'_> =
        &[&head.id, &head.person, &head.game, &head.title, &content, &head.version, &head.updated];
    let sql = "UPDATE studies SET game = $3, title = $4, content = $5, version = $6::BIGINT, updated = $7 \
               WHERE id = $1 AND person = $2 AND version = $6::BIGINT - 1";
    line.change(sql, parameters).await
}

pub(crate) async fn remove(line: &Line, id: &str) -> std::result::Result<u64, Failure> {
    line.change("DELETE FROM studies WHERE id = $1", &[&id]).await
}

impl Postgres {
    pub(crate) async fn study(&self, id: &str) -> Result<Option<StudyRow>> {
        Ok(self.find("studies WHERE id = $1", &[&id]).await?.pop())
    }

    pub(crate) async fn studies_of(&self, person: &str) -> Result<Vec<StudyHead>> {
        let rest = "studies WHERE person = $1 ORDER BY updated DESC, id";
        self.find(rest, &[&person]).await
    }
}
