//! The people of the site.

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::{Ban, HostPeopleQuery, NewName, SitePerson};
use agon_protocol::people::Person;
use agon_store::{PersonFilter, PersonRow, PersonSeen, Write, column, millis};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::super::extract::{Body, Id, Params};
use super::super::fault::Answer;
use super::super::people::{check_name, taken};
use super::{Host, deed, limit};
use crate::cluster::Ending;
use crate::names;
use crate::state::App;
use crate::time::now;

/// The most characters of a reason.
const LONGEST_REASON: usize = 300;

async fn find(app: &App, id: &str) -> Answer<PersonRow> {
    let unknown = || Fault::new(Code::NotFound, "there is nobody with this id");
    Ok(app.store.person(id).await?.ok_or_else(unknown)?)
}

/// The people of the site, those who came last first; by name where one is asked for.
#[utoipa::path(get, path = "/api/host/people", tag = "host",
    params(HostPeopleQuery, ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<SitePerson>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(
    _host: Host,
    State(app): State<App>,
    Params(query): Params<HostPeopleQuery>,
) -> Answer<Json<Vec<SitePerson>>> {
    if query.name.as_ref().is_some_and(|name| name.len() > 200) {
        return Err(Fault::new(Code::TooLarge, "the name is too long").into());
    }
    let filter = PersonFilter {
        name_key: query.name.as_deref().map(names::key).filter(|key| !key.is_empty()),
        banned: query.banned.unwrap_or(false),
        before: query.before.map(|before| column(before.0)),
        limit: limit(query.limit)?,
    };
    let told = |PersonSeen { person, seen, games }: PersonSeen| SitePerson {
        id: person.id,
        name: person.name,
        login: person.login,
        created: millis(person.created),
        seen: seen.map(millis),
        games: u32::try_from(games).unwrap_or(u32::MAX),
        banned: person.banned,
    };
    Ok(Json(app.store.site_people(&filter).await?.into_iter().map(told).collect()))
}

/// Gives somebody another name, wherever it is seen.
#[utoipa::path(post, path = "/api/host/people/{id}/name", tag = "host", request_body = NewName,
    params(("id" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn rename(
    _host: Host,
    State(app): State<App>,
    Id(id): Id,
    Body(NewName { name }): Body<NewName>,
) -> Answer<StatusCode> {
    let person = find(&app, &id).await?;
    let bad_name = || Fault::new(Code::BadText, "a name has 1 to 24 visible characters");
    let name = names::person(&name).ok_or_else(bad_name)?;
    let name_key = check_name(&app, &name, &id, person.login.is_some()).await?;
    let about = format!("{} → {name} ({id})", person.name);
    let person = PersonRow { name: name.clone(), ..person };
    let rename = Write::Rename { person: id, name, name_key: name_key.clone() };
    let write = Write::Together(vec![rename, deed("rename", about)]);
    app.store.write(write).await.map_err(taken)?;
    if person.login.is_some() {
        app.end(Ending::Namesakes { name_key });
    }
    app.tell_changed(&Person::from(&person)).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Shuts somebody out: their connections end, and whatever they ask for is refused, with the reason.
#[utoipa::path(post, path = "/api/host/people/{id}/ban", tag = "host", request_body = Ban,
    params(("id" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn ban(
    _host: Host,
    State(app): State<App>,
    Id(id): Id,
    Body(Ban { reason }): Body<Ban>,
) -> Answer<StatusCode> {
    let person = find(&app, &id).await?;
    let reason = names::clean(&reason, LONGEST_REASON).unwrap_or_default();
    let about = format!("{} ({id}): {reason}", person.name);
    let ban = Write::Ban { person: id.clone(), reason: Some(reason) };
    app.store.write(Write::Together(vec![ban, deed("ban", about)])).await?;
    app.end(Ending::All { person: id });
    Ok(StatusCode::NO_CONTENT)
}

/// Lets somebody in again.
#[utoipa::path(delete, path = "/api/host/people/{id}/ban", tag = "host",
    params(("id" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn unban(_host: Host, State(app): State<App>, Id(id): Id) -> Answer<StatusCode> {
    let person = find(&app, &id).await?;
    let about = format!("{} ({id})", person.name);
    let unban = Write::Ban { person: id, reason: None };
    app.store.write(Write::Together(vec![unban, deed("unban", about)])).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets somebody: name, password, sessions and tokens go. Their games stay, under a guest's name.
#[utoipa::path(delete, path = "/api/host/people/{id}", tag = "host",
    params(("id" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn remove(_host: Host, State(app): State<App>, Id(id): Id) -> Answer<StatusCode> {
    let person = find(&app, &id).await?;
    let name = names::of_guest(&id);
    // The host's log must not keep the name either.
    let about = format!("{name} ({id})");
    let name_key = names::key(&name);
    let person = PersonRow { name: name.clone(), picture: String::new(), ..person };
    let forget = Write::Forget { person: id.clone(), name, name_key, at: column(now().0) };
    app.store.write(Write::Together(vec![forget, deed("remove_person", about)])).await?;
    app.end(Ending::All { person: id });
    app.tell_changed(&Person::from(&person)).await;
    Ok(StatusCode::NO_CONTENT)
}
