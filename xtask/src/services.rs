//! PostgreSQL and NATS for tests: on loopback, in a scratch folder, without anything that lasts.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::run;

/// A service that does not answer by then does not start.
const PATIENCE: Duration = Duration::from_secs(30);
/// A database that is gone after the tests need not survive a power cut.
const HASTY: &str = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n";

/// Services that run.
pub(crate) struct Services {
    folder: PathBuf,
    /// Where PostgreSQL is, with a database that is always there.
    pub(crate) postgres: String,
    /// Where NATS is.
    pub(crate) nats: String,
}

/// How PostgreSQL keeps what it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// Quickly, for tests.
    Hasty,
    /// What is committed is on the disk, as for people.
    Durable,
    /// The same, on a small file system of its own that can be filled.
    Small,
}

/// Megabytes of a small file system.
const SMALL: u64 = 600;

/// Starts both, or finds them running.
pub(crate) fn up(keeping: Keeping) -> Result<Services> {
    let folder = folder()?;
    if let Some(services) = Services::found(&folder) {
        return Ok(services);
    }
    down()?;
    let initdb = program("initdb", "postgresql")?;
    let nats_server = program("nats-server", "nats-server")?;
    fs::create_dir_all(&folder)?;
    let postgres = start_postgres(&initdb, &folder, keeping);
    let nats = free_port().and_then(|port| start_nats(&nats_server, &folder, port));
    let services = postgres
        .and_then(|postgres| Ok(Services { folder: folder.clone(), postgres, nats: nats? }));
    match services {
        Ok(services) => {
            let lines = format!("{}\n{}\n", services.postgres, services.nats);
            fs::write(folder.join("services"), lines)?;
            Ok(services)
        }
        Err(error) => {
            down()?;
            Err(error)
        }
    }
}

/// Ends both and removes what they wrote.
pub(crate) fn down() -> Result<()> {
    let folder = folder()?;
    let data = data(&folder);
    if data.join("postmaster.pid").exists() {
        let pg_ctl = program("pg_ctl", "postgresql")?;
        // One that has died already leaves its file, too.
        let _ = as_postgres(&pg_ctl).args(["stop", "-m", "immediate", "-D"]).arg(&data).output();
    }
    if let Ok(pid) = fs::read_to_string(folder.join("nats.pid")) {
        let _ = Command::new("kill").arg(pid.trim()).output();
    }
    if is_mounted(&folder.join("disk"))? {
        run(Command::new("umount").arg("--lazy").arg(folder.join("disk")))?;
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// Ends PostgreSQL and starts it again: in order, or as a crash does.
pub(crate) fn restart_postgres(crash: bool) -> Result<()> {
    let pg_ctl = program("pg_ctl", "postgresql")?;
    let folder = folder()?;
    let mut restart = as_postgres(&pg_ctl);
    restart.args(["restart", "--wait", "--silent", "--mode"]);
    restart.arg(if crash { "immediate" } else { "fast" }).arg("--pgdata");
    restart.arg(data(&folder)).arg("--log").arg(folder.join("postgres.log"));
    run(restart.current_dir(&folder).stdout(Stdio::null()))
}

/// A file that takes all the room that PostgreSQL has.
const FILLER: &str = "filler";

/// There is no room left on the file system of PostgreSQL.
pub(crate) fn fill_postgres() -> Result<()> {
    let disk = folder()?.join("disk");
    ensure!(is_mounted(&disk)?, "PostgreSQL has no file system of its own");
    let mut filler = fs::File::create(disk.join(FILLER))?;
    let block = vec![0; 1 << 20];
    let mut size = block.len();
    while size >= 512 {
        if filler.write_all(&block[..size]).is_err() {
            size /= 2;
        }
    }
    // On the disk, or it is not full yet; what does not fit is no matter.
    let _ = filler.sync_all();
    Ok(())
}

/// There is room again. PostgreSQL may have ended meanwhile: then it is started.
pub(crate) fn free_postgres() -> Result<()> {
    let folder = folder()?;
    fs::remove_file(folder.join("disk").join(FILLER))?;
    let pg_ctl = program("pg_ctl", "postgresql")?;
    let running = as_postgres(&pg_ctl).args(["status", "-D"]).arg(data(&folder)).output()?;
    if running.status.success() { Ok(()) } else { start(&folder) }
}

/// Ends NATS and starts it again where it was.
pub(crate) fn restart_nats() -> Result<()> {
    let folder = folder()?;
    let services = Services::found(&folder).context("the services do not run")?;
    let (_, port) = services.nats.rsplit_once(':').context("a port")?;
    let pid = fs::read_to_string(folder.join("nats.pid"))?;
    run(Command::new("kill").args(["-KILL", pid.trim()]))?;
    while Path::new("/proc").join(pid.trim()).join("exe").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    start_nats(&program("nats-server", "nats-server")?, &folder, port.parse()?).map(drop)
}

impl Services {
    fn found(folder: &Path) -> Option<Services> {
        let text = fs::read_to_string(folder.join("services")).ok()?;
        let mut lines = text.lines().map(str::to_owned);
        let (postgres, nats) = (lines.next()?, lines.next()?);
        let answers = |url: &String| {
            let place = url.rsplit(['@', '/']).find(|part| part.contains(':'))?;
            TcpStream::connect(place).ok()
        };
        answers(&postgres)?;
        answers(&nats)?;
        Some(Services { folder: folder.into(), postgres, nats })
    }

    /// The process of PostgreSQL that has started all others.
    pub(crate) fn postmaster(&self) -> Result<u32> {
        let text = fs::read_to_string(data(&self.folder).join("postmaster.pid"))?;
        text.lines().next().context("an empty file")?.parse().context("postmaster.pid")
    }

    /// Asks a database: the values of the answer with bars between.
    pub(crate) fn ask(&self, database: &str, sql: &str) -> Result<String> {
        let mut psql = Command::new(program("psql", "postgresql")?);
        psql.args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", sql, database]);
        let output = psql.output().context("psql")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    /// An empty database with this name, whatever was there before: its address.
    pub(crate) fn new_database(&self, name: &str) -> Result<String> {
        self.ask(&self.postgres, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))?;
        self.ask(&self.postgres, &format!("CREATE DATABASE {name}"))?;
        let (server, _) = self.postgres.rsplit_once('/').context("an address")?;
        Ok(format!("{server}/{name}"))
    }

    /// As a shell reads it.
    pub(crate) fn tell(&self) {
        println!("export AGON_TEST_POSTGRES={}", self.postgres);
        println!("export AGON_TEST_NATS={}", self.nats);
        println!("# in {}; cargo xtask services down", self.folder.display());
    }
}

/// Each checkout has services of its own. The user who runs PostgreSQL must reach the folder.
fn folder() -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    std::env::current_dir()?.canonicalize()?.hash(&mut hasher);
    Ok(std::env::temp_dir().join(format!("agon-services-{:x}", hasher.finish())))
}

/// Where PostgreSQL has its files.
fn data(folder: &Path) -> PathBuf {
    let disk = folder.join("disk");
    if disk.exists() { disk.join("postgres") } else { folder.join("postgres") }
}

fn is_mounted(folder: &Path) -> Result<bool> {
    let mounts = fs::read_to_string("/proc/mounts")?;
    let place = folder.to_str().context("a path of letters")?;
    Ok(mounts.lines().any(|line| line.split(' ').nth(1) == Some(place)))
}

/// A small file system in a file.
fn mount_small(folder: &Path) -> Result<()> {
    ensure!(is_root(), "only root can mount a file system that can be filled");
    let (image, disk) = (folder.join("disk.img"), folder.join("disk"));
    fs::File::create(&image)?.set_len(SMALL << 20)?;
    fs::create_dir_all(&disk)?;
    run(Command::new("mkfs.ext4").args(["-q", "-m", "0"]).arg(&image))?;
    run(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&disk))?;
    run(Command::new("chown").arg("postgres").arg(&disk))
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// A program of a Debian package, which is installed where that is possible.
pub(crate) fn program(name: &str, package: &str) -> Result<PathBuf> {
    if let Some(found) = find(name) {
        return Ok(found);
    }
    ensure!(is_root(), "{name} is missing: install the Debian package {package}");
    println!("--- installing {package}");
    let apt_get = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        run(&mut apt)
    };
    let install = ["install", "--yes", "--no-install-recommends", package];
    // A fresh machine may not know yet what packages there are.
    apt_get(&install).or_else(|_| apt_get(&["update"]).and_then(|()| apt_get(&install)))?;
    find(name).with_context(|| format!("{name} is missing although {package} is installed"))
}

