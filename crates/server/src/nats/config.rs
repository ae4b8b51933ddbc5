//! Settings of the connection to NATS.

use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use async_nats::ServerAddr;
use serde::Deserialize;

use super::NatsError;

/// A text that is never printed: passwords, tokens, keys.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Secret {
        Secret(text.into())
    }
}

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Secret, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// How to reach NATS, for servers and workers alike. Credentials are given in one way only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NatsConfig {
    /// Addresses such as `nats://host:4222`, separated by commas; `tls://` demands TLS. An address may contain
    /// `USER:PASSWORD@` or `TOKEN@`, percent-encoded.
    pub url: Secret,
    /// Name of the user.
    pub user: Option<String>,
    /// Password of the user.
    pub password: Option<Secret>,
    /// Token.
    pub token: Option<Secret>,
    /// File with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// Credentials file: a JWT with the seed of its nkey.
    pub credentials: Option<PathBuf>,
    /// File with the certificates of the authorities that NATS is verified with, in PEM format; otherwise those
    /// of the system.
    pub ca: Option<PathBuf>,
    /// File with the client certificate, in PEM format.
    pub cert: Option<PathBuf>,
    /// File with the private key of the client certificate, in PEM format.
    pub key: Option<PathBuf>,
}

impl From<&str> for NatsConfig {
    fn from(url: &str) -> NatsConfig {
        NatsConfig { url: url.into(), ..NatsConfig::default() }
    }
}

impl NatsConfig {
    /// The addresses without credentials, for people.
    #[must_use]
    pub fn servers(&self) -> String {
        let addresses = self.url.expose().split(',').map(|address| split_user(address.trim()).0);
        addresses.collect::<Vec<_>>().join(",")
    }
}

/// What is presented to NATS.
#[derive(Debug, PartialEq)]
pub(super) enum Auth {
    None,
    Password { user: String, password: Secret },
    Token(Secret),
    Nkey(Secret),
    Credentials(Secret),
}

impl Auth {
    /// What it is, and the settings to check when it is refused.
    pub(super) fn described(&self) -> (&'static str, &'static str) {
        match self {
            Auth::None => (
                "no credentials",
                "whether --nats-user, --nats-token, --nats-nkey or --nats-credentials is missing",
            ),
            Auth::Password { .. } => ("this user and password", "--nats-user and --nats-password"),
            Auth::Token(_) => ("this token", "--nats-token"),
            Auth::Nkey(_) => {
                ("this nkey", "--nats-nkey and the public key in the settings of NATS")
            }
            Auth::Credentials(_) => {
                ("this credentials file", "--nats-credentials and whether its user has expired")
            }
        }
    }
}

/// Checked settings, with the contents of files.
#[derive(Debug)]
pub(super) struct Login {
    /// Without credentials: the client library logs them.
    pub(super) addresses: Vec<String>,
    pub(super) auth: Auth,
    pub(super) tls: bool,
    pub(super) ca: Option<PathBuf>,
    /// Certificate and key.
    pub(super) client_cert: Option<(PathBuf, PathBuf)>,
}

impl Login {
    pub(super) fn servers(&self) -> String {
        self.addresses.join(",")
    }

    pub(super) fn read(config: &NatsConfig) -> Result<Login, NatsError> {
        let invalid = |text: &str| Err(NatsError::Invalid(text.into()));
        let mut addresses = Vec::new();
        let mut found = Vec::new();
        for address in config.url.expose().split(',').map(str::trim).filter(|text| !text.is_empty())
        {
            let (address, user) = split_user(address);
            if let Err(error) = address.parse::<ServerAddr>() {
                return Err(NatsError::Invalid(format!("--nats {address}: {error}")));
            }
            match user.map(auth_of).transpose()? {
                // Each server of a cluster is named with the same user.
                Some(auth) if !found.contains(&auth) => found.push(auth),
                _ => {}
            }
            addresses.push(address);
        }
        if addresses.is_empty() {
            return invalid("--nats: expected an address such as nats://host");
        }
        if found.len() > 1 {
            return invalid("--nats: the addresses name different users");
        }
        match (&config.user, &config.password) {
            (Some(user), Some(password)) => {
                found.push(Auth::Password { user: user.clone(), password: password.clone() });
            }
            (Some(_), None) => {
                return invalid("--nats-user needs --nats-password or --nats-password-file");
            }
            (None, Some(_)) => return invalid("--nats-password needs --nats-user"),
            (None, None) => {}
        }
        found.extend(config.token.clone().map(Auth::Token));
        if let Some(file) = &config.nkey {
            found.push(Auth::Nkey(read(file)?.trim().into()));
        }
        if let Some(file) = &config.credentials {
            found.push(Auth::Credentials(read(file)?.into()));
        }
        if found.len() > 1 {
            return invalid(
                "NATS takes one sort of credentials: a user with a password, a token, an nkey or a \
                 credentials file, either in the address or by its own setting",
            );
        }
        let client_cert = match (&config.cert, &config.key) {
            (Some(cert), Some(key)) => Some((cert.clone(), key.clone())),
            (None, None) => None,
            _ => return invalid("--nats-cert and --nats-key are given together"),
        };
        // They are read at each connection; an unreadable file is noticed now.
        let files = config.ca.iter().chain(client_cert.iter().flat_map(|(cert, key)| [cert, key]));
        for file in files {
            read(file)?;
        }
        Ok(Login {
            tls: config.ca.is_some()
                || client_cert.is_some()
                || addresses.iter().any(|address| address.starts_with("tls://")),
            addresses,
            auth: found.pop().unwrap_or(Auth::None),
            ca: config.ca.clone(),
            client_cert,
        })
    }
}

