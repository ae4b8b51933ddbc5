//! Games lie in the store until somebody looks at them or something in them is due: a flag, a
//! computer's move, a lobby without its host, a game that nobody goes on with. One task looks
//! into the index of these times and wakes the games whose time has come.

use std::mem::take;
use std::time::Instant;

use agon_protocol::units::Millis;
use agon_store::{StoreError, column, millis};
use futures_util::{StreamExt, stream};

use super::actor::Ask;
use super::error::GameError;
use super::filing::LEASE;
use crate::backoff::Backoff;
use crate::loading::LoadError;
use crate::socket::shutdown;
use crate::state::App;
use crate::time::now;

/// Games that are asked for at a time.
const BATCH: usize = 64;
/// Games that are woken at the same time.
const AT_ONCE: usize = 8;
/// The shortest and the longest pause, in milliseconds. A game may become due earlier than the
/// next one that is known.
const PAUSE: (Millis, Millis) = (Millis(20), Millis(1_000));
/// How often to look for games that nobody has touched for long: some have no time in the index.
const IDLE_ROUND: Millis = Millis(3_600_000);

/// Wakes games until the server is shut down, first those whose times cannot be trusted.
pub(crate) async fn sweep(app: App, doubtful: Vec<String>) {
    let mut closing = app.closing.subscribe();
    let mut sweeper =
        Sweeper { app, failing: Backoff::default(), due: doubtful, idle_at: Millis::ZERO };
    let all = async {
        loop {
            let pause = match sweeper.round().await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::debug!(%error, "cannot look for games that are due");
                    PAUSE.1
                }
            };
            tokio::time::sleep(pause.duration()).await;
        }
    };
    tokio::select! {
        () = all => {}
        () = shutdown(&mut closing) => {}
    }
}

struct Sweeper {
    app: App,
    /// Games that did not do what was due.
    failing: Backoff,
    /// Games to be woken that the index does not name.
    due: Vec<String>,
    /// When to look again for games that nobody has touched for long.
    idle_at: Millis,
}

impl Sweeper {
    /// Wakes some games that are due; returns how long to wait then.
    async fn round(&mut self) -> Result<Millis, StoreError> {
        let now = now();
        if let Some(idle) = self.app.config.idle.filter(|_| self.idle_at <= now) {
            let before = column(now.since(Millis(idle)).0);
            self.due.extend(self.app.store.idle_games(before, 1_000).await?);
            self.idle_at = now + IDLE_ROUND;
        }
        let unlisted = take(&mut self.due);
        self.due = self.wake(unlisted).await;
        let limit = BATCH + self.failing.len();
        let lease = column((now + LEASE).0);
        let due = self.app.store.take_due(column(now.0), lease, limit as i64).await?;
        let full = due.len() == limit;
        if !self.wake(due).await.is_empty() || !self.due.is_empty() {
            return Ok(PAUSE.1);
        }
        if full {
            return Ok(PAUSE.0);
        }
        let next = self.app.store.next_due().await?.map_or(Millis::MAX, millis);
        Ok(next.since(now).clamp(PAUSE.0, PAUSE.1))
    }

    /// Has each of these games do what is due; returns those that could not, or are postponed.
    async fn wake(&mut self, ids: Vec<String>) -> Vec<String> {
        let start = Instant::now();
        let (mut late, ids): (Vec<_>, Vec<_>) =
            ids.into_iter().partition(|id| self.failing.postpones(id, start));
        let woken = stream::iter(ids).map(|id| {
            let app = self.app.clone();
            async move { (wake_one(&app, &id).await, id) }
        });
        let mut woken = woken.buffer_unordered(AT_ONCE);
        while let Some((well, id)) = woken.next().await {
            if well {
                self.failing.done(&id);
            } else {
                self.failing.failed(&id, Instant::now());
                late.push(id);
            }
        }
        late
    }
}

/// Has a game do what is due; returns false if it is to be tried again.
async fn wake_one(app: &App, id: &str) -> bool {
    let Err(error) = app.hub.ask(app, id, |answer| Ask::Due { answer }).await else {
        return true;
    };
    match error {
        // It ended or was removed meanwhile.
        GameError::Load(LoadError::Missing | LoadError::Removed) => true,
        GameError::Load(LoadError::Damaged(reason)) => {
            if let Err(error) = app.mark_damaged(id, &reason).await {
                tracing::debug!(id, %error, "a damaged game stays due");
                return false;
            }
            true
        }
        error => {
            tracing::debug!(id, %error, "a game that is due does not go on");
            false
        }
    }
}
