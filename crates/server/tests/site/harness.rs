//! A server on a free port with a real file, and people who talk to it over real sockets.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::board::View;
use agon_protocol::error::Code;
use agon_protocol::event::{Event, Recorded};
use agon_protocol::message::{FromClient, Tagged, ToClient};
use agon_protocol::state::{Current, GameState, Snapshot};
use agon_protocol::units::Version;
use agon_server::{App, Config};
use agon_store::{Store, trial};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing takes longer, also on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server.
pub(crate) struct Site {
    pub(crate) url: String,
    pub(crate) http: reqwest::Client,
    pub(crate) store: Store,
    pub(crate) folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Address of NATS for tests.
pub(crate) fn nats() -> Option<String> {
    std::env::var("AGON_TEST_NATS").ok()
}

/// A configuration for tests: no limits, quick computers, short grace.
pub(crate) fn config() -> Config {
    Config {
        rate_limit: None,
        nats: nats().filter(|_| trial::is_postgres()).map(|url| url.as_str().into()),
        engine_threads: 1,
        think_time: Duration::from_millis(100),
        grace: 300,
        ..Config::default()
    }
}

/// Returns whether servers can share a site; records a skip otherwise.
pub(crate) fn is_shared() -> bool {
    agon_testkit::require(config().nats.is_some(), "needs PostgreSQL and NATS")
}

impl Site {
    pub(crate) async fn start() -> Site {
        Site::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Site {
        Site::over(config, tempfile::tempdir().unwrap()).await
    }

    pub(crate) async fn over(config: Config, folder: TempDir) -> Site {
        let store = trial::open(folder.path()).await.unwrap();
        Site::on(config, folder, store).await
    }

    /// Another server of the same site.
    pub(crate) async fn beside(&self, config: Config) -> Site {
        let store = trial::open(self.folder.path()).await.unwrap();
        Site::on(config, tempfile::tempdir().unwrap(), store).await
    }

    pub(crate) async fn on(config: Config, folder: TempDir, store: Store) -> Site {
        let app = App::start(config, store.clone()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            agon_server::serve(app, listener, stopped).await.unwrap();
        });
        Site { url, http: reqwest::Client::new(), store, folder, stop: Some(stop), task }
    }

    /// Ends the server in order and starts another one with the same data.
    pub(crate) async fn restart(mut self) -> Site {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.task).await.unwrap().unwrap();
        Site::over(config(), self.folder).await
    }

    pub(crate) async fn stop(mut self) -> TempDir {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.task).await.unwrap().unwrap();
        self.folder
    }

    /// A guest, not yet connected.
    pub(crate) async fn guest(&self, name: &str) -> Person {
        self.guest_by(self.http.clone(), name).await
    }

    /// A registered person, whose password is `correct horse`.
    pub(crate) async fn registered(&self, name: &str) -> Person {
        self.guest(name).await.register(name, "correct horse").await
    }

    /// A guest at another address, for a site that believes its proxy.
    pub(crate) async fn guest_from(&self, address: &str, name: &str) -> Person {
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert("x-forwarded-for", address.parse().unwrap());
        let client = reqwest::Client::builder().default_headers(headers).build().unwrap();
        self.guest_by(client, name).await
    }

    async fn guest_by(&self, http: reqwest::Client, name: &str) -> Person {
        let response = http
            .post(format!("{}/api/me", self.url))
            .json(&json!({ "name": name }))
            .send()
            .await
            .unwrap();
        let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let me: Value = response.json().await.unwrap();
        Person {
            url: self.url.clone(),
            http,
            header: ("cookie", cookie),
            id: me["id"].as_str().unwrap().into(),
        }
    }

    /// Somebody without a cookie.
    pub(crate) fn stranger(&self) -> Person {
        let header = ("x-nothing", "nothing".into());
        Person { url: self.url.clone(), http: self.http.clone(), header, id: String::new() }
    }
}

/// Somebody with a cookie or token.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) url: String,
    pub(crate) http: reqwest::Client,
    pub(crate) header: (&'static str, String),
    pub(crate) id: String,
}

