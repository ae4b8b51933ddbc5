//! What a game implements.

use std::fmt::Debug;

use crate::{Ending, Player, Rng, Rules, Sheet, TextError, View};

/// The state of a game between two moves: the one surface through which everything plays.
///
/// Positions are small values that are copied before a move is made; there is no undo.
/// The history is not part of a position: draws by repetition are judged by [`crate::Match`] (and
/// by a search in the same way), from what [`Position::repetition`] declares.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// A move, as small as it can be.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The options of the game.
    type Rules: Rules;

    /// The beginning of a game. The rules have passed [`Rules::check`].
    fn start(rules: &Self::Rules) -> Self;

    /// The rules that this position is played by.
    fn rules(&self) -> Self::Rules;

    /// How many seats the game has.
    fn players(&self) -> usize {
        2
    }

    /// Who is to move.
    fn turn(&self) -> Player;

    /// Gives every legal move once to `out`: none exactly when [`Position::ending`] is some.
    fn moves(&self, out: &mut impl FnMut(Self::Move));

    /// How many legal moves there are. Games whose moves are bit sets can count them faster
    /// than list them.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.moves(&mut |_| count += 1);
        count
    }

    /// A legal move, each with the same chance; `None` when the game has ended. The way
    /// random playouts choose, so games with fast bit sets have their own.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let count = self.count_moves() as usize;
        let mut skip = if count == 0 { return None } else { rng.below(count) };
        let mut chosen = None;
        self.moves(&mut |m| {
            if skip == 0 {
                chosen = chosen.or(Some(m));
            } else {
                skip -= 1;
            }
        });
        chosen
    }

    /// Makes a move that came from [`Position::moves`]; anything else is a mistake of the
    /// caller. [`crate::Match::play`] is the checked way.
    fn play(&mut self, m: Self::Move);

    /// The end of the game as far as the board decides it.
    fn ending(&self) -> Option<Ending>;

    /// A draw that a match declares although there are legal moves: too many of them without
    /// progress, or too few pieces for anybody to win. Not part of [`Position::ending`]: perft counts
    /// ignore it.
    fn limit(&self) -> Option<Ending> {
        None
    }

    /// A hash of all that makes two positions the same for repetition: the board, who is to
    /// move and whatever rights they have, without counters.
    fn key(&self) -> u64;

    /// Which occurrence of the same position is a draw; `None` when repetition is allowed.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// How many plies back an equal position can lie at most: those since the last move that
    /// cannot be reversed.
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// Could this player still win by some sequence of legal moves? Decides between loss and
    /// draw when the opponent's time runs out.
    fn can_win(&self, _player: Player) -> bool {
        true
    }

    /// Takes a player who left out of the order of play; the pieces stay where they are.
    /// Called only with more than two seats, never for the last one but one.
    fn withdraw(&mut self, _player: Player) {}
}

/// Texts of positions and moves, both ways.
pub trait Notation: Position {
    /// The position as text; [`Notation::parse_position`] gives the same position again.
    fn text(&self) -> String;

    /// Reads a position, strictly. What the text itself says (how large the board is, who
    /// plays) goes before the rules; [`Position::rules`] tells what came out.
    fn parse_position(text: &str, rules: &Self::Rules) -> Result<Self, TextError>;

    /// The parts of a position text, for those who set one up; `None` where nobody can.
    fn sheet(_rules: &Self::Rules) -> Option<Sheet> {
        None
    }

    /// A legal move of this position as text.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Reads a move in another notation that players of the game use, as it stands in their
    /// game files.
    fn import_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move(text)
    }

    /// A legal move as people like to read it in a list of moves.
    fn display_move(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// The legal move that satisfies the condition; otherwise an error that quotes `text`.
    fn find_move(
        &self,
        text: &str,
        mut wanted: impl FnMut(Self::Move) -> bool,
    ) -> Result<Self::Move, TextError> {
        let mut found = None;
        self.moves(&mut |m| {
            if wanted(m) {
                found = Some(m);
            }
        });
        found.ok_or_else(|| TextError::new("move", text, "a legal move of this position"))
    }
}

/// A complete game: rules, texts and looks, under a name.
pub trait Game: Notation + View {
    /// The name in commands and addresses, such as `nine-holes`.
    const ID: &'static str;
    /// The name that people read.
    const TITLE: &'static str;
    /// What the game is about, in a sentence.
    const ABOUT: &'static str;
    /// Why a game can end by its own rules, in the words of [`Ending::reason`](crate::Ending::reason).
    /// What every match can end by (repetition, resignation, time) is left out.
    const REASONS: &'static [&'static str];
    /// A position from the middle of a game by the usual rules, for pictures of the game; where there is
    /// none they show the start.
    const SCENE: Option<&'static str> = None;
    /// What players can be told of a position in words, such as `check`.
    const NOTES: &'static [&'static str] = &[];
}
