//! Messages for the viewers of a game.

use std::collections::HashSet;

use agon_protocol::event::{Cause, Event, Recorded};
use agon_protocol::message::ToClient;
use agon_protocol::setup::Occupant;
use agon_protocol::state::{Presence, Snapshot, Step};
use agon_protocol::units::Millis;

use crate::clock::Clocks;
use crate::table::{Inconsistent, Table};

impl Table {
    /// Applies events and all their consequences. Returns what to store and the messages to send
    /// once it is stored.
    pub fn happen(
        &mut self,
        events: Vec<Event>,
        at: Millis,
    ) -> Result<(Vec<Recorded>, Vec<ToClient>), Inconsistent> {
        let mut messages = Vec::new();
        let happened = self.carry_out(events, at, |table, recorded, step| {
            messages.push(table.told(recorded.clone(), step, at));
        })?;
        Ok((happened, messages))
    }

    /// Applies an event stored by another server, with the command that caused it. Returns the
    /// message for viewers.
    pub fn follow(
        &mut self,
        recorded: Recorded,
        cause: Option<Cause>,
        now: Millis,
    ) -> Result<ToClient, Inconsistent> {
        let played = self.steps.len();
        self.apply(&recorded)?;
        if let Some(cause) = cause {
            self.remember(cause);
        }
        let step = self.steps.get(played).cloned();
        Ok(self.told(recorded, step, now))
    }

    /// Builds the message about an event that has just been applied.
    fn told(&self, recorded: Recorded, step: Option<Step>, now: Millis) -> ToClient {
        let view = recorded.event.changes_view().then(|| Box::new(self.view().clone()));
        ToClient::Event {
            id: self.id.clone(),
            recorded,
            step: step.map(Box::new),
            state: Box::new(self.state(now)),
            view,
        }
    }

    /// Returns the complete game as seen by this person.
    #[must_use]
    pub fn snapshot(&self, person: Option<&str>, presence: Presence, now: Millis) -> Snapshot {
        let invites = person.is_some_and(|person| self.may_invite(person));
        Snapshot {
            id: self.id.clone(),
            setup: self.setup.clone(),
            board: self.board(),
            steps: self.steps.clone(),
            state: self.state(now),
            view: self.view().clone(),
            presence,
            mine: person.map(|person| self.seats_of(person)).unwrap_or_default(),
            key: invites.then(|| self.secret.clone()),
        }
    }

    /// Returns who is connected; `strangers` counts anonymous viewers. Absences are recorded in
    /// `away_since`, unless connections are unknown (`blind`).
    #[must_use]
    pub fn presence(
        &self,
        looking: &HashSet<&str>,
        strangers: usize,
        blind: bool,
        away_since: &mut Vec<Option<Millis>>,
        grace: Millis,
        now: Millis,
    ) -> Presence {
        away_since.resize(self.occupants.len(), None);
        let mut connected = Vec::new();
        let mut watching = looking.clone();
        for (occupant, away) in self.occupants.iter().zip(&mut *away_since) {
            let here = match occupant {
                Some(Occupant::Person { id, .. }) => {
                    watching.remove(id.as_str());
                    looking.contains(id.as_str())
                }
                Some(Occupant::Computer { .. }) => true,
                Some(Occupant::Stranger { .. }) | None => false,
            };
            let person = matches!(occupant, Some(Occupant::Person { .. }));
            let is_away = person && !here && !blind;
            *away = if is_away { away.or(Some(now)) } else { None };
            connected.push(here);
        }
        let slow = self.clocks.as_ref().is_some_and(Clocks::is_slow);
        let online = self.people().len() > 1;
        Presence {
            connected,
            spectators: (strangers + watching.len()) as u32,
            away_since: away_since.clone(),
            grace: (online && !slow).then_some(grace),
        }
    }
}
