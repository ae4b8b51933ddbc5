//! The connection to NATS: addresses, credentials, TLS, and how failures are reported.
//!
//! A server that is unreachable is tried again until it answers. A server that refuses the credentials or the
//! TLS settings at the first attempt is an error: waiting does not change it.

mod config;
mod events;

use std::error::Error as _;
use std::io;
use std::time::Duration;

use async_nats::rustls;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions};
use thiserror::Error;

use self::config::{Auth, Login};
pub use self::config::{NatsConfig, Secret};
use self::events::Events;

/// Longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// NATS cannot be used with these settings.
#[derive(Debug, Error)]
pub enum NatsError {
    /// The settings contradict each other or cannot be parsed.
    #[error("{0}")]
    Invalid(String),
    /// A file that the settings name cannot be read.
    #[error("cannot read {file}: {reason}")]
    File {
        /// Path of the file.
        file: String,
        /// Error of the system.
        reason: String,
    },
    /// NATS answered, and refused the credentials.
    #[error("NATS at {servers} refuses the connection with {auth}: check {check}")]
    Refused {
        /// Addresses without credentials.
        servers: String,
        /// What was presented.
        auth: &'static str,
        /// Settings to look at.
        check: &'static str,
    },
    /// The TLS handshake failed.
    #[error(
        "TLS with NATS at {servers} fails: {reason}; check --nats-ca, --nats-cert and --nats-key, \
         and that the certificate of NATS names this host"
    )]
    Tls {
        /// Addresses without credentials.
        servers: String,
        /// Error of the handshake.
        reason: String,
    },
}

/// Messages of a subscription that wait to be read; the library drops those beyond, which may have been published by
/// anybody.
const WAITING: usize = 4_096;

/// Which part of a site connects; NATS may permit each of them only its own subjects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Server,
    Worker,
}

impl Role {
    /// Prefix of the subjects on which answers are received.
    fn inbox(self) -> &'static str {
        match self {
            Role::Server => "_INBOX.server",
            Role::Worker => "_INBOX.worker",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Role::Server => "agon server",
            Role::Worker => "agon worker",
        }
    }
}

/// Connects to NATS. While no server is reachable, the returned client keeps trying.
///
/// # Errors
/// Fails for invalid settings, and if a server answers but refuses the credentials or the TLS handshake.
pub(crate) async fn connect(config: &NatsConfig, role: Role) -> Result<Client, NatsError> {
    let login = Login::read(config)?;
    let options = options(&login, role)?;
    let error = match options.clone().connect(login.addresses.as_slice()).await {
        Ok(client) => return Ok(client),
        Err(error) => error,
    };
    if let Some(error) = final_error(&error, &login) {
        return Err(error);
    }
    let (servers, reason) = (login.servers(), text_of(&error));
    tracing::warn!(servers, reason, "NATS is not reachable; trying again until it is");
    let retried = options.retry_on_initial_connect().connect(login.addresses.as_slice()).await;
    retried.map_err(|error| NatsError::Invalid(format!("--nats {servers}: {error}")))
}

fn options(login: &Login, role: Role) -> Result<ConnectOptions, NatsError> {
    let mut options = ConnectOptions::new()
        .name(role.name())
        .custom_inbox_prefix(role.inbox())
        .require_tls(login.tls)
        .subscription_capacity(WAITING)
        .reconnect_delay_callback(|attempts| {
            let pause = Duration::from_millis(50) * 2_u32.pow(attempts.min(6) as u32);
            pause.min(LONGEST_PAUSE)
        });
    if let Some(file) = &login.ca {
        options = options.add_root_certificates(file.clone());
    }
    if let Some((cert, key)) = &login.client_cert {
        options = options.add_client_certificate(cert.clone(), key.clone());
    }
    options = match &login.auth {
        Auth::None => options,
        Auth::Password { user, password } => {
            options.user_and_password(user.clone(), password.expose().into())
        }
        Auth::Token(token) => options.token(token.expose().into()),
        Auth::Nkey(seed) => options.nkey(seed.expose().into()),
        Auth::Credentials(text) => options.credentials(text.expose()).map_err(|error| {
            NatsError::Invalid(format!("--nats-credentials: not a credentials file: {error}"))
        })?,
    };
    let events = Events::new(login.servers());
    Ok(options.event_callback(move |event| {
        events.report(&event);
        std::future::ready(())
    }))
}

/// The error if another attempt with the same settings cannot succeed.
fn final_error(error: &ConnectError, login: &Login) -> Option<NatsError> {
    let servers = login.servers();
    if let Some(reason) = tls_error(error) {
        return Some(NatsError::Tls { servers, reason });
    }
    let text = text_of(error).to_ascii_lowercase();
    let refused = match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => true,
        ConnectErrorKind::Tls => return Some(NatsError::Tls { servers, reason: text_of(error) }),
        // Such as an expired user of a credentials file.
        _ => text.contains("authorization") || text.contains("authentication"),
    };
    refused.then(|| {
        let (auth, check) = login.auth.described();
        NatsError::Refused { servers, auth, check }
    })
}

/// The message of a failed TLS handshake in a chain of errors.
fn tls_error(error: &ConnectError) -> Option<String> {
    let mut next = error.source();
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<rustls::Error>() {
            return Some(tls_text(error));
        }
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            return Some(tls_text(error));
        }
        next = error.source();
    }
    None
}

fn tls_text(error: &rustls::Error) -> String {
    use rustls::AlertDescription::{BadCertificate, CertificateRequired, HandshakeFailure};
    match error {
        rustls::Error::AlertReceived(BadCertificate | CertificateRequired | HandshakeFailure) => {
            format!("NATS wants a client certificate ({error})")
        }
        error => error.to_string(),
    }
}

fn text_of(error: &ConnectError) -> String {
    match error.source() {
        Some(source) => format!("{}: {source}", error.kind()),
        None => error.kind().to_string(),
    }
}
