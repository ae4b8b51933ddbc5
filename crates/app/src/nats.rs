//! Settings of the connection to NATS, shared by `agon serve` and `agon worker`.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use agon_server::nats::{NatsConfig, Secret};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Connection to NATS. In the file of settings: `nats = "nats://host"`, or a table `[nats]` with `url` and the other
/// names without `nats-`.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct NatsSettings {
    /// Address of NATS, which connects the servers of a site and their workers, such as nats://host, or several
    /// of one cluster separated by commas; with credentials as nats://USER:PASSWORD@host or nats://TOKEN@host
    #[arg(
        long = "nats",
        id = "nats",
        value_name = "URL",
        env = "AGON_NATS",
        hide_env_values = true
    )]
    pub(crate) url: Option<Secret>,
    /// User at NATS
    #[arg(long = "nats-user", id = "nats_user", value_name = "NAME", env = "AGON_NATS_USER")]
    pub(crate) user: Option<String>,
    /// Password of that user; as a flag it is visible to other users of the machine
    #[arg(
        long = "nats-password",
        id = "nats_password",
        value_name = "PASSWORD",
        env = "AGON_NATS_PASSWORD",
        hide_env_values = true
    )]
    pub(crate) password: Option<Secret>,
    /// File with that password
    #[arg(
        long = "nats-password-file",
        id = "nats_password_file",
        value_name = "FILE",
        env = "AGON_NATS_PASSWORD_FILE",
        conflicts_with = "nats_password"
    )]
    pub(crate) password_file: Option<PathBuf>,
    /// Token for NATS; as a flag it is visible to other users of the machine
    #[arg(
        long = "nats-token",
        id = "nats_token",
        value_name = "TOKEN",
        env = "AGON_NATS_TOKEN",
        hide_env_values = true
    )]
    pub(crate) token: Option<Secret>,
    /// File with that token
    #[arg(
        long = "nats-token-file",
        id = "nats_token_file",
        value_name = "FILE",
        env = "AGON_NATS_TOKEN_FILE",
        conflicts_with = "nats_token"
    )]
    pub(crate) token_file: Option<PathBuf>,
    /// File with the seed of an nkey for NATS
    #[arg(long = "nats-nkey", id = "nats_nkey", value_name = "FILE", env = "AGON_NATS_NKEY")]
    pub(crate) nkey: Option<PathBuf>,
    /// Credentials file for NATS: a JWT and the seed of its nkey
    #[arg(
        long = "nats-credentials",
        id = "nats_credentials",
        value_name = "FILE",
        env = "AGON_NATS_CREDENTIALS"
    )]
    pub(crate) credentials: Option<PathBuf>,
    /// Certificates of the authorities to verify NATS with, as PEM [default: those of the system]
    #[arg(long = "nats-ca", id = "nats_ca", value_name = "FILE", env = "AGON_NATS_CA")]
    pub(crate) ca: Option<PathBuf>,
    /// Client certificate for NATS, as PEM
    #[arg(long = "nats-cert", id = "nats_cert", value_name = "FILE", env = "AGON_NATS_CERT")]
    pub(crate) cert: Option<PathBuf>,
    /// Private key of the client certificate, as PEM
    #[arg(long = "nats-key", id = "nats_key", value_name = "FILE", env = "AGON_NATS_KEY")]
    pub(crate) key: Option<PathBuf>,
}

impl NatsSettings {
    /// These settings, completed by others. Credentials are taken from one place only: a user given by a flag is not
    /// combined with a token of the file.
    pub(crate) fn or(self, other: NatsSettings) -> NatsSettings {
        let own = self.has_credentials();
        let second =
            |of_other: &NatsSettings| if own { NatsSettings::default() } else { of_other.clone() };
        let rest = second(&other);
        let own_password = self.password.is_some() || self.password_file.is_some();
        // A user may stand in the file while the password comes from the environment.
        let completes = own_password && self.user.is_none();
        NatsSettings {
            url: self.url.or(other.url),
            user: self.user.or(if completes { other.user } else { rest.user }),
            password: self.password.or(rest.password),
            password_file: self.password_file.or(rest.password_file),
            token: self.token.or(rest.token),
            token_file: self.token_file.or(rest.token_file),
            nkey: self.nkey.or(rest.nkey),
            credentials: self.credentials.or(rest.credentials),
            ca: self.ca.or(other.ca),
            cert: self.cert.or(other.cert),
            key: self.key.or(other.key),
        }
    }

