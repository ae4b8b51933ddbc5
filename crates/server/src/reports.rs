//! What a strong player thinks of games that are over: made once, by computers that have nothing more
//! urgent to do, and kept with the game.
//!
//! A report is one search after the other, each a job of its own of the least urgent class: a move of
//! somebody at a table waits for no report. Whoever asks while one is being made hears how far it is;
//! it is finished and kept also when they go away.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use agon_games::AnyMatch;
use agon_games::report::{Effort, Review, Task};
use agon_protocol::message::ToClient;
use agon_protocol::report::GameReport;
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_store::StoreError;
use agon_table::reports;
use thiserror::Error;
use tokio::runtime::Handle;

use crate::archiving;
use crate::http::fault::{HttpFault, refusing};
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::live::{Ask, Fork, GameError, Listener, Viewer};
use crate::pool::{Claim, Class, Job, Sort};
use crate::state::App;
use crate::time::now;

/// Milliseconds between two messages about one report.
const TELL: Millis = Millis(200);
/// Reports that are being made for one person at a time.
const MOST_OF_ONE: usize = 3;
/// Reports that are being made at a time.
const MOST: usize = 500;
/// Pauses after failed attempts to store a report.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(10),
];
/// Those who hear of one report.
const MOST_LISTENERS: usize = 100;

/// There is no report, and none is made.
#[derive(Clone, Debug, Error)]
pub(crate) enum ReportError {
    /// The game cannot be read, or the caller may not see it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game goes on.
    #[error("there is a report when the game is over")]
    NotOver,
    /// As many as may be follow this report already.
    #[error("too many people wait for this report")]
    ManyListeners,
    /// The person has as many reports in the making as anybody may.
    #[error("other reports are being made for this person")]
    TooManyOfOne,
    /// As many as may be are being made.
    #[error("too many reports are being made")]
    Full,
}

impl From<StoreError> for ReportError {
    fn from(error: StoreError) -> ReportError {
        ReportError::Game(error.into())
    }
}

/// The reports that are being made, by game.
#[derive(Default)]
pub(crate) struct Reports(Mutex<HashMap<String, Running>>);

struct Running {
    /// Who asked first.
    person: String,
    listeners: Vec<(Listener, Option<u32>)>,
    done: u32,
    all: u32,
    told: Millis,
}

impl Running {
    fn tell(&self, message: &ToClient) {
        for (listener, tag) in &self.listeners {
            listener.answer_if_room(*tag, message);
        }
    }
}

impl Reports {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Does the report have to be begun? Whoever asks hears of it in either case.
    fn join(
        &self,
        id: &str,
        person: &str,
        listener: Listener,
        tag: Option<u32>,
    ) -> Result<bool, ReportError> {
        let mut running = self.running();
        if let Some(report) = running.get_mut(id) {
            report.listeners.retain(|(listener, _)| !listener.is_gone());
            if report.listeners.len() >= MOST_LISTENERS {
                return Err(ReportError::ManyListeners);
            }
            listener.answer(tag, &progress(id, report.done, report.all));
            report.listeners.push((listener, tag));
            return Ok(false);
        }
        let own = running.values().filter(|report| report.person == person).count();
        if own >= MOST_OF_ONE {
            return Err(ReportError::TooManyOfOne);
        }
        if running.len() >= MOST {
            return Err(ReportError::Full);
        }
        let report = Running {
            person: person.to_owned(),
            listeners: vec![(listener, tag)],
            done: 0,
            all: 0,
            told: now(),
        };
        running.insert(id.to_owned(), report);
        Ok(true)
    }

    /// Tells how far it is, now and then.
    fn progress(&self, id: &str, (done, all): (usize, usize)) {
        if let Some(report) = self.running().get_mut(id) {
            (report.done, report.all) = (done as u32, all as u32);
            if now() >= report.told + TELL {
                report.told = now();
                report.tell(&progress(id, report.done, report.all));
            }
        }
    }

    fn end(&self, id: &str, message: &ToClient) {
        let ended = self.running().remove(id);
        for (listener, tag) in ended.into_iter().flat_map(|report| report.listeners) {
            listener.answer(tag, message);
        }
    }

    fn fail(&self, id: &str, error: impl Into<HttpFault>) {
        self.end(id, &refusing(error, Some(id.to_owned())));
    }
}

fn progress(id: &str, done: u32, all: u32) -> ToClient {
    ToClient::Report { id: id.to_owned(), done, all, report: None }
}

