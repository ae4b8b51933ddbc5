//! What the task of a game answers to those who look at it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_store::EventRow;

use super::actor::{Actor, Answer};
use super::audience::{Listener, Viewer};
use super::thinking::{self, Advice};
use crate::error::{Code, Fault};
use crate::protocol::event::Recorded;
use crate::protocol::message::ToClient;
use crate::protocol::state::{Current, Phase, Snapshot};
use crate::time::now;

impl Actor {
    pub(super) fn visible(&self, viewer: &Viewer) -> Result<(), Fault> {
        if self.table.may_see(viewer.id(), viewer.key.as_deref()) {
            return Ok(());
        }
        Err(Fault::new(Code::Private, "this game is private; ask its players for the link"))
    }

    pub(super) fn with_current(&mut self, fault: Fault) -> Fault {
        Fault { current: Some(Box::new(self.table.current(now()))), ..fault }
    }

    pub(super) fn snapshot(&mut self, viewer: &Viewer) -> Snapshot {
        let now = now();
        let person = viewer.id();
        let invites = person.is_some_and(|person| self.table.may_invite(person));
        Snapshot {
            id: self.table.id.clone(),
            setup: self.table.setup.clone(),
            board: self.table.board(),
            steps: self.table.steps.clone(),
            state: self.table.state(now),
            view: self.table.view().clone(),
            presence: self.audience.presence(&self.table, self.app.config.grace, now),
            mine: person.map(|person| self.table.seats_of(person)).unwrap_or_default(),
            key: invites.then(|| self.table.secret.clone()),
        }
    }

    pub(super) async fn watch(
        &mut self,
        viewer: &Viewer,
        listener: Listener,
        since: Option<u64>,
        tag: Option<u32>,
    ) -> Result<(), Fault> {
        self.visible(viewer)?;
        self.audience.join(listener.clone(), viewer.id());
        let known = since.filter(|&since| since > 0 && since <= self.table.version);
        let message = match known {
            Some(since) => {
                let rows = self.app.store.events(&self.table.id, since as i64).await?;
                let read = |row: EventRow| {
                    let event = serde_json::from_str(&row.payload).ok()?;
                    Some(Recorded { version: row.version as u64, at: row.at as u64, event })
                };
                let now = now();
                ToClient::Resumed {
                    tag,
                    id: self.table.id.clone(),
                    events: rows.into_iter().filter_map(read).collect(),
                    steps: self.table.steps.clone(),
                    current: Box::new(Current {
                        state: self.table.state(now),
                        view: self.table.view().clone(),
                    }),
                    presence: self.audience.presence(&self.table, self.app.config.grace, now),
                }
            }
            None => ToClient::Game { tag, snapshot: Box::new(self.snapshot(viewer)) },
        };
        listener.tell(&message);
        self.announce();
        Ok(())
    }

    pub(super) fn hint(&mut self, viewer: &Viewer, answer: Answer<Advice>) {
        if let Err(fault) = self.check_hint(viewer) {
            let _ = answer.send(Err(fault));
            return;
        }
        let ply = self.table.ply();
        let (job, found) = thinking::hint(&self.table, &self.app, Arc::new(AtomicBool::new(false)));
        let busy = || Fault::new(Code::Busy, "all computers are busy; try again");
        if self.app.pool.submit(job).is_err() {
            let _ = answer.send(Err(busy()));
            return;
        }
        tokio::spawn(async move {
            let advice = found.await.ok().flatten().and_then(|thought| {
                Some(Advice { ply, text: thought.best?, verdicts: thought.verdicts })
            });
            let _ = answer.send(advice.ok_or_else(busy));
        });
    }

    fn check_hint(&mut self, viewer: &Viewer) -> Result<(), Fault> {
        let person = viewer.person.as_ref().ok_or_else(Fault::no_identity)?;
        self.visible(viewer)?;
        let fault = if self.table.phase != Phase::Playing {
            Fault::new(Code::Over, "the game is not being played")
        } else if !self.table.setup.hints {
            Fault::new(Code::NotAllowed, "this game is played without hints")
        } else if !self.table.seats_of(&person.id).contains(&self.table.turn().unwrap_or(u8::MAX)) {
            Fault::new(Code::NotYourTurn, "a hint is for the player to move")
        } else {
            return Ok(());
        };
        Err(self.with_current(fault))
    }
}
