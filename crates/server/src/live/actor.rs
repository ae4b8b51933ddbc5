//! The task that owns a game. It takes one message after the other; what they change is stored
//! first and told afterwards, so that nobody ever saw a move that a crash could undo.

use std::time::Duration;

use agon_games::{AnyMatch, Thought};
use agon_protocol::action::{Action, Command, LONGEST_ID};
use agon_protocol::event::{Cause, Event};
use agon_protocol::people::Person;
use agon_protocol::setup::{Occupant, Setup};
use agon_protocol::state::{GameState, Phase, Snapshot};
use agon_protocol::units::{Millis, Version};
use agon_store::{EventRow, StoreError, Write};
use agon_table::thinking::check_kind;
use agon_table::{Deadline, Decision, Table};
use tokio::sync::{mpsc, oneshot};

use super::audience::{Audience, Listener, Viewer};
use super::draws::{self, Considering};
use super::error::{CommitError, GameError};
use super::feed::Feed;
use super::filing::{Filed, LEASE};
use super::thinking::{Advice, Thinking, urgency};
use crate::state::App;
use crate::time::{instant_of, now};

pub(super) type Answer<T> = oneshot::Sender<Result<T, GameError>>;

/// A message to the task of a game.
pub(crate) enum Ask {
    /// Do something.
    Act { viewer: Viewer, action: Command, answer: Answer<Version> },
    /// Everything about the game.
    Look { viewer: Viewer, answer: Answer<Box<Snapshot>> },
    /// Tell this connection what happens.
    Watch {
        viewer: Viewer,
        listener: Listener,
        since: Option<Version>,
        tag: Option<u32>,
        answer: Answer<()>,
    },
    /// The connection does not want to hear more.
    Unwatch { number: u64 },
    /// Somebody has another name or picture.
    Know { person: Person },
    /// Which move would a strong player make?
    Hint { viewer: Viewer, answer: Answer<Advice> },
    /// The game to go on with elsewhere: for files and replays.
    Fork { viewer: Viewer, answer: Answer<Fork> },
    /// The time has come that the store has for this game.
    Due { answer: Answer<()> },
    /// The host removes the game; this is noted with it.
    Remove { deed: Write, answer: Answer<()> },
    /// Another server has removed the game.
    Removed,
    /// Write down what lists and restarts need.
    File { answer: Answer<()> },
}

/// A copy of a game.
pub(crate) struct Fork {
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) occupants: Vec<Option<Occupant>>,
    pub(crate) created: Millis,
    pub(crate) state: GameState,
}

/// Milliseconds that a new task waits for whoever has started it.
const FRESH: Millis = Millis(1_000);
/// Milliseconds by which the clocks of two servers may differ.
const MOST_APART: Millis = Millis(10_000);
/// An action is decided again so often when other servers are quicker.
const MOST_ATTEMPTS: u32 = 5;
/// Looks for a free computer again after this time.
const BUSY: Millis = Millis(500);

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
    pub(super) queue_announced: Option<Version>,
    /// One move of a computer although the game is paused.
    stepping: bool,
    /// Not before is a computer asked again.
    retry_at: Millis,
    /// When somebody was last here who cares for the game.
    pub(super) attended: Millis,
    /// What the row in the store says.
    pub(super) filed: Filed,
    /// Has anybody but the server itself asked for the game?
    asked: bool,
    /// When the task may end if nobody needs it.
    rest_at: Millis,
    /// The store has failed: not before is anything done by itself.
    pub(super) resume_at: Millis,
    /// The store failed, and what the table shows may not be what is stored.
    pub(super) broken: bool,
    /// The game is no more.
    pub(super) removed: bool,
    /// What other servers tell of the game.
    pub(super) feed: Feed,
    /// The last events of the table, if they were received over NATS and not yet compared with the store.
    pub(super) received: Vec<EventRow>,
}

struct Found {
    version: Version,
    at: Millis,
    text: String,
    spent: Millis,
}

