//! The WebSocket: one for each page, for all games that it shows.

pub(crate) mod analysis;

use std::collections::HashSet;
use std::io;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_protocol::error::{Code, Fault};
use agon_protocol::message::{ByeReason, FromClient, Tagged, ToClient};
use agon_protocol::people::Scope;
use agon_protocol::tag::tag_of;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{broadcast, watch};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::computers::Ticket;
use crate::connections::Link;
use crate::credentials::Admission;
use crate::frames::Frames;
use crate::http::fault::{Answer, HttpFault, refusing};
use crate::http::games::may_begin;
use crate::identity::{Caller, check_origin};
use crate::limits::{Allowance, Asker, TooMany};
use crate::live::{Advice, Ask, LARGEST_MESSAGE, Listener, Messages, Viewer};
use crate::own_games::Following;
use crate::secrets::random_u64;
use crate::state::App;
use crate::time::now;
use crate::{catalog, reports};

/// The largest message from a client.
const LARGEST: usize = 64 << 10;
/// One that is larger than this is not even read.
const TOO_LARGE: usize = 2 * LARGEST;
/// Bytes read at a time: most messages are small, and there are many connections.
const READ_BUFFER: usize = 4 << 10;
/// Messages that may wait for a client before it is cut off.
const ROOM: usize = 256;
/// Games that a connection may watch at the same time.
const MOST_GAMES: usize = 100;
/// Refused messages, less those that were not, after which the connection is closed.
const PATIENCE: u32 = 50;
/// An answer counts once more for so many bytes.
const ANSWER: usize = 64 << 10;
/// How often the client is asked for a sign of life.
const PING: Duration = Duration::from_secs(30);
/// Without a sign of life for so long the client is gone.
const SILENCE: Duration = Duration::from_secs(75);
/// A message that cannot be sent for so long is never sent.
const SEND: Duration = Duration::from_secs(10);

/// Opens a WebSocket.
#[utoipa::path(get, path = "/api/socket", tag = "live",
    responses((status = 101, description = "the connection speaks the WebSocket protocol of docs/protocol.md"),
              (status = 400, description = "not a WebSocket request", body = Fault),
              (status = 403, description = "from a page of another site", body = Fault),
              (status = 429, description = "too many at once", body = Fault)))]
pub(crate) async fn open(
    State(app): State<App>,
    caller: Caller,
    mut request: Request,
) -> Answer<Response> {
    let response = create_response_with_body(&request, Body::empty)
        .map_err(|error| Fault::new(Code::BadRequest, error.to_string()))?;
    if !caller.by_token {
        check_origin(&app, request.headers())?;
    }
    caller.spend(&app, Allowance::Connection).await?;
    if app.is_leaving() {
        return Err(Fault::new(Code::Closing, "the server is being shut down").into());
    }
    let admission = caller.admit(&app).await?;
    // A router without connections of its own has no link either.
    let link = request.extensions().get::<Link>().cloned();
    if let Some(link) = &link {
        link.belongs_to(&caller.address)?;
        link.talks();
    }
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // That a client breaks off is no concern of ours.
        let Ok(stream) = upgrade.await else { return };
        let stream = Frames::new(TokioIo::new(stream));
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(LARGEST_MESSAGE + (1 << 10))
            .max_message_size(Some(TOO_LARGE))
            .max_frame_size(Some(TOO_LARGE));
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        app.metrics.connections.add(1);
        app.metrics.opened.add(1);
        let number = app.connection_numbers.fetch_add(1, Ordering::Relaxed);
        let (listener, messages) = Listener::new(number, ROOM);
        let asker = match caller.asker() {
            person @ Asker::Person(_) => person,
            // Strangers have an allowance of their own beside that of their address.
            _ => Asker::Connection(number),
        };
        let mut connection = Connection {
            app: app.clone(),
            caller,
            admission,
            asker,
            link,
            listener,
            watched: HashSet::new(),
            lobby: None,
            analysis: None,
            refused: 0,
        };
        connection.serve(socket, messages).await;
        connection.leave().await;
        app.metrics.connections.take(1);
    });
    Ok(response)
}

struct Connection {
    app: App,
    caller: Caller,
    /// Of somebody who is known.
    admission: Option<Admission>,
    /// Whose allowance messages are taken from, beside that of the address.
    asker: Asker,
    link: Option<Link>,
    listener: Listener,
    watched: HashSet<String>,
    lobby: Option<Following>,
    analysis: Option<Ticket>,
    /// Refused messages, less those that were not.
    refused: u32,
}

