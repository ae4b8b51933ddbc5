//! The description of the HTTP part for programs.

use axum::Json;
use utoipa::OpenApi;

use super::{accounts, files, games, host, operations, people, positions, sessions};
use crate::protocol::message::AnalysisRequest;

/// Everything over HTTP.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agon",
        description = "Classic board games under one roof: the HTTP part of \
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
        accounts::register,
        accounts::login,
        accounts::logout,
        accounts::change_password,
        sessions::list,
        sessions::end_one,
        sessions::end_others,
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
