//! `agon engine`: UCI for all games.

mod input;
mod lag;
mod options;

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_games::solved::Tablebases;
use agon_games::{AnyGame, AnyMatch, Order, Searcher, Thought};
use agon_search::{Features, Forced, Limits, Score, Time};
use anyhow::{Context, Result, bail};

use input::Input;
use lag::Lag;

const DEFAULT_HASH: usize = 64;
const DEFAULT_SEED: u64 = 1;

/// Searches shorter than this run on the input thread and print everything in one write: on a busy
/// machine, waking another thread costs more than the search. Other commands are delayed by at most
/// this time.
const SHORT_SEARCH: Duration = Duration::from_millis(100);

/// Stack size of the input thread, which runs short searches; defaults are too small on some
/// systems.
const STACK_SIZE: usize = 4 << 20;

/// Reads commands until `quit` or the end of input. Invalid commands print an `info string` and
/// have no effect.
pub(crate) fn run(game: &str) -> Result<()> {
    let engine = Engine::new(agon_games::find(game)?)?;
    let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn(|| serve(engine))?;
    thread.join().unwrap_or_else(|_| bail!("the engine panicked"))
}

fn serve(mut engine: Engine) -> Result<()> {
    let mut input = Input::new(io::stdin());
    while let Some((line, read)) = input.next_line()? {
        match engine.execute(line.trim(), read) {
            Ok(Next::Continue) => {}
            Ok(Next::Quit) => break,
            Err(error) => say(&format!("info string {error:#}")),
        }
    }
    engine.halt();
    Ok(())
}

/// The tablebases in the directory that `AGON_DATABASE` names.
pub(crate) fn tablebases() -> Option<Arc<Tablebases>> {
    env::var_os("AGON_DATABASE").map(|folder| Arc::new(Tablebases::new(folder)))
}

enum Next {
    Continue,
    Quit,
}

struct Engine {
    game: &'static dyn AnyGame,
    position: Box<dyn AnyMatch>,
    searcher: Arc<Mutex<Searcher>>,
    order: Order,
    rules: String,
    /// Delay moves to a human-like thinking time.
    leisure: bool,
    seed: u64,
    search: Option<Running>,
    lag: Lag,
}

/// A search on another thread.
struct Running {
    /// Returns the time when the best move was printed.
    thread: JoinHandle<Instant>,
    /// Clock and start time, if the search runs on a clock.
    clock: Option<(Time, Instant)>,
    stop: Arc<AtomicBool>,
    /// Whether `bestmove` may be printed; false while pondering and in infinite searches.
    may_reply: Arc<AtomicBool>,
    /// Limits that apply after `ponderhit`.
    after_ponder: Limits,
}

impl Engine {
    fn new(game: &'static dyn AnyGame) -> Result<Engine> {
        Ok(Engine {
            game,
            position: game.open("", None)?,
            searcher: Arc::new(Mutex::new(Searcher::new(DEFAULT_HASH, DEFAULT_SEED))),
            order: Order {
                oracle: tablebases().map(|tablebases| tablebases as _),
                ..Order::default()
            },
            rules: String::new(),
            leisure: false,
            seed: DEFAULT_SEED,
            search: None,
            lag: Lag::default(),
        })
    }

