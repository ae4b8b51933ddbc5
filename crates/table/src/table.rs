//! State of a game, derived from events without waiting, storage or network access:
//! [`Table::apply`] applies an event, and the other methods read the state.

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

/// State of a game.
pub struct Table {
    /// Permanent id.
    pub id: String,
    /// Secret key of the invitation.
    pub secret: String,
    /// Setup of the game.
    pub setup: Setup,
    /// Match on the board.
    pub game: Box<dyn AnyMatch>,
    /// Occupants by seat.
    pub occupants: Vec<Option<Occupant>>,
    /// Seats whose players are out while others continue.
    pub(crate) out: Vec<bool>,
    /// Phase of the game.
    pub phase: Phase,
    /// Version of the last event.
    pub version: Version,
    /// Version at which the position last changed.
    pub(crate) position_version: Version,
    /// Time of creation.
    pub created: Millis,
    /// Time of the last change.
    pub updated: Millis,
    /// Steps played.
    pub steps: Vec<Step>,
    /// Clocks; `None` without a time control.
    pub clocks: Option<Clocks>,
    /// Whether clocks and computers are paused.
    pub paused: bool,
    /// Minimum time per computer move.
    pub pace: Millis,
    /// Version of the pending draw offer, by seat.
    pub(crate) draw_offers: Vec<Option<Version>>,
    pub(crate) take_back: Option<TakeBackState>,
    pub(crate) rematch: Option<RematchState>,
    pub(crate) outcome: Option<Outcome>,
    /// Id of the rematch.
    pub(crate) next: Option<String>,
    /// Version reached by each executed command, by person and command id.
    commands: HashMap<(String, String), Version>,
    /// Server outages, not charged to players.
    pub(crate) downtimes: Downtimes,
    pub(crate) changes: Changes,
    pub(crate) hints: Hints,
    /// Cached current position.
    view: OnceLock<View>,
}

/// Error for events that cannot form a game: damaged, or written by another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistent(String);

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "inconsistent events: {}", self.0)
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
    /// Creates a game from its first event.
    pub fn create(
        id: String,
        secret: String,
        mut setup: Setup,
        at: Millis,
        downtimes: Downtimes,
    ) -> Result<Table, Inconsistent> {
        let kind = agon_games::find(&setup.game).map_err(inconsistent)?;
        let game = kind.reopen(&setup.rules, setup.position.as_deref()).map_err(inconsistent)?;
        // The event may predate an option; all readers get the complete rules.
        setup.rules = game.rules();
        let seats = game.seats().count();
        if seats != setup.seats.len() {
            return Err(inconsistent("wrong number of seats"));
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

    /// Loads a game from its events, each with the command whose last effect it is.
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
            return Err(inconsistent("the first event is not `created`"));
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

    /// Records the command that led to the current version.
    pub fn remember(&mut self, Cause { person, id }: Cause) {
        self.commands.insert((person, id), self.version);
    }

    /// Returns the version reached by a command, if it was executed.
    #[must_use]
    pub fn answered(&self, person: &str, id: &str) -> Option<Version> {
        self.commands.get(&(person.to_owned(), id.to_owned())).copied()
    }

    /// Updates the known server outages.
    pub fn learn(&mut self, downtimes: Downtimes) {
        if let Some(clocks) = &mut self.clocks {
            clocks.learn(downtimes.clone());
        }
        self.downtimes = downtimes;
    }

    /// Applies an event.
    pub fn apply(&mut self, recorded: &Recorded) -> Result<(), Inconsistent> {
        if recorded.version != self.version.next() {
            return Err(inconsistent("missing version"));
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
                // Pending offers were made to a different set of players.
                self.take_back = None;
                self.game.decline_draw();
                match reason {
                    Departure::Resigned => self.game.resign(player),
                    Departure::TimeOut => self.game.flag(player),
                    Departure::Left => self.game.leave(player),
                }
                // A player can only be out once.
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
                    // Undoing the step brings the player back, as in the match.
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

    /// Applies events and all their consequences; calls `seen` after each with the step it added.
    /// Skips events after the end of the game.
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

    /// Starts the clock of the player to move, unless the game is paused.
    fn start_clock(&mut self, at: Millis) {
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.paused) {
            clocks.start(at);
        }
    }

    /// Records the version of each draw offer.
    fn date_draw_offers(&mut self) {
        let standing = self.game.draw_offers();
        for (player, since) in Player::all(self.draw_offers.len()).zip(&mut self.draw_offers) {
            *since = standing.has(player).then(|| since.unwrap_or(self.version));
        }
    }

    /// Returns the event that follows from the state without an action.
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

    /// Returns the seats in the order of play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.occupants.len())
    }

    /// Returns whether the seat exists.
    #[must_use]
    pub fn has(&self, seat: Seat) -> bool {
        seat.index() < self.occupants.len()
    }

    /// Returns the outcome, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the occupant of a seat.
    #[must_use]
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants.get(seat.index())?.as_ref()
    }

    /// Returns whether the player of this seat is out while others continue.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.get(seat.index()).copied().unwrap_or_default()
    }

    /// Returns the number of plies played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Returns the seat to move, also before the start and after the end.
    pub(crate) fn seat_to_move(&self) -> Seat {
        self.game.turn().into()
    }

    /// Returns the seat to move while the game is being played.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        (self.phase == Phase::Playing).then(|| self.seat_to_move())
    }

    /// Returns the computer to move, if any.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Seat, String, u8)> {
        let turn = self.turn()?;
        match self.occupant(turn)? {
            Occupant::Computer { kind, level } => Some((turn, kind.clone(), *level)),
            Occupant::Person { .. } | Occupant::Stranger { .. } => None,
        }
    }

    /// Finds a legal move by its text in any supported notation.
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

    /// Makes a move. A listed move is already validated and made at once; a move from the store,
    /// without a list, is validated now.
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
            _ => Err(inconsistent("not a move")),
        }
    }

    /// Returns the current position.
    #[must_use]
    pub fn view(&self) -> &View {
        let playing = matches!(self.phase, Phase::Playing | Phase::Open);
        self.view.get_or_init(|| views::view(&*self.game, playing))
    }
}

fn player(seat: Seat) -> Result<Player, Inconsistent> {
    seat.player().ok_or_else(|| inconsistent("no such seat"))
}
