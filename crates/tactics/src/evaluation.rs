//! Static evaluations.

use agon_core::Player;

/// A static evaluation.
pub struct Evaluation<P> {
    /// Name in options.
    pub name: &'static str,
    /// Description, one sentence.
    pub about: &'static str,
    /// Evaluates a position for a player, in hundredths of a piece.
    pub evaluate: fn(&P, Player) -> i32,
    /// Terms of the evaluation. With two players they sum up to it: each value is a player's
    /// perspective, or worth to that player minus worth to the opponent.
    pub terms: fn(&P) -> Vec<Term>,
    /// Linear form of the evaluation, if its weights can be tuned.
    pub tunable: Option<Tunable<P>>,
}

/// An evaluation as a linear function.
pub struct Tunable<P> {
    /// Current weights, in hundredths of a piece.
    pub weights: &'static [i32],
    /// Non-zero coefficients of the weights for the first player, by index. The weighted sum
    /// equals `evaluate` up to rounding.
    pub trace: fn(&P) -> Vec<(usize, f32)>,
}

/// A term of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Name.
    pub name: &'static str,
    /// Worth to each player, in hundredths of a piece.
    pub values: Vec<i32>,
}
