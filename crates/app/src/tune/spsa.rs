//! `agon tune GAME spsa`: tunes search margins by self-play.

mod duel;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agon_games::AnyGame;
use agon_search::{Limits, Time};
use agon_tactics::{Margin, Margins};
use agon_tuner::{Spsa, Trial, Tuned, climb};
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::bar;
use super::pairs::Pairs;
pub(super) use duel::Duel;

#[derive(Args)]
pub(super) struct Climb {
    /// State file; a file with the same settings is continued
    file: PathBuf,
    /// Number of games, in pairs from the same opening
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 3_000, conflicts_with = "movetime")]
    nodes: u64,
    /// Milliseconds per move instead of nodes
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Learning rate: share of its step by which a margin moves per point
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    rate: f64,
    #[command(flatten)]
    pairs: Pairs,
}

/// Interval between writes of the state file.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

impl Climb {
    pub(super) fn run(&self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        ensure!(self.rate > 0.0 && self.rate < 1.0, "--rate: expected a number between 0 and 1");
        let mut spsa = self.open(game)?;
        let duel = self.pairs.duel(game, self.limits())?;
        let play = |trial: &Trial| -> Result<f64> {
            let numbers = |values: &[i32]| margins_of(game, &names(game), values);
            duel.play_pair([numbers(&trial.first)?, numbers(&trial.second)?], trial.seed)
        };
        let begin = Instant::now();
        let mut saved = begin;
        let bar = bar(2 * spsa.pairs, "games")?;
        bar.set_position(2 * spsa.done());
        climb(
            &mut spsa,
            self.pairs.threads(),
            play,
            || self.pairs.are_enough(begin),
            &mut |spsa| {
                bar.set_position(2 * spsa.done());
                if saved.elapsed() >= SAVE_INTERVAL {
                    self.save(spsa)?;
                    saved = Instant::now();
                }
                Ok(())
            },
        )?;
        bar.finish_and_clear();
        self.save(&spsa)?;
        let found = margins_of(game, &names(game), &spsa.values())?;
        let (games, all) = (2 * spsa.done(), 2 * spsa.pairs);
        writeln!(out, "// {games} of {all} games, {:.0} s", begin.elapsed().as_secs_f64())?;
        write!(out, "{}", source(&found))?;
        Ok(())
    }

    fn limits(&self) -> Limits {
        match self.movetime {
            Some(millis) => {
                let time = Some(Time::Exactly(Duration::from_millis(millis)));
                Limits { time, ..Limits::default() }
            }
            None => Limits { nodes: Some(self.nodes), ..Limits::default() },
        }
    }

