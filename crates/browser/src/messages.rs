//! Messages of the page, as over a WebSocket.

use agon_protocol::action::{Action, Command, LONGEST_ID};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Cause, Event};
use agon_protocol::message::{FromClient, Tagged, ToClient};
use agon_protocol::state::Current;
use agon_protocol::tag::tag_of;
use agon_protocol::units::Version;
use agon_table::Decision;
use agon_table::thinking::check_kind;

use crate::live::Live;
use crate::site::{Answer, Site, Stop};
use crate::wire::EventRow;

/// Maximum size of a message, in bytes.
const LARGEST: usize = 64 << 10;
/// Maximum number of events in a resume; beyond it the full snapshot is shorter.
const MOST_MISSED: u64 = 500;
/// Maximum number of games watched at the same time.
const MOST_GAMES: usize = 100;

/// Rejected message: its tag, the game concerned, and the reason.
type Refused = (Option<u32>, Option<String>, Stop);

impl Site {
    pub(crate) fn message(&mut self, text: &str) -> Result<(), Refused> {
        if text.len() > LARGEST {
            let fault =
                Fault::new(Code::TooLarge, format!("a message has at most {} kB", LARGEST >> 10));
            return Err((tag_of(text), None, fault.into()));
        }
        let Tagged { tag, message } = serde_json::from_str(text).map_err(|error| {
            let fault = Fault::new(Code::BadRequest, format!("not understood: {error}"));
            (tag_of(text), None, Stop::from(fault))
        })?;
        self.asks(tag);
        let id = FromClient::game(&message).map(str::to_owned);
        match self.answer(tag, message) {
            Ok(Some(answer)) => self.tell(tag, &answer),
            Ok(None) => {}
            Err(stop) => return Err((tag, id, stop)),
        }
        Ok(())
    }

    fn answer(&mut self, tag: Option<u32>, message: FromClient) -> Answer<Option<ToClient>> {
        let done = |version| Ok(Some(ToClient::Done { version }));
        match message {
            FromClient::Watch { id, key, since } => {
                if self.watching.len() >= MOST_GAMES && !self.watching.contains(&id) {
                    return Err(Fault::new(Code::TooMany, "too many games at once").into());
                }
                self.watch(&id, key.as_deref(), since, tag)?;
                Ok(None)
            }
            FromClient::Unwatch { id } => {
                if self.watching.remove(&id)
                    && let Some(live) = self.live.get_mut(&id)
                {
                    live.watched = false;
                }
                done(None)
            }
            FromClient::Act { id, key, action } => {
                let version = self.act(&id, key.as_deref(), &action)?;
                done(Some(version))
            }
            FromClient::Hint { id } => {
                self.hint(&id, tag)?;
                Ok(None)
            }
            FromClient::Lobby { on } => {
                self.lobby = on;
                if on { Ok(Some(ToClient::Lobby { games: self.listed() })) } else { done(None) }
            }
            FromClient::Analyse(request) => {
                self.known()?;
                self.analyse(&request, tag)?;
                Ok(None)
            }
            FromClient::StopAnalysis {} => {
                self.stop_analysis();
                done(None)
            }
            FromClient::Report { id, key } => {
                self.report(&id, key.as_deref(), tag)?;
                Ok(None)
            }
            FromClient::Ping {} => Ok(Some(ToClient::Pong { time: self.now })),
        }
    }

    fn watch(
        &mut self,
        id: &str,
        key: Option<&str>,
        since: Option<Version>,
        tag: Option<u32>,
    ) -> Answer<()> {
        let (me, now) = (self.my_id(), self.now);
        let live = self.game(id, key)?;
        live.watched = true;
        let version = live.table.version;
        let known = since.filter(|&since| {
            since >= Version::FIRST && since <= version && version.0 - since.0 <= MOST_MISSED
        });
        let presence = live.presence(me.as_deref(), now);
        let message = match known {
            Some(since) => {
                let newer = |event: &&EventRow| event.recorded.version > since;
                let newer = live.events.iter().filter(newer);
                ToClient::Resumed {
                    id: id.to_owned(),
                    events: newer.map(|event| event.recorded.clone()).collect(),
                    steps: live.table.steps.clone(),
                    current: Box::new(Current {
                        state: live.table.state(now),
                        view: live.table.view().clone(),
                    }),
                    presence,
                }
            }
            None => {
                let snapshot = live.table.snapshot(me.as_deref(), presence, now);
                ToClient::Game { snapshot: Box::new(snapshot) }
            }
        };
        self.watching.insert(id.to_owned());
        self.tell(tag, &message);
        Ok(())
    }

    /// Carries out an action in a game.
    pub(crate) fn act(
        &mut self,
        id: &str,
        key: Option<&str>,
        command: &Command,
    ) -> Answer<Version> {
        if command.action.begins_a_game() {
            self.known()?;
        }
        let person = self.known();
        let now = self.now;
        let live = match &person {
            Ok(_) => self.game(id, key)?,
            Err(_) => return Err(Fault::no_identity().into()),
        };
        let person = person?;
        let Command { id: name, action } = command;
        if let Some(name) = name {
            if !(1..=LONGEST_ID).contains(&name.len()) {
                let message = format!("the id of an action has 1 to {LONGEST_ID} bytes");
                return Err(Fault::new(Code::BadRequest, message).into());
            }
            if let Some(version) = live.table.answered(&person.id, name) {
                return Ok(version);
            }
        }
        let cause = name.as_ref().map(|name| Cause { person: person.id.clone(), id: name.clone() });
        if let Some(flag) = live.table.fallen_flag(now) {
            self.commit(id, vec![flag], None)?;
        }
        let live = self.game(id, key)?;
        if let Action::Fill { kind: Some(kind), .. } = action {
            check_kind(kind, || false)?;
        }
        let presence = live.presence(Some(&person.id), now);
        let decision = live.table.decide(&person, action, &presence, now).map_err(|fault| {
            let current = Some(Box::new(live.table.current(now)));
            Fault { current, ..fault }
        })?;
        match decision {
            Decision::Events(events) => self.commit(id, events, cause)?,
            Decision::Step => {
                live.stepping = true;
                if let Some(cause) = cause {
                    live.table.remember(cause);
                }
            }
            Decision::Again { mut events, swap } => {
                let setup = live.table.again(&person, swap);
                let next = self.begin_game(setup)?;
                events.push(Event::Rematch { id: next });
                self.commit(id, events, cause)?;
            }
        }
        Ok(self.live.get(id).map_or(Version::FIRST, |live| live.table.version))
    }

    /// Announces presence changes and runs the computers.
    pub(crate) fn go_on(&mut self) {
        let me = self.my_id();
        let ids: Vec<String> = self.live.keys().cloned().collect();
        for id in &ids {
            self.act_by_clock(id);
            self.consider_draw(id);
            self.think(id);
            let now = self.now;
            let announced =
                self.live.get_mut(id).and_then(|live: &mut Live| live.announce(me.as_deref(), now));
            if let Some(message) = announced {
                self.tell(None, &message);
            }
        }
    }
}
