//! How good a position is.

use agon_core::Player;

/// A way to evaluate a position.
pub struct Evaluation<P> {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it looks at, in a sentence.
    pub about: &'static str,
    /// How well the player stands, in hundredths of a piece.
    pub evaluate: fn(&P, Player) -> i32,
    /// The parts that it is made of. Where two play they add up to the evaluation: as each player
    /// sees the position, or as what it is worth to each, less what it is worth to the other.
    pub terms: fn(&P) -> Vec<Term>,
    /// The evaluation as a weighted sum, if it is one whose weights can be tuned.
    pub tunable: Option<Tunable<P>>,
}

/// An evaluation as a weighted sum.
pub struct Tunable<P> {
    /// The weights in use, in hundredths of a piece.
    pub weights: &'static [i32],
    /// What each weight is multiplied by in this position, as the first player sees it; those
    /// that do not occur are left out. The sum is what `evaluate` gives, rounding aside.
    pub trace: fn(&P) -> Vec<(usize, f32)>,
}

/// A part of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What was looked at.
    pub name: &'static str,
    /// What it is worth to each player, in hundredths of a piece.
    pub values: Vec<i32>,
}
