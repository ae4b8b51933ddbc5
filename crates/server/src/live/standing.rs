//! How a game stands, for clients, lists and the store.

use agon_protocol::board::Board;
use agon_protocol::state::{Current, GameState, SeatState, Summary};

use super::table::Table;

impl Table {
    pub(crate) fn board(&self) -> Board {
        (&self.game.board()).into()
    }

    /// Who sits where.
    pub(crate) fn seats(&self) -> Vec<SeatState> {
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

    pub(crate) fn state(&self, now: u64) -> GameState {
        GameState {
            version: self.version,
            phase: self.phase,
            ply: self.ply(),
            turn: self.turn(),
            seats: self.seats(),
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
            seats: self.seats(),
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
}
