//! Files of a site contain password hashes and the keys of cookies and of the host: only the user who runs
//! the server may read them.

use std::path::Path;

use anyhow::Result;

/// Makes everything that this process creates from now on readable for its user alone, whatever the umask
/// was. It is the umask, and not the modes of single files, so that it also holds for what SQLite creates,
/// and from the first moment. It belongs to the whole process: called before other threads start.
pub(crate) fn create_private_files() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

#[cfg(not(unix))]
pub(super) fn check(_: &Path, _: Option<&Path>, _: bool) -> Result<()> {
    Ok(())
}

/// Warns of a data folder and of secret files that other users can reach, or takes their access away.
#[cfg(unix)]
pub(super) fn check(data: &Path, settings: Option<&Path>, repair: bool) -> Result<()> {
    unix::check(data, settings, repair)
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use anyhow::{Context, Result};

    /// Maximum number of files that are named one by one.
    const NAMED: usize = 10;
    /// Rights of other users.
    const OTHERS: u32 = 0o077;
    /// Rights that nobody but a service's group has to settings: they may be root's, and readable for it.
    const OTHERS_OF_SETTINGS: u32 = 0o027;

    /// A file or folder with rights that it should not have.
    #[derive(Debug, PartialEq, Eq)]
    pub(super) struct Exposed {
        path: PathBuf,
        mode: u32,
        allowed: u32,
    }

    pub(super) fn check(data: &Path, settings: Option<&Path>, repair: bool) -> Result<()> {
        let exposed = find(data, settings)
            .with_context(|| format!("cannot read the permissions in {}", data.display()))?;
        if repair {
            for Exposed { path, mode, allowed } in &exposed {
                fs::set_permissions(path, Permissions::from_mode(*allowed)).with_context(|| {
                    format!("cannot change the permissions of {}", path.display())
                })?;
                tracing::info!(
                    "changed the mode of {} from {mode:04o} to {allowed:04o}",
                    path.display()
                );
            }
            return Ok(());
        }
        for Exposed { path, mode, allowed } in exposed.iter().take(NAMED) {
            tracing::warn!(
                "{} has mode {mode:04o}: other users can reach it; \
                 `agon serve --repair-permissions` sets {allowed:04o}",
                path.display()
            );
        }
        if let Some(more) = exposed.len().checked_sub(NAMED).filter(|&more| more > 0) {
            tracing::warn!("{more} more files in {} have such a mode", data.display());
        }
        Ok(())
    }

    /// The data folder, the database with the files beside it, its copies, and settings with passwords.
    pub(super) fn find(data: &Path, settings: Option<&Path>) -> io::Result<Vec<Exposed>> {
        let mut exposed = Vec::new();
        if data.is_dir() {
            look_at(data, OTHERS, &mut exposed)?;
            for path in entries(data)? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if name == "backups" && path.is_dir() {
                    look_at(&path, OTHERS, &mut exposed)?;
                    for copy in entries(&path)? {
                        look_at(&copy, OTHERS, &mut exposed)?;
                    }
                } else if name.starts_with("agon.db") || name == "agon.lock" {
                    look_at(&path, OTHERS, &mut exposed)?;
                }
            }
        }
        if let Some(settings) = settings.filter(|file| has_secrets(file)) {
            look_at(settings, OTHERS_OF_SETTINGS, &mut exposed)?;
        }
        Ok(exposed)
    }

    fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        Ok(paths)
    }

    fn look_at(path: &Path, others: u32, exposed: &mut Vec<Exposed>) -> io::Result<()> {
        let about = match fs::metadata(path) {
            Ok(about) => about,
            // SQLite removes the files beside the database when it is closed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let mode = about.permissions().mode() & 0o7777;
        if mode & others != 0 {
            exposed.push(Exposed { path: path.into(), mode, allowed: mode & 0o777 & !others });
        }
        Ok(())
    }

    /// Whether settings may contain a password: those that name a database or NATS.
    fn has_secrets(file: &Path) -> bool {
        let table = fs::read_to_string(file).ok().and_then(|text| text.parse::<toml::Table>().ok());
        table.is_some_and(|table| table.keys().any(|key| key == "store" || key.starts_with("nats")))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn put(path: &Path, text: &str, mode: u32) {
            fs::write(path, text).unwrap();
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        }

        #[test]
        fn settings_are_secret_where_they_name_a_database() {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().join("none");
            let file = folder.path().join("agon.toml");
            for (text, mode, wanted) in [
                ("bind = \"0.0.0.0:80\"", 0o644, None),
                ("store = \"postgres://agon:secret@db/agon\"", 0o644, Some(0o640)),
                ("nats-password = \"secret\"", 0o604, Some(0o600)),
                ("nats = \"nats://nats\"", 0o640, None),
            ] {
                put(&file, text, mode);
                let found = find(&data, Some(&file)).unwrap();
                let allowed = found.first().map(|exposed| exposed.allowed);
                assert_eq!(allowed, wanted, "{text} {mode:o}");
            }
        }

        #[test]
        fn other_files_in_the_folder_are_left_alone() {
            let folder = tempfile::tempdir().unwrap();
            fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
            put(&folder.path().join("notes.txt"), "", 0o644);
            fs::create_dir(folder.path().join("databases")).unwrap();
            assert_eq!(find(folder.path(), None).unwrap(), []);
        }
    }
}
