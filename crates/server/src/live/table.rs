//! A game as its events make it. Nothing here waits, stores or sends: [`Table::apply`] turns
//! events into the present state, and the rest tells how it stands.

use std::collections::HashMap;

use agon_core::Player;
use agon_games::AnyMatch;
use agon_protocol::board::{Move, View};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Cause, Departure, Event, Outcome, Recorded};
use agon_protocol::setup::{Occupant, Setup};
use agon_protocol::state::{Phase, RematchState, Step, TakeBackState};

use super::changes::Changes;
use super::clock::Clocks;
use super::downtimes::Downtimes;
use super::views;
use crate::opening::{find, not_played};

/// A game.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) secret: String,
    pub(crate) setup: Setup,
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) occupants: Vec<Option<Occupant>>,
    pub(crate) out: Vec<bool>,
    pub(crate) phase: Phase,
    pub(crate) version: u64,
    /// The version since which the position is what it is.
    pub(crate) position_version: u64,
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) steps: Vec<Step>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) paused: bool,
    pub(crate) pace: u32,
    /// For each seat the version with which it offered a draw, while the offer stands.
    pub(crate) draw_offers: Vec<Option<u64>>,
    pub(crate) take_back: Option<TakeBackState>,
    /// The seats that agree to it.
    pub(crate) take_back_agreed: Vec<u8>,
    pub(crate) rematch: Option<RematchState>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) next: Option<String>,
    /// The commands that were carried out, by person and id, with the version they led to.
    commands: HashMap<(String, String), u64>,
    /// The times that count for nobody.
    pub(crate) downtimes: Downtimes,
    pub(crate) changes: Changes,
    /// The present position, made once for all who ask.
    view: Option<View>,
}

/// The events cannot be what happened: the store is damaged, or written by something else.
pub(super) fn inconsistent(what: impl std::fmt::Display) -> Fault {
    tracing::error!(%what, "events do not fit together");
    Fault::new(Code::Storage, "this game cannot be read from the database")
}

impl Table {
    /// A game from its first event.
    pub(crate) fn create(
        id: String,
        secret: String,
        mut setup: Setup,
        at: u64,
        downtimes: Downtimes,
    ) -> Result<Table, Fault> {
        let kind = find(&setup.game)?;
        let game = kind.reopen(&setup.rules, setup.position.as_deref())?;
        // The event may be older than one of today's options; all others are told what holds.
        setup.rules = game.rules();
        let seats = game.seats().count();
        if seats != setup.seats.len() {
            return Err(inconsistent("a wrong number of seats"));
        }
        Ok(Table {
            id,
            secret,
            occupants: setup.seats.clone(),
            out: vec![false; seats],
            phase: Phase::Open,
            version: 1,
            position_version: 1,
            created: at,
            updated: at,
            steps: Vec::new(),
            clocks: Clocks::new(setup.clock, seats, downtimes.clone()),
            paused: false,
            pace: setup.pace,
            draw_offers: vec![None; seats],
            take_back: None,
            take_back_agreed: Vec::new(),
            rematch: None,
            outcome: None,
            next: None,
            commands: HashMap::new(),
            downtimes,
            changes: Changes::default(),
            view: None,
            game,
            setup,
        })
    }

    /// A game from its events, each with the command that it is the last effect of.
    pub(crate) fn load(
        id: String,
        secret: String,
        events: impl IntoIterator<Item = (Recorded, Option<Cause>)>,
        downtimes: Downtimes,
    ) -> Result<Table, Fault> {
        let mut rest = events.into_iter();
        let Some((Recorded { version: 1, at, event: Event::Created { setup } }, _)) = rest.next()
        else {
            return Err(inconsistent("the first event is another one"));
        };
        let mut table = Table::create(id, secret, *setup, at, downtimes)?;
        for (recorded, cause) in rest {
            table.apply(&recorded)?;
            if let Some(cause) = cause {
                table.remember(cause);
            }
        }
        Ok(table)
    }

    /// The command that led to the present version.
    pub(crate) fn remember(&mut self, Cause { person, id }: Cause) {
        self.commands.insert((person, id), self.version);
    }

    /// The version that a command led to, if it was carried out.
    pub(crate) fn answered(&self, person: &str, id: &str) -> Option<u64> {
        self.commands.get(&(person.to_owned(), id.to_owned())).copied()
    }

