//! What can be chosen for the server: by flags, else by the environment, else by a file.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use agon_server::nats::Secret;
use agon_store::Store;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::values::{self, HostName, IdleDays, Lan, RateLimit};
use crate::nats::{NatsSettings, address_or_table};
use crate::worker_key::WorkerKey;

/// How to serve. Each setting can be given as a flag, as the environment variable in brackets,
/// or in a file of lines such as `bind = "0.0.0.0:8080"`; flags go before the environment, and
/// that before the file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Settings {
    /// Address and port to listen on; 0.0.0.0:8080 for the whole network [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "AGON_BIND")]
    pub(crate) bind: Option<SocketAddr>,
    /// For a room full of people: listen to the whole network, and print the address for them with
    /// a QR code of it; with another port than 8080 as `--lan=9000`; elsewhere `true` or a port
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", conflicts_with = "bind", env = "AGON_LAN")]
    pub(crate) lan: Option<Lan>,
    /// Folder for the data [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "AGON_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Where games are kept if not in a file of the folder for the data: a database of PostgreSQL
    /// that any number of servers may share, such as postgres://agon@host/agon
    #[arg(long, value_name = "URL", env = "AGON_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    #[command(flatten)]
    #[serde(deserialize_with = "address_or_table")]
    pub(crate) nats: NatsSettings,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) worker_key: WorkerKey,
    /// Under which address people reach the site, such as https://games.example.org; pages of
    /// any other address cannot play then
    #[arg(long, value_name = "URL", env = "AGON_PUBLIC_URL")]
    pub(crate) public_url: Option<String>,
    /// Further host name under which the site answers, such as club.local; may be repeated, and is a list
    /// in the file. Without it the site answers for its public address, for the addresses and the name
    /// of this machine, and for localhost
    #[arg(long, value_name = "NAME", env = "AGON_HOST_NAME", value_delimiter = ',')]
    #[serde(deserialize_with = "values::host_names")]
    pub(crate) host_name: Vec<HostName>,
    /// Threads for computers [default: as many as the machine has]
    #[arg(long, value_name = "N", env = "AGON_ENGINE_THREADS")]
    pub(crate) engine_threads: Option<u16>,
    /// The longest time a computer thinks about a move, in milliseconds [default: 2000]
    #[arg(long, value_name = "MS", env = "AGON_THINK_TIME")]
    pub(crate) think_time: Option<u64>,
    /// How long computers think about a whole game for its report, in milliseconds [default: 15000]
    #[arg(long, value_name = "MS", env = "AGON_REPORT_TIME", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    #[serde(deserialize_with = "values::report_time")]
    pub(crate) report_time: Option<u64>,
    /// Folder for the databases of solved games [default: databases in the folder for the data]
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE")]
    pub(crate) database: Option<PathBuf>,
    /// Threads that compute a database when the host asks for one [default: half of those that
    /// the machine has]
    #[arg(long, value_name = "N", env = "AGON_SOLVE_THREADS")]
    pub(crate) solve_threads: Option<u16>,
    /// Gigabytes of memory that computing a database may take [default: 4]
    #[arg(long, value_name = "GB", env = "AGON_SOLVE_MEMORY")]
    pub(crate) solve_memory: Option<f64>,
    /// Seconds after which the win over somebody who is away can be claimed [default: 60]
    #[arg(long, value_name = "SECONDS", env = "AGON_GRACE")]
    pub(crate) grace: Option<u64>,
    /// Days after which a game without a clock that nobody goes on with is put away as unfinished;
    /// `off` for never [default: 30]
    #[arg(long, value_name = "DAYS", env = "AGON_IDLE_DAYS")]
    pub(crate) idle_days: Option<IdleDays>,
    /// How many times the usual amount of requests anybody may make; `off` for any amount [default: 1]
    #[arg(long, value_name = "FACTOR", env = "AGON_RATE_LIMIT")]
    pub(crate) rate_limit: Option<RateLimit>,
    /// The most connections at the same time [default: 20000]
    #[arg(long, value_name = "N", env = "AGON_MAX_CONNECTIONS")]
    pub(crate) max_connections: Option<usize>,
    /// The most of them from one address [default: 1000]
    #[arg(long, value_name = "N", env = "AGON_MAX_PER_ADDRESS")]
    pub(crate) max_per_address: Option<usize>,
    /// Believe X-Forwarded-For; only behind a proxy that sets it
    #[arg(long, env = "AGON_TRUST_PROXY")]
    pub(crate) trust_proxy: bool,
    /// Take away other users' access to the folder for the data and to the secret files in it, and start
    #[arg(long, env = "AGON_REPAIR_PERMISSIONS")]
    pub(crate) repair_permissions: bool,
    /// How the log on stderr is written [default: text]
    #[arg(long, value_name = "FORMAT", env = "AGON_LOG")]
    pub(crate) log: Option<LogFormat>,
    /// What `agon worker` reads of the same file.
    #[arg(skip)]
    pub(crate) worker: WorkerTable,
    /// File with settings [default: agon.toml in the folder for the data, if there is one]
    #[arg(long, value_name = "FILE", env = "AGON_CONFIG")]
    #[serde(skip)]
    pub(crate) config: Option<PathBuf>,
}

