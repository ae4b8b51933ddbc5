//! Keeping an identity: registration, signing in and out, passwords.

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::{Credentials, Me, NewPassword, Person};
use agon_store::{Condition, PersonRow, Write};
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
use crate::security;
use crate::state::App;

/// The longest password.
const LONGEST: usize = 200;

/// Passwords of 8 and more characters among the commonest, sorted by bytes, one on each line.
const COMMON: &str = include_str!("../common_passwords.txt");

fn check_strength(password: &str, login: &str) -> Result<(), Fault> {
    let weak = |message| Err(Fault::new(Code::WeakPassword, message));
    let lower = password.to_lowercase();
    if !(8..=LONGEST).contains(&password.chars().count()) || lower == login {
        return weak("a password has 8 to 200 characters and is not the name");
    }
    if COMMON.lines().any(|common| common == lower) {
        return weak(
            "this password is one of the commonest and would be guessed; choose another one",
        );
    }
    Ok(())
}

/// Hashes a password. Hashing is slow on purpose, so it runs off the runtime threads, a few at a time.
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
    device: Device,
    Body(Credentials { login, password }): Body<Credentials>,
) -> Answer<Response> {
    let (person, session) = caller.signed_in()?;
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
    let new_session = sessions::row(&id, device);
    // Whoever gave this browser the guest's cookie knows its session, and may have opened others or made
    // tokens with it: none of that may belong to the account.
    let write = Write::Together(vec![
        Write::Require(Condition::Guest { person: id.clone() }),
        Write::Require(Condition::Session { person: id.clone(), id: session.into() }),
        Write::Register {
            person: id.clone(),
            login: login.clone(),
            password,
            name_key: name_key.clone(),
        },
        Write::Rename { person: id.clone(), name: name.clone(), name_key: name_key.clone() },
        Write::EndSessions { person: id.clone(), except: None },
        Write::DropTokens { person: id.clone() },
        Write::NewSession(new_session.clone()),
    ]);
    app.store.write(write).await.map_err(taken)?;
    app.end(Ending::All { person: id });
    app.end(Ending::Namesakes { name_key });
    security::log(&caller, "registered", "");
    let person = PersonRow { name, login: Some(login), ..person.clone() };
    app.tell_changed(&Person::from(&person)).await;
    Ok(signed_in(&app, &person, &new_session.id))
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
    app.take(Allowance::Entrance, &[&caller.address.signing_in(&login)]).await?;
    let person = app.store.person_by_login(&login).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = is_right(&app, &caller, &password, hash).await?;
    let person = match person {
        Some(person) if right => person,
        person => {
            security::log_refusal(&caller.address, "wrong password", person.as_ref());
            return Err(Fault::new(Code::BadLogin, "name or password are wrong").into());
        }
    };
    check_welcome(&person)?;
    // The password may have been changed while it was checked.
    let (id, hash) = (person.id.clone(), person.password.clone());
    let unchanged = Write::Require(Condition::Password { person: id, hash });
    let session = sessions::begin(&app, &person, device, unchanged).await?;
    leave_former(&app, &caller).await?;
    security::log_sign_in(&caller, "signed in", &person);
    Ok(signed_in(&app, &person, &session))
}

/// Ends the session that the browser had until now, which somebody else may know.
pub(crate) async fn leave_former(app: &App, caller: &Caller) -> Answer<()> {
    if let Ok((before, old)) = caller.signed_in() {
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
        security::log(&caller, "signed out", session);
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget(&app))]).into_response())
}

/// Changes my password. All my sessions and, unless `keep_tokens` is set, my tokens end with their
/// connections; this device gets a new session.
#[utoipa::path(post, path = "/api/password", tag = "people", request_body = NewPassword,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    device: Device,
    Body(NewPassword { old, new, keep_tokens }): Body<NewPassword>,
) -> Answer<Response> {
    let (person, _) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    let unregistered = || Fault::new(Code::NotAllowed, "a guest has no password; register first");
    let login = person.login.clone().ok_or_else(unregistered)?;
    check_strength(&new, &login)?;
    if !is_right(&app, &caller, &old, person.password.clone()).await? {
        security::log_refusal(&caller.address, "wrong old password", Some(person));
        return Err(Fault::new(Code::BadLogin, "the old password is wrong").into());
    }
    let password = hash(&app, &caller, new).await?;
    let session = sessions::row(&person.id, device);
    let id = || person.id.clone();
    let mut writes = vec![
        Write::Require(Condition::Password { person: id(), hash: person.password.clone() }),
        Write::SetPassword { person: id(), password },
        Write::EndSessions { person: id(), except: None },
    ];
    if !keep_tokens {
        writes.push(Write::DropTokens { person: id() });
    }
    writes.push(Write::NewSession(session.clone()));
    app.store.write(Write::Together(writes)).await?;
    app.end(match keep_tokens {
        true => Ending::Sessions { person: id() },
        false => Ending::All { person: id() },
    });
    security::log(&caller, "password changed", if keep_tokens { "tokens kept" } else { "" });
    Ok(signed_in(&app, person, &session.id))
}
