//! What the log says about the connection: each change once, however often the library reports it.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use async_nats::{ClientError, Event, ServerError};

/// Errors of an open connection are logged at most this often.
const PAUSE: Duration = Duration::from_secs(60);

pub(super) struct Events {
    servers: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lost: bool,
    refused: bool,
    /// When an error of an open connection was logged, and how many were not since then.
    error: Option<(Instant, u64)>,
}

impl Events {
    pub(super) fn new(servers: String) -> Events {
        Events { servers, state: Mutex::default() }
    }

    pub(super) fn report(&self, event: &Event) {
        // No invariant spans the lock, so poisoning is ignored.
        let mut state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let servers = &self.servers;
        match event {
            Event::Connected => {
                tracing::info!(servers, "connected to NATS");
                (state.lost, state.refused) = (false, false);
            }
            Event::Disconnected if !state.lost => {
                state.lost = true;
                tracing::warn!(servers, "the connection to NATS is lost; connecting again");
            }
            event if is_refusal(event) => {
                if !state.refused {
                    state.refused = true;
                    tracing::error!(
                        servers,
                        "NATS refuses the credentials; trying again until it takes them"
                    );
                }
            }
            Event::ServerError(_) | Event::SlowConsumer(_) => {
                let hidden = match &mut state.error {
                    Some((at, hidden)) if at.elapsed() < PAUSE => {
                        *hidden += 1;
                        return;
                    }
                    last => last.replace((Instant::now(), 0)).map_or(0, |(_, hidden)| hidden),
                };
                tracing::warn!(servers, %event, hidden, "NATS reports an error");
            }
            event => tracing::debug!(servers, %event, "NATS"),
        }
    }
}

fn is_refusal(event: &Event) -> bool {
    match event {
        Event::ServerError(ServerError::AuthorizationViolation) => true,
        Event::ClientError(ClientError::Other(text)) => text.contains("authorization violation"),
        _ => false,
    }
}
