//! Who asks: a signed cookie for people, a token for programs.

use std::net::{IpAddr, SocketAddr};

use agon_store::PersonRow;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::{HeaderMap, HeaderValue, Method, header, request::Parts};

use crate::error::{Code, Fault};
use crate::limits::{Asker, Kind};
use crate::protocol::setup::PersonRef;
use crate::secrets;
use crate::state::App;

/// The cookie's name.
const COOKIE: &str = "agon";
/// How long a guest is remembered: two years.
const MAX_AGE: u64 = 2 * 365 * 86_400;

/// Whoever asks, known or not.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) person: Option<PersonRow>,
    pub(crate) address: Asker,
    /// Came with a token, not from a page.
    pub(crate) by_token: bool,
}

impl Caller {
    /// The person, who must be known.
    pub(crate) fn known(&self) -> Result<&PersonRow, Fault> {
        self.person.as_ref().ok_or_else(Fault::no_identity)
    }

    /// The person as others see them, who must be known.
    pub(crate) fn known_ref(&self) -> Result<PersonRef, Fault> {
        self.known().map(reference)
    }

    pub(crate) fn reference(&self) -> Option<PersonRef> {
        self.person.as_ref().map(reference)
    }

    /// Whoever pays for what is asked: the person, or else the address.
    pub(crate) fn asker(&self) -> Asker {
        match &self.person {
            Some(person) => Asker::Person(person.id.clone()),
            None => self.address.clone(),
        }
    }

    /// Takes from the allowances of the person and of the address.
    pub(crate) fn spend(&self, app: &App, kind: Kind) -> Result<(), Fault> {
        app.limits.take(kind, &self.address)?;
        if self.person.is_some() { app.limits.take(kind, &self.asker()) } else { Ok(()) }
    }
}

pub(crate) fn reference(row: &PersonRow) -> PersonRef {
    PersonRef { id: row.id.clone(), name: row.name.clone() }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Fault> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
        let forwarded = if app.config.trust_proxy { forwarded_for(&parts.headers) } else { None };
        let address = Asker::at(forwarded.unwrap_or(peer));
        app.metrics.requests.add(1);
        app.limits.take(Kind::Request, &address)?;
        let mut by_token = false;
        let person = match bearer(&parts.headers) {
            Some(token) => {
                by_token = true;
                let found = app.store.person_by_token(&secrets::digest(token)).await?;
                let unknown = || Fault::new(Code::NoIdentity, "this token is not valid");
                Some(found.ok_or_else(unknown)?)
            }
            None => match cookie(&parts.headers).and_then(|signed| app.signer.verify(signed)) {
                Some(id) => app.store.person(id).await?,
                None => None,
            },
        };
        let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
        if changes && !by_token {
            check_origin(app, &parts.headers)?;
        }
        Ok(Caller { person, address, by_token })
    }
}

/// Requests that pages send carry their origin: it must be ours. Programs send none.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Fault> {
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let foreign =
        || Fault::new(Code::ForeignOrigin, "requests from pages of other sites are refused");
    let Some(origin) = headers.get(header::ORIGIN) else {
        return if matches!(site, Some("cross-site")) { Err(foreign()) } else { Ok(()) };
    };
    let origin = origin.to_str().map_err(|_| foreign())?;
    let public = app.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
    if public == Some(origin) {
        return Ok(());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let same = host.is_some_and(|host| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) == Some(host)
    });
    if same { Ok(()) } else { Err(foreign()) }
}

fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// The header that makes the browser remember who this is.
pub(crate) fn remember(app: &App, person: &str) -> HeaderValue {
    set_cookie(app, &app.signer.sign(person), MAX_AGE)
}

/// The header that makes the browser forget.
pub(crate) fn forget(app: &App) -> HeaderValue {
    set_cookie(app, "", 0)
}

fn set_cookie(app: &App, value: &str, age: u64) -> HeaderValue {
    let https = app.config.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
