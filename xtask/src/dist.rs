//! The program for other machines: a tar file, and a Debian package with services, a user and a
//! folder for the data. What the package says and does when it is installed lies in `deploy/debian`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::report::Report;
use crate::{cargo, run};

/// What hosts read.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
const DOCS: [&str; 3] = ["hosting.md", "operations.md", "reliability.md"];

/// The usual build uses whatever the processor at hand has; this one may be carried elsewhere.
pub(crate) fn make() -> Result<()> {
    // Whoever gets the program gets the one for browsers with it, and `agon site`.
    crate::wasm::build_both()?;
    let folder = Path::new("target/dist");
    println!("--- a portable build in {}", folder.display());
    let args = ["build", "--release", "--package", "agon", "--target-dir"];
    let mut command = cargo(&args);
    run(command.arg(folder).env("RUSTFLAGS", "-C target-cpu=x86-64-v3"))?;
    let program = folder.join("release/agon");
    println!("{}", program.display());
    println!("{}", tar(&program, folder)?.display());
    if has("dpkg-deb") {
        println!("{}", deb(&program, folder, &[])?.display());
    } else {
        println!("no Debian package: dpkg-deb is missing");
    }
    Ok(())
}

/// Installs a package with the usual build in a throwaway copy of this system, starts the server as
/// its service would, asks whether it is ready, ends it, and removes the package again.
pub(crate) fn check(report: &mut Report) -> Result<()> {
    println!("--- the package, installed and removed");
    // The files of a running system are its own: a copy that forgets is made with an overlay.
    let able = ["dpkg-deb", "unshare", "setpriv"].iter().all(|program| has(program));
    let mut overlay = Command::new("unshare");
    overlay.args(["--mount", "--propagation", "private", "mount", "-t", "tmpfs", "agon", "/mnt"]);
    if !able || !overlay.output().is_ok_and(|output| output.status.success()) {
        report.skip("package", "needs root, dpkg-deb, unshare and setpriv");
        return Ok(());
    }
    // The program that the tests have built: of fewer packages the libraries would be others.
    run(&mut cargo(&["build", "--workspace", "--bins", "--tests"]))?;
    let folder = Path::new("target/dist-check");
    fs::create_dir_all(folder)?;
    let package = deb(Path::new("target/debug/agon"), folder, &["-Zgzip", "-z1"])?;
    let mut trial = Command::new("unshare");
    trial.args(["--mount", "--propagation", "private", "bash", "xtask/install-check.sh"]);
    run(trial.arg(fs::canonicalize(&package)?))?;
    Ok(fs::remove_dir_all(folder)?)
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn put(from: &Path, to: &Path, mode: u32) -> Result<()> {
    let folder = to.parent().context("a file in a folder")?;
    fs::create_dir_all(folder)?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(mode))?)
}

fn write(text: &str, to: &Path, mode: u32) -> Result<()> {
    fs::write(to, text).with_context(|| to.display().to_string())?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(mode))?)
}

/// The files of `deploy`, in order, without the folder that makes the package.
fn deployed() -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir("deploy")?.collect::<std::io::Result<Vec<_>>>()?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

fn put_texts(to: &Path) -> Result<()> {
    for file in TEXTS {
        put(Path::new(file), &to.join(file), 0o644)?;
    }
    for file in DOCS {
        put(&Path::new("docs").join(file), &to.join("docs").join(file), 0o644)?;
    }
    for file in deployed()? {
        put(&file, &to.join(&file), 0o644)?;
    }
    Ok(())
}

/// The program with what a host reads.
fn tar(program: &Path, folder: &Path) -> Result<PathBuf> {
    let name = format!("agon-{}-x86_64", version());
    let stage = folder.join(&name);
    let _ = fs::remove_dir_all(&stage);
    put(program, &stage.join("agon"), 0o755)?;
    put_texts(&stage)?;
    let file = folder.join(format!("{name}.tar.gz"));
    let mut command = Command::new("tar");
    command.args(["--create", "--gzip", "--owner=0", "--group=0", "--file"]).arg(&file);
    run(command.arg("--directory").arg(folder).arg(&name))?;
    fs::remove_dir_all(&stage)?;
    Ok(file)
}

/// A package for Debian and its relatives.
fn deb(program: &Path, folder: &Path, options: &[&str]) -> Result<PathBuf> {
    let stage = folder.join("deb");
    let _ = fs::remove_dir_all(&stage);
    put(program, &stage.join("usr/bin/agon"), 0o755)?;
    for file in deployed()?.iter().filter(|file| file.extension().is_some_and(|e| e == "service")) {
        let name = file.file_name().context("a unit has a name")?;
        put(file, &stage.join("usr/lib/systemd/system").join(name), 0o644)?;
    }
    put(Path::new("deploy/agon.toml"), &stage.join("etc/agon/agon.toml"), 0o644)?;
    let docs = stage.join("usr/share/doc/agon");
    put_texts(&docs)?;
    write(&copyright()?, &docs.join("copyright"), 0o644)?;
    let control = stage.join("DEBIAN");
    fs::create_dir_all(&control)?;
    let about = fs::read_to_string("deploy/debian/control")?
        .replace("{version}", version())
        .replace("{kilobytes}", &(fs::metadata(program)?.len() >> 10).to_string())
        .replace("{glibc}", &newest_glibc(&fs::read(program)?)?);
    write(&about, &control.join("control"), 0o644)?;
    put(Path::new("deploy/debian/conffiles"), &control.join("conffiles"), 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        put(&Path::new("deploy/debian").join(script), &control.join(script), 0o755)?;
    }
    let file = folder.join(format!("agon_{}_amd64.deb", version()));
    let mut command = Command::new("dpkg-deb");
    command.arg("--root-owner-group").args(options).arg("--build");
    run(command.arg(&stage).arg(&file))?;
    fs::remove_dir_all(&stage)?;
    Ok(file)
}

fn copyright() -> Result<String> {
    let licence = fs::read_to_string("LICENSE-MIT")?;
    Ok(format!(
        "Agon is under either of two licences, as you like: that of LICENSE-APACHE beside\nthis file, or this one.\n\n{licence}"
    ))
}

/// The version of the C library that a program needs: the newest one whose functions it names.
fn newest_glibc(program: &[u8]) -> Result<String> {
    const MARK: &[u8] = b"GLIBC_2.";
    let mut newest = None;
    for (place, _) in program.windows(MARK.len()).enumerate().filter(|(_, part)| *part == MARK) {
        let digits = program[place + MARK.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let number = digits.fold(0_u32, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        newest = newest.max(Some(number));
    }
    ensure!(newest.is_some(), "the program names no version of the C library");
    Ok(format!("2.{}", newest.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_newest_version_counts() {
        let program = b"..GLIBC_2.2.5\0memcpy\0GLIBC_2.34\0GLIBC_2.9\0";
        assert_eq!(super::newest_glibc(program).unwrap(), "2.34");
        assert!(super::newest_glibc(b"nothing").is_err());
    }
}
