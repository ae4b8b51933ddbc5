//! Who plays a game, and who may see it.

use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;

use super::table::Table;

impl Table {
    /// The seats of a person that still play.
    pub(crate) fn seats_of(&self, person: &str) -> Vec<u8> {
        let mine = |(seat, occupant): (usize, &Option<Occupant>)| {
            let is_mine = occupant.as_ref().is_some_and(|o| o.is(person)) && !self.out[seat];
            is_mine.then_some(seat as u8)
        };
        self.occupants.iter().enumerate().filter_map(mine).collect()
    }

    /// The people who still play, each once.
    pub(crate) fn people(&self) -> Vec<String> {
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

    pub(crate) fn is_host(&self, person: &str) -> bool {
        self.setup.host.as_ref().is_some_and(|host| host.id == person)
    }

    /// Does nobody else play, computers aside? Then there is nobody to ask for consent.
    pub(crate) fn is_alone(&self, person: &str) -> bool {
        let people = self.people();
        let all_mine = people.iter().all(|other| other == person);
        all_mine && self.phase != Phase::Open && (!people.is_empty() || self.is_host(person))
    }

    /// May this person see the game?
    pub(crate) fn may_see(&self, person: Option<&str>, key: Option<&str>) -> bool {
        let belongs = |person: &str| {
            let seated = self.occupants.iter().flatten().any(|o| o.is(person));
            seated || self.is_host(person)
        };
        self.setup.listed
            || person.is_some_and(belongs)
            || key.is_some_and(|key| crate::secrets::same(key, &self.secret))
    }

    /// Is this person one of those who may pass the invitation on?
    pub(crate) fn may_invite(&self, person: &str) -> bool {
        self.is_host(person) || !self.seats_of(person).is_empty()
    }
}
