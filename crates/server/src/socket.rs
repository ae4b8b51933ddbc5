//! The WebSocket: one for each page, for all games that it shows.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, timeout};

use crate::analysis;
use crate::credentials::Admission;
use crate::error::{Code, Fault};
use crate::identity::{Caller, check_origin};
use crate::limits::Kind;
use crate::live::{Advice, Ask, Listener, Viewer};
use crate::pool::Ticket;
use crate::protocol::message::{FromClient, ToClient};
use crate::protocol::verdict::{MoveVerdict, VerdictDto};
use crate::state::App;
use crate::time::now;

/// The largest message from a client.
const LARGEST: usize = 64 << 10;
/// Bytes read at a time: most messages are small, and there are many connections.
const READ_BUFFER: usize = 4 << 10;
/// Messages that may wait for a client before it is cut off.
const ROOM: usize = 256;
/// Games that a connection may watch at the same time.
const MOST_GAMES: usize = 100;
/// Refused messages in a row after which the connection is closed.
const PATIENCE: u32 = 50;
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
              (status = 403, description = "from a page of another site", body = Fault)))]
pub(crate) async fn open(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|error| Fault::new(Code::BadRequest, error.body_text()))?;
    if !caller.by_token {
        check_origin(&app, &headers)?;
    }
    caller.spend(&app, Kind::Connection)?;
    if app.metrics.connections.get() >= app.config.max_connections as u64 {
        return Err(Fault::new(Code::Busy, "too many people are here; try again later"));
    }
    if *app.closing.borrow() {
        return Err(Fault::new(Code::Closing, "the server is being shut down"));
    }
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST);
    let admission = caller.admit(&app).await?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.connections.add(1);
        let number = app.connection_numbers.fetch_add(1, Ordering::Relaxed);
        let (listener, messages) = Listener::new(number, ROOM);
        let mut connection = Connection {
            app: app.clone(),
            caller,
            admission,
            listener,
            watched: HashSet::new(),
            lobby: None,
            analysis: None,
            refused: 0,
        };
        connection.serve(socket, messages).await;
        connection.leave().await;
        app.metrics.connections.take(1);
    }))
}

struct Connection {
    app: App,
    caller: Caller,
    /// Of somebody who is known.
    admission: Option<Admission>,
    listener: Listener,
    watched: HashSet<String>,
    lobby: Option<broadcast::Receiver<Utf8Bytes>>,
    analysis: Option<Ticket>,
    /// Refused messages in a row.
    refused: u32,
}

