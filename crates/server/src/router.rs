//! Which address leads where.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use tower_http::compression::CompressionLayer;

use crate::error::{Code, Fault};
use crate::http::{
    accounts, files, games, headers, host, log, openapi, operations, pages, people, positions,
    sessions,
};
use crate::identity::address_of;
use crate::limits::Kind;
use crate::socket;
use crate::state::App;

/// The largest body of a request.
const LARGEST: usize = 256 << 10;

/// All addresses of the site.
pub fn router(app: App) -> Router {
    // The same for everybody: no question of who asks, but of how often.
    let files = Router::new()
        .route("/api/openapi.json", get(openapi::document))
        .route("/ready", get(operations::ready))
        .route("/metrics", get(operations::numbers))
        .fallback(pages::serve)
        .layer(middleware::from_fn_with_state(app.clone(), limit_files));
    Router::new()
        .merge(files)
        .route("/api/catalog", get(games::catalog))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/actions", post(games::act))
        .route("/api/games/{id}/hide", post(games::hide))
        .route("/api/games/{id}/file", get(files::export))
        .route("/api/games/{id}/replay", get(files::replay))
        .route("/api/import", post(files::import_file))
        .route("/api/positions", post(positions::check))
        .route("/api/me", get(people::me).post(people::introduce))
        .route("/api/register", post(accounts::register))
        .route("/api/login", post(accounts::login))
        .route("/api/logout", post(accounts::logout))
        .route("/api/password", post(accounts::change_password))
        .route("/api/sessions", get(sessions::list).delete(sessions::end_others))
        .route("/api/sessions/{id}", delete(sessions::end_one))
        .route("/api/tokens", get(people::tokens).post(people::new_token))
        .route("/api/tokens/{id}", delete(people::drop_token))
        .route("/api/host/databases", get(host::databases))
        .route("/api/host/databases/{id}", post(host::direct))
        .route("/api/host/storage", get(host::storage))
        .route("/api/socket", get(socket::open))
        .route("/health", get(operations::health))
        .method_not_allowed_fallback(|| async {
            Fault::new(Code::BadMethod, "this address does not take this method")
        })
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(app.clone(), headers::add))
        .layer(middleware::from_fn(log::add))
        .with_state(app)
}

/// Takes a file from the allowance of the address.
async fn limit_files(State(app): State<App>, request: Request, next: Next) -> Response {
    let address = address_of(&app, request.extensions(), request.headers());
    match app.limits.take(Kind::File, &address) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}
