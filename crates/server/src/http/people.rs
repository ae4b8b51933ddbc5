//! Who I am, and the tokens of programs that play in my name.

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::{Introduction, NewToken, Person, Token};
use agon_store::{Condition, PersonRow, StoreError, TokenRow, Write, column, scopes_column};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode};

use super::extract::{Body, Id};
use super::fault::{Answer, HttpFault};
use super::sessions::{self, Device};
use crate::cluster::Ending;
use crate::identity::{Caller, remember};
use crate::limits::Allowance;
use crate::names;
use crate::secrets;
use crate::security;
use crate::state::App;
use crate::time::now;

/// Maximum number of tokens of a person.
const MAX_TOKENS: i64 = 10;

fn name_taken() -> Fault {
    Fault::new(Code::NameTaken, "this name belongs to somebody else, or looks like theirs")
}

/// The key of a name that this person may bear: not one of somebody else who is registered, nor
/// one that looks like it; and who is registered is not called a guest.
pub(crate) async fn check_name(
    app: &App,
    name: &str,
    person: &str,
    registered: bool,
) -> Answer<String> {
    let key = names::key(name);
    let taken =
        (registered && names::is_guest(name)) || app.store.name_key_taken(&key, person).await?;
    if taken { Err(name_taken().into()) } else { Ok(key) }
}

/// Another name, another picture, or both; who the person is then.
async fn change(
    app: &App,
    caller: &Caller,
    name: Option<String>,
    picture: Option<String>,
) -> Answer<PersonRow> {
    let mut person = caller.known()?.clone();
    let before = Person::from(&person);
    let id = || person.id.clone();
    let name = name.filter(|name| *name != person.name);
    let picture = picture.filter(|picture| *picture != before.picture);
    let mut writes = Vec::new();
    let mut key = None;
    if name.is_some() || picture.is_some() {
        caller.spend(app, Allowance::Entrance).await?;
    }
    if let Some(name) = &name {
        let name_key = check_name(app, name, &person.id, person.login.is_some()).await?;
        key = person.login.is_some().then(|| name_key.clone());
        writes.push(Write::Rename { person: id(), name: name.clone(), name_key });
    }
    if let Some(picture) = &picture {
        writes.push(Write::SetPicture { person: id(), picture: picture.clone() });
    }
    if writes.is_empty() {
        return Ok(person);
    }
    app.store.write(Write::Together(writes)).await.map_err(taken)?;
    if let Some(name_key) = key {
        app.end(Ending::Namesakes { name_key });
    }
    person.name = name.unwrap_or(person.name);
    person.picture = picture.unwrap_or(person.picture);
    app.tell_changed(&Person::from(&person)).await;
    Ok(person)
}

/// Creates a guest for a stranger, with the cookie of a session; changes name or picture of a known person.
pub(crate) async fn introduce(
    app: &App,
    caller: &Caller,
    device: &Device,
    introduction: Introduction,
) -> Answer<(PersonRow, Option<HeaderValue>)> {
    let name = introduction.name.as_deref().and_then(names::person);
    let picture = introduction.picture.map(names::picture).transpose()?;
    if caller.person.is_some() {
        let person = change(app, caller, name, picture).await?;
        sessions::note_use(app, caller);
        return Ok((person, None));
    }
    caller.spend(app, Allowance::Entrance).await?;
    let id = secrets::id();
    let name = name.unwrap_or_else(|| names::of_guest(&id));
    let person = PersonRow {
        name_key: check_name(app, &name, &id, false).await?,
        id,
        name,
        picture: picture.unwrap_or_default(),
        login: None,
        password: None,
        created: column(now().0),
        banned: None,
    };
    let session = sessions::row(&person.id, device.clone());
    let cookie = remember(app, &session.id);
    let newcomer = vec![Write::NewPerson(person.clone()), Write::NewSession(session)];
    app.store.write(Write::Together(newcomer)).await?;
    Ok((person, Some(cookie)))
}

/// Somebody else was faster.
pub(crate) fn taken(error: StoreError) -> HttpFault {
    match error {
        StoreError::Conflict => name_taken().into(),
        error => error.into(),
    }
}

/// My tokens.
#[utoipa::path(get, path = "/api/tokens", tag = "people",
    responses((status = 200, body = Vec<Token>), (status = 401, body = Fault)))]
pub(crate) async fn tokens(State(app): State<App>, caller: Caller) -> Answer<Json<Vec<Token>>> {
    let (person, _) = caller.signed_in()?;
    let rows = app.store.tokens(&person.id).await?;
    Ok(Json(rows.iter().map(Token::from).collect()))
}

/// Makes a token.
#[utoipa::path(post, path = "/api/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, body = Token), (status = "4XX", body = Fault)))]
pub(crate) async fn new_token(
    State(app): State<App>,
    caller: Caller,
    Body(new_token): Body<NewToken>,
) -> Answer<(StatusCode, Json<Token>)> {
    let (person, session) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    if new_token.scopes.is_empty() {
        return Err(Fault::new(Code::BadRequest, "a token needs at least one scope").into());
    }
    let token = format!("agon_{}", secrets::random(24));
    let row = TokenRow {
        hash: secrets::digest(&token),
        id: secrets::id(),
        person: person.id.clone(),
        label: names::clean(&new_token.label, 60).unwrap_or_else(|| "token".into()),
        created: column(now().0),
        scopes: scopes_column(&new_token.scopes),
    };
    let write = Write::Together(vec![
        // Otherwise a request of a session that ends meanwhile would leave a token behind.
        Write::Require(Condition::Session { person: person.id.clone(), id: session.into() }),
        Write::Require(Condition::TokensBelow { person: person.id.clone(), limit: MAX_TOKENS }),
        Write::NewToken(row.clone()),
    ]);
    app.store.write(write).await?;
    security::log(&caller, "token created", &row.id);
    Ok((StatusCode::CREATED, Json(Token { token: Some(token), ..Token::from(&row) })))
}

/// Makes a token worthless, and ends its connections.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn drop_token(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Answer<StatusCode> {
    let (person, _) = caller.signed_in()?;
    let unknown = || Fault::new(Code::NotFound, "there is no such token");
    let tokens = app.store.tokens(&person.id).await?;
    let token = tokens.into_iter().find(|token| token.id == id).ok_or_else(unknown)?;
    match app.store.write(Write::DropToken { person: person.id.clone(), id }).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(unknown().into()),
        Err(error) => return Err(error.into()),
    }
    app.end(Ending::Token { person: person.id.clone(), hash: token.hash.clone() });
    security::log(&caller, "token deleted", &token.id);
    Ok(StatusCode::NO_CONTENT)
}