fn read(file: &Path) -> Result<String, NatsError> {
    fs::read_to_string(file).map_err(|error| NatsError::File {
        file: file.display().to_string(),
        reason: error.to_string(),
    })
}

/// An address without its user, and the user: everything before the last `@`, which a password that is not encoded
/// may contain, too.
fn split_user(address: &str) -> (String, Option<&str>) {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    match rest.rsplit_once('@') {
        Some((user, host)) => (format!("{scheme}://{host}"), Some(user)),
        None => (format!("{scheme}://{rest}"), None),
    }
}

/// `USER:PASSWORD` or `TOKEN`.
fn auth_of(user: &str) -> Result<Auth, NatsError> {
    Ok(match user.split_once(':') {
        Some((user, password)) => {
            Auth::Password { user: decoded(user)?, password: decoded(password)?.into() }
        }
        None => Auth::Token(decoded(user)?.into()),
    })
}

/// Replaces `%40` and the like by what they stand for.
fn decoded(text: &str) -> Result<String, NatsError> {
    let wrong = || NatsError::Invalid("--nats: the user or password is not percent-encoded".into());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (Some(high), Some(low)) = (digit(), digit()) else { return Err(wrong()) };
        bytes.push((high << 4 | low) as u8);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(url: &str) -> Login {
        Login::read(&url.into()).unwrap()
    }

    #[test]
    fn users_of_an_address_are_taken_out_of_it() {
        let password = |user: &str, password: &str| Auth::Password {
            user: user.into(),
            password: password.into(),
        };
        let table = [
            ("nats://host", "nats://host", Auth::None),
            ("host:4223", "nats://host:4223", Auth::None),
            ("nats://agon:secret@host:4222", "nats://host:4222", password("agon", "secret")),
            ("nats://a%40b:p%3A%2f%20@host", "nats://host", password("a@b", "p:/ ")),
            ("tls://s3cr3t@host", "tls://host", Auth::Token("s3cr3t".into())),
            ("nats://u:p@a,nats://u:p@b", "nats://a,nats://b", password("u", "p")),
            ("nats://u:p/w@host", "nats://host", password("u", "p/w")),
        ];
        for (url, servers, auth) in table {
            let login = login(url);
            assert_eq!((login.servers().as_str(), &login.auth), (servers, &auth), "{url}");
            assert_eq!(NatsConfig::from(url).servers(), servers);
        }
        assert!(login("tls://host").tls && !login("nats://host").tls);
    }

    #[test]
    fn what_contradicts_itself_is_refused_without_showing_secrets() {
        let config = |url: &str| NatsConfig::from(url);
        let table = [
            config(""),
            config("nats://u:secret%zz@host"),
            config("nats://u:secret@a,nats://v:secret@b"),
            config("http://u:secret@host"),
            NatsConfig { user: Some("u".into()), ..config("nats://host") },
            NatsConfig { password: Some("secret".into()), ..config("nats://host") },
            NatsConfig { token: Some("secret".into()), ..config("nats://u:secret@host") },
            NatsConfig { cert: Some("cert.pem".into()), ..config("nats://host") },
            NatsConfig { nkey: Some("/no/such/file".into()), ..config("nats://host") },
        ];
        for config in table {
            let error = Login::read(&config).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let config = NatsConfig {
            user: Some("agon".into()),
            password: Some("secret".into()),
            token: Some("secret".into()),
            ..NatsConfig::from("nats://u:secret@host")
        };
        let printed = format!("{config:?} {:?}", login("nats://u:secret@host"));
        assert!(!printed.contains("secret"), "{printed}");
    }
}
