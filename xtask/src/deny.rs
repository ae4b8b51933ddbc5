//! Licences, sources and duplicate versions of the crates, checked by cargo-deny after deny.toml.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::report::Report;
use crate::{cargo, run};

/// Other versions may read deny.toml differently.
const VERSION: &str = "0.20.2";
const FOLDER: &str = "target/tools";
const LOG: &str = "target/tools/install.log";

/// cargo-deny, or the process that builds it.
pub(crate) struct Deny {
    program: PathBuf,
    building: Option<Child>,
}

impl Deny {
    /// Uses a cargo-deny of this version that is installed, or starts to build one.
    ///
    /// The build runs beside whatever waits for downloads and browsers. It is not optimized, which takes a third of
    /// the time; the check itself takes a second.
    pub(crate) fn prepare() -> Result<Deny> {
        let own = Path::new(FOLDER).join("bin/cargo-deny");
        for program in [Path::new("cargo-deny"), &own] {
            if version(program).is_some_and(|version| version == VERSION) {
                return Ok(Deny { program: program.into(), building: None });
            }
        }
        println!("--- building cargo-deny {VERSION} in the background, log in {LOG}");
        fs::create_dir_all(FOLDER)?;
        let log = fs::File::create(LOG)?;
        let mut command =
            cargo(&["install", "cargo-deny", "--version", VERSION, "--locked", "--debug"]);
        command.args(["--root", FOLDER, "--target-dir"]).arg(Path::new(FOLDER).join("build"));
        command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        let child = command.stdout(Stdio::null()).stderr(log).spawn().context("cargo install")?;
        Ok(Deny { program: own, building: Some(child) })
    }

    /// Waits for the build, and checks. Advisories are checked where their database can be fetched.
    pub(crate) fn check(mut self, report: &mut Report) -> Result<()> {
        if let Some(mut child) = self.building.take() {
            ensure!(child.wait()?.success(), "cannot install cargo-deny {VERSION}: see {LOG}");
            fs::remove_dir_all(Path::new(FOLDER).join("build"))?;
        }
        println!("--- licences, sources and duplicate versions: cargo deny");
        let checks = ["check", "--deny", "warnings", "licenses", "bans", "sources"];
        run(Command::new(&self.program).arg("--locked").args(checks))?;
        println!("--- advisories: cargo deny");
        let fetched = Command::new(&self.program).args(["fetch", "db"]).output()?;
        if !fetched.status.success() {
            let why = String::from_utf8_lossy(&fetched.stderr);
            let last = why.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            report.skip("advisories", &format!("cannot fetch the database: {}", last.trim()));
            return Ok(());
        }
        run(Command::new(&self.program).args([
            "--locked",
            "check",
            "--disable-fetch",
            "advisories",
        ]))
    }
}

/// Ends a build that nothing waits for any more.
impl Drop for Deny {
    fn drop(&mut self) {
        if let Some(child) = &mut self.building {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().strip_prefix("cargo-deny ")?.to_owned())
}
