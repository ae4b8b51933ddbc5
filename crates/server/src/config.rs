//! How the server is set up.

use std::net::{Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::nats::{NatsConfig, Secret};

/// Maximum length of a host name in bytes, by RFC 1035.
const LONGEST_HOST: usize = 253;

/// What can be chosen when the server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address under which people reach the site, such as `https://games.example.org`. Where it
    /// is known, only pages from there may act in a person's name.
    pub public_url: Option<String>,
    /// Further host names under which the site answers, as [`host_name`] returns them.
    pub host_names: Vec<String>,
    /// Where the server listens, so that it can tell others how they reach it.
    pub listens: Option<SocketAddr>,
    /// Connection to NATS, over which the servers of a site exchange messages; `None` for a single server.
    pub nats: Option<NatsConfig>,
    /// Secret that servers and workers share; `None` for one that follows from the key of the site.
    pub worker_key: Option<Secret>,
    /// When the server is shut down its clients go to others of the site within this time; zero where
    /// there are none.
    pub spread: Duration,
    /// Threads for computers.
    pub engine_threads: usize,
    /// The longest time that a computer thinks about a move.
    pub think_time: Duration,
    /// How long computers think about a whole game for its report; a little longer about very long ones.
    pub report_time: Duration,
    /// Milliseconds after which the others may claim the win over somebody who is away.
    pub grace: u64,
    /// Milliseconds after which a lobby without its host is closed.
    pub lobby_grace: u64,
    /// Milliseconds without anybody's doing after which a game whose clock does not run is put
    /// away as unfinished; `None` for never.
    pub idle: Option<u64>,
    /// Milliseconds for which a game that nobody needs stays in memory.
    pub rest: u64,
    /// How many times the usual amount of requests is allowed; `None` for any amount.
    pub rate_limit: Option<f64>,
    /// Believe `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// The most connections at the same time, WebSockets included.
    pub max_connections: usize,
    /// The most of them from one address; of IPv6 from one network (/64). Behind a proxy only
    /// WebSockets count, for the address that it forwards.
    pub max_per_address: usize,
    /// The head of a request must have come within this time; a connection that waits for the next
    /// request is kept so long.
    pub head_time: Duration,
    /// A client that takes next to nothing of its answer for so long is cut off.
    pub send_time: Duration,
    /// Lobbies of one person that may be open at the same time.
    pub max_open: i64,
    /// Games of one person that may be unfinished at the same time.
    pub max_unfinished: i64,
    /// Where the databases of solved games are kept; `None` for none.
    pub tablebases: Option<PathBuf>,
    /// Threads that compute databases when the host asks for one.
    pub solve_threads: usize,
    /// Bytes of memory that computing a database may take.
    pub solve_memory: u64,
}

impl Config {
    /// Do people reach the site over HTTPS?
    pub(crate) fn is_https(&self) -> bool {
        self.origin().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Where all pages of the site come from, if it is known.
    pub(crate) fn origin(&self) -> Option<String> {
        self.public_url.as_deref().and_then(origin_of)
    }
}

/// A public address that the site cannot have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidPublicUrl {
    /// It is no address of HTTP.
    #[error("expected an address such as https://games.example.org")]
    NotHttp,
    /// User name or password.
    #[error(
        "it contains a user name or password; expected an address such as https://games.example.org"
    )]
    UserInfo,
    /// A path.
    #[error(
        "the site needs a host name of its own and cannot be served below a path; remove {0:?}"
    )]
    Path(String),
    /// A query or fragment.
    #[error("remove {0:?}; expected an address such as https://games.example.org")]
    Query(String),
}

