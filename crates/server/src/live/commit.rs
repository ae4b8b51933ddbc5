//! What happens is stored first and told afterwards.

use agon_protocol::event::{Cause, Event};
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_store::{EventRow, SeatRow, StoreError, Write};

use super::actor::Actor;
use super::error::CommitError;

/// Milliseconds after which what happens by itself is tried again when it was not stored.
const AGAIN: Millis = Millis(1_000);

impl Actor {
    /// Commits events that no caller waits for. Failures are tried again later.
    pub(super) async fn commit(&mut self, events: Vec<Event>) {
        // The failure is logged, and the game is as stored.
        let _ = self.commit_with(events, None, None).await;
    }

    /// Applies events with their consequences, stores all of it at once, then publishes it. `cause` is
    /// the command that the last of them answers; `beside` is stored in the same transaction. After a
    /// failure the game is read again from the store. Events that were received over NATS are compared with the
    /// store first.
    pub(super) async fn commit_with(
        &mut self,
        events: Vec<Event>,
        cause: Option<Cause>,
        beside: Option<Write>,
    ) -> Result<(), CommitError> {
        match self.confirm().await {
            Ok(false) => {}
            // Decided without what was stored meanwhile.
            Ok(true) => return Err(CommitError::Overtaken),
            Err(error) => {
                self.resume_at = self.time() + AGAIN;
                return Err(error.into());
            }
        }
        let seen = self.table.version;
        let Err(error) = self.try_commit(events, cause, beside).await else {
            self.announce();
            return Ok(());
        };
        let overtaken = matches!(error, CommitError::Overtaken);
        if !overtaken {
            tracing::debug!(id = self.table.id, %error, "events were not stored");
            self.resume_at = self.time() + AGAIN;
        }
        if let Err(failure) = self.catch_up(seen).await {
            self.give_up(&failure);
            if overtaken {
                return Err(failure.into());
            }
        }
        Err(error)
    }

    /// Stores events and publishes them.
    async fn try_commit(
        &mut self,
        events: Vec<Event>,
        cause: Option<Cause>,
        beside: Option<Write>,
    ) -> Result<(), CommitError> {
        let at = self.time();
        let (happened, messages) = self.table.happen(events, at)?;
        let last = happened.len().saturating_sub(1);
        let row = |(i, recorded)| EventRow::new(recorded, cause.as_ref().filter(|_| i == last));
        let rows = happened.iter().enumerate().map(row).collect::<Result<Vec<_>, StoreError>>()?;
        if let Some(cause) = cause {
            self.table.remember(cause);
        }
        if rows.is_empty() {
            return Ok(());
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
            Err(StoreError::Conflict) if self.app.store.is_shared() => {
                return Err(CommitError::Overtaken);
            }
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
        Ok(())
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
