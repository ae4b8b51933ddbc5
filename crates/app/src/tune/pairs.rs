//! Games of margins against each other, in pairs from the same opening.

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
    /// Options of the game
    #[arg(long, value_name = "K=V,...", default_value = "")]
    pub(super) rules: String,
    /// Decides all chances
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Pairs of games at the same time; all cores when not said
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Stop after so many seconds
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
}

impl Pairs {
    /// How the games are played, each move within these limits.
    pub(super) fn duel(&self, game: &'static dyn AnyGame, limits: Limits) -> Result<Duel> {
        let seats = game.open(&self.rules, None)?.seats().count();
        ensure!(seats == 2, "games of this kind are for 2 players, not for {seats}");
        Ok(Duel::new(game, self.rules.clone(), self.opening, limits))
    }

    /// How many pairs are played at the same time.
    pub(super) fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.concurrency.unwrap_or_else(cores)
    }

    /// Have games that began then lasted long enough?
    pub(super) fn are_enough(&self, begin: Instant) -> bool {
        self.seconds.is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds))
    }
}
