//! A dense index of positions for the solver, equal for positions that differ only by a symmetry of
//! the board.
//!
//! Positions with the same piece counts share a [`Census`]. Within it the pieces of the side to
//! move come first: of their up to sixteen images under the symmetries, the one with the lowest
//! rank is canonical. Each canonical set has a slot for every set of enemy pieces on the remaining
//! points:
//!
//! ```text
//! slot = orbit of the mover's set * number of enemy sets + rank of the enemy set
//! ```
//!
//! If several symmetries map the mover's set onto itself, several enemy sets represent the same
//! position. It gets the lowest of their slots; the others stay empty.

use std::ops::ControlFlow;

use agon_core::{Player, Position};

use crate::board::{Board, Direction};
use crate::moves::{Move, Moves, Phase};
use crate::orbits::Orbits;
use crate::position::{BLUE, Men, Morris, RED};
use crate::rank::{Rank, Squeeze, binomial};
use crate::rules::{MIN_MEN, MorrisRules};
use crate::set::Set;
use crate::symmetry::{SYMMETRIES, apply_symmetry};

/// Piece counts of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Census {
    /// Pieces in both hands together; the hands are in step, so this determines each.
    pub in_hand: u32,
    /// Pieces of the side to move on the board.
    pub mover: u32,
    /// Pieces of the other side on the board.
    pub other: u32,
}

impl Census {
    /// Returns the pieces in hand of the side to move and of the other side.
    #[must_use]
    pub const fn hands(self) -> (u32, u32) {
        (self.in_hand.div_ceil(2), self.in_hand / 2)
    }
}

/// Result of an irreversible move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The enemy has fewer than three pieces left.
    Won,
    /// A slot of another census.
    To(Census, u64),
}

/// Position index of a board with two or three layers.
#[derive(Clone, Debug)]
pub struct Index {
    rules: MorrisRules,
    board: &'static Board,
    squeeze: Squeeze,
    /// Ranks of the sets of pieces, by size.
    ranks: Vec<Rank>,
    orbits: Vec<Orbits>,
    /// Number of enemy sets beside one of the mover's, by both piece counts.
    enemies: Vec<Vec<u64>>,
}

/// A position without colours: the pieces of the side to move and of the other side.
#[derive(Clone, Copy)]
struct Pair {
    mover: u32,
    other: u32,
}

/// The slot of a position, and the number of symmetries that map the position onto itself.
#[derive(Clone, Copy)]
struct Spot {
    slot: u64,
    fixing: u32,
}

impl Index {
    /// Creates the index for these rules; `None` for boards with more than three layers.
    #[must_use]
    pub fn new(rules: &MorrisRules) -> Option<Index> {
        if rules.layers > 3 {
            return None;
        }
        let board = Board::with_layers(rules.layers);
        let points = board.points.count_ones();
        let ranks: Vec<Rank> = (0..=board.men.into()).map(|men| Rank::new(points, men)).collect();
        let orbits = ranks.iter().map(|rank| Orbits::new(board.layers, rank)).collect();
        let men = 0..=u32::from(board.men);
        let beside =
            |mover: u32| men.clone().map(|other| binomial(points - mover, other)).collect();
        let enemies = men.clone().map(beside).collect();
        Some(Index { rules: *rules, board, squeeze: Squeeze::new(), ranks, orbits, enemies })
    }

    /// Returns the pieces of each side at the start.
    #[must_use]
    pub fn men(&self) -> u32 {
        self.board.men.into()
    }

    /// Returns the number of slots, including empty ones.
    #[must_use]
    pub fn slots(&self, census: Census) -> u64 {
        self.orbits[census.mover as usize].firsts.len() as u64 * self.enemies(census)
    }

