//! How other servers tell of a game that somebody looks at here, and hear who does. Where nobody
//! looks nothing is heard: the store knows.

use agon_protocol::units::Millis;

use super::actor::Actor;
use crate::cluster::{GameNews, Subscription};

/// Who looks is told at most so often when it changes, ...
const PAUSE: Millis = Millis(1_000);
/// ... and so often when it does not, with the version of the game: what was lost is noticed then.
const BEACON: Millis = Millis(3_000);
/// The store is asked so often: whoever wrote the last event may not have come to tell it.
const HEAL: Millis = Millis(30_000);
/// A server that was not heard for so long has gone.
const GONE: Millis = Millis(10_000);
/// NATS was away: it is tried again after so long.
const AGAIN: Millis = Millis(1_000);

/// The subscription of one game.
#[derive(Default)]
pub(crate) struct Feed {
    news: Option<Subscription>,
    /// Who looks here, as it was told last, and when.
    told: Option<(Vec<String>, usize)>,
    told_at: Millis,
    healed_at: Millis,
    /// When something is to be told or tried.
    due: Option<Millis>,
}

impl Feed {
    /// The next message with its sender; never, without a subscription.
    pub(super) async fn next(&mut self) -> Option<(String, GameNews)> {
        let Some(news) = &mut self.news else { return std::future::pending().await };
        let message = news.next().await;
        if message.is_none() {
            self.news = None;
        }
        message
    }

    /// When [`Actor::attend_feed`] has something to do.
    pub(super) fn due(&self) -> Option<Millis> {
        self.due
    }
}

impl Actor {
    /// Listens while somebody looks, and tells who does.
    pub(super) async fn attend_feed(&mut self) {
        if self.app.cluster.is_alone() {
            return;
        }
        let id = self.table.id.clone();
        if self.audience.is_empty() {
            if self.feed.news.take().is_some() {
                self.app.cluster.tell_here(&id, self.table.version, Vec::new(), 0);
                self.audience.forget_elsewhere();
            }
            (self.feed.told, self.feed.due) = (None, None);
            return;
        }
        let now = self.time();
        self.audience.set_blind(self.app.cluster.trouble().is_some());
        if self.feed.news.is_none() {
            if self.feed.due.is_some_and(|due| now < due) {
                return;
            }
            self.feed.news = self.app.cluster.follow_game(&id).await;
            if self.feed.news.is_none() {
                self.feed.due = Some(now + AGAIN);
                return;
            }
            self.app.cluster.ask_who(&id);
            // What happened before somebody listened is in the store.
            self.refresh().await;
            (self.feed.healed_at, self.feed.told) = (now, None);
        }
        if now >= self.feed.healed_at + HEAL {
            self.feed.healed_at = now;
            self.refresh().await;
        }
        let here = self.audience.here();
        let changed = self.feed.told.as_ref() != Some(&here);
        let pause = if changed { PAUSE } else { BEACON };
        if self.feed.told.is_none() || now >= self.feed.told_at + pause {
            let (people, strangers) = here.clone();
            self.app.cluster.tell_here(&id, self.table.version, people, strangers);
            (self.feed.told, self.feed.told_at) = (Some(here), now);
            let heard = self.app.cluster.trouble().is_none();
            if heard && self.audience.forget_silent(now.since(GONE)) {
                self.announce();
            }
            self.feed.due = Some(now + BEACON);
        } else {
            self.feed.due = Some(self.feed.told_at + pause);
        }
    }

    pub(super) async fn hear_news(&mut self, news: Option<(String, GameNews)>) {
        match news {
            Some((_, GameNews::Events { rows })) => {
                let rows: Vec<_> = rows.into_iter().map(Into::into).collect();
                self.hear_events(&rows).await;
            }
            Some((node, GameNews::Here { version, people, strangers })) => {
                let now = self.time();
                self.audience.hear_of(node, people, strangers, now);
                self.announce();
                self.hear_version(version).await;
            }
            Some((_, GameNews::Who)) => self.feed.told = None,
            None => {}
        }
    }

    /// Do the computers of this game think here? Where several servers have somebody who looks, one
    /// of them lets them: the others would only do the same work again.
    pub(super) fn leads(&self) -> bool {
        self.app.cluster.is_alone() || self.audience.leads(self.app.cluster.node())
    }
}
