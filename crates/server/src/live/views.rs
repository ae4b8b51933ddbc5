//! What a game looks like to those who draw it or read about it.

use agon_core::{Ending, Player};
use agon_games::{AnyMatch, Played};
use agon_protocol::board::View;
use agon_protocol::catalog::SeatInfo;
use agon_protocol::event::Outcome;
use agon_protocol::state::Step;

/// The number of a player's seat.
pub(crate) fn seat(player: Player) -> u8 {
    player.index() as u8
}

/// The present position of a match. The moves are left out where nobody may move.
pub(crate) fn view(game: &dyn AnyMatch, with_moves: bool) -> View {
    let moves = if with_moves { game.move_views() } else { Vec::new() };
    View {
        position: game.position(),
        turn: seat(game.turn()),
        pieces: game.pieces().iter().map(Into::into).collect(),
        counters: game.counters().iter().map(Into::into).collect(),
        lost: game.lost().iter().map(Into::into).collect(),
        alarms: game.alarms().iter().map(|cell| cell.index() as u8).collect(),
        moves: moves.iter().map(Into::into).collect(),
    }
}

/// The seats of a match, without those who sit there.
pub(crate) fn seats(game: &dyn AnyMatch) -> Vec<SeatInfo> {
    game.seats().iter().map(|(_, seat)| seat.into()).collect()
}

/// A step that was made.
pub(crate) fn step(played: &Played) -> Step {
    match played {
        Played::Move { player, view } => Step::Move { seat: seat(*player), play: view.into() },
        Played::Withdrawal(player) => Step::Out { seat: seat(*player) },
    }
}

/// How a match ended.
pub(crate) fn outcome(game: &dyn AnyMatch, ending: &Ending) -> Outcome {
    Outcome {
        winner: ending.winner().map(seat),
        places: ending.places().iter().map(|(_, &place)| place).collect(),
        reason: ending.reason().into(),
        verdict: ending.verdict(&game.seats()),
    }
}
