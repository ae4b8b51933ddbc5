//! The security log: sign-ins, failures, and changes of passwords, tokens and accounts, with the target
//! `agon::security`. It has addresses and account ids, but no secrets: a login that does not exist is not
//! logged, because people type passwords into that field.

use agon_store::PersonRow;

use crate::identity::Caller;
use crate::limits::Asker;

const TARGET: &str = "agon::security";

/// Logs what a caller has done to the own account. `about` is the id of a token or session, or empty.
pub(crate) fn log(caller: &Caller, event: &'static str, about: &str) {
    let account = caller.person.as_ref().map_or("", |person| &person.id);
    tracing::info!(target: TARGET, address = %caller.address, account, about, "{event}");
}

/// Logs that a caller has become another person.
pub(crate) fn log_sign_in(caller: &Caller, event: &'static str, person: &PersonRow) {
    tracing::info!(target: TARGET, address = %caller.address, account = person.id, "{event}");
}

/// Logs a refused password, code or key. `person` is the account that it was for, if there is one.
pub(crate) fn log_refusal(address: &Asker, event: &'static str, person: Option<&PersonRow>) {
    let account = person.map_or("unknown", |person| &person.id);
    tracing::warn!(target: TARGET, %address, account, "{event}");
}
