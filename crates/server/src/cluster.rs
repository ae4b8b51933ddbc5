//! Other servers of the same site. They share the store, which decides; over NATS they tell each
//! other what has happened, so that everybody who looks hears of it at once. What is lost on the way
//! is healed by what is told every few seconds, and by the store.
//!
//! Messages are authenticated (`envelope`) and show what has happened; nothing is written because of them that
//! was not read from the store.

pub(crate) mod envelope;
mod news;
pub(crate) mod refusals;
pub(crate) mod subscription;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_protocol::message::ToClient;
use agon_protocol::reach::CodedGame;
use agon_protocol::state::Summary;
use agon_protocol::units::Version;
use agon_store::{EventRow, StoreError};
use agon_table::Table;
use async_nats::Client;
use async_nats::connection::State;
use serde::Serialize;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::envelope::Envelopes;
use self::news::PersonNews;
pub(crate) use self::news::{Ending, GameNews, SiteNews};
use self::refusals::Refusal;
pub(crate) use self::subscription::Subscription;
use self::subscription::next;
use crate::codes::{self, CodeTarget};
use crate::live::audience_text;
use crate::metrics::Number;
use crate::nats::{self, NatsConfig, NatsError, Role};
use crate::own_games;
use crate::secrets::{self, Signer};
use crate::site;
use crate::socket::shutdown;
use crate::state::App;
use crate::time::now;

/// Messages that wait to be sent; while NATS is away those beyond that are dropped.
const OUTBOX: usize = 10_000;
/// What lists show is told at most so often.
const PAUSE: Duration = Duration::from_secs(1);
/// Games in one message.
const GAMES: usize = 50;
/// Lists and what connections were opened with are compared with the store so often.
const HEAL: Duration = Duration::from_secs(30);
/// A change that cannot be read from the store within this time is seen when all is compared with it.
const PATIENCE: Duration = Duration::from_secs(2);
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
    /// Under a key that all servers of the site have, and nobody else.
    envelopes: Arc<Envelopes>,
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
        let node = secrets::id();
        let envelopes = Arc::new(Envelopes::new(key, "agon bus v1", &node));
        tokio::spawn(send(client.clone(), Arc::clone(&envelopes), waiting));
        let name = Signer::new(key).letters("agon bus name v1");
        let shared = Shared {
            node,
            site: format!("agon.{}", &name[..12]),
            client,
            envelopes,
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

    /// Messages from NATS that were dropped for this reason.
    pub(crate) fn refused(&self, refusal: Refusal) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.envelopes.refusals.get(refusal))
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
        self.tell_game(game, &GameNews::Events { rows });
    }

    /// Who looks at the game here, and how far it is known.
    pub(crate) fn tell_here(
        &self,
        game: &str,
        version: Version,
        people: Vec<String>,
        strangers: usize,
    ) {
        self.tell_game(game, &GameNews::Here { version, people, strangers });
    }

    /// Somebody looks at the game here from now on: who else does?
    pub(crate) fn ask_who(&self, game: &str) {
        self.tell_game(game, &GameNews::Who);
    }

    /// What other servers tell of a game; `None` when NATS is away.
    pub(crate) async fn follow_game(&self, game: &str) -> Option<Subscription> {
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
        shared.tell_site(&SiteNews::Removed { game: id.clone() });
        for person in own_games::people(table) {
            shared.tell_person(&person, &PersonNews::Unlisted { id: id.clone() });
        }
    }

    fn tell_site(&self, news: &SiteNews) {
        if let Some(shared) = &self.0 {
            shared.tell_site(news);
        }
    }

    /// Somebody has another name or picture.
    pub(crate) fn tell_changed(&self, person: &str) {
        self.tell_site(&SiteNews::Changed { person: person.into() });
    }

    /// The host has chosen something else for the site.
    pub(crate) fn tell_defaults(&self) {
        self.tell_site(&SiteNews::Defaults);
    }

    /// Somebody has asked for the code of a game, and may give it to others at any server.
    pub(crate) fn tell_code(&self, target: CodeTarget) {
        self.tell_site(&SiteNews::Coded { target });
    }

    /// Asks other servers for the game of a code that is not known here.
    fn ask_code(&self, digest: &str) {
        self.tell_site(&SiteNews::Code { digest: digest.into() });
    }

    /// Something that connections were opened with is no longer valid.
    pub(crate) fn tell_ending(&self, ending: Ending) {
        self.tell_site(&ending.news());
    }
}

impl Shared {
    fn tell_site(&self, news: &SiteNews) {
        self.tell(format!("{}.site", self.site), news);
    }

    fn tell_person(&self, person: &str, news: &PersonNews) {
        self.tell(format!("{}.person.{person}", self.site), news);
    }

