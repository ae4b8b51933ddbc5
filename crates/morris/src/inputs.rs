//! Network inputs: the pieces on the board and the number in each hand.

use agon_core::{Player, Position};
use agon_tactics::{Inputs, MAX_PLANES, Planes};

use crate::Morris;
use crate::rules::MIN_MEN;
use crate::symmetry::{SYMMETRIES, apply_symmetry};

/// Networks cover the standard board only.
const LAYERS: usize = 3;
const POINTS: usize = 8 * LAYERS;
/// Cells after the points stand for pieces in hand.
const MEN: usize = 3 * LAYERS;

pub(crate) static INPUTS: Inputs<Morris> = Inputs {
    planes: 2,
    cells: POINTS + MEN,
    look,
    buckets: 8,
    bucket,
    swapped: Some(|point| point),
    symmetries,
    anchor: None,
    network: None,
};

fn look(position: &Morris) -> Planes {
    let mut planes = [0; MAX_PLANES];
    for (plane, player) in planes.iter_mut().zip([Player::FIRST, Player::SECOND]) {
        let in_hand = (1_u128 << position.in_hand(player)) - 1;
        *plane = position.on_board(player) | in_hand << POINTS;
    }
    planes
}

/// Returns the bucket: by the pieces in hand, then by the pieces left. `None` for other boards or
/// without flying.
fn bucket(position: &Morris) -> Option<usize> {
    let rules = position.rules();
    if rules.layers as usize != LAYERS || !rules.flying {
        return None;
    }
    let in_hand = position.in_hand(Player::FIRST) + position.in_hand(Player::SECOND);
    let left = [Player::FIRST, Player::SECOND].map(|player| position.men().left(player));
    Some(match (in_hand, left.into_iter().filter(|&men| men <= MIN_MEN).count()) {
        (13.., _) => 0,
        (7.., _) => 1,
        (1.., _) => 2,
        (_, 2) => 3,
        (_, 1) => 4,
        _ => 5 + (left[0] + left[1] - 8) as usize / 4,
    })
}

fn symmetries() -> Vec<Vec<usize>> {
    (0..SYMMETRIES)
        .map(|symmetry| {
            let points = (0..POINTS)
                .map(|p| apply_symmetry(1 << p, symmetry, LAYERS).trailing_zeros() as usize);
            points.chain(POINTS..POINTS + MEN).collect()
        })
        .collect()
}
