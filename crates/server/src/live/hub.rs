//! Finds the task of a game, or starts it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use agon_protocol::people::Person;
use agon_protocol::state::{Scene, Summary};
use agon_protocol::units::{Millis, Seat};
use agon_table::Table;
use tokio::sync::{mpsc, oneshot};

use super::actor::{Actor, Ask};
use super::error::GameError;
use super::filing::Filed;
use crate::state::App;

/// Messages that may wait for a game.
const MAILBOX: usize = 64;

/// The tasks of the games.
#[derive(Default)]
pub(crate) struct Hub {
    tasks: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    /// How far games are whose rows in the store are behind them.
    ahead: Mutex<HashMap<String, Progress>>,
}

/// What a move changes in a list.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) ply: u32,
    pub(super) turn: Option<Seat>,
    pub(super) updated: Millis,
    pub(super) scene: Option<Scene>,
}

impl Hub {
    fn tasks(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        // The map is whole at every moment, whoever panicked.
        self.tasks.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn ahead(&self) -> MutexGuard<'_, HashMap<String, Progress>> {
        // As above.
        self.ahead.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The game has gone on, and its row has not; or it has.
    pub(super) fn note(&self, id: &str, progress: Option<Progress>) {
        match progress {
            Some(progress) => drop(self.ahead().insert(id.to_owned(), progress)),
            None => drop(self.ahead().remove(id)),
        }
    }

    /// Brings what a list shows of a game up to date.
    pub(crate) fn refresh(&self, game: &mut Summary) {
        if let Some(Progress { ply, turn, updated, scene }) = self.ahead().get(&game.id).cloned() {
            (game.ply, game.turn, game.updated) = (ply, turn, updated);
            game.scene = scene.map(Box::new);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.tasks().len()
    }

    /// The mailbox of the game's task, which is started if need be.
    fn find(&self, app: &App, id: &str, game: Option<(Table, Filed)>) -> mpsc::Sender<Ask> {
        let mut tasks = self.tasks();
        if let Some(mailbox) = tasks.get(id).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (mailbox, asks) = mpsc::channel(MAILBOX);
        tasks.insert(id.to_owned(), mailbox.clone());
        tokio::spawn(Actor::run(app.clone(), id.to_owned(), game, asks));
        mailbox
    }

    /// Starts the task of a game that has just been stored.
    pub(crate) fn adopt(&self, app: &App, (table, filed): (Table, Filed)) {
        let id = table.id.clone();
        drop(self.find(app, &id, Some((table, filed))));
    }

    /// Has every task write down what lists and restarts need.
    pub(crate) async fn file_all(&self) {
        let mailboxes: Vec<mpsc::Sender<Ask>> = self.tasks().values().cloned().collect();
        let all = mailboxes.into_iter().map(|mailbox| async move {
            let (answer, answered) = oneshot::channel();
            // A task that has ended has written it, or says why it could not.
            if mailbox.send(Ask::File { answer }).await.is_ok() {
                let _ = answered.await;
            }
        });
        futures_util::future::join_all(all).await;
    }

    /// Asks the game's task and waits for the answer.
    pub(crate) async fn ask<T>(
        &self,
        app: &App,
        id: &str,
        ask: impl Fn(oneshot::Sender<Result<T, GameError>>) -> Ask,
    ) -> Result<T, GameError> {
        // A task that went to sleep at the same moment did not take the message: once more.
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            let mailbox = self.find(app, id, None);
            if mailbox.send(ask(answer)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
        Err(GameError::Silent)
    }

    /// Tells the tasks of these games, those that there are, that a person has another name or picture.
    pub(crate) async fn know(&self, games: &[String], person: &Person) {
        let mailboxes: Vec<mpsc::Sender<Ask>> = {
            let tasks = self.tasks();
            games.iter().filter_map(|id| tasks.get(id).cloned()).collect()
        };
        for mailbox in mailboxes {
            // A task that has ended reads the name when it begins again.
            let _ = mailbox.send(Ask::Know { person: person.clone() }).await;
        }
    }

    /// Another server has removed the game: its task here ends, if there is one.
    pub(crate) async fn removed(&self, id: &str) {
        let mailbox = self.tasks().get(id).cloned();
        if let Some(mailbox) = mailbox {
            // A task that has ended finds out when it begins again.
            let _ = mailbox.send(Ask::Removed).await;
        }
    }

    /// Tells the game's task, if there is one, that a connection has gone.
    pub(crate) async fn part(&self, id: &str, number: u64) {
        let mailbox = self.tasks().get(id).cloned();
        if let Some(mailbox) = mailbox {
            // A task that has ended has forgotten the connection anyway.
            let _ = mailbox.send(Ask::Unwatch { number }).await;
        }
    }

    /// The task ends if nobody has written to it meanwhile.
    pub(super) fn retire(&self, id: &str, asks: &mut mpsc::Receiver<Ask>) -> bool {
        let mut tasks = self.tasks();
        if !asks.is_empty() {
            return false;
        }
        asks.close();
        if tasks.get(id).is_some_and(mpsc::Sender::is_closed) {
            tasks.remove(id);
        }
        true
    }
}
