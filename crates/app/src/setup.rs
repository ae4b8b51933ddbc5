//! Command-line arguments that select a position.

use agon_games::AnyMatch;
use anyhow::{Context, Result};
use clap::Args;

#[derive(Args)]
pub(crate) struct Setup {
    /// Rules options, such as layers=5,flying=off
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Start position instead of the default one
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play first, separated by spaces, in the notation of `agon moves` or as displayed,
    /// such as "e2e4 e7e5" or "e4 e5"
    #[arg(long, value_name = "M1 M2 ...", default_value = "")]
    moves: String,
}

impl Setup {
    /// Returns the game after all moves.
    pub(crate) fn open(&self, game: &str) -> Result<Box<dyn AnyMatch>> {
        let mut game = agon_games::find(game)?.open(&self.rules, self.position.as_deref())?;
        for (i, text) in self.moves.split_whitespace().enumerate() {
            play(&mut *game, text).with_context(|| format!("move {} of --moves", i + 1))?;
        }
        Ok(game)
    }
}

/// Plays a move given in the notation of commands or as it is displayed; check marks are optional.
fn play(game: &mut dyn AnyMatch, text: &str) -> Result<()> {
    let Err(error) = game.play(text) else { return Ok(()) };
    let unmarked = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let views = game.move_views();
    let displayed = views.iter().position(|view| unmarked(&view.display) == unmarked(text));
    let played = displayed.is_some_and(|index| game.play_listed(index));
    if played { Ok(()) } else { Err(error.into()) }
}
