//! Who I am, registration, tokens.

use agon_store::{PersonRow, StoreError, TokenRow, Write};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Body, Id};
use crate::error::{Code, Fault};
use crate::identity::{Caller, forget, remember};
use crate::limits::Kind;
use crate::names;
use crate::secrets;
use crate::state::App;
use crate::time::now;

/// The most tokens of a person.
const MOST_TOKENS: usize = 10;

/// Who I am.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Me {
    /// Stays the same for ever.
    pub id: String,
    /// What I am called.
    pub name: String,
    /// What I sign in with; `null` for guests.
    pub login: Option<String>,
}

impl From<&PersonRow> for Me {
    fn from(row: &PersonRow) -> Me {
        Me { id: row.id.clone(), name: row.name.clone(), login: row.login.clone() }
    }
}

/// What I want to be called.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Introduction {
    /// The name; a guest gets one if it is left out.
    #[serde(default)]
    pub name: Option<String>,
}

/// Name and password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The name to sign in with.
    pub login: String,
    /// From 8 to 200 characters.
    pub password: String,
}

/// Says who I am: makes a guest of a newcomer, and renames whoever gives a new name.
#[utoipa::path(post, path = "/api/me", tag = "people", request_body = Introduction,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn introduce(
    State(app): State<App>,
    caller: Caller,
    Body(introduction): Body<Introduction>,
) -> Result<Response, Fault> {
    let name = introduction.name.as_deref().and_then(names::person);
    if let Some(person) = &caller.person {
        let mut person = person.clone();
        if let Some(name) = name.filter(|name| *name != person.name) {
            caller.spend(&app, Kind::Entrance)?;
            person.name.clone_from(&name);
            let name_key = String::new();
            app.store.write(Write::Rename { person: person.id.clone(), name, name_key }).await?;
        }
        return Ok(Json(Me::from(&person)).into_response());
    }
    caller.spend(&app, Kind::Entrance)?;
    let guest = || format!("Guest {}", 100 + secrets::random_u64() % 900);
    let person = PersonRow {
        id: secrets::id(),
        name: name.unwrap_or_else(guest),
        name_key: String::new(),
        login: None,
        password: None,
        created: now() as i64,
    };
    app.store.write(Write::NewPerson(person.clone())).await?;
    let cookie = remember(&app, &person.id);
    Ok(([(header::SET_COOKIE, cookie)], Json(Me::from(&person))).into_response())
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, body = Me), (status = 401, body = Fault)))]
pub(crate) async fn me(caller: Caller) -> Result<Json<Me>, Fault> {
    caller.known().map(|person| Json(person.into()))
}

/// Passwords are hashed outside the runtime's threads, and only a few at a time.
async fn slowly<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    let busy = || Fault::new(Code::Busy, "too many people sign in at once; try again");
    let _permit = app.passwords.acquire().await.map_err(|_| busy())?;
    tokio::task::spawn_blocking(work).await.map_err(|_| busy())
}

/// Keeps the identity: from now on I can sign in anywhere.
#[utoipa::path(post, path = "/api/register", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn register(
    State(app): State<App>,
    caller: Caller,
    Body(credentials): Body<Credentials>,
) -> Result<Json<Me>, Fault> {
    let person = caller.known()?.clone();
    caller.spend(&app, Kind::Entrance)?;
    if person.login.is_some() {
        return Err(Fault::new(Code::NotAllowed, "you are registered already"));
    }
    let Credentials { login, password } = credentials;
    let bad_name = || Fault::new(Code::BadText, "a name has 2 to 24 visible characters");
    let name =
        names::person(&login).filter(|name| name.chars().count() >= 2).ok_or_else(bad_name)?;
    if !(8..=200).contains(&password.chars().count()) || password == login {
        let message = "a password has 8 to 200 characters and is not the name";
        return Err(Fault::new(Code::WeakPassword, message));
    }
    let login = name.to_lowercase();
    let failed = || Fault::new(Code::Busy, "the password could not be kept; try again");
    let password =
        slowly(&app, move || secrets::hash_password(&password)).await?.ok_or_else(failed)?;
    let write = Write::Register {
        person: person.id.clone(),
        login: login.clone(),
        password,
        name_key: String::new(),
    };
    match app.store.write(write).await {
        Err(StoreError::Conflict) => Err(Fault::new(Code::NameTaken, "this name is taken")),
        Err(error) => Err(error.into()),
        Ok(()) => {
            if name != person.name {
                app.store
                    .write(Write::Rename {
                        person: person.id.clone(),
                        name: name.clone(),
                        name_key: String::new(),
                    })
                    .await?;
            }
            Ok(Json(Me { id: person.id, name, login: Some(login) }))
        }
    }
}