impl Actor {
    pub(crate) async fn run(
        app: App,
        id: String,
        game: Option<(Table, Filed)>,
        mut asks: mpsc::Receiver<Ask>,
    ) {
        let asked = game.is_some();
        let stays = if asked { Millis(app.config.rest) } else { FRESH };
        let game = match game {
            Some(game) => Ok(game),
            None => app.load(&id).await,
        };
        match game {
            Ok((table, filed)) => {
                let now = now();
                let mut attended = table.attended(app.patience(), filed.due(), now);
                if table.phase == Phase::Open {
                    // A host who was here when the server ended may come back.
                    attended = attended.max(app.started);
                }
                let mut actor = Actor {
                    app,
                    table,
                    audience: Audience::default(),
                    thinking: None,
                    found: None,
                    considering: None,
                    queue_announced: None,
                    stepping: false,
                    retry_at: Millis::ZERO,
                    attended,
                    filed,
                    asked,
                    rest_at: now + stays,
                    resume_at: Millis::ZERO,
                    broken: false,
                    removed: false,
                    feed: Feed::default(),
                    received: Vec::new(),
                };
                actor.live(&id, asks).await;
            }
            Err(error) => {
                let error = GameError::Load(error);
                // The asks of this moment fail; later ones make another attempt.
                let first = tokio::time::timeout(Duration::from_secs(1), asks.recv()).await;
                if let Ok(Some(ask)) = first {
                    refuse(ask, &error);
                }
                while !app.hub.retire(&id, &mut asks) {
                    while let Ok(ask) = asks.try_recv() {
                        refuse(ask, &error);
                    }
                }
            }
        }
    }

    async fn live(&mut self, id: &str, mut asks: mpsc::Receiver<Ask>) {
        self.settle().await;
        loop {
            if self.removed {
                self.app.hub.note(id, None);
                asks.close();
                return;
            }
            if self.broken {
                // Whoever asks again gets a new task, and that the game as it is stored.
                self.app.hub.note(id, None);
                self.audience.cut_off();
                asks.close();
                return;
            }
            self.consider_draw();
            self.think();
            self.attend_feed().await;
            let now = self.time();
            let wake = self.wake_at(now);
            let filing = self.filed.again_at(self.table.version);
            let rest = self.may_rest(wake, now).then_some(self.rest_at);
            let next = [wake, filing, rest, self.feed.due()].into_iter().flatten().min();
            tokio::select! {
                ask = asks.recv() => match ask {
                    Some(ask) => self.hear(ask).await,
                    None => return,
                },
                thought = answer(&mut self.thinking) => self.hear_thought(thought),
                accept = draws::answer(&mut self.considering, &self.table) => {
                    self.answer_draw(accept).await;
                }
                news = self.feed.next() => self.hear_news(news).await,
                () = until(next) => {
                    let now = self.time();
                    let come = |time: Option<Millis>| time.is_some_and(|at| at <= now);
                    if come(wake) {
                        self.act_by_clock().await;
                    } else if come(rest) {
                        // A row that cannot be written is older, and no harm.
                        let _ = self.file_for_later().await;
                        if self.app.hub.retire(id, &mut asks) {
                            self.app.hub.note(id, None);
                            return;
                        }
                    } else if come(filing) {
                        let _ = self.file().await;
                    }
                }
            }
        }
    }

    /// Now, with all that is known of times when the server stood still.
    /// The clocks of servers differ a little; within a game time does not go back for that.
    pub(super) fn time(&mut self) -> Millis {
        let now = now();
        self.table.learn(self.app.pulse.beat(now));
        let last = self.table.updated;
        if self.app.store.is_shared() && last > now && last <= now + MOST_APART {
            last
        } else {
            now
        }
    }

    /// Does nobody listen or think, and will nothing happen soon?
    fn may_rest(&self, wake: Option<Millis>, now: Millis) -> bool {
        let thinks = self.thinking.is_some() || self.considering.is_some();
        let idle = self.audience.is_empty() && !thinks;
        idle && wake.is_none_or(|at| at > now + LEASE)
    }

    /// When the task has something to do without being asked.
    fn wake_at(&self, now: Millis) -> Option<Millis> {
        let found = self.found.as_ref().map(|found| found.at);
        let waits = self.may_think() && self.thinking.is_none() && self.found.is_none();
        let retry = waits.then(|| self.retry_at.max(now + Millis(1)));
        let deadline = self.table.deadline(self.patience(), self.attended, now);
        let deadline = deadline.map(|deadline| deadline.at.max(self.resume_at));
        [found, retry, deadline, self.audience.due()].into_iter().flatten().min()
    }

