//! A random game: positions are numbers, moves are edges between them.

use std::ops::ControlFlow;

use agon_core::Rng;
use agon_core::{Exit, Indexed, Space};
use agon_solver::Kept;

/// Three spaces: one by itself, and two partners whose irreversible moves lead to it.
pub(crate) struct Graph {
    /// Moves of every non-empty slot.
    positions: [Vec<Option<Moves>>; 3],
    /// Origins of the quiet moves to every slot.
    back: [Vec<Vec<u64>>; 3],
}

#[derive(Clone, Default)]
struct Moves {
    quiet: Vec<u64>,
    exits: Vec<Exit>,
}

pub(crate) const ALONE: Space = Space(0);
pub(crate) const PAIR: [Space; 2] = [Space(1), Space(2)];

impl Graph {
    pub(crate) fn new(seed: u64, slots: usize) -> Graph {
        let mut rng = Rng::new(seed);
        let mut random_moves = |space: usize| {
            let mut moves = Moves::default();
            if rng.below(10) == 0 {
                return None;
            }
            for _ in 0..rng.below(5) {
                moves.quiet.push(rng.below(slots) as u64);
            }
            match rng.below(12) {
                0 => moves.exits.push(Exit::Won),
                1..4 if space > 0 => moves.exits.push(Exit::To(ALONE, rng.below(slots) as u64)),
                _ => {}
            }
            Some(moves)
        };
        let mut positions =
            [0, 1, 2].map(|space| (0..slots).map(|_| random_moves(space)).collect());
        Graph::remove_moves_to_empty_slots(&mut positions);
        let mut back = positions.clone().map(|all: Vec<_>| vec![Vec::new(); all.len()]);
        for (space, all) in positions.iter().enumerate() {
            for (from, moves) in all.iter().enumerate() {
                for &to in moves.iter().flat_map(|moves| &moves.quiet) {
                    back[partner(space)][to as usize].push(from as u64);
                }
            }
        }
        Graph { positions, back }
    }

    /// Removes moves to empty slots.
    fn remove_moves_to_empty_slots(positions: &mut [Vec<Option<Moves>>; 3]) {
        let filled =
            positions.clone().map(|all| all.iter().map(Option::is_some).collect::<Vec<_>>());
        for (space, all) in positions.iter_mut().enumerate() {
            for moves in all.iter_mut().flatten() {
                moves.quiet.retain(|&to| filled[partner(space)][to as usize]);
                moves.exits.retain(|exit| match exit {
                    Exit::Won => true,
                    Exit::To(space, slot) => filled[space.0][*slot as usize],
                });
            }
        }
    }

    pub(crate) fn is_filled(&self, space: Space, slot: u64) -> bool {
        self.positions[space.0][slot as usize].is_some()
    }

    /// Computes all values by naive iteration.
    pub(crate) fn naive(&self) -> [Vec<Kept>; 3] {
        let mut values = self.positions.clone().map(|all| vec![Kept::Drawn; all.len()]);
        for group in [&[0][..], &[1, 2]] {
            let mut distances = self.positions.clone().map(|all| vec![None; all.len()]);
            for distance in 0..200 {
                let known = distances.clone();
                for &space in group {
                    for (slot, moves) in self.positions[space].iter().enumerate() {
                        let Some(moves) = moves else { continue };
                        let next = |to: &u64| known[partner(space)][*to as usize];
                        let is_open = known[space][slot].is_none();
                        if is_open && decides(moves, next, &values[0], distance) {
                            distances[space][slot] = Some(distance);
                        }
                    }
                }
            }
            for &space in group {
                values[space] = distances[space].iter().copied().map(kept).collect();
            }
        }
        values
    }
}

/// Returns whether the moves decide a position at this distance. `next` returns distances within
/// the unit, `beyond` holds the values of the other space.
fn decides(
    moves: &Moves,
    next: impl Fn(&u64) -> Option<u32>,
    beyond: &[Kept],
    distance: u32,
) -> bool {
    let value = |exit: &Exit| match exit {
        Exit::Won => Kept::Lost(0),
        Exit::To(_, slot) => beyond[*slot as usize],
    };
    let mut exits = moves.exits.iter().map(value);
    let mut quiet = moves.quiet.iter();
    if distance % 2 == 1 {
        let leaves = distance == 1 && exits.any(|kept| matches!(kept, Kept::Lost(_)));
        return leaves || quiet.any(|to| next(to) == Some(distance - 1));
    }
    exits.all(|kept| kept == Kept::Won)
        && quiet.all(|to| next(to).is_some_and(|distance| distance % 2 == 1))
}

fn kept(distance: Option<u32>) -> Kept {
    match distance {
        None => Kept::Drawn,
        Some(odd) if odd % 2 == 1 => Kept::Won,
        Some(even) => Kept::Lost(even),
    }
}

fn partner(space: usize) -> usize {
    [0, 2, 1][space]
}

impl Indexed for Graph {
    fn title(&self) -> String {
        "graph".into()
    }

    fn units(&self) -> Vec<Vec<Space>> {
        vec![vec![ALONE], PAIR.to_vec()]
    }

    fn name(&self, space: Space) -> String {
        format!("graph-{}", space.0)
    }

    fn slots(&self, space: Space) -> u64 {
        self.positions[space.0].len() as u64
    }

    fn partner(&self, space: Space) -> Space {
        Space(partner(space.0))
    }

    fn beyond(&self, space: Space) -> Vec<Space> {
        if space == ALONE { Vec::new() } else { vec![ALONE] }
    }

    fn leave(
        &self,
        space: Space,
        slot: u64,
        out: &mut impl FnMut(Exit) -> ControlFlow<()>,
    ) -> Option<u32> {
        let moves = self.positions[space.0][slot as usize].as_ref()?;
        for &exit in &moves.exits {
            if out(exit).is_break() {
                break;
            }
        }
        Some(moves.quiet.len() as u32)
    }

    fn quiet(&self, space: Space, slot: u64, out: &mut impl FnMut(u64)) {
        if let Some(moves) = &self.positions[space.0][slot as usize] {
            moves.quiet.iter().for_each(|&to| out(to));
        }
    }

    fn before(&self, space: Space, slot: u64, out: &mut impl FnMut(u64, u32)) {
        for equal in self.back[space.0][slot as usize].chunk_by(|a, b| a == b) {
            out(equal[0], equal.len() as u32);
        }
    }
}
