//! Decides on people's actions: returns events, or an error with the reason.

use agon_protocol::action::Action;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Departure, Event, Outcome};
use agon_protocol::people::Person;
use agon_protocol::setup::Occupant;
use agon_protocol::state::{Phase, Presence, Step};
use agon_protocol::units::{Millis, Seat, Version};

use crate::deadline::Deadline;
use crate::opening::find;
use crate::table::Table;

/// Effect of an action.
#[derive(Debug)]
pub enum Decision {
    /// Events to apply.
    Events(Vec<Event>),
    /// One computer move although the game is paused.
    Step,
    /// Events to apply, and a new game with the same players.
    Again {
        /// Events before the new game starts.
        events: Vec<Event>,
        /// Whether every player moves on by one seat.
        swap: bool,
    },
}

pub(crate) type Result<T = Vec<Event>> = std::result::Result<T, Fault>;

pub(crate) fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T> {
    Err(Fault::new(code, message))
}

/// Number of moves from which a game can no longer be aborted.
const UNDER_WAY: usize = 2;
/// Maximum value of the minimum time per computer move.
pub const SLOWEST: Millis = Millis(60_000);

impl Table {
    /// Decides on an action of a person.
    pub fn decide(
        &self,
        person: &Person,
        action: &Action,
        presence: &Presence,
        now: Millis,
    ) -> Result<Decision> {
        let me = person.id.as_str();
        self.changes.check(me, action)?;
        let events = match action {
            Action::Sit { seat } => self.sit(person, *seat)?,
            Action::Stand => self.stand(me)?,
            Action::Fill { seat, kind, level } => self.fill(me, *seat, kind.as_deref(), *level)?,
            Action::Close => self.close(me)?,
            Action::Move { ply, version, text } => self.make_move(me, *ply, *version, text, now)?,
            Action::Resign { seat } => self.resign(me, *seat)?,
            Action::Leave => self.leave(me)?,
            Action::Abort => self.abort(me)?,
            Action::OfferDraw { seat } => self.offer_draw(me, *seat)?,
            Action::AnswerDraw { offer, accept } => self.answer_draw(me, *offer, *accept)?,
            Action::TakeBack { ply } => self.ask_take_back(me, *ply, now)?,
            Action::AnswerTakeBack { offer, accept } => {
                self.answer_take_back(me, *offer, *accept, now)?
            }
            Action::Pause => self.pause(me, now)?,
            Action::Resume => self.resume(me)?,
            Action::Step => return self.step(me),
            Action::Pace { ms } => self.set_pace(me, *ms)?,
            Action::Claim => self.claim(me, presence, now)?,
            Action::Restart => return self.restart(me),
            Action::Rematch { swap, offer } => return self.ask_rematch(me, *swap, *offer),
            Action::DeclineRematch { offer } => self.decline_rematch(me, *offer)?,
        };
        Ok(Decision::Events(events))
    }

    fn must_be_open(&self) -> Result<()> {
        match self.phase {
            Phase::Open => Ok(()),
            Phase::Playing | Phase::Ended => {
                refuse(Code::Full, "all seats are taken; it has begun")
            }
            Phase::Closed => refuse(Code::Closed, "this lobby was closed"),
        }
    }

    pub(crate) fn must_be_played(&self) -> Result<()> {
        match (self.phase, &self.outcome) {
            (Phase::Playing, _) => Ok(()),
            (Phase::Open, _) => refuse(Code::NotStarted, "not all seats are taken yet"),
            (Phase::Closed, _) => refuse(Code::Closed, "this lobby was closed"),
            (Phase::Ended, Some(outcome)) => {
                refuse(Code::Over, format!("the game is over: {}", outcome.verdict))
            }
            (Phase::Ended, None) => refuse(Code::Over, "the game is over"),
        }
    }