    /// Computers among themselves wait while nobody watches; one that is offered a draw answers
    /// first.
    fn may_think(&self) -> bool {
        let going = (!self.table.paused || self.stepping) && self.considering.is_none();
        let wanted = !self.audience.is_empty() || !self.table.people().is_empty();
        going && wanted && self.leads() && self.table.computer_to_move().is_some()
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
        let now = self.time();
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
        let spent = thought.as_ref().map_or(Millis::ZERO, |thought| thought.time.into());
        let at = thinking.due(thought.as_ref());
        // A computer that fails still makes a move: the game must go on.
        let best = thought.and_then(|thought| thought.best);
        let text = best.or_else(|| self.table.game.moves().into_iter().next());
        if let Some(text) = text {
            let version = thinking.version;
            self.found = Some(Found { version, at, text, spent: spent.max(Millis(1)) });
        }
    }

    async fn act_by_clock(&mut self) {
        let now = self.time();
        if self.audience.due().is_some_and(|due| due <= now) {
            self.announce();
        }
        self.attend(now);
        let deadline = self.table.deadline(self.patience(), self.attended, now);
        if let Some(Deadline { event, .. }) = deadline.filter(|deadline| deadline.at <= now) {
            self.commit(vec![event]).await;
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
                    }
                }
            }
        }
    }

    /// Does what is due, and notes when something is due again.
    async fn be_due(&mut self) -> Result<(), GameError> {
        self.sync().await?;
        self.act_by_clock().await;
        if self.broken {
            return Err(GameError::Silent);
        }
        let now = self.time();
        // Whoever took it from the index has put it a little later there.
        if self.filed.due().is_some_and(|due| due <= now + LEASE) {
            self.file().await?;
        }
        Ok(())
    }

    async fn hear(&mut self, ask: Ask) {
        let now = self.time();
        if !matches!(ask, Ask::Due { .. } | Ask::File { .. } | Ask::Know { .. } | Ask::Removed) {
            self.asked = true;
            self.rest_at = now + Millis(self.app.config.rest);
        } else if !self.asked {
            self.rest_at = now;
        }
        match ask {
            Ask::Act { viewer, action, answer } => {
                let result = self.act(&viewer, &action).await;
                let _ = answer.send(result);
            }
            // A task that is broken drops the question: the next one answers it.
            Ask::Look { viewer, answer } => {
                if !self.refresh().await {
                    return;
                }
                let result = self.visible(&viewer).map(|()| Box::new(self.snapshot(&viewer)));
                let _ = answer.send(result);
            }
            Ask::Watch { viewer, listener, since, tag, answer } => {
                if !self.refresh().await {
                    return;
                }
                let result = self.watch(&viewer, listener, since, tag).await;
                let _ = answer.send(result);
            }
            Ask::Unwatch { number } => {
                self.audience.part(number);
                self.announce();
            }
            Ask::Know { person } => self.know(&person),
            Ask::Hint { viewer, answer } => {
                if !self.refresh().await {
                    return;
                }
                self.hint(&viewer, answer).await;
            }
            Ask::Fork { viewer, answer } => {
                if !self.refresh().await {
                    return;
                }
                let fork = |actor: &Actor| Fork {
                    game: actor.table.game.fork(),
                    occupants: actor.table.occupants.clone(),
                    created: actor.table.created,
                    state: actor.table.state(now),
                };
                let _ = answer.send(self.visible(&viewer).map(|()| fork(self)));
            }
            Ask::Due { answer } => {
                let result = self.be_due().await;
                let _ = answer.send(result);
            }
            Ask::Remove { deed, answer } => {
                let result = self.remove(deed, now).await;
                let _ = answer.send(result.map_err(GameError::from));
            }
            Ask::Removed => self.be_removed(),
            Ask::File { answer } => {
                let result = self.file_for_later().await;
                let _ = answer.send(result.map_err(GameError::from));
            }
        }
    }

    async fn act(&mut self, viewer: &Viewer, command: &Command) -> Result<Version, GameError> {
        let person = viewer.person.clone().ok_or(GameError::NoIdentity)?;
        self.visible(viewer)?;
        let Command { id, action } = command;
        if let Some(id) = id {
            if !(1..=LONGEST_ID).contains(&id.len()) {
                return Err(GameError::BadActionId);
            }
            if let Some(version) = self.table.answered(&person.id, id) {
                return Ok(version);
            }
        }
        let mut attempts = 0;
        loop {
            let cause = id.as_ref().map(|id| Cause { person: person.id.clone(), id: id.clone() });
            match self.decide(&person, action, cause).await {
                Ok(()) => return Ok(self.table.version),
                Err(GameError::Commit { error: CommitError::Overtaken, .. })
                    if attempts < MOST_ATTEMPTS => {}
                // It may be stored all the same, and known by now.
                Err(GameError::Commit { error: CommitError::Doubtful(_), .. })
                    if self.has_done(&person, id.as_deref()) => {}
                Err(error @ GameError::Commit { .. }) => return Err(error),
                // A refusal holds only if this is how the game stands everywhere.
                Err(error) if attempts < MOST_ATTEMPTS && self.sync().await? => {
                    tracing::debug!(%error, "decided again");
                }
                Err(error) => return Err(error),
            }
            attempts += 1;
            // What another server has written may be this very command.
            if let Some(version) = id.as_ref().and_then(|id| self.table.answered(&person.id, id)) {
                return Ok(version);
            }
        }
    }

    fn has_done(&self, person: &Person, id: Option<&str>) -> bool {
        id.is_some_and(|id| self.table.answered(&person.id, id).is_some())
    }

    /// Decides about an action as the game stands here, and commits the resulting events.
    async fn decide(
        &mut self,
        person: &Person,
        action: &Action,
        cause: Option<Cause>,
    ) -> Result<(), GameError> {
        let now = self.time();
        if let Some(flag) = self.table.fallen_flag(now) {
            self.commit(vec![flag]).await;
        }
        let presence = self.audience.presence(&self.table, self.app.grace(), now);
        if let Action::Fill { kind: Some(kind), .. } = action {
            let Setup { game, rules, .. } = &self.table.setup;
            check_kind(kind, || self.app.tablebases.has(game, rules))?;
        }
        if matches!(action, Action::Sit { .. })
            && self.table.setup.rated
            && !self.is_registered(person).await?
        {
            return Err(GameError::RegisteredOnly);
        }
        let decision = match self.table.decide(person, action, &presence, now) {
            Ok(decision) => decision,
            Err(fault) => return Err(self.refusal(fault)),
        };
        match decision {
            Decision::Events(events) => self.commit_with(events, cause, None).await,
            Decision::Step => {
                self.stepping = true;
                if let Some(cause) = cause {
                    self.table.remember(cause);
                }
                Ok(())
            }
            Decision::Again { mut events, swap } => {
                let next = self.app.begin(self.table.again(person, swap))?;
                events.push(Event::Rematch { id: next.table.id.clone() });
                let committed = self.commit_with(events, cause, Some(next.write())).await;
                if committed.is_ok() {
                    self.app.open(next);
                }
                committed
            }
        }
        .map_err(|error| self.not_committed(error))
    }

    async fn is_registered(&self, person: &Person) -> Result<bool, StoreError> {
        let known = self.app.store.person(&person.id).await?;
        Ok(known.is_some_and(|known| known.login.is_some()))
    }
}

