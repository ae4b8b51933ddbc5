//! Game in memory, with its viewers and computers.

use std::collections::HashSet;

use agon_games::Thought;
use agon_protocol::message::ToClient;
use agon_protocol::report::GameReport;
use agon_protocol::state::{Phase, Presence};
use agon_protocol::units::{Millis, Seat, Version};
use agon_table::thinking::Turn;
use agon_table::{Patience, Table, draws};

use crate::wire::{EventRow, Row};

/// No other people play here, so idle games stay open and no win can be claimed.
pub(crate) const PATIENCE: Patience = Patience { lobby: Millis(15 * 60_000), idle: None };
pub(crate) const GRACE: Millis = Millis(60_000);

pub(crate) struct Live {
    pub(crate) table: Table,
    /// Events for clients that resume from an earlier version.
    pub(crate) events: Vec<EventRow>,
    pub(crate) report: Option<GameReport>,
    /// Whether the page watches the game.
    pub(crate) watched: bool,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) found: Option<Found>,
    pub(crate) considering: Option<Considering>,
    /// Whether the computer makes one move although the game is paused.
    pub(crate) stepping: bool,
    /// Earliest time of the next automatic action, after a failed write or search.
    pub(crate) resume_at: Millis,
    pub(crate) attended: Millis,
    away_since: Vec<Option<Millis>>,
    announced: Option<Presence>,
}

/// Search of a computer for its move.
pub(crate) struct Thinking {
    pub(crate) version: Version,
    pub(crate) job: u32,
    pub(crate) turn: Turn,
}

/// Move found by a computer, until it is due.
pub(crate) struct Found {
    pub(crate) version: Version,
    pub(crate) at: Millis,
    pub(crate) text: String,
    pub(crate) spent: Millis,
}

/// Search of a computer about a draw offer.
pub(crate) struct Considering {
    pub(crate) ply: u32,
    pub(crate) seat: Seat,
    pub(crate) begun: Millis,
    pub(crate) job: Option<u32>,
    pub(crate) found: Option<bool>,
}

impl Considering {
    /// Returns when the answer is given.
    pub(crate) fn due(&self) -> Millis {
        self.begun + if self.found.is_some() { draws::EARLIEST } else { draws::LATEST }
    }
}

impl Live {
    pub(crate) fn new(table: Table, events: Vec<EventRow>, now: Millis) -> Live {
        Live {
            table,
            events,
            report: None,
            watched: false,
            thinking: None,
            found: None,
            considering: None,
            stepping: false,
            resume_at: Millis::ZERO,
            attended: now,
            away_since: Vec::new(),
            announced: None,
        }
    }

    pub(crate) fn row(&self, hidden: bool) -> Row {
        Row {
            summary: self.table.summary(),
            secret: self.table.secret.clone(),
            version: self.table.version,
            hidden,
        }
    }

    pub(crate) fn presence(&mut self, me: Option<&str>, now: Millis) -> Presence {
        let looking: HashSet<&str> = me.filter(|_| self.watched).into_iter().collect();
        let strangers = usize::from(self.watched && me.is_none());
        self.table.presence(&looking, strangers, false, &mut self.away_since, GRACE, now)
    }

    /// Returns the presence if it has changed and the page watches the game.
    pub(crate) fn announce(&mut self, me: Option<&str>, now: Millis) -> Option<ToClient> {
        if self.watched || self.table.phase == Phase::Open {
            self.attended = now;
        }
        let presence = self.presence(me, now);
        if self.announced.as_ref() == Some(&presence) {
            return None;
        }
        self.announced = Some(presence.clone());
        let id = self.table.id.clone();
        self.watched.then_some(ToClient::Presence { id, presence })
    }

    /// Returns whether the computer to move may search. Games between computers wait for a viewer,
    /// and a draw offer is answered first.
    pub(crate) fn may_think(&self, now: Millis) -> bool {
        let going = (!self.table.paused || self.stepping) && self.considering.is_none();
        let wanted = self.watched || !self.table.people().is_empty();
        going && wanted && self.resume_at <= now && self.table.computer_to_move().is_some()
    }

    /// Takes the result of the computer's search, or its failure.
    pub(crate) fn hear_thought(&mut self, thought: Option<&Thought>) {
        let Some(Thinking { version, turn, .. }) = self.thinking.take() else { return };
        let spent = thought.map_or(Millis::ZERO, |thought| thought.time.into());
        let at = turn.due(thought);
        // After a failed search the computer makes any move, so that the game continues.
        let best = thought.and_then(|thought| thought.best.clone());
        if let Some(text) = best.or_else(|| self.table.game.moves().into_iter().next()) {
            self.found = Some(Found { version, at, text, spent: spent.max(Millis(1)) });
        }
    }

    /// Returns when the next automatic action is due.
    pub(crate) fn wake_at(&self, now: Millis) -> Option<Millis> {
        let found = self.found.as_ref().map(|found| found.at);
        let draw = self.considering.as_ref().map(Considering::due);
        let deadline = self.table.deadline(PATIENCE, self.attended, now).map(|due| due.at);
        let next = [found, draw, deadline].into_iter().flatten().min();
        let resume = (self.resume_at > now).then_some(self.resume_at);
        next.into_iter().chain(resume).map(|at| at.max(self.resume_at)).min()
    }

    /// Returns whether the game can be dropped from memory.
    pub(crate) fn is_idle(&self) -> bool {
        let busy = self.thinking.is_some() || self.found.is_some() || self.considering.is_some();
        !self.watched && !busy
    }
}
