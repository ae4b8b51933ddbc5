//! How the server is set up.

use std::path::PathBuf;
use std::time::Duration;

/// What can be chosen when the server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address under which people reach the site, such as `https://games.example.org`;
    /// pages from elsewhere may not act in a person's name.
    pub public_url: Option<String>,
    /// Threads for computers.
    pub engine_threads: usize,
    /// The longest time that a computer thinks about a move.
    pub think_time: Duration,
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
    /// The most connections at the same time.
    pub max_connections: usize,
    /// Lobbies of one person that may be open at the same time.
    pub max_open: i64,
    /// Games of one person that may be unfinished at the same time.
    pub max_unfinished: i64,
    /// Where the databases of solved games are kept; `None` for none.
    pub databases: Option<PathBuf>,
    /// Threads that compute databases when the host asks for one.
    pub solve_threads: usize,
    /// Bytes of memory that computing a database may take.
    pub solve_memory: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            public_url: None,
            engine_threads: 2,
            think_time: Duration::from_secs(2),
            grace: 60_000,
            lobby_grace: 15 * 60_000,
            idle: Some(30 * 86_400_000),
            rest: 60_000,
            rate_limit: Some(1.0),
            trust_proxy: false,
            max_connections: 20_000,
            max_open: 10,
            max_unfinished: 500,
            databases: None,
            solve_threads: 1,
            solve_memory: 4 << 30,
        }
    }
}
