//! Traits that a game implements.

use std::fmt::Debug;

use crate::{Ending, Player, Rng, Rules, Sheet, TextError, View};

/// State of a game between two moves.
///
/// Positions are small and are copied before a move is played; there is no undo. They do not
/// contain their history: [`crate::Match`] and the search judge repetition from what
/// [`Position::repetition`] declares.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// A move, encoded compactly.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// Rule options.
    type Rules: Rules;

    /// Returns the initial position. The rules have passed [`Rules::check`].
    fn start(rules: &Self::Rules) -> Self;

    /// Rules of this position.
    fn rules(&self) -> Self::Rules;

    /// Returns the number of players.
    fn players(&self) -> usize {
        2
    }

    /// Returns the player to move.
    fn turn(&self) -> Player;

    /// Passes every legal move to `out` once. There are none exactly if [`Position::ending`] is
    /// `Some`.
    fn moves(&self, out: &mut impl FnMut(Self::Move));

    /// Counts the legal moves. Override it if counting is faster than enumerating.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.moves(&mut |_| count += 1);
        count
    }

    /// Returns a uniformly random legal move; `None` if the game is over. Override it if the game
    /// can pick one faster: playouts spend their time here.
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

    /// Plays a move, which must come from [`Position::moves`]; the result is unspecified otherwise.
    /// [`crate::Match::play`] checks the move.
    fn play(&mut self, m: Self::Move);

    /// Returns the result, if the board alone decides it.
    fn ending(&self) -> Option<Ending>;

    /// Returns a draw that applies despite legal moves: too many plies without progress, or
    /// insufficient material. Kept apart from [`Position::ending`] because perft ignores it.
    fn limit(&self) -> Option<Ending> {
        None
    }

    /// Returns the hash of everything that makes positions equal for repetition: board, side to
    /// move, rights; no counters.
    fn key(&self) -> u64;

    /// Returns which occurrence of a position is a draw; `None` if positions may repeat.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// Returns the number of plies since the last irreversible move, which bounds repetition.
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// Returns whether any sequence of legal moves lets the player win. Decides between loss and
    /// draw when the opponent's flag falls.
    fn can_win(&self, _player: Player) -> bool {
        true
    }

    /// Removes a player from the order of play; their pieces stay. Called only with more than two
    /// players remaining.
    fn withdraw(&mut self, _player: Player) {}
}

/// Texts of positions and moves.
pub trait Notation: Position {
    /// Returns the position text; [`Notation::parse_position`] restores the same position.
    fn text(&self) -> String;

    /// Parses a position, strictly. Rules that the text implies, such as the board size or the
    /// players, override `rules`; see [`Position::rules`] of the result.
    fn parse_position(text: &str, rules: &Self::Rules) -> Result<Self, TextError>;

    /// Returns the structure of the position text; `None` if positions cannot be edited.
    fn sheet(_rules: &Self::Rules) -> Option<Sheet> {
        None
    }

    /// Returns the text of a legal move.
    fn move_text(&self, m: Self::Move) -> String;

    /// Parses a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Parses a move in another notation used in game files, such as SAN.
    fn import_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move(text)
    }

    /// Returns the move in display notation, for move lists.
    fn display_move(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// Finds the legal move that satisfies `wanted`; the error quotes `text`.
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

/// A complete game.
pub trait Game: Notation + View {
    /// Identifier in commands and URLs, such as `nine-holes`.
    const ID: &'static str;
    /// Display name.
    const TITLE: &'static str;
    /// Description, one sentence.
    const ABOUT: &'static str;
    /// Values of [`Ending::reason`](crate::Ending::reason) specific to this game, without those
    /// of every match (repetition, resignation, time).
    const REASONS: &'static [&'static str];
    /// A middle-game position under default rules, for pictures of the game; the start if `None`.
    const SCENE: Option<&'static str> = None;
    /// Notices that [`View::notes`] can return, such as `check`.
    const NOTES: &'static [&'static str] = &[];
}
