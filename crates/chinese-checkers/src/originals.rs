//! The computer players of the program which brought Chinese Checkers into this family.
//!
//! It knew green against red only. It looked at moves that go ahead, near the end also at those
//! along the last rows, and it began with one of two sequences of moves. Here the iterations
//! begin at one ply instead of three, so that there is always a move.

use std::time::Duration;

use agon_core::{Cell, Player, Position, Rng};
use agon_tactics::{Computer, Method};

use crate::board::PLACES;
use crate::holes::Holes;
use crate::race::race;
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval};

/// Deeper than any second allows.
const DEEP: usize = 50;
/// From this row on moves along the row are looked at.
const LAST_ROWS: u8 = 12;

pub(crate) const COMPUTERS: &[Computer<ChineseCheckers>] = &[
    Computer { race: Some(race), ..Computer::AGON },
    Computer::GUIDED_TREE,
    Computer {
        name: "alpha-beta",
        about: "the search of the original, counting rows, lonely marbles and marbles at home",
        evaluation: Some(&eval::CLASSIC),
        ..HARD
    },
    HARD,
    Computer {
        about: "the original's random games, with moves that go ahead",
        time: Some(SECOND),
        opening: Some(opening),
        considers: Some(goes_ahead),
        ..Computer::MONTE_CARLO
    },
    Computer {
        name: "paranoid",
        about: "plain search against all others together, with the judgement of the original",
        evaluation: Some(&eval::CLASSIC),
        time: None,
        opening: None,
        considers: None,
        ..HARD
    },
    Computer {
        name: "united",
        about: "expects that all others play together against it",
        method: Method::Paranoid,
        ..Computer::AGON
    },
    Computer {
        name: "max-n",
        about: "expects that everybody plays for themselves",
        method: Method::MaxN,
        ..Computer::AGON
    },
];

/// The stronger of the original's players.
const HARD: Computer<ChineseCheckers> = Computer {
    name: "alpha-beta-hard",
    about: "the same, and it likes groups that let a marble travel far in one chain",
    method: Method::Plain,
    evaluation: Some(&eval::HARD),
    depth: Some(DEEP),
    time: Some(SECOND),
    opening: Some(opening),
    considers: Some(goes_ahead),
    ..Computer::AGON
};

/// How long they thought.
const SECOND: Duration = Duration::from_secs(1);

fn goes_ahead(position: &ChineseCheckers, m: Move) -> bool {
    let Move::Go { from, to } = m else { return true };
    let rows = &ROW[position.colour_of(from)];
    let (from, to) = (rows[from.index()], rows[to.index()]);
    to > from || to == from && from >= LAST_ROWS
}

/// The first moves of green as rows and columns; their mirror image is the other sequence, and
/// red plays them turned by half a turn.
const SEQUENCE: [[(usize, usize); 2]; 5] = [
    [(3, 9), (4, 10)],
    [(3, 15), (4, 14)],
    [(1, 11), (5, 11)],
    [(1, 13), (5, 13)],
    [(0, 12), (1, 11)],
];

/// The next move of the sequence that fits to what stands on the board so far, of either one
/// where both do; none once something is in the way.
fn opening(position: &ChineseCheckers, rng: &mut Rng) -> Option<Move> {
    let rules = position.rules();
    let player = position.turn();
    if rules.letters(|_| true) != "gr" || rules.sets != 1 {
        return None;
    }
    let (_, next) = SEQUENCE.split_at_checked(position.round() as usize)?;
    let &[from, to] = next.first()?;
    let first_mirror = rng.below(2) == 1;
    [first_mirror, !first_mirror].into_iter().find_map(|mirrored| {
        let seen = |place| hole(place, mirrored, player);
        let mut own = rules.home(player);
        for &[from, to] in &SEQUENCE[..position.round() as usize] {
            own = own & !Holes::of(seen(from)?) | Holes::of(seen(to)?);
        }
        let wanted = Move::Go { from: seen(from)?, to: seen(to)? };
        let mut is_legal = false;
        position.moves(&mut |m| is_legal |= m == wanted);
        (own == position.marbles(player) && is_legal).then_some(wanted)
    })
}

/// The hole at this place, for a player of the sequence or of its mirror image.
fn hole((row, column): (usize, usize), mirrored: bool, player: Player) -> Option<Cell> {
    let column = if mirrored { 24 - column } else { column };
    let place = if player == Player::FIRST { (row, column) } else { (16 - row, 24 - column) };
    PLACES.iter().position(|&p| p == place).map(Cell::new)
}
