use std::fmt::Write;
use std::path::Path;

use agon_core::{Cell, Game, Match, Paint, Rng, Rules, draw};

use crate::{compare_or_bless, read};

/// Replays every golden game (`*.txt`) of a folder.
///
/// A file begins with `rules:`, optionally `position:`, and either `moves:` with the moves of
/// the game or `seed:` for random moves. The rest is generated: for each move the drawing, the
/// position text, the counters and the number of legal moves.
///
/// # Panics
/// If a game differs from its file or the folder has no games.
pub fn playthroughs<G: Game>(folder: impl AsRef<Path>) {
    let folder = folder.as_ref();
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    files.sort();
    assert!(!files.is_empty(), "no golden game in {}", folder.display());
    for file in files {
        let text = read(&file);
        let replayed = replay::<G>(&text);
        compare_or_bless(&file, &text, &replayed);
    }
}

fn replay<G: Game>(text: &str) -> String {
    let header = |name: &str| {
        let line = text.lines().take(5).find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.map(str::trim)
    };
    let rules = G::Rules::parse(header("rules").unwrap_or_default())
        .unwrap_or_else(|e| panic!("rules of a golden game: {e}"));
    let start = match header("position") {
        Some(text) => G::parse_position(text, &rules)
            .unwrap_or_else(|e| panic!("position of a golden game: {e}")),
        None => G::start(&rules),
    };
    let mut out = String::new();
    for name in ["rules", "position", "seed", "moves"] {
        if let Some(value) = header(name) {
            out += format!("{name}: {value}").trim_end();
            out.push('\n');
        }
    }
    let mut moves = header("moves").map(str::split_whitespace);
    let mut rng = Rng::new(header("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0));

    let mut game = Match::new(start);
    let mut marked = Vec::new();
    for ply in 1.. {
        describe(&game, &marked, &mut out);
        let position = game.position();
        let m = match &mut moves {
            Some(texts) => {
                let Some(text) = texts.next() else { break };
                position.parse_move(text).unwrap_or_else(|e| panic!("ply {ply}: {e}"))
            }
            None => {
                let legal = game.moves();
                if legal.is_empty() {
                    break;
                }
                legal[rng.below(legal.len())]
            }
        };
        let view = position.move_view(m);
        let _ = writeln!(out, "\n{ply}. {} ({})", view.text, view.display);
        marked = view.to.into_iter().collect();
        game.play(m).unwrap_or_else(|e| panic!("ply {ply}: {e}"));
    }
    out
}

fn describe<G: Game>(game: &Match<G>, marked: &[Cell], out: &mut String) {
    let position = game.position();
    let rules = position.rules();
    let seats = G::seats(&rules);
    out.push('\n');
    *out += &draw(&G::board(&rules), &seats, &position.pieces(), marked, Paint::Ascii);
    let _ = writeln!(out, "{}", position.text());
    for counter in position.counters() {
        let whose = counter.player.map_or("", |player| seats[player].name);
        let limit = counter.limit.map_or(String::new(), |limit| format!(" of {limit}"));
        let warn = if counter.warn { " (!)" } else { "" };
        let line = format!("{whose} {}: {}{limit}{warn}", counter.name, counter.value);
        let _ = writeln!(out, "{}", line.trim_start());
    }
    match game.ending() {
        None => {
            let mover = seats[position.turn()].name;
            let _ = writeln!(out, "{mover} to move, {} legal moves", position.count_moves());
        }
        Some(ending) => {
            let _ = writeln!(out, "ended: {}", ending.verdict(&seats));
        }
    }
}
