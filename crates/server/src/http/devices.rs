//! The same person on another device: the one shows a code, the other one takes it.

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::{DeviceCode, Me, ShownCode};
use agon_protocol::units::Millis;
use agon_store::{StoreError, Write, column};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::accounts::{leave_former, signed_in};
use super::extract::Body;
use super::fault::Answer;
use super::sessions::{self, Device};
use crate::identity::{Caller, check_welcome};
use crate::limits::Allowance;
use crate::secrets;
use crate::security;
use crate::state::App;
use crate::time::now;

/// For how long a code is valid: ten minutes.
const VALID: Millis = Millis(600_000);
/// So many letters are 40 bits. Whoever guesses from one address, at the rate of
/// [`Allowance::Guess`], hits one of a thousand codes that are valid at a time once in some five hundred years.
const LETTERS: usize = 8;

pub(crate) fn bad_code() -> Fault {
    Fault::new(Code::BadCode, "there is no such code, or it is not valid any more")
}

/// A code that makes another device mine as well, once and within ten minutes. The one before is not
/// valid any more.
#[utoipa::path(post, path = "/api/devices/code", tag = "people",
    responses((status = 201, body = DeviceCode), (status = "4XX", body = Fault)))]
pub(crate) async fn new_code(
    State(app): State<App>,
    caller: Caller,
) -> Answer<(StatusCode, Json<DeviceCode>)> {
    let (person, _) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    let code = secrets::letters(LETTERS);
    let (at, until) = (now(), now() + VALID);
    let write = Write::NewDeviceCode {
        person: person.id.clone(),
        hash: secrets::digest(&code),
        at: column(at.0),
        until: column(until.0),
    };
    app.store.write(write).await?;
    Ok((StatusCode::CREATED, Json(DeviceCode { code, until })))
}

/// I am the one whose other device shows this code: this one is mine, too, with all my seats.
#[utoipa::path(post, path = "/api/devices", tag = "people", request_body = ShownCode,
    responses((status = 200, body = Me), (status = "4XX", body = Fault)))]
pub(crate) async fn join(
    State(app): State<App>,
    caller: Caller,
    device: Device,
    Body(shown): Body<ShownCode>,
) -> Answer<Response> {
    // Only wrong ones count in the end, but many at once find that out too late.
    app.take(Allowance::Guess, &[&caller.address]).await?;
    let hash = secrets::digest(&secrets::typed(&shown.code));
    let at = column(now().0);
    let found = app.store.person_by_device_code(&hash, at).await?;
    let Some(person) = found else {
        security::log_refusal(&caller.address, "wrong device code", None);
        return Err(bad_code().into());
    };
    check_welcome(&person)?;
    app.give_back(Allowance::Guess, &caller.address, 1).await;
    if caller.person.as_ref().is_some_and(|own| own.id == person.id) {
        // The code is for another device: it stays valid.
        return Ok(Json(Me::from(&person)).into_response());
    }
    let used = Write::UseDeviceCode { person: person.id.clone(), hash, at };
    let session = match sessions::begin(&app, &person, device, used).await {
        // Somebody else was faster.
        Err(StoreError::Conflict) => return Err(bad_code().into()),
        session => session?,
    };
    leave_former(&app, &caller).await?;
    security::log_sign_in(&caller, "signed in with a device code", &person);
    app.admissions.tell_changed(&person.id);
    Ok(signed_in(&app, &person, &session))
}
