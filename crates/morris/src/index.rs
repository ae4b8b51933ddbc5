//! A number for every position, equal for positions that differ only by a symmetry of the
//! board. What a solver works with.
//!
//! Positions with as many men of each kind share a [`Census`]. Within it, the men of the side
//! to move come first: of the up to sixteen sets that they can be laid onto, the one with the
//! lowest number stands for all. For each of those there is a slot for every set of enemies on
//! the points that are left:
//!
//! ```text
//! slot = number of the mover's set among such sets * sets of enemies + number of the enemies
//! ```
//!
//! Some sets of men are laid onto themselves by more than one symmetry. Then several sets of
//! enemies make the same position; the lowest of their slots is the position's, and the others
//! stay empty.

use std::ops::ControlFlow;

use agon_core::{Player, Position};

use crate::board::{Board, Way};
use crate::moves::{Moves, Phase, Ply};
use crate::orbits::Orbits;
use crate::position::{BLUE, Men, Morris, RED};
use crate::rank::{Rank, Squeeze, binomial};
use crate::rules::{FEWEST_MEN, MorrisRules};
use crate::set::Set;
use crate::symmetry::{SYMMETRIES, lay};

/// How many men there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Census {
    /// Men in the hands of both; the hands are in step, so this tells each.
    pub in_hand: u32,
    /// Men of the side to move on the board.
    pub mover: u32,
    /// Men of the other side on the board.
    pub other: u32,
}

impl Census {
    /// How many men the side to move and the other one have in hand.
    #[must_use]
    pub const fn hands(self) -> (u32, u32) {
        (self.in_hand.div_ceil(2), self.in_hand / 2)
    }
}

/// Where a move leads that cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The enemy has too few men left.
    Won,
    /// To another census and a slot there.
    To(Census, u64),
}

/// The slots of a board with two or three layers.
#[derive(Clone, Debug)]
pub struct Index {
    rules: MorrisRules,
    board: &'static Board,
    squeeze: Squeeze,
    /// Sets of men, by their number.
    ranks: Vec<Rank>,
    orbits: Vec<Orbits>,
    /// How many sets of enemies there are beside one of the mover's, by the numbers of men.
    enemies: Vec<Vec<u64>>,
}

/// A position without names: the men of the side to move, and of the other.
#[derive(Clone, Copy)]
struct Pair {
    mover: u32,
    other: u32,
}

/// The slot of a position, and how many symmetries lay the position onto itself.
#[derive(Clone, Copy)]
struct Spot {
    slot: u64,
    fixing: u32,
}

impl Index {
    /// The slots of a game by these rules; `None` where there are too many positions to keep.
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

    /// Men of each side at the beginning.
    #[must_use]
    pub fn men(&self) -> u32 {
        self.board.men.into()
    }

    /// How many slots there are, some of which are empty.
    #[must_use]
    pub fn slots(&self, census: Census) -> u64 {
        self.orbits[census.mover as usize].firsts.len() as u64 * self.enemies(census)
    }

    /// How many positions there are: the slots that are not empty.
    ///
    /// Where symmetries lay the mover's men onto themselves, there are as many positions as
    /// such a symmetry leaves sets of enemies unchanged on average (Burnside's lemma).
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

    /// How many sets of 0, 1, 2, ... of these points the symmetry leaves unchanged: those that
    /// contain a point together with all points that it comes to.
    fn unchanged(&self, mut points: u32, symmetry: usize) -> [u64; 32] {
        let mut sets = [0; 32];
        sets[0] = 1;
        while points != 0 {
            let (mut cycle, mut point) = (0, points & points.wrapping_neg());
            while cycle & point == 0 {
                cycle |= point;
                point = lay(point, symmetry, self.board.layers);
            }
            points &= !cycle;
            let length = cycle.count_ones() as usize;
            for size in (length..sets.len()).rev() {
                sets[size] += sets[size - length];
            }
        }
        sets
    }

