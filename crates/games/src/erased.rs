//! The types of the games erased: one implementation for all of them.

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

/// A game to choose.
pub trait AnyGame: Send + Sync {
    /// The name in commands and addresses.
    fn id(&self) -> &'static str;
    /// The name that people read.
    fn title(&self) -> &'static str;
    /// What the game is about, in a sentence.
    fn about(&self) -> &'static str;
    /// A position from the middle of a game, for pictures.
    fn scene(&self) -> Option<&'static str>;
    /// Why a game can end by its own rules.
    fn reasons(&self) -> &'static [&'static str];
    /// What players can be told of a position.
    fn notes(&self) -> &'static [&'static str];
    /// The options with their defaults.
    fn options(&self) -> Vec<OptionInfo>;
    /// Named settings of the options.
    fn presets(&self) -> &'static [Preset];
    /// The kinds of computer players, the default one first.
    fn kinds(&self) -> Vec<Kind>;
    /// The kind of this name.
    fn kind(&self, name: &str) -> Result<Kind, TextError>;
    /// The ways to evaluate a position, the default one first: names and what they look at.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;
    /// The score, in hundredths of a piece, at which the chance to win is e to 1.
    fn winning_scale(&self) -> f64;
    /// The margins of its search.
    fn margins(&self) -> Margins;
    /// How strong the usual kind of computer is at each level, in points of a rating.
    fn level_ratings(&self) -> [u32; LEVELS];
    /// Reads a network for this game, to try it out.
    fn read_network(&self, file: &[u8]) -> Result<Network, NetworkError>;

    /// Begins a match by these rules, at the given position or at the start.
    ///
    /// A position text may itself say what the options say (such as the size of the board);
    /// options that are given and contradict it are an error.
    fn open(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;

    /// Begins a match of a record again. The same as [`AnyGame::open`], but rules that were written
    /// before one of today's options existed mean what they meant then.
    fn reopen(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;

    /// The game as one that can be solved, where it is.
    fn solved(&self) -> Option<&'static dyn SolvedGame>;
    /// The game as one whose evaluation can be tuned.
    #[cfg(feature = "tuning")]
    fn tuning(&self) -> &dyn crate::Tuning;
}

/// A game being played. Everything that differs between games comes as data.
pub trait AnyMatch: Send + Sync {
    /// The id of the game.
    fn id(&self) -> &'static str;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn AnyMatch>;
    /// The rules as text.
    fn rules(&self) -> String;
    /// The present position as text.
    fn position(&self) -> String;
    /// The position as text with the other player to move, who would carry out a threat; `None`
    /// where giving up a move might be an advantage.
    fn passed(&self) -> Option<String>;
    /// The first position as text; `None` when it is the start of the rules.
    fn unusual_start(&self) -> Option<String>;
    /// The parts of its position texts, for those who set one up; `None` where nobody can.
    fn sheet(&self) -> Option<Sheet>;
    /// Who sits where.
    fn seats(&self) -> ByPlayer<Seat>;
    /// Who is to move.
    fn turn(&self) -> Player;
    /// The empty board.
    fn board(&self) -> Board;
    /// The pieces on the board.
    fn pieces(&self) -> Vec<Piece>;
    /// Numbers beside the board.
    fn counters(&self) -> Vec<Counter>;
    /// The pieces that are gone, where kinds differ.
    fn lost(&self) -> Vec<Lost>;
    /// The pieces that wait beside the board to be placed.
    fn hands(&self) -> Vec<Hand>;
    /// Cells that need attention.
    fn alarms(&self) -> Vec<Cell>;
    /// What whoever is to move should be told besides; nothing when the game is over.
    fn notes(&self) -> Vec<&'static str>;
    /// The end of the game, whatever the reason.
    fn ending(&self) -> Option<Ending>;
    /// The legal moves as texts, sorted; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// The legal moves as the page wants them.
    fn move_views(&self) -> Vec<MoveView>;
    /// What tells the position from others, whatever came before it.
    fn key(&self) -> u64;
    /// Where the cells come to by each way to lay the board onto itself that changes nothing else.
    fn symmetries(&self) -> Vec<Vec<Cell>>;
    /// What was played so far.
    fn past(&self) -> Vec<Played>;

    /// The last step that was made.
    fn last(&self) -> Option<Played>;

    /// Makes the move that stands at this place among [`AnyMatch::move_views`], without another look
    /// whether it is legal; `false` when there is none.
    fn play_listed(&mut self, index: usize) -> bool;
    /// Makes a move given as text.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Makes a move given as text, also in other notations that players of the game use.
    fn import(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last step; `false` when there is none.
    fn undo(&mut self) -> bool;
    /// A player gives up.
    fn resign(&mut self, player: Player);
    /// A player goes away for good.
    fn leave(&mut self, player: Player);
    /// A player's time ran out.
    fn flag(&mut self, player: Player);
    /// A player offers a draw or accepts one.
    fn offer_draw(&mut self, player: Player);
    /// The offers of a draw are declined.
    fn decline_draw(&mut self);
    /// Who has offered or accepted a draw.
    fn draw_offers(&self) -> PlayerSet;

    /// How many sequences of `depth` moves there are.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each legal move, sorted.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Plays one random game from here to its end and tells how many moves it had.
    fn playout(&self, rng: &mut Rng, history: &mut History) -> u64;

    /// Lets a computer player think until it has spent what it may, or `stop` is set;
    /// `report` hears of its progress.
    fn think(
        &self,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError>;
    /// The parts of an evaluation of the position, by the evaluation of this name.
    fn terms(&self, evaluation: Option<&str>) -> Result<Vec<Term>, TextError>;
}

/// Something that happened in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// A move of a player.
    Move {
        /// Who made it.
        player: Player,
        /// How it is picked, shown and written.
        view: MoveView,
    },
    /// A player left; the others play on.
    Withdrawal(Player),
}

/// A move was not made; the match is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not a legal move.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
}

/// Puts the game `G` into a registry.
pub struct Entry<G> {
    game: PhantomData<fn() -> G>,
    solved: Option<&'static dyn SolvedGame>,
}

impl<G: Game + Tactics> Entry<G> {
    /// The entry of a game without further facets.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a registry is a static, where no default is")]
    pub const fn new() -> Entry<G> {
        Entry { game: PhantomData, solved: None }
    }

    /// The same for a game whose spaces can be solved.
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

/// A match by these rules, of which a position may contradict those that were not given.
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
