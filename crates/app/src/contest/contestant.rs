//! Players of a match: computer players of Agon and external UCI engines.

use std::io::{BufRead, BufReader, Write};
use std::mem;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_games::{AnyMatch, Order, Played, Searcher};
use agon_search::{Limits, Time};
use anyhow::{Context, Result, bail};

/// A player of a match.
pub(crate) trait Contestant {
    /// Starts a new game with this random seed.
    fn new_game(&mut self, seed: u64) -> Result<()>;
    /// Chooses a move.
    fn choose(&mut self, game: &dyn AnyMatch, limits: Limits) -> Result<String>;
}

/// A computer player of Agon.
pub(crate) struct Own {
    order: Order,
    hash: usize,
    searcher: Searcher,
}

impl Own {
    pub(crate) fn new(order: Order, hash: usize) -> Own {
        Own { order, hash, searcher: Searcher::new(hash, 1) }
    }
}

impl Contestant for Own {
    fn new_game(&mut self, seed: u64) -> Result<()> {
        self.searcher = Searcher::new(self.hash, seed);
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyMatch, limits: Limits) -> Result<String> {
        let nodes = self.order.limits.nodes.or(limits.nodes);
        let order = Order { limits: Limits { nodes, ..limits }, ..self.order.clone() };
        let stop = AtomicBool::new(false);
        let thought = game.think(&mut self.searcher, &order, &stop, &mut |_| {})?;
        thought.best.context("found no move")
    }
}

/// An external UCI engine.
pub(crate) struct Uci {
    command: String,
    options: Vec<(String, String)>,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether the engine has the option `Rules`.
    has_rules_option: bool,
}

/// UCI option lines for threads and rules.
const THREADS: &str = "option name Threads type spin";
const RULES: &str = "option name Rules type string";

/// Timeout for starting and replying to `isready`.
const READY_TIMEOUT: Duration = Duration::from_secs(10);
/// Time after the end of a move's time before the engine is stopped.
const GRACE: Duration = Duration::from_secs(1);
/// Timeout of a search without time limit.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(600);

impl Uci {
    pub(crate) fn start(command: &str, options: &[(String, String)]) -> Result<Uci> {
        let mut words = command.split_whitespace();
        let program = words.next().context("cmd: expected a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = child.stdin.take().context("the engine's stdin is not piped")?;
        let output = child.stdout.take().context("the engine's stdout is not piped")?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut uci = Uci {
            command: command.into(),
            options: options.to_vec(),
            child,
            input,
            lines,
            has_rules_option: false,
        };
        uci.send("uci")?;
        let (mut threads, mut rules) = (false, false);
        uci.listen("uciok", READY_TIMEOUT, |line| {
            threads |= line.starts_with(THREADS);
            rules |= line.starts_with(RULES);
        })?;
        uci.has_rules_option = rules;
        // One thread as for our own players: engines with more threads than idle cores miss their
        // time.
        if threads && options.iter().all(|(name, _)| name != "Threads") {
            uci.send("setoption name Threads value 1")?;
        }
        for (name, value) in options {
            uci.send(&format!("setoption name {name} value {value}"))?;
        }
        uci.send("isready")?;
        uci.wait_for("readyok", READY_TIMEOUT)?;
        Ok(uci)
    }

    fn restart(&mut self) -> Result<()> {
        let fresh = Uci::start(&self.command, &self.options)?;
        drop(mem::replace(self, fresh));
        Ok(())
    }

    /// Waits for the reply to `go`. An engine that exceeds its time is sent `stop`; if it stays
    /// silent, `go` is repeated once, because some engines ignore a `go` that arrives while they
    /// clean up.
    fn search(&mut self, position: &str, go: &str, due: Option<Duration>) -> Result<String> {
        let Some(due) = due else {
            self.send_go(position, go)?;
            return self.wait_for("bestmove", SEARCH_TIMEOUT);
        };
        for _ in 0..2 {
            self.send_go(position, go)?;
            if let Ok(answer) = self.wait_for("bestmove", due + GRACE) {
                return Ok(answer);
            }
            self.send("stop")?;
            if let Ok(answer) = self.wait_for("bestmove", GRACE) {
                return Ok(answer);
            }
        }
        bail!("the engine exceeded its time")
    }

    /// Sends a position and `go`. `readyok` separates the reply from late replies to earlier
    /// commands.
    fn send_go(&mut self, position: &str, go: &str) -> Result<()> {
        self.send(position)?;
        self.send("isready")?;
        self.wait_for("readyok", READY_TIMEOUT)?;
        self.send(go)
    }

    fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .context("cannot write to the engine")
    }

    /// Returns the rest of the first line that starts with `word`. Other lines do not extend the
    /// timeout.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String> {
        self.listen(word, patience, |_| ())
    }

    /// Like `wait_for`; calls `visit` for each line before.
    fn listen(
        &mut self,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&str),
    ) -> Result<String> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let line = line.with_context(|| format!("no {word} from the engine"))?;
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if first == word {
                return Ok(rest.into());
            }
            visit(&line);
        }
    }
}

impl Contestant for Uci {
    fn new_game(&mut self, _seed: u64) -> Result<()> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("readyok", READY_TIMEOUT)?;
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyMatch, limits: Limits) -> Result<String> {
        let mut position = match game.unusual_start() {
            Some(text) => format!("position fen {text}"),
            None => "position startpos".into(),
        };
        if self.has_rules_option {
            position += &format!(" rules {}", game.rules());
        }
        let mut moves = Vec::new();
        for step in game.past() {
            match step {
                Played::Move { view, .. } => moves.push(view.text),
                Played::Withdrawal(_) => bail!("UCI does not support players who leave"),
            }
        }
        if !moves.is_empty() {
            position += &format!(" moves {}", moves.join(" "));
        }
        let mut go = String::from("go");
        let mut due = None;
        if let Some(Time::Exactly(time)) = limits.time {
            go += &format!(" movetime {}", time.as_millis());
            due = Some(time);
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        let answer = self.search(&position, &go, due);
        if answer.is_err() {
            // Its later output may still refer to this position.
            self.restart()?;
        }
        Ok(answer?.split_whitespace().next().context("bestmove without a move")?.into())
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.send("quit");
        thread::sleep(Duration::from_millis(20));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
