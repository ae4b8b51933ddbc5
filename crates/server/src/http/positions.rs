//! Any position, checked and made ready to draw.

use agon_protocol::editor::{PositionSetup, SetupRequest};
use agon_protocol::error::Fault;
use agon_protocol::position::{PositionReport, PositionRequest};
use agon_table::editor;
use agon_table::opening::open;
use agon_table::views;
use axum::Json;
use axum::extract::State;

use super::extract::Body;
use super::fault::Answer;
use crate::identity::Caller;
use crate::state::App;

/// Checks a position and moves, and tells how it stands.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionReport), (status = "4XX", body = Fault)))]
pub(crate) async fn check(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<PositionReport>> {
    let work = move || {
        let game = open(&request)?;
        Ok::<_, Fault>(PositionReport {
            rules: game.rules(),
            seats: views::seats(&*game),
            board: (&game.board()).into(),
            steps: game.past().iter().map(views::step).collect(),
            view: views::view(&*game, true),
            outcome: game.ending().map(|ending| views::outcome(&*game, &ending)),
            passed: game.passed(),
        })
    };
    Ok(Json(app.offload.run(&caller.address, work).await??))
}

/// A position that somebody sets up, and why it is not possible, if so.
#[utoipa::path(post, path = "/api/setup", tag = "positions", request_body = SetupRequest,
    responses((status = 200, body = PositionSetup), (status = "4XX", body = Fault)))]
pub(crate) async fn set_up(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<SetupRequest>,
) -> Answer<Json<PositionSetup>> {
    let work = move || editor::set_up(&request);
    Ok(Json(app.offload.run(&caller.address, work).await??))
}
