//! A disk that can be filled and emptied again while a server writes to it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// Room enough for any run.
const ROOMY: &str = "size=1g";
/// The database's log of changes, which grows with each commit.
const LOG: &str = "agon.db-wal";

/// Where the data is.
pub(crate) struct Disk {
    kind: Kind,
    folder: TempDir,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A file system in memory whose size can be changed: the system says that no space is left.
    Mounted,
    /// A limit on the size of the server's files: the system says that a file is too large.
    Limited,
    /// Neither is possible here.
    Endless,
}

impl Disk {
    /// A mount where that is allowed, otherwise limits. `AGON_DISK=limit` takes limits in any
    /// case.
    pub(crate) fn new() -> Disk {
        let folder = tempfile::tempdir().unwrap();
        let limits_wanted = std::env::var("AGON_DISK").is_ok_and(|kind| kind == "limit");
        let mount = |folder: &Path| {
            succeeds(Command::new("mount").args(["-t", "tmpfs", "-o", ROOMY, "agon"]).arg(folder))
        };
        let kind = if !limits_wanted && mount(folder.path()) {
            Kind::Mounted
        } else if succeeds(Command::new("prlimit").arg("--version")) {
            Kind::Limited
        } else {
            agon_testkit::skip("a full disk needs mount or prlimit");
            Kind::Endless
        };
        Disk { kind, folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Mounted => "a full file system",
            Kind::Limited => "limits on the size of files",
            Kind::Endless => "no full disk",
        }
    }

    pub(crate) fn can_be_full(&self) -> bool {
        self.kind != Kind::Endless
    }

    /// Is it full for every process, also for one that is started now?
    pub(crate) fn stays_full(&self) -> bool {
        self.kind == Kind::Mounted
    }

    /// From now on nothing can grow. A limit needs the process that it is for.
    pub(crate) fn fill(&self, server: Option<u32>) {
        match (self.kind, server) {
            (Kind::Mounted, _) => self.shrink(),
            (Kind::Limited, Some(server)) => {
                let log = fs::metadata(self.folder().join(LOG)).map_or(0, |found| found.len());
                limit(server, &format!("{}:unlimited", log.max(4096)));
            }
            (Kind::Limited, None) | (Kind::Endless, _) => {}
        }
    }

    /// There is room again.
    pub(crate) fn empty(&self, server: Option<u32>) {
        match (self.kind, server) {
            (Kind::Mounted, _) => assert!(self.resize(ROOMY), "the disk stays full"),
            (Kind::Limited, Some(server)) => limit(server, "unlimited:unlimited"),
            (Kind::Limited, None) | (Kind::Endless, _) => {}
        }
    }

    /// Makes the file system as small as what is in it. While a server writes that may have
    /// grown meanwhile: then the system refuses, and we try again.
    fn shrink(&self) {
        for _ in 0..1_000 {
            let text = self.used();
            let used = text.lines().nth(1).and_then(|line| line.trim().parse::<u64>().ok());
            let used = used.unwrap_or_else(|| panic!("df said {text}")).max(4);
            if self.resize(&format!("size={used}k")) {
                return;
            }
            sleep(Duration::from_millis(1));
        }
        panic!("the disk cannot be filled");
    }

    fn used(&self) -> String {
        let mut df = Command::new("df");
        let output = df.args(["--output=used", "-k"]).arg(self.folder()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn resize(&self, size: &str) -> bool {
        let options = format!("remount,{size}");
        succeeds(Command::new("mount").args(["-o", &options]).arg(self.folder()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.kind == Kind::Mounted {
            succeeds(Command::new("umount").arg("--lazy").arg(self.folder.path()));
        }
    }
}

fn limit(pid: u32, size: &str) {
    let pid = pid.to_string();
    let fsize = format!("--fsize={size}");
    assert!(succeeds(Command::new("prlimit").args(["--pid", &pid, &fsize])), "prlimit {size}");
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