    /// Returns the number of positions, which is the number of slots that are not empty.
    ///
    /// Where symmetries map the mover's pieces onto themselves, the positions are counted by
    /// Burnside's lemma: the average number of enemy sets that such a symmetry leaves unchanged.
    #[must_use]
    pub fn positions(&self, census: Census) -> u64 {
        let Orbits { firsts, fixing, .. } = &self.orbits[census.mover as usize];
        let positions = |(&first, &fixing): (&u32, &u16)| {
            let free = !first & self.board.points as u32;
            let fixing = (0..SYMMETRIES).filter(|symmetry| fixing >> symmetry & 1 == 1);
            let unchanged = fixing.clone().map(|symmetry| self.unchanged(free, symmetry));
            let unchanged: u64 = unchanged.map(|sets| sets[census.other as usize]).sum();
            unchanged / fixing.count() as u64
        };
        firsts.iter().zip(fixing).map(positions).sum()
    }

    /// Returns the number of subsets of `points` of each size that the symmetry leaves unchanged:
    /// the unions of its cycles.
    fn unchanged(&self, mut points: u32, symmetry: usize) -> [u64; 32] {
        let mut sets = [0; 32];
        sets[0] = 1;
        while points != 0 {
            let (mut cycle, mut point) = (0, points & points.wrapping_neg());
            while cycle & point == 0 {
                cycle |= point;
                point = apply_symmetry(point, symmetry, self.board.layers);
            }
            points &= !cycle;
            let length = cycle.count_ones() as usize;
            for size in (length..sets.len()).rev() {
                sets[size] += sets[size - length];
            }
        }
        sets
    }

    /// Census and slot of a position. `None` for other rules, and for lost positions with fewer
    /// than three pieces, which have no slot.
    #[must_use]
    pub fn place(&self, position: &Morris) -> Option<(Census, u64)> {
        let (mover, other) = (position.turn(), position.turn().other());
        let men = |player: Player| position.on_board(player).count_ones();
        let enough = |player: Player| men(player) + position.in_hand(player) >= MIN_MEN;
        let rules = MorrisRules { quiet_plies: self.rules.quiet_plies, ..position.rules() };
        if rules != self.rules || !enough(mover) || !enough(other) {
            return None;
        }
        let in_hand = position.in_hand(mover) + position.in_hand(other);
        let pair =
            Pair { mover: position.on_board(mover) as u32, other: position.on_board(other) as u32 };
        let census = Census { in_hand, mover: men(mover), other: men(other) };
        Some((census, self.spot(pair).slot))
    }

    /// Returns the position in a slot, with red to move if both are possible; `None` if the slot is
    /// empty.
    #[must_use]
    pub fn position(&self, census: Census, slot: u64) -> Option<Morris> {
        let pair = self.pair(census, slot)?;
        let turn = if census.in_hand.is_multiple_of(2) { RED } else { BLUE };
        let mut men = Men { on_board: [0; 2], in_hand: [0; 2] };
        let (hand, other_hand) = census.hands();
        for (player, points, hand) in
            [(turn, pair.mover, hand), (turn.other(), pair.other, other_hand)]
        {
            men.on_board[player.index()] = points.into();
            men.in_hand[player.index()] = hand as u8;
        }
        Some(Morris::new(men, turn, 0, self.rules))
    }

    /// Returns whether the slot holds a position.
    #[must_use]
    pub fn is_filled(&self, census: Census, slot: u64) -> bool {
        self.pair(census, slot).is_some()
    }

    /// Passes the results of the irreversible moves to `out` until it breaks, and returns the
    /// number of the other moves, which lead to [`Index::quiet`] slots. `None` for an empty slot.
    #[inline]
    pub fn leave(
        &self,
        census: Census,
        slot: u64,
        out: &mut impl FnMut(Leaving) -> ControlFlow<()>,
    ) -> Option<u32> {
        let pair = self.pair(census, slot)?;
        let moves = self.moves(census, pair);
        // If `out` breaks, the caller does not use the count.
        if census.in_hand > 0 {
            let _ = self.place_all(census, pair, &moves, out);
            return Some(0);
        }
        let _ = moves.each_closing(&mut |ply| {
            let next = Census { in_hand: 0, mover: census.other - 1, other: census.mover };
            out(self.leaving(next, || self.spot(pair.after(ply)).slot))
        });
        Some(moves.count_open() as u32)
    }

