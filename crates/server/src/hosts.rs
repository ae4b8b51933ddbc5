//! Host names under which the site answers. A page of another site whose name was made to lead to this
//! machine (DNS rebinding) is of the same origin for browsers, so that only the name gives it away.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_protocol::error::Code;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::{Config, host_of};
use crate::http::fault::refusal;
use crate::reach::own_addresses;
use crate::state::App;

/// The addresses of the machine are looked up again after this time: it may have moved to another network.
const REFRESH: Duration = Duration::from_secs(5);
/// Minimum time between two warnings about refused names.
const WARN_INTERVAL: Duration = Duration::from_secs(60);

/// The accepted host names.
pub(crate) struct Hosts {
    /// Names of the settings and of this machine.
    names: HashSet<String>,
    /// Addresses of this machine, and when they were looked up.
    addresses: Mutex<Option<(Instant, Vec<IpAddr>)>>,
    warned: Mutex<Option<Instant>>,
}

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Refusal {
    /// Without a host, or with several or an invalid one.
    Malformed(&'static str),
    /// The host is not one of this site.
    Unknown(String),
}

impl Hosts {
    pub(crate) fn new(config: &Config) -> Hosts {
        let origin = config.origin();
        let public = origin.as_deref().and_then(|origin| host_of(origin.split_once("://")?.1));
        let mut names: HashSet<String> = config.host_names.iter().cloned().chain(public).collect();
        names.insert("localhost".into());
        names.extend(machine_names());
        Hosts { names, addresses: Mutex::default(), warned: Mutex::default() }
    }

    fn accepts(&self, host: &str) -> bool {
        self.names.contains(host) || address(host).is_some_and(|ip| self.is_own(ip))
    }

    /// Whether this is an address of this machine.
    fn is_own(&self, ip: IpAddr) -> bool {
        if ip.is_loopback() {
            return true;
        }
        // No invariant spans the lock, so poisoning is ignored.
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        match &*addresses {
            Some((at, found)) if at.elapsed() < REFRESH => found.contains(&ip),
            _ => {
                let found = own_addresses();
                let own = found.contains(&ip);
                *addresses = Some((Instant::now(), found));
                own
            }
        }
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let mut sent = request.headers().get_all(header::HOST).iter();
        let header = match (sent.next(), sent.next()) {
            (_, Some(_)) => return Err(Refusal::Malformed("more than one Host header")),
            (None, _) if request.version() >= Version::HTTP_11 => {
                return Err(Refusal::Malformed("no Host header"));
            }
            (header, _) => header.map(HeaderValue::to_str).transpose(),
        };
        let header = header.map_err(|_| Refusal::Malformed("an invalid Host header"))?;
        // An absolute address in the first line replaces the header (RFC 9112, section 3.2.2).
        let target = request.uri().authority().map(|authority| authority.as_str());
        for authority in header.into_iter().chain(target) {
            let host = host_of(authority).ok_or(Refusal::Malformed("an invalid host name"))?;
            if !self.accepts(&host) {
                return Err(Refusal::Unknown(host));
            }
        }
        Ok(())
    }

    /// Logs a refused name, unless one was logged a short time ago.
    fn warn(&self, host: &str) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.is_none_or(|at| at.elapsed() >= WARN_INTERVAL) {
            *warned = Some(Instant::now());
            tracing::warn!(
                host,
                "refused a request for a host name that is not configured; {REMEDY}"
            );
        }
    }
}

/// What to configure.
const REMEDY: &str =
    "set --public-url if it is the public address, or --host-name for a further name";

/// The address that a host is, if it is no name.
fn address(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse::<IpAddr>().ok().map(|ip| ip.to_canonical())
}

/// The name of this machine, and the one that its network finds it by (mDNS).
#[cfg(unix)]
fn machine_names() -> Vec<String> {
    let system = rustix::system::uname();
    let Some(name) = system.nodename().to_str().ok().and_then(host_of) else { return Vec::new() };
    let local = format!("{}.local", name.split('.').next().unwrap_or_default());
    vec![name, local]
}

#[cfg(not(unix))]
fn machine_names() -> Vec<String> {
    std::env::var("COMPUTERNAME").ok().and_then(|name| host_of(&name)).into_iter().collect()
}

/// Refuses requests for other sites, and those that do not say for which.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    match app.hosts.check(&request) {
        Ok(()) => next.run(request).await,
        Err(Refusal::Malformed(what)) => {
            refusal(Code::BadRequest, &format!("the request has {what}"))
        }
        Err(Refusal::Unknown(host)) => {
            app.hosts.warn(&host);
            let text = format!(
                "This server does not answer for the host name {host}.\n\
                 If you run it, start it with --host-name {host} (AGON_HOST_NAME, or host-name in \
                 agon.toml), or with --public-url if this is the public address of the site.\n"
            );
            (StatusCode::MISDIRECTED_REQUEST, text).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn checked(
        config: &Config,
        uri: &str,
        version: Version,
        hosts: &[&str],
    ) -> Result<(), Refusal> {
        let mut request = Request::builder().uri(uri).version(version);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        Hosts::new(config).check(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn names_of_the_settings_and_of_the_machine_are_accepted() {
        let names = vec!["club.example".into(), "[2001:db8::1]".into()];
        let config = Config { host_names: names, ..Config::default() };
        let public =
            Config { public_url: Some("https://Games.Example.org:8443/".into()), ..config.clone() };
        let one = |config: &Config, host: &str| checked(config, "/", Version::HTTP_11, &[host]);
        for host in [
            "localhost",
            "LocalHost:8080",
            "127.0.0.1:8080",
            "127.1.2.3",
            "[::1]:8080",
            "[::ffff:127.0.0.1]",
            "club.example",
            "[2001:db8:0::1]:80",
        ] {
            assert_eq!(one(&config, host), Ok(()), "{host}");
            assert_eq!(one(&public, host), Ok(()), "{host}");
        }
        for name in machine_names() {
            assert_eq!(one(&config, &name), Ok(()), "{name}");
        }
        for ip in own_addresses() {
            let host = match ip {
                IpAddr::V4(ip) => format!("{ip}:8080"),
                IpAddr::V6(ip) => format!("[{ip}]:8080"),
            };
            assert_eq!(one(&config, &host), Ok(()), "{host}");
        }
        assert_eq!(one(&public, "games.example.org"), Ok(()));
        for host in
            ["games.example.org", "evil.example", "203.0.113.77", "[2001:db8::2]", "0.0.0.0"]
        {
            assert_eq!(one(&config, host), Err(Refusal::Unknown(host.into())), "{host}");
        }
        assert!(one(&public, "example.org").is_err());
    }

    #[test]
    fn there_is_exactly_one_host() {
        let config = Config::default();
        let (old, new) = (Version::HTTP_10, Version::HTTP_11);
        assert_eq!(checked(&config, "/", old, &[]), Ok(()));
        assert!(matches!(checked(&config, "/", new, &[]), Err(Refusal::Malformed(_))));
        for version in [old, new] {
            let two = checked(&config, "/", version, &["localhost", "localhost"]);
            assert!(matches!(two, Err(Refusal::Malformed(_))));
        }
        for host in ["", "a b", "me@localhost", "localhost:x"] {
            let invalid = checked(&config, "/", new, &[host]);
            assert!(matches!(invalid, Err(Refusal::Malformed(_))), "{host}");
        }
        let absolute = |uri| checked(&config, uri, new, &["localhost"]);
        assert_eq!(absolute("http://localhost:8080/"), Ok(()));
        assert_eq!(absolute("http://evil.example/"), Err(Refusal::Unknown("evil.example".into())));
    }
}
