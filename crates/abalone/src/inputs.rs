//! Network inputs: the marbles of both sides.

use std::sync::LazyLock;

use agon_core::Player;
use agon_tactics::{Inputs, MAX_PLANES, Network, Planes};

use crate::Abalone;
use crate::board::{COORDINATES, Coordinates, HOLES};

/// Buckets of two marbles pushed off each.
const BUCKETS: usize = 5;

pub(crate) static INPUTS: Inputs<Abalone> = Inputs {
    planes: 2,
    cells: HOLES,
    look,
    buckets: BUCKETS,
    bucket,
    // The moves of both sides are the same, so holes need no mapping.
    swapped: Some(|hole| hole),
    symmetries,
    anchor: None,
    network: Some(|| &NETWORK),
};

/// Origin and training: network.md.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let file = include_bytes!("network.net");
    Network::parse(file, INPUTS.shape())
        .expect("the file in the sources is a network for this game")
});

fn look(position: &Abalone) -> Planes {
    let mut planes = [0; MAX_PLANES];
    planes[0] = u128::from(position.marbles(Player::FIRST));
    planes[1] = u128::from(position.marbles(Player::SECOND));
    planes
}

fn bucket(position: &Abalone) -> Option<usize> {
    let fallen = position.pushed_off(Player::FIRST) + position.pushed_off(Player::SECOND);
    Some((fallen as usize / 2).min(BUCKETS - 1))
}

/// Returns the rotations by multiples of 60 degrees, and their reflections.
fn symmetries() -> Vec<Vec<usize>> {
    // Cube coordinates from the centre, whose sum is 0.
    let place = |hole: usize| {
        let Coordinates { row, number } = COORDINATES[hole];
        let (a, b) = (number as isize - 5, 4 - row as isize);
        (a, b, -a - b)
    };
    let hole = |wanted: (isize, isize, isize)| {
        (0..HOLES).find(|&hole| place(hole) == wanted).expect("a turned board covers itself")
    };
    let turned = |place: (isize, isize, isize), sixths: usize| {
        (0..sixths).fold(place, |(a, b, c), _| (-b, -c, -a))
    };
    (0..12)
        .map(|nth| {
            let seen = |(a, b, c)| if nth < 6 { (a, b, c) } else { (b, a, c) };
            (0..HOLES).map(|from| hole(turned(seen(place(from)), nth % 6))).collect()
        })
        .collect()
}
