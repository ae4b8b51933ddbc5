//! The description of the HTTP part for programs.

use axum::Json;
use utoipa::OpenApi;

use super::{files, games, host, operations, people, positions};
use crate::protocol::message::AnalysisRequest;

/// Everything over HTTP.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agon",
        description = "Five classic board games under one roof: the HTTP part of \
         docs/protocol.md. Live traffic goes over the WebSocket at /api/socket."
    ),
    paths(
        games::catalog,
        games::list,
        games::create,
        games::show,
        games::act,
        games::hide,
        files::export,
        files::import_file,
        files::replay,
        positions::check,
        people::introduce,
        people::me,
        people::register,
        people::login,
        people::logout,
        people::tokens,
        people::new_token,
        people::drop_token,
        host::databases,
        host::direct,
        host::storage,
        operations::health,
        operations::ready,
        operations::numbers,
    ),
    components(schemas(AnalysisRequest))
)]
struct Description;

/// The document.
pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