impl Person {
    /// The same person at another server of the site.
    pub(crate) fn at(&self, site: &Site) -> Person {
        Person { url: site.url.clone(), ..self.clone() }
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let method = method.parse().unwrap();
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        request = request.header(self.header.0, &self.header.1);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Registers a guest; returns the same person with the new session.
    pub(crate) async fn register(&self, login: &str, password: &str) -> Person {
        let body = json!({ "login": login, "password": password });
        let request = self.http.post(format!("{}/api/register", self.url)).json(&body);
        let response = request.header(self.header.0, &self.header.1).send().await.unwrap();
        assert_eq!(response.status(), 200, "{login}");
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        Person { header: ("cookie", cookie), ..self.clone() }
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.request("GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.request("POST", path, Some(body)).await
    }

    /// Makes a game; its id and key.
    pub(crate) async fn make(&self, wish: Value) -> (String, String) {
        let (status, made) = self.post("/api/games", wish).await;
        assert_eq!(status, 201, "{made}");
        (made["id"].as_str().unwrap().into(), made["key"].as_str().unwrap().into())
    }

    pub(crate) async fn act(&self, id: &str, action: Value) -> (u16, Value) {
        self.post(&format!("/api/games/{id}/actions"), action).await
    }

    pub(crate) async fn connect(&self) -> Socket {
        let mut socket = self.open(&[]).await.unwrap();
        let ToClient::Welcome { person, .. } = socket.hear().await else { panic!("no welcome") };
        assert_eq!(person.map(|person| person.id).unwrap_or_default(), self.id);
        socket
    }

    /// Opens a WebSocket with more headers.
    pub(crate) async fn open(
        &self,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tungstenite::Error> {
        let url = format!("{}/api/socket", self.url.replacen("http", "ws", 1));
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert(self.header.0, self.header.1.parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (stream, _) = connect_async(request).await?;
        Ok(Socket { stream, unread: VecDeque::new() })
    }
}

static TAGS: AtomicU32 = AtomicU32::new(1);

/// A WebSocket.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages that came before the answer to a question.
    unread: VecDeque<Tagged<ToClient>>,
}

impl Socket {
    pub(crate) async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn say(&mut self, message: FromClient) {
        self.say_text(&serde_json::to_string(&Tagged { tag: None, message }).unwrap()).await;
    }

    pub(crate) async fn say_tagged(&mut self, tag: u32, message: FromClient) {
        let tagged = Tagged { tag: Some(tag), message };
        self.say_text(&serde_json::to_string(&tagged).unwrap()).await;
    }

    /// The next message, or `None` when the server has closed the connection.
    pub(crate) async fn try_hear(&mut self) -> Option<ToClient> {
        self.try_hear_tagged().await.map(|tagged| tagged.message)
    }

    /// The next message with the number of the question that it answers.
    pub(crate) async fn hear_tagged(&mut self) -> (Option<u32>, ToClient) {
        let Tagged { tag, message } = self.try_hear_tagged().await.expect("the connection is open");
        (tag, message)
    }

    async fn try_hear_tagged(&mut self) -> Option<Tagged<ToClient>> {
        match self.unread.pop_front() {
            Some(message) => Some(message),
            None => self.receive().await,
        }
    }

    /// What was said before the last answer, one after the other.
    pub(crate) fn unread(&mut self) -> Option<ToClient> {
        self.unread.pop_front().map(|tagged| tagged.message)
    }

    /// Forgets what was said before the last answer.
    pub(crate) fn forget(&mut self) {
        self.unread.clear();
    }

    async fn receive(&mut self) -> Option<Tagged<ToClient>> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("a message in time")? {
                Ok(Message::Text(text)) => {
                    return Some(
                        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")),
                    );
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> ToClient {
        self.try_hear().await.expect("the connection is open")
    }

    /// The answer to a question; what else comes is kept for later.
    pub(crate) async fn answer(&mut self, tag: u32) -> ToClient {
        loop {
            let heard = self.receive().await.expect("the connection is open");
            let last = !matches!(heard.message, ToClient::Analysis { done: false, .. });
            if heard.tag == Some(tag) && last {
                return heard.message;
            }
            self.unread.push_back(heard);
        }
    }

    pub(crate) async fn ask(&mut self, message: FromClient) -> ToClient {
        let tag = TAGS.fetch_add(1, Ordering::Relaxed);
        self.say_tagged(tag, message).await;
        self.answer(tag).await
    }

    pub(crate) async fn watch(&mut self, id: &str, key: Option<&str>) -> Box<Snapshot> {
        let (id, key) = (id.to_owned(), key.map(str::to_owned));
        match self.ask(FromClient::Watch { id, key, since: None }).await {
            ToClient::Game { snapshot, .. } => snapshot,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn resume(&mut self, id: &str, since: Version) -> (Vec<Recorded>, Current) {
        let id = id.to_owned();
        match self.ask(FromClient::Watch { id, key: None, since: Some(since) }).await {
            ToClient::Resumed { events, current, .. } => (events, *current),
            other => panic!("{other:?}"),
        }
    }

    /// Does something; the version or the refusal.
    pub(crate) async fn act(
        &mut self,
        id: &str,
        action: Action,
    ) -> Result<Version, (Code, Option<Box<Current>>)> {
        self.act_with(id, None, action).await
    }

    pub(crate) async fn act_with(
        &mut self,
        id: &str,
        key: Option<&str>,
        action: Action,
    ) -> Result<Version, (Code, Option<Box<Current>>)> {
        let (id, key) = (id.to_owned(), key.map(str::to_owned));
        match self.ask(FromClient::Act { id, key, action: action.into() }).await {
            ToClient::Done { version, .. } => Ok(version.unwrap()),
            ToClient::Error { code, current, .. } => Err((code, current)),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn play(
        &mut self,
        id: &str,
        ply: u32,
        text: &str,
    ) -> Result<Version, (Code, Option<Box<Current>>)> {
        self.act(id, Action::Move { ply, version: None, text: text.into() }).await
    }

    /// Waits for an event of this kind.
    pub(crate) async fn event(&mut self, kind: &str) -> (Event, GameState, Option<Box<View>>) {
        loop {
            if let ToClient::Event { recorded, state, view, .. } = self.hear().await
                && recorded.event.kind() == kind
            {
                return (recorded.event, *state, view);
            }
        }
    }
}

/// A code of an answer over HTTP.
pub(crate) fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or("no code"))
}

/// Two people in a game, both watching: the game's id, the first, the second.
pub(crate) async fn two(site: &Site, wish: Value) -> (String, Socket, Socket) {
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let mut wish = wish;
    if wish.get("seats").is_none() {
        wish["seats"] = json!([{ "who": "me" }, { "who": "open" }]);
    }
    let (id, key) = anna.make(wish).await;
    let (mut first, mut second) = (anna.connect().await, bob.connect().await);
    first.watch(&id, None).await;
    second.watch(&id, Some(&key)).await;
    second.act_with(&id, Some(&key), Action::Sit { seat: None }).await.unwrap();
    first.event("started").await;
    (id, first, second)
}