/// Checks the public address of a site: scheme, host, perhaps a port, and nothing else.
pub fn check_public_url(url: &str) -> Result<(), InvalidPublicUrl> {
    let (_, rest) = url.split_once("://").ok_or(InvalidPublicUrl::NotHttp)?;
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if authority.contains('@') {
        return Err(InvalidPublicUrl::UserInfo);
    }
    let origin = origin_of(url).ok_or(InvalidPublicUrl::NotHttp)?;
    let (_, authority) = origin.split_once("://").ok_or(InvalidPublicUrl::NotHttp)?;
    host_of(authority).ok_or(InvalidPublicUrl::NotHttp)?;
    let (path, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    if !matches!(path, "" | "/") {
        return Err(InvalidPublicUrl::Path(path.into()));
    }
    if query.is_empty() { Ok(()) } else { Err(InvalidPublicUrl::Query(query.into())) }
}

/// A text that is no host name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a host name or address without scheme and port, such as games.local")]
pub struct InvalidHostName;

/// Parses a host name or an address, and returns it as [`Config::host_names`] has it: in lower case,
/// addresses of IPv6 in brackets.
pub fn host_name(text: &str) -> Result<String, InvalidHostName> {
    let bracketed = text.parse::<Ipv6Addr>().map(|ip| format!("[{ip}]"));
    let name = bracketed.as_deref().unwrap_or(text);
    match split_port(name) {
        Some((_, None)) => host_of(name).ok_or(InvalidHostName),
        _ => Err(InvalidHostName),
    }
}

/// The host of an authority such as `games.example.org:443`, in lower case and without the dot that a name
/// may end with; `None` if it is invalid or has user info.
pub(crate) fn host_of(authority: &str) -> Option<String> {
    let (host, port) = split_port(authority)?;
    if port.is_some_and(|port| port.len() > 5 || !port.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    if let Some(address) = host.strip_prefix('[') {
        let ip: Ipv6Addr = address.strip_suffix(']')?.parse().ok()?;
        return Some(format!("[{ip}]"));
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let valid = (1..=LONGEST_HOST).contains(&host.len()) && host.bytes().all(is_valid);
    valid.then(|| host.to_ascii_lowercase())
}

/// Host and port; the colons of an address of IPv6 are within brackets.
fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    let end = match authority.find(']') {
        Some(end) => end + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, rest) = authority.split_at(end);
    match rest.strip_prefix(':') {
        Some(port) => Some((host, Some(port))),
        None => rest.is_empty().then_some((host, None)),
    }
}

/// Scheme, host and port of an address, as browsers write them: in small letters, without the port
/// that is usual. `None` if it is not one of HTTP.
fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let usual = match scheme.as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let host = host.strip_suffix(usual).unwrap_or(&host);
    let is_host = |c: char| !c.is_whitespace() && c != '@';
    (!host.is_empty() && host.chars().all(is_host)).then(|| format!("{scheme}://{host}"))
}

impl Default for Config {
    fn default() -> Config {
        Config {
            public_url: None,
            host_names: Vec::new(),
            listens: None,
            nats: None,
            worker_key: None,
            spread: Duration::ZERO,
            engine_threads: 2,
            think_time: Duration::from_secs(2),
            report_time: Duration::from_secs(15),
            grace: 60_000,
            lobby_grace: 15 * 60_000,
            idle: Some(30 * 86_400_000),
            rest: 60_000,
            rate_limit: Some(1.0),
            trust_proxy: false,
            max_connections: 20_000,
            max_per_address: 1_000,
            head_time: Duration::from_secs(10),
            send_time: Duration::from_secs(10),
            max_open: 10,
            max_unfinished: 500,
            tablebases: None,
            solve_threads: 1,
            solve_memory: 4 << 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_an_origin() {
        for url in
            ["https://games.example.org", "https://Games.example.org:8443/", "http://[::1]:8080"]
        {
            assert_eq!(check_public_url(url), Ok(()), "{url}");
        }
        for (url, wanted) in [
            ("games.example.org", InvalidPublicUrl::NotHttp),
            ("ftp://games.example.org", InvalidPublicUrl::NotHttp),
            ("https://", InvalidPublicUrl::NotHttp),
            ("https://a b", InvalidPublicUrl::NotHttp),
            ("https://games.example.org:port", InvalidPublicUrl::NotHttp),
            ("https://me@games.example.org", InvalidPublicUrl::UserInfo),
            ("https://me:secret@games.example.org/", InvalidPublicUrl::UserInfo),
            ("https://games.example.org/games", InvalidPublicUrl::Path("/games".into())),
            ("https://games.example.org//", InvalidPublicUrl::Path("//".into())),
            ("https://games.example.org/?a=b", InvalidPublicUrl::Query("?a=b".into())),
            ("https://games.example.org?a@b", InvalidPublicUrl::Query("?a@b".into())),
            ("https://games.example.org#x", InvalidPublicUrl::Query("#x".into())),
        ] {
            assert_eq!(check_public_url(url), Err(wanted), "{url}");
        }
    }

    #[test]
    fn a_host_is_read_without_its_port() {
        let table = [
            ("Games.Example.org:8080", Some("games.example.org")),
            ("localhost.", Some("localhost")),
            ("192.168.1.20:80", Some("192.168.1.20")),
            ("[::1]:8080", Some("[::1]")),
            ("[0:0::1]", Some("[::1]")),
            ("a_b-c", Some("a_b-c")),
            ("", None),
            (".", None),
            (":80", None),
            ("me@localhost", None),
            ("localhost:80a", None),
            ("localhost:", Some("localhost")),
            ("[::1", None),
            ("::1", None),
            ("[::1]x", None),
            ("a/b", None),
            ("a b", None),
        ];
        for (authority, wanted) in table {
            assert_eq!(host_of(authority).as_deref(), wanted, "{authority}");
        }
        assert_eq!(host_name("Club.local").as_deref(), Ok("club.local"));
        assert_eq!(host_name("2001:db8::1").as_deref(), Ok("[2001:db8::1]"));
        for wrong in ["", "club.local:80", "http://club.local", "club.local/", "a,b"] {
            assert_eq!(host_name(wrong), Err(InvalidHostName), "{wrong}");
        }
    }

    #[test]
    fn an_origin_is_written_as_browsers_do() {
        let table = [
            ("https://games.example.org", Some("https://games.example.org")),
            ("HTTPS://Games.Example.org:443/", Some("https://games.example.org")),
            ("http://games.example.org:80/play?x", Some("http://games.example.org")),
            ("http://[::1]:8080/", Some("http://[::1]:8080")),
            ("https://games.example.org:80", Some("https://games.example.org:80")),
            ("games.example.org", None),
            ("ftp://games.example.org", None),
            ("https://", None),
            ("https://me@games.example.org", None),
        ];
        for (url, wanted) in table {
            assert_eq!(origin_of(url).as_deref(), wanted, "{url}");
        }
    }
}