    /// Executes a command line that was read at `read`.
    fn execute(&mut self, line: &str, read: Instant) -> Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "" => {}
            "uci" => self.identify(),
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.halt();
                self.lag.reset_clock();
                self.with_searcher(Searcher::clear);
            }
            "position" => {
                self.halt();
                self.position = self.read_position(rest)?;
            }
            "go" => self.go(rest, read)?,
            "stop" => self.halt(),
            "ponderhit" => self.ponder_hit(),
            "eval" => self.explain()?,
            "d" => say(&self.position.position()),
            "quit" => return Ok(Next::Quit),
            _ => bail!("unknown command \"{command}\""),
        }
        Ok(Next::Continue)
    }

    fn identify(&self) {
        say(&format!("id name Agon {} ({})", env!("CARGO_PKG_VERSION"), self.game.title()));
        say("id author the Agon developers");
        options::declarations(self).for_each(|option| say(&option));
        say("uciok");
    }

    fn set_option(&mut self, text: &str) -> Result<()> {
        let text = text.strip_prefix("name ").context("expected: setoption name N value V")?;
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        self.halt();
        options::set(self, name.trim(), value.trim())
    }

    /// Opens the tablebases for the default rules to report problems; the engine works without
    /// them.
    fn open_tablebases(&mut self, folder: &str) {
        let Some(solved) = self.game.solved() else { return };
        let named = (!folder.is_empty()).then(|| Arc::new(Tablebases::new(folder)));
        let chosen = named.or_else(tablebases);
        match chosen.as_ref().map(|chosen| chosen.open(self.game.id(), solved, "")) {
            Some(Ok(tablebase)) => {
                for problem in tablebase.problems() {
                    say(&format!("info string {problem}"));
                }
            }
            Some(Err(error)) => say(&format!("info string {error}")),
            None => {}
        }
        self.order.oracle = chosen.map(|chosen| chosen as _);
    }

    /// Parses `startpos|fen TEXT [rules k=v,...] [moves m1 m2 ...]`.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>> {
        let padded = format!("{text} ");
        let (before, moves) = padded.split_once(" moves ").unwrap_or((&padded, ""));
        let (start, rules) = match before.split_once(" rules ") {
            Some((start, rules)) => (start, rules.trim()),
            None => (before, self.rules.as_str()),
        };
        let position = match start.trim() {
            "startpos" => None,
            other => Some(other.strip_prefix("fen ").context("expected startpos or fen TEXT")?),
        };
        let mut game = self.game.open(rules, position)?;
        for text in moves.split_whitespace() {
            game.play(text)?;
        }
        Ok(game)
    }

    /// Starts a search. The clock runs from the time when `go` was read.
    fn go(&mut self, text: &str, since: Instant) -> Result<()> {
        self.halt();
        let Go { limits, endless, ponder } = Go::parse(text, self.position.turn().index())?;
        let clock = limits.time.filter(|_| !ponder).map(|time| (time, since));
        let time = limits.time.map(|time| self.lag.allow(time));
        let limits = Limits { since: Some(since), time, ..limits };
        let order =
            Order { limits: if ponder { Limits::default() } else { limits }, ..self.order.clone() };
        let stop = Arc::new(AtomicBool::new(false));
        let may_reply = Arc::new(AtomicBool::new(!endless && !ponder));
        let (searcher, game) = (self.searcher.clone(), self.position.fork());
        let leisure = self.leisure;
        if !leisure && !endless && is_short(&order.limits) {
            let end = think(&*game, &searcher, &order, leisure, &stop, &may_reply, &say);
            self.lag.moved(clock.map(|(time, _)| time), end - since);
            return Ok(());
        }
        let thread = {
            let (stop, may_reply) = (stop.clone(), may_reply.clone());
            thread::spawn(move || {
                think(&*game, &searcher, &order, leisure, &stop, &may_reply, &say)
            })
        };
        self.search = Some(Running { thread, clock, stop, may_reply, after_ponder: limits });
        Ok(())
    }

    /// The opponent made the expected move: the clock starts.
    fn ponder_hit(&self) {
        let Some(search) = &self.search else { return };
        search.may_reply.store(true, Ordering::Relaxed);
        if let Some(time) = search.after_ponder.time {
            let stop = search.stop.clone();
            thread::spawn(move || {
                thread::sleep(time.fair_share());
                stop.store(true, Ordering::Relaxed);
            });
        }
    }

    /// Stops the search, if any, and waits for its `bestmove`.
    fn halt(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Ordering::Relaxed);
            search.may_reply.store(true, Ordering::Relaxed);
            match search.thread.join() {
                Ok(end) => {
                    let spent = search.clock.map(|(_, since)| end - since);
                    let clock = search.clock.map(|(time, _)| time);
                    self.lag.moved(clock, spent.unwrap_or_default());
                }
                Err(_) => say("info string the search panicked"),
            }
        }
    }

    fn with_searcher(&self, work: impl FnOnce(&mut Searcher)) {
        work(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn explain(&self) -> Result<()> {
        let seats = self.position.seats();
        for term in self.position.terms(self.order.evaluation.as_deref())? {
            let values = seats.iter().zip(&term.values);
            let values: Vec<String> =
                values.map(|((_, seat), value)| format!("{} {value}", seat.name)).collect();
            say(&format!("info string {}: {}", term.name, values.join(", ")));
        }
        Ok(())
    }
}

fn is_short(limits: &Limits) -> bool {
    limits.time.is_some_and(|time| time.most() < SHORT_SEARCH)
}

fn think(
    game: &dyn AnyMatch,
    searcher: &Mutex<Searcher>,
    order: &Order,
    leisure: bool,
    stop: &AtomicBool,
    may_reply: &AtomicBool,
    say: &dyn Fn(&str),
) -> Instant {
    let begin = Instant::now();
    let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
    let short = is_short(&order.limits);
    let mut output = String::new();
    let thought = game.think(&mut searcher, order, stop, &mut |thought| {
        output += &info(thought);
        if !short {
            say(mem::take(&mut output).trim_end());
        }
    });
    let fair = order.limits.time.map_or(Duration::MAX, Time::fair_share);
    let wait = thought.as_ref().ok().filter(|_| leisure).map_or(Duration::ZERO, |t| t.human_time);
    let wait = wait.min(fair);
    let early = || !may_reply.load(Ordering::Relaxed) || begin.elapsed() < wait;
    while early() && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(2));
    }
    match thought {
        Ok(thought) => {
            let best = thought.best.as_deref().unwrap_or("0000");
            output += &format!("bestmove {best}");
            let line =
                thought.lines.iter().find(|line| line.moves.first() == thought.best.as_ref());
            if let Some(reply) = line.and_then(|line| line.moves.get(1)) {
                output += &format!(" ponder {reply}");
            }
        }
        Err(error) => output += &format!("info string {error}\nbestmove 0000"),
    }
    say(&output);
    Instant::now()
}

