//! Keeping an identity: registration, signing in and out, passwords.

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::{Credentials, Me, NewPassword, Person};
use agon_store::{PersonRow, Write};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::Body;
use super::fault::Answer;
use super::people::{check_name, taken};
use super::sessions::{self, Device};
use crate::cluster::Ending;
use crate::identity::{Caller, check_welcome, forget, remember};
use crate::limits::Allowance;
use crate::names;
use crate::secrets;
use crate::state::App;

/// The longest password.
const LONGEST: usize = 200;

fn check_strength(password: &str, login: &str) -> Result<(), Fault> {
    let long_enough = (8..=LONGEST).contains(&password.chars().count());
    if long_enough && password.to_lowercase() != login {
        return Ok(());
    }
    let message = "a password has 8 to 200 characters and is not the name";
    Err(Fault::new(Code::WeakPassword, message))
}

/// The hash of a password, and whether a password is the right one: slow on purpose, so it is
/// done aside and only a few at a time.
async fn hash(app: &App, caller: &Caller, password: String) -> Answer<String> {
    let failed = || Fault::new(Code::Busy, "the password could not be kept; try again");
    let hashing = move || secrets::hash_password(&password);
    Ok(app.passwords.run(&caller.address, hashing).await?.ok_or_else(failed)?)
}

pub(crate) async fn is_right(
    app: &App,
    caller: &Caller,
    password: &str,
    hash: Option<String>,
) -> Answer<bool> {
    // Longer ones are wrong, and take no longer.
    let password: String = password.chars().take(LONGEST + 1).collect();
    let checking = move || secrets::check_password(&password, hash.as_deref());
    Ok(app.passwords.run(&caller.address, checking).await?)
}

/// Keeps the identity: from now on I can sign in anywhere.
#[utoipa::path(post, path = "/api/register", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn register(
    State(app): State<App>,
    caller: Caller,
    Body(Credentials { login, password }): Body<Credentials>,
) -> Answer<Json<Me>> {
    let (person, _) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    if person.login.is_some() {
        return Err(Fault::new(Code::NotAllowed, "you are registered already").into());
    }
    let bad_name = || Fault::new(Code::BadName, "a name has 2 to 24 visible characters");
    let name =
        names::person(&login).filter(|name| name.chars().count() >= 2).ok_or_else(bad_name)?;
    let login = name.to_lowercase();
    check_strength(&password, &login)?;
    let name_key = check_name(&app, &name, &person.id, true).await?;
    let password = hash(&app, &caller, password).await?;
    let id = person.id.clone();
    let write = Write::Together(vec![
        Write::Register {
            person: id.clone(),
            login: login.clone(),
            password,
            name_key: name_key.clone(),
        },
        Write::Rename { person: id, name: name.clone(), name_key: name_key.clone() },
    ]);
    app.store.write(write).await.map_err(taken)?;
    app.end(Ending::Namesakes { name_key });
    let person = PersonRow { name, login: Some(login), ..person.clone() };
    app.tell_changed(&Person::from(&person)).await;
    Ok(Json(Me::from(&person)))
}

/// I have been here before.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn login(
    State(app): State<App>,
    caller: Caller,
    device: Device,
    Body(Credentials { login, password }): Body<Credentials>,
) -> Answer<Response> {
    caller.spend(&app, Allowance::Entrance).await?;
    let login = names::person(&login).unwrap_or_default().to_lowercase();
    // Nobody can try many passwords from one address; and wrong ones from elsewhere do not keep
    // out whoever knows the right one.
    app.take(Allowance::Entrance, &caller.address.signing_in(&login)).await?;
    let person = app.store.person_by_login(&login).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = is_right(&app, &caller, &password, hash).await?;
    let wrong = || Fault::new(Code::BadLogin, "name or password are wrong");
    let person = person.filter(|_| right).ok_or_else(wrong)?;
    check_welcome(&person)?;
    let session = sessions::begin(&app, &person, device).await?;
    // The password may have been changed while it was checked: that ends all sessions but this one.
    let now = app.store.person_by_login(&login).await?;
    if now.is_none_or(|now| now.password != person.password) {
        sessions::end(&app, &person.id, &session).await?;
        return Err(wrong().into());
    }
    leave_former(&app, &caller, &person).await?;
    Ok(signed_in(&app, &person, &session))
}

/// Whoever was here before this person, such as a guest, is not any more.
pub(crate) async fn leave_former(app: &App, caller: &Caller, person: &PersonRow) -> Answer<()> {
    if let Ok((before, old)) = caller.signed_in()
        && before.id != person.id
    {
        sessions::end(app, &before.id, old).await?;
    }
    Ok(())
}

pub(crate) fn signed_in(app: &App, person: &PersonRow, session: &str) -> Response {
    ([(header::SET_COOKIE, remember(app, session))], Json(Me::from(person))).into_response()
}

/// Ends my session on this device, with its connections.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = 204), (status = "5XX", body = Fault)))]
pub(crate) async fn logout(State(app): State<App>, caller: Caller) -> Answer<Response> {
    if let Ok((person, session)) = caller.signed_in() {
        sessions::end(&app, &person.id, session).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget(&app))]).into_response())
}

/// Changes my password. All my sessions end with their connections; this device gets a new one.
#[utoipa::path(post, path = "/api/password", tag = "people", request_body = NewPassword,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    device: Device,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Answer<Response> {
    let (person, _) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    let unregistered = || Fault::new(Code::NotAllowed, "a guest has no password; register first");
    let login = person.login.clone().ok_or_else(unregistered)?;
    check_strength(&new, &login)?;
    if !is_right(&app, &caller, &old, person.password.clone()).await? {
        return Err(Fault::new(Code::BadLogin, "the old password is wrong").into());
    }
    let password = hash(&app, &caller, new).await?;
    let session = sessions::row(&person.id, device);
    let write = Write::Together(vec![
        Write::SetPassword { person: person.id.clone(), password },
        Write::EndSessions { person: person.id.clone(), except: None },
        Write::NewSession(session.clone()),
    ]);
    app.store.write(write).await?;
    app.end(Ending::Sessions { person: person.id.clone() });
    Ok(signed_in(&app, person, &session.id))
}
