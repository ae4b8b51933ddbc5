//! What a search wants to know of a game beyond its rules: how to tell moves apart, which of
//! them are noisy, and how good a position is.

use crate::{Ending, Player, Position, Rng};

/// Hints about moves. None of them changes what is legal; wrong ones only make a search slow.
pub trait Tactics: Position {
    /// How many different values [`Tactics::slot`] has.
    const SLOTS: usize;
    /// How many different values [`Tactics::target`] has.
    const TARGETS: usize;

    /// A number that no other move has, in whatever position.
    fn id(m: Self::Move) -> u32;

    /// Which experience a move belongs to: moves of one player that do much the same in
    /// different positions share a slot.
    fn slot(&self, m: Self::Move) -> usize;

    /// What goes where, more coarsely than [`Tactics::slot`]: used for pairs of moves.
    fn target(&self, m: Self::Move) -> usize;

    /// What a noisy move wins at once, in hundredths of a man; `None` for a quiet move.
    /// Noisy moves change the balance so much that a position is not judged before they have
    /// been tried.
    fn gain(&self, _m: Self::Move) -> Option<i32> {
        None
    }

    /// What a move wins after the best replies on the spot; less than 0 when it gives a man
    /// away.
    fn exchange(&self, m: Self::Move) -> i32 {
        self.gain(m).unwrap_or(0)
    }

    /// The noisy moves among the legal ones.
    fn noisy_moves(&self, out: &mut impl FnMut(Self::Move)) {
        self.moves(&mut |m| {
            if self.gain(m).is_some() {
                out(m);
            }
        });
    }

    /// How promising a quiet move looks before there is any experience with it, by the measure
    /// of experience: 0 says nothing, 16,000 is as much as experience can say.
    fn prior(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Must the player to move answer a threat that would decide the game?
    fn is_threatened(&self) -> bool {
        false
    }

    /// The position with the other player to move, where giving up a move is no advantage.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// An ending that can be told without looking for legal moves.
    fn decided(&self) -> Option<Ending> {
        self.ending()
    }

    /// A hash of what stays the same for long, such as the pawns: judgements of positions that
    /// share it err alike. `None` where nothing does.
    fn structure(&self) -> Option<u64> {
        None
    }

    /// How much judgements can be off, for cutting short what is hopeless.
    const MARGINS: Margins = Margins::USUAL;

    /// The ways to judge a position, the best one first.
    const EVALUATIONS: &'static [Evaluation<Self>];

    /// Computer players of this game besides the usual ones, such as those of programs that
    /// people know.
    const KINDS: &'static [Kind] = &[];
    /// What some of the kinds do besides.
    const HABITS: &'static [Habit<Self>] = &[];

    /// Where the player need not mind the others any more, because they have been passed or are
    /// too far behind. Such a game must let its players [`Tactics::pass`].
    fn race(&self, _player: Player) -> Option<Race> {
        None
    }
}

/// What a player who minds nobody else needs to win. Where all race, nobody can get in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// So many moves at least.
    pub least: u32,
    /// A hash of the player's own men, whatever the others do.
    pub key: u64,
}

/// What a kind of computer player does besides searching. It takes a second for a move.
pub struct Habit<P: Position> {
    /// Whose habit it is.
    pub kind: &'static str,
    /// The move that is made without thinking, if there is one.
    pub opening: fn(&P, &mut Rng) -> Option<P::Move>,
    /// Is a move worth a thought? Where none is, all are.
    pub considers: fn(&P, P::Move) -> bool,
}

/// A kind of computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// How it finds its moves.
    pub method: Method,
    /// How it judges positions, by name; `None` for the best way there is.
    pub evaluation: Option<&'static str>,
}

/// How a computer player finds its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The full search for two players, and its counterpart for more.
    AlphaBeta,
    /// Alpha-beta with nothing added, deepened up to so many plies.
    Plain {
        /// Plies of the deepest iteration.
        depth: usize,
    },
    /// Alpha-beta with nothing added, as deep as there is time. After so many reversible plies
    /// it takes any of its three best moves, lest two of a kind go in circles.
    Restless(usize),
    /// Every opponent plays against the player to move.
    Paranoid,
    /// Everybody plays for themselves.
    MaxN,
    /// Random games from the leaves of a growing tree.
    RandomGames,
    /// A growing tree whose leaves are judged.
    GuidedTree,
}

/// How far a judgement may be off before a search stops trusting it, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// For each ply left: so far above the window that nothing will change it.
    pub reverse_futility: i32,
    /// For each ply left: so far below that only noisy moves could help.
    pub razoring: i32,
    /// For each ply left: so far below that a quiet move cannot help.
    pub futility: i32,
    /// For each such step above the window a pass is searched a ply less; `None`: no passing.
    pub null_move: Option<i32>,
    /// For each ply left: an exchange may lose so much.
    pub exchange: i32,
    /// For fifty plies: a move is singular when all others are so much worse.
    pub singular: i32,
    /// Besides what a noisy move wins.
    pub delta: i32,
    /// How many quiet moves are tried before the rest is left out: this many times 3 at the
    /// last ply, more the deeper. Games with many quiet moves of like worth need more.
    pub late_moves: i32,
}

impl Margins {
    /// For judgements where a man is worth 100.
    pub const USUAL: Margins = Margins {
        reverse_futility: 75,
        razoring: 240,
        futility: 110,
        null_move: Some(200),
        exchange: 90,
        singular: 50,
        delta: 150,
        late_moves: 1,
    };
}

/// A way to judge a position.
pub struct Evaluation<P> {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it looks at, in a sentence.
    pub about: &'static str,
    /// How well the player stands, in hundredths of a man.
    pub evaluate: fn(&P, Player) -> i32,
    /// The parts that the judgement is made of.
    pub terms: fn(&P) -> Vec<Term>,
    /// The judgement as a weighted sum, if it is one whose weights can be tuned.
    pub tunable: Option<Tunable<P>>,
}

/// A judgement as a weighted sum.
pub struct Tunable<P> {
    /// The weights in use, in hundredths of a man.
    pub weights: &'static [i32],
    /// What each weight is multiplied by in this position, as the first player sees it; those
    /// that do not occur are left out. The sum is what `evaluate` gives, rounding aside.
    pub trace: fn(&P) -> Vec<(usize, f32)>,
}

/// A part of a judgement, for each of two sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What was looked at.
    pub name: &'static str,
    /// What it is worth to each player, in hundredths of a man.
    pub values: Vec<i32>,
}
