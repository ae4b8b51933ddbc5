//! What the task of a game answers to those who look at it.

use agon_games::Thought;
use agon_protocol::error::Fault;
use agon_protocol::event::Event;
use agon_protocol::message::ToClient;
use agon_protocol::people::Person;
use agon_protocol::state::{Current, Snapshot};
use agon_protocol::units::Version;
use agon_store::{StoreError, column};
use agon_table::thinking::HINT;
use tokio::sync::oneshot;

use super::actor::{Actor, Answer};
use super::audience::{Listener, Viewer};
use super::error::{CommitError, GameError};
use super::thinking::{self, Advice};
use crate::http::fault::HttpFault;
use crate::pool::Refused;

/// Whoever has missed more events than that gets the whole game, which is shorter.
const MOST_MISSED: u64 = 500;

impl Actor {
    pub(super) fn visible(&self, viewer: &Viewer) -> Result<(), GameError> {
        if self.table.may_see(viewer.id(), viewer.has(&self.table.secret)) {
            return Ok(());
        }
        Err(GameError::Private)
    }

    /// Somebody has another name or picture: all who watch see it.
    pub(super) fn know(&mut self, person: &Person) {
        if self.table.know(person) {
            let (id, seats) = (self.table.id.clone(), self.table.seat_states());
            self.audience.tell(&ToClient::Seats { id, seats });
        }
    }

    /// The current game, for an error that concerns it.
    fn current(&mut self) -> Box<Current> {
        let now = self.time();
        Box::new(self.table.current(now))
    }

    /// A refusal of the table, with the game as it stands.
    pub(super) fn refusal(&mut self, fault: Fault) -> GameError {
        Fault { current: Some(self.current()), ..fault }.into()
    }

    /// A failed commit, with the game as it stands where that is known.
    pub(super) fn not_committed(&mut self, error: CommitError) -> GameError {
        let current = (!self.broken).then(|| self.current());
        GameError::Commit { error, current }
    }

    pub(super) fn snapshot(&mut self, viewer: &Viewer) -> Snapshot {
        let now = self.time();
        let presence = self.audience.presence(&self.table, self.app.grace(), now);
        self.table.snapshot(viewer.id(), presence, now)
    }

    pub(super) async fn watch(
        &mut self,
        viewer: &Viewer,
        listener: Listener,
        since: Option<Version>,
        tag: Option<u32>,
    ) -> Result<(), GameError> {
        self.visible(viewer)?;
        self.audience.join(listener.clone(), viewer.id());
        // Why a computer waits is told again.
        self.queue_announced = None;
        let version = self.table.version;
        let known = since.filter(|&since| {
            since >= Version::FIRST && since <= version && version.0 - since.0 <= MOST_MISSED
        });
        let message = match known {
            Some(since) => {
                let rows = self.app.store.events(&self.table.id, column(since.0)).await?;
                // What another server has written in this moment is told later, in its turn.
                let known = rows.iter().filter(|row| row.version <= column(version.0));
                let events = known.map(|row| Ok(row.event()?.0));
                let mut events = events.collect::<Result<Vec<_>, StoreError>>()?;
                for recorded in &mut events {
                    self.table.rename(&mut recorded.event);
                }
                let now = self.time();
                ToClient::Resumed {
                    id: self.table.id.clone(),
                    events,
                    steps: self.table.steps.clone(),
                    current: Box::new(Current {
                        state: self.table.state(now),
                        view: self.table.view().clone(),
                    }),
                    presence: self.audience.presence(&self.table, self.app.grace(), now),
                }
            }
            None => ToClient::Game { snapshot: Box::new(self.snapshot(viewer)) },
        };
        listener.answer(tag, &message);
        self.announce();
        Ok(())
    }

    pub(super) async fn hint(&mut self, viewer: &Viewer, answer: Answer<Advice>) {
        let found = match self.begin_hint(viewer).await {
            Ok(found) => found,
            Err(error) => {
                let _ = answer.send(Err(error));
                return;
            }
        };
        let ply = self.table.ply();
        tokio::spawn(async move {
            let advice = found.await.ok().flatten().and_then(|thought| {
                Some(Advice { ply, text: thought.best?, verdicts: thought.verdicts })
            });
            let _ = answer.send(advice.ok_or(GameError::Think(Refused::Full)));
        });
    }

    /// Lets a strong player look at the position. A hint that counts is counted first: whoever then gets
    /// none, because of a restart perhaps, may ask again for the same position.
    async fn begin_hint(
        &mut self,
        viewer: &Viewer,
    ) -> Result<oneshot::Receiver<Option<Thought>>, GameError> {
        let person = viewer.person.as_ref().ok_or(GameError::NoIdentity)?;
        self.visible(viewer)?;
        let counted = match self.table.hint(&person.id) {
            Ok(counted) => counted,
            Err(fault) => return Err(self.refusal(fault)),
        };
        let (job, found) =
            thinking::strong_view(&self.table, &self.app, person.id.clone(), "hint", HINT);
        let ticket = self.app.computers.submit(job)?;
        let Some(seat) = counted else { return Ok(found) };
        let hinted = vec![Event::Hinted { seat }];
        self.commit_with(hinted, None, None).await.map(|()| found).map_err(|error| {
            ticket.stop();
            match error {
                CommitError::Overtaken => GameError::Stale,
                error => error.into(),
            }
        })
    }

    /// The computer to move may not think yet: whoever watches hears why, once for each position.
    pub(super) fn tell_queued(&mut self, refused: Refused) {
        let version = self.table.version;
        if self.queue_announced == Some(version) || refused == Refused::Closing {
            return;
        }
        self.queue_announced = Some(version);
        let Fault { code, message, .. } = HttpFault::from(refused).into();
        let id = self.table.id.clone();
        self.audience.tell(&ToClient::Queued { id, version, code, message });
    }
}
