//! What follows when a game is over: it can be found by whatever was in it, its moves count among those
//! that were played there, and its players' ratings change.
//!
//! The store has a list of games for which that is still to be done; a game comes onto it in the
//! transaction that ends it, and leaves it in the one that files it. So nothing is forgotten by a crash and
//! nothing is done twice, whichever server does it. Games from before there was this list are on it as well,
//! and are filed one after the other while nothing else is to be done.

use std::iter;
use std::time::{Duration, Instant};

use agon_games::canonical::{Canonical, fingerprint};
use agon_protocol::lists::Ended;
use agon_protocol::rating::Pace;
use agon_protocol::report::GameReport;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Step;
use agon_protocol::units::{Millis, Seat};
use agon_store::{Archived, ArchivedRow, PlayedRow, StoreError, Write, column, result_of};
use agon_table::Table;
use agon_table::explorer::PLIES;
use tokio::sync::Notify;

use crate::backoff::Backoff;
use crate::loading::LoadError;
use crate::ratings;
use crate::socket::shutdown;
use crate::state::App;
use crate::time::now;

/// After so many steps games begin alike, or do not.
pub(crate) const OPENING: usize = 6;
/// Looks for what other servers have not done, or what could not be done.
const LOOK: Duration = Duration::from_secs(20);
/// Milliseconds after its end that a game is left to the server on which it ended.
const LEFT: Millis = Millis(10_000);
/// So many games of so many last milliseconds are filed before somebody looks for any.
const LATEST: i64 = 4;
const JUST: Millis = Millis(20_000);
/// Games that are asked for at a time.
const BATCH: i64 = 20;
/// Pause after the list of waiting games could not be read.
const AGAIN: Duration = Duration::from_millis(250);
/// Between two games of a batch: whoever plays goes before.
const BREATH: Duration = Duration::from_millis(10);
/// Ratings are reckoned anew so often when others were quicker.
const MOST_ATTEMPTS: usize = 8;
/// Under this name the fingerprint of the keys is stored.
const FACT: &str = "archive keys";

/// Wakes whoever files games.
#[derive(Default)]
pub(crate) struct Archiving {
    ended: Notify,
}

impl Archiving {
    /// A game has ended.
    pub(crate) fn nudge(&self) {
        self.ended.notify_one();
    }
}

