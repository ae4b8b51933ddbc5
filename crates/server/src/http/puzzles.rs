//! How well people solve puzzles.

use agon_protocol::error::{Code, Fault};
use agon_protocol::puzzle::{PuzzleAttempt, PuzzleStanding};
use agon_store::{Condition, StandingRow, StoreError, Write, column};
use agon_table::puzzles::Standing;
use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::extract::Body;
use super::fault::Answer;
use super::pages;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::state::App;
use crate::time::now;

/// How often an attempt is stored again after another one of the same person came first.
const MAX_ATTEMPTS: u32 = 5;

/// What the server must know of a puzzle.
#[derive(Deserialize)]
struct Known {
    rating: u32,
}

/// The rating of a puzzle.
fn rating_of(game: &str, puzzle: &str) -> Result<f64, Fault> {
    let missing = || Fault::new(Code::NotFound, "there is no such puzzle");
    let file = pages::text(&format!("exercises/{game}.jsonl")).ok_or_else(missing)?;
    let sign = format!("\"id\":\"{puzzle}\"");
    let plain = !puzzle.is_empty() && puzzle.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let line = file.lines().find(|line| plain && line.contains(&sign)).ok_or_else(missing)?;
    let known: Known = serde_json::from_str(line).map_err(|_| missing())?;
    Ok(known.rating.into())
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

/// How a person stands in the puzzles of a game, if they have tried any.
pub(crate) async fn standing_of(
    app: &App,
    person: &str,
    game: &str,
) -> Result<Option<PuzzleStanding>, StoreError> {
    let Some(row) = app.store.puzzle_standing(person, game).await? else { return Ok(None) };
    let done = app.store.puzzles_tried(person, game).await?;
    Ok(Some(read(&row).told(done)))
}

/// How I stand in the puzzles of a game.
#[utoipa::path(get, path = "/api/puzzles/{game}", tag = "puzzles", params(("game" = String, Path)),
    responses((status = 200, body = PuzzleStanding), (status = "4XX", body = Fault)))]
pub(crate) async fn standing(
    State(app): State<App>,
    caller: Caller,
    Path(game): Path<String>,
) -> Answer<Json<PuzzleStanding>> {
    let game = agon_games::find(&game).map_err(|_| Fault::not_found())?.id();
    let person = &caller.known()?.id;
    let row = app.store.puzzle_standing(person, game).await?;
    let done = app.store.puzzles_tried(person, game).await?;
    Ok(Json(row.as_ref().map_or_else(Standing::newcomer, read).told(done)))
}

/// I have tried a puzzle. The first time counts; afterwards the answer is how I stand.
#[utoipa::path(post, path = "/api/puzzles/{game}", tag = "puzzles", params(("game" = String, Path)),
    request_body = PuzzleAttempt,
    responses((status = 200, body = PuzzleStanding), (status = "4XX", body = Fault)))]
pub(crate) async fn attempt(
    State(app): State<App>,
    caller: Caller,
    Path(game): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Answer<Json<PuzzleStanding>> {
    let game = agon_games::find(&game).map_err(|_| Fault::not_found())?.id();
    let person = &caller.known()?.id;
    caller.spend(&app, Allowance::Message).await?;
    let puzzle = rating_of(game, &attempt.puzzle)?;
    let mut attempts = 0;
    let standing = loop {
        match store_attempt(&app, person, game, puzzle, &attempt).await {
            // Another attempt of the same person was stored meanwhile.
            Err(StoreError::Unmet(_)) if attempts < MAX_ATTEMPTS => attempts += 1,
            standing => break standing?,
        }
    };
    let done = app.store.puzzles_tried(person, game).await?;
    Ok(Json(standing.told(done)))
}

/// Stores an attempt and returns the new standing; the old one if the puzzle was tried before. `puzzle` is
/// its rating.
async fn store_attempt(
    app: &App,
    person: &str,
    game: &str,
    puzzle: f64,
    attempt: &PuzzleAttempt,
) -> Result<Standing, StoreError> {
    let before = app.store.puzzle_standing(person, game).await?;
    let before = before.as_ref().map_or_else(Standing::newcomer, read);
    let standing = before.after(puzzle, attempt.solved);
    let write = Write::Together(vec![
        Write::Require(Condition::PuzzlesTried {
            person: person.into(),
            game: game.into(),
            count: before.tried,
        }),
        Write::PuzzleTried {
            puzzle: attempt.puzzle.clone(),
            solved: attempt.solved,
            at: column(now().0),
            standing: row_of(person, game, &standing),
        },
    ]);
    match app.store.write(write).await {
        Ok(()) => Ok(standing),
        Err(StoreError::Conflict) => Ok(before),
        Err(error) => Err(error),
    }
}
