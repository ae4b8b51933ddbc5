//! The interface between a game and the search.

use std::fmt::Debug;

use agon_core::{Ending, Position};

use crate::{Computer, Evaluation, Inputs, Margins};

/// Hashes of parts of a position; see [`Tactics::structures`].
pub type Structures = [Option<u64>; 3];

/// Hashes a set of cells.
#[must_use]
#[inline]
pub fn hash_of_set(set: u128) -> u64 {
    let low = (set as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = low ^ ((set >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
    mixed ^ mixed >> 29 ^ mixed >> 47
}

/// Number of levels of computer players.
pub const LEVELS: usize = 10;

/// Search hints. They do not change which moves are legal; wrong hints only slow the search.
pub trait Tactics: Position {
    /// Number of values of [`Tactics::slot`].
    const SLOTS: usize;
    /// Number of values of [`Tactics::target`].
    const TARGETS: usize;

    /// Returns an id that is unique to the move in all positions.
    fn id(m: Self::Move) -> u32;

    /// Returns the history index of a move. Similar moves of a player in different positions share
    /// an index.
    fn slot(&self, m: Self::Move) -> usize;

    /// Threats, as needed by [`Tactics::danger`] and [`Tactics::prior`]; `()` if unused.
    type Threats: Copy + Default + Debug + Send + Sync;

    /// Computes the threats of the position, once per node.
    fn threats(&self) -> Self::Threats {
        Self::Threats::default()
    }

    /// Number of values of [`Tactics::danger`].
    const DANGERS: usize = 1;

    /// Class of a quiet move that enters or leaves danger; classes have separate histories.
    fn danger(&self, _m: Self::Move, _threats: &Self::Threats) -> usize {
        0
    }

    /// Returns a coarser index than [`Tactics::slot`], for continuation history.
    fn target(&self, m: Self::Move) -> usize;

    /// Number of values of [`Tactics::noisy_slot`].
    const NOISY_SLOTS: usize = Self::TARGETS;

    /// Returns the history index of a noisy move.
    fn noisy_slot(&self, m: Self::Move) -> usize {
        self.target(m)
    }

    /// Returns the immediate gain of a noisy move in hundredths of a piece; `None` for a quiet
    /// move. Quiescence search resolves noisy moves before it trusts the static evaluation.
    fn gain(&self, _m: Self::Move) -> Option<i32> {
        None
    }

    /// Returns the static exchange evaluation: the gain of a move after the best recaptures, in
    /// hundredths of a piece.
    fn exchange(&self, m: Self::Move) -> i32 {
        self.gain(m).unwrap_or(0)
    }

    /// Returns whether [`Tactics::exchange`] is at least `least`. Override it if this is cheaper
    /// than the exact value.
    fn exchange_wins(&self, m: Self::Move, least: i32) -> bool {
        self.exchange(m) >= least
    }

    /// Passes the noisy legal moves to `out`.
    fn noisy_moves(&self, out: &mut impl FnMut(Self::Move)) {
        self.moves(&mut |m| {
            if self.gain(m).is_some() {
                out(m);
            }
        });
    }

    /// Returns the initial ordering score of a quiet move, in units of history: 0 is neutral,
    /// 16,000 is the limit of history.
    fn prior(&self, _m: Self::Move, _threats: &Self::Threats) -> i32 {
        0
    }

    /// Returns the legal move with this id, if that is faster than generating all moves; `None`
    /// if it is not or if the move is illegal.
    fn find(&self, _id: u32) -> Option<Self::Move> {
        None
    }

    /// Returns whether the player to move faces a threat that decides the game.
    fn is_threatened(&self) -> bool {
        false
    }

    /// Passes the turn for null move pruning; `None` in positions prone to zugzwang.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Returns the result, as far as it can be determined without generating moves.
    fn decided(&self) -> Option<Ending> {
        self.ending()
    }

    /// Returns the plies until the rules draw the game for lack of progress, and their total;
    /// `None` if such a draw is far off or impossible.
    fn patience(&self) -> Option<(u32, u32)> {
        None
    }

    /// Returns hashes of parts of the position, such as the pawns or the pieces of one side (see
    /// [`hash_of_set`]). The search learns a correction of the evaluation for each.
    fn structures(&self) -> Structures {
        [None; 3]
    }

    /// Search parameters.
    const MARGINS: Margins = Margins::USUAL;

    /// Scale of the logistic win probability, in hundredths of a piece, as fitted by
    /// `agon tune GAME scale` to self-play of the strongest player.
    const WINNING_SCALE: f64 = 200.0;

    /// Rating of the default computer at each level, measured by matches between levels
    /// (docs/strength.md). Level 0 has 600 in every game.
    const LEVEL_RATINGS: [u32; LEVELS] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400];

    /// Evaluations, the best one first.
    const EVALUATIONS: &'static [Evaluation<Self>];

    /// Inputs of neural networks, if the game supports them.
    const INPUTS: Option<&'static Inputs<Self>> = None;

    /// Computer players, the default one first: the usual ones and imitations of known programs.
    const COMPUTERS: &'static [Computer<Self>] = Computer::USUAL;
}
