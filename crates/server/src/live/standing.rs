//! How a game stands, for clients, lists and the store.

use agon_store::{GameRow, SeatRow};

use super::table::{Table, inconsistent};
use crate::error::Fault;
use crate::protocol::board::BoardDto;
use crate::protocol::setup::Occupant;
use crate::protocol::state::{Current, SeatState, State, Summary};

impl Table {
    pub(crate) fn board(&self) -> BoardDto {
        (&self.game.board()).into()
    }

    fn seat_states(&self) -> Vec<SeatState> {
        let seats = self.game.seats();
        let state =
            |((_, seat), (occupant, &out)): ((_, &agon_core::Seat), (&Option<_>, &bool))| {
                SeatState {
                    name: seat.name.into(),
                    plural: seat.plural,
                    tone: seat.tone.name().into(),
                    piece: seat.piece.into(),
                    degrees: seat.degrees,
                    occupant: occupant.clone(),
                    out,
                }
            };
        seats.iter().zip(self.occupants.iter().zip(&self.out)).map(state).collect()
    }

    pub(crate) fn state(&self, now: u64) -> State {
        State {
            version: self.version,
            phase: self.phase,
            ply: self.ply(),
            turn: self.turn(),
            seats: self.seat_states(),
            clock: self.clocks.as_ref().map(|clocks| clocks.state(self.turn(), now)),
            paused: self.paused,
            pace: self.pace,
            draw_offers: (0_u8..)
                .zip(&self.draw_offers)
                .filter_map(|(seat, since)| since.map(|_| seat))
                .collect(),
            draw_version: self.draw_version(),
            take_back: self.take_back.clone(),
            rematch: self.rematch.clone(),
            outcome: self.outcome.clone(),
            next: self.next.clone(),
        }
    }

    pub(crate) fn current(&mut self, now: u64) -> Current {
        Current { state: self.state(now), view: self.view().clone() }
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            rules: self.setup.rules.clone(),
            name: self.setup.name.clone(),
            phase: self.phase,
            seats: self.seat_states(),
            clock: self.setup.clock,
            ply: self.ply(),
            turn: self.turn(),
            outcome: self.outcome.clone(),
            listed: self.setup.listed,
            host: self.setup.host.as_ref().map(|host| host.id.clone()),
            created: self.created,
            updated: self.updated,
        }
    }

    /// What lists and restarts need to know of the game; the server has something to do then.
    pub(crate) fn row(&self, due: Option<u64>) -> Result<GameRow, Fault> {
        Ok(GameRow {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            phase: self.phase.name().into(),
            listed: self.setup.listed.into(),
            secret: self.secret.clone(),
            host: self.setup.host.as_ref().map(|host| host.id.clone()),
            summary: serde_json::to_string(&self.summary()).map_err(inconsistent)?,
            version: self.version as i64,
            due: due.map(|due| i64::try_from(due).unwrap_or(i64::MAX)),
            created: self.created as i64,
            updated: self.updated as i64,
        })
    }

    pub(crate) fn seat_rows(&self) -> Vec<SeatRow> {
        let row = |(seat, occupant): (usize, &Option<Occupant>)| SeatRow {
            seat: seat as i64,
            person: match occupant {
                Some(Occupant::Person { id, .. }) => Some(id.clone()),
                _ => None,
            },
            name: occupant.as_ref().map(|o| o.name().to_lowercase()).unwrap_or_default(),
        };
        self.occupants.iter().enumerate().map(row).collect()
    }
}
