//! From what was asked for to a game: everything about a new game is checked here, once.

use std::ops::RangeInclusive;

use agon_games::Played;
use agon_games::record::Record;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Departure, Event, Outcome, Recorded};
use agon_protocol::people::Person;
use agon_protocol::position::PositionRequest;
use agon_protocol::setup::{Clock, NewGame, Occupant, SeatPlan, Setup};
use agon_protocol::units::{Millis, Version};
use agon_store::{EventRow, GameRow, SeatRow, StoreError, Write};
use agon_table::decide::{SLOWEST, computer};
use agon_table::opening::{find, open};
use agon_table::{Downtimes, Patience, Table};

use super::filing::{Filed, LEASE, row_of};
use crate::names;
use crate::secrets::{self, random_u64};
use crate::state::unreadable;

/// Milliseconds that a computer takes at least, when nothing is said.
const USUAL_PACE: Millis = Millis(400);
/// The most characters of what a file says about the end of its game.
const LONGEST_VERDICT: usize = 100;
/// Why a game ended that its file says no more about.
const RECORDED: &str = "recorded";
/// What can end every game besides its rules.
const DECIDED: [&str; 5] =
    ["agreement", "resignation", "left", "time out", "time out, but no way to win"];
/// The longest texts of rules and positions.
const LONGEST_TEXT: usize = 1_000;

/// How many hints a seat may have where they are counted.
const HINT_BUDGETS: RangeInclusive<u8> = 1..=99;

/// A game that begins now, or waits for players, and is not yet stored.
pub(crate) struct NewTable {
    pub(crate) table: Table,
    row: GameRow,
    events: Vec<EventRow>,
}

impl NewTable {
    /// All that follows from how the game is set up: if nobody is missing it has begun.
    pub(crate) fn new(
        setup: Setup,
        now: Millis,
        downtimes: Downtimes,
        patience: Patience,
    ) -> Result<NewTable, Fault> {
        let created = Event::Created { setup: Box::new(setup.clone()) };
        let created = Recorded { version: Version::FIRST, at: now, event: created };
        let mut table = Table::create(secrets::id(), secrets::random(12), setup, now, downtimes)
            .map_err(unreadable)?;
        let mut happened = vec![created];
        happened.extend(table.carry_out(Vec::new(), now, |_, _, _| {}).map_err(unreadable)?);
        let events = happened.iter().map(|recorded| EventRow::new(recorded, None));
        let events = events.collect::<Result<Vec<_>, StoreError>>()?;
        // The task of the game begins with it, and does what is due at once.
        let due = table.due(patience, now, now).map(|due| due.max(now + LEASE));
        let row = row_of(&table, due)?;
        Ok(NewTable { table, row, events })
    }

    /// What is to be stored, all at once.
    pub(crate) fn write(&self) -> Write {
        Write::Events {
            game: self.table.id.clone(),
            row: Some(self.row.clone()),
            seats: Some(SeatRow::all(&self.table.seat_states())),
            events: self.events.clone(),
        }
    }

    /// The game, after it was stored.
    pub(crate) fn stored(self, now: Millis) -> (Table, Filed) {
        let filed = Filed::new(&self.row, now);
        (self.table, filed)
    }
}

/// A new game of this person, not yet stored.
pub(crate) fn prepare(new_game: NewGame, host: &Person) -> Result<Setup, Fault> {
    let PositionRequest { game: id, rules, position, .. } = &new_game.start;
    if rules.len() + position.as_ref().map_or(0, String::len) > LONGEST_TEXT {
        return Err(Fault::new(Code::TooLarge, "rules and position are too long"));
    }
    let mut game = open(&new_game.start)?;
    if !new_game.start.moves.is_empty() {
        // What was played before does not count: nobody at the table has seen it.
        game = find(id)?.open(&game.rules(), Some(&game.position()))?;
    }
    if let Some(ending) = game.ending() {
        let verdict = ending.verdict(&game.seats());
        return Err(Fault::new(Code::BadText, format!("the game would be over: {verdict}")));
    }
    let seats = game.seats().count();
    if new_game.seats.len() != seats {
        let message = format!("this game has {seats} seats, not {}", new_game.seats.len());
        return Err(Fault::new(Code::BadRequest, message));
    }
    check_clock(new_game.clock)?;
    if new_game.pace.is_some_and(|pace| pace > SLOWEST) {
        return Err(Fault::new(Code::BadRequest, format!("the pace is at most {SLOWEST} ms")));
    }
    if new_game.hint_budget.is_some_and(|budget| !HINT_BUDGETS.contains(&budget)) {
        let (least, most) = (HINT_BUDGETS.start(), HINT_BUDGETS.end());
        return Err(Fault::new(Code::BadRequest, format!("a budget is {least} to {most} hints")));
    }
    let mut plans = new_game.seats;
    // Between people who do not sit together hints are for whoever asks for them when it is made.
    let usual = !new_game.rated && !plans.contains(&SeatPlan::Open);
    let hints = new_game.hints.unwrap_or(usual);
    if new_game.shuffle {
        for i in (1..plans.len()).rev() {
            plans.swap(i, random_u64() as usize % (i + 1));
        }
    }
    let seat = |plan: SeatPlan| match plan {
        SeatPlan::Me { name } => {
            let name = name.as_deref().and_then(names::person).filter(|name| *name != host.name);
            Ok(Some(match name {
                Some(name) => Occupant::Person { id: host.id.clone(), name, picture: None },
                None => Occupant::person(host),
            }))
        }
        SeatPlan::Open => Ok(None),
        SeatPlan::Computer { kind, level } => computer(id, kind.as_deref(), level).map(Some),
    };
    let seats = plans.into_iter().map(seat).collect::<Result<Vec<_>, Fault>>()?;
    Ok(Setup {
        game: id.clone(),
        rules: game.rules(),
        position: game.unusual_start(),
        seats,
        clock: new_game.clock,
        listed: new_game.listed,
        name: new_game.name.and_then(|name| names::clean(&name, names::LONGEST_TITLE)),
        pace: new_game.pace.unwrap_or(USUAL_PACE),
        leisure: new_game.leisure,
        hints,
        hint_budget: new_game.hint_budget.filter(|_| hints),
        rated: new_game.rated,
        host: Some(host.clone()),
    })
}

