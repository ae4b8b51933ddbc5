//! Who asks: a cookie with a signed session for people, a token for programs.

use std::net::{IpAddr, SocketAddr};

use agon_protocol::error::{Code, Fault};
use agon_protocol::people::{Person, Scope};
use agon_store::{PersonRow, StoreError};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, header, request::Parts};

use crate::credentials::{Admission, Credential, Permission};
use crate::http::fault::{Answer, HttpFault};
use crate::limits::{Allowance, Asker, Cost, TooMany};
use crate::names;
use crate::secrets;
use crate::state::App;

/// The cookie's name.
const COOKIE: &str = "agon";
/// How long a guest is remembered: two years.
const MAX_AGE: u64 = 2 * 365 * 86_400;

/// The newest games of a person in which a new name is told at once. In all others it is when somebody
/// looks at them.
const MOST_TOLD: i64 = 1_000;

/// Whoever asks, known or not.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) person: Option<PersonRow>,
    pub(crate) address: Asker,
    /// What was shown, and was valid when the request came.
    pub(crate) credential: Option<Credential>,
    /// Came with a token, not from a page.
    pub(crate) by_token: bool,
    permission: Permission,
}

impl Caller {
    /// The person, who must be known.
    pub(crate) fn known(&self) -> Result<&PersonRow, Fault> {
        self.person.as_ref().ok_or_else(Fault::no_identity)
    }

    /// The person as others see them, who must be known.
    pub(crate) fn known_ref(&self) -> Result<Person, Fault> {
        self.known().map(Person::from)
    }

    /// Returns the person and the session, for requests about the account: a token, which may have been
    /// stolen, must not open further ways in.
    pub(crate) fn signed_in(&self) -> Result<(&PersonRow, &str), Fault> {
        match &self.credential {
            Some(Credential::Session(id)) => Ok((self.known()?, id)),
            Some(Credential::Token(_)) => Err(not_with_a_token()),
            None => Err(Fault::no_identity()),
        }
    }

    /// Fails if a token without this scope was shown.
    pub(crate) fn permit(&self, scope: Scope) -> Result<(), Fault> {
        if self.permission.includes(scope) {
            return Ok(());
        }
        let message = format!("this token does not have the scope `{}`", scope.name());
        Err(Fault::new(Code::NotAllowed, message))
    }

    /// Notes that a connection is opened with what was shown; it has to end with it.
    pub(crate) async fn admit(&self, app: &App) -> Answer<Option<Admission>> {
        let (Some(person), Some(credential)) = (&self.person, &self.credential) else {
            return Ok(None);
        };
        let admission = app.admissions.admit(person, credential);
        // It may have ended since it was looked up; from now on that is heard.
        let (person, _) = credential.owner(&app.store).await?.ok_or_else(Fault::no_identity)?;
        check_welcome(&person)?;
        Ok(Some(admission))
    }

    pub(crate) fn reference(&self) -> Option<Person> {
        self.person.as_ref().map(Person::from)
    }

    /// Whoever pays for what is asked: the person, or else the address.
    pub(crate) fn asker(&self) -> Asker {
        match &self.person {
            Some(person) => Asker::Person(person.id.clone()),
            None => self.address.clone(),
        }
    }

    /// Takes one from the allowances of the person and of the address.
    pub(crate) async fn spend(&self, app: &App, kind: Allowance) -> Result<(), TooMany> {
        self.spend_cost(app, kind, Cost::ONE).await
    }

