//! The 81 cells, row by row from a1, and their kinds.

use agon_core::Cell;

/// Number of rows and of columns.
pub(crate) const SIZE: usize = 9;
pub(crate) const CELLS: usize = SIZE * SIZE;

/// A set of cells, bit `9 * row + column`.
pub(crate) type Set = u128;

pub(crate) const CASTLE: Set = at(4, 4);

pub(crate) const CAMPS: [Set; 4] = [
    at(3, 0) | at(4, 0) | at(5, 0) | at(4, 1),
    at(3, 8) | at(4, 8) | at(5, 8) | at(4, 7),
    at(0, 3) | at(0, 4) | at(0, 5) | at(1, 4),
    at(8, 3) | at(8, 4) | at(8, 5) | at(7, 4),
];
pub(crate) const ALL_CAMPS: Set = CAMPS[0] | CAMPS[1] | CAMPS[2] | CAMPS[3];
pub(crate) const CORNERS: Set = at(0, 0) | at(0, 8) | at(8, 0) | at(8, 8);
pub(crate) const EDGE: Set = edge();
/// Edge cells that are neither camps nor corners.
pub(crate) const ESCAPES: Set = EDGE & !ALL_CAMPS & !CORNERS;

/// Defenders at the start, without the king.
pub(crate) const DEFENDERS: Set =
    at(2, 4) | at(3, 4) | at(5, 4) | at(6, 4) | at(4, 2) | at(4, 3) | at(4, 5) | at(4, 6);

const fn at(column: usize, row: usize) -> Set {
    1 << (row * SIZE + column)
}

const fn edge() -> Set {
    let mut set = 0;
    let mut i = 0;
    while i < SIZE {
        set |= at(i, 0) | at(i, SIZE - 1) | at(0, i) | at(SIZE - 1, i);
        i += 1;
    }
    set
}

/// Returns the camp of the cell; empty for a cell outside the camps.
pub(crate) const fn camp_of(cell: Cell) -> Set {
    let mut i = 0;
    while i < CAMPS.len() {
        if CAMPS[i] & cell.bit() != 0 {
            return CAMPS[i];
        }
        i += 1;
    }
    0
}

/// The four directions as (column, row). The first two lead to higher cell numbers.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// For each direction and cell, all cells in that direction up to the edge.
const RAYS: [[Set; CELLS]; 4] = {
    let mut rays = [[0; CELLS]; 4];
    let mut d = 0;
    while d < 4 {
        let mut cell = 0;
        while cell < CELLS {
            let mut column = (cell % SIZE) as isize + DIRECTIONS[d].0;
            let mut row = (cell / SIZE) as isize + DIRECTIONS[d].1;
            while column >= 0 && column < SIZE as isize && row >= 0 && row < SIZE as isize {
                rays[d][cell] |= at(column as usize, row as usize);
                column += DIRECTIONS[d].0;
                row += DIRECTIONS[d].1;
            }
            cell += 1;
        }
        d += 1;
    }
    rays
};

/// A neighbouring cell and the cell behind it; empty where the board ends.
pub(crate) struct Neighbour {
    pub(crate) next: Set,
    pub(crate) behind: Set,
}

pub(crate) const NEIGHBOURS: [[Neighbour; 4]; CELLS] = {
    let mut table = [const { [const { Neighbour { next: 0, behind: 0 } }; 4] }; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut d = 0;
        while d < 4 {
            let next = nearest(RAYS[d][cell], d);
            let behind = nearest(RAYS[d][cell] & !next, d);
            table[cell][d] = Neighbour { next, behind };
            d += 1;
        }
        cell += 1;
    }
    table
};

pub(crate) const AROUND: [Set; CELLS] = {
    let mut around = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut d = 0;
        while d < 4 {
            around[cell] |= NEIGHBOURS[cell][d].next;
            d += 1;
        }
        cell += 1;
    }
    around
};

/// Returns the cell of a ray nearest to its origin.
const fn nearest(ray: Set, direction: usize) -> Set {
    if ray == 0 {
        0
    } else if direction < 2 {
        1 << ray.trailing_zeros()
    } else {
        1 << (127 - ray.leading_zeros())
    }
}

/// Returns the cells that a piece on `from` can slide to; cells of `blocked` stop it.
#[inline]
pub(crate) fn slide(from: Cell, blocked: Set) -> Set {
    let cell = from.index();
    let up = |d: usize| {
        let ray = RAYS[d][cell];
        let hit = ray & blocked;
        ray & (hit & hit.wrapping_neg()).wrapping_sub(1)
    };
    let down = |d: usize| {
        let ray = RAYS[d][cell];
        let hit = ray & blocked;
        ray & (Set::MAX << (128 - hit.leading_zeros()))
    };
    up(0) | up(1) | down(2) | down(3)
}

/// Returns the cells that a piece on `from` can slide to, and the cells of `blocked` that stop it.
#[inline]
pub(crate) fn seen(from: Cell, blocked: Set) -> Set {
    let cell = from.index();
    let up = |d: usize| {
        let ray = RAYS[d][cell];
        let hit = ray & blocked;
        ray & (hit ^ hit.wrapping_sub(1))
    };
    let down = |d: usize| {
        let ray = RAYS[d][cell];
        let hit = ray & blocked;
        ray & (Set::MAX << (127 - hit.leading_zeros().min(127)))
    };
    up(0) | up(1) | down(2) | down(3)
}

/// Returns the column letter and row number.
pub(crate) fn name(cell: Cell) -> String {
    let column = char::from(b'a' + (cell.index() % SIZE) as u8);
    format!("{column}{}", cell.index() / SIZE + 1)
}

pub(crate) fn parse_cell(text: &str) -> Option<Cell> {
    let &[column, row] = text.as_bytes() else { return None };
    let column = usize::from(column.checked_sub(b'a')?);
    let row = usize::from(row.checked_sub(b'1')?);
    (column < SIZE && row < SIZE).then(|| Cell::new(row * SIZE + column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_sixteen_camp_cells_and_sixteen_escapes() {
        assert_eq!(ALL_CAMPS.count_ones(), 16);
        assert_eq!(ESCAPES.count_ones(), 16);
    }

    #[test]
    fn slides_stop_before_the_first_blocked_cell() {
        let e5 = parse_cell("e5").unwrap();
        let blocked = at(6, 4) | at(4, 7) | at(2, 4) | at(4, 1);
        let reached = at(5, 4) | at(4, 5) | at(4, 6) | at(3, 4) | at(4, 3) | at(4, 2);
        assert_eq!(slide(e5, blocked), reached);
        let a1 = parse_cell("a1").unwrap();
        assert_eq!(slide(a1, 0).count_ones(), 16);
        assert_eq!(slide(parse_cell("i9").unwrap(), 0).count_ones(), 16);
        assert_eq!(slide(parse_cell("b1").unwrap(), a1.bit()) & a1.bit(), 0);
    }

    #[test]
    fn seen_includes_the_blocking_cells() {
        let e5 = parse_cell("e5").unwrap();
        let blocked = at(6, 4) | at(7, 4) | at(4, 7) | at(2, 4) | at(4, 1) | at(4, 0);
        let stopping = at(6, 4) | at(4, 7) | at(2, 4) | at(4, 1);
        assert_eq!(seen(e5, blocked), slide(e5, blocked) | stopping);
        let b1 = parse_cell("b1").unwrap();
        assert_eq!(seen(b1, at(0, 0)), slide(b1, 0));
        assert_eq!(seen(b1, 0), slide(b1, 0));
    }
}
