//! Features of the tuned evaluation.
//!
//! [`walk`] reports each feature with the index of its weight to a [`Sink`].

use agon_core::{Cell, Cells, Position};

use super::groups::*;
use crate::Tablut;
use crate::board::{ALL_CAMPS, AROUND, CASTLE, CELLS, EDGE, ESCAPES, SIZE, Set, slide};
use crate::position;
use crate::sweep::{
    BOARD, downwards, held, pairs_across, pairs_beside, sweep, to_left, to_right, upwards,
};

/// Receiver of the features.
pub(super) trait Sink {
    /// Counts the feature with this weight `times` times.
    fn add(&mut self, weight: usize, times: i32);

    /// Counts an attacker (0) or a defender (1) on a cell.
    #[inline(always)]
    fn place(&mut self, piece: usize, king: Cell, cell: Cell) {
        for weight in piece_weights(piece, king.index(), cell.index()) {
            self.add(weight, 1);
        }
    }
}

/// Returns the indices of the weights of a piece: material, cell class, distance from the king.
pub(super) const fn piece_weights(piece: usize, king: usize, cell: usize) -> [usize; 3] {
    let [alone, on, from_king] = PIECES[piece];
    [alone, on + CELL_CLASSES[cell], from_king + distance_index(king, cell)]
}

const PIECES: [[usize; 3]; 2] = [
    [ATTACKERS, ATTACKER_CELL, ATTACKER_FROM_KING],
    [DEFENDERS, DEFENDER_CELL, DEFENDER_FROM_KING],
];

/// Returns the index of the column and row distance, the larger first: (0, 0), (1, 0), (1, 1), ...
const fn distance_index(a: usize, b: usize) -> usize {
    let (columns, rows) = ((a % SIZE).abs_diff(b % SIZE), (a / SIZE).abs_diff(b / SIZE));
    let (low, high) = if columns < rows { (columns, rows) } else { (rows, columns) };
    high * (high + 1) / 2 + low
}

/// Cells that pieces of both sides may enter.
const OPEN_BOARD: Set = BOARD & !CASTLE & !ALL_CAMPS;

/// The 4x4 cells at each corner of the board.
const CORNERS: [Set; 4] = {
    let corner = 0b1111 * (1 | 1 << SIZE | 1 << (2 * SIZE) | 1 << (3 * SIZE));
    [corner, corner << 5, corner << (5 * SIZE), corner << (5 * SIZE + 5)]
};

/// The class of each cell, numbered from the corner to the centre.
///
/// ```text
///  0  1  2  3  4
///     5  6  7  8
///        9 10 11
///          12 13
///             14
/// ```
pub(super) const CELL_CLASSES: [usize; CELLS] = {
    const fn from_edge(i: usize) -> usize {
        if i < SIZE / 2 { i } else { SIZE - 1 - i }
    }
    const FIRST: [usize; 5] = [0, 5, 9, 12, 14];
    let mut kinds = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (column, row) = (from_edge(cell % SIZE), from_edge(cell / SIZE));
        let (low, high) = if column < row { (column, row) } else { (row, column) };
        kinds[cell] = FIRST[low] + high - low;
        cell += 1;
    }
    kinds
};

const fn count(set: Set) -> i32 {
    set.count_ones() as i32
}

/// Returns the number of cells of a set, at most `most`.
const fn steps(set: Set, most: usize) -> usize {
    let count = set.count_ones() as usize;
    if count < most { count } else { most }
}

