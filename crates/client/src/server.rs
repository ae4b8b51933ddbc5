//! A server process.

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

/// Start timeout.
const START_TIMEOUT: Duration = Duration::from_secs(120);
/// Clock ticks per second in `/proc` on Linux.
const TICKS: f64 = 100.0;

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Server binary.
    pub program: PathBuf,
    /// Data directory.
    pub data: PathBuf,
    /// Port on the loopback interface.
    pub port: u16,
    /// Additional arguments of `agon serve`.
    pub args: Vec<OsString>,
    /// Directory for the log; the temporary directory if `None`.
    pub log: Option<PathBuf>,
    /// Ignore `SIGXFSZ`, so that a write beyond the file size limit fails instead of killing the
    /// server.
    pub survives_file_limits: bool,
}

/// Failure to start a server.
#[derive(Debug, Error)]
pub enum StartError {
    /// The binary cannot be run.
    #[error("cannot run {}: {reason}", program.display())]
    NoProgram {
        /// Server binary.
        program: PathBuf,
        /// System error.
        reason: io::Error,
    },
    /// The server exited during its start.
    #[error("the server exited with {status}: {said}")]
    Ended {
        /// Exit status.
        status: ExitStatus,
        /// Last line of its log.
        said: String,
    },
    /// The server did not announce its address in time.
    #[error("the server did not start within {} s", START_TIMEOUT.as_secs())]
    Silent,
}

/// Resource usage of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Current resident memory in kilobytes.
    pub memory: u64,
    /// Peak resident memory in kilobytes.
    pub most_memory: u64,
    /// CPU time.
    pub processor: Duration,
}

/// A running server, killed when dropped.
pub struct Server {
    child: Child,
    address: SocketAddr,
    log: NamedTempFile,
    /// Time from the start until the server announced its address.
    pub ready_after: Duration,
}

impl Launch {
    /// Prepares a server with this data directory on a free port.
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

    /// Adds arguments.
    #[must_use]
    pub fn with<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Launch {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    fn command(&self) -> Command {
        let mut command = if self.survives_file_limits {
            // Ignored signals stay ignored across exec.
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

    /// Starts the server and waits until it accepts requests.
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
        let (sender, receiver) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            // Drain stdout so that the server never blocks on it.
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines() {
                    let Ok(line) = line else { break };
                    // The receiver is gone after the first line.
                    let _ = sender.send(line);
                }
            });
        }
        let started = receiver.recv_timeout(START_TIMEOUT);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut server = Server { child, address, log, ready_after: begin.elapsed() };
        match started {
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
    /// Returns the address of the server.
    pub fn site(&self) -> Result<Site> {
        Site::new(&format!("http://{}", self.address))
    }

    /// Process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns the log so far.
    #[must_use]
    pub fn log(&self) -> String {
        let mut text = String::new();
        // Treat an unreadable log as empty.
        let _ = self.log.reopen().and_then(|mut file| file.read_to_string(&mut text));
        text
    }

    /// Returns the last line of the log.
    #[must_use]
    pub fn last_words(&self) -> String {
        self.log().lines().next_back().unwrap_or("nothing").to_owned()
    }

    /// Kills the server with SIGKILL.
    pub fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Sends SIGTERM and waits for the exit. Fails after the timeout, killing the server.
    pub fn stop(mut self, patience: Duration) -> io::Result<ExitStatus> {
        self.signal("TERM")?;
        let begin = Instant::now();
        while begin.elapsed() < patience {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        let message = format!("the server did not exit within {} s", patience.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, message))
    }

    /// Sends a signal, such as `STOP` or `CONT`.
    pub fn signal(&self, name: &str) -> io::Result<()> {
        let pid = self.pid().to_string();
        let status = Command::new("kill").args([&format!("-{name}"), &pid]).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("kill -{name}"))) }
    }

    /// Returns the resource usage of the server.
    pub fn usage(&self) -> Result<Usage> {
        usage(self.pid()).ok_or_else(|| ClientError::odd("cannot read resource usage from /proc"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
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
    // The command name is in parentheses and may contain spaces and parentheses.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks: f64 = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    let processor = Duration::from_secs_f64(ticks / TICKS);
    Some(Usage { memory: field("VmRSS")?, most_memory: field("VmHWM")?, processor })
}

impl Usage {
    /// Returns the usage of a process; `None` if the system does not provide it.
    #[must_use]
    pub fn of(pid: u32) -> Option<Usage> {
        usage(pid)
    }

    /// Returns the total usage of several processes; `None` if one of them cannot be read.
    #[must_use]
    pub fn of_all(pids: &[u32]) -> Option<Usage> {
        pids.iter().map(|&pid| usage(pid)).sum()
    }

    /// Returns the total usage of a process and its descendants.
    #[must_use]
    pub fn of_family(pid: u32) -> Option<Usage> {
        let mut family = vec![pid];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            // A child is listed under the thread that started it.
            for task in fs::read_dir(format!("/proc/{parent}/task")).ok()?.flatten() {
                let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
                family
                    .extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
            }
            next += 1;
        }
        // Skip processes that have exited since.
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