    /// Tells which games have changed since the last time.
    fn tell_changed(&self) {
        let changed: Vec<Changed> = self.changed().drain().map(|(_, changed)| changed).collect();
        let mut listed = Vec::new();
        for Changed { summary, listed: for_all, people } in changed {
            for person in people {
                self.tell_person(&person, &PersonNews::Listed { game: Box::new(summary.clone()) });
            }
            if for_all {
                listed.push(summary);
            }
        }
        for games in listed.chunks(GAMES) {
            self.tell_site(&SiteNews::Listed { games: games.to_vec() });
        }
    }

    /// Subscribes to a subject; `None` when NATS is away.
    async fn subscribe(&self, subject: String) -> Option<Subscription> {
        Subscription::new(&self.client, &self.envelopes, subject).await
    }
}

/// Sends one message after the other; while NATS is away they wait here, not in the games.
async fn send(
    client: Client,
    envelopes: Arc<Envelopes>,
    mut waiting: mpsc::Receiver<(String, Vec<u8>)>,
) {
    while let Some((subject, text)) = waiting.recv().await {
        let Some(message) = envelopes.seal(&subject, &text, now()) else {
            tracing::error!(
                subject,
                bytes = text.len(),
                "a message is too large for other servers"
            );
            continue;
        };
        if let Err(error) = client.publish(subject, message.into()).await {
            tracing::warn!(%error, "other servers were not told");
        }
    }
}

/// Hears what concerns the whole site, and tells it, until the server is shut down.
pub(crate) async fn attend(app: App) {
    let Some(shared) = app.cluster.0.clone() else { return };
    let mut closing = app.closing.subscribe();
    let mut news: Option<Subscription> = None;
    let mut tick = tokio::time::interval(PAUSE);
    let mut healed = tokio::time::Instant::now();
    let mut healing = tokio::spawn(async {});
    loop {
        if news.is_none() {
            news = shared.subscribe(format!("{}.site", shared.site)).await;
        }
        tokio::select! {
            message = next(&mut news) => match message {
                Some((_, message)) => {
                    // A store that does not answer must not hold up what lists show.
                    if timeout(PATIENCE, hear(&app, message)).await.is_err() {
                        tracing::debug!("a change of another server is seen later");
                    }
                }
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
    pub(crate) async fn coded_game(&self, code: &str) -> Result<Option<CodedGame>, StoreError> {
        match self.code_target(&codes::digest(&self.signer, code)).await {
            Some(target) => target.open(&self.store).await,
            None => Ok(None),
        }
    }

    async fn code_target(&self, digest: &str) -> Option<CodeTarget> {
        let known = self.codes.game(digest);
        if known.is_some() || self.cluster.is_alone() {
            return known;
        }
        self.cluster.ask_code(digest);
        for _ in 0..ANSWERS {
            tokio::time::sleep(ANSWER / ANSWERS).await;
            if let Some(target) = self.codes.game(digest) {
                return Some(target);
            }
        }
        None
    }
}

/// Shows what another server has told. What it says of settings, people, credentials and removed games is read from
/// the store; if that fails, [`App::heal`] makes up for it.
async fn hear(app: &App, news: SiteNews) {
    let done = match news {
        SiteNews::Listed { games } => {
            for game in games {
                app.lobby.update(game);
            }
            Ok(())
        }
        SiteNews::Credentials { person } => app.admissions.check_person(&app.store, &person).await,
        SiteNews::Name { name_key } => app.admissions.check_name(&app.store, &name_key).await,
        SiteNews::Changed { person } => app.show_stored(&person).await,
        SiteNews::Defaults => site::stored(&app.store).await.map(|chosen| app.site.set(chosen)),
        SiteNews::Removed { game } => app.forget_removed(&game).await,
        SiteNews::Coded { target } => {
            app.codes.code(&app.signer, target);
            Ok(())
        }
        SiteNews::Code { digest } => {
            if let Some(target) = app.codes.game(&digest) {
                app.cluster.tell_code(target);
            }
            Ok(())
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a change of another server is seen later");
    }
}

impl App {
    /// Shows the stored name and picture of a person.
    async fn show_stored(&self, person: &str) -> Result<(), StoreError> {
        if let Some(row) = self.person_now(person).await? {
            self.show_changed(&(&row).into()).await;
        }
        Ok(())
    }

    /// Ends the task of a game, if the store says that it was removed.
    async fn forget_removed(&self, game: &str) -> Result<(), StoreError> {
        if self.store.is_removed(game).await? {
            self.lobby.remove(game);
            self.hub.removed(game).await;
        }
        Ok(())
    }
}

/// Hears of the games of a person as long as somebody here follows them.
pub(crate) async fn follow_person(app: App, person: String, changes: broadcast::Sender<Utf8Bytes>) {
    let Some(shared) = app.cluster.0.clone() else { return };
    let mut closing = app.closing.subscribe();
    let mut news: Option<Subscription> = None;
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
                Ok(Some((_, message))) => {
                    let message = match message {
                        PersonNews::Listed { game } => ToClient::Listed { game },
                        PersonNews::Unlisted { id } => ToClient::Unlisted { id },
                    };
                    if let Some(text) = audience_text(None, &message) {
                        // Without listeners it ends.
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
