//! State of a game for clients, lists and the store.

use agon_protocol::board::Board;
use agon_protocol::state::{Current, GameState, Men, Phase, Scene, SeatState, Step, Summary};
use agon_protocol::units::Millis;

use crate::table::Table;

impl Table {
    /// Returns the empty board.
    #[must_use]
    pub fn board(&self) -> Board {
        (&self.game.board()).into()
    }

    /// Returns the seats and their occupants.
    #[must_use]
    pub fn seat_states(&self) -> Vec<SeatState> {
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

    /// Returns the current state.
    #[must_use]
    pub fn state(&self, now: Millis) -> GameState {
        GameState {
            version: self.version,
            phase: self.phase,
            ply: self.ply(),
            turn: self.turn(),
            seats: self.seat_states(),
            clock: self.clocks.as_ref().map(|clocks| clocks.state(self.turn(), now)),
            paused: self.paused,
            pace: self.pace,
            draw_offers: self.seats().filter(|&seat| self.offers_draw(seat)).collect(),
            draw_version: self.draw_version(),
            take_back: self.take_back.clone(),
            rematch: self.rematch.clone(),
            hints_left: self.hints.all_left(),
            outcome: self.outcome.clone(),
            next: self.next.clone(),
        }
    }

    /// Returns the current state and position.
    #[must_use]
    pub fn current(&self, now: Millis) -> Current {
        Current { state: self.state(now), view: self.view().clone() }
    }

    /// Returns the entry for lists of games.
    #[must_use]
    pub fn summary(&self) -> Summary {
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
            rated: self.setup.rated,
            host: self.setup.host.as_ref().map(|host| host.id.clone()),
            created: self.created,
            updated: self.updated,
            scene: self.scene().map(Box::new),
        }
    }

    /// Returns the board for lists, once the game has started.
    #[must_use]
    pub fn scene(&self) -> Option<Scene> {
        if !matches!(self.phase, Phase::Playing | Phase::Ended) {
            return None;
        }
        let mut men: Vec<Men> = Vec::new();
        for piece in &self.view().pieces {
            let alike = |men: &&mut Men| {
                (men.seat, &men.kind, &men.tone) == (piece.seat, &piece.kind, &piece.tone)
            };
            match men.iter_mut().find(alike) {
                Some(men) => men.cells.push(piece.cell),
                None => men.push(Men {
                    seat: piece.seat,
                    kind: piece.kind.clone(),
                    tone: piece.tone.clone(),
                    cells: vec![piece.cell],
                }),
            }
        }
        let last = self.steps.iter().rev().find_map(|step| match step {
            Step::Move { play, .. } => Some(play.clone()),
            Step::Out { .. } => None,
        });
        Some(Scene { men, last })
    }
}
