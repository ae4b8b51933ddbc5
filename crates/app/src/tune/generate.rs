//! `agon tune GAME generate`: self-play games.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Seek, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_games::{AnyGame, Player};
use agon_tactics::Network;
use agon_tuner::{Header, Quick, SelfPlay, count_games};
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::{bar, read_network};

#[derive(Args)]
pub(super) struct Generate {
    /// Output file; a file with the same settings is continued
    file: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Search one in N positions with --nodes and the others with --quick: positions of the same
    /// game are correlated, so more games are better
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    every: Option<u32>,
    /// Nodes per move of the other positions
    #[arg(long, value_name = "NODES", default_value_t = 40, requires = "every")]
    quick: u64,
    /// Player: the best evaluation, the weighted sum, or a network file
    #[arg(long, value_name = "best|sum|FILE", default_value = "best")]
    player: String,
    /// Maximum percentage of random moves; the actual one varies between games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    careless: u8,
    #[command(flatten)]
    play: Play,
}

/// Conditions of self-play games.
#[derive(Args)]
pub(super) struct Play {
    /// Maximum number of random plies at the beginning
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
    /// Rules options; repeat to alternate between several
    #[arg(long, value_name = "K=V,...")]
    rules: Vec<String>,
    /// Adjudicate games when both sides agree for some plies on a lead of N hundredths of a piece,
    /// or on a draw
    #[arg(long, value_name = "N")]
    resign: Option<i32>,
    /// Stop after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
}

impl Play {
    /// Returns the self-play parameters with this number of nodes per move.
    pub(super) fn plan(&self, nodes: u64) -> SelfPlay {
        let usual = SelfPlay::default();
        SelfPlay {
            nodes,
            opening: 2.min(self.opening)..=self.opening,
            seed: self.seed,
            threads: self.threads.unwrap_or(usual.threads),
            resign: self.resign,
            ..usual
        }
    }

    /// Returns the rules to alternate between.
    pub(super) fn rules(&self) -> Vec<String> {
        if self.rules.is_empty() { vec![String::new()] } else { self.rules.clone() }
    }

    /// Whether the time limit has passed.
    pub(super) fn is_over(&self, begin: Instant) -> bool {
        self.seconds.is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds))
    }
}

/// A player as named on the command line.
pub(super) enum Named {
    Best,
    Sum,
    Network(Arc<Network>),
}

impl Named {
    /// Parses `best`, `sum` or a network file name.
    pub(super) fn read(game: &'static dyn AnyGame, name: &str) -> Result<Named> {
        Ok(match name {
            "best" => Named::Best,
            "sum" => Named::Sum,
            file => Named::Network(read_network(game, file.as_ref())?),
        })
    }

    pub(super) fn player(&self) -> Player<'_> {
        match self {
            Named::Best => Player::Best,
            Named::Sum => Player::Sum,
            Named::Network(network) => Player::Network(network),
        }
    }
}

impl Generate {
    pub(super) fn run(self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let plan = SelfPlay {
            games: self.games,
            careless: self.careless.into(),
            quick: self.every.map(|every| Quick { every: every as usize, nodes: self.quick }),
            ..self.play.plan(self.nodes)
        };
        let player = Named::read(game, &self.player)?;
        let header = self.header(game);
        let (mut file, first) = self.open(&header)?;
        let bar = bar(self.games, "games")?;
        bar.set_position(first);
        let (begin, stop) = (Instant::now(), AtomicBool::new(false));
        let tally = game.tuning().generate(
            &header.rules,
            player.player(),
            &plan,
            first,
            &mut file,
            &stop,
            &mut |done| {
                bar.set_position(done);
                stop.store(self.play.is_over(begin), Ordering::Relaxed);
            },
        )?;
        file.flush()?;
        bar.finish_and_clear();
        writeln!(out, "{tally}, {:.0} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn header(&self, game: &'static dyn AnyGame) -> Header {
        let Generate { nodes, player, play: Play { opening, seed, .. }, .. } = self;
        let resign = self.play.resign.map_or(String::new(), |far| format!(" resign {far}"));
        let careless = match self.careless {
            0 => String::new(),
            share => format!(" careless {share}"),
        };
        let every = self
            .every
            .map_or(String::new(), |every| format!(" every {every} quick {}", self.quick));
        let (id, version) = (game.id(), env!("CARGO_PKG_VERSION"));
        let about = format!(
            "game {id} version {version} seed {seed} nodes {nodes} opening {opening} player {player}{resign}{careless}{every}"
        );
        Header { about, rules: self.play.rules() }
    }

    /// Opens the file for the next game and returns the number of that game.
    fn open(&self, header: &Header) -> Result<(BufWriter<File>, u64)> {
        let name = || self.file.display().to_string();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&self.file);
        let mut file = file.with_context(name)?;
        let mut first = 0;
        if file.metadata()?.len() > 0 {
            let mut reader = BufReader::new(&file);
            let found = Header::read(&mut reader).with_context(name)?;
            ensure!(found == *header, "{} has other settings: {}", name(), found.about);
            let begin = reader.stream_position()?;
            let (games, size) = count_games(&mut reader)?;
            first = games;
            file.set_len(begin + size)?;
            file.seek(std::io::SeekFrom::End(0))?;
        } else {
            header.write(&mut file)?;
        }
        Ok((BufWriter::new(file), first))
    }
}
