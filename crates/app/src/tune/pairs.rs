//! Pairs of games from the same opening, for comparing margins.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use agon_games::AnyGame;
use agon_search::Limits;
use anyhow::{Result, ensure};
use clap::Args;

use super::spsa::Duel;

#[derive(Args)]
pub(super) struct Pairs {
    /// Random plies at the beginning of each pair
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(super) opening: u32,
    /// Rules options, such as layout=wall
    #[arg(long, value_name = "K=V,...", default_value = "")]
    pub(super) rules: String,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of pairs played at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Stop after this many seconds
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
}

impl Pairs {
    /// Returns the conditions of the games, with these limits per move.
    pub(super) fn duel(&self, game: &'static dyn AnyGame, limits: Limits) -> Result<Duel> {
        let seats = game.open(&self.rules, None)?.seats().count();
        ensure!(seats == 2, "only for games of 2 players, not of {seats}");
        Ok(Duel::new(game, self.rules.clone(), self.opening, limits))
    }

    /// Number of pairs played at the same time.
    pub(super) fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.concurrency.unwrap_or_else(cores)
    }

    /// Whether the time limit has passed.
    pub(super) fn are_enough(&self, begin: Instant) -> bool {
        self.seconds.is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds))
    }
}
