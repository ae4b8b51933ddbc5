//! Players of a game, and access to it.

use agon_protocol::event::Event;
use agon_protocol::people::Person;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_protocol::units::Seat;

use crate::table::Table;

impl Table {
    /// Returns the seats of a person that are still in the game.
    #[must_use]
    pub fn seats_of(&self, person: &str) -> Vec<Seat> {
        let is_mine = |seat: &Seat| self.occupant(*seat).is_some_and(|o| o.is(person));
        self.seats().filter(|&seat| !self.is_out(seat)).filter(is_mine).collect()
    }

    /// Returns the people who are still in the game, each once.
    #[must_use]
    pub fn people(&self) -> Vec<String> {
        let mut people: Vec<String> = Vec::new();
        for (occupant, &out) in self.occupants.iter().zip(&self.out) {
            if let Some(Occupant::Person { id, .. }) = occupant
                && !out
                && !people.contains(id)
            {
                people.push(id.clone());
            }
        }
        people
    }

    /// Returns the host and all present and former players, each once.
    #[must_use]
    pub fn everybody(&self) -> Vec<String> {
        let host = self.setup.host.as_ref().map(|host| &host.id);
        let seated = self.occupants.iter().flatten().filter_map(|occupant| match occupant {
            Occupant::Person { id, .. } => Some(id),
            _ => None,
        });
        let mut all: Vec<String> = host.into_iter().chain(seated).cloned().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Updates the name and picture of a person. Returns whether anything changed. Events copy
    /// names when people take a seat, so the caller updates them after loading a table.
    pub fn know(&mut self, person: &Person) -> bool {
        let host = self.setup.host.clone().filter(|host| host.id == person.id);
        let mut changed = false;
        for occupant in self.occupants.iter_mut().chain(&mut self.setup.seats).flatten() {
            // In games without pictures only the name distinguishes the host from others on the
            // same screen.
            if let Occupant::Person { id, name, picture: picture @ None } = occupant
                && *id == person.id
                && host.as_ref().is_none_or(|host| host.picture.is_empty() && host.name == *name)
            {
                *picture = Some(String::new());
            }
            changed |= occupant.know(person);
        }
        self.setup.know(person) | changed
    }

    /// Updates the names in a stored event to the current ones.
    pub fn rename(&self, event: &mut Event) {
        let Event::Seated { occupant, .. } = event else { return };
        let known = self.occupants.iter().flatten().find_map(|known| match (known, &*occupant) {
            (
                Occupant::Person { id, name, picture: Some(picture) },
                Occupant::Person { id: seated, .. },
            ) if id == seated => {
                Some(Person { id: id.clone(), name: name.clone(), picture: picture.clone() })
            }
            _ => None,
        });
        if let Some(person) = known {
            occupant.know(&person);
        }
    }

    /// Returns whether this person created the game.
    #[must_use]
    pub fn is_host(&self, person: &str) -> bool {
        self.setup.host.as_ref().is_some_and(|host| host.id == person)
    }

    /// Returns whether no other person plays, so that no consent is needed. Never true in a rated
    /// game, which must be played to the end.
    #[must_use]
    pub fn is_alone(&self, person: &str) -> bool {
        if self.setup.rated {
            return false;
        }
        let people = self.people();
        let all_mine = people.iter().all(|other| other == person);
        all_mine && self.phase != Phase::Open && (!people.is_empty() || self.is_host(person))
    }

    /// Returns whether this person may see the game; `invited` grants access.
    #[must_use]
    pub fn may_see(&self, person: Option<&str>, invited: bool) -> bool {
        let belongs = |person: &str| {
            let seated = self.occupants.iter().flatten().any(|o| o.is(person));
            seated || self.is_host(person)
        };
        self.setup.listed || invited || person.is_some_and(belongs)
    }

    /// Returns whether this person may share the invitation.
    #[must_use]
    pub fn may_invite(&self, person: &str) -> bool {
        self.is_host(person) || !self.seats_of(person).is_empty()
    }
}
