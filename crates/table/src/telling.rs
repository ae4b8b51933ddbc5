//! What those who look at a game are told.

use std::collections::HashSet;

use agon_protocol::event::{Cause, Event, Recorded};
use agon_protocol::message::ToClient;
use agon_protocol::setup::Occupant;
use agon_protocol::state::{Presence, Snapshot, Step};
use agon_protocol::units::Millis;

use crate::clock::Clocks;
use crate::table::{Inconsistent, Table};

impl Table {
    /// Goes on by events and all that follows from them: what has happened, and what everybody is told of it
    /// when it is stored.
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

    /// Goes on by what was stored by somebody else, with the command that it is the last effect of: what
    /// everybody is told of it.
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

    /// What everybody is told of something that has just happened.
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

    /// Everything about the game, for this person.
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

    /// Who is there, of those who look at the game; strangers are those of whom nothing is known. Who is away
    /// since when is kept in `away_since`, unless nobody can know (`blind`).
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