    /// Passes the results of placements. Many of them share the next mover's pieces, so the work
    /// for these is done once.
    #[inline]
    fn place_all(
        &self,
        census: Census,
        pair: Pair,
        moves: &Moves<u32>,
        out: &mut impl FnMut(Leaving) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let plain =
            Census { in_hand: census.in_hand - 1, mover: census.other, other: census.mover + 1 };
        let (open, closing, removable) = moves.placements();
        for removed in if closing == 0 { 0 } else { removable }.bits() {
            let next = Census { mover: plain.mover - 1, ..plain };
            let frame = self.frame(pair.other ^ removed, next.other);
            frame.each_with(pair.mover, closing, &mut |slot| out(self.leaving(next, || slot)))?;
        }
        let frame = self.frame(pair.other, plain.other);
        frame.each_with(pair.mover, open, &mut |slot| out(self.leaving(plain, || slot)))
    }

    /// Returns the result of a move that leaves the enemy with these pieces.
    #[inline]
    fn leaving(&self, next: Census, slot: impl FnOnce() -> u64) -> Leaving {
        if next.mover + next.hands().0 < MIN_MEN {
            return Leaving::Won;
        }
        Leaving::To(next, slot())
    }

    /// Passes the slots that reversible moves lead to, once for each move. They belong to the
    /// census with the sides exchanged.
    #[inline]
    pub fn quiet(&self, census: Census, slot: u64, out: &mut impl FnMut(u64)) {
        let Some(pair) = self.pair(census, slot) else { return };
        if census.in_hand == 0 {
            self.moves(census, pair).each_open(&mut |ply| {
                out(self.spot(pair.after(ply)).slot);
            });
        }
    }

    /// Passes the slots from which reversible moves lead to this one, each with the number of such
    /// moves.
    #[inline]
    pub fn before(&self, census: Census, slot: u64, out: &mut impl FnMut(u64, u32)) {
        if census.in_hand > 0 {
            return;
        }
        let Some(pair) = self.pair(census, slot) else { return };
        let orbit = (slot / self.enemies(census)) as usize;
        if self.orbits[census.mover as usize].fixing[orbit] == 1 {
            self.each_predecessor(census, pair, &mut |pair| {
                let before = self.spot(pair);
                out(before.slot, before.fixing);
            });
            return;
        }
        // A predecessor appears once for each retraction, including those that a symmetry makes
        // equal. Scale by the number of symmetries of both positions to count its moves.
        let here = self.spot(pair).fixing;
        let mut before = Vec::new();
        self.each_predecessor(census, pair, &mut |pair| before.push(self.spot(pair)));
        before.sort_unstable_by_key(|spot| spot.slot);
        for equal in before.chunk_by(|a, b| a.slot == b.slot) {
            out(equal[0].slot, equal.len() as u32 * equal[0].fixing / here);
        }
    }

    /// Passes the predecessors, once for each retraction.
    #[inline]
    fn each_predecessor(&self, census: Census, pair: Pair, out: &mut impl FnMut(Pair)) {
        let empty = !(pair.mover | pair.other) & self.board.points as u32;
        // Closing a mill removes a piece, which is irreversible.
        let movable = pair.other & !self.board.in_mills(pair.other);
        let mut retract = |from: u32, to: u32| {
            out(Pair { mover: pair.other ^ from ^ to, other: pair.mover });
        };
        if self.phase(census.other) == Phase::Flying {
            for piece in movable.bits() {
                empty.bits().for_each(|to| retract(piece, to));
            }
            return;
        }
        for direction in Direction::ALL {
            for to in (self.board.step(movable, direction) & empty).cells() {
                retract(1 << direction.origin(to).index(), 1 << to.index());
            }
        }
    }

    #[inline]
    fn phase(&self, men: u32) -> Phase {
        if men == MIN_MEN && self.rules.flying { Phase::Flying } else { Phase::Moving }
    }

    #[inline]
    fn moves(&self, census: Census, pair: Pair) -> Moves<u32> {
        let phase = if census.in_hand > 0 { Phase::Placing } else { self.phase(census.mover) };
        Moves::new(self.board, phase, pair.mover.into(), pair.other.into())
    }

    #[inline]
    fn enemies(&self, census: Census) -> u64 {
        self.enemies[census.mover as usize][census.other as usize]
    }

