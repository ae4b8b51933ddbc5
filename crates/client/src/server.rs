//! The server as a process.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;
use thiserror::Error;

use crate::{ClientError, Result, Site};

/// A server that has not said where it is by then does not start.
const PATIENCE: Duration = Duration::from_secs(120);
/// Ticks of the processor's clock in a second, as Linux counts them for programs.
const TICKS: f64 = 100.0;

/// How a server is to be started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// The folder for its data.
    pub data: PathBuf,
    /// Where it listens: loopback.
    pub port: u16,
    /// More arguments of `agon serve`.
    pub args: Vec<OsString>,
    /// The folder for its log, if not that for passing files.
    pub log: Option<PathBuf>,
    /// A write beyond a limit on the size of files fails, and does not kill.
    pub survives_file_limits: bool,
}

/// A server did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program cannot be run.
    #[error("cannot run {}: {reason}", program.display())]
    NoProgram {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It ended at once.
    #[error("the server ended with {status}: {said}")]
    Ended {
        /// How.
        status: ExitStatus,
        /// What it said last.
        said: String,
    },
    /// It neither ended nor began to serve.
    #[error("the server did not start within {} s", PATIENCE.as_secs())]
    Silent,
}

/// What a process has taken so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Kilobytes of memory that it has now.
    pub memory: u64,
    /// The most that it ever had.
    pub most_memory: u64,
    /// Processor time.
    pub processor: Duration,
}

/// A server that runs; dropped, it is killed.
pub struct Server {
    child: Child,
    address: SocketAddr,
    log: NamedTempFile,
    /// From its start until it said where it is.
    pub ready_after: Duration,
}

impl Launch {
    /// A program with its data in this folder, on a port that is free now.
    pub fn new(program: &Path, data: &Path) -> io::Result<Launch> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        Ok(Launch {
            program: program.into(),
            data: data.into(),
            port: free,
            args: Vec::new(),
            log: None,
            survives_file_limits: false,
        })
    }

    /// With more arguments.
    #[must_use]
    pub fn with<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Launch {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    fn command(&self) -> Command {
        let mut command = if self.survives_file_limits {
            // A signal that is ignored stays so in the program that takes the shell's place.
            let mut shell = Command::new("sh");
            shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(&self.program);
            shell
        } else {
            Command::new(&self.program)
        };
        command.args(["serve", "--bind", &format!("127.0.0.1:{}", self.port), "--data"]);
        command.arg(&self.data).args(&self.args).env_remove("AGON_CONFIG");
        command
    }

    /// Starts the server and waits until it serves.
    pub fn start(&self) -> std::result::Result<Server, StartError> {
        let failed = |reason| StartError::NoProgram { program: self.program.clone(), reason };
        let log = match &self.log {
            Some(folder) => NamedTempFile::new_in(folder),
            None => NamedTempFile::new(),
        };
        let log = log.map_err(failed)?;
        let stderr = log.reopen().map_err(failed)?;
        let begin = Instant::now();
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = command.spawn().map_err(failed)?;
        let (said, hears) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            // Reads on, so that the server never waits for us.
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines() {
                    let Ok(line) = line else { break };
                    // Nobody waits after the first line.
                    let _ = said.send(line);
                }
            });
        }
        let heard = hears.recv_timeout(PATIENCE);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut server = Server { child, address, log, ready_after: begin.elapsed() };
        match heard {
            Ok(_) => Ok(server),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(StartError::Silent),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let status = server.child.wait().map_err(failed)?;
                Err(StartError::Ended { status, said: server.last_words() })
            }
        }
    }
}

impl Server {
    /// Where it is.
    pub fn site(&self) -> Result<Site> {
        Site::new(&format!("http://{}", self.address))
    }

    /// The number of the process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its log so far.
    #[must_use]
    pub fn log(&self) -> String {
        let mut text = String::new();
        // An unreadable log is an empty one.
        let _ = self.log.reopen().and_then(|mut file| file.read_to_string(&mut text));
        text
    }

    /// The last line of its log.
    #[must_use]
    pub fn last_words(&self) -> String {
        self.log().lines().next_back().unwrap_or("nothing").to_owned()
    }

    /// Ends it at once, in the middle of whatever it does.
    pub fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Asks it to end, and waits for that; a server that does not is killed.
    pub fn stop(mut self, patience: Duration) -> io::Result<ExitStatus> {
        self.signal("TERM")?;
        let begin = Instant::now();
        while begin.elapsed() < patience {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        let message = format!("it does not end within {} s", patience.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, message))
    }

    /// Sends a signal, such as `STOP` or `CONT`.
    pub fn signal(&self, name: &str) -> io::Result<()> {
        let pid = self.pid().to_string();
        let status = Command::new("kill").args([&format!("-{name}"), &pid]).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("kill -{name}"))) }
    }

    /// What the process has taken so far.
    pub fn usage(&self) -> Result<Usage> {
        usage(self.pid()).ok_or_else(|| ClientError::odd("the system does not tell of processes"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn usage(pid: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let field = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').split_whitespace().next()?.parse().ok()
    };
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in brackets and may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks: f64 = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    let processor = Duration::from_secs_f64(ticks / TICKS);
    Some(Usage { memory: field("VmRSS")?, most_memory: field("VmHWM")?, processor })
}

impl Usage {
    /// Of any process, where the system tells.
    #[must_use]
    pub fn of(pid: u32) -> Option<Usage> {
        usage(pid)
    }

    /// Of several together; `None` where the system does not tell of one of them.
    #[must_use]
    pub fn of_all(pids: &[u32]) -> Option<Usage> {
        pids.iter().map(|&pid| usage(pid)).sum()
    }

    /// Of a process and all that it has started and that still run, such as a database.
    #[must_use]
    pub fn of_family(pid: u32) -> Option<Usage> {
        let mut family = vec![pid];
        let mut place = 0;
        while let Some(&parent) = family.get(place) {
            // Of threads only the first has children in most programs; all of them are asked.
            for task in fs::read_dir(format!("/proc/{parent}/task")).ok()?.flatten() {
                let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
                family
                    .extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
            }
            place += 1;
        }
        // One that has ended meanwhile tells nothing.
        Some(family.into_iter().filter_map(usage).fold(Usage::default(), |sum, one| sum + one))
    }
}

impl std::ops::Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            memory: self.memory + other.memory,
            most_memory: self.most_memory + other.most_memory,
            processor: self.processor + other.processor,
        }
    }
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(all: I) -> Usage {
        all.fold(Usage::default(), |sum, one| sum + one)
    }
}
