//! Pictures of every page and every board, to be looked at one by one.

use std::path::Path;

use anyhow::Result;

/// Takes them into a folder; only the five of the README where these are wanted.
pub(crate) fn take(folder: &Path, readme: bool) -> Result<()> {
    crate::web::prepare()?;
    println!("--- screenshots");
    let package = ["run", "--quiet", "--package", "agon-browser-tests", "--bin", "screenshots"];
    let mut command = crate::cargo(&package);
    command.arg("--").arg(folder);
    if readme {
        command.arg("--readme");
    }
    crate::run(&mut command)
}