    /// Returns the seats of a person who is playing; fails if there are none.
    pub(crate) fn must_sit(&self, me: &str) -> Result<Vec<Seat>> {
        self.must_be_played()?;
        let mine = self.seats_of(me);
        if mine.is_empty() {
            refuse(Code::NotYourSeat, "you have no seat in this game")
        } else {
            Ok(mine)
        }
    }

    fn must_be_host(&self, me: &str) -> Result<()> {
        if self.is_host(me) {
            Ok(())
        } else {
            refuse(Code::NotAllowed, "only the host may do that")
        }
    }

    /// Fails unless no other person plays.
    fn must_be_alone(&self, me: &str) -> Result<()> {
        self.must_be_played()?;
        if self.is_alone(me) {
            return Ok(());
        }
        let mine = !self.seats_of(me).is_empty() || self.is_host(me);
        let code = if mine { Code::NotAllowed } else { Code::NotYourSeat };
        refuse(code, "only where you play alone, against computers or on one screen")
    }

    fn sit(&self, person: &Person, wanted: Option<Seat>) -> Result {
        self.must_be_open()?;
        let free = |seat: Seat| self.has(seat) && self.occupant(seat).is_none();
        let mine = self.seats_of(&person.id);
        let seat = match wanted {
            Some(seat) if mine.contains(&seat) => return Ok(Vec::new()),
            Some(seat) if free(seat) => seat,
            Some(seat) if self.has(seat) => {
                return refuse(Code::Full, "this seat is taken");
            }
            Some(_) => return refuse(Code::NotFound, "there is no such seat"),
            None if !mine.is_empty() => return Ok(Vec::new()),
            None => match self.seats().find(|&seat| free(seat)) {
                Some(seat) => seat,
                None => return refuse(Code::Full, "all seats are taken"),
            },
        };
        let occupant = Occupant::person(person);
        let mut events = vec![Event::Seated { seat, occupant }];
        // A person with a single seat moves; a host with several seats keeps them.
        if let [old] = mine[..] {
            events.insert(0, Event::Stood { seat: old });
        }
        Ok(events)
    }

    fn stand(&self, me: &str) -> Result {
        self.must_be_open()?;
        let mine = self.seats_of(me);
        if mine.is_empty() {
            return refuse(Code::NotYourSeat, "you have no seat in this game");
        }
        Ok(mine.into_iter().map(|seat| Event::Stood { seat }).collect())
    }

    fn fill(&self, me: &str, seat: Seat, kind: Option<&str>, level: u8) -> Result {
        self.must_be_host(me)?;
        self.must_be_open()?;
        if !self.has(seat) {
            return refuse(Code::NotFound, "there is no such seat");
        }
        if self.occupant(seat).is_some() {
            return refuse(Code::Full, "this seat is taken");
        }
        let occupant = computer(&self.setup.game, kind, level)?;
        Ok(vec![Event::Seated { seat, occupant }])
    }

    fn close(&self, me: &str) -> Result {
        self.must_be_host(me)?;
        self.must_be_open()?;
        Ok(vec![Event::Closed])
    }

    fn make_move(
        &self,
        me: &str,
        ply: u32,
        version: Option<Version>,
        text: &str,
        now: Millis,
    ) -> Result {
        let mine = self.must_sit(me)?;
        if ply != self.ply() {
            let message = format!("the move was made for ply {ply}, but it is ply {}", self.ply());
            let fault = Fault::new(Code::StalePly, message);
            let mover = self.steps.last().filter(|_| ply < self.ply()).map(Step::seat);
            return Err(match mover {
                Some(seat) => fault.about(seat),
                None => fault,
            });
        }
        // A move depends only on the position, not on later offers or pauses.
        let fitting = self.position_version..=self.version;
        if version.is_some_and(|version| !fitting.contains(&version)) {
            return refuse(Code::Stale, "the move was made for a position that is no more");
        }
        let turn = self.seat_to_move();
        if !mine.contains(&turn) {
            return refuse(Code::NotYourTurn, "somebody else is to move");
        }
        if self.paused {
            return refuse(Code::Paused, "the game is paused");
        }
        self.moved(turn, text, now, None)
    }

