//! People with idle connections.

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::client::Client;

pub(crate) struct Crowd {
    people: JoinSet<Option<String>>,
    over: watch::Sender<bool>,
}

impl Crowd {
    /// Starts receiving, which also answers pings.
    pub(crate) fn new(clients: Vec<Client>) -> Crowd {
        let over = watch::Sender::new(false);
        let mut people = JoinSet::new();
        for mut client in clients {
            let mut over = over.subscribe();
            people.spawn(async move {
                tokio::select! {
                    lost = client.drain() => Some(lost),
                    _ = over.wait_for(|over| *over) => None,
                }
            });
        }
        Crowd { people, over }
    }

    /// Disconnects all and returns the reasons of connections that closed early.
    pub(crate) async fn leave(mut self) -> Vec<String> {
        self.over.send_replace(true);
        let mut lost = Vec::new();
        while let Some(ended) = self.people.join_next().await {
            match ended {
                Ok(reason) => lost.extend(reason),
                Err(error) => lost.push(error.to_string()),
            }
        }
        lost
    }
}
