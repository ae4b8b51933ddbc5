//! How much the units of systemd let the program do, as `systemd-analyze security` rates it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::services::program;

const UNITS: [&str; 2] = ["deploy/agon.service", "deploy/agon-worker.service"];
/// Maximum exposure in tenths: 100 is a service without any restriction.
const EXPOSURE: u32 = 30;

/// Fails where a unit is rated above the maximum.
pub(crate) fn check() -> Result<()> {
    println!("--- units of systemd");
    let analyze = program("systemd-analyze", "systemd")?;
    for unit in UNITS {
        let (exposure, report) = rate(&analyze, Path::new(unit))?;
        println!("{unit}: exposure {}.{}", exposure / 10, exposure % 10);
        ensure!(
            exposure <= EXPOSURE,
            "{unit} is rated above {}.{}:\n{report}",
            EXPOSURE / 10,
            EXPOSURE % 10
        );
    }
    Ok(())
}

/// Returns the exposure in tenths, and the whole report.
fn rate(analyze: &Path, unit: &Path) -> Result<(u32, String)> {
    let mut command = Command::new(analyze);
    command.args(["security", "--offline=true", "--no-pager"]).arg(unit);
    let output = command.output().context("systemd-analyze")?;
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let exposure = exposure(&report).with_context(|| {
        format!("{}: {report}{}", unit.display(), String::from_utf8_lossy(&output.stderr))
    })?;
    Ok((exposure, report))
}

/// The figure of the last line, such as `Overall exposure level for agon.service: 1.2 OK`.
fn exposure(report: &str) -> Option<u32> {
    let line = report.lines().find(|line| line.contains("Overall exposure level"))?;
    let figure = line.rsplit_once(": ")?.1.split(' ').next()?;
    let (whole, tenths) = figure.split_once('.')?;
    Some(whole.parse::<u32>().ok()? * 10 + tenths.parse::<u32>().ok()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_figure_is_read() {
        let report = "x\n\n→ Overall exposure level for agon.service: 6.9 MEDIUM\n";
        assert_eq!(super::exposure(report), Some(69));
        assert_eq!(super::exposure("→ Overall exposure level for a: 10.0 UNSAFE"), Some(100));
        assert_eq!(super::exposure("cannot load"), None);
    }
}
