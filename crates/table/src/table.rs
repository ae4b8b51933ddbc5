//! A game as its events make it. Nothing here waits, stores or sends: [`Table::apply`] turns
//! events into the present state, and the rest tells how it stands.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use agon_core::Player;
use agon_games::{AnyMatch, Played};
use agon_protocol::board::{Move, View};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Cause, Departure, Event, Outcome, Recorded};
use agon_protocol::setup::{Occupant, Setup};
use agon_protocol::state::{Phase, RematchState, Step, TakeBackState};
use agon_protocol::units::{Millis, Seat, Version};

use crate::changes::Changes;
use crate::clock::Clocks;
use crate::downtimes::Downtimes;
use crate::hints::Hints;
use crate::opening::not_played;
use crate::views;

/// A game.
pub struct Table {
    /// Stays the same for ever.
    pub id: String,
    /// Whoever knows it is invited.
    pub secret: String,
    /// How the game was set up.
    pub setup: Setup,
    /// The match on the board.
    pub game: Box<dyn AnyMatch>,
    /// Who sits where.
    pub occupants: Vec<Option<Occupant>>,
    /// The seats whose players are out while others play on.
    pub(crate) out: Vec<bool>,
    /// Where the game is in its life.
    pub phase: Phase,
    /// That of the last event.
    pub version: Version,
    /// The version since which the position is what it is.
    pub(crate) position_version: Version,
    /// When it was made.
    pub created: Millis,
    /// When something happened last.
    pub updated: Millis,
    /// What was played.
    pub steps: Vec<Step>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// Do clocks and computers stand still?
    pub paused: bool,
    /// What a computer takes at least for a move.
    pub pace: Millis,
    /// For each seat the version with which it offered a draw, while the offer stands.
    pub(crate) draw_offers: Vec<Option<Version>>,
    pub(crate) take_back: Option<TakeBackState>,
    pub(crate) rematch: Option<RematchState>,
    pub(crate) outcome: Option<Outcome>,
    /// The id of the next game of the same players.
    pub(crate) next: Option<String>,
    /// The commands that were carried out, by person and id, with the version they led to.
    commands: HashMap<(String, String), Version>,
    /// The times that count for nobody.
    pub(crate) downtimes: Downtimes,
    pub(crate) changes: Changes,
    pub(crate) hints: Hints,
    /// The present position, made once for all who ask.
    view: OnceLock<View>,
}

/// The events cannot be what happened: they were damaged, or written by something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistent(String);

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "events do not fit together: {}", self.0)
    }
}

impl std::error::Error for Inconsistent {}

impl From<Inconsistent> for Fault {
    fn from(_: Inconsistent) -> Fault {
        Fault::new(Code::Storage, "this game cannot be read from the database")
    }
}

fn inconsistent(what: impl fmt::Display) -> Inconsistent {
    Inconsistent(what.to_string())
}

