//! Network inputs: attackers, defenders and the king. The sides differ too much to share weights.

use std::sync::LazyLock;

use agon_tactics::{Anchor, Inputs, MAX_PLANES, Network, Planes};

use crate::Tablut;
use crate::board::{CELLS, SIZE};

/// Buckets of five pieces each; 25 pieces are on the board at the start.
const BUCKETS: usize = 4;

pub(crate) static INPUTS: Inputs<Tablut> = Inputs {
    planes: 3,
    cells: CELLS,
    look,
    buckets: BUCKETS,
    bucket,
    swapped: None,
    symmetries,
    anchor: Some(Anchor { plane: 2, turn: octant, room: None }),
    network: Some(|| &NETWORK),
};

/// Origin and training: network.md.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let file = include_bytes!("network.net");
    Network::parse(file, INPUTS.shape())
        .expect("the file in the sources is a network for this game")
});

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

/// Returns the cell after `nth % 4` quarter turns, mirrored first if `nth >= 4`.
fn apply_symmetry(cell: usize, nth: usize) -> usize {
    let mirrored = cell / SIZE * SIZE + SIZE - 1 - cell % SIZE;
    (0..nth % 4).fold(if nth < 4 { cell } else { mirrored }, |cell, _| {
        let (column, row) = (cell % SIZE, cell / SIZE);
        column * SIZE + SIZE - 1 - row
    })
}

fn symmetries() -> Vec<Vec<usize>> {
    (0..8).map(|nth| (0..CELLS).map(|cell| apply_symmetry(cell, nth)).collect()).collect()
}

/// Returns the index of the first symmetry that maps the king into the reference octant, plus 1.
fn octant(king: usize) -> usize {
    let is_there = |nth: &usize| {
        let cell = apply_symmetry(king, *nth);
        let (column, row) = (cell % SIZE, cell / SIZE);
        column <= row && row <= SIZE / 2
    };
    (0..8).find(is_there).map_or(0, |nth| nth + 1)
}
