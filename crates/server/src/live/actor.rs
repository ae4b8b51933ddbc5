//! The task that owns a game. It takes one message after the other; what they change is stored
//! first and told afterwards, so that nobody ever saw a move that a crash could undo.

use std::time::Duration;

use agon_games::{AnyMatch, Thought};
use agon_store::{EventRow, Write};
use tokio::sync::{mpsc, oneshot};

use super::audience::{Audience, Listener, Viewer};
use super::decide::Decision;
use super::draws::{self, Considering};
use super::table::Table;
use super::thinking::{Advice, Thinking, urgency};
use crate::error::{Code, Fault};
use crate::protocol::action::Action;
use crate::protocol::event::{Event, Recorded};
use crate::protocol::message::ToClient;
use crate::protocol::setup::{Occupant, PersonRef, Setup};
use crate::protocol::state::{Phase, Snapshot, State};
use crate::state::App;
use crate::time::{instant_of, now};

pub(super) type Answer<T> = oneshot::Sender<Result<T, Fault>>;

/// A message to the task of a game.
pub(crate) enum Ask {
    /// Do something.
    Act { viewer: Viewer, action: Action, answer: Answer<u64> },
    /// Everything about the game.
    Look { viewer: Viewer, answer: Answer<Box<Snapshot>> },
    /// Tell this connection what happens.
    Watch {
        viewer: Viewer,
        listener: Listener,
        since: Option<u64>,
        tag: Option<u32>,
        answer: Answer<()>,
    },
    /// The connection does not want to hear more.
    Unwatch { number: u64 },
    /// Which move would a strong player make?
    Hint { viewer: Viewer, answer: Answer<Advice> },
    /// The game to go on with elsewhere: for files and replays.
    Fork { viewer: Viewer, answer: Answer<Fork> },
}

/// A copy of a game.
pub(crate) struct Fork {
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) occupants: Vec<Option<Occupant>>,
    pub(crate) created: u64,
    pub(crate) state: State,
}

/// Ends after so long without anything to do.
const IDLE: Duration = Duration::from_secs(60);
/// Looks for a free computer again after this time.
const BUSY: u64 = 500;

pub(crate) struct Actor {
    pub(super) app: App,
    pub(super) table: Table,
    pub(super) audience: Audience,
    thinking: Option<Thinking>,
    /// What the computer found, until its time has come.
    found: Option<Found>,
    /// A computer that considers the offer of a draw.
    pub(super) considering: Option<Considering>,
    /// The version for which it was told that the computer may not think yet.
    pub(super) queued_told: Option<u64>,
    /// One move of a computer although the game is paused.
    stepping: bool,
    /// Not before is a computer asked again.
    retry_at: u64,
    /// Since when an open lobby has been without its host.
    deserted: Option<u64>,
    /// The store failed, and what the table shows may not be what is stored.
    broken: bool,
}

struct Found {
    version: u64,
    at: u64,
    text: String,
    spent: u64,
}

impl Actor {
    pub(crate) async fn run(
        app: App,
        id: String,
        table: Option<Table>,
        mut asks: mpsc::Receiver<Ask>,
    ) {
        let table = match table {
            Some(table) => Ok(table),
            None => app.load(&id).await,
        };
        match table {
            Ok(table) => {
                let mut actor = Actor {
                    app,
                    table,
                    audience: Audience::default(),
                    thinking: None,
                    found: None,
                    considering: None,
                    queued_told: None,
                    stepping: false,
                    retry_at: 0,
                    deserted: None,
                    broken: false,
                };
                actor.live(&id, asks).await;
            }
            Err(fault) => {
                // Whoever asks in this moment hears it; later ones make a new attempt.
                let first = tokio::time::timeout(Duration::from_secs(1), asks.recv()).await;
                if let Ok(Some(ask)) = first {
                    refuse(ask, &fault);
                }
                while !app.hub.retire(&id, &mut asks) {
                    while let Ok(ask) = asks.try_recv() {
                        refuse(ask, &fault);
                    }
                }
            }
        }
    }