fn check_clock(clock: Clock) -> Result<(), Fault> {
    let main = Millis(1_000)..=Millis::DAY;
    let fine = match clock {
        Clock::None => true,
        Clock::Increment { main: all, add: more } | Clock::Delay { main: all, free: more } => {
            main.contains(&all) && more <= Millis(3_600_000)
        }
        Clock::Move { each } => main.contains(&each),
        Clock::Days { days } => (1..=30).contains(&days),
    };
    let message = "a clock has 1 s to 24 h, at most 1 h for each move, or 1 to 30 days a move";
    if fine { Ok(()) } else { Err(Fault::new(Code::BadClock, message)) }
}

/// The game of a file as a game of the archive, with its events; not yet stored.
pub(crate) fn import(
    record: &Record,
    host: &Person,
    now: Millis,
) -> Result<(Table, Vec<Recorded>), Fault> {
    let game = &record.game;
    let stranger = |name: &String| {
        let name = names::clean(name, names::LONGEST_TITLE).unwrap_or_else(|| "?".into());
        Some(Occupant::Stranger { name })
    };
    let setup = Setup {
        game: record.kind.id().into(),
        rules: game.rules(),
        position: game.unusual_start(),
        seats: record.players.iter().map(stranger).collect(),
        clock: Clock::None,
        listed: false,
        name: None,
        pace: Millis::ZERO,
        leisure: false,
        hints: true,
        hint_budget: None,
        rated: false,
        host: Some(host.clone()),
    };
    let created = Event::Created { setup: Box::new(setup.clone()) };
    let mut table =
        Table::create(secrets::id(), secrets::random(12), setup, now, Downtimes::default())?;
    let mut recorded = vec![Recorded { version: Version::FIRST, at: now, event: created }];
    let mut add = |table: &mut Table, event| {
        let next = Recorded { version: table.version.next(), at: now, event };
        table.apply(&next)?;
        recorded.push(next);
        Ok::<_, Fault>(())
    };
    add(&mut table, Event::Started)?;
    for step in game.past() {
        let event = match step {
            Played::Move { player, view } => Event::Moved {
                seat: player.into(),
                ply: table.ply(),
                text: view.text,
                display: view.display,
                left: None,
            },
            Played::Withdrawal(player) => {
                Event::Withdrew { seat: player.into(), reason: Departure::Left }
            }
        };
        add(&mut table, event)?;
    }
    let recorded_end = || Event::Ended { outcome: as_recorded(record), by: None };
    let end = table.consequence(now).unwrap_or_else(recorded_end);
    add(&mut table, end)?;
    Ok((table, recorded))
}

/// The end of a game that its moves do not show, as the file has it.
fn as_recorded(record: &Record) -> Outcome {
    let Some(verdict) = record.verdict.as_deref() else { return Outcome::unfinished() };
    let verdict = names::clean(verdict, LONGEST_VERDICT).unwrap_or_else(|| RECORDED.into());
    // Our own files say why in brackets, in words that are known.
    let why = verdict.split_once('(').and_then(|(_, why)| why.strip_suffix(')'));
    let known = |why: &&str| DECIDED.contains(why) || record.kind.reasons().contains(why);
    let reason = why.filter(known).unwrap_or(RECORDED).to_owned();
    let place = |(player, _)| u8::from(record.winner.is_some_and(|winner| winner != player)) + 1;
    Outcome {
        winner: record.winner.map(Into::into),
        places: record.game.seats().iter().map(place).collect(),
        reason,
        verdict,
    }
}