/// Formats the `info` lines of an iteration.
fn info(thought: &Thought) -> String {
    let millis = thought.time.as_millis();
    let speed = (thought.nodes as f64 / thought.time.as_secs_f64().max(1e-6)) as u64;
    let mut lines = String::new();
    for (i, line) in thought.lines.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            lines,
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {} time {millis} pv {}",
            thought.depth,
            thought.deepest,
            i + 1,
            uci_score(line.score),
            thought.nodes,
            thought.fullness,
            line.moves.join(" "),
        );
    }
    lines
}

fn uci_score(score: Score) -> String {
    match score.forced() {
        None => format!("cp {}", score.value()),
        Some(Forced::Win(plies)) => format!("mate {}", plies.div_ceil(2)),
        Some(Forced::Loss(plies)) => format!("mate -{}", plies.div_ceil(2)),
    }
}

/// Prints whole lines in one write, because two threads print.
fn say(lines: &str) {
    let mut out = io::stdout().lock();
    // Ignore errors: the reader is gone.
    let _ = out.write_all(format!("{lines}\n").as_bytes()).and_then(|()| out.flush());
}

/// Arguments of `go`.
#[derive(Default)]
struct Go {
    limits: Limits,
    endless: bool,
    ponder: bool,
}

impl Go {
    fn parse(text: &str, mover: usize) -> Result<Go> {
        let mut go = Go::default();
        let (mut left, mut increment, mut moves) = (None, Duration::ZERO, None);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || -> Result<i64> {
                let value = words.next().and_then(|value| value.parse().ok());
                value.with_context(|| format!("go {word}: expected a number"))
            };
            let millis = |value: i64| Duration::from_millis(value.max(1) as u64);
            match word {
                "infinite" => go.endless = true,
                "ponder" => go.ponder = true,
                "depth" => go.limits.depth = Some(number()?.max(1) as usize),
                "nodes" => go.limits.nodes = Some(number()?.max(1) as u64),
                "movetime" => go.limits.time = Some(Time::Exactly(millis(number()?))),
                "movestogo" => moves = Some(number()?.max(1) as u32),
                "wtime" | "btime" | "winc" | "binc" => {
                    let value = millis(number()?);
                    let first = word.starts_with('w');
                    match (first == (mover == 0), word.ends_with("time")) {
                        (true, true) => left = Some(value),
                        (true, false) => increment = value,
                        (false, _) => {}
                    }
                }
                _ => bail!("go: unknown parameter \"{word}\""),
            }
        }
        if let (Some(left), None) = (left, go.limits.time) {
            go.limits.time = Some(Time::Clock { left, increment, moves });
        }
        Ok(go)
    }
}

/// Parses `all` or `plain`, followed by `+feature` and `-feature`, such as `all-null_move`.
pub(crate) fn parse_features(text: &str) -> Result<Features> {
    let end = text.find(['+', '-']).unwrap_or(text.len());
    let (base, mut rest) = text.split_at(end);
    let mut features = match base {
        "" | "all" | "<all>" => Features::ALL,
        "plain" => Features::PLAIN,
        _ => bail!("features: expected all or plain, found \"{base}\""),
    };
    while let Some(sign) = rest.chars().next() {
        let end = rest[1..].find(['+', '-']).map_or(rest.len(), |i| i + 1);
        let name = &rest[1..end];
        features = features
            .with(name, sign == '+')
            .with_context(|| format!("features: unknown feature \"{name}\""))?;
        rest = &rest[end..];
    }
    Ok(features)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Number of writes during a search of this time.
    fn writes(time: Duration) -> usize {
        let game = agon_games::GAMES[0].open("", None).expect("default rules");
        let searcher = Mutex::new(Searcher::new(1, 1));
        let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
        let order = Order { limits, ..Order::default() };
        let (stop, may_reply) = (AtomicBool::new(false), AtomicBool::new(true));
        let said = Cell::new(0);
        let say = |lines: &str| {
            let last = lines.lines().last().expect("a line");
            assert!(last.starts_with("info") || last.starts_with("bestmove"), "{lines}");
            said.set(said.get() + 1);
        };
        think(&*game, &searcher, &order, false, &stop, &may_reply, &say);
        said.get()
    }

    #[test]
    fn short_searches_write_once() {
        assert_eq!(writes(Duration::from_millis(20)), 1);
        assert!(writes(Duration::from_millis(300)) > 2);
    }
}