    /// What is known of the times when the server was down.
    pub(crate) fn learn(&mut self, downtimes: Downtimes) {
        if let Some(clocks) = &mut self.clocks {
            clocks.learn(downtimes.clone());
        }
        self.downtimes = downtimes;
    }

    /// Goes on by an event.
    pub(crate) fn apply(&mut self, recorded: &Recorded) -> Result<(), Fault> {
        if recorded.version != self.version + 1 {
            return Err(inconsistent("a version is missing"));
        }
        let at = recorded.at;
        let turn = usize::from(self.turn_seat());
        match &recorded.event {
            Event::Created { .. } => return Err(inconsistent("created twice")),
            Event::Seated { seat, occupant } => {
                *self.occupant_mut(*seat)? = Some(occupant.clone());
            }
            Event::Stood { seat } => *self.occupant_mut(*seat)? = None,
            Event::Started => {
                self.phase = Phase::Playing;
                self.start_clock(at);
            }
            Event::Moved { seat, text, left, .. } => {
                let play = self.find_move(text).map_err(|e| inconsistent(e.message))?;
                self.game.play(&play.text).map_err(inconsistent)?;
                self.steps.push(Step::Move { seat: *seat, play });
                self.take_back = None;
                if let Some(clocks) = &mut self.clocks {
                    clocks.press(turn, *left, at);
                }
                self.start_clock(at);
            }
            Event::Withdrew { seat, reason } => {
                let player = player(*seat)?;
                // What was offered was offered to others than those who play now.
                self.take_back = None;
                self.game.decline_draw();
                match reason {
                    Departure::Resigned => self.game.resign(player),
                    Departure::TimeOut => self.game.flag(player),
                    Departure::Left => self.game.leave(player),
                }
                // Whoever is out already is so only once.
                if self.game.ending().is_none() && self.out.get(player.index()) == Some(&false) {
                    self.steps.push(Step::Out { seat: *seat });
                    self.out[player.index()] = true;
                    if let Some(clocks) = &mut self.clocks {
                        clocks.pass(player.index());
                    }
                    if player.index() == turn {
                        self.start_clock(at);
                    }
                }
            }
            Event::DrawOffered { seat } => self.game.offer_draw(player(*seat)?),
            Event::DrawDeclined { .. } => self.game.decline_draw(),
            Event::TakeBackAsked { seat, ply } => {
                if self.take_back.as_ref().is_none_or(|asked| asked.ply != *ply) {
                    let version = recorded.version;
                    self.take_back = Some(TakeBackState { seat: *seat, ply: *ply, version });
                    self.take_back_agreed.clear();
                }
                self.take_back_agreed.push(*seat);
            }
            Event::TakeBackDeclined { .. } => self.take_back = None,
            Event::TookBack { ply, left } => {
                while self.ply() > *ply && self.game.undo() {
                    // Whoever was out from that step on is back, as in the match.
                    if let Some(Step::Out { seat }) = self.steps.pop() {
                        self.out[usize::from(seat)] = false;
                    }
                }
                self.take_back = None;
                let steps = self.steps.len();
                if let Some(clocks) = &mut self.clocks {
                    clocks.return_to(steps, left.as_deref());
                }
                self.start_clock(at);
            }
            Event::Paused { left } => {
                self.paused = true;
                if let Some(clocks) = &mut self.clocks {
                    clocks.stop(turn, *left);
                }
            }
            Event::Resumed => {
                self.paused = false;
                self.start_clock(at);
            }
            Event::Paced { ms } => self.pace = *ms,
            Event::Ended { outcome } => {
                self.phase = Phase::Ended;
                self.take_back = None;
                self.outcome = Some(outcome.clone());
                if let Some(clocks) = &mut self.clocks {
                    let left = clocks.remaining(turn, at);
                    clocks.stop(turn, Some(left));
                }
            }
            Event::RematchOffered { person, swap } => {
                let fits = self.rematch.take().filter(|rematch| rematch.swap == *swap);
                let mut rematch = fits.unwrap_or_else(|| RematchState {
                    swap: *swap,
                    agreed: Vec::new(),
                    version: recorded.version,
                });
                rematch.agreed.push(person.clone());
                self.rematch = Some(rematch);
            }
            Event::Rematch { id } => {
                self.rematch = None;
                self.next = Some(id.clone());
            }
            Event::Closed => self.phase = Phase::Closed,
        }
        if recorded.event.changes_view() {
            self.view = None;
        }
        if recorded.event.changes_position() {
            self.position_version = recorded.version;
        }
        self.changes.note(&recorded.event, &self.occupants);
        self.version = recorded.version;
        self.updated = at;
        self.date_draw_offers();
        Ok(())
    }

