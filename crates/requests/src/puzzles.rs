//! Standing of a person in the puzzles of a game.

use agon_protocol::error::{Code, Fault};
use agon_protocol::puzzle::{PuzzleAttempt, PuzzleStanding};

use crate::backend::{Allowance, Answer, Backend};

/// Attempts to store a result while other results of the same person are stored.
const MAX_STORE_ATTEMPTS: usize = 6;

pub(crate) async fn standing<B: Backend>(
    site: &mut B,
    game: &'static str,
) -> Answer<PuzzleStanding, B> {
    site.known()?;
    let (standing, tried) = site.standing(game).await?;
    Ok(standing.told(tried))
}

pub(crate) async fn attempt<B: Backend>(
    site: &mut B,
    game: &'static str,
    attempt: PuzzleAttempt,
) -> Answer<PuzzleStanding, B> {
    site.known()?;
    site.spend(Allowance::Message).await?;
    let missing = || Fault::new(Code::NotFound, "there is no such puzzle");
    let rating = site.puzzle_rating(game, &attempt.puzzle).await?.ok_or_else(missing)?;
    for _ in 0..MAX_STORE_ATTEMPTS {
        let (before, mut tried) = site.standing(game).await?;
        if tried.contains(&attempt.puzzle) {
            return Ok(before.told(tried));
        }
        let after = before.after(rating.into(), attempt.solved);
        if site.store_attempt(game, &attempt, before, after).await? {
            tried.push(attempt.puzzle);
            return Ok(after.told(tried));
        }
    }
    Err(Fault::new(Code::Busy, "try again").into())
}
