//! Limits on actions other than moves: seating, offers, pauses. Each such event is stored
//! permanently and replayed on load, so their number must be bounded.

use std::collections::HashMap;

use agon_protocol::action::Action;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Event;
use agon_protocol::setup::Occupant;
use agon_protocol::units::Seat;

/// Base limit of such actions per person and game.
const AT_ONCE: u32 = 200;
/// Increase of the limit per move played.
const FOR_A_MOVE: u32 = 5;
/// Maximum number of times that a person may sit down before the game starts.
const SEATINGS: u32 = 50;

/// Counts of actions in a game.
#[derive(Default)]
pub struct Changes {
    /// Number of moves, including moves taken back.
    moves: u32,
    /// Counts by person; `None` for pauses and pace changes, which need no consent.
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
            // Final events are never limited, and consequences are not actions.
            _ => return,
        };
        *self.done.entry(author).or_default() += 1;
    }

    /// Rejects the action if the person has reached the limit.
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
