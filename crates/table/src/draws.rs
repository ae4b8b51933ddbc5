//! Answers of computers to draw offers.
//!
//! In a game of two, the computer searches the position for [`LOOK`] at full strength, whatever its
//! level, and
//!
//! - accepts at any time if it is behind by a piece or more, or lost;
//! - accepts an equal position after twenty moves by each player: earlier, nearly every position is
//!   equal;
//! - declines if it is ahead.
//!
//! With more than two players it declines, because the draw would apply to all of them.
//!
//! The answer is always given: without search time within [`LATEST`], because all computers are
//! busy, it is no. Meanwhile the computer makes no move; a move of the other player leaves the
//! offer open, and the new position is judged. The answer depends only on the state of the game, so
//! an open offer is answered after a restart.

use agon_games::Thought;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_protocol::units::{Millis, Seat};
use agon_search::Score;

use crate::table::Table;

/// Search time in milliseconds.
pub const LOOK: Millis = Millis(350);
/// Minimum delay, so that the offer is visible before the answer. It also spaces retries if the
/// store fails.
pub const EARLIEST: Millis = Millis(250);
/// Maximum delay: keeps the answer, with processing, within a second.
pub const LATEST: Millis = Millis(850);
/// Number of moves by each player before a draw by an equal score.
const MOVES: u32 = 20;
/// Largest score, in hundredths of a piece, that counts as not ahead.
const EQUAL: i32 = 15;
/// Score at or below which the computer accepts at any time.
const WORSE: i32 = -100;

/// Returns whether a computer accepts a draw at this score, after this number of moves by each
/// player.
fn accepts(score: Score, moves: u32) -> bool {
    let equal = score.value() <= EQUAL && moves >= MOVES;
    equal || score.value() <= WORSE
}

/// Returns the seat of the computer that must answer an offer, if any.
#[must_use]
pub fn asked(table: &Table) -> Option<Seat> {
    let offered = table.seats().any(|seat| table.offers_draw(seat));
    if table.phase != Phase::Playing || !offered {
        return None;
    }
    let waits = |&seat: &Seat| {
        let computer = matches!(table.occupant(seat), Some(Occupant::Computer { .. }));
        computer && !table.is_out(seat) && !table.offers_draw(seat)
    };
    table.seats().find(waits)
}

/// Returns whether the computer accepts, given the search result for the position at `ply`; `None`
/// without a result. With more than two players see [`is_hopeless`].
#[must_use]
pub fn judge(table: &Table, seat: Seat, ply: u32, thought: &Thought) -> Option<bool> {
    let score = thought.lines.first()?.score;
    let mine = table.turn() == Some(seat);
    Some(accepts(if mine { score } else { -score }, ply / 2))
}

/// Returns whether the answer is no in every position.
#[must_use]
pub fn is_hopeless(table: &Table) -> bool {
    table.occupants.len() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_within_a_second() {
        assert!(EARLIEST < LOOK && LOOK < LATEST);
        assert!(LATEST < Millis(1_000));
    }

    #[test]
    fn a_draw_is_accepted_by_score_and_not_before_there_was_a_game() {
        let dead_equal = Score::DRAW;
        let cases = [
            (dead_equal, 0, false),
            (dead_equal, 19, false),
            (dead_equal, 20, true),
            (Score::from_eval(EQUAL), 20, true),
            (Score::from_eval(EQUAL + 1), 200, false),
            (Score::from_eval(-50), 5, false),
            (Score::from_eval(-50), 20, true),
            (Score::from_eval(WORSE), 0, true),
            (Score::loss_in(6), 0, true),
            (Score::known_loss(90), 0, true),
            (Score::win_in(6), 200, false),
            (Score::known_win(90), 200, false),
        ];
        for (score, moves, accepted) in cases {
            assert_eq!(accepts(score, moves), accepted, "{score:?} after {moves} moves");
        }
    }
}
