//! Conversions of positions and moves to wire types.

use agon_core::Ending;
use agon_games::{AnyMatch, Played};
use agon_protocol::board::View;
use agon_protocol::catalog::SeatInfo;
use agon_protocol::event::Outcome;
use agon_protocol::state::Step;

/// Returns the current position, with its legal moves if `with_moves`.
#[must_use]
pub fn view(game: &dyn AnyMatch, with_moves: bool) -> View {
    let moves = if with_moves { game.move_views() } else { Vec::new() };
    View {
        position: game.position(),
        turn: game.turn().into(),
        pieces: game.pieces().iter().map(Into::into).collect(),
        counters: game.counters().iter().map(Into::into).collect(),
        lost: game.lost().iter().map(Into::into).collect(),
        hands: game.hands().iter().map(Into::into).collect(),
        alarms: game.alarms().iter().map(|cell| cell.index() as u8).collect(),
        notes: game.notes().into_iter().map(Into::into).collect(),
        moves: moves.iter().map(Into::into).collect(),
    }
}

/// Returns the seats of a match, without occupants.
#[must_use]
pub fn seats(game: &dyn AnyMatch) -> Vec<SeatInfo> {
    game.seats().iter().map(|(_, seat)| seat.into()).collect()
}

/// Converts a step.
#[must_use]
pub fn step(played: &Played) -> Step {
    match played {
        Played::Move { player, view } => Step::Move { seat: (*player).into(), play: view.into() },
        Played::Withdrawal(player) => Step::Out { seat: (*player).into() },
    }
}

/// Converts the outcome of a match.
#[must_use]
pub fn outcome(game: &dyn AnyMatch, ending: &Ending) -> Outcome {
    Outcome {
        winner: ending.winner().map(Into::into),
        places: ending.places().iter().map(|(_, &place)| place).collect(),
        reason: ending.reason().into(),
        verdict: ending.verdict(&game.seats()),
    }
}
