//! The program for other machines: a tar file, and a Debian package with a service, a user and a
//! folder for the data.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, run};

/// Made when it is installed: a user of its own, and the service.
const AFTER: &str = "#!/bin/sh
set -e
if [ \"$1\" = configure ]; then
    if ! getent passwd agon >/dev/null; then
        useradd --system --home-dir /var/lib/agon --shell /usr/sbin/nologin --user-group agon
    fi
    install -d -o agon -g agon -m 0750 /var/lib/agon
    chown root:agon /etc/agon/agon.toml
    chmod 0640 /etc/agon/agon.toml
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        systemctl enable agon.service
        systemctl restart agon.service
    fi
fi
";
/// Before it is removed. The data stays.
const BEFORE: &str = "#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now agon.service
fi
";

/// The usual build uses whatever the processor at hand has; this one may be carried elsewhere.
pub(crate) fn make() -> Result<()> {
    let folder = Path::new("target/dist");
    println!("--- a portable build in {}", folder.display());
    let args = ["build", "--release", "--package", "agon", "--target-dir"];
    let mut command = cargo(&args);
    run(command.arg(folder).env("RUSTFLAGS", "-C target-cpu=x86-64-v3"))?;
    let program = folder.join("release/agon");
    println!("{}", program.display());
    println!("{}", tar(&program, folder)?.display());
    match deb(&program, folder)? {
        Some(package) => println!("{}", package.display()),
        None => println!("no Debian package: dpkg-deb is missing"),
    }
    Ok(())
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

/// The program with what a host reads.
fn tar(program: &Path, folder: &Path) -> Result<PathBuf> {
    let name = format!("agon-{}-x86_64", version());
    let stage = folder.join(&name);
    let _ = fs::remove_dir_all(&stage);
    put(program, &stage.join("agon"), 0o755)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        put(Path::new(file), &stage.join(file), 0o644)?;
    }
    for file in ["hosting.md", "operations.md"] {
        put(&Path::new("docs").join(file), &stage.join("docs").join(file), 0o644)?;
    }
    for entry in fs::read_dir("deploy")? {
        let entry = entry?;
        put(&entry.path(), &stage.join("deploy").join(entry.file_name()), 0o644)?;
    }
    let file = folder.join(format!("{name}.tar.gz"));
    let mut command = Command::new("tar");
    command.args(["--create", "--gzip", "--owner=0", "--group=0", "--file"]).arg(&file);
    run(command.arg("--directory").arg(folder).arg(&name))?;
    fs::remove_dir_all(&stage)?;
    Ok(file)
}

/// A package for Debian and its relatives; `None` where there is no dpkg-deb.
fn deb(program: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        return Ok(None);
    }
    let stage = folder.join("deb");
    let _ = fs::remove_dir_all(&stage);
    put(program, &stage.join("usr/bin/agon"), 0o755)?;
    put(
        Path::new("deploy/agon.service"),
        &stage.join("usr/lib/systemd/system/agon.service"),
        0o644,
    )?;
    put(Path::new("deploy/agon.toml"), &stage.join("etc/agon/agon.toml"), 0o644)?;
    put(Path::new("LICENSE-MIT"), &stage.join("usr/share/doc/agon/copyright"), 0o644)?;
    let kilobytes = fs::metadata(program)?.len() >> 10;
    let control = stage.join("DEBIAN");
    fs::create_dir_all(&control)?;
    let about = format!(
        "Package: agon\nVersion: {}\nArchitecture: amd64\nMaintainer: The Agon authors\n\
         Installed-Size: {kilobytes}\nDepends: libc6\nSuggests: postgresql, nats-server\n\
         Section: games\nPriority: optional\n\
         Description: Five classic board games under one roof\n \
         Boards for people at one screen, over the network and against computers.\n",
        version()
    );
    write(&about, &control.join("control"), 0o644)?;
    write("/etc/agon/agon.toml\n", &control.join("conffiles"), 0o644)?;
    write(AFTER, &control.join("postinst"), 0o755)?;
    write(BEFORE, &control.join("prerm"), 0o755)?;
    let file = folder.join(format!("agon_{}_amd64.deb", version()));
    let mut command = Command::new("dpkg-deb");
    run(command.args(["--root-owner-group", "--build"]).arg(&stage).arg(&file))?;
    fs::remove_dir_all(&stage)?;
    Ok(Some(file))
}
