//! `agon analyze`: engine analysis of recorded games.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use agon_core::PlacedError;
use agon_games::Searcher;
use agon_games::record::Record;
use agon_games::report::{Effort, Review, Task};
use agon_games::solved::{Oracle, Tablebases};
use agon_protocol::report::{GameReport, JudgedMove, Judgement};
use agon_table::reports;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;

/// Transposition table size in megabytes.
const MEMORY: usize = 64;
/// Maximum length of a printed variation, in moves.
const SHOWN: usize = 6;

#[derive(Args)]
pub(crate) struct Analyze {
    /// File with one or more games, as written by `agon match --out` and the website
    file: PathBuf,
    /// Game id for files without a `Game` tag
    #[arg(long)]
    game: Option<String>,
    /// Time per game: 5, 15 or 60 seconds, more for very long games
    #[arg(long, value_enum, default_value = "usual")]
    effort: Thoroughness,
    /// Search this many nodes per move instead, on one thread, for reproducible reports
    #[arg(long, value_name = "N", conflicts_with = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Directory of the tablebases of solved games
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE")]
    database: Option<PathBuf>,
    /// Print each report as a line of JSON, in the server's format (docs/protocol.md)
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Thoroughness {
    Quick,
    Usual,
    Deep,
}

impl Analyze {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let records = self.read()?;
        for (nth, record) in (1..).zip(&records) {
            let number = (records.len() > 1).then(|| format!("game {nth} of {}", records.len()));
            let review = self.review(record, number.as_deref().unwrap_or_default())?;
            let report = reports::report(&*record.game, &review.report());
            if self.json {
                serde_json::to_writer(&mut *out, &report)?;
                writeln!(out)?;
            } else {
                if let Some(number) = &number {
                    let players = record.players.join(" - ");
                    let gap = if nth == 1 { "" } else { "\n" };
                    writeln!(out, "{gap}{number}: {players}, {}\n", record.result())?;
                }
                write_text(record, &report, out)?;
            }
            out.flush()?;
        }
        Ok(())
    }

    /// Reads all games of the file, so that errors are reported before the first analysis.
    fn read(&self) -> Result<Vec<Record>> {
        let name = self.file.display();
        let text = fs::read_to_string(&self.file).with_context(|| name.to_string())?;
        let games = Record::parse_all(&text, self.game.as_deref());
        ensure!(!games.is_empty(), "{name}: no games");
        let single = games.len() == 1;
        let read = |(nth, game): (usize, Result<Record, PlacedError>)| {
            game.with_context(
                || if single { name.to_string() } else { format!("{name}: game {nth}") },
            )
        };
        (1..).zip(games).map(read).collect()
    }

    fn review(&self, record: &Record, number: &str) -> Result<Review> {
        let effort = match (self.nodes, self.effort) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (None, Thoroughness::Quick) => Effort::QUICK,
            (None, Thoroughness::Usual) => Effort::USUAL,
            (None, Thoroughness::Deep) => Effort::DEEP,
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads =
            self.threads.map_or(if self.nodes.is_some() { 1 } else { cores }, usize::from);
        let oracle = self
            .database
            .as_ref()
            .map(|folder| Arc::new(Tablebases::new(folder)) as Arc<dyn Oracle>);
        let mut review = Review::new(&*record.game, effort, oracle).with_threads(threads);
        let mut searcher = Searcher::new(MEMORY, 1);
        let bar = ProgressBar::new(review.progress().1 as u64);
        let template = "{bar:30} {pos}/{len} positions, {eta} left  {msg}";
        bar.set_style(ProgressStyle::with_template(template)?);
        bar.set_message(number.to_owned());
        while let Some(Task { game, order, place }) = review.next_task() {
            let stop = AtomicBool::new(false);
            review.take(place, &game.think(&mut searcher, &order, &stop, &mut |_| ())?);
            let (done, all) = review.progress();
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
        bar.finish_and_clear();
        Ok(review)
    }
}

fn write_text(record: &Record, report: &GameReport, out: &mut impl Write) -> Result<()> {
    let seats = record.game.seats();
    let names: Vec<&str> = seats.iter().map(|(_, seat)| seat.name).collect();
    for (seat, name) in names.iter().enumerate() {
        let made = |judgement| {
            let own = |one: &&JudgedMove| one.seat.index() == seat && one.judgement == judgement;
            report.moves.iter().filter(own).count()
        };
        let accuracy = report.accuracy.get(seat).copied().flatten();
        let accuracy = accuracy.map_or("  -".into(), |accuracy| format!("{accuracy:3}"));
        writeln!(
            out,
            "{name:10} {:20} accuracy {accuracy} %, {}, {}, {}",
            record.players.get(seat).map_or("?", String::as_str),
            counted(made(Judgement::Inaccuracy), "inaccuracy"),
            counted(made(Judgement::Mistake), "mistake"),
            counted(made(Judgement::Blunder), "blunder"),
        )?;
    }
    writeln!(out)?;
    let by_ply = names.len() > 2;
    for one in &report.moves {
        let number = if by_ply { one.ply } else { one.ply.div_ceil(2) };
        let dots = if by_ply || one.seat.index() == 0 { "." } else { "..." };
        let turns =
            if report.turning_points.contains(&one.ply) { "  <- turning point" } else { "" };
        writeln!(
            out,
            "{:>5} {:16} {:10} {:3.0} -> {:3.0} %{}{turns}",
            format!("{number}{dots}"),
            format!("{}{}", one.display, sign(one.judgement)),
            names.get(one.seat.index()).unwrap_or(&"?"),
            100.0 * one.before,
            100.0 * one.after,
            if one.exact { " exactly" } else { "" },
        )?;
        let better = one.better.as_ref().filter(|_| one.judgement != Judgement::Good);
        if let Some(better) = better {
            let line: Vec<&str> = better.display.iter().take(SHOWN).map(String::as_str).collect();
            writeln!(out, "      better: {}", line.join(" "))?;
        }
    }
    Ok(())
}

/// Annotation symbol of a judgement.
fn sign(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best | Judgement::Good => "",
        Judgement::Inaccuracy => "?!",
        Judgement::Mistake => "?",
        Judgement::Blunder => "??",
    }
}