    /// Reads the state file, or creates a new state.
    fn open(&self, game: &'static dyn AnyGame) -> Result<Spsa> {
        let (id, version) = (game.id(), env!("CARGO_PKG_VERSION"));
        let cost = match self.movetime {
            Some(millis) => format!("movetime {millis}"),
            None => format!("nodes {}", self.nodes),
        };
        let mut about =
            format!("game {id} version {version} {cost} opening {}", self.pairs.opening);
        if !self.pairs.rules.is_empty() {
            let _ = write!(about, " rules {}", self.pairs.rules);
        }
        let usual = game.margins();
        let tuned = tunable(&usual).map(|(margin, begin)| Tuned {
            name: margin.name.into(),
            begin,
            least: margin.least,
            most: margin.most,
            step: step(margin, begin),
        });
        let fresh =
            Spsa::new(about, self.games.div_ceil(2), self.rate, self.pairs.seed, tuned.collect());
        let name = || self.file.display().to_string();
        match fs::read_to_string(&self.file) {
            Ok(text) => {
                let found = Spsa::read(&text).with_context(name)?;
                ensure!(
                    found.is_like(&fresh),
                    "{} has other settings: {}, {} games, seed {}, rate {}",
                    name(),
                    found.about,
                    2 * found.pairs,
                    found.seed,
                    found.rate
                );
                Ok(found)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(fresh),
            Err(error) => Err(error).with_context(name),
        }
    }

    fn save(&self, spsa: &Spsa) -> Result<()> {
        write_atomically(&self.file, &spsa.to_string())?;
        write_atomically(&with(&self.file, ".svg"), &spsa.picture())
    }
}

/// Replaces a file atomically.
fn write_atomically(file: &Path, text: &str) -> Result<()> {
    let beside = with(file, ".part");
    let written = || -> std::io::Result<()> {
        let mut part = File::create(&beside)?;
        part.write_all(text.as_bytes())?;
        part.sync_all()?;
        fs::rename(&beside, file)
    };
    written().with_context(|| file.display().to_string())
}

fn with(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}

/// Returns the margins that the game uses, with their values.
pub(super) fn tunable(margins: &Margins) -> impl Iterator<Item = (&'static Margin, i32)> {
    Margins::ALL.iter().filter_map(|margin| Some((margin, (margin.get)(margins)?)))
}

/// Returns the step of a margin, scaled if the game's value is larger than usual.
pub(super) fn step(margin: &Margin, begin: i32) -> i32 {
    match (margin.get)(&Margins::USUAL) {
        Some(normal) if normal > 0 && begin > normal => margin.step * begin / normal,
        _ => margin.step,
    }
}

fn names(game: &dyn AnyGame) -> Vec<&'static str> {
    tunable(&game.margins()).map(|(margin, _)| margin.name).collect()
}

/// Returns the game's margins with these values replaced.
pub(super) fn margins_of(
    game: &dyn AnyGame,
    names: &[impl AsRef<str>],
    values: &[i32],
) -> Result<Margins> {
    let mut margins = game.margins();
    for (name, &value) in names.iter().zip(values) {
        let margin = Margins::ALL.iter().find(|margin| margin.name == name.as_ref());
        (margin.with_context(|| format!("unknown margin {}", name.as_ref()))?.set)(
            &mut margins,
            value,
        );
    }
    Ok(margins)
}

/// Reads the current margins of a state file.
pub(crate) fn read_margins(game: &'static dyn AnyGame, file: &Path) -> Result<Margins> {
    let name = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(name)?;
    let spsa = Spsa::read(&text).with_context(name)?;
    let names: Vec<&str> = spsa.tuned.iter().map(|tuned| tuned.name.as_str()).collect();
    margins_of(game, &names, &spsa.values()).with_context(name)
}

/// Formats margins as in a game's `tactics.rs`.
fn source(margins: &Margins) -> String {
    let mut text = String::from("    const MARGINS: Margins = Margins {\n");
    for margin in Margins::ALL {
        let value = match ((margin.get)(margins), margin.is_optional) {
            (None, _) => "None".into(),
            (Some(value), true) => format!("Some({value})"),
            (Some(value), false) => value.to_string(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "        {}: {value},", margin.name);
    }
    text + "    };\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_lists_every_margin() {
        for game in agon_games::GAMES {
            let margins = game.margins();
            let text = source(&margins);
            assert_eq!(text.lines().count(), Margins::ALL.len() + 2);
            let null_move = match margins.null_move {
                Some(value) => format!("        null_move: Some({value}),\n"),
                None => "        null_move: None,\n".into(),
            };
            assert!(text.contains(&null_move), "{text}");
            assert!(text.contains(&format!("        futility: {},\n", margins.futility)), "{text}");
        }
    }

    #[test]
    fn tuning_starts_with_the_game_s_margins() {
        for game in agon_games::GAMES {
            let names = names(*game);
            let values: Vec<i32> = tunable(&game.margins()).map(|(_, value)| value).collect();
            assert_eq!(margins_of(*game, &names, &values).ok(), Some(game.margins()));
            for (margin, value) in tunable(&game.margins()) {
                assert!((margin.least..=margin.most).contains(&value), "{}", margin.name);
            }
        }
    }
}