    #[inline]
    fn spot(&self, pair: Pair) -> Spot {
        self.frame(pair.mover, pair.other.count_ones()).spot(pair.other)
    }

    /// Returns all positions with these pieces of the side to move and `others` enemies.
    #[inline]
    fn frame(&self, mover: u32, others: u32) -> Frame<'_> {
        let men = mover.count_ones() as usize;
        let orbits = &self.orbits[men];
        let entry = orbits.entries[self.ranks[men].of(mover) as usize];
        let orbit = entry.orbit();
        Frame {
            index: self,
            rank: &self.ranks[others as usize],
            begin: orbit as u64 * self.enemies[men][others as usize],
            symmetry: entry.symmetry(),
            free: !orbits.firsts[orbit] & self.board.points as u32,
            fixing: if entry.is_folded() { orbits.fixing[orbit] } else { 1 },
        }
    }

    #[inline]
    fn pair(&self, census: Census, slot: u64) -> Option<Pair> {
        let orbits = &self.orbits[census.mover as usize];
        let enemies = self.enemies(census);
        let (orbit, number) = ((slot / enemies) as usize, (slot % enemies) as u32);
        let mover = orbits.firsts[orbit];
        let free = !mover & self.board.points as u32;
        let other = self.squeeze.apart(self.ranks[census.other as usize].set(number), free);
        let pair = Pair { mover, other };
        let is_first = orbits.fixing[orbit] == 1 || self.spot(pair).slot == slot;
        is_first.then_some(pair)
    }
}

/// Positions that share the pieces of the side to move.
struct Frame<'a> {
    index: &'a Index,
    rank: &'a Rank,
    /// First slot of these positions.
    begin: u64,
    /// Maps the mover's pieces onto the canonical set.
    symmetry: usize,
    /// Points not in the canonical set.
    free: u32,
    /// Symmetries that map the canonical set onto itself, one bit each.
    fixing: u16,
}

impl Frame<'_> {
    /// Passes the slots of `others` with one of the `choices` added. Symmetries and compaction act
    /// on every point separately, so both are applied to all choices at once.
    #[inline]
    fn each_with(
        &self,
        others: u32,
        choices: u32,
        out: &mut impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.fixing != 1 {
            return choices.bits().try_for_each(|choice| out(self.spot(others | choice).slot));
        }
        let numbered = |points: u32| {
            let laid = apply_symmetry(points, self.symmetry, self.index.board.layers);
            self.index.squeeze.together(laid, self.free)
        };
        let (others, choices) = (numbered(others), numbered(choices));
        choices
            .bits()
            .try_for_each(|choice| out(self.begin + u64::from(self.rank.of(others | choice))))
    }

    #[inline]
    fn spot(&self, other: u32) -> Spot {
        let layers = self.index.board.layers;
        let other = apply_symmetry(other, self.symmetry, layers);
        let number = |other| self.rank.of(self.index.squeeze.together(other, self.free));
        if self.fixing == 1 {
            return Spot { slot: self.begin + u64::from(number(other)), fixing: 1 };
        }
        let (mut lowest, mut fixing) = (number(other), 0);
        for symmetry in (0..SYMMETRIES).filter(|symmetry| self.fixing >> symmetry & 1 == 1) {
            let image = apply_symmetry(other, symmetry, layers);
            fixing += u32::from(image == other);
            lowest = lowest.min(number(image));
        }
        Spot { slot: self.begin + u64::from(lowest), fixing }
    }
}

/// Iterates over the single bits of a set.
trait Bits {
    fn bits(self) -> impl Iterator<Item = u32>;
}

impl Bits for u32 {
    #[inline]
    fn bits(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let lowest = self & self.wrapping_neg();
            self ^= lowest;
            (lowest != 0).then_some(lowest)
        })
    }
}

impl Pair {
    #[inline]
    fn after(self, ply: Move) -> Pair {
        let bit = |cell: Option<agon_core::Cell>| cell.map_or(0, |cell| 1 << cell.index());
        Pair {
            mover: self.other ^ bit(ply.remove),
            other: self.mover ^ bit(ply.from) ^ bit(Some(ply.to)),
        }
    }
}
