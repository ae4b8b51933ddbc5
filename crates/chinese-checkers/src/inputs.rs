//! Network inputs: the marbles of two players with opposite points.

use std::sync::LazyLock;

use agon_core::{Player, Position};
use agon_tactics::{Inputs, MAX_PLANES, Network, Planes};

use crate::ChineseCheckers;
use crate::board::{FIRSTS, HOLES, PLACES, POINTS, WIDTHS};
use crate::holes::Holes;
use crate::rules::opposite;
use crate::turned::{ROW, TURNED};

/// Buckets of four marbles across the middle each.
const BUCKETS: usize = 6;

pub(crate) static INPUTS: Inputs<ChineseCheckers> = Inputs {
    planes: 2,
    cells: HOLES,
    look,
    buckets: BUCKETS,
    bucket,
    // A half turn reverses the order of the holes.
    swapped: Some(|hole| HOLES - 1 - hole),
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

/// The holes beyond the middle for marbles that start from each point.
static BEYOND: [Holes; POINTS] = {
    let mut beyond = [Holes::NONE; POINTS];
    let mut i = 0;
    while i < POINTS * HOLES {
        let (point, hole) = (i / HOLES, i % HOLES);
        if PLACES[TURNED[point][hole] as usize].0 > 8 {
            beyond[point] = beyond[point].with(agon_core::Cell::new(hole));
        }
        i += 1;
    }
    beyond
};

/// Returns the star turned so that the first player's point is at the top.
fn look(position: &ChineseCheckers) -> Planes {
    let turned = &TURNED[position.rules().colour(Player::FIRST)];
    let plane = |player| {
        let holes = position.marbles(player).cells().map(|hole| turned[hole.index()]);
        holes.fold(0, |set, hole| set | 1_u128 << hole)
    };
    let mut planes = [0; MAX_PLANES];
    [planes[0], planes[1]] = [Player::FIRST, Player::SECOND].map(plane);
    planes
}

fn bucket(position: &ChineseCheckers) -> Option<usize> {
    let rules = position.rules();
    if rules.players() != 2 || rules.sets != 1 || !position.gone().is_empty() {
        return None;
    }
    let colours = [Player::FIRST, Player::SECOND].map(|player| rules.colour(player));
    if colours[1] != opposite(colours[0]) {
        return None;
    }
    let crossed = [Player::FIRST, Player::SECOND].map(|player| {
        (position.marbles(player) & BEYOND[colours[player.index()]]).count() as usize
    });
    Some(((crossed[0] + crossed[1]) / 4).min(BUCKETS - 1))
}

/// Returns the reflection that exchanges left and right.
fn symmetries() -> Vec<Vec<usize>> {
    let mirrored = |hole: usize| {
        let row = usize::from(ROW[0][hole]);
        FIRSTS[row] + WIDTHS[row] - 1 - (hole - FIRSTS[row])
    };
    vec![(0..HOLES).map(mirrored).collect()]
}