/// Reports the features to the sink. The king must be on the board.
#[inline(always)]
pub(super) fn walk(position: &Tablut, sink: &mut impl Sink) {
    let men = position.men();
    let turn = usize::from(position.turn() != position::ATTACKERS);
    let all = men.attackers | men.defenders | men.king;
    let king = Cell::new(men.king.trailing_zeros() as usize);
    let around = AROUND[king.index()];

    for cell in Cells(men.attackers) {
        sink.place(0, king, cell);
    }
    for cell in Cells(men.defenders) {
        sink.place(1, king, cell);
    }
    sink.add(KING_CELL + CELL_CLASSES[king.index()], 1);

    let outside = men.attackers & !ALL_CAMPS;
    sink.add(ATTACKERS_BESIDE, pairs_beside(outside));
    sink.add(ATTACKERS_ACROSS, pairs_across(outside));
    sink.add(DEFENDERS_BESIDE, pairs_beside(men.defenders));
    sink.add(DEFENDERS_ACROSS, pairs_across(men.defenders));
    for corner in CORNERS {
        let here = usize::from(corner & men.king != 0);
        sink.add(CORNER_ATTACKERS + 5 * here + steps(outside & corner, 4), 1);
        sink.add(CORNER_DEFENDERS + 4 * here + steps(men.defenders & corner, 3), 1);
    }

    let empty = OPEN_BOARD & !all;
    let attacker_reach = {
        let at_home = men.attackers & ALL_CAMPS;
        let from_home = sweep(at_home, empty | ALL_CAMPS & !all) & empty;
        sweep(outside, empty) | from_home
    };
    let defender_reach = sweep(men.defenders | men.king, empty);
    let king_reach = slide(king, !empty);
    sink.add(ATTACKER_MOBILITY, count(attacker_reach));
    sink.add(DEFENDER_MOBILITY, count(defender_reach));

    let out_now = king_reach & EDGE;
    if out_now != 0 {
        sink.add(OUT_NOW + 3 * turn + steps(out_now, 3) - 1, 1);
    }
    // Cells with an open line to the edge, for each direction. Lines through the king's cell are
    // blocked by the king itself and are covered by `out_now`.
    let left = to_right(ESCAPES & LEFT & empty, empty);
    let right = to_left(ESCAPES & RIGHT & empty, empty);
    let down = upwards(ESCAPES & BOTTOM & empty, empty);
    let up = downwards(ESCAPES & TOP & empty, empty);
    let one_way = left | right | down | up;
    let two_ways = left & right | down & up | (left | right) & (down | up);
    // Cells on which the king would be captured at once are not safe.
    let hostile = men.attackers | ALL_CAMPS;
    let safe = king_reach & !EDGE & !(held(king_reach, hostile, attacker_reach) & FAR);
    sink.add(KING_MOBILITY + 10 * turn + steps(safe, 9), 1);
    let forks = safe & two_ways;
    if forks != 0 {
        sink.add(FORKS + 2 * turn + steps(forks, 2) - 1, 1);
    }
    let checks = safe & one_way;
    if checks != 0 {
        sink.add(CHECKS + 3 * turn + steps(checks, 3) - 1, 1);
    }
    let in_two = king_reach | sweep(king_reach & !EDGE, empty);
    let in_three = in_two | sweep(in_two & !EDGE, empty);
    let in_four = in_three | sweep(in_three & !EDGE, empty);
    let (out_in_two, out_in_three) = (count(in_two & ESCAPES), count(in_three & ESCAPES));
    sink.add(REGION, count(in_four));
    sink.add(OUT_EVER + steps(in_four & ESCAPES, 8), 1);
    let nearest = match () {
        () if out_in_two > 0 => 0,
        () if out_in_three > 0 => 1,
        () => 2,
    };
    sink.add(NEAREST_OUT + 3 * turn + nearest, 1);
    sink.add(OUT_IN_TWO + turn, out_in_two);
    sink.add(OUT_IN_THREE + turn, out_in_three);
    sink.add(OPEN_CELLS, count(one_way));
    sink.add(OPEN_CROSSINGS, count(two_ways));

    let place = match () {
        () if men.king & CASTLE != 0 => 0,
        () if around & CASTLE != 0 => 1,
        () => 2,
    };
    sink.add(KING_ENEMIES + 5 * place + steps(around & hostile, 4), 1);
    sink.add(KING_FRIENDS + 5 * place + steps(around & men.defenders, 4), 1);
    sink.add(KING_REACHED + 5 * place + steps(around & attacker_reach, 4), 1);

    let king_loose = if place == 2 {
        held(men.king, hostile, attacker_reach) != 0
    } else {
        let open = around & !CASTLE & !men.attackers;
        open.is_power_of_two() && open & attacker_reach != 0
    };
    if king_loose {
        sink.add(KING_LOOSE + turn, 1);
    }

    let partners = men.defenders | men.king | CASTLE;
    let loose_attackers = held(men.attackers & ALL_CAMPS, partners, defender_reach)
        | held(outside, partners | ALL_CAMPS, defender_reach);
    let loose_defenders = held(men.defenders, hostile | CASTLE, attacker_reach);
    if loose_attackers != 0 {
        sink.add(LOOSE_ATTACKERS + 2 * turn + steps(loose_attackers, 2) - 1, 1);
    }
    if loose_defenders != 0 {
        sink.add(LOOSE_DEFENDERS + 2 * turn + steps(loose_defenders, 2) - 1, 1);
    }
    sink.add(TEMPO, if turn == 0 { 1 } else { -1 });
}

const BOTTOM: Set = (1 << SIZE) - 1;
const TOP: Set = BOTTOM << (SIZE * (SIZE - 1));
const LEFT: Set = {
    let mut set = 0;
    let mut row = 0;
    while row < SIZE {
        set |= 1 << (row * SIZE);
        row += 1;
    }
    set
};
const RIGHT: Set = LEFT << (SIZE - 1);

/// Cells on which two attackers capture the king.
const FAR: Set = BOARD & !CASTLE & !AROUND[CELLS / 2];