/// In the usual folders, and where Debian keeps the programs of a server of PostgreSQL: the newest.
fn find(name: &str) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    folders.extend(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    folders.splice(0..0, versions.into_iter().rev());
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// PostgreSQL does not run as root.
fn as_postgres(program: &Path) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn start_postgres(initdb: &Path, folder: &Path, keeping: Keeping) -> Result<String> {
    if is_root() {
        run(Command::new("chown").arg("postgres").arg(folder))?;
    }
    if keeping == Keeping::Small {
        mount_small(folder)?;
    }
    let data = data(folder);
    let mut make = as_postgres(initdb);
    make.args(["--username=agon", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]);
    run(make.arg("--pgdata").arg(&data).current_dir(folder).stdout(Stdio::null()))?;
    let port = free_port()?;
    let settings = data.join("postgresql.conf");
    let usual = fs::read_to_string(&settings)?;
    let place = format!(
        "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = '{}'\n\
         max_connections = 400\n",
        folder.display()
    );
    let more = match keeping {
        Keeping::Hasty => HASTY,
        Keeping::Durable => "",
        Keeping::Small => "max_wal_size = 128MB\nmin_wal_size = 64MB\n",
    };
    fs::write(&settings, format!("{usual}\n{place}{more}"))?;
    start(folder)?;
    Ok(format!("postgres://agon@127.0.0.1:{port}/postgres"))
}

fn start(folder: &Path) -> Result<()> {
    let pg_ctl = program("pg_ctl", "postgresql")?;
    let mut start = as_postgres(&pg_ctl);
    start.args(["start", "--wait", "--silent", "--pgdata"]).arg(data(folder)).arg("--log");
    run(start.arg(folder.join("postgres.log")).current_dir(folder).stdout(Stdio::null()))
}

fn start_nats(nats_server: &Path, folder: &Path, port: u16) -> Result<String> {
    let place = format!("127.0.0.1:{port}");
    let mut command = Command::new(nats_server);
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream"]);
    command.arg("--store_dir").arg(folder.join("nats")).arg("--pid").arg(folder.join("nats.pid"));
    command.arg("--log").arg(folder.join("nats.log"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // It outlives us, and does not hear what our terminal says.
    command.process_group(0).spawn().context("nats-server")?;
    let begin = Instant::now();
    while TcpStream::connect(&place).is_err() {
        if begin.elapsed() > PATIENCE {
            bail!("nats-server does not answer at {place}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(format!("nats://{place}"))
}