/// I have been here before.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn login(
    State(app): State<App>,
    caller: Caller,
    Body(Credentials { login, password }): Body<Credentials>,
) -> Result<Response, Fault> {
    caller.spend(&app, Kind::Entrance)?;
    let login = names::person(&login).unwrap_or_default().to_lowercase();
    // Nobody can try many passwords for one name, from however many addresses.
    app.limits.take(Kind::Entrance, &crate::limits::Asker::Person(format!("login {login}")))?;
    let person = app.store.person_by_login(&login).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let password: String = password.chars().take(201).collect();
    let right = slowly(&app, move || secrets::check_password(&password, hash.as_deref())).await?;
    match person.filter(|_| right) {
        Some(person) => {
            let cookie = remember(&app, &person.id);
            Ok(([(header::SET_COOKIE, cookie)], Json(Me::from(&person))).into_response())
        }
        None => Err(Fault::new(Code::BadLogin, "name or password are wrong")),
    }
}

/// Forget me on this device.
#[utoipa::path(post, path = "/api/logout", tag = "people", responses((status = 204)))]
pub(crate) async fn logout(State(app): State<App>, _caller: Caller) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget(&app))]).into_response()
}

/// A token for a program that plays in my name.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Token {
    /// To tell tokens apart.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The token itself, only when it is made: it is kept nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

impl From<&TokenRow> for Token {
    fn from(row: &TokenRow) -> Token {
        Token {
            id: row.id.clone(),
            label: row.label.clone(),
            created: row.created as u64,
            token: None,
        }
    }
}

/// What a token is for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// A word or two.
    #[schema(max_length = 200)]
    pub label: String,
}

/// My tokens.
#[utoipa::path(get, path = "/api/tokens", tag = "people",
    responses((status = 200, body = Vec<Token>), (status = 401, body = Fault)))]
pub(crate) async fn tokens(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<Token>>, Fault> {
    let rows = app.store.tokens(&caller.known()?.id).await?;
    Ok(Json(rows.iter().map(Token::from).collect()))
}

/// Makes a token.
#[utoipa::path(post, path = "/api/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, body = Token), (status = "4XX", body = Fault)))]
pub(crate) async fn new_token(
    State(app): State<App>,
    caller: Caller,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<Token>), Fault> {
    let person = caller.known()?;
    caller.spend(&app, Kind::Entrance)?;
    if app.store.tokens(&person.id).await?.len() >= MOST_TOKENS {
        return Err(Fault::new(Code::NotAllowed, format!("at most {MOST_TOKENS} tokens")));
    }
    let token = format!("agon_{}", secrets::random(24));
    let row = TokenRow {
        hash: secrets::digest(&token),
        id: secrets::id(),
        person: person.id.clone(),
        label: names::clean(&wish.label, 60).unwrap_or_else(|| "token".into()),
        created: now() as i64,
    };
    app.store.write(Write::NewToken(row.clone())).await?;
    Ok((StatusCode::CREATED, Json(Token { token: Some(token), ..Token::from(&row) })))
}

/// Makes a token worthless.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn drop_token(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Result<StatusCode, Fault> {
    let person = caller.known()?.id.clone();
    match app.store.write(Write::DropToken { person, id }).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Conflict) => Err(Fault::new(Code::NotFound, "there is no such token")),
        Err(error) => Err(error.into()),
    }
}
