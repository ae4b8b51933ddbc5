//! Any position, checked and made ready to draw.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::Body;
use crate::analysis;
use crate::error::Fault;
use crate::identity::Caller;
use crate::protocol::board::{BoardDto, View};
use crate::protocol::catalog::{SeatDto, seats};
use crate::protocol::event::Outcome;
use crate::protocol::state::StepDto;
use crate::state::App;
use agon_games::Played;

/// A position to check: rules, position and moves may all be left out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// Options.
    #[serde(default)]
    pub rules: String,
    /// Where to begin, if not at the start.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves from there, also in other notations that players of the game use.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

/// A position that is fine.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PositionReport {
    /// All options.
    pub rules: String,
    /// The seats.
    pub seats: Vec<SeatDto>,
    /// The empty board.
    pub board: BoardDto,
    /// The moves that led here.
    pub steps: Vec<StepDto>,
    /// The position.
    pub view: View,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The position with the other player to move: whoever analyses it sees the threat. Missing where
    /// giving up a move might be an advantage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<String>,
}

/// Checks a position and moves, and tells how it stands.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionReport), (status = "4XX", body = Fault)))]
pub(crate) async fn check(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionReport>, Fault> {
    let PositionRequest { game: name, rules, position, moves } = request;
    let work = move || {
        let game = analysis::open(&name, &rules, position.as_deref(), &moves)?;
        let step = |played: &Played| match played {
            Played::Move { player, view } => {
                StepDto::Move { seat: player.index() as u8, play: view.into() }
            }
            Played::Withdrawal(player) => StepDto::Out { seat: player.index() as u8 },
        };
        let outcome = game.ending().map(|ending| Outcome {
            winner: ending.winner().map(|player| player.index() as u8),
            places: ending.places().iter().map(|(_, &place)| place).collect(),
            reason: ending.reason().into(),
            verdict: ending.verdict(&game.seats()),
        });
        Ok(PositionReport {
            rules: game.rules(),
            seats: seats(agon_games::find(&name)?, &game.rules()),
            board: (&game.board()).into(),
            steps: game.past().iter().map(step).collect(),
            view: View::of(&*game, true),
            outcome,
            passed: game.passed(),
        })
    };
    app.offload.run(&caller.address, work).await?.map(Json)
}