fn finished(id: &str, report: GameReport) -> ToClient {
    let count = report.chances.len() as u32;
    let report = Some(Box::new(report));
    ToClient::Report { id: id.to_owned(), done: count, all: count, report }
}

/// A copy of a game that is over, for somebody who may see it.
async fn over(app: &App, viewer: Viewer, id: &str) -> Result<Fork, ReportError> {
    let fork = app.hub.ask(app, id, |answer| Ask::Fork { viewer: viewer.clone(), answer }).await?;
    if fork.state.phase != Phase::Ended {
        return Err(ReportError::NotOver);
    }
    Ok(fork)
}

/// The report that is kept, if there is one that was made as reports are made now.
pub(crate) async fn stored(app: &App, id: &str) -> Result<Option<GameReport>, StoreError> {
    let text = app.store.report(id).await?;
    let report = text.and_then(|text| serde_json::from_str::<GameReport>(&text).ok());
    Ok(report.filter(|report| report.format == GameReport::FORMAT))
}

/// Tells the listener the report of a game at once, or begins it and tells how far it is.
pub(crate) async fn ask(
    app: &App,
    caller: &Caller,
    viewer: Viewer,
    id: String,
    tag: Option<u32>,
    listener: Listener,
) -> Result<(), HttpFault> {
    let Fork { game, .. } = over(app, viewer, &id).await?;
    if let Some(report) = stored(app, &id).await? {
        listener.answer(tag, &finished(&id, report));
        return Ok(());
    }
    let person = caller.known()?.id.clone();
    caller.spend(app, Allowance::Thinking).await?;
    if !app.reports.join(&id, &person, listener, tag)? {
        return Ok(());
    }
    let oracle = app.tablebases.oracle();
    let effort = Effort::Time(app.config.report_time);
    let work = move || (Review::new(&*game, effort, oracle), game);
    match app.offload.run(&caller.address, work).await {
        Ok((review, game)) => {
            let app = app.clone();
            Work { app, id, person, review, game, runtime: Handle::current() }.go_on();
        }
        Err(fault) => app.reports.fail(&id, fault),
    }
    Ok(())
}

/// A report that is being made.
struct Work {
    app: App,
    id: String,
    /// Whose turn its searches take.
    person: String,
    review: Review,
    game: Box<dyn AnyMatch>,
    runtime: Handle,
}

impl Work {
    /// Hands in the next search, or tells and keeps what came of all.
    fn go_on(mut self) {
        let Some(Task { game, order, place }) = self.review.next_task() else {
            self.finish();
            return;
        };
        let app = self.app.clone();
        let id = self.id.clone();
        let claim = Claim { class: Class::Unwatched, person: self.person.clone(), resumes: true };
        let job = Job {
            id: format!("report.{}.{place}", self.id),
            sort: Sort::Analysis,
            claim,
            // What was found out about one position helps with the others.
            key: format!("report {}", self.id),
            game,
            order,
            report: Box::new(|_| ()),
            done: Box::new(move |answer| {
                // A position that no computer could think about is left out.
                if let Some(thought) = answer.thought() {
                    self.review.take(place, &thought);
                }
                self.app.reports.progress(&self.id, self.review.progress());
                self.go_on();
            }),
        };
        // Hundreds of short searches that build on each other: not worth a way to a worker.
        if let Err(refused) = app.computers.pool.submit(job) {
            app.reports.fail(&id, refused);
        }
    }

    fn finish(self) {
        let Work { app, id, review, game, runtime, .. } = self;
        let report = reports::report(&*game, &review.report());
        runtime.spawn(async move {
            match serde_json::to_string(&report) {
                Ok(text) => keep(&app, &id, &report, &text).await,
                Err(error) => tracing::error!(%error, id, "a report cannot be written"),
            }
            app.reports.end(&id, &finished(&id, report));
        });
    }
}

/// Stores a report; a store that fails is tried again, for the work of minutes is in it.
async fn keep(app: &App, id: &str, report: &GameReport, text: &str) {
    for pause in PAUSES {
        match archiving::keep_report(app, id, report, text.to_owned()).await {
            Ok(()) => return,
            Err(error) => tracing::debug!(%error, id, "a report is not stored yet"),
        }
        tokio::time::sleep(pause).await;
    }
    tracing::error!(id, "a report was not stored; it can be asked for again");
}
