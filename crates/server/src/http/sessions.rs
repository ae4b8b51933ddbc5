//! Where I am signed in.

use std::convert::Infallible;

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::Session;
use agon_protocol::units::Millis;
use agon_store::{PersonRow, SessionRow, StoreError, Write, column, millis};
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::Id;
use super::fault::Answer;
use crate::cluster::Ending;
use crate::identity::{Caller, forget};
use crate::names;
use crate::secrets;
use crate::security;
use crate::state::App;
use crate::time::now;

/// The most sessions of a person; the one that was used least lately gives way.
const MOST: usize = 50;
/// The use of a session is noted after so many milliseconds.
const SEEN: Millis = Millis(3_600_000);

/// The program and system of whoever asks, in a few words.
#[derive(Clone)]
pub(crate) struct Device(String);

impl<S: Sync> FromRequestParts<S> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Device, Infallible> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Device(describe(agent.unwrap_or_default())))
    }
}

/// `Firefox, Linux`. Browsers name their forebears, too: the more special names stand first.
fn describe(agent: &str) -> String {
    const PROGRAMS: [(&str, &str); 8] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&PROGRAMS), find(&SYSTEMS)) {
        (Some(program), Some(system)) => format!("{program}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.into(),
        (None, None) => names::clean(agent, names::LONGEST_TITLE).unwrap_or_default(),
    }
}

/// A new session, not yet stored.
pub(crate) fn row(person: &str, Device(label): Device) -> SessionRow {
    let now = column(now().0);
    SessionRow { id: secrets::id(), person: person.into(), label, created: now, seen: now }
}

/// Begins a session together with the change or condition that justifies it, and returns its id.
pub(crate) async fn begin(
    app: &App,
    person: &PersonRow,
    device: Device,
    beside: Write,
) -> Result<String, StoreError> {
    let session = row(&person.id, device);
    let begun = Write::NewSession(session.clone());
    app.store.write(Write::Together(vec![beside, begun])).await?;
    // It has begun, whatever becomes of the old ones.
    if let Err(error) = end_oldest(app, &person.id).await {
        tracing::warn!(%error, "a person has more sessions than they may");
    }
    Ok(session.id)
}

async fn end_oldest(app: &App, person: &str) -> Result<(), StoreError> {
    for old in app.store.sessions(person).await?.iter().skip(MOST) {
        end(app, person, &old.id).await?;
    }
    Ok(())
}

/// Ends a session with its connections; it may have ended already.
pub(crate) async fn end(app: &App, person: &str, id: &str) -> Result<bool, StoreError> {
    let write = Write::EndSession { person: person.into(), id: id.into() };
    let was_there = match app.store.write(write).await {
        Ok(()) => true,
        Err(StoreError::Conflict) => false,
        Err(error) => return Err(error),
    };
    app.end(Ending::Session { person: person.into(), id: id.into() });
    Ok(was_there)
}

/// Notes, now and then, that a session is used. Nobody waits for it.
pub(crate) fn note_use(app: &App, caller: &Caller) {
    let Ok((person, session)) = caller.signed_in() else { return };
    let (app, person, id) = (app.clone(), person.id.clone(), session.to_owned());
    tokio::spawn(async move {
        let at = now();
        let sessions = app.store.sessions(&person).await.unwrap_or_default();
        let Some(session) = sessions.into_iter().find(|session| session.id == id) else { return };
        if millis(session.seen) + SEEN > at {
            return;
        }
        if let Err(error) = app.store.write(Write::SeenSession { id, at: column(at.0) }).await {
            tracing::debug!(%error, "the use of a session is not noted");
        }
    });
}

/// Where I am signed in, the latest use first.
#[utoipa::path(get, path = "/api/sessions", tag = "people",
    responses((status = 200, body = Vec<Session>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(State(app): State<App>, caller: Caller) -> Answer<Json<Vec<Session>>> {
    let (person, current) = caller.signed_in()?;
    let rows = app.store.sessions(&person.id).await?;
    Ok(Json(rows.iter().map(|row| row.session(row.id == current)).collect()))
}

/// Ends one of my sessions with its connections.
#[utoipa::path(delete, path = "/api/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn end_one(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Answer<Response> {
    let (person, current) = caller.signed_in()?;
    if !end(&app, &person.id, &id).await? {
        return Err(Fault::new(Code::NotFound, "there is no such session").into());
    }
    security::log(&caller, "session ended", &id);
    Ok(if id == current {
        (StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget(&app))]).into_response()
    } else {
        StatusCode::NO_CONTENT.into_response()
    })
}

/// Ends all my sessions but this one, with their connections.
#[utoipa::path(delete, path = "/api/sessions", tag = "people",
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn end_others(State(app): State<App>, caller: Caller) -> Answer<StatusCode> {
    let (person, current) = caller.signed_in()?;
    let except = Some(current.to_owned());
    app.store.write(Write::EndSessions { person: person.id.clone(), except }).await?;
    app.end(Ending::OtherSessions { person: person.id.clone(), id: current.into() });
    security::log(&caller, "other sessions ended", "");
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn devices_are_told_apart() {
        let table = [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge, Windows",
            ),
            ("curl/8.5.0", "curl/8.5.0"),
            ("<script>", "script"),
            ("", ""),
        ];
        for (agent, wanted) in table {
            assert_eq!(describe(agent), wanted);
        }
    }
}
