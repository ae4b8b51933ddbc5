//! Other servers of the same site. They share the store, which decides; over NATS they tell each
//! other what has happened, so that everybody who looks hears of it at once. What is lost on the way
//! is healed by what is told every few seconds, and by the store.

mod news;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_protocol::host::SiteDefaults;
use agon_protocol::message::ToClient;
use agon_protocol::people::Person;
use agon_protocol::reach::CodedGame;
use agon_protocol::state::Summary;
use agon_protocol::units::Version;
use agon_store::EventRow;
use agon_table::Table;
use async_nats::connection::State;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::news::PersonNews;
pub(crate) use self::news::{Ending, GameNews, SiteNews};
use crate::live::audience_text;
use crate::metrics::Number;
use crate::nats::{self, NatsConfig, NatsError, Role};
use crate::own_games;
use crate::secrets;
use crate::socket::shutdown;
use crate::state::App;

/// Messages that wait to be sent; while NATS is away those beyond that are dropped.
const OUTBOX: usize = 10_000;
/// What lists show is told at most so often.
const PAUSE: Duration = Duration::from_secs(1);
/// Games in one message.
const GAMES: usize = 50;
/// Lists and what connections were opened with are compared with the store so often.
const HEAL: Duration = Duration::from_secs(30);
/// A connection that does not take a word by then is away.
const PATIENCE: Duration = Duration::from_secs(1);
/// Another server that knows what was asked for has said so by then; it is looked for so often.
const ANSWER: Duration = Duration::from_millis(500);
const ANSWERS: u32 = 25;

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
    /// Messages that found no room in it.
    dropped: Number,
    /// Games that have changed in lists.
    changed: Mutex<HashMap<String, Changed>>,
}

/// Messages and bytes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Traffic {
    pub(crate) told: u64,
    pub(crate) told_bytes: u64,
    pub(crate) heard: u64,
    pub(crate) heard_bytes: u64,
    /// Those that were not told: NATS was away for too long.
    pub(crate) dropped: u64,
    /// How often it was connected to NATS.
    pub(crate) connects: u64,
}

/// What is to be told of a game that has changed.
struct Changed {
    summary: Summary,
    /// Is it in the list of everybody?
    listed: bool,
    /// In whose own lists it is.
    people: Vec<String>,
}

impl Shared {
    fn changed(&self) -> MutexGuard<'_, HashMap<String, Changed>> {
        // The map is whole at every moment, whoever panicked.
        self.changed.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn tell(&self, subject: String, news: &impl Serialize) {
        match serde_json::to_vec(news) {
            // A full outbox: what is told every few seconds heals it.
            Ok(text) => {
                let full = self.outbox.try_send((subject, text)).is_err();
                self.dropped.add(u64::from(full));
            }
            Err(error) => tracing::error!(%error, "news cannot be written"),
        }
    }
}

