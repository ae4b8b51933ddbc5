//! Offers between players: draws, take-backs, rematches. An answer names the version of the offer
//! and is rejected if that offer is no longer pending, so that it cannot accept another offer.

use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::setup::Occupant;
use agon_protocol::state::{Phase, Step};
use agon_protocol::units::{Millis, Seat, Version};

use crate::decide::{Decision, Result, refuse};
use crate::table::Table;

/// Rejects an answer to an outdated offer.
fn must_be_meant(standing: Version, offer: Version) -> Result<()> {
    if standing == offer {
        return Ok(());
    }
    refuse(Code::Stale, "the offer that was answered is no more; there is another one")
}

impl Table {
    /// Returns the version of the oldest pending draw offer.
    #[must_use]
    pub fn draw_version(&self) -> Option<Version> {
        self.draw_offers.iter().flatten().min().copied()
    }

    /// Returns whether the seat offers a draw or has agreed to one.
    #[must_use]
    pub fn offers_draw(&self, seat: Seat) -> bool {
        matches!(self.draw_offers.get(seat.index()), Some(Some(_)))
    }

    /// Offers a draw for one seat. A person with several seats must still answer for each of them.
    pub(crate) fn offer_draw(&self, me: &str, seat: Option<Seat>) -> Result {
        let mine = self.must_sit(me)?;
        let seat = self.acting(&mine, seat)?;
        if mine.into_iter().any(|mine| self.offers_draw(mine)) {
            return refuse(Code::Nothing, "you have offered a draw already");
        }
        Ok(vec![Event::DrawOffered { seat }])
    }

    pub(crate) fn answer_draw(&self, me: &str, offer: Version, accept: bool) -> Result {
        let mine = self.must_sit(me)?;
        let Some(standing) = self.draw_version() else {
            return refuse(Code::Nothing, "nobody offers a draw");
        };
        must_be_meant(standing, offer)?;
        let asked: Vec<Seat> =
            mine.iter().copied().filter(|&seat| !self.offers_draw(seat)).collect();
        if !accept {
            // All of the person's seats have offered: the answer withdraws an offer.
            let seat = asked.first().copied().unwrap_or(mine[0]);
            return Ok(vec![Event::DrawDeclined { seat }]);
        }
        if asked.is_empty() {
            return refuse(Code::Nothing, "you have offered a draw already");
        }
        Ok(asked.into_iter().map(|seat| Event::DrawOffered { seat }).collect())
    }

    pub(crate) fn ask_take_back(&self, me: &str, ply: Option<u32>, now: Millis) -> Result {
        let mine = self.must_sit(me)?;
        if self.setup.rated {
            return refuse(Code::NotAllowed, "in a game that counts nothing is taken back");
        }
        let is_mine = |step: &Step| matches!(step, Step::Move { seat, .. } if mine.contains(seat));
        let ply = match ply {
            Some(ply) => ply,
            None => match self.steps.iter().rposition(is_mine) {
                Some(ply) => ply as u32,
                None => return refuse(Code::Nothing, "you have not made a move yet"),
            },
        };
        let taken = self.take_back_to(&mine, ply, now)?;
        if self.is_alone(me) {
            return Ok(vec![taken]);
        }
        if self.take_back.is_some() {
            return refuse(Code::Nothing, "a take-back is being asked for already");
        }
        let turn = self.turn().filter(|turn| mine.contains(turn));
        Ok(vec![Event::TakeBackAsked { seat: turn.unwrap_or(mine[0]), ply }])
    }

    /// Returns the take-back for these seats, if it is possible.
    fn take_back_to(&self, takers: &[Seat], ply: u32, now: Millis) -> Result<Event> {
        if ply >= self.ply() {
            return refuse(Code::Nothing, "there is nothing to take back");
        }
        let mut undone = self.steps.iter().skip(ply as usize);
        if undone.any(|step| matches!(step, Step::Out { .. })) {
            return refuse(Code::NotAllowed, "somebody has left since");
        }
        let turn = self.seat_to_move();
        let left =
            self.clocks.as_ref().map(|clocks| clocks.taken_back(ply as usize, takers, turn, now));
        let none_left = |left: &Vec<Millis>| {
            takers.iter().any(|seat| left.get(seat.index()) == Some(&Millis::ZERO))
        };
        if left.as_ref().is_some_and(none_left) {
            let message = "you have thought for longer than your clock had then";
            return refuse(Code::NoTime, message);
        }
        Ok(Event::TookBack { ply, left })
    }