/// Waits until then; for ever if there is no such time.
async fn until(time: Option<Millis>) {
    match time {
        Some(at) => tokio::time::sleep_until(instant_of(at)).await,
        None => std::future::pending().await,
    }
}

/// The computer's answer; `None` when its job was dropped; never, while none thinks.
async fn answer(thinking: &mut Option<Thinking>) -> Option<Option<Thought>> {
    match thinking {
        Some(thinking) => (&mut thinking.answer).await.ok(),
        None => std::future::pending().await,
    }
}

fn refuse(ask: Ask, error: &GameError) {
    let error = error.clone();
    // Whoever asked may have gone.
    match ask {
        Ask::Act { answer, .. } => drop(answer.send(Err(error))),
        Ask::Look { answer, .. } => drop(answer.send(Err(error))),
        Ask::Watch { answer, .. } => drop(answer.send(Err(error))),
        Ask::Hint { answer, .. } => drop(answer.send(Err(error))),
        Ask::Fork { answer, .. } => drop(answer.send(Err(error))),
        Ask::Due { answer } | Ask::File { answer } | Ask::Remove { answer, .. } => {
            drop(answer.send(Err(error)));
        }
        Ask::Unwatch { .. } | Ask::Know { .. } | Ask::Removed => {}
    }
}