    /// Returns the move of the seat to move, or its time forfeit. For a computer, `spent` is its
    /// search time.
    pub fn moved(&self, seat: Seat, text: &str, now: Millis, spent: Option<Millis>) -> Result {
        let play = self.find_move(text)?;
        let left = match &self.clocks {
            None => None,
            Some(clocks) => match clocks.after_move(seat, now, spent) {
                Some(left) => Some(left),
                None => return Ok(vec![Event::Withdrew { seat, reason: Departure::TimeOut }]),
            },
        };
        let ply = self.ply();
        Ok(vec![Event::Moved { seat, ply, text: play.text, display: play.display, left }])
    }

    /// Returns when the player to move forfeits on time; computers forfeit only by moving too late.
    pub(crate) fn flag(&self, now: Millis) -> Option<Deadline> {
        let seat = self.turn().filter(|_| self.computer_to_move().is_none())?;
        let at = self.clocks.as_ref()?.falls_at(seat, now)?;
        Some(Deadline { at, event: Event::Withdrew { seat, reason: Departure::TimeOut } })
    }

    /// Returns the time forfeit of a person, if it is due.
    #[must_use]
    pub fn fallen_flag(&self, now: Millis) -> Option<Event> {
        self.flag(now).filter(|flag| flag.at <= now).map(|flag| flag.event)
    }

    /// Returns the seat to act for: the named one, or the one to move.
    pub(crate) fn acting(&self, mine: &[Seat], seat: Option<Seat>) -> Result<Seat> {
        let to_move = self.turn().filter(|turn| mine.contains(turn));
        match seat {
            Some(seat) if mine.contains(&seat) => Ok(seat),
            Some(_) => refuse(Code::NotYourSeat, "this seat is not yours"),
            None => Ok(to_move.unwrap_or(mine[0])),
        }
    }

    fn resign(&self, me: &str, seat: Option<Seat>) -> Result {
        let seat = self.acting(&self.must_sit(me)?, seat)?;
        Ok(vec![Event::Withdrew { seat, reason: Departure::Resigned }])
    }

    fn leave(&self, me: &str) -> Result {
        if self.phase == Phase::Open {
            return self.stand(me);
        }
        self.must_be_played()?;
        if self.is_alone(me) {
            let (outcome, by) = (Outcome::unfinished(), self.seat_of(me));
            return Ok(vec![Event::Ended { outcome, by }]);
        }
        let mine = self.must_sit(me)?;
        let leave = |seat| Event::Withdrew { seat, reason: Departure::Left };
        Ok(mine.into_iter().map(leave).collect())
    }

    fn abort(&self, me: &str) -> Result {
        self.must_be_played()?;
        if !self.is_alone(me) {
            self.must_sit(me)?;
        }
        if self.is_under_way() {
            return refuse(Code::UnderWay, "the second move was made: leave, or give up");
        }
        Ok(vec![Event::Ended { outcome: Outcome::aborted(), by: self.seat_of(me) }])
    }

    /// Returns whether the game can no longer be aborted.
    fn is_under_way(&self) -> bool {
        let moves = self.steps.iter().filter(|step| matches!(step, Step::Move { .. })).count();
        moves >= UNDER_WAY
    }

    /// Returns the seat that represents a person who is playing.
    fn seat_of(&self, me: &str) -> Option<Seat> {
        let mine = self.seats_of(me);
        self.turn().filter(|turn| mine.contains(turn)).or(mine.first().copied())
    }

    fn restart(&self, me: &str) -> Result<Decision> {
        self.must_be_alone(me)?;
        let under_way = self.is_under_way();
        let outcome = if under_way { Outcome::unfinished() } else { Outcome::aborted() };
        let ended = Event::Ended { outcome, by: self.seat_of(me) };
        Ok(Decision::Again { events: vec![ended], swap: false })
    }