    async fn live(&mut self, id: &str, mut asks: mpsc::Receiver<Ask>) {
        self.settle().await;
        loop {
            if self.broken {
                // Whoever asks again gets a new task, and that the game as it is stored.
                self.audience.cut_off();
                asks.close();
                return;
            }
            self.consider_draw();
            self.think();
            let wake = self.wake_at();
            let timer = tokio::time::sleep_until(
                wake.map_or_else(|| tokio::time::Instant::now() + IDLE, instant_of),
            );
            tokio::select! {
                ask = asks.recv() => match ask {
                    Some(ask) => self.hear(ask).await,
                    None => return,
                },
                thought = answer(&mut self.thinking) => self.hear_thought(thought),
                accept = draws::answer(&mut self.considering, &self.table) => {
                    self.answer_draw(accept).await;
                }
                () = timer => {
                    if wake.is_none() && self.is_idle() {
                        if self.app.hub.retire(id, &mut asks) {
                            return;
                        }
                    } else {
                        self.act_by_clock().await;
                    }
                }
            }
        }
    }

    /// Nobody listens, and nothing will happen by itself.
    fn is_idle(&self) -> bool {
        self.audience.is_empty() && self.thinking.is_none()
    }

    /// When the task has something to do without being asked.
    fn wake_at(&self) -> Option<u64> {
        let now = now();
        let found = self.found.as_ref().map(|found| found.at);
        let waits = self.may_think() && self.thinking.is_none() && self.found.is_none();
        let retry = waits.then(|| self.retry_at.max(now + 1));
        let flag = self.table.turn().filter(|_| self.table.computer_to_move().is_none());
        let flag =
            flag.and_then(|seat| self.table.clocks.as_ref()?.falls_at(usize::from(seat), now));
        let desertion = self.deserted.map(|since| since + self.app.config.lobby_grace);
        [found, retry, flag, desertion].into_iter().flatten().min()
    }

    /// Computers among themselves wait while nobody watches; one that is offered a draw answers
    /// first.
    fn may_think(&self) -> bool {
        let going = (!self.table.paused || self.stepping) && self.considering.is_none();
        let wanted = !self.audience.is_empty() || !self.table.people().is_empty();
        going && wanted && self.table.computer_to_move().is_some()
    }

    /// Lets a computer think if it is its turn, and no other one.
    fn think(&mut self) {
        let version = self.table.version;
        let wanted = self.may_think();
        if self.thinking.as_ref().is_some_and(|t| !wanted || t.version != version) {
            self.thinking = None;
        }
        if self.found.as_ref().is_some_and(|found| !wanted || found.version != version) {
            self.found = None;
        }
        if !wanted {
            return;
        }
        let now = now();
        let class = urgency(&self.table, &self.audience);
        if let Some(thinking) = &mut self.thinking {
            thinking.reclass(class);
        } else if self.found.is_none() && self.retry_at <= now {
            match Thinking::start(&self.table, &self.app, class, now) {
                Ok(thinking) => self.thinking = thinking,
                Err(refused) => {
                    self.retry_at = now + BUSY;
                    self.tell_queued(refused);
                }
            }
        }
    }

    /// The computer has found something, has failed (`Some(None)`), or was not asked after all.
    fn hear_thought(&mut self, answer: Option<Option<Thought>>) {
        let Some(thinking) = self.thinking.take() else { return };
        let Some(thought) = answer else {
            self.retry_at = now() + BUSY;
            return;
        };
        let spent = thought.as_ref().map_or(0, |thought| thought.time.as_millis() as u64);
        let at = thinking.due(thought.as_ref());
        // A computer that fails still makes a move: the game must go on.
        let best = thought.and_then(|thought| thought.best);
        let text = best.or_else(|| self.table.game.moves().into_iter().next());
        if let Some(text) = text {
            let version = thinking.version;
            self.found = Some(Found { version, at, text, spent: spent.max(1) });
        }
    }

