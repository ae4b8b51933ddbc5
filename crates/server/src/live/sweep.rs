//! Games lie in the store until somebody looks at them or something in them is due: a flag, a
//! computer's move, a lobby without its host, a game that nobody goes on with. One task looks
//! into the index of these times and wakes the games whose time has come.

use agon_protocol::units::Millis;
use agon_store::{StoreError, Write, column, millis};
use futures_util::{StreamExt, stream};

use super::actor::Ask;
use super::filing::LEASE;
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
/// A game that cannot be read is tried again after so long.
const UNREADABLE: Millis = Millis::DAY;

/// Wakes games until the server is shut down, first those whose times cannot be trusted.
pub(crate) async fn sweep(app: App, doubtful: Vec<String>) {
    let mut closing = app.closing.subscribe();
    let all = async {
        wake(&app, doubtful).await;
        let mut idle_at = Millis::ZERO;
        loop {
            let pause = match round(&app, &mut idle_at).await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::error!(%error, "cannot look for games that are due");
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

/// Wakes some games that are due; then how long to wait.
async fn round(app: &App, idle_at: &mut Millis) -> Result<Millis, StoreError> {
    let now = now();
    if let Some(idle) = app.config.idle.filter(|_| *idle_at <= now) {
        *idle_at = now + IDLE_ROUND;
        let before = column(now.since(Millis(idle)).0);
        let untouched = app.store.idle_games(before, 1_000).await?;
        wake(app, untouched).await;
    }
    let lease = column((now + LEASE).0);
    let due = app.store.take_due(column(now.0), lease, BATCH as i64).await?;
    let full = due.len() == BATCH;
    if !wake(app, due).await {
        return Ok(PAUSE.1);
    }
    if full {
        return Ok(PAUSE.0);
    }
    let next = app.store.next_due().await?.map_or(Millis::MAX, millis);
    Ok(next.since(now).clamp(PAUSE.0, PAUSE.1))
}

/// Has each of these games do what is due; false when one could not.
async fn wake(app: &App, ids: Vec<String>) -> bool {
    let woken = stream::iter(ids).map(|id| wake_one(app.clone(), id));
    woken.buffer_unordered(AT_ONCE).fold(true, |all, well| async move { all && well }).await
}

async fn wake_one(app: App, id: String) -> bool {
    let asked = app.hub.ask(&app, &id, |answer| Ask::Due { answer }).await;
    if let Err(fault) = &asked {
        tracing::error!(id, ?fault, "a game that is due does not go on");
        leave_if_unreadable(&app, &id).await;
    }
    asked.is_ok()
}

/// A game that cannot be read, although the store works, must not be tried again and again.
async fn leave_if_unreadable(app: &App, id: &str) {
    let Ok(Some(mut row)) = app.store.game(id).await else { return };
    if app.load(id).await.is_ok() {
        return;
    }
    row.due = Some(column((now() + UNREADABLE).0));
    if let Err(error) = app.store.write(Write::Row(row)).await {
        tracing::error!(id, %error, "a game that cannot be read stays due");
    }
}
