//! Computer players as values: all that makes one play as it does is data of it.

use std::time::Duration;

use agon_core::{Player, Position, Rng};

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
    /// The move that it makes without thinking, if there is one.
    pub opening: Option<Opening<P>>,
    /// Which moves it considers; `None` for all.
    pub considers: Option<Considers<P>>,
    /// Where it stops minding the others and runs.
    pub race: Option<Racing<P>>,
}

/// The move of an opening that is known by heart, if the position belongs to one.
pub type Opening<P> = fn(&P, &mut Rng) -> Option<<P as Position>::Move>;

/// Is a move worth a thought? Where none is, all are.
pub type Considers<P> = fn(&P, <P as Position>::Move) -> bool;

/// Where the player need not mind the others any more, because they have been passed or are too
/// far behind. Such a game must let its players [`crate::Tactics::pass`].
pub type Racing<P> = fn(&P, Player) -> Option<Race>;

/// What a player who minds nobody else needs to win. Where all race, nobody can get in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// So many moves at least.
    pub least: u32,
    /// A hash of the player's own pieces, whatever the others do.
    pub key: u64,
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
        opening: None,
        considers: None,
        race: None,
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