impl Cluster {
    /// Connects to NATS. `key` is the key of the site, which all of its servers share.
    pub(crate) async fn connect(config: &NatsConfig, key: &str) -> Result<Cluster, NatsError> {
        let client = nats::connect(config, Role::Server).await?;
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        tokio::spawn(send(client.clone(), waiting));
        let site = format!("agon.{}", &secrets::digest(key)[..12]);
        let shared = Shared {
            node: secrets::id(),
            site: site.replace(['-', '_'], "x"),
            client,
            outbox,
            dropped: Number::default(),
            changed: Mutex::default(),
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

    /// What has gone to NATS and come from it; nothing, where this server is alone.
    pub(crate) fn traffic(&self) -> Traffic {
        let Some(shared) = &self.0 else { return Traffic::default() };
        let counted = shared.client.statistics();
        Traffic {
            told: counted.out_messages.load(Ordering::Relaxed),
            told_bytes: counted.out_bytes.load(Ordering::Relaxed),
            heard: counted.in_messages.load(Ordering::Relaxed),
            heard_bytes: counted.in_bytes.load(Ordering::Relaxed),
            dropped: shared.dropped.get(),
            connects: counted.connects.load(Ordering::Relaxed),
        }
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
        shared.subscribe(format!("{}.game.{game}", shared.site)).await
    }

    /// A game is new or has changed: told a little later, together with others.
    pub(crate) fn tell_lists(&self, table: &Table) {
        if let Some(shared) = &self.0 {
            let people = own_games::people(table);
            let changed = Changed { summary: table.summary(), listed: table.setup.listed, people };
            shared.changed().insert(table.id.clone(), changed);
        }
    }

    /// The host has removed a game.
    pub(crate) fn tell_removal(&self, table: &Table) {
        let Some(shared) = &self.0 else { return };
        shared.changed().remove(&table.id);
        let id = &table.id;
        shared.tell_site(&SiteNews::Removed { node: shared.node.clone(), game: id.clone() });
        for person in own_games::people(table) {
            shared.tell_person(&person, ToClient::Unlisted { id: id.clone() });
        }
    }

    /// Somebody has another name or picture.
    pub(crate) fn tell_changed(&self, person: &Person) {
        if let Some(shared) = &self.0 {
            let (node, person) = (shared.node.clone(), person.clone());
            shared.tell_site(&SiteNews::Changed { node, person });
        }
    }

    /// The host has chosen something else for the site.
    pub(crate) fn tell_defaults(&self, chosen: &SiteDefaults) {
        if let Some(shared) = &self.0 {
            let (node, chosen) = (shared.node.clone(), chosen.clone());
            shared.tell_site(&SiteNews::Defaults { node, chosen });
        }
    }

    /// Somebody has asked for the code of a game, and may give it to others at any server.
    pub(crate) fn tell_code(&self, game: &CodedGame) {
        if let Some(shared) = &self.0 {
            let (node, game) = (shared.node.clone(), game.clone());
            shared.tell_site(&SiteNews::Coded { node, game });
        }
    }

    /// Somebody has a code that is not known here: does another server know it?
    fn ask_code(&self, code: &str) {
        if let Some(shared) = &self.0 {
            let (node, code) = (shared.node.clone(), code.to_owned());
            shared.tell_site(&SiteNews::Code { node, code });
        }
    }

    /// Something that connections were opened with is no longer valid.
    pub(crate) fn tell_ending(&self, ending: Ending) {
        if let Some(shared) = &self.0 {
            shared.tell_site(&SiteNews::Ended { node: shared.node.clone(), ending });
        }
    }
}

impl Shared {
    fn tell_site(&self, news: &SiteNews) {
        self.tell(format!("{}.site", self.site), news);
    }

    fn tell_person(&self, person: &str, message: ToClient) {
        let news = PersonNews { node: self.node.clone(), message };
        self.tell(format!("{}.person.{person}", self.site), &news);
    }

    /// Tells which games have changed since the last time.
    fn tell_changed(&self) {
        let changed: Vec<Changed> = self.changed().drain().map(|(_, changed)| changed).collect();
        let mut listed = Vec::new();
        for Changed { summary, listed: for_all, people } in changed {
            for person in people {
                self.tell_person(&person, ToClient::Listed { game: Box::new(summary.clone()) });
            }
            if for_all {
                listed.push(summary);
            }
        }
        for games in listed.chunks(GAMES) {
            self.tell_site(&SiteNews::Listed { node: self.node.clone(), games: games.to_vec() });
        }
    }

    /// What is told under a subject; `None` when NATS is away.
    async fn subscribe(&self, subject: String) -> Option<Subscriber> {
        timeout(PATIENCE, self.client.subscribe(subject)).await.ok()?.ok()
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
    let mut healing = tokio::spawn(async {});
    loop {
        if news.is_none() {
            news = shared.subscribe(format!("{}.site", shared.site)).await;
        }
        let heard = async {
            match &mut news {
                Some(news) => news.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = heard => match message {
                Some(message) => hear(&app, &message.payload).await,
                None => news = None,
            },
            _ = tick.tick() => {
                shared.tell_changed();
                if healed.elapsed() >= HEAL && healing.is_finished() {
                    healed = tokio::time::Instant::now();
                    healing = tokio::spawn(heal(app.clone()));
                }
            }
            () = shutdown(&mut closing) => return,
        }
    }
}

/// Looks up in the store what may have been told in vain.
async fn heal(app: App) {
    if let Err(error) = app.heal().await {
        tracing::warn!(%error, "lists may be old");
    }
}

impl App {
    /// The game that a code leads to, at whichever server it was asked for.
    pub(crate) async fn coded_game(&self, code: &str) -> Option<CodedGame> {
        let known = self.codes.game(code);
        if known.is_some() || self.cluster.is_alone() {
            return known;
        }
        self.cluster.ask_code(code);
        for _ in 0..ANSWERS {
            tokio::time::sleep(ANSWER / ANSWERS).await;
            if let Some(game) = self.codes.game(code) {
                return Some(game);
            }
        }
        None
    }
}

async fn hear(app: &App, text: &[u8]) {
    let own = app.cluster.node();
    match serde_json::from_slice(text) {
        Ok(SiteNews::Listed { node, games }) if node != own => {
            for game in games {
                app.lobby.update(game);
            }
        }
        Ok(SiteNews::Ended { node, ending }) if node != own => app.admissions.end_with(&ending),
        Ok(SiteNews::Changed { node, person }) if node != own => app.show_changed(&person).await,
        Ok(SiteNews::Defaults { node, chosen }) if node != own => app.site.set(chosen),
        Ok(SiteNews::Removed { node, game }) if node != own => {
            app.lobby.remove(&game);
            app.hub.removed(&game).await;
        }
        Ok(SiteNews::Coded { node, game }) if node != own => {
            app.codes.code(&app.signer, game);
        }
        Ok(SiteNews::Code { node, code }) if node != own => {
            if let Some(game) = app.codes.game(&code) {
                app.cluster.tell_code(&game);
            }
        }
        Ok(_) => {}
        // A server of another version may say more than this one knows.
        Err(error) => tracing::debug!(%error, "news are not understood"),
    }
}

/// Hears of the games of a person as long as somebody here follows them.
pub(crate) async fn follow_person(app: App, person: String, changes: broadcast::Sender<Utf8Bytes>) {
    let Some(shared) = app.cluster.0.clone() else { return };
    let mut closing = app.closing.subscribe();
    let mut news: Option<Subscriber> = None;
    while app.own_games.is_followed(&person, &changes) {
        if news.is_none() {
            news = shared.subscribe(format!("{}.person.{person}", shared.site)).await;
        }
        let heard = async {
            match &mut news {
                Some(news) => news.next().await,
                None => {
                    tokio::time::sleep(PAUSE).await;
                    None
                }
            }
        };
        tokio::select! {
            message = timeout(HEAL, heard) => match message {
                Ok(Some(message)) => {
                    let read = serde_json::from_slice(&message.payload);
                    if let Ok(PersonNews { node, message }) = read
                        && node != shared.node
                        && let Some(text) = audience_text(None, &message)
                    {
                        // Nobody listens any more: it ends.
                        let _ = changes.send(text);
                    }
                }
                Ok(None) => news = None,
                Err(_) => {}
            },
            () = shutdown(&mut closing) => return,
        }
    }
}