impl Table {
    /// A game from its first event.
    pub fn create(
        id: String,
        secret: String,
        mut setup: Setup,
        at: Millis,
        downtimes: Downtimes,
    ) -> Result<Table, Inconsistent> {
        let kind = agon_games::find(&setup.game).map_err(inconsistent)?;
        let game = kind.reopen(&setup.rules, setup.position.as_deref()).map_err(inconsistent)?;
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
            version: Version::FIRST,
            position_version: Version::FIRST,
            created: at,
            updated: at,
            steps: Vec::new(),
            clocks: Clocks::new(setup.clock, seats, downtimes.clone()),
            paused: false,
            pace: setup.pace,
            draw_offers: vec![None; seats],
            take_back: None,
            rematch: None,
            outcome: None,
            next: None,
            commands: HashMap::new(),
            downtimes,
            changes: Changes::default(),
            hints: Hints::new(setup.hint_budget, seats),
            view: OnceLock::new(),
            game,
            setup,
        })
    }

    /// A game from its events, each with the command that it is the last effect of.
    pub fn load(
        id: String,
        secret: String,
        events: impl IntoIterator<Item = (Recorded, Option<Cause>)>,
        downtimes: Downtimes,
    ) -> Result<Table, Inconsistent> {
        let mut rest = events.into_iter();
        let Some((Recorded { version: Version::FIRST, at, event: Event::Created { setup } }, _)) =
            rest.next()
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
    pub fn remember(&mut self, Cause { person, id }: Cause) {
        self.commands.insert((person, id), self.version);
    }

    /// The version that a command led to, if it was carried out.
    #[must_use]
    pub fn answered(&self, person: &str, id: &str) -> Option<Version> {
        self.commands.get(&(person.to_owned(), id.to_owned())).copied()
    }

    /// What is known of the times when the server was down.
    pub fn learn(&mut self, downtimes: Downtimes) {
        if let Some(clocks) = &mut self.clocks {
            clocks.learn(downtimes.clone());
        }
        self.downtimes = downtimes;
    }

    /// Goes on by an event.
    pub fn apply(&mut self, recorded: &Recorded) -> Result<(), Inconsistent> {
        if recorded.version != self.version.next() {
            return Err(inconsistent("a version is missing"));
        }
        let at = recorded.at;
        let turn = self.seat_to_move();
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
                let play = self.play(text)?;
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
                if self.game.ending().is_none() && self.has(*seat) && !self.is_out(*seat) {
                    self.steps.push(Step::Out { seat: *seat });
                    self.out[seat.index()] = true;
                    if let Some(clocks) = &mut self.clocks {
                        clocks.pass(*seat);
                    }
                    if *seat == turn {
                        self.start_clock(at);
                    }
                }
            }
            Event::DrawOffered { seat } => self.game.offer_draw(player(*seat)?),
            Event::DrawDeclined { .. } => self.game.decline_draw(),
            Event::TakeBackAsked { seat, ply } => {
                let (seat, ply, version) = (*seat, *ply, recorded.version);
                let standing = self.take_back.take().filter(|asked| asked.ply == ply);
                let fresh = || TakeBackState { seat, ply, version, agreed: Vec::new() };
                let mut asked = standing.unwrap_or_else(fresh);
                asked.agreed.push(seat);
                self.take_back = Some(asked);
            }
            Event::TakeBackDeclined { .. } => self.take_back = None,
            Event::TookBack { ply, left } => {
                while self.ply() > *ply && self.game.undo() {
                    // Whoever was out from that step on is back, as in the match.
                    if let Some(Step::Out { seat }) = self.steps.pop() {
                        self.out[seat.index()] = false;
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
            Event::Credited { ms } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.credit(*ms, at);
                }
            }
            Event::Hinted { seat } => self.hints.take(*seat, self.position_version),
            Event::Paced { ms } => self.pace = *ms,
            Event::Ended { outcome, .. } => {
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
            Event::RematchDeclined { .. } => self.rematch = None,
            Event::Rematch { id } => {
                self.rematch = None;
                self.next = Some(id.clone());
            }
            Event::Closed => self.phase = Phase::Closed,
        }
        if recorded.event.changes_view() {
            self.view = OnceLock::new();
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
    pub fn carry_out(
        &mut self,
        events: Vec<Event>,
        at: Millis,
        mut seen: impl FnMut(&Table, &Recorded, Option<Step>),
    ) -> Result<Vec<Recorded>, Inconsistent> {
        let mut happened = Vec::new();
        let mut waiting = events.into_iter();
        while let Some(event) = self.consequence(at).or_else(|| waiting.next()) {
            let over = matches!(self.phase, Phase::Ended | Phase::Closed);
            if over && !event.is_about_rematch() {
                continue;
            }
            let recorded = Recorded { version: self.version.next(), at, event };
            let played = self.steps.len();
            self.apply(&recorded)?;
            let step = self.steps.get(played).cloned();
            seen(self, &recorded, step);
            happened.push(recorded);
        }
        Ok(happened)
    }

    /// The player to move begins to think, unless the game is paused.
    fn start_clock(&mut self, at: Millis) {
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
    #[must_use]
    pub fn consequence(&self, now: Millis) -> Option<Event> {
        match self.phase {
            Phase::Open => self.occupants.iter().all(Option::is_some).then_some(Event::Started),
            Phase::Playing => {
                if let Some(ending) = self.game.ending() {
                    let outcome = views::outcome(&*self.game, &ending);
                    return Some(Event::Ended { outcome, by: None });
                }
                let ms = self.clocks.as_ref().map_or(Millis::ZERO, |clocks| clocks.lost(now));
                if ms > Millis::ZERO {
                    return Some(Event::Credited { ms });
                }
                self.granted_take_back(now)
            }
            Phase::Ended | Phase::Closed => None,
        }
    }

    fn occupant_mut(&mut self, seat: Seat) -> Result<&mut Option<Occupant>, Inconsistent> {
        self.occupants.get_mut(seat.index()).ok_or_else(|| inconsistent("no such seat"))
    }

    /// The seats in the order of play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.occupants.len())
    }

    /// Is there such a seat?
    #[must_use]
    pub fn has(&self, seat: Seat) -> bool {
        seat.index() < self.occupants.len()
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Who sits there.
    #[must_use]
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants.get(seat.index())?.as_ref()
    }

    /// Is the player of this seat out while others play on?
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.get(seat.index()).copied().unwrap_or_default()
    }

    /// How many steps were made.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.steps.len() as u32
    }

    /// The seat that would have to move.
    pub(crate) fn seat_to_move(&self) -> Seat {
        self.game.turn().into()
    }

    /// The seat to move, while the game is played.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        (self.phase == Phase::Playing).then(|| self.seat_to_move())
    }

    /// The computer to move, if one is.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Seat, String, u8)> {
        let turn = self.turn()?;
        match self.occupant(turn)? {
            Occupant::Computer { kind, level } => Some((turn, kind.clone(), *level)),
            Occupant::Person { .. } | Occupant::Stranger { .. } => None,
        }
    }

    /// The legal move of this text, also in other notations.
    pub fn find_move(&self, text: &str) -> Result<Move, Fault> {
        if let Some(listed) = self.view().moves.iter().find(|listed| listed.text == text) {
            return Ok(listed.clone());
        }
        let mut tried = self.game.fork();
        tried.import(text).map_err(|error| not_played(&error))?;
        match tried.last() {
            Some(Played::Move { view, .. }) => Ok((&view).into()),
            _ => Err(Fault::new(Code::IllegalMove, "that is not a move")),
        }
    }

    /// Makes a move. One that is listed was checked when it was listed and is made at once; one from
    /// the store, for which nothing was listed, is checked now.
    fn play(&mut self, text: &str) -> Result<Move, Inconsistent> {
        let listed = self.view.take().and_then(|view| {
            let index = view.moves.iter().position(|listed| listed.text == text)?;
            Some((index, view.moves.into_iter().nth(index)?))
        });
        if let Some((index, play)) = listed
            && self.game.play_listed(index)
        {
            return Ok(play);
        }
        self.game.play(text).map_err(inconsistent)?;
        match self.game.last() {
            Some(Played::Move { view, .. }) => Ok((&view).into()),
            _ => Err(inconsistent("a move that is none")),
        }
    }

    /// The present position.
    #[must_use]
    pub fn view(&self) -> &View {
        let playing = matches!(self.phase, Phase::Playing | Phase::Open);
        self.view.get_or_init(|| views::view(&*self.game, playing))
    }
}

fn player(seat: Seat) -> Result<Player, Inconsistent> {
    seat.player().ok_or_else(|| inconsistent("no such seat"))
}