    /// Checks whether a person may get a hint. Returns the seat to charge, if hints are limited and
    /// none was charged for this position.
    pub fn hint(&self, me: &str) -> Result<Option<Seat>> {
        self.must_be_played()?;
        if !self.setup.hints {
            return refuse(Code::NoHints, "this game is played without hints");
        }
        let Some(turn) = self.turn().filter(|turn| self.seats_of(me).contains(turn)) else {
            return refuse(Code::NotYourTurn, "a hint is for the player to move");
        };
        let counted = self.hints.left(turn).filter(|_| !self.hints.covers(self.position_version));
        match counted {
            None => Ok(None),
            Some(0) => refuse(Code::HintsSpent, "all hints of this game were taken"),
            Some(_) => Ok(Some(turn)),
        }
    }

    fn pause(&self, me: &str, now: Millis) -> Result {
        self.must_be_alone(me)?;
        if self.paused {
            return refuse(Code::Paused, "the game is paused already");
        }
        let turn = self.seat_to_move();
        let left = self.clocks.as_ref().map(|clocks| clocks.remaining(turn, now));
        Ok(vec![Event::Paused { left }])
    }

    fn resume(&self, me: &str) -> Result {
        self.must_be_alone(me)?;
        if self.paused {
            Ok(vec![Event::Resumed])
        } else {
            refuse(Code::Paused, "the game is not paused")
        }
    }

    fn step(&self, me: &str) -> Result<Decision> {
        self.must_be_alone(me)?;
        if !self.paused {
            return refuse(Code::Paused, "the game is not paused");
        }
        if self.computer_to_move().is_none() {
            return refuse(Code::NotYourTurn, "no computer is to move");
        }
        Ok(Decision::Step)
    }

    fn set_pace(&self, me: &str, ms: Millis) -> Result {
        self.must_be_alone(me)?;
        if ms > SLOWEST {
            return refuse(Code::BadRequest, format!("the pace is at most {SLOWEST} ms"));
        }
        Ok(if ms == self.pace { Vec::new() } else { vec![Event::Paced { ms }] })
    }

    fn claim(&self, me: &str, presence: &Presence, now: Millis) -> Result {
        let mine = self.must_sit(me)?;
        let Some(grace) = presence.grace else {
            return refuse(Code::NotAllowed, "in this game nobody can claim the win");
        };
        let mut events = Vec::new();
        let mut soonest = None;
        for (seat, since) in self.seats().zip(&presence.away_since) {
            let Some(since) = since else { continue };
            if self.is_out(seat) || mine.contains(&seat) {
                continue;
            }
            let wait = grace.since(self.downtimes.between(*since, now));
            if wait == Millis::ZERO {
                events.push(Event::Withdrew { seat, reason: Departure::Left });
            } else {
                soonest = Some(soonest.map_or(wait, |other: Millis| other.min(wait)));
            }
        }
        if events.is_empty() {
            return match soonest {
                Some(wait) => {
                    let seconds = wait.0.div_ceil(1000);
                    let message = format!("wait {seconds} s more before you claim the win");
                    Err(Fault { retry_after: Some(seconds), ..Fault::new(Code::TooEarly, message) })
                }
                None => refuse(Code::Nothing, "nobody is away"),
            };
        }
        Ok(events)
    }
}

/// Creates a computer of this kind and level; fails on invalid ones.
pub fn computer(game: &str, kind: Option<&str>, level: u8) -> Result<Occupant> {
    let game = find(game)?;
    let kinds = game.kinds();
    if agon_search::Level::new(level).is_none() {
        return refuse(Code::BadRequest, "a level is a number from 1 to 10");
    }
    let found = match kind {
        None => kinds.first().copied(),
        Some(name) => game.kind(name).ok(),
    };
    match found {
        Some(kind) => Ok(Occupant::Computer { kind: kind.name.into(), level }),
        None => {
            let known: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
            refuse(Code::BadText, format!("kinds of computers here: {}", known.join(", ")))
        }
    }
}