    async fn act_by_clock(&mut self) {
        let now = now();
        if let Some(flag) = self.table.fallen_flag(now) {
            self.commit(vec![flag]).await;
            return;
        }
        if let Some(found) = self.found.take_if(|found| found.at <= now) {
            let Some((seat, ..)) = self.table.computer_to_move() else { return };
            if found.version == self.table.version {
                self.stepping = false;
                match self.table.moved(seat, &found.text, now, Some(found.spent)) {
                    Ok(events) => self.commit(events).await,
                    Err(fault) => {
                        tracing::error!(id = self.table.id, ?fault, "a computer's move is refused");
                        self.retry_at = now + BUSY;
                        true
                    }
                };
            }
            return;
        }
        let since = self.deserted.filter(|since| since + self.app.config.lobby_grace <= now);
        if since.is_some() && self.table.phase == Phase::Open {
            self.commit(vec![Event::Closed]).await;
        }
    }

    async fn hear(&mut self, ask: Ask) {
        match ask {
            Ask::Act { viewer, action, answer } => {
                let result = self.act(&viewer, &action).await;
                let _ = answer.send(result);
            }
            Ask::Look { viewer, answer } => {
                let result = self.visible(&viewer).map(|()| Box::new(self.snapshot(&viewer)));
                let _ = answer.send(result);
            }
            Ask::Watch { viewer, listener, since, tag, answer } => {
                let result = self.watch(&viewer, listener, since, tag).await;
                let _ = answer.send(result);
            }
            Ask::Unwatch { number } => {
                self.audience.part(number);
                self.announce();
            }
            Ask::Hint { viewer, answer } => self.hint(&viewer, answer),
            Ask::Fork { viewer, answer } => {
                let fork = |actor: &Actor| Fork {
                    game: actor.table.game.fork(),
                    occupants: actor.table.occupants.clone(),
                    created: actor.table.created,
                    state: actor.table.state(now()),
                };
                let _ = answer.send(self.visible(&viewer).map(|()| fork(self)));
            }
        }
    }

    async fn act(&mut self, viewer: &Viewer, action: &Action) -> Result<u64, Fault> {
        let person = viewer.person.clone().ok_or_else(Fault::no_identity)?;
        self.visible(viewer)?;
        let now = now();
        if let Some(flag) = self.table.fallen_flag(now) {
            self.commit(vec![flag]).await;
        }
        let presence = self.audience.presence(&self.table, self.app.config.grace, now);
        if let Action::Fill { kind: Some(kind), .. } = action {
            let Setup { game, rules, .. } = &self.table.setup;
            self.app.databases.check_kind(kind, game, rules)?;
        }
        let decision = match self.table.decide(&person, action, &presence, now) {
            Ok(decision) => decision,
            Err(fault) => return Err(self.with_current(fault)),
        };
        let stored = match decision {
            Decision::Events(events) => self.commit(events).await,
            Decision::Step => {
                self.stepping = true;
                true
            }
            Decision::Rematch { offer, swap } => {
                let id = self.begin_rematch(&person, swap).await?;
                self.commit(vec![offer, Event::Rematch { id }]).await
            }
        };
        if !stored {
            let fault =
                Fault::new(Code::Storage, "the database does not work; nothing was changed");
            return Err(if self.broken { fault } else { self.with_current(fault) });
        }
        Ok(self.table.version)
    }

    /// The same game once more, with the same players.
    async fn begin_rematch(&mut self, person: &PersonRef, swap: bool) -> Result<String, Fault> {
        let mut setup = self.table.setup.clone();
        setup.seats.clone_from(&self.table.occupants);
        if swap {
            setup.seats.rotate_right(1);
        }
        setup.host = setup.host.or_else(|| Some(person.clone()));
        let table = self.app.store_new(setup).await?;
        let id = table.id.clone();
        self.app.hub.adopt(&self.app, table);
        Ok(id)
    }

