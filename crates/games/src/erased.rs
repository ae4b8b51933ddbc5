//! Type-erased games: one implementation for all of them.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use agon_core::{
    Board, ByPlayer, Cell, Counter, Ending, Game, Hand, History, Lost, Match, MoveView, Opt,
    OptionInfo, Piece, PlayError, Player, PlayerSet, Preset, Rng, Rules, Seat, Sheet, Solvable,
    Step, TextError, Values, perft,
};
use agon_tactics::{LEVELS, Margins, Network, NetworkError, Tactics, Term};
use thiserror::Error;

use crate::computers::{Kind, evaluations, find_computer};
use crate::searcher::{Order, Searcher, Thought};
use crate::solved::{Facet, PERFECT, PERFECT_KIND, SolvedGame};
use crate::think;

/// A game in the registry.
pub trait AnyGame: Send + Sync {
    /// Returns the name in commands and URLs.
    fn id(&self) -> &'static str;
    /// Returns the display name.
    fn title(&self) -> &'static str;
    /// Returns the description in a sentence.
    fn about(&self) -> &'static str;
    /// Returns a position from the middle of a game, for pictures.
    fn scene(&self) -> Option<&'static str>;
    /// Reasons of the endings by the game's own rules.
    fn reasons(&self) -> &'static [&'static str];
    /// Notes that players may see about a position.
    fn notes(&self) -> &'static [&'static str];
    /// Returns the options with their defaults.
    fn options(&self) -> Vec<OptionInfo>;
    /// Returns the named settings of the options.
    fn presets(&self) -> &'static [Preset];
    /// Returns the kinds of computer players, the default first.
    fn kinds(&self) -> Vec<Kind>;
    /// Finds a kind by name.
    fn kind(&self, name: &str) -> Result<Kind, TextError>;
    /// Returns the names and descriptions of the evaluations, the default first.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;
    /// Returns the score, in hundredths of a piece, at which the odds of winning are e to 1.
    fn winning_scale(&self) -> f64;
    /// Margins of its search.
    fn margins(&self) -> Margins;
    /// Returns the rating of the default kind of computer at each level.
    fn level_ratings(&self) -> [u32; LEVELS];
    /// Parses a network for this game, for testing it.
    fn read_network(&self, file: &[u8]) -> Result<Network, NetworkError>;

    /// Starts a match by these rules, at the given position or at the start.
    ///
    /// A position text may itself determine options, such as the size of the board; explicit
    /// options that contradict it are an error.
    fn open(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;

    /// Starts a match from a record. Like [`AnyGame::open`], except that rules from before an
    /// option existed keep their meaning.
    fn reopen(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;

    /// Returns the solvable facet of the game, if it has one.
    fn solved(&self) -> Option<&'static dyn SolvedGame>;
    /// Returns the tuning facet of the game.
    #[cfg(feature = "tuning")]
    fn tuning(&self) -> &dyn crate::Tuning;
}

/// A game being played, as data.
pub trait AnyMatch: Send + Sync {
    /// Returns the id of the game.
    fn id(&self) -> &'static str;
    /// Returns an independent copy.
    fn fork(&self) -> Box<dyn AnyMatch>;
    /// Returns the rules as text.
    fn rules(&self) -> String;
    /// Returns the present position as text.
    fn position(&self) -> String;
    /// Returns the position after a null move, which shows the opponent's threats; `None` where
    /// passing might be an advantage.
    fn passed(&self) -> Option<String>;
    /// Returns the first position as text; `None` if it is the start position of the rules.
    fn unusual_start(&self) -> Option<String>;
    /// Returns the format of the position texts, for position editors; `None` if positions cannot
    /// be edited.
    fn sheet(&self) -> Option<Sheet>;
    /// Returns the seats of the players.
    fn seats(&self) -> ByPlayer<Seat>;
    /// Returns the player to move.
    fn turn(&self) -> Player;
    /// Returns the empty board.
    fn board(&self) -> Board;
    /// Returns the pieces on the board.
    fn pieces(&self) -> Vec<Piece>;
    /// Returns the numbers displayed beside the board.
    fn counters(&self) -> Vec<Counter>;
    /// Returns the lost pieces, in games with different kinds.
    fn lost(&self) -> Vec<Lost>;
    /// Returns the pieces that have yet to be placed.
    fn hands(&self) -> Vec<Hand>;
    /// Returns the cells to highlight as a warning.
    fn alarms(&self) -> Vec<Cell>;
    /// Notes for the player to move; empty when the game is over.
    fn notes(&self) -> Vec<&'static str>;
    /// Returns the ending, by the rules or declared.
    fn ending(&self) -> Option<Ending>;
    /// Returns the legal moves as texts, sorted; empty when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Returns the legal moves for display.
    fn move_views(&self) -> Vec<MoveView>;
    /// Returns the hash of the position, independent of its history.
    fn key(&self) -> u64;
    /// Returns the symmetries of the game, as images of all cells.
    fn symmetries(&self) -> Vec<Vec<Cell>>;
    /// Returns the steps played so far.
    fn past(&self) -> Vec<Played>;

    /// Returns the last step.
    fn last(&self) -> Option<Played>;

    /// Makes the move at `index` of [`AnyMatch::move_views`] without checking legality again;
    /// `false` if there is none.
    fn play_listed(&mut self, index: usize) -> bool;
    /// Makes a move given as text.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Makes a move given as text, in any notation that the game can import.
    fn import(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last step; `false` at the start.
    fn undo(&mut self) -> bool;
    /// Resigns for a player.
    fn resign(&mut self, player: Player);
    /// Withdraws a player from the game.
    fn leave(&mut self, player: Player);
    /// Ends a player's time.
    fn flag(&mut self, player: Player);
    /// Offers or accepts a draw.
    fn offer_draw(&mut self, player: Player);
    /// Declines all draw offers.
    fn decline_draw(&mut self);
    /// Returns the players who have offered or accepted a draw.
    fn draw_offers(&self) -> PlayerSet;

    /// Returns the number of move sequences of length `depth`.
    fn perft(&self, depth: u32) -> u64;
    /// Returns the perft of each legal move, sorted by text.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Plays a random game from here and returns its number of moves.
    fn playout(&self, rng: &mut Rng, history: &mut History) -> u64;

    /// Runs a computer player until its limits are reached or `stop` is set; passes its progress to
    /// `report`.
    fn think(
        &self,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError>;
    /// Returns the terms of the named evaluation, or of the default one.
    fn terms(&self, evaluation: Option<&str>) -> Result<Vec<Term>, TextError>;
}

/// A step of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// A move of a player.
    Move {
        /// The player.
        player: Player,
        /// The move for display.
        view: MoveView,
    },
    /// A player left; the others continue.
    Withdrawal(Player),
}

/// Why a move was not made; the match is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not a legal move.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
}

/// Registry entry of the game `G`.
pub struct Entry<G> {
    game: PhantomData<fn() -> G>,
    solved: Option<&'static dyn SolvedGame>,
}

impl<G: Game + Tactics> Entry<G> {
    /// Creates an entry without facets.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a registry is a static, where no default is")]
    pub const fn new() -> Entry<G> {
        Entry { game: PhantomData, solved: None }
    }

    /// Adds the facet of a solvable game.
    #[must_use]
    pub const fn solved<S: Solvable<Game = G>>(self) -> Entry<G> {
        Entry { solved: Some(&Facet::<S>::NEW), ..self }
    }
}

impl<G: Game + Tactics> AnyGame for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn scene(&self) -> Option<&'static str> {
        G::SCENE
    }

    fn reasons(&self) -> &'static [&'static str] {
        G::REASONS
    }

    fn notes(&self) -> &'static [&'static str] {
        G::NOTES
    }

    fn options(&self) -> Vec<OptionInfo> {
        G::Rules::infos()
    }

    fn presets(&self) -> &'static [Preset] {
        G::Rules::PRESETS
    }

    fn kinds(&self) -> Vec<Kind> {
        G::COMPUTERS.iter().map(Kind::of).collect()
    }

    fn kind(&self, name: &str) -> Result<Kind, TextError> {
        match name {
            PERFECT if self.solved.is_some() => Ok(PERFECT_KIND),
            _ => find_computer::<G>(name).map(Kind::of),
        }
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        evaluations::<G>()
    }

    fn winning_scale(&self) -> f64 {
        G::WINNING_SCALE
    }

    fn margins(&self) -> Margins {
        G::MARGINS
    }

    fn level_ratings(&self) -> [u32; LEVELS] {
        G::LEVEL_RATINGS
    }

    fn read_network(&self, file: &[u8]) -> Result<Network, NetworkError> {
        let inputs = G::INPUTS.ok_or_else(NetworkError::no_inputs)?;
        Network::parse(file, inputs.shape())
    }

    fn open(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError> {
        let (rules, given) = G::Rules::parse_given(rules)?;
        open_by::<G>(&rules, &given, position)
    }

    fn reopen(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError> {
        let (rules, given) = G::Rules::parse_recorded(rules)?;
        open_by::<G>(&rules, &given, position)
    }

    fn solved(&self) -> Option<&'static dyn SolvedGame> {
        self.solved
    }

    #[cfg(feature = "tuning")]
    fn tuning(&self) -> &dyn crate::Tuning {
        self
    }
}