/// Why a connection ends.
enum End {
    Gone,
    Said(&'static str, u16),
}

impl Connection {
    async fn serve(&mut self, mut socket: WebSocket, mut messages: mpsc::Receiver<Utf8Bytes>) {
        let person = self.caller.reference();
        self.listener.tell(&ToClient::Welcome { person, time: now() });
        let listener = self.listener.clone();
        let mut closing = self.app.closing.subscribe();
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        let mut heard = Instant::now();
        let end = loop {
            tokio::select! {
                biased;
                () = listener.overflow() => {
                    self.app.metrics.evictions.add(1);
                    break End::Said("too_slow", close_code::POLICY);
                }
                () = shutdown(&mut closing) => {
                    break End::Said("shutdown", close_code::AWAY);
                }
                () = ended(self.admission.as_ref()) => {
                    break End::Said("signed_out", close_code::POLICY);
                }
                message = messages.recv() => {
                    let Some(text) = message else { break End::Gone };
                    match timeout(SEND, socket.send(Message::Text(text))).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => break End::Gone,
                        Err(_) => {
                            self.app.metrics.evictions.add(1);
                            break End::Gone;
                        }
                    }
                }
                change = next_change(&mut self.lobby) => match change {
                    Ok(text) => self.listener.send(text),
                    // Too far behind: the whole list once more.
                    Err(_) => self.follow_lobby(None),
                },
                received = socket.recv() => {
                    heard = Instant::now();
                    match received {
                        Some(Ok(Message::Text(text))) => {
                            if let Some(end) = self.hear(&text).await {
                                break end;
                            }
                        }
                        Some(Ok(Message::Binary(_))) => {
                            let fault = Fault::new(Code::BadRequest, "messages are texts");
                            if let Some(end) = self.refuse(None, None, fault) {
                                break end;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break End::Gone,
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        break End::Gone;
                    }
                    let sent = timeout(SEND, socket.send(Message::Ping(Default::default()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        break End::Gone;
                    }
                }
            }
        };
        if let End::Said(reason, code) = end {
            let bye = serde_json::to_string(&ToClient::Bye { reason: reason.into() });
            let farewell = async {
                socket.send(Message::Text(bye.unwrap_or_default().into())).await?;
                let frame = CloseFrame { code, reason: reason.into() };
                socket.send(Message::Close(Some(frame))).await
            };
            // Whoever does not listen misses nothing that matters.
            let _ = timeout(Duration::from_secs(1), farewell).await;
        }
    }

    async fn leave(&mut self) {
        self.stop_analysis();
        for id in self.watched.drain() {
            self.app.hub.part(&id, self.listener.number).await;
        }
    }

    fn refuse(&mut self, tag: Option<u32>, id: Option<String>, fault: Fault) -> Option<End> {
        self.app.metrics.refusals.add(1);
        self.refused += 1;
        let Fault { code, message, current, .. } = fault;
        self.listener.tell(&ToClient::Error { tag, code, message, id, current });
        (self.refused >= PATIENCE).then_some(End::Said("flood", close_code::POLICY))
    }

    async fn hear(&mut self, text: &str) -> Option<End> {
        self.app.metrics.messages.add(1);
        if let Err(fault) = self.app.limits.take(Kind::Message, &self.caller.asker()) {
            return self.refuse(None, None, fault);
        }
        let message: FromClient = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let fault = Fault::new(Code::BadRequest, format!("not understood: {error}"));
                return self.refuse(None, None, fault);
            }
        };
        let tag = message.tag();
        let id = match &message {
            FromClient::Watch { id, .. }
            | FromClient::Unwatch { id, .. }
            | FromClient::Act { id, .. }
            | FromClient::Hint { id, .. } => Some(id.clone()),
            _ => None,
        };
        match self.answer(message).await {
            Ok(answer) => {
                self.refused = 0;
                if let Some(answer) = answer {
                    self.listener.tell(&answer);
                }
                None
            }
            Err(fault) => self.refuse(tag, id, fault),
        }
    }

    async fn answer(&mut self, message: FromClient) -> Result<Option<ToClient>, Fault> {
        let tag = message.tag();
        let done = |version| Ok(Some(ToClient::Done { tag, version }));
        match message {
            FromClient::Watch { id, key, since, .. } => {
                if self.watched.len() >= MOST_GAMES && !self.watched.contains(&id) {
                    return Err(Fault::new(Code::TooMany, "too many games at once"));
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
            FromClient::Unwatch { id, .. } => {
                if self.watched.remove(&id) {
                    self.app.hub.part(&id, self.listener.number).await;
                }
                done(None)
            }
            FromClient::Act { id, key, action, .. } => {
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
            FromClient::Hint { id, .. } => {
                self.caller.spend(&self.app, Kind::Thinking)?;
                self.hint(id, tag);
                Ok(None)
            }
            FromClient::Lobby { on: true, .. } => {
                self.follow_lobby(tag);
                Ok(None)
            }
            FromClient::Lobby { on: false, .. } => {
                self.lobby = None;
                done(None)
            }
            FromClient::Analyse { request, .. } => {
                self.caller.known()?;
                self.caller.spend(&self.app, Kind::Thinking)?;
                self.stop_analysis();
                let listener = self.listener.clone();
                let begun = analysis::stream(&self.app, &self.caller, request, tag, listener);
                self.analysis = Some(begun.await?);
                Ok(None)
            }
            FromClient::StopAnalysis { .. } => {
                self.stop_analysis();
                done(None)
            }
            FromClient::Ping { .. } => Ok(Some(ToClient::Pong { tag, time: now() })),
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
        let (games, changes) = self.app.lobby.follow();
        self.lobby = Some(changes);
        self.listener.tell(&ToClient::Lobby { tag, games });
    }

    /// A hint takes a while: meanwhile the connection goes on.
    fn hint(&self, id: String, tag: Option<u32>) {
        let viewer = self.viewer(None);
        let listener = self.listener.clone();
        let app = self.app.clone();
        tokio::spawn(async move {
            let ask = |answer| Ask::Hint { viewer: viewer.clone(), answer };
            listener.tell(&match app.hub.ask(&app, &id, ask).await {
                Ok(Advice { ply, text, verdicts }) => {
                    let verdicts = verdicts.as_deref();
                    let verdict = verdicts.and_then(VerdictDto::of);
                    let verdicts = verdicts.and_then(MoveVerdict::all);
                    ToClient::Hint { tag, id, ply, text, verdict, verdicts }
                }
                Err(Fault { code, message, current, .. }) => {
                    app.metrics.refusals.add(1);
                    ToClient::Error { tag, code, message, id: Some(id), current }
                }
            });
        });
    }
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

/// The next change of the lobby; never, for those who do not follow it.
async fn next_change(
    lobby: &mut Option<broadcast::Receiver<Utf8Bytes>>,
) -> Result<Utf8Bytes, broadcast::error::RecvError> {
    match lobby {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}
