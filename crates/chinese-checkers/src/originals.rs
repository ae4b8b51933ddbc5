//! The computer players of the original program.
//!
//! The original supports only green against red. It considered forward moves, near the end also
//! moves along the last rows, and started with one of two move sequences. Here the iterations start
//! at one ply instead of three, so that a move is always available.

use std::time::Duration;

use agon_core::{Cell, Player, Position, Rng};
use agon_tactics::{Computer, Method};

use crate::board::PLACES;
use crate::holes::Holes;
use crate::race::race;
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval};

/// More than any search reaches in a second.
const MAX_DEPTH: usize = 50;
/// Row from which on moves along the row are considered.
const LAST_ROWS: u8 = 12;

pub(crate) const COMPUTERS: &[Computer<ChineseCheckers>] = &[
    Computer { race: Some(race), ..Computer::AGON },
    Computer::GUIDED_TREE,
    Computer {
        name: "alpha-beta",
        about: "the original's search: rows, isolated marbles and marbles at home",
        evaluation: Some(&eval::CLASSIC),
        ..HARD
    },
    HARD,
    Computer {
        about: "the original's random playouts, forward moves only",
        time: Some(SECOND),
        opening: Some(opening),
        considers: Some(goes_ahead),
        ..Computer::MONTE_CARLO
    },
    Computer {
        name: "paranoid",
        about: "plain search against all opponents together, with the original's evaluation",
        evaluation: Some(&eval::CLASSIC),
        time: None,
        opening: None,
        considers: None,
        ..HARD
    },
    Computer {
        name: "united",
        about: "assumes that all opponents play together",
        method: Method::Paranoid,
        ..Computer::AGON
    },
    Computer {
        name: "max-n",
        about: "assumes that every player maximises the own score",
        method: Method::MaxN,
        ..Computer::AGON
    },
];

/// The stronger of the original's players.
const HARD: Computer<ChineseCheckers> = Computer {
    name: "alpha-beta-hard",
    about: "alpha-beta with formations that let a marble travel far in one chain",
    method: Method::Plain,
    evaluation: Some(&eval::HARD),
    depth: Some(MAX_DEPTH),
    time: Some(SECOND),
    opening: Some(opening),
    considers: Some(goes_ahead),
    ..Computer::AGON
};

/// The original's time for each move.
const SECOND: Duration = Duration::from_secs(1);

fn goes_ahead(position: &ChineseCheckers, m: Move) -> bool {
    let Move::Go { from, to } = m else { return true };
    let rows = &ROW[position.colour_of(from)];
    let (from, to) = (rows[from.index()], rows[to.index()]);
    to > from || to == from && from >= LAST_ROWS
}

/// The first moves of green as (row, column). The other sequence is the mirror image; red plays
/// both rotated by 180 degrees.
const SEQUENCE: [[(usize, usize); 2]; 5] = [
    [(3, 9), (4, 10)],
    [(3, 15), (4, 14)],
    [(1, 11), (5, 11)],
    [(1, 13), (5, 13)],
    [(0, 12), (1, 11)],
];

/// Returns the next move of a sequence that matches the board, chosen at random if both match;
/// `None` once neither does.
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

/// Returns the hole of a sequence for a player, mirrored or not.
fn hole((row, column): (usize, usize), mirrored: bool, player: Player) -> Option<Cell> {
    let column = if mirrored { 24 - column } else { column };
    let place = if player == Player::FIRST { (row, column) } else { (16 - row, 24 - column) };
    PLACES.iter().position(|&p| p == place).map(Cell::new)
}
