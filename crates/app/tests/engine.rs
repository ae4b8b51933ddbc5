//! UCI, as a GUI uses it.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(game: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["engine", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Returns all lines up to and including the first that starts with `word`.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no {word} in {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.until("bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine may have quit already.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

fn legal_moves(game: &str, moves: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["moves", game, "--moves", moves])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn games() -> impl Iterator<Item = &'static str> {
    agon_games::GAMES.iter().map(|game| game.id())
}

#[test]
fn every_game_replies_with_a_legal_move() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.tell("uci");
        let options = engine.until("uciok");
        for name in ["Hash", "Threads", "Kind", "Level", "Eval", "MultiPV"] {
            let wanted = format!("option name {name} ");
            assert!(options.iter().any(|line| line.starts_with(&wanted)), "{game}: {name}");
        }
        engine.tell("isready");
        engine.until("readyok");
        engine.tell("position startpos");
        engine.tell("go depth 3");
        let best = engine.best_move();
        assert!(legal_moves(game, "").contains(&best), "{game}: {best}");
        engine.tell(&format!("position startpos moves {best}"));
        engine.tell("go nodes 2000");
        let reply = engine.best_move();
        assert!(legal_moves(game, &best).contains(&reply), "{game}: {best} {reply}");
    }
}

#[test]
fn stop_is_answered_immediately() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.tell("position startpos");
        engine.tell("go infinite");
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        engine.tell("stop");
        let best = engine.best_move();
        assert!(asked.elapsed() < Duration::from_millis(500), "{game}: {:?}", asked.elapsed());
        assert!(legal_moves(game, "").contains(&best), "{game}: {best}");
    }
}

#[test]
fn leisure_respects_the_clock() {
    let mut engine = Engine::start("chess");
    engine.tell("setoption name Leisure value true");
    let mut time_of = |order: &str| {
        let begin = Instant::now();
        engine.tell(order);
        engine.best_move();
        begin.elapsed()
    };
    let unhurried = time_of("go nodes 10");
    let hurried = time_of("go nodes 10 wtime 2000 btime 2000");
    assert!(unhurried > Duration::from_millis(400), "{unhurried:?} is no human time");
    assert!(hurried < unhurried / 2, "{hurried:?} with a clock, {unhurried:?} without");
}

#[test]
fn info_lines_follow_uci() {
    let mut engine = Engine::start("chess");
    engine.tell("setoption name MultiPV value 2");
    engine.tell("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    engine.tell("go depth 6");
    let lines = engine.until("bestmove");
    let info = lines.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
    for word in ["depth", "seldepth", "score mate 1", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(&format!(" {word} ")), "{word} in {info}");
    }
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
}

#[test]
fn hashfull_grows_during_a_search() {
    let mut engine = Engine::start("chess");
    engine.tell("setoption name Hash value 1");
    engine.tell("go nodes 60000");
    let lines = engine.until("bestmove");
    let told = |line: &String| -> Option<u32> {
        let mut words = line.split(' ').skip_while(|&word| word != "hashfull");
        words.nth(1)?.parse().ok()
    };
    let fullness: Vec<u32> = lines.iter().filter_map(told).collect();
    assert!(fullness[0] < 100, "{fullness:?}");
    assert!(*fullness.last().unwrap() > 300, "{fullness:?}");
}

#[test]
fn chess960_castling_is_king_takes_rook() {
    let mut engine = Engine::start("chess");
    engine.tell("setoption name UCI_Chess960 value true");
    engine.tell("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1");
    engine.tell("d");
    assert_eq!(engine.until("4k3").last().unwrap(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn invalid_commands_have_no_effect() {
    let mut engine = Engine::start("tablut");
    engine.tell("position startpos moves d1c1");
    for line in [
        "jump",
        "position nowhere",
        "position fen x",
        "position startpos moves d1d9",
        "go depth many",
        "go sideways",
        "setoption name Level value 11",
        "setoption name Kind value clever",
        "setoption name Colour value red",
        "setoption Level 3",
    ] {
        engine.tell(line);
        let answer = engine.until("info string");
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
    }
    engine.tell("d");
    assert!(engine.until("3ttt3").last().unwrap().ends_with(" d 1"));
}

#[test]
fn eval_prints_its_terms() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.tell("eval");
        engine.tell("isready");
        let lines = engine.until("readyok");
        let terms = lines.iter().filter(|line| line.starts_with("info string ")).count();
        assert!(terms > 0, "{game}: {lines:?}");
    }
}
