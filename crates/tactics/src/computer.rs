//! Computer players as values: all that makes one play as it does is data of it.

use std::time::Duration;

use agon_core::{Position, Rng};

use crate::Evaluation;

/// The name of the strongest computer player, which every game has.
pub const STRONGEST: &str = "agon";

/// A computer player of a game.
pub struct Computer<P: Position> {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// How it finds its moves.
    pub method: Method,
    /// How it evaluates positions; `None` for the best way there is.
    pub evaluation: Option<&'static Evaluation<P>>,
    /// Plies of its deepest iteration; `None` for as many as there is time for.
    pub depth: Option<usize>,
    /// How long it thinks about a move where no limit is given.
    pub time: Option<Duration>,
    /// After so many reversible plies it takes any of its three best moves, lest two of its
    /// kind go in circles.
    pub restless_after: Option<usize>,
    /// What it does besides searching.
    pub habit: Option<Habit<P>>,
}

/// What a computer player does besides searching.
pub struct Habit<P: Position> {
    /// The move that is made without thinking, if there is one.
    pub opening: fn(&P, &mut Rng) -> Option<P::Move>,
    /// Is a move worth a thought? Where none is, all are.
    pub considers: fn(&P, P::Move) -> bool,
}

/// How a computer player finds its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The full search for two players, and its counterpart for more.
    AlphaBeta,
    /// Alpha-beta with nothing added; against more than one opponent paranoid.
    Plain,
    /// The full search, in which all opponents play together against the player to move.
    Paranoid,
    /// Everybody plays for themselves (max^n).
    MaxN,
    /// Random games from the leaves of a growing tree.
    RandomGames,
    /// A growing tree whose leaves are evaluated.
    GuidedTree,
}

impl<P: Position> Computer<P> {
    /// The strongest player.
    pub const AGON: Computer<P> = Computer {
        name: STRONGEST,
        about: "looks many moves ahead and expects the best answer each time",
        method: Method::AlphaBeta,
        evaluation: None,
        depth: None,
        time: None,
        restless_after: None,
        habit: None,
    };

    /// Tree search with evaluated leaves.
    pub const GUIDED_TREE: Computer<P> = Computer {
        name: "guided-tree",
        about: "grows a tree of promising moves and judges its leaves",
        method: Method::GuidedTree,
        ..Computer::AGON
    };

    /// Tree search with random games.
    pub const MONTE_CARLO: Computer<P> = Computer {
        name: "monte-carlo",
        about: "plays many games at random to see which moves win more often",
        method: Method::RandomGames,
        ..Computer::AGON
    };

    /// Those that every game has, the default one first.
    pub const USUAL: &'static [Computer<P>] =
        &[Computer::AGON, Computer::GUIDED_TREE, Computer::MONTE_CARLO];
}
