//! Studies that people keep, and others read by their link.

use agon_protocol::error::{Code, Fault};
use agon_protocol::study::{KeptStudy, NewStudy};
use agon_store::{Condition, StoreError, StudyHead, StudyRow, Write};
use agon_table::studies::{self, Written};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::extract::{Body, Id};
use super::fault::Answer;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::secrets;
use crate::state::App;
use crate::time::now;

/// Maximum number of studies of a person.
const MAX_STUDIES: i64 = studies::MOST as i64;

fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// What others are told.
async fn told(app: &App, caller: &Caller, row: StudyHead) -> Result<KeptStudy, StoreError> {
    let mine = caller.known().is_ok_and(|person| person.id == row.person);
    let owner = app.person_now(&row.person).await?;
    Ok(KeptStudy {
        id: row.id,
        title: row.title,
        game: row.game,
        owner: owner.map_or_else(|| "?".into(), |owner| owner.name),
        mine,
        version: u32::try_from(row.version).unwrap_or_default(),
        updated: u64::try_from(row.updated).unwrap_or_default(),
        study: None,
    })
}

async fn find(app: &App, id: &str) -> Answer<StudyRow> {
    Ok(app.store.study(id).await?.ok_or_else(studies::none)?)
}

/// My studies, the latest first.
#[utoipa::path(get, path = "/api/studies", tag = "studies",
    responses((status = 200, body = Vec<KeptStudy>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(State(app): State<App>, caller: Caller) -> Answer<Json<Vec<KeptStudy>>> {
    let mut all = Vec::new();
    for row in app.store.studies_of(&caller.known()?.id).await? {
        all.push(told(&app, &caller, row).await?);
    }
    Ok(Json(all))
}

/// Keeps a study.
#[utoipa::path(post, path = "/api/studies", tag = "studies", request_body = NewStudy,
    responses((status = 201, body = KeptStudy), (status = "4XX", body = Fault)))]
pub(crate) async fn keep(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewStudy>,
) -> Answer<(StatusCode, Json<KeptStudy>)> {
    let person = caller.known()?.id.clone();
    caller.spend(&app, Allowance::NewGame).await?;
    let Written { title, game, content } =
        app.offload.run(&caller.address, move || studies::write(&new)).await??;
    let updated = column(now().0);
    let head = StudyHead { id: secrets::id(), person, game, title, version: 1, updated };
    let below = Condition::StudiesBelow { person: head.person.clone(), limit: MAX_STUDIES };
    let kept = Write::KeepStudy { head: head.clone(), content };
    app.store.write(Write::Together(vec![Write::Require(below), kept])).await?;
    Ok((StatusCode::CREATED, Json(told(&app, &caller, head).await?)))
}

/// A study, for whoever knows its id.
#[utoipa::path(get, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = 200, body = KeptStudy), (status = "4XX", body = Fault)))]
pub(crate) async fn show(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Answer<Json<KeptStudy>> {
    let StudyRow { head, content } = find(&app, &id).await?;
    let study = app.offload.run(&caller.address, move || studies::kept(&content)).await??;
    Ok(Json(KeptStudy { study: Some(study), ..told(&app, &caller, head).await? }))
}

/// Replaces a study of mine.
#[utoipa::path(put, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    request_body = NewStudy,
    responses((status = 200, body = KeptStudy), (status = "4XX", body = Fault)))]
pub(crate) async fn save(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Body(new): Body<NewStudy>,
) -> Answer<Json<KeptStudy>> {
    let person = caller.known()?.id.clone();
    let before = find(&app, &id).await?.head;
    if before.person != person {
        return Err(Fault::new(Code::NotAllowed, "this study is somebody else's").into());
    }
    let Some(version) = new.version.map(i64::from) else {
        return Err(studies::no_version().into());
    };
    caller.spend(&app, Allowance::NewGame).await?;
    let Written { title, game, content } =
        app.offload.run(&caller.address, move || studies::write(&new)).await??;
    let updated = column(now().0);
    let head = StudyHead { id, person, game, title, version: version.saturating_add(1), updated };
    match app.store.write(Write::SaveStudy { head: head.clone(), content }).await {
        Ok(()) => Ok(Json(told(&app, &caller, head).await?)),
        Err(StoreError::Conflict) => Err(studies::overtaken().into()),
        Err(error) => Err(error.into()),
    }
}

/// Deletes a study of mine.
#[utoipa::path(delete, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn remove(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Answer<StatusCode> {
    let person = &caller.known()?.id;
    let row = find(&app, &id).await?.head;
    if row.person != *person {
        return Err(Fault::new(Code::NotAllowed, "this study is somebody else's").into());
    }
    app.store.write(Write::RemoveStudy { id }).await?;
    Ok(StatusCode::NO_CONTENT)
}
