//! What people do in a game beside playing: sitting down, offers, pauses. Each such event is stored and
//! read again for ever, so nobody may cause any number of them.

use std::collections::HashMap;

use agon_protocol::action::Action;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Event;
use agon_protocol::setup::Occupant;
use agon_protocol::units::Seat;

/// So many times a person may do such a thing in a game, ...
const AT_ONCE: u32 = 200;
/// ... and so many times more for each move that was made.
const FOR_A_MOVE: u32 = 5;
/// Somebody may sit down so many times before the game begins.
const SEATINGS: u32 = 50;

/// How often it was done.
#[derive(Default)]
pub struct Changes {
    /// Moves, also those that were taken back.
    moves: u32,
    /// By whom; those who play alone are `None`.
    done: HashMap<Option<String>, u32>,
    seatings: HashMap<String, u32>,
}

impl Changes {
    /// Counts an event.
    pub(crate) fn note(&mut self, event: &Event, occupants: &[Option<Occupant>]) {
        let person = |seat: Seat| match occupants.get(seat.index()) {
            Some(Some(Occupant::Person { id, .. })) => Some(id.clone()),
            _ => None,
        };
        let author = match event {
            Event::Moved { .. } => {
                self.moves += 1;
                return;
            }
            Event::Seated { occupant: Occupant::Person { id, .. }, .. } => {
                *self.seatings.entry(id.clone()).or_default() += 1;
                return;
            }
            Event::DrawOffered { seat } | Event::TakeBackAsked { seat, .. } => person(*seat),
            Event::RematchOffered { person, .. } => Some(person.clone()),
            Event::Paused { .. } | Event::Paced { .. } => None,
            // What ends something is never refused, and what follows by itself is no act.
            _ => return,
        };
        *self.done.entry(author).or_default() += 1;
    }

    /// May this person do that once more?
    pub(crate) fn check(&self, person: &str, action: &Action) -> Result<(), Fault> {
        let count = |author: Option<&str>| {
            self.done.get(&author.map(str::to_owned)).copied().unwrap_or_default()
        };
        let most = AT_ONCE.saturating_add(self.moves.saturating_mul(FOR_A_MOVE));
        let may = match action {
            Action::Sit { .. } => self.seatings.get(person).is_none_or(|&count| count < SEATINGS),
            Action::OfferDraw { .. } | Action::TakeBack { .. } | Action::Rematch { .. } => {
                count(Some(person)) < most
            }
            Action::Pause | Action::Pace { .. } => count(None) < most,
            _ => true,
        };
        let message = "you have done this too often in this game";
        if may { Ok(()) } else { Err(Fault::new(Code::TooOften, message)) }
    }
}
