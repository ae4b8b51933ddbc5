//! Computer players as data.

use std::time::Duration;

use agon_core::{Player, Position, Rng};

use crate::Evaluation;

/// Name of the strongest computer player, which every game has.
pub const STRONGEST: &str = "agon";

/// A computer player of a game.
pub struct Computer<P: Position> {
    /// Name in options.
    pub name: &'static str,
    /// Description, one sentence.
    pub about: &'static str,
    /// Search algorithm.
    pub method: Method,
    /// Evaluation; `None` for the best one.
    pub evaluation: Option<&'static Evaluation<P>>,
    /// Maximum depth in plies; `None` if unlimited.
    pub depth: Option<usize>,
    /// Time per move if the request sets no limit.
    pub time: Option<Duration>,
    /// After this many reversible plies it plays any of its three best moves, so that two such
    /// players do not repeat forever.
    pub restless_after: Option<usize>,
    /// Moves played without search.
    pub opening: Option<Opening<P>>,
    /// Move filter; `None` to consider all moves.
    pub considers: Option<Considers<P>>,
    /// Detects positions in which it ignores its opponents and races.
    pub race: Option<Racing<P>>,
}

/// Returns a book move, if the position has one.
pub type Opening<P> = fn(&P, &mut Rng) -> Option<<P as Position>::Move>;

/// Whether to consider a move. If all moves are filtered out, all are considered.
pub type Considers<P> = fn(&P, <P as Position>::Move) -> bool;

/// Returns race data if opponents can no longer interfere, because they have been passed or are
/// too far behind. The game must implement [`crate::Tactics::pass`].
pub type Racing<P> = fn(&P, Player) -> Option<Race>;

/// Race state of a player, for searches in which players no longer interact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// Lower bound on the number of moves to win.
    pub least: u32,
    /// Hash of the player's own pieces only.
    pub key: u64,
}

/// Search algorithm of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Full alpha-beta search for two players, and its counterpart for more.
    AlphaBeta,
    /// Alpha-beta without enhancements; paranoid against several opponents.
    Plain,
    /// Full search that assumes a coalition of all opponents.
    Paranoid,
    /// Max^n: every player maximises their own score.
    MaxN,
    /// Monte Carlo tree search with random playouts.
    RandomGames,
    /// Monte Carlo tree search with evaluated leaves.
    GuidedTree,
}

impl<P: Position> Computer<P> {
    /// Strongest player.
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

    /// Tree search with random playouts.
    pub const MONTE_CARLO: Computer<P> = Computer {
        name: "monte-carlo",
        about: "plays many games at random to see which moves win more often",
        method: Method::RandomGames,
        ..Computer::AGON
    };

    /// Players that every game has, the default one first.
    pub const USUAL: &'static [Computer<P>] =
        &[Computer::AGON, Computer::GUIDED_TREE, Computer::MONTE_CARLO];
}
