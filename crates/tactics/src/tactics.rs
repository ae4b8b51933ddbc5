//! What a game tells a search.

use std::fmt::Debug;

use agon_core::{Ending, Position};

use crate::{Computer, Evaluation, Inputs, Margins};

/// Hashes of parts of a position.
pub type Structures = [Option<u64>; 3];

/// A hash of a set of cells.
#[must_use]
#[inline]
pub fn hash_of_set(set: u128) -> u64 {
    let low = (set as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = low ^ ((set >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
    mixed ^ mixed >> 29 ^ mixed >> 47
}

/// The levels of computer players.
pub const LEVELS: usize = 10;

/// Hints about moves. None of them changes what is legal; wrong ones only make a search slow.
pub trait Tactics: Position {
    /// How many different values [`Tactics::slot`] has.
    const SLOTS: usize;
    /// How many different values [`Tactics::target`] has.
    const TARGETS: usize;

    /// A number that no other move has, in whatever position.
    fn id(m: Self::Move) -> u32;

    /// Which history a move belongs to: moves of one player that do much the same in
    /// different positions share a slot.
    fn slot(&self, m: Self::Move) -> usize;

    /// What threatens where, as far as [`Tactics::danger`] and [`Tactics::prior`] ask for it; `()` where they do not.
    type Threats: Copy + Default + Debug + Send + Sync;

    /// The threats of this position; they are found once for all moves of a node.
    fn threats(&self) -> Self::Threats {
        Self::Threats::default()
    }

    /// How many different values [`Tactics::danger`] has.
    const DANGERS: usize = 1;

    /// Whether a quiet move comes out of danger, or into it: those that do have histories of their own.
    fn danger(&self, _m: Self::Move, _threats: &Self::Threats) -> usize {
        0
    }

    /// What goes where, more coarsely than [`Tactics::slot`]: used for pairs of moves.
    fn target(&self, m: Self::Move) -> usize;

    /// How many different values [`Tactics::noisy_slot`] has.
    const NOISY_SLOTS: usize = Self::TARGETS;

    /// Which history a noisy move belongs to.
    fn noisy_slot(&self, m: Self::Move) -> usize {
        self.target(m)
    }

    /// What a noisy move wins at once, in hundredths of a piece; `None` for a quiet move.
    /// Noisy moves change the balance so much that a position is not evaluated before they have
    /// been tried.
    fn gain(&self, _m: Self::Move) -> Option<i32> {
        None
    }

    /// What a move wins after the best replies on the spot; less than 0 when it gives a
    /// piece away (static exchange).
    fn exchange(&self, m: Self::Move) -> i32 {
        self.gain(m).unwrap_or(0)
    }

    /// Does a move win so much at least after the best replies on the spot? That is often told sooner
    /// than what exactly it wins.
    fn exchange_wins(&self, m: Self::Move, least: i32) -> bool {
        self.exchange(m) >= least
    }

    /// The noisy moves among the legal ones.
    fn noisy_moves(&self, out: &mut impl FnMut(Self::Move)) {
        self.moves(&mut |m| {
            if self.gain(m).is_some() {
                out(m);
            }
        });
    }

    /// How promising a quiet move looks before there is any history of it, by the measure of
    /// history: 0 says nothing, 16,000 is as much as history can say.
    fn prior(&self, _m: Self::Move, _threats: &Self::Threats) -> i32 {
        0
    }

    /// The legal move with this id, where that is told sooner than all moves are listed; `None` where it is
    /// not, or where no legal move has it.
    fn find(&self, _id: u32) -> Option<Self::Move> {
        None
    }

    /// Must the player to move answer a threat that would decide the game?
    fn is_threatened(&self) -> bool {
        false
    }

    /// The position with the other player to move, where giving up a move is no advantage
    /// (null move).
    fn pass(&self) -> Option<Self> {
        None
    }

    /// An ending that can be told without looking for legal moves.
    fn decided(&self) -> Option<Ending> {
        self.ending()
    }

    /// How many more plies the rules allow until the game is drawn if nothing is achieved, and how many they
    /// allow in all; `None` where no such draw is near at any time.
    fn patience(&self) -> Option<(u32, u32)> {
        None
    }

    /// Hashes of parts of the position, such as the pawns or the pieces of one side (see
    /// [`hash_of_set`]): evaluations of positions that share one err alike.
    fn structures(&self) -> Structures {
        [None; 3]
    }

    /// How much evaluations can be off and the like, for cutting short what is hopeless.
    const MARGINS: Margins = Margins::USUAL;

    /// The score, in hundredths of a piece, at which the chance to win is e to 1: what
    /// `agon tune GAME scale` finds in games of the strongest player against itself.
    const WINNING_SCALE: f64 = 200.0;

    /// How strong the usual computer is at each level, in points of a rating: found by matches between
    /// levels (docs/strength.md), the lowest having 600 in every game.
    const LEVEL_RATINGS: [u32; LEVELS] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400];

    /// The ways to evaluate a position, the best one first.
    const EVALUATIONS: &'static [Evaluation<Self>];

    /// What a network is told of positions, where one can evaluate them.
    const INPUTS: Option<&'static Inputs<Self>> = None;

    /// The computer players of this game, the default one first: the usual ones, and such as
    /// those of programs that people know.
    const COMPUTERS: &'static [Computer<Self>] = Computer::USUAL;
}
