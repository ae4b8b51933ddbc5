//! How a computer answers the offer of a draw.
//!
//! In a game for two it looks at the position for a moment, as a strong player does at every
//! level, and by what it finds it
//!
//! - accepts when it stands worse by a man or more, or is lost, at any time;
//! - accepts when it stands equal or worse, after twenty moves of each: before that nearly every
//!   game is equal, and there is something to play for;
//! - declines when it stands better.
//!
//! Among more than two players it declines: a draw would be one for all of them.
//!
//! There is always an answer. Whoever finds no time to think within [`LATEST`], because all
//! computers are busy, declines. Meanwhile the computer makes no move; one of the other player
//! leaves the offer as it is, and the new position is judged. The answer follows from how the
//! game stands, so an offer that was open when the server stopped is answered after the restart.

use agon_games::Thought;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_protocol::units::{Millis, Seat};
use agon_search::Score;

use crate::table::Table;

/// How long the position is looked at, in milliseconds.
pub const LOOK: Millis = Millis(350);
/// Who offers sees the offer before the answer. It also keeps a store that fails from being
/// asked without a pause.
pub const EARLIEST: Millis = Millis(250);
/// The answer comes at the latest after this time: within a second, with all that follows.
pub const LATEST: Millis = Millis(850);
/// Moves that each has made before an equal position is a draw.
const MOVES: u32 = 20;
/// Up to here, in hundredths of a man, the computer does not stand better.
const EQUAL: i32 = 15;
/// From here on it is glad of a draw at any time.
const WORSE: i32 = -100;

/// Does a computer agree to a draw that stands like this, after so many moves of each?
fn accepts(score: Score, moves: u32) -> bool {
    let equal = score.value() <= EQUAL && moves >= MOVES;
    equal || score.value() <= WORSE
}

/// The computer that has to answer an offer, if one has to.
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

/// Does the computer on this seat agree, by what was found about the position after so many plies? `None`
/// where nothing was found. Among more than two players there is nothing to think about: see [`is_hopeless`].
#[must_use]
pub fn judge(table: &Table, seat: Seat, ply: u32, thought: &Thought) -> Option<bool> {
    let score = thought.lines.first()?.score;
    let mine = table.turn() == Some(seat);
    Some(accepts(if mine { score } else { -score }, ply / 2))
}

/// Is the answer no, whatever the position?
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