/// Why a connection ends.
enum End {
    Gone,
    Said(ByeReason, CloseCode),
}

const FLOOD: End = End::Said(ByeReason::Flood, CloseCode::Policy);

impl Connection {
    async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        mut socket: WebSocketStream<S>,
        mut messages: Messages,
    ) {
        let person = self.caller.reference();
        self.listener.answer(None, &ToClient::Welcome { person, time: now() });
        let listener = self.listener.clone();
        let link = self.link.clone();
        let mut closing = self.app.closing.subscribe();
        let mut leave = pin!(turn_to_leave(self.app.clone()));
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        let mut heard = Instant::now();
        let end = loop {
            tokio::select! {
                biased;
                () = listener.overflow() => {
                    self.app.metrics.evictions.add(1);
                    break End::Said(ByeReason::TooSlow, CloseCode::Policy);
                }
                () = shutdown(&mut closing) => {
                    break End::Said(ByeReason::Shutdown, CloseCode::Away);
                }
                () = &mut leave => {
                    self.app.metrics.goodbyes.add(1);
                    break End::Said(ByeReason::Shutdown, CloseCode::Away);
                }
                () = ended(self.admission.as_ref()) => {
                    break End::Said(ByeReason::SignedOut, CloseCode::Policy);
                }
                () = changed(self.admission.as_ref()) => self.learn_who_i_am().await,
                () = must_leave(link.as_ref()) => {
                    self.app.metrics.gave_way.add(1);
                    break End::Said(ByeReason::Crowded, CloseCode::Again);
                }
                message = messages.next() => {
                    let Some(text) = message else { break End::Gone };
                    self.pay_for(&text);
                    let sent = timeout(SEND, socket.send(Message::Text(text))).await;
                    if let Some(end) = self.sent(sent) {
                        break end;
                    }
                }
                change = next_change(&mut self.lobby) => match change {
                    Ok(text) => self.listener.send(text),
                    // Too far behind: the whole list once more.
                    Err(_) => self.follow_lobby(None),
                },
                received = socket.next() => {
                    heard = Instant::now();
                    if let Some(end) = self.receive(received).await {
                        break end;
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        break End::Gone;
                    }
                    let sent = timeout(SEND, socket.send(Message::Ping(Default::default()))).await;
                    if let Some(end) = self.sent(sent) {
                        break end;
                    }
                }
            }
        };
        if let End::Said(reason, code) = end {
            let farewell = async {
                // The refusal that explains it may still wait.
                while let Some(text) = messages.try_next() {
                    socket.send(Message::Text(text)).await?;
                }
                let bye = serde_json::to_string(&ToClient::Bye { reason });
                socket.send(Message::Text(bye.unwrap_or_default().into())).await?;
                let frame = CloseFrame { code, reason: reason.name().into() };
                socket.send(Message::Close(Some(frame))).await?;
                // What is still on its way is read, or it would take the farewell with it.
                while let Some(Ok(_)) = socket.next().await {}
                Ok::<_, Error>(())
            };
            // Whoever does not listen misses nothing that matters.
            let _ = timeout(Duration::from_secs(1), farewell).await;
        }
    }

    /// The person has another name or picture, or one device more.
    async fn learn_who_i_am(&mut self) {
        let Some(person) = &self.caller.person else { return };
        // Where that cannot be read the old name stays until the next connection.
        if let Ok(Some(person)) = self.app.person_now(&person.id).await {
            self.caller.person = Some(person);
        }
        if let Some(person) = self.caller.reference() {
            self.listener.answer(None, &ToClient::You { person });
        }
    }

    /// Whoever could not be told anything is gone, or does not read.
    fn sent(&self, result: Result<Result<(), Error>, Elapsed>) -> Option<End> {
        let slow = match result {
            Ok(Ok(())) => return None,
            Ok(Err(Error::Io(error))) => error.kind() == io::ErrorKind::TimedOut,
            Ok(Err(_)) => false,
            Err(_) => true,
        };
        if slow {
            self.app.metrics.evictions.add(1);
        }
        Some(End::Gone)
    }

    async fn leave(&mut self) {
        self.stop_analysis();
        for id in self.watched.drain() {
            self.app.hub.part(&id, self.listener.number).await;
        }
    }

    /// Takes one message from the allowances of the person and of the address.
    fn spend(&self) -> Result<(), TooMany> {
        self.app.limits.take_all(Allowance::Message, &[&self.asker, &self.caller.address])
    }

    /// A large answer costs as much as many small ones.
    fn pay_for(&self, answer: &Utf8Bytes) {
        let count = answer.len() / ANSWER;
        if count > 0 {
            self.app.limits.charge(Allowance::Message, &self.asker, count);
        }
    }

    fn refuse(
        &mut self,
        tag: Option<u32>,
        id: Option<String>,
        error: impl Into<HttpFault>,
    ) -> Option<End> {
        self.app.metrics.refusals.add(1);
        self.listener.answer(tag, &refusing(error, id));
        self.lose_patience()
    }

    fn lose_patience(&mut self) -> Option<End> {
        self.refused += 1;
        (self.refused >= PATIENCE).then_some(FLOOD)
    }

    /// Whatever has come counts, also what only keeps the connection alive.
    async fn receive(&mut self, received: Option<Result<Message, Error>>) -> Option<End> {
        match received {
            Some(Ok(Message::Text(text))) => {
                if let Some(link) = &self.link {
                    link.talks();
                }
                self.hear(&text).await
            }
            Some(Ok(Message::Binary(_))) => {
                let texts = Fault::new(Code::BadRequest, "messages are texts");
                let fault = self.spend().map_or_else(HttpFault::from, |()| texts.into());
                self.refuse(None, None, fault)
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                // No answer: the sender expects none either.
                self.spend().err().and_then(|_| self.lose_patience())
            }
            Some(Err(Error::Capacity(_))) => {
                self.refuse(None, None, too_large());
                Some(End::Said(ByeReason::TooLarge, CloseCode::Size))
            }
            // More parts than a message may have.
            Some(Err(Error::Io(error))) if error.kind() == io::ErrorKind::InvalidData => {
                Some(FLOOD)
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => Some(End::Gone),
        }
    }

    async fn hear(&mut self, text: &str) -> Option<End> {
        self.app.metrics.messages.add(1);
        if let Err(fault) = self.spend() {
            return self.refuse(tag_of(text), None, fault);
        }
        if text.len() > LARGEST {
            return self.refuse(tag_of(text), None, too_large());
        }
        let Tagged { tag, message } = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let fault = Fault::new(Code::BadRequest, format!("not understood: {error}"));
                return self.refuse(tag_of(text), None, fault);
            }
        };
        let id = FromClient::game(&message).map(str::to_owned);
        match self.answer(tag, message).await {
            Ok(answer) => {
                self.refused = self.refused.saturating_sub(1);
                if let Some(answer) = answer {
                    self.listener.answer(tag, &answer);
                }
                None
            }
            Err(fault) => self.refuse(tag, id, fault),
        }
    }

    async fn answer(&mut self, tag: Option<u32>, message: FromClient) -> Answer<Option<ToClient>> {
        let done = |version| Ok(Some(ToClient::Done { version }));
        match message {
            FromClient::Watch { id, key, since } => {
                self.app.metrics.resumed.add(u64::from(since.is_some()));
                if self.watched.len() >= MOST_GAMES && !self.watched.contains(&id) {
                    return Err(Fault::new(Code::TooMany, "too many games at once").into());
                }
                let viewer = self.viewer(key);
                let listener = self.listener.clone();
                let app = self.app.clone();
                app.hub
                    .ask(&app, &id, |answer| Ask::Watch {
                        viewer: viewer.clone(),
                        listener: listener.clone(),
                        since,
                        tag,
                        answer,
                    })
                    .await?;
                self.watched.insert(id);
                Ok(None)
            }
            FromClient::Unwatch { id } => {
                if self.watched.remove(&id) {
                    self.app.hub.part(&id, self.listener.number).await;
                }
                done(None)
            }
            FromClient::Act { id, key, action } => {
                self.caller.permit(Scope::Play)?;
                if action.action.begins_a_game() {
                    may_begin(&self.app, &self.caller).await?;
                }
                let viewer = self.viewer(key);
                let app = self.app.clone();
                let version = app
                    .hub
                    .ask(&app, &id, |answer| Ask::Act {
                        viewer: viewer.clone(),
                        action: action.clone(),
                        answer,
                    })
                    .await?;
                done(Some(version))
            }
            FromClient::Hint { id } => {
                self.caller.permit(Scope::Play)?;
                self.caller.spend(&self.app, Allowance::Thinking).await?;
                self.hint(id, tag);
                Ok(None)
            }
            FromClient::Lobby { on: true } => {
                self.follow_lobby(tag);
                Ok(None)
            }
            FromClient::Lobby { on: false } => {
                self.lobby = None;
                done(None)
            }
            FromClient::Analyse(request) => {
                self.caller.known()?;
                self.caller.permit(Scope::Study)?;
                self.caller.spend(&self.app, Allowance::Thinking).await?;
                self.stop_analysis();
                let listener = self.listener.clone();
                let begun = analysis::stream(&self.app, &self.caller, request, tag, listener);
                self.analysis = Some(begun.await?);
                Ok(None)
            }
            FromClient::StopAnalysis {} => {
                self.stop_analysis();
                done(None)
            }
            FromClient::Report { id, key } => {
                self.caller.permit(Scope::Study)?;
                let (viewer, listener) = (self.viewer(key), self.listener.clone());
                reports::ask(&self.app, &self.caller, viewer, id, tag, listener).await?;
                Ok(None)
            }
            FromClient::Ping {} => Ok(Some(ToClient::Pong { time: now() })),
        }
    }

    fn viewer(&self, key: Option<String>) -> Viewer {
        Viewer { person: self.caller.reference(), key }
    }

    fn stop_analysis(&mut self) {
        if let Some(analysis) = self.analysis.take() {
            analysis.stop();
        }
    }

    fn follow_lobby(&mut self, tag: Option<u32>) {
        let (games, changes) = self.app.lobby.follow(tag);
        let person = self.caller.person.as_ref().map(|person| person.id.as_str());
        self.lobby = Some(Following::new(changes, &self.app, person));
        self.listener.send(games);
    }

    /// A hint takes a while: meanwhile the connection goes on.
    fn hint(&self, id: String, tag: Option<u32>) {
        let viewer = self.viewer(None);
        let listener = self.listener.clone();
        let app = self.app.clone();
        tokio::spawn(async move {
            let ask = |answer| Ask::Hint { viewer: viewer.clone(), answer };
            let message = match app.hub.ask(&app, &id, ask).await {
                Ok(Advice { ply, text, verdicts }) => {
                    let verdicts = verdicts.as_deref();
                    let verdict = verdicts.and_then(catalog::verdict);
                    let verdicts = verdicts.and_then(catalog::verdicts);
                    ToClient::Hint { id, ply, text, verdict, verdicts }
                }
                Err(error) => {
                    app.metrics.refusals.add(1);
                    refusing(error, Some(id))
                }
            };
            listener.answer(tag, &message);
        });
    }
}