/// The part of the file that is for workers: lines below `[worker]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct WorkerTable {
    pub(crate) threads: Option<u16>,
    pub(crate) tablebases: Option<PathBuf>,
    /// Read by servers, too.
    pub(crate) key: Option<Secret>,
    pub(crate) key_file: Option<PathBuf>,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a line, for programs
    Json,
}

impl Settings {
    /// Where to listen.
    pub(crate) fn address(&self) -> SocketAddr {
        let lan = self.lan_port().map(|port| SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)));
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, 8080));
        lan.or(self.bind).unwrap_or(usual)
    }

    /// The port on which the whole network is served, if it is.
    pub(crate) fn lan_port(&self) -> Option<u16> {
        self.lan.and_then(|lan| lan.0)
    }

    /// The folder for the data.
    pub(crate) fn data(&self) -> Result<PathBuf> {
        let found = self.data.clone().or_else(user_data);
        found.context("there is no folder for the data of users here; say where with --data")
    }

    /// Opens the database in which games are kept.
    pub(crate) async fn open_store(&self) -> Result<Store> {
        Ok(match &self.store {
            Some(url) => Store::connect(url).await?,
            None => Store::open(&self.data()?.join("agon.db")).await?,
        })
    }

    /// Opens the existing database in which games are kept, also while servers use it.
    pub(crate) async fn attach_store(&self) -> Result<Store> {
        Ok(match &self.store {
            Some(url) => Store::connect(url).await?,
            None => Store::attach(&self.data()?.join("agon.db")).await?,
        })
    }

    /// The file with settings, if there is one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        let usual = || self.data().ok().map(|data| data.join("agon.toml")).filter(|f| f.is_file());
        self.config.clone().or_else(usual)
    }

    /// What is not set is taken from the file.
    pub(crate) fn with_file(&self) -> Result<Settings> {
        let Some(file) = self.file() else { return Ok(self.clone()) };
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cannot read the settings in {}", file.display()))?;
        let from_file: Settings = toml::from_str(&text)
            .with_context(|| format!("the settings in {} are not understood", file.display()))?;
        Ok(self.or(from_file))
    }

    fn or(&self, other: Settings) -> Settings {
        let own = self.clone();
        Settings {
            lan: own.lan.or(other.lan.filter(|_| own.bind.is_none())),
            bind: own.bind.or(other.bind),
            data: own.data.or(other.data),
            store: own.store.or(other.store),
            nats: own.nats.or(other.nats),
            worker_key: own.worker_key.or(other.worker.key, other.worker.key_file),
            public_url: own.public_url.or(other.public_url),
            host_name: if own.host_name.is_empty() { other.host_name } else { own.host_name },
            engine_threads: own.engine_threads.or(other.engine_threads),
            think_time: own.think_time.or(other.think_time),
            report_time: own.report_time.or(other.report_time),
            database: own.database.or(other.database),
            solve_threads: own.solve_threads.or(other.solve_threads),
            solve_memory: own.solve_memory.or(other.solve_memory),
            grace: own.grace.or(other.grace),
            idle_days: own.idle_days.or(other.idle_days),
            rate_limit: own.rate_limit.or(other.rate_limit),
            max_connections: own.max_connections.or(other.max_connections),
            max_per_address: own.max_per_address.or(other.max_per_address),
            trust_proxy: own.trust_proxy || other.trust_proxy,
            repair_permissions: own.repair_permissions || other.repair_permissions,
            log: own.log.or(other.log),
            worker: WorkerTable {
                threads: own.worker.threads.or(other.worker.threads),
                tablebases: own.worker.tablebases.or(other.worker.tablebases),
                ..WorkerTable::default()
            },
            config: own.config,
        }
    }
}

/// Where programs of this system keep the data of a user.
fn user_data() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    Some(base?.join("agon"))
}

#[cfg(test)]
mod forms;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_go_before_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("some.toml");
        fs::write(
            &file,
            "bind = \"10.0.0.1:1\"\ngrace = 5\nrate-limit = \"off\"\nidle-days = \"7\"\n",
        )
        .unwrap();
        let flags = Settings { grace: Some(9), config: Some(file.clone()), ..Settings::default() };
        let merged = flags.with_file().unwrap();
        assert_eq!(merged.grace, Some(9));
        assert_eq!(merged.bind, Some("10.0.0.1:1".parse().unwrap()));
        assert_eq!(merged.rate_limit, Some(RateLimit(None)));
        assert_eq!(merged.idle_days, Some(IdleDays(Some(7))));
        fs::write(&file, "colour = 1").unwrap();
        assert!(flags.with_file().is_err());
    }

    #[test]
    fn the_file_in_the_folder_for_data_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let flags = Settings { data: Some(folder.path().into()), ..Settings::default() };
        assert_eq!(flags.with_file().unwrap().grace, None);
        fs::write(folder.path().join("agon.toml"), "grace = 7").unwrap();
        assert_eq!(flags.with_file().unwrap().grace, Some(7));
    }
}
