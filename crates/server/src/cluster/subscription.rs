//! Authenticated messages of one subject.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::envelope::{Envelopes, Opener};
use super::refusals::Refusal;
use crate::time::now;

/// A connection that does not take a subscription within this time is away.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Subscription {
    messages: Subscriber,
    opener: Opener,
}

impl Subscription {
    /// Subscribes to a subject; `None` while NATS is away.
    pub(crate) async fn new(
        client: &Client,
        envelopes: &Arc<Envelopes>,
        subject: String,
    ) -> Option<Subscription> {
        let opener = envelopes.opener();
        let messages = timeout(PATIENCE, client.subscribe(subject)).await.ok()?.ok()?;
        Some(Subscription { messages, opener })
    }

    /// The next authentic message with its sender; others are counted and dropped. `None` when the subscription
    /// has ended. Can be cancelled without losing a message.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> Option<(String, T)> {
        loop {
            let message = self.messages.next().await?;
            let opened = self.opener.open(&message.subject, &message.payload, now());
            let Some(opened) = opened else { continue };
            match serde_json::from_slice(opened.content) {
                Ok(content) => return Some((opened.sender.to_owned(), content)),
                Err(error) => {
                    self.opener.refuse(Refusal::Unreadable);
                    tracing::debug!(%error, "a message cannot be parsed");
                }
            }
        }
    }
}

/// The next message; never, while there is no subscription.
pub(crate) async fn next<T: DeserializeOwned>(
    subscription: &mut Option<Subscription>,
) -> Option<(String, T)> {
    match subscription {
        Some(subscription) => subscription.next().await,
        None => std::future::pending().await,
    }
}
