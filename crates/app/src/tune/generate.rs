//! `agon tune GAME generate`: games against ourselves as a file.

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
    /// Where to write; a file that was begun with the same settings is continued
    file: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions searched for each move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Of so many positions judge one, on average, and find the other moves quickly: positions of one game are much
    /// alike, and many games tell more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    every: Option<u32>,
    /// Positions searched for each of these other moves
    #[arg(long, value_name = "NODES", default_value_t = 40, requires = "every")]
    quick: u64,
    /// Who plays: the best evaluation, the weighted sum, or the network of a file
    #[arg(long, value_name = "best|sum|FILE", default_value = "best")]
    player: String,
    /// Make up to so many moves of a hundred by lot, more in some games and fewer in others
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    careless: u8,
    #[command(flatten)]
    play: Play,
}

/// How games against ourselves are played.
#[derive(Args)]
pub(super) struct Play {
    /// Random plies at the beginning, at most
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Decides all chances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores when not said
    #[arg(long)]
    threads: Option<usize>,
    /// Options of the game; may be given several times, the games take turns
    #[arg(long, value_name = "K=V,...")]
    rules: Vec<String>,
    /// Give games up when both sides agree for some plies that one is so far ahead, in hundredths of
    /// a piece; they agree on draws as well
    #[arg(long, value_name = "N")]
    resign: Option<i32>,
    /// Stop after so many seconds
    #[arg(long)]
    seconds: Option<u64>,
}

impl Play {
    /// Games with so many positions searched for each move.
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

    /// The rules in turn.
    pub(super) fn rules(&self) -> Vec<String> {
        if self.rules.is_empty() { vec![String::new()] } else { self.rules.clone() }
    }

    /// Have games that began then lasted long enough?
    pub(super) fn is_over(&self, begin: Instant) -> bool {
        self.seconds.is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds))
    }
}

/// A player by the name that somebody gave.
pub(super) enum Named {
    Best,
    Sum,
    Network(Arc<Network>),
}

impl Named {
    /// `best`, `sum`, or the file of a network.
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

    /// The file, ready for the next game, and the number of that game.
    fn open(&self, header: &Header) -> Result<(BufWriter<File>, u64)> {
        let name = || self.file.display().to_string();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&self.file);
        let mut file = file.with_context(name)?;
        let mut first = 0;
        if file.metadata()?.len() > 0 {
            let mut reader = BufReader::new(&file);
            let found = Header::read(&mut reader).with_context(name)?;
            ensure!(found == *header, "{} was begun with other settings: {}", name(), found.about);
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
