//! How well people solve puzzles.

use agon_protocol::error::{Code, Fault};
use agon_protocol::puzzle::{PuzzleAttempt, PuzzleStanding};
use agon_store::{StandingRow, StoreError, Write, column};
use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::extract::Body;
use super::fault::Answer;
use super::pages;
use crate::glicko::Rating;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::state::App;
use crate::time::now;

/// How sure the rating of a puzzle is, which computers have given it.
const PUZZLE_DEVIATION: f64 = 60.0;

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

fn newcomer(person: &str, game: &str) -> StandingRow {
    let row = StandingRow {
        person: person.into(),
        game: game.into(),
        rating: 0,
        deviation: 0,
        volatility: 0,
        tried: 0,
        solved: 0,
        streak: 0,
        longest: 0,
    };
    with(row, Rating::NEWCOMER)
}

fn with(row: StandingRow, rating: Rating) -> StandingRow {
    let [rating, deviation, volatility] = rating.to_stored();
    StandingRow { rating, deviation, volatility, ..row }
}

fn rating(row: &StandingRow) -> Rating {
    Rating::from_stored(row.rating, row.deviation, row.volatility)
}

/// After another puzzle.
fn after(row: StandingRow, puzzle: f64, solved: bool) -> StandingRow {
    let score = if solved { 1.0 } else { 0.0 };
    let rating = rating(&row).after(&[(puzzle, PUZZLE_DEVIATION, score)]);
    let streak = if solved { row.streak + 1 } else { 0 };
    let row = StandingRow {
        tried: row.tried + 1,
        solved: row.solved + i64::from(solved),
        streak,
        longest: row.longest.max(streak),
        ..row
    };
    with(row, rating)
}

fn told(row: &StandingRow, done: Vec<String>) -> PuzzleStanding {
    let count = |value: i64| u32::try_from(value).unwrap_or_default();
    let rating = rating(row);
    PuzzleStanding {
        rating: rating.points.round().max(0.0) as u32,
        deviation: rating.deviation.round() as u32,
        tried: count(row.tried),
        solved: count(row.solved),
        streak: count(row.streak),
        longest: count(row.longest),
        done,
    }
}

/// How a person stands in the puzzles of a game, if they have tried any.
pub(crate) async fn standing_of(
    app: &App,
    person: &str,
    game: &str,
) -> Result<Option<PuzzleStanding>, Fault> {
    let Some(row) = app.store.puzzle_standing(person, game).await? else { return Ok(None) };
    let done = app.store.puzzles_tried(person, game).await?;
    Ok(Some(told(&row, done)))
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
    Ok(Json(told(&row.unwrap_or_else(|| newcomer(person, game)), done)))
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
    let before = app.store.puzzle_standing(person, game).await?;
    let before = before.unwrap_or_else(|| newcomer(person, game));
    let standing = after(before.clone(), puzzle, attempt.solved);
    let write = Write::PuzzleTried {
        puzzle: attempt.puzzle,
        solved: attempt.solved,
        at: column(now().0),
        standing: standing.clone(),
    };
    let row = match app.store.write(write).await {
        Ok(()) => standing,
        // Tried before: nothing changes.
        Err(StoreError::Conflict) => before,
        Err(error) => return Err(Fault::from(error).into()),
    };
    let done = app.store.puzzles_tried(person, game).await?;
    Ok(Json(told(&row, done)))
}
