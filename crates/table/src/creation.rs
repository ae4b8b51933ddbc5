//! Validates requests for new games; the only place where a new game is checked.

use std::ops::RangeInclusive;

use agon_games::Played;
use agon_games::record::Record;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Departure, Event, Outcome, Recorded};
use agon_protocol::people::Person;
use agon_protocol::position::PositionRequest;
use agon_protocol::setup::{Clock, NewGame, Occupant, SeatPlan, Setup};
use agon_protocol::units::{Millis, Version};

use crate::decide::{SLOWEST, computer};
use crate::downtimes::Downtimes;
use crate::names;
use crate::opening::{find, open};
use crate::table::{Inconsistent, Table};

/// Default minimum time per computer move.
const USUAL_PACE: Millis = Millis(400);
/// Maximum length of the verdict in a game file, in characters.
const LONGEST_VERDICT: usize = 100;
/// Reason of a result that the file does not explain.
const RECORDED: &str = "recorded";
/// Reasons for the end of a game that no rules define.
const DECIDED: [&str; 5] =
    ["agreement", "resignation", "left", "time out", "time out, but no way to win"];
/// Maximum length of rules and positions.
const LONGEST_TEXT: usize = 1_000;

/// Valid hint budgets per seat.
const HINT_BUDGETS: RangeInclusive<u8> = 1..=99;

impl Table {
    /// Creates a game with its first events; the game starts at once if all seats are taken.
    pub fn begin(
        id: String,
        secret: String,
        setup: Setup,
        now: Millis,
        downtimes: Downtimes,
    ) -> Result<(Table, Vec<Recorded>), Inconsistent> {
        let created = Event::Created { setup: Box::new(setup.clone()) };
        let mut happened = vec![Recorded { version: Version::FIRST, at: now, event: created }];
        let mut table = Table::create(id, secret, setup, now, downtimes)?;
        happened.extend(table.carry_out(Vec::new(), now, |_, _, _| {})?);
        Ok((table, happened))
    }

    /// Returns the setup of a rematch or restart for this person, with the same players.
    #[must_use]
    pub fn again(&self, person: &Person, swap: bool) -> Setup {
        let mut setup = self.setup.clone();
        setup.seats.clone_from(&self.occupants);
        if swap {
            setup.seats.rotate_right(1);
        }
        setup.host = setup.host.or_else(|| Some(person.clone()));
        setup
    }
}

/// Creates a new game, not yet stored; `dice` shuffles the seats.
pub fn prepare(
    new_game: NewGame,
    host: &Person,
    dice: &mut dyn FnMut() -> u64,
) -> Result<Setup, Fault> {
    let PositionRequest { game: id, rules, position, .. } = &new_game.start;
    if rules.len() + position.as_ref().map_or(0, String::len) > LONGEST_TEXT {
        return Err(Fault::new(Code::TooLarge, "rules and position are too long"));
    }
    let mut game = open(&new_game.start)?;
    if !new_game.start.moves.is_empty() {
        // Earlier moves are dropped: the players have not seen them.
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
    // By default, games with other people have no hints.
    let usual = !new_game.rated && !plans.contains(&SeatPlan::Open);
    let hints = new_game.hints.unwrap_or(usual);
    if new_game.shuffle {
        for i in (1..plans.len()).rev() {
            plans.swap(i, (dice() % (i as u64 + 1)) as usize);
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

/// Converts the game of a file to an archived game with this id and secret, and its events; not yet
/// stored.
pub fn import(
    record: &Record,
    host: &Person,
    (id, secret): (String, String),
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
    let mut table = Table::create(id, secret, setup, now, Downtimes::default())?;
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

/// Returns the result as recorded in the file, if the moves do not show it.
fn as_recorded(record: &Record) -> Outcome {
    let Some(verdict) = record.verdict.as_deref() else { return Outcome::unfinished() };
    let verdict = names::clean(verdict, LONGEST_VERDICT).unwrap_or_else(|| RECORDED.into());
    // Files written by this program give a known reason in parentheses.
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
