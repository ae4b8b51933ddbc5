//! Which position a command is about.

use agon_games::AnyMatch;
use anyhow::{Context, Result};
use clap::Args;

/// Rules, position and moves that lead to the position in question.
#[derive(Args)]
pub(crate) struct Setup {
    /// Options of the game, such as layers=5,flying=off
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to make first, separated by spaces
    #[arg(long, value_name = "M1 M2 ...", default_value = "")]
    moves: String,
}

impl Setup {
    /// The match after all moves.
    pub(crate) fn open(&self, game: &str) -> Result<Box<dyn AnyMatch>> {
        let mut game = agon_games::find(game)?.open(&self.rules, self.position.as_deref())?;
        for (i, text) in self.moves.split_whitespace().enumerate() {
            game.play(text).with_context(|| format!("move {} of --moves", i + 1))?;
        }
        Ok(game)
    }
}
