//! Other servers of the same site. They share the store, which decides; over NATS they tell each
//! other what has happened, so that everybody who looks hears of it at once. What is lost on the way
//! is healed by what is told every few seconds, and by the store.

mod news;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_protocol::state::Summary;
use agon_protocol::units::Version;
use agon_store::EventRow;
use async_nats::connection::State;
use async_nats::{Client, ConnectError, ConnectOptions, Subscriber};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::timeout;

pub(crate) use self::news::{Ending, GameNews, SiteNews};
use crate::secrets;
use crate::socket::shutdown;
use crate::state::App;

/// Messages that wait to be sent; while NATS is away those beyond that are dropped.
const OUTBOX: usize = 10_000;
/// What lists show is told at most so often.
const PAUSE: Duration = Duration::from_secs(1);
/// Games in one message.
const GAMES: usize = 50;
/// Lists are compared with the store so often.
const HEAL: Duration = Duration::from_secs(30);
/// A connection that does not take a word by then is away.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest pause between attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// What it takes to speak with others of the site.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) site: String,
    pub(crate) node: String,
}

/// The other servers; none, where this one is alone.
#[derive(Clone, Default)]
pub(crate) struct Cluster(Option<Arc<Shared>>);

struct Shared {
    /// Unlike all other servers.
    node: String,
    /// What the subjects of this site begin with: another site may use the same NATS.
    site: String,
    client: Client,
    outbox: mpsc::Sender<(String, Vec<u8>)>,
    /// Games whose lists are to be told.
    listed: Mutex<HashMap<String, Summary>>,
}

impl Shared {
    fn listed(&self) -> MutexGuard<'_, HashMap<String, Summary>> {
        // The map is whole at every moment, whoever panicked.
        self.listed.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn tell(&self, subject: String, news: &impl Serialize) {
        match serde_json::to_vec(news) {
            // A full outbox: what is told every few seconds heals it.
            Ok(text) => drop(self.outbox.try_send((subject, text))),
            Err(error) => tracing::error!(%error, "news cannot be written"),
        }
    }
}

/// Goes to NATS; where it is away, it is tried again and again.
pub(crate) async fn connect(url: &str) -> Result<Client, ConnectError> {
    let options = ConnectOptions::new()
        .name("agon")
        .retry_on_initial_connect()
        .reconnect_delay_callback(|attempts| {
            let pause = Duration::from_millis(50) * 2_u32.pow(attempts.min(6) as u32);
            pause.min(LONGEST_PAUSE)
        })
        .event_callback(|event| {
            tracing::info!(%event, "NATS");
            std::future::ready(())
        });
    options.connect(url).await
}

impl Cluster {
    /// Goes to NATS; where it is away, it is tried again and again. `key` is the same for all servers
    /// of the site, and unlike that of any other.
    pub(crate) async fn connect(url: &str, key: &str) -> Result<Cluster, String> {
        let client = connect(url).await.map_err(|error| error.to_string())?;
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        tokio::spawn(send(client.clone(), waiting));
        let site = format!("agon.{}", &secrets::digest(key)[..12]);
        let shared = Shared {
            node: secrets::id(),
            site: site.replace(['-', '_'], "x"),
            client,
            outbox,
            listed: Mutex::default(),
        };
        Ok(Cluster(Some(Arc::new(shared))))
    }

    /// The way to others of the site; `None` where there are none.
    pub(crate) fn link(&self) -> Option<Link> {
        let Shared { client, site, node, .. } = &**self.0.as_ref()?;
        Some(Link { client: client.clone(), site: site.clone(), node: node.clone() })
    }

    /// Is there no other server?
    pub(crate) fn is_alone(&self) -> bool {
        self.0.is_none()
    }

