//! Players of a match: our own, or a foreign engine behind a pipe.

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

/// Somebody who can choose a move.
pub(crate) trait Contestant {
    /// A new game begins; the seed decides between equals.
    fn new_game(&mut self, seed: u64) -> Result<()>;
    /// The move to make.
    fn choose(&mut self, game: &dyn AnyMatch, limits: Limits) -> Result<String>;
}

/// A computer player of ours.
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

/// A foreign engine that speaks UCI.
pub(crate) struct Uci {
    command: String,
    options: Vec<(String, String)>,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Does it play by other rules than the usual ones, when told?
    knows_rules: bool,
}

/// How an engine says that it can be told the number of its threads, and the rules.
const THREADS: &str = "option name Threads type spin";
const RULES: &str = "option name Rules type string";

/// How long an engine may take to start, and to answer in the end.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long after its time it is not disturbed.
const GRACE: Duration = Duration::from_secs(1);
/// How long a search without a clock may take.
const LONGEST_SEARCH: Duration = Duration::from_secs(600);

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
        let input = child.stdin.take().context("the engine has no input")?;
        let output = child.stdout.take().context("the engine has no output")?;
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
            knows_rules: false,
        };
        uci.tell("uci")?;
        let (mut threads, mut rules) = (false, false);
        uci.listen("uciok", PATIENCE, |line| {
            threads |= line.starts_with(THREADS);
            rules |= line.starts_with(RULES);
        })?;
        uci.knows_rules = rules;
        // As our own players: engines that start more threads than there are idle cores do
        // not keep their time.
        if threads && options.iter().all(|(name, _)| name != "Threads") {
            uci.tell("setoption name Threads value 1")?;
        }
        for (name, value) in options {
            uci.tell(&format!("setoption name {name} value {value}"))?;
        }
        uci.tell("isready")?;
        uci.wait_for("readyok", PATIENCE)?;
        Ok(uci)
    }

    fn restart(&mut self) -> Result<()> {
        let fresh = Uci::start(&self.command, &self.options)?;
        drop(mem::replace(self, fresh));
        Ok(())
    }

    /// The answer to `go`. An engine that is silent long after its time is told to stop; one
    /// that stays silent then is asked once more, because some lose a `go` that comes while
    /// they are still clearing up after the last one.
    fn ask(&mut self, position: &str, go: &str, due: Option<Duration>) -> Result<String> {
        let Some(due) = due else {
            self.put(position, go)?;
            return self.wait_for("bestmove", LONGEST_SEARCH);
        };
        for _ in 0..2 {
            self.put(position, go)?;
            if let Ok(answer) = self.wait_for("bestmove", due + GRACE) {
                return Ok(answer);
            }
            self.tell("stop")?;
            if let Ok(answer) = self.wait_for("bestmove", GRACE) {
                return Ok(answer);
            }
        }
        bail!("the engine gave no move in time")
    }

    /// Asks for a move. A late answer to an earlier question comes before `readyok` and is not
    /// taken for one to this.
    fn put(&mut self, position: &str, go: &str) -> Result<()> {
        self.tell(position)?;
        self.tell("isready")?;
        self.wait_for("readyok", PATIENCE)?;
        self.tell(go)
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .context("the engine does not listen")
    }

    /// The rest of the first line that begins with this word. An engine that talks of other
    /// things meanwhile does not get more time.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String> {
        self.listen(word, patience, |_| ())
    }

    /// The same; `hear` is told the lines before.
    fn listen(
        &mut self,
        word: &str,
        patience: Duration,
        mut hear: impl FnMut(&str),
    ) -> Result<String> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let line = line.with_context(|| format!("the engine did not say {word}"))?;
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if first == word {
                return Ok(rest.into());
            }
            hear(&line);
        }
    }
}

impl Contestant for Uci {
    fn new_game(&mut self, _seed: u64) -> Result<()> {
        self.tell("ucinewgame")?;
        self.tell("isready")?;
        self.wait_for("readyok", PATIENCE)?;
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyMatch, limits: Limits) -> Result<String> {
        let mut position = match game.unusual_start() {
            Some(text) => format!("position fen {text}"),
            None => "position startpos".into(),
        };
        if self.knows_rules {
            position += &format!(" rules {}", game.rules());
        }
        let mut moves = Vec::new();
        for step in game.past() {
            match step {
                Played::Move { view, .. } => moves.push(view.text),
                Played::Withdrawal(_) => bail!("UCI knows no players who leave"),
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
        let answer = self.ask(&position, &go, due);
        if answer.is_err() {
            // What it says from now on may be about this position still.
            self.restart()?;
        }
        Ok(answer?.split_whitespace().next().context("the engine gave no move")?.into())
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.tell("quit");
        thread::sleep(Duration::from_millis(20));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