fn too_large() -> Fault {
    Fault::new(Code::TooLarge, format!("a message has at most {} kB", LARGEST >> 10))
}

/// Returns when this connection's turn to go to another server has come: not all come there at once.
async fn turn_to_leave(app: App) {
    shutdown(&mut app.leaving.subscribe()).await;
    let share = f64::from(random_u64() as u32) / f64::from(u32::MAX);
    tokio::time::sleep(app.config.spread.mul_f64(share)).await;
}

/// Returns when the server is being shut down.
pub(crate) async fn shutdown(closing: &mut watch::Receiver<bool>) {
    // The sender lives as long as the application; without it there is nothing to wait for.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Returns when what the client showed is no longer valid; never, for those who showed nothing.
async fn ended(admission: Option<&Admission>) {
    match admission {
        Some(admission) => admission.ended().await,
        None => std::future::pending().await,
    }
}

/// Returns when the person has changed; never, for those whom nobody knows.
async fn changed(admission: Option<&Admission>) {
    match admission {
        Some(admission) => admission.changed().await,
        None => std::future::pending().await,
    }
}

/// Returns when the connection must give way; never, for one that has no place.
async fn must_leave(link: Option<&Link>) {
    match link {
        Some(link) => link.must_leave().await,
        None => std::future::pending().await,
    }
}

/// The next change of the lobby; never, for those who do not follow it.
async fn next_change(
    lobby: &mut Option<Following>,
) -> Result<Utf8Bytes, broadcast::error::RecvError> {
    match lobby {
        Some(following) => following.next().await,
        None => std::future::pending().await,
    }
}
