//! What a network is told of a position: who stands where. The sides are too different for one to be
//! seen as the other.

use agon_tactics::{Inputs, MAX_PLANES, Planes};

use crate::Tablut;
use crate::board::{CELLS, SIZE};

/// Fives of men on the board; there are 25 at the start.
const BUCKETS: usize = 4;

pub(crate) static INPUTS: Inputs<Tablut> = Inputs {
    planes: 3,
    cells: CELLS,
    look,
    buckets: BUCKETS,
    bucket,
    swapped: None,
    symmetries,
    network: None,
};

fn look(position: &Tablut) -> Planes {
    let men = position.men();
    let mut planes = [0; MAX_PLANES];
    [planes[0], planes[1], planes[2]] = [men.attackers, men.defenders, men.king];
    planes
}

fn bucket(position: &Tablut) -> Option<usize> {
    let men = position.men();
    let left = (men.attackers | men.defenders | men.king).count_ones() as usize;
    Some((left.saturating_sub(6) / 5).min(BUCKETS - 1))
}

/// The board turned by quarters and mirrored.
fn symmetries() -> Vec<Vec<usize>> {
    let turned = |cell: usize, quarters: usize| {
        (0..quarters).fold(cell, |cell, _| {
            let (column, row) = (cell % SIZE, cell / SIZE);
            column * SIZE + SIZE - 1 - row
        })
    };
    let mirrored = |cell: usize| cell / SIZE * SIZE + SIZE - 1 - cell % SIZE;
    (0..8)
        .map(|nth| {
            let seen = |cell| if nth < 4 { cell } else { mirrored(cell) };
            (0..CELLS).map(|cell| turned(seen(cell), nth % 4)).collect()
        })
        .collect()
}