/// Starts a match. A position may override the rules, except for the options in `given`.
fn open_by<G: Game + Tactics>(
    rules: &G::Rules,
    given: &[&'static Opt<G::Rules>],
    position: Option<&str>,
) -> Result<Box<dyn AnyMatch>, TextError> {
    let Some(text) = position else { return Ok(Box::new(Match::new(G::start(rules)))) };
    let position = G::parse_position(text, rules)?;
    let differs = |of: &G::Rules, get: fn(&G::Rules) -> _| get(of) != get(rules);
    if let Some(opt) = given.iter().find(|opt| differs(&position.rules(), opt.get)) {
        let write = |of: &G::Rules| Values::write(opt.values, (opt.get)(of));
        let (wanted, found) = (write(rules), write(&position.rules()));
        let expected = format!("{}={wanted} as in the rules", opt.name);
        return Err(TextError::new("position", &format!("{}={found}", opt.name), expected));
    }
    Ok(Box::new(Match::new(position)))
}

impl<G: Game + Tactics> AnyMatch for Match<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn rules(&self) -> String {
        self.position().rules().text()
    }

    fn position(&self) -> String {
        self.position().text()
    }

    fn passed(&self) -> Option<String> {
        self.position().pass().map(|position| position.text())
    }

    fn unusual_start(&self) -> Option<String> {
        let text = self.start().text();
        (text != G::start(&self.start().rules()).text()).then_some(text)
    }

    fn sheet(&self) -> Option<Sheet> {
        G::sheet(&self.position().rules())
    }

    fn seats(&self) -> ByPlayer<Seat> {
        G::seats(&self.position().rules())
    }

    fn turn(&self) -> Player {
        self.position().turn()
    }

    fn board(&self) -> Board {
        G::board(&self.position().rules())
    }

    fn pieces(&self) -> Vec<Piece> {
        self.position().pieces()
    }

    fn counters(&self) -> Vec<Counter> {
        self.position().counters()
    }

    fn lost(&self) -> Vec<Lost> {
        self.position().lost()
    }

    fn hands(&self) -> Vec<Hand> {
        self.position().hands()
    }

    fn alarms(&self) -> Vec<Cell> {
        self.position().alarms()
    }

    fn notes(&self) -> Vec<&'static str> {
        if self.ending().is_some() { Vec::new() } else { self.position().notes() }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending()
    }

    fn moves(&self) -> Vec<String> {
        let position = self.position();
        let mut texts: Vec<String> =
            self.moves().into_iter().map(|m| position.move_text(m)).collect();
        texts.sort();
        texts
    }

    fn move_views(&self) -> Vec<MoveView> {
        self.moves().into_iter().map(|m| self.position().move_view(m)).collect()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn symmetries(&self) -> Vec<Vec<Cell>> {
        G::symmetries(&self.position().rules())
    }

    fn past(&self) -> Vec<Played> {
        self.past().iter().map(played).collect()
    }

    fn last(&self) -> Option<Played> {
        self.past().last().map(played)
    }

    fn play_listed(&mut self, index: usize) -> bool {
        let listed = self.moves().get(index).copied();
        listed.map(|m| self.play_unchecked(m)).is_some()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        play_text(self, text, G::parse_move)
    }

    fn import(&mut self, text: &str) -> Result<(), MoveError> {
        play_text(self, text, G::import_move)
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn resign(&mut self, player: Player) {
        self.resign(player);
    }

    fn leave(&mut self, player: Player) {
        self.leave(player, "left the game");
    }

    fn flag(&mut self, player: Player) {
        self.flag(player);
    }

    fn offer_draw(&mut self, player: Player) {
        self.offer_draw(player);
    }

    fn decline_draw(&mut self) {
        self.decline_draw();
    }

    fn draw_offers(&self) -> PlayerSet {
        self.draw_offers()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = self.position();
        let counts = perft::divide(position, depth).into_iter();
        let mut counts: Vec<_> = counts.map(|(m, count)| (position.move_text(m), count)).collect();
        counts.sort();
        counts
    }

    fn playout(&self, rng: &mut Rng, history: &mut History) -> u64 {
        perft::playout(self.position(), rng, history)
    }

    fn think(
        &self,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError> {
        match &order.oracle {
            Some(oracle) => oracle.think(self, searcher, order, stop, report),
            None => think::think(self, None, searcher, order, stop, report),
        }
    }

    fn terms(&self, evaluation: Option<&str>) -> Result<Vec<Term>, TextError> {
        think::terms(self, evaluation)
    }
}

fn played<G: Game>((position, step): &(G, Step<G::Move>)) -> Played {
    match *step {
        Step::Move(m) => Played::Move { player: position.turn(), view: position.move_view(m) },
        Step::Withdrawal(player) => Played::Withdrawal(player),
    }
}

fn play_text<G: Game>(
    game: &mut Match<G>,
    text: &str,
    read: fn(&G, &str) -> Result<G::Move, TextError>,
) -> Result<(), MoveError> {
    let over = |game: &Match<G>, ending: &Ending| {
        MoveError::Over(ending.verdict(&G::seats(&game.position().rules())))
    };
    if let Some(ending) = game.ending() {
        return Err(over(game, &ending));
    }
    let m = read(game.position(), text)?;
    game.play(m).map_err(|error| match error {
        PlayError::Over(ending) => over(game, &ending),
        PlayError::Illegal(_) => {
            TextError::new("move", text, "a legal move of this position").into()
        }
    })
}