    /// Why it does not hear of other servers, if it should.
    pub(crate) fn trouble(&self) -> Option<&'static str> {
        let shared = self.0.as_ref()?;
        let away = shared.client.connection_state() != State::Connected;
        away.then_some("NATS is away: what happens on other servers is seen late")
    }

    /// This server among all.
    pub(crate) fn node(&self) -> &str {
        self.0.as_ref().map_or("", |shared| &shared.node)
    }

    fn tell_game(&self, game: &str, news: &GameNews) {
        if let Some(shared) = &self.0 {
            shared.tell(format!("{}.game.{game}", shared.site), news);
        }
    }

    /// Something has happened in a game, and is stored.
    pub(crate) fn tell_events(&self, game: &str, rows: Vec<EventRow>) {
        let rows = rows.into_iter().map(Into::into).collect();
        self.tell_game(game, &GameNews::Events { node: self.node().into(), rows });
    }

    /// Who looks at the game here, and how far it is known.
    pub(crate) fn tell_here(
        &self,
        game: &str,
        version: Version,
        people: Vec<String>,
        strangers: usize,
    ) {
        let node = self.node().into();
        self.tell_game(game, &GameNews::Here { node, version, people, strangers });
    }

    /// Somebody looks at the game here from now on: who else does?
    pub(crate) fn ask_who(&self, game: &str) {
        self.tell_game(game, &GameNews::Who { node: self.node().into() });
    }

    /// What other servers tell of a game; `None` when NATS is away.
    pub(crate) async fn follow_game(&self, game: &str) -> Option<Subscriber> {
        let shared = self.0.as_ref()?;
        let subject = format!("{}.game.{game}", shared.site);
        timeout(PATIENCE, shared.client.subscribe(subject)).await.ok()?.ok()
    }

    /// A game is new or has changed: told together with others.
    pub(crate) fn tell_listed(&self, game: Summary) {
        if let Some(shared) = &self.0 {
            shared.listed().insert(game.id.clone(), game);
        }
    }

    /// Something that connections were opened with is no longer valid.
    pub(crate) fn tell_ending(&self, ending: Ending) {
        if let Some(shared) = &self.0 {
            let news = SiteNews::Ended { node: shared.node.clone(), ending };
            shared.tell(format!("{}.site", shared.site), &news);
        }
    }

    fn tell_lists(&self) {
        let Some(shared) = &self.0 else { return };
        let games: Vec<Summary> = shared.listed().drain().map(|(_, game)| game).collect();
        for games in games.chunks(GAMES) {
            let news = SiteNews::Listed { node: shared.node.clone(), games: games.to_vec() };
            shared.tell(format!("{}.site", shared.site), &news);
        }
    }
}

/// Sends one message after the other; while NATS is away it waits here, not in the games.
async fn send(client: Client, mut waiting: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, text)) = waiting.recv().await {
        if let Err(error) = client.publish(subject, text.into()).await {
            tracing::warn!(%error, "other servers were not told");
        }
    }
}

/// Hears what concerns the whole site, and tells it, until the server is shut down.
pub(crate) async fn attend(app: App) {
    let Some(shared) = app.cluster.0.clone() else { return };
    let mut closing = app.closing.subscribe();
    let mut news: Option<Subscriber> = None;
    let mut tick = tokio::time::interval(PAUSE);
    let mut healed = tokio::time::Instant::now();
    loop {
        if news.is_none() {
            let subject = format!("{}.site", shared.site);
            news =
                timeout(PATIENCE, shared.client.subscribe(subject)).await.ok().and_then(Result::ok);
        }
        let heard = async {
            match &mut news {
                Some(news) => news.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = heard => match message {
                Some(message) => hear(&app, &message.payload),
                None => news = None,
            },
            _ = tick.tick() => {
                app.cluster.tell_lists();
                if healed.elapsed() >= HEAL {
                    healed = tokio::time::Instant::now();
                    if let Err(error) = app.heal_lobby().await {
                        tracing::warn!(%error, "lists may be old");
                    }
                }
            }
            () = shutdown(&mut closing) => return,
        }
    }
}

fn hear(app: &App, text: &[u8]) {
    match serde_json::from_slice(text) {
        Ok(SiteNews::Listed { node, games }) if node != app.cluster.node() => {
            for game in games {
                app.lobby.update(game);
            }
        }
        Ok(SiteNews::Ended { node, ending }) if node != app.cluster.node() => {
            app.admissions.end_with(&ending);
        }
        Ok(_) => {}
        // A server of another version may say more than this one knows.
        Err(error) => tracing::debug!(%error, "news are not understood"),
    }
}
