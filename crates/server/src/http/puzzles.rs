//! How well people solve puzzles.

use agon_protocol::puzzle::PuzzleAttempt;
use agon_store::{Condition, StandingRow, StoreError, Write, column};
use agon_table::puzzles::Standing;
use serde::Deserialize;

use super::pages;
use crate::state::App;
use crate::time::now;

/// What the server must know of a puzzle.
#[derive(Deserialize)]
struct Known {
    rating: u32,
}

/// The rating of a puzzle.
pub(crate) fn rating_of(game: &str, puzzle: &str) -> Option<u32> {
    let file = pages::text(&format!("exercises/{game}.jsonl"))?;
    let sign = format!("\"id\":\"{puzzle}\"");
    let plain = !puzzle.is_empty() && puzzle.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let line = file.lines().find(|line| plain && line.contains(&sign))?;
    serde_json::from_str(line).ok().map(|Known { rating }| rating)
}

fn read(row: &StandingRow) -> Standing {
    Standing {
        rating: row.rating,
        deviation: row.deviation,
        volatility: row.volatility,
        tried: row.tried,
        solved: row.solved,
        streak: row.streak,
        longest: row.longest,
    }
}

fn row_of(person: &str, game: &str, standing: &Standing) -> StandingRow {
    let Standing { rating, deviation, volatility, tried, solved, streak, longest } = *standing;
    let (person, game) = (person.into(), game.into());
    StandingRow { person, game, rating, deviation, volatility, tried, solved, streak, longest }
}

/// The standing of a person in the puzzles of a game with the puzzles that they tried, if any.
pub(crate) async fn standing(
    app: &App,
    person: &str,
    game: &str,
) -> Result<Option<(Standing, Vec<String>)>, StoreError> {
    let Some(row) = app.store.puzzle_standing(person, game).await? else { return Ok(None) };
    Ok(Some((read(&row), app.store.puzzles_tried(person, game).await?)))
}

/// Stores a first attempt at a puzzle if the standing has not changed meanwhile.
pub(crate) fn attempt(
    person: &str,
    game: &str,
    attempt: &PuzzleAttempt,
    before: Standing,
    after: Standing,
) -> Write {
    Write::Together(vec![
        Write::Require(Condition::PuzzlesTried {
            person: person.into(),
            game: game.into(),
            count: before.tried,
        }),
        Write::PuzzleTried {
            puzzle: attempt.puzzle.clone(),
            solved: attempt.solved,
            at: column(now().0),
            standing: row_of(person, game, &after),
        },
    ])
}