    fn has_credentials(&self) -> bool {
        let secrets = [&self.password, &self.token].into_iter().any(Option::is_some);
        let files = [&self.password_file, &self.token_file, &self.nkey, &self.credentials];
        secrets || files.into_iter().any(Option::is_some)
    }

    /// The connection; `None` without an address.
    pub(crate) fn config(&self) -> Result<Option<NatsConfig>> {
        let Some(url) = self.url.clone() else {
            if *self != NatsSettings::default() {
                bail!("settings of NATS without its address: give --nats nats://HOST");
            }
            return Ok(None);
        };
        let secret = |given: &Option<Secret>, file: &Option<PathBuf>| match (given, file) {
            (Some(_), Some(file)) => {
                bail!("{}: the same secret is also given directly", file.display())
            }
            (None, Some(file)) => read_secret(file).map(Some),
            (given, None) => Ok(given.clone()),
        };
        Ok(Some(NatsConfig {
            url,
            user: self.user.clone(),
            password: secret(&self.password, &self.password_file)?,
            token: secret(&self.token, &self.token_file)?,
            nkey: self.nkey.clone(),
            credentials: self.credentials.clone(),
            ca: self.ca.clone(),
            cert: self.cert.clone(),
            key: self.key.clone(),
        }))
    }
}

/// Reads a secret from a file, without the line break at its end.
pub(crate) fn read_secret(file: &Path) -> Result<Secret> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = text.trim_end_matches(['\n', '\r']);
    ensure!(!text.is_empty(), "{}: expected a secret, found an empty file", file.display());
    Ok(text.into())
}

/// Reads an address, or a table of settings.
pub(crate) fn address_or_table<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<NatsSettings, D::Error> {
    struct Either;

    impl<'de> Visitor<'de> for Either {
        type Value = NatsSettings;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the address of NATS, or a table of settings")
        }

        fn visit_str<E>(self, url: &str) -> Result<NatsSettings, E> {
            Ok(NatsSettings { url: Some(url.into()), ..NatsSettings::default() })
        }

        fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<NatsSettings, M::Error> {
            NatsSettings::deserialize(MapAccessDeserializer::new(map))
        }
    }

    from.deserialize_any(Either)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        #[serde(deserialize_with = "address_or_table")]
        nats: NatsSettings,
    }

    fn file(text: &str) -> NatsSettings {
        toml::from_str::<File>(text).unwrap().nats
    }

    #[test]
    fn the_file_has_an_address_or_a_table() {
        let short = file("nats = \"nats://host\"").config().unwrap().unwrap();
        assert_eq!(short, "nats://host".into());
        let long = file(
            "[nats]\nurl = \"tls://host\"\nuser = \"agon\"\npassword = \"secret\"\nca = \"ca.pem\"",
        );
        let long = long.config().unwrap().unwrap();
        assert_eq!((long.user.as_deref(), long.servers().as_str()), (Some("agon"), "tls://host"));
        assert_eq!((long.password, long.ca), (Some("secret".into()), Some("ca.pem".into())));
        let error = toml::from_str::<File>("[nats]\ncolour = 1").err().unwrap().to_string();
        assert!(error.contains("colour"), "{error}");
    }

    #[test]
    fn secrets_come_from_files_and_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        fs::write(&secret, "s3cr3t\n").unwrap();
        let flags = NatsSettings { password_file: Some(secret.clone()), ..NatsSettings::default() };
        let merged =
            flags.clone().or(file("[nats]\nurl = \"host\"\nuser = \"agon\"\ntoken = \"other\""));
        let config = merged.config().unwrap().unwrap();
        assert_eq!(config.password, Some("s3cr3t".into()));
        assert_eq!((config.user.as_deref(), config.token), (Some("agon"), None));
        assert!(flags.config().is_err(), "no address");
        fs::write(&secret, "\n").unwrap();
        assert!(merged.config().is_err(), "an empty file");
    }
}