    /// Takes from the allowances of the person and of the address, or from neither: a person who asks
    /// for too much costs the neighbours nothing.
    pub(crate) async fn spend_cost(
        &self,
        app: &App,
        kind: Allowance,
        cost: Cost,
    ) -> Result<(), TooMany> {
        match &self.person {
            Some(_) => app.take_cost(kind, &[&self.asker(), &self.address], cost).await,
            None => app.take_cost(kind, &[&self.address], cost).await,
        }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, HttpFault> {
        let caller = Caller::read(parts, app).await?;
        caller.person.as_ref().map_or(Ok(()), check_welcome)?;
        Ok(caller)
    }
}

/// Whoever was shut out by the host hears why, whatever they ask for.
pub(crate) fn check_welcome(person: &PersonRow) -> Result<(), Fault> {
    match &person.banned {
        None => Ok(()),
        Some(reason) => Err(Fault::new(Code::Banned, reason.clone())),
    }
}

impl Caller {
    /// Whoever asks, also if they were shut out.
    pub(crate) async fn read(parts: &Parts, app: &App) -> Result<Caller, HttpFault> {
        let address = address_of(app, &parts.extensions, &parts.headers);
        app.metrics.requests.add(1);
        app.limits.take(Allowance::Request, &address)?;
        let token = bearer(&parts.headers);
        let by_token = token.is_some();
        let session = || cookie(&parts.headers).and_then(|signed| app.signer.verify(signed));
        let credential = match token {
            Some(token) => Some(Credential::Token(secrets::digest(token))),
            None => session().map(|id| Credential::Session(id.into())),
        };
        let owner = match &credential {
            Some(credential) => credential.owner(&app.store).await?,
            None => None,
        };
        if by_token && owner.is_none() {
            return Err(Fault::new(Code::NoIdentity, "this token is not valid").into());
        }
        let (person, permission) = match owner {
            Some((person, permission)) => (Some(person), permission),
            None => (None, Permission::Everything),
        };
        let credential = credential.filter(|_| person.is_some());
        let person = match person {
            Some(person) => Some(under_own_name(app, person).await?),
            None => None,
        };
        let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
        if changes && !by_token {
            check_origin(app, &parts.headers)?;
        }
        let caller = Caller { person, address, credential, by_token, permission };
        if by_token {
            caller.permit(required_scope(parts).ok_or_else(not_with_a_token)?)?;
        }
        Ok(caller)
    }
}

fn not_with_a_token() -> Fault {
    Fault::new(Code::NotAllowed, "not with a token; sign in on a page")
}

/// Returns the scope that a token needs for a request; `None` if no token permits it. Requests that change
/// something need the scope that their route states.
fn required_scope(parts: &Parts) -> Option<Scope> {
    if parts.method.is_safe() {
        return Some(Scope::Read);
    }
    parts.extensions.get().copied()
}

/// A guest whose name somebody has registered since then is a guest without a name.
async fn under_own_name(app: &App, person: PersonRow) -> Result<PersonRow, StoreError> {
    if person.login.is_some() {
        return Ok(person);
    }
    let key = match person.name_key.as_str() {
        "" => names::key(&person.name),
        key => key.to_owned(),
    };
    if app.store.name_key_taken(&key, &person.id).await? {
        return Ok(PersonRow { name: names::of_guest(&person.id), ..person });
    }
    Ok(person)
}

impl App {
    /// A person as they are called now.
    pub(crate) async fn person_now(&self, id: &str) -> Result<Option<PersonRow>, StoreError> {
        match self.store.person(id).await? {
            Some(person) => under_own_name(self, person).await.map(Some),
            None => Ok(None),
        }
    }

    /// These people as others see them now.
    pub(crate) async fn people_now(&self, ids: &[String]) -> Result<Vec<Person>, StoreError> {
        let seen = |(row, taken): (PersonRow, bool)| {
            let person = Person::from(&row);
            if taken { Person { name: names::of_guest(&row.id), ..person } } else { person }
        };
        Ok(self.store.people(ids).await?.into_iter().map(seen).collect())
    }

    /// A person has another name or picture: everybody who sees them is told.
    pub(crate) async fn tell_changed(&self, person: &Person) {
        self.cluster.tell_changed(&person.id);
        self.show_changed(person).await;
    }

    /// The same for those who are at this server. It is stored, whatever becomes of telling it.
    pub(crate) async fn show_changed(&self, person: &Person) {
        self.admissions.tell_changed(&person.id);
        self.lobby.know(person);
        match self.store.games_of(&person.id, MOST_TOLD).await {
            Ok(games) => self.hub.know(&games, person).await,
            Err(error) => tracing::warn!(%error, "games show a name that was changed"),
        }
    }
}

/// Where a request comes from.
pub(crate) fn address_of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Asker {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let forwarded = if app.config.trust_proxy { forwarded_for(headers) } else { None };
    Asker::at(forwarded.unwrap_or(peer))
}

/// Requests that pages send carry their origin: it must be ours. That is the one of the public
/// address where it is known, else the host that was asked. Programs send none.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Fault> {
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let foreign =
        || Fault::new(Code::ForeignOrigin, "requests from pages of other sites are refused");
    let Some(origin) = headers.get(header::ORIGIN) else {
        let elsewhere = matches!(site, Some("cross-site" | "same-site"));
        return if elsewhere { Err(foreign()) } else { Ok(()) };
    };
    let origin = origin.to_str().map_err(|_| foreign())?;
    let same = if app.config.public_url.is_some() {
        app.config.origin().as_deref() == Some(origin)
    } else {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| {
            origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) == Some(host)
        })
    };
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

/// The header that makes the browser remember a session.
pub(crate) fn remember(app: &App, session: &str) -> HeaderValue {
    set_cookie(app, &app.signer.sign(session), MAX_AGE)
}

/// The header that makes the browser forget.
pub(crate) fn forget(app: &App) -> HeaderValue {
    set_cookie(app, "", 0)
}

fn set_cookie(app: &App, value: &str, age: u64) -> HeaderValue {
    let secure = if app.config.is_https() { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