    /// Goes on by events and all that follows from them; `seen` hears of each afterwards, with
    /// the step that it added. What was meant for a game that has just ended is left out.
    pub(crate) fn carry_out(
        &mut self,
        events: Vec<Event>,
        at: u64,
        mut seen: impl FnMut(&mut Table, &Recorded, Option<Step>),
    ) -> Result<Vec<Recorded>, Fault> {
        let mut happened = Vec::new();
        let mut waiting = events.into_iter();
        while let Some(event) = self.consequence(at).or_else(|| waiting.next()) {
            let over = matches!(self.phase, Phase::Ended | Phase::Closed);
            if over && !matches!(event, Event::RematchOffered { .. } | Event::Rematch { .. }) {
                continue;
            }
            let recorded = Recorded { version: self.version + 1, at, event };
            let played = self.steps.len();
            self.apply(&recorded)?;
            let step = self.steps.get(played).cloned();
            seen(self, &recorded, step);
            happened.push(recorded);
        }
        Ok(happened)
    }

    /// The player to move begins to think, unless the game is paused.
    fn start_clock(&mut self, at: u64) {
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.paused) {
            clocks.start(at);
        }
    }

    /// Notes since which version each offer of a draw stands.
    fn date_draw_offers(&mut self) {
        let standing = self.game.draw_offers();
        for (player, since) in Player::all(self.draw_offers.len()).zip(&mut self.draw_offers) {
            *since = standing.has(player).then(|| since.unwrap_or(self.version));
        }
    }

    /// What follows by itself from how the game stands.
    pub(crate) fn consequence(&self, now: u64) -> Option<Event> {
        match self.phase {
            Phase::Open => self.occupants.iter().all(Option::is_some).then_some(Event::Started),
            Phase::Playing => {
                if let Some(ending) = self.game.ending() {
                    let outcome = views::outcome(&*self.game, &ending);
                    return Some(Event::Ended { outcome });
                }
                self.granted_take_back(now)
            }
            Phase::Ended | Phase::Closed => None,
        }
    }

    fn occupant_mut(&mut self, seat: u8) -> Result<&mut Option<Occupant>, Fault> {
        self.occupants.get_mut(usize::from(seat)).ok_or_else(|| inconsistent("no such seat"))
    }

    /// How many steps were made.
    pub(crate) fn ply(&self) -> u32 {
        self.steps.len() as u32
    }

    fn turn_seat(&self) -> u8 {
        self.game.turn().index() as u8
    }

    /// The seat to move, while the game is played.
    pub(crate) fn turn(&self) -> Option<u8> {
        (self.phase == Phase::Playing).then(|| self.turn_seat())
    }

    /// The computer to move, if one is.
    pub(crate) fn computer_to_move(&self) -> Option<(u8, String, u8)> {
        let turn = self.turn()?;
        match self.occupants.get(usize::from(turn))? {
            Some(Occupant::Computer { kind, level }) => Some((turn, kind.clone(), *level)),
            _ => None,
        }
    }

    /// The legal move of this text, also in other notations.
    pub(crate) fn find_move(&mut self, text: &str) -> Result<Move, Fault> {
        let listed = self.view().moves.iter().find(|listed| listed.text == text);
        if let Some(listed) = listed {
            return Ok(listed.clone());
        }
        let mut tried = self.game.fork();
        tried.import(text).map_err(|error| not_played(&error))?;
        match tried.past().last() {
            Some(agon_games::Played::Move { view, .. }) => Ok(view.into()),
            _ => Err(Fault::new(Code::IllegalMove, "that is not a move")),
        }
    }

    /// The present position.
    pub(crate) fn view(&mut self) -> &View {
        let playing = matches!(self.phase, Phase::Playing | Phase::Open);
        self.view.get_or_insert_with(|| views::view(&*self.game, playing))
    }
}

fn player(seat: u8) -> Result<Player, Fault> {
    Player::new(usize::from(seat)).ok_or_else(|| inconsistent("no such seat"))
}
