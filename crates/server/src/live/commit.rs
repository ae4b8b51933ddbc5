//! What happens is stored first and told afterwards.

use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Cause, Event};
use agon_protocol::message::ToClient;
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_store::{EventRow, SeatRow, StoreError, Write};

use super::actor::Actor;
use crate::state::unreadable;

/// Milliseconds after which what happens by itself is tried again when it was not stored.
const AGAIN: Millis = Millis(1_000);

/// What became of an attempt to store something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Commit {
    /// It is stored, and was told.
    Stored,
    /// Another server was first: what has happened there is known now, and nothing was changed.
    Overtaken,
    /// The store failed: as if nothing had happened.
    Failed,
    /// The store does not answer: nobody knows whether it is stored.
    Doubtful,
}

impl Actor {
    /// Applies events with what follows from them, stores all of it at once, then tells it.
    /// When that fails the game is read again from the store, as if nothing had happened.
    pub(super) async fn commit(&mut self, events: Vec<Event>) -> bool {
        self.commit_with(events, None, None).await == Commit::Stored
    }

    /// The same for a command, which is answered with the version it led to, and with another
    /// change: both are stored, or none.
    pub(super) async fn commit_with(
        &mut self,
        events: Vec<Event>,
        cause: Option<Cause>,
        beside: Option<Write>,
    ) -> Commit {
        let seen = self.table.version;
        match self.try_commit(events, cause, beside).await {
            Ok(true) => {
                self.announce();
                Commit::Stored
            }
            Ok(false) => match self.catch_up(seen).await {
                Ok(()) => Commit::Overtaken,
                Err(fault) => {
                    tracing::error!(id = self.table.id, ?fault, "a game cannot be followed");
                    self.broken = true;
                    Commit::Failed
                }
            },
            Err(fault) => {
                tracing::error!(id = self.table.id, ?fault, "an event was not stored");
                self.resume_at = self.time() + AGAIN;
                self.broken |= self.catch_up(seen).await.is_err();
                if fault.code == Code::Busy { Commit::Doubtful } else { Commit::Failed }
            }
        }
    }

    /// Stores events and tells them; false when another server has written these versions.
    async fn try_commit(
        &mut self,
        events: Vec<Event>,
        cause: Option<Cause>,
        beside: Option<Write>,
    ) -> Result<bool, Fault> {
        let at = self.time();
        let mut messages = Vec::new();
        let carried_out = self.table.carry_out(events, at, |table, recorded, step| {
            let view = recorded.event.changes_view().then(|| Box::new(table.view().clone()));
            messages.push(ToClient::Event {
                id: table.id.clone(),
                recorded: recorded.clone(),
                step: step.map(Box::new),
                state: Box::new(table.state(at)),
                view,
            });
        });
        let happened = carried_out.map_err(unreadable)?;
        let last = happened.len().saturating_sub(1);
        let row = |(i, recorded)| EventRow::new(recorded, cause.as_ref().filter(|_| i == last));
        let rows = happened.iter().enumerate().map(row).collect::<Result<Vec<_>, StoreError>>()?;
        if let Some(cause) = cause {
            self.table.remember(cause);
        }
        if rows.is_empty() {
            return Ok(true);
        }
        let any = |test: fn(&Event) -> bool| happened.iter().any(|one| test(&one.event));
        let seats_changed =
            any(|event| matches!(event, Event::Seated { .. } | Event::Stood { .. }));
        let game = self.table.id.clone();
        let row = self.row_with(happened.iter().map(|one| &one.event), at)?;
        let seats = seats_changed.then(|| SeatRow::all(&self.table.seat_states()));
        self.app.metrics.events.add(rows.len() as u64);
        let told = (!self.app.cluster.is_alone()).then(|| rows.clone());
        let mut write = Write::Events { game, row: row.clone(), seats, events: rows };
        if let Some(beside) = beside {
            write = Write::Together(vec![write, beside]);
        }
        match self.app.store.write(write).await {
            Ok(()) => {}
            Err(StoreError::Conflict) if self.app.store.is_shared() => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        if let Some(rows) = told {
            self.app.cluster.tell_events(&self.table.id, rows);
        }
        self.was_filed(row.as_ref(), at);
        if any(|event| matches!(event, Event::Ended { .. })) {
            self.app.archiving.nudge();
        }
        for message in &messages {
            self.audience.tell(message);
        }
        self.app.tell_lists(&self.table);
        Ok(true)
    }

    /// What follows by itself when the task begins.
    pub(super) async fn settle(&mut self) {
        let now = self.time();
        if self.table.clocks.as_ref().is_some_and(|clocks| clocks.is_ahead(now)) {
            // The last server had a date that is still to come: the clock runs from now on.
            self.commit(vec![Event::Resumed]).await;
        } else if self.table.consequence(now).is_some() {
            self.commit(Vec::new()).await;
        }
        self.announce();
    }

    pub(super) fn announce(&mut self) {
        let now = self.time();
        self.audience.announce(&self.table, self.app.grace(), now);
        self.attend(now);
    }

    /// Notes who cares for the game: its host while it is open, anybody who watches it later.
    pub(super) fn attend(&mut self, now: Millis) {
        let here = match (&self.table.setup.host, self.table.phase) {
            (Some(host), Phase::Open) => self.audience.has(&host.id),
            (None, Phase::Open) => false,
            _ => !self.audience.is_empty(),
        };
        if here {
            self.attended = now;
        }
    }
}