    /// The census and the slot of a position. `None` for other boards, and for lost positions
    /// with fewer than three men, which have none.
    #[must_use]
    pub fn place(&self, position: &Morris) -> Option<(Census, u64)> {
        let (mover, other) = (position.turn(), position.turn().other());
        let men = |player: Player| position.on_board(player).count_ones();
        let enough = |player: Player| men(player) + position.in_hand(player) >= FEWEST_MEN;
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

    /// The position in a slot, with red to move where that is open; `None` where it is empty.
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

    /// Is there a position in the slot?
    #[must_use]
    pub fn is_filled(&self, census: Census, slot: u64) -> bool {
        self.pair(census, slot).is_some()
    }

    /// Gives the moves that cannot be taken back, until `out` has heard enough, and counts the
    /// others, which lead to [`Index::quiet`] positions. `None` for an empty slot.
    #[inline]
    pub fn leave(
        &self,
        census: Census,
        slot: u64,
        out: &mut impl FnMut(Leaving) -> ControlFlow<()>,
    ) -> Option<u32> {
        let pair = self.pair(census, slot)?;
        let moves = self.moves(census, pair);
        // Whoever stops us knows enough, so the count does not matter then.
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

    /// Gives where placements lead. The men of the next to move are the same for many of them,
    /// so the work that these need is done once.
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

    /// What it means to leave the enemy with these men.
    #[inline]
    fn leaving(&self, next: Census, slot: impl FnOnce() -> u64) -> Leaving {
        if next.mover + next.hands().0 < FEWEST_MEN {
            return Leaving::Won;
        }
        Leaving::To(next, slot())
    }

    /// Gives the slots where moves lead that remove and place nobody, once for each move. The
    /// census there has the sides exchanged.
    #[inline]
    pub fn quiet(&self, census: Census, slot: u64, out: &mut impl FnMut(u64)) {
        let Some(pair) = self.pair(census, slot) else { return };
        if census.in_hand == 0 {
            self.moves(census, pair).each_open(&mut |ply| {
                out(self.spot(pair.after(ply)).slot);
            });
        }
    }

    /// Gives the slots from which such a move leads here, each with the number of moves that
    /// do.
    #[inline]
    pub fn before(&self, census: Census, slot: u64, out: &mut impl FnMut(u64, u32)) {
        if census.in_hand > 0 {
            return;
        }
        let Some(pair) = self.pair(census, slot) else { return };
        let orbit = (slot / self.enemies(census)) as usize;
        if self.orbits[census.mover as usize].fixing[orbit] == 1 {
            self.unmoves(census, pair, &mut |pair| {
                let before = self.spot(pair);
                out(before.slot, before.fixing);
            });
            return;
        }
        // What leads here by several moves that a symmetry makes equal appears as often. Each
        // move of a position there is one of `fixing` equal ones, and so is each way back.
        let here = self.spot(pair).fixing;
        let mut before = Vec::new();
        self.unmoves(census, pair, &mut |pair| before.push(self.spot(pair)));
        before.sort_unstable_by_key(|spot| spot.slot);
        for equal in before.chunk_by(|a, b| a.slot == b.slot) {
            out(equal[0].slot, equal.len() as u32 * equal[0].fixing / here);
        }
    }

    /// The positions before, as often as men can move back.
    #[inline]
    fn unmoves(&self, census: Census, pair: Pair, out: &mut impl FnMut(Pair)) {
        let empty = !(pair.mover | pair.other) & self.board.points as u32;
        // A man in a mill has come there only by removing somebody.
        let movable = pair.other & !self.board.in_mills(pair.other);
        let mut tell = |from: u32, to: u32| {
            out(Pair { mover: pair.other ^ from ^ to, other: pair.mover });
        };
        if self.phase(census.other) == Phase::Flying {
            for man in movable.bits() {
                empty.bits().for_each(|to| tell(man, to));
            }
            return;
        }
        for way in Way::ALL {
            for to in (self.board.step(movable, way) & empty).cells() {
                tell(1 << way.origin(to).index(), 1 << to.index());
            }
        }
    }

    #[inline]
    fn phase(&self, men: u32) -> Phase {
        if men == FEWEST_MEN && self.rules.flying { Phase::Flying } else { Phase::Moving }
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

    /// All positions with these men of the side to move and so many others.
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

/// Positions that have the men of the side to move in common.
struct Frame<'a> {
    index: &'a Index,
    rank: &'a Rank,
    /// The first slot.
    begin: u64,
    /// Lays the men onto those that stand for all.
    symmetry: usize,
    /// The points that are left then.
    free: u32,
    /// The symmetries that lay those men onto themselves, a bit each.
    fixing: u16,
}

impl Frame<'_> {
    /// Gives the slots where these others and one of the choices stand. Symmetries and moving
    /// together treat every point by itself, so both are done for all choices at once.
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
            let laid = lay(points, self.symmetry, self.index.board.layers);
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
        let other = lay(other, self.symmetry, layers);
        let number = |other| self.rank.of(self.index.squeeze.together(other, self.free));
        if self.fixing == 1 {
            return Spot { slot: self.begin + u64::from(number(other)), fixing: 1 };
        }
        let (mut lowest, mut fixing) = (number(other), 0);
        for symmetry in (0..SYMMETRIES).filter(|symmetry| self.fixing >> symmetry & 1 == 1) {
            let image = lay(other, symmetry, layers);
            fixing += u32::from(image == other);
            lowest = lowest.min(number(image));
        }
        Spot { slot: self.begin + u64::from(lowest), fixing }
    }
}

/// The points of a set, one by one.
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
    fn after(self, ply: Ply) -> Pair {
        let bit = |cell: Option<agon_core::Cell>| cell.map_or(0, |cell| 1 << cell.index());
        Pair {
            mover: self.other ^ bit(ply.remove),
            other: self.mover ^ bit(ply.from) ^ bit(Some(ply.to)),
        }
    }
}