/// Files games as long as the server runs.
pub(crate) async fn attend(app: App) {
    let mut closing = app.closing.subscribe();
    let work = async {
        let mut keys_checked = false;
        let mut failing = Backoff::default();
        let mut nudged = true;
        loop {
            if !keys_checked {
                // The archive is searched by these keys: tried again until it is known.
                keys_checked = check_keys(&app).await.is_ok();
            }
            let until = if nudged { now() } else { Millis(now().0.saturating_sub(LEFT.0)) };
            let pause = match file_some(&app, until, &mut failing).await {
                Ok(true) => {
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
                Ok(false) => {
                    failing.next().map_or(LOOK, |at| at.saturating_duration_since(Instant::now()))
                }
                Err(error) => {
                    tracing::debug!(%error, "cannot look for games to be archived");
                    AGAIN
                }
            };
            nudged = tokio::select! {
                () = app.archiving.ended.notified() => true,
                () = tokio::time::sleep(pause.min(LOOK)) => failing.len() > 0,
            };
        }
    };
    tokio::select! {
        () = work => {}
        () = shutdown(&mut closing) => {}
    }
}

/// Where positions have other keys than those that are stored, all games are filed anew.
async fn check_keys(app: &App) -> Result<(), StoreError> {
    let keys = app.offload.run_own(fingerprint).await;
    let keys = keys.map_err(|error| StoreError::Failed(error.to_string()))?.to_string();
    let known = app.store.fact(FACT).await?;
    if known.as_ref() == Some(&keys) {
        return Ok(());
    }
    let fact = Write::Fact { name: FACT.into(), value: keys };
    match known {
        None => app.store.write(fact).await,
        Some(_) => app.store.write(Write::Together(vec![Write::ArchiveAnew, fact])).await,
    }
}

/// Files some games; returns whether more are waiting. Games that fail are postponed, and do not keep
/// others waiting.
async fn file_some(app: &App, until: Millis, failing: &mut Backoff) -> Result<bool, StoreError> {
    let limit = BATCH + failing.len() as i64;
    let mut waiting = app.store.unarchived(column(until.0), limit).await?;
    let full = waiting.len() as i64 >= limit;
    let start = Instant::now();
    waiting.retain(|id| !failing.postpones(id, start));
    for id in &waiting {
        match file(app, id).await {
            Ok(()) => failing.done(id),
            Err(error) => {
                tracing::debug!(id, %error, "a game was not archived");
                failing.failed(id, Instant::now());
            }
        }
        tokio::time::sleep(BREATH).await;
    }
    Ok(full && !waiting.is_empty())
}

/// Files what has just ended: whoever looks for it finds it at once, however much is still to be filed.
pub(crate) async fn catch_up(app: &App) -> Result<(), StoreError> {
    let since = column(now().0.saturating_sub(JUST.0));
    for id in app.store.just_ended(since, LATEST).await? {
        file(app, &id).await?;
    }
    Ok(())
}

/// Files a game if it is over and was not filed yet; afterwards it is filed, or on the list of damaged
/// games. Any other error leaves it waiting.
pub(crate) async fn file(app: &App, id: &str) -> Result<(), StoreError> {
    for _ in 0..MOST_ATTEMPTS {
        if !app.store.is_unarchived(id).await? {
            return Ok(());
        }
        let archived = match archived(app, id).await {
            Ok(archived) => archived,
            Err(LoadError::Missing | LoadError::Removed) => nothing(id),
            Err(LoadError::Damaged(reason)) => return app.mark_damaged(id, &reason).await,
            Err(LoadError::Store(error)) => return Err(error),
        };
        match app.store.write(Write::Archive(Box::new(archived))).await {
            // Somebody else has filed it, or a rating has changed meanwhile.
            Err(StoreError::Conflict) => {}
            result => return result,
        }
    }
    Err(StoreError::Conflict)
}

/// What is left of a game that is gone.
fn nothing(id: &str) -> Archived {
    Archived { id: id.into(), game: None, played: Vec::new(), rated: Vec::new() }
}

/// All that is to be filed of a game.
async fn archived(app: &App, id: &str) -> Result<Archived, LoadError> {
    let Some(stored) = app.store.game(id).await? else { return Err(LoadError::Missing) };
    let at = stored.updated;
    let (table, _) = app.load(id).await?;
    let rated = ratings::after(app, &table, at).await?;
    let report = app.store.report(id).await?;
    let report = report.and_then(|text| serde_json::from_str::<GameReport>(&text).ok());
    let reckon = move || {
        let line = line(&table);
        let played = played(&table, at, &line, report.as_ref());
        Archived { id: table.id.clone(), game: Some(row(&table, at, line)), played, rated }
    };
    let reckoned = app.offload.run_own(reckon).await;
    reckoned.map_err(|error| LoadError::Store(StoreError::Failed(error.to_string())))
}

/// The keys of the first positions of a game.
fn line(table: &Table) -> Vec<i64> {
    let mut game = table.game.fork();
    let moves: Vec<&str> = table
        .steps
        .iter()
        .take(PLIES)
        // From where somebody was out it is another game.
        .map_while(|step| match step {
            Step::Move { play, .. } => Some(play.text.as_str()),
            Step::Out { .. } => None,
        })
        .collect();
    while game.undo() {}
    let canonical = Canonical::of(&*game);
    let mut keys = vec![canonical.key(&*game).cast_signed()];
    for text in moves {
        if game.play(text).is_err() {
            break;
        }
        keys.push(canonical.key(&*game).cast_signed());
    }
    keys
}

fn row(table: &Table, at: i64, line: Vec<i64>) -> ArchivedRow {
    let outcome = table.outcome();
    let counted = outcome.and_then(|outcome| match outcome.winner {
        Some(Seat(seat)) => Some(i64::from(seat) + 1),
        None => (!outcome.places.is_empty()).then_some(0),
    });
    ArchivedRow {
        id: table.id.clone(),
        game: table.setup.game.clone(),
        rules: table.setup.rules.clone(),
        plies: i64::from(table.ply()),
        result: outcome.map_or(Ended::Unfinished, result_of),
        listed: table.setup.listed.into(),
        updated: at,
        outcome: counted.filter(|_| table.setup.listed && table.ply() >= 2),
        line,
    }
}

/// What the game was for each person who had one seat in it.
fn played(table: &Table, at: i64, line: &[i64], report: Option<&GameReport>) -> Vec<PlayedRow> {
    let Some(outcome) = table.outcome() else { return Vec::new() };
    let seats_of = |person: &str| {
        table.occupants.iter().flatten().filter(|occupant| occupant.is(person)).count()
    };
    let other = |seat: usize| match &table.occupants[..] {
        [first, second] => [second, first][seat].as_ref(),
        _ => None,
    };
    let mut rows = Vec::new();
    for (seat, occupant) in table.occupants.iter().enumerate() {
        let Some(Occupant::Person { id, picture: Some(_), .. }) = occupant else { continue };
        if seats_of(id) != 1 {
            continue;
        }
        let result = match outcome.winner {
            Some(winner) if winner.index() == seat => Ended::Won,
            Some(_) => Ended::Lost,
            None => result_of(outcome),
        };
        let (opponent, computer) = match other(seat) {
            Some(Occupant::Person { id, .. }) => (Some(id.clone()), None),
            Some(Occupant::Computer { kind, level }) => (None, Some(format!("{kind} {level}"))),
            _ => (None, None),
        };
        let accuracy = report.and_then(|report| *report.accuracy.get(seat)?);
        rows.push(PlayedRow {
            person: id.clone(),
            at,
            id: table.id.clone(),
            seat: seat as i64,
            game: table.setup.game.clone(),
            pace: Pace::of(table.setup.clock).name().into(),
            result,
            opponent,
            computer,
            plies: i64::from(table.ply()),
            listed: table.setup.listed.into(),
            opening: line.get(OPENING).copied(),
            accuracy: accuracy.map(i64::from),
        });
    }
    rows
}

/// Stores the report of a game, and the accuracies that it states with what each player played.
pub(crate) async fn keep_report(
    app: &App,
    id: &str,
    report: &GameReport,
    text: String,
) -> Result<(), StoreError> {
    // Afterwards there are rows for the accuracies.
    file(app, id).await?;
    let kept = Write::Report { game: id.to_owned(), report: text, at: column(now().0) };
    let accuracies = (0..).zip(&report.accuracy).filter_map(|(seat, accuracy)| {
        let accuracy = i64::from((*accuracy)?);
        Some(Write::Accuracy { game: id.to_owned(), seat, accuracy })
    });
    app.store.write(Write::Together(iter::once(kept).chain(accuracies).collect())).await
}
