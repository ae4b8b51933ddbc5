//! How the server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What can be chosen when the server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address under which people reach the site, such as `https://games.example.org`. Where it
    /// is known, only pages from there may act in a person's name.
    pub public_url: Option<String>,
    /// Where the server listens, so that it can tell others how they reach it.
    pub listens: Option<SocketAddr>,
    /// Where NATS is, over which the servers of a site tell each other what happens; `None` for one
    /// server alone.
    pub nats: Option<String>,
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

/// Scheme, host and port of an address, as browsers write them: in small letters, without the port
/// that is usual. `None` if it is not one of HTTP.
#[must_use]
pub fn origin_of(url: &str) -> Option<String> {
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
            listens: None,
            nats: None,
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
    use super::origin_of;

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