    /// Applies events with what follows from them, stores all of it at once, then tells it.
    /// When that fails the game is read again from the store, as if nothing had happened.
    pub(super) async fn commit(&mut self, events: Vec<Event>) -> bool {
        match self.try_commit(events).await {
            Ok(()) => {
                self.announce();
                true
            }
            Err(fault) => {
                tracing::error!(id = self.table.id, ?fault, "an event was not stored");
                match self.app.load(&self.table.id).await {
                    Ok(table) => self.table = table,
                    Err(_) => self.broken = true,
                }
                false
            }
        }
    }

    async fn try_commit(&mut self, events: Vec<Event>) -> Result<(), Fault> {
        let at = now();
        let mut messages = Vec::new();
        let mut rows = Vec::new();
        let mut seats_changed = false;
        let mut list_changed = false;
        let mut waiting = events.into_iter();
        while let Some(event) = self.table.consequence().or_else(|| waiting.next()) {
            // What was meant for a game that has just ended is no longer possible.
            let over = matches!(self.table.phase, Phase::Ended | Phase::Closed);
            if over && !matches!(event, Event::RematchOffered { .. } | Event::Rematch { .. }) {
                continue;
            }
            let recorded = Recorded { version: self.table.version + 1, at, event };
            let played = self.table.steps.len();
            self.table.apply(&recorded)?;
            rows.push(event_row(&recorded)?);
            seats_changed |= matches!(recorded.event, Event::Seated { .. } | Event::Stood { .. });
            list_changed |= !matches!(recorded.event, Event::Moved { .. });
            let view = recorded.event.changes_view().then(|| Box::new(self.table.view().clone()));
            messages.push(ToClient::Event {
                id: self.table.id.clone(),
                recorded,
                step: self.table.steps.get(played).cloned().map(Box::new),
                state: Box::new(self.table.state(at)),
                view,
            });
        }
        if rows.is_empty() {
            return Ok(());
        }
        let (game, row) = (self.table.id.clone(), Some(self.table.row()?));
        let seats = seats_changed.then(|| self.table.seat_rows());
        self.app.metrics.events.add(rows.len() as u64);
        self.app.store.write(Write::Events { game, row, seats, events: rows }).await?;
        for message in &messages {
            self.audience.tell(message);
        }
        if list_changed {
            self.app.lobby.update(&self.table.summary());
        }
        Ok(())
    }

    /// What follows by itself when the task begins.
    async fn settle(&mut self) {
        if self.table.consequence().is_some() {
            self.commit(Vec::new()).await;
        }
        self.announce();
    }

    pub(super) fn announce(&mut self) {
        let now = now();
        self.audience.announce(&self.table, self.app.config.grace, now);
        let host = self.table.setup.host.as_ref();
        let here = host.is_some_and(|host| self.audience.has(&host.id));
        self.deserted = if self.table.phase == Phase::Open && !here {
            self.deserted.or(Some(now))
        } else {
            None
        };
    }
}

/// The computer's answer; `None` when its job was dropped; never, while none thinks.
async fn answer(thinking: &mut Option<Thinking>) -> Option<Option<Thought>> {
    match thinking {
        Some(thinking) => (&mut thinking.answer).await.ok(),
        None => std::future::pending().await,
    }
}

pub(crate) fn event_row(recorded: &Recorded) -> Result<EventRow, Fault> {
    let payload = serde_json::to_string(&recorded.event)
        .map_err(|_| Fault::new(Code::Storage, "an event cannot be written"))?;
    Ok(EventRow {
        version: recorded.version as i64,
        kind: recorded.event.kind().into(),
        payload,
        at: recorded.at as i64,
    })
}

fn refuse(ask: Ask, fault: &Fault) {
    let fault = fault.clone();
    // Whoever asked may have gone.
    match ask {
        Ask::Act { answer, .. } => drop(answer.send(Err(fault))),
        Ask::Look { answer, .. } => drop(answer.send(Err(fault))),
        Ask::Watch { answer, .. } => drop(answer.send(Err(fault))),
        Ask::Hint { answer, .. } => drop(answer.send(Err(fault))),
        Ask::Fork { answer, .. } => drop(answer.send(Err(fault))),
        Ask::Unwatch { .. } => {}
    }
}
