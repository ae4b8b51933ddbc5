//! The worker key: a secret of the servers of a site and their workers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use agon_server::nats::Secret;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Deserialize;

use crate::nats::read_secret;

/// Name of the file in the folder for the data through which servers and workers of one machine share the key.
const FILE: &str = "worker.key";
/// Shortest key, in bytes: it must not be guessed.
const SHORTEST: usize = 16;

/// Where the key comes from. In the file of settings: `key` or `key-file` in the table `[worker]`.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct WorkerKey {
    /// Secret of at least 16 characters that servers and their workers share; as a flag it is visible to other
    /// users of the machine [default: worker.key in the folder for the data, which servers write]
    #[arg(
        long = "worker-key",
        id = "worker_key",
        value_name = "KEY",
        env = "AGON_WORKER_KEY",
        hide_env_values = true
    )]
    pub(crate) key: Option<Secret>,
    /// File with that secret
    #[arg(
        long = "worker-key-file",
        id = "worker_key_file",
        value_name = "FILE",
        env = "AGON_WORKER_KEY_FILE",
        conflicts_with = "worker_key"
    )]
    pub(crate) key_file: Option<PathBuf>,
}

impl WorkerKey {
    pub(crate) fn or(self, key: Option<Secret>, key_file: Option<PathBuf>) -> WorkerKey {
        if self == WorkerKey::default() { WorkerKey { key, key_file } } else { self }
    }

    /// The key that was given, if one was.
    pub(crate) fn given(&self) -> Result<Option<Secret>> {
        let key = match (&self.key, &self.key_file) {
            (Some(_), Some(_)) => bail!("the worker key is given twice: by itself and by a file"),
            (Some(key), None) => key.clone(),
            (None, Some(file)) => read_secret(file)?,
            (None, None) => return Ok(None),
        };
        let long_enough = key.expose().len() >= SHORTEST;
        ensure!(
            long_enough,
            "the worker key is too short: expected at least {SHORTEST} characters"
        );
        Ok(Some(key))
    }

    /// The key that was given, or else the one that a server of this machine has written.
    pub(crate) fn find(&self, data: Option<&Path>) -> Result<Secret> {
        if let Some(key) = self.given()? {
            return Ok(key);
        }
        let file = data.map(|data| data.join(FILE)).filter(|file| file.exists());
        let file = file.context(
            "a worker needs the key of its servers: give --worker-key-file with a copy of worker.key in the \
             folder for the data of a server",
        )?;
        read_secret(&file)
    }
}

/// Writes the key of a server for workers of this machine that run as the same user.
pub(crate) fn publish(data: &Path, key: &Secret) -> Result<()> {
    let file = data.join(FILE);
    if fs::read_to_string(&file).is_ok_and(|text| text.trim_end() == key.expose()) {
        return Ok(());
    }
    fs::create_dir_all(data)?;
    // A new file takes the place of the old one, whose permissions may be wider.
    let new = data.join(format!("{FILE}.new"));
    let _ = fs::remove_file(&new);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(&new)?, "{}", key.expose())?;
    fs::rename(&new, &file).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_finds_what_a_server_has_written() {
        let folder = tempfile::tempdir().unwrap();
        let none = WorkerKey::default();
        assert!(none.find(Some(folder.path())).is_err() && none.find(None).is_err());
        for key in ["the key of the first site", "the key of another site"] {
            publish(folder.path(), &key.into()).unwrap();
            assert_eq!(none.find(Some(folder.path())).unwrap(), key.into());
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let own = WorkerKey { key: Some("something else of mine".into()), key_file: None };
        assert_eq!(own.find(Some(folder.path())).unwrap(), "something else of mine".into());
        let short = WorkerKey { key: Some("short".into()), key_file: None };
        assert!(short.given().is_err());
    }
}
