//! A player who reconnects automatically, as the website does.

use std::time::{Duration, Instant};

use agon_client::{ClientError, Person, Site, Socket};
use serde_json::Value;
use tokio::time::sleep;

/// Time after which reconnecting fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Player {
    pub(crate) person: Person,
    socket: Option<Socket>,
    /// Number of lost connections.
    pub(crate) lost: usize,
    /// Errors of all failed connection attempts.
    pub(crate) refused: Vec<String>,
}

impl Player {
    pub(crate) async fn enter(site: &Site, name: &str) -> Player {
        Player::of(Person::enter(site, name).await.expect("a guest may enter"))
    }

    pub(crate) fn of(person: Person) -> Player {
        Player { person, socket: None, lost: 0, refused: Vec::new() }
    }

    /// The current connection, if any.
    pub(crate) fn socket(&mut self) -> Option<&mut Socket> {
        self.socket.as_mut()
    }

    /// Drops the connection.
    pub(crate) fn lose(&mut self) {
        self.lost += usize::from(self.socket.take().is_some());
    }

    /// Subscribes to a game, reconnecting if necessary, and returns its state.
    pub(crate) async fn look(&mut self, game: &str) -> Value {
        let begin = Instant::now();
        loop {
            match self.try_to_look(game).await {
                Ok(seen) => return seen,
                Err(error) => {
                    assert!(begin.elapsed() < PATIENCE, "cannot reconnect: {error}");
                    if self.socket.is_none() {
                        self.refused.push(error.to_string());
                    }
                    self.lose();
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn try_to_look(&mut self, game: &str) -> Result<Value, ClientError> {
        let socket = match &mut self.socket {
            Some(socket) => socket,
            None => self.socket.insert(self.person.connect().await?),
        };
        socket.watch(game, None, None).await
    }
}
