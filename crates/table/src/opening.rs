//! Opens requested games and positions.

use agon_games::record::{Grower, Place};
use agon_games::{AnyGame, AnyMatch, MoveError};
use agon_protocol::error::{Code, Fault};
use agon_protocol::position::{PositionReport, PositionRequest};

use crate::views;

/// Maximum number of moves from a position.
const MOST_MOVES: usize = 2_000;

/// Finds a game by its id.
pub fn find(id: &str) -> Result<&'static dyn AnyGame, Fault> {
    agon_games::find(id).map_err(|error| Fault::new(Code::UnknownGame, error.to_string()))
}

/// Converts the error of a rejected move.
#[must_use]
pub fn not_played(error: &MoveError) -> Fault {
    match error {
        MoveError::Text(text) => Fault::of_text(Code::IllegalMove, text),
        MoveError::Over(_) => Fault::new(Code::Over, error.to_string()),
    }
}

/// Opens the requested position and plays the moves.
pub fn open(request: &PositionRequest) -> Result<Box<dyn AnyMatch>, Fault> {
    let PositionRequest { game, rules, position, moves } = request;
    if moves.len() > MOST_MOVES {
        return Err(Fault::new(Code::TooLarge, format!("at most {MOST_MOVES} moves")));
    }
    let mut line = Grower::new(find(game)?.open(rules, position.as_deref())?);
    for (i, text) in moves.iter().enumerate() {
        line.step(text, Place::First).map_err(|error| {
            let fault = not_played(&error);
            Fault { message: format!("move {}: {}", i + 1, fault.message), ..fault }
        })?;
    }
    Ok(line.finish().1)
}

/// Validates a position and returns it ready to draw.
pub fn look(request: &PositionRequest) -> Result<PositionReport, Fault> {
    let game = open(request)?;
    Ok(PositionReport {
        rules: game.rules(),
        seats: views::seats(&*game),
        board: (&game.board()).into(),
        steps: game.past().iter().map(views::step).collect(),
        view: views::view(&*game, true),
        outcome: game.ending().map(|ending| views::outcome(&*game, &ending)),
        passed: game.passed(),
    })
}
