//! `agon analyze FILE`: what a strong player thinks of a game that was played.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use agon_games::Searcher;
use agon_games::record::Record;
use agon_games::report::{Effort, Review, Task};
use agon_games::solved::{Oracle, Tablebases};
use agon_protocol::report::{GameReport, JudgedMove, Judgement};
use agon_table::reports;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

/// Megabytes of what the search remembers.
const MEMORY: usize = 64;
/// Of a better line so many moves are shown.
const SHOWN: usize = 6;

/// Which game is judged, and how thoroughly.
#[derive(Args)]
pub(crate) struct Analyze {
    /// A file with a game, such as `agon match --out` and the pages write
    file: PathBuf,
    /// The game, where the file does not name it
    #[arg(long)]
    game: Option<String>,
    /// How long to think about the whole game: 5, 15 or 60 seconds, more for very long games
    #[arg(long, value_enum, default_value = "usual")]
    effort: Thoroughness,
    /// Visit so many positions for each move instead: the same report every time, on one thread
    #[arg(long, value_name = "N", conflicts_with = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads; all cores when not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Databases of solved games
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE")]
    database: Option<PathBuf>,
    /// Print the report as JSON, as the server tells it
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
        let name = || self.file.display().to_string();
        let text = fs::read_to_string(&self.file).with_context(name)?;
        let record = Record::parse(&text, self.game.as_deref()).with_context(name)?;
        let report = reports::report(&*record.game, &self.review(&record)?.report());
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
            return Ok(());
        }
        write_text(&record, &report, out)
    }

    fn review(&self, record: &Record) -> Result<Review> {
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
        let template = "{bar:30} {pos}/{len} positions, {eta} left";
        bar.set_style(ProgressStyle::with_template(template)?);
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
        let count = |judgement| {
            let own = |one: &&JudgedMove| one.seat.index() == seat && one.judgement == judgement;
            report.moves.iter().filter(own).count()
        };
        let accuracy = report.accuracy.get(seat).copied().flatten();
        let accuracy = accuracy.map_or("  -".into(), |accuracy| format!("{accuracy:3.0}"));
        writeln!(
            out,
            "{name:10} {:20} accuracy {accuracy} %, {} inaccuracies, {} mistakes, {} blunders",
            record.players.get(seat).map_or("?", String::as_str),
            count(Judgement::Inaccuracy),
            count(Judgement::Mistake),
            count(Judgement::Blunder),
        )?;
    }
    writeln!(out)?;
    let many = names.len() > 2;
    for one in &report.moves {
        let number = if many { one.ply } else { one.ply.div_ceil(2) };
        let dots = if many || one.seat.index() == 0 { "." } else { "..." };
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

/// As players write it.
fn sign(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best | Judgement::Good => "",
        Judgement::Inaccuracy => "?!",
        Judgement::Mistake => "?",
        Judgement::Blunder => "??",
    }
}