    pub(crate) fn answer_take_back(
        &self,
        me: &str,
        offer: Version,
        accept: bool,
        now: Millis,
    ) -> Result {
        let mine = self.must_sit(me)?;
        let Some(asked) = &self.take_back else {
            return refuse(Code::Nothing, "nobody asks to take back");
        };
        must_be_meant(asked.version, offer)?;
        let seat = mine[0];
        if !accept {
            return Ok(vec![Event::TakeBackDeclined { seat }]);
        }
        if mine.iter().any(|seat| asked.agreed.contains(seat)) {
            return refuse(Code::Nothing, "you have agreed already");
        }
        self.take_back_to(&self.takers(asked.seat), asked.ply, now)?;
        Ok(vec![Event::TakeBackAsked { seat, ply: asked.ply }])
    }

    /// Returns all seats of the person who asks from this seat.
    fn takers(&self, seat: Seat) -> Vec<Seat> {
        match self.occupant(seat) {
            Some(Occupant::Person { id, .. }) => self.seats_of(id),
            _ => vec![seat],
        }
    }

    /// Returns the take-back that all have agreed to. It is validated again: a take-back that has
    /// become impossible is dropped.
    pub(crate) fn granted_take_back(&self, now: Millis) -> Option<Event> {
        let asked = self.take_back.as_ref()?;
        let agreed = |person: &String| {
            let mine = self.seats_of(person);
            asked.agreed.iter().any(|seat| mine.contains(seat))
        };
        if !self.people().iter().all(agreed) {
            return None;
        }
        let taken = self.take_back_to(&self.takers(asked.seat), asked.ply, now);
        Some(taken.unwrap_or(Event::TakeBackDeclined { seat: asked.seat }))
    }

    pub(crate) fn ask_rematch(
        &self,
        me: &str,
        swap: bool,
        offer: Option<Version>,
    ) -> Result<Decision> {
        let people = self.people_of_rematch(me)?;
        // There is one pending rematch with one `swap`. An offer that names no version accepts the
        // pending rematch and its `swap`; one that names it may change `swap`, which is a new
        // offer.
        let mut swap = swap;
        match (&self.rematch, offer) {
            (Some(rematch), Some(offer)) => must_be_meant(rematch.version, offer)?,
            (Some(rematch), None) if !rematch.agreed.iter().any(|other| other == me) => {
                swap = rematch.swap;
            }
            (None, Some(_)) => {
                return refuse(Code::Stale, "the other game that was agreed to is no more");
            }
            (Some(_) | None, None) => {}
        }
        let agreed: &[String] = match &self.rematch {
            Some(rematch) if rematch.swap == swap => &rematch.agreed,
            _ => &[],
        };
        if agreed.iter().any(|other| other == me) {
            return refuse(Code::Nothing, "you have asked for another game already");
        }
        let offer = Event::RematchOffered { person: me.into(), swap };
        let complete =
            people.iter().all(|&other| other == me || agreed.iter().any(|agreed| agreed == other));
        let events = vec![offer];
        Ok(if complete { Decision::Again { events, swap } } else { Decision::Events(events) })
    }

    /// Returns the people who must agree to a rematch, including those who left early; fails if
    /// this person is not one of them.
    fn people_of_rematch<'t>(&'t self, me: &'t str) -> Result<Vec<&'t str>> {
        match self.phase {
            Phase::Ended => {}
            Phase::Open => return refuse(Code::NotStarted, "not all seats are taken yet"),
            Phase::Closed => return refuse(Code::Closed, "this lobby was closed"),
            Phase::Playing => return refuse(Code::NotAllowed, "the game is not over yet"),
        }
        if let Some(next) = &self.next {
            return refuse(Code::Nothing, format!("the next game has begun: {next}"));
        }
        let mut people: Vec<&str> = Vec::new();
        for occupant in self.occupants.iter().flatten() {
            match occupant {
                Occupant::Person { id, .. } if !people.contains(&id.as_str()) => people.push(id),
                Occupant::Stranger { .. } => {
                    return refuse(Code::NotAllowed, "the players of this game are not here");
                }
                _ => {}
            }
        }
        if people.is_empty() && self.is_host(me) {
            people.push(me);
        }
        if !people.contains(&me) {
            return refuse(Code::NotYourSeat, "you have no seat in this game");
        }
        Ok(people)
    }

    /// Declines a rematch for all, or withdraws the request of the caller.
    pub(crate) fn decline_rematch(&self, me: &str, offer: Version) -> Result {
        self.people_of_rematch(me)?;
        let Some(asked) = &self.rematch else {
            return refuse(Code::Nothing, "nobody asks for another game");
        };
        must_be_meant(asked.version, offer)?;
        Ok(vec![Event::RematchDeclined { person: me.into() }])
    }
}
