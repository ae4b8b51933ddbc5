//! Random actions of random people: the game always continues or is over.

use agon_core::Rng;
use agon_games::{AnyGame, GAMES};
use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::{Departure, Event, Recorded};
use agon_protocol::people::Person;
use agon_protocol::setup::{Clock, Occupant, Setup};
use agon_protocol::state::{Phase, Presence};
use agon_protocol::units::{Millis, Seat, Version};

use crate::decide::Decision;
use crate::downtimes::Downtimes;
use crate::table::Table;

/// Started game, with the events that would be stored.
pub(crate) struct Game {
    pub(crate) table: Table,
    recorded: Vec<Recorded>,
    pub(crate) now: Millis,
}

pub(crate) fn person(name: &str) -> Person {
    Person { id: name.into(), name: name.into(), picture: name.into() }
}

fn seat_of(name: &str) -> Option<Occupant> {
    Some(Occupant::person(&person(name)))
}

/// Returns every game and preset for this number of seats.
fn games(seats: usize) -> Vec<(&'static dyn AnyGame, &'static str)> {
    let all = GAMES.iter().flat_map(|&game| {
        let presets = game.presets().iter().map(|preset| preset.rules);
        [""].into_iter().chain(presets).map(move |rules| (game, rules))
    });
    all.filter(|(game, rules)| game.open(rules, None).unwrap().seats().count() == seats).collect()
}

impl Game {
    fn new(
        (game, rules): (&dyn AnyGame, &str),
        seats: Vec<Option<Occupant>>,
        clock: Clock,
    ) -> Game {
        let setup = Setup {
            game: game.id().into(),
            rules: rules.into(),
            position: None,
            seats,
            clock,
            listed: true,
            name: None,
            pace: Millis::ZERO,
            leisure: false,
            hints: true,
            hint_budget: Some(2),
            rated: false,
            host: Some(person("anna")),
        };
        let now = Millis(1_000_000);
        let created = Event::Created { setup: Box::new(setup.clone()) };
        let created = Recorded { version: Version::FIRST, at: now, event: created };
        let table =
            Table::create("g".into(), "s".into(), setup, now, Downtimes::default()).unwrap();
        let mut game = Game { table, recorded: vec![created], now };
        game.happen(Vec::new());
        assert_eq!(game.table.phase, Phase::Playing);
        game
    }

    /// One person on two seats.
    pub(crate) fn alone(clock: Clock) -> Game {
        Game::new(games(2)[0], vec![seat_of("anna"), seat_of("anna")], clock)
    }

    /// Two people.
    pub(crate) fn of_two() -> Game {
        Game::new(games(2)[0], vec![seat_of("anna"), seat_of("bob")], Clock::None)
    }

    /// Three people, in a game for three.
    pub(crate) fn of_three() -> Game {
        let seats = ["anna", "bob", "carl"].map(seat_of).into();
        Game::new(games(3)[0], seats, Clock::None)
    }

    pub(crate) fn happen(&mut self, events: Vec<Event>) {
        let happened = self.table.carry_out(events, self.now, |_, _, _| {}).unwrap();
        self.recorded.extend(happened);
    }

    fn nobody_away(&self) -> Presence {
        let seats = self.table.occupants.len();
        Presence {
            connected: vec![true; seats],
            spectators: 0,
            away_since: vec![None; seats],
            grace: Some(Millis(1_000)),
        }
    }

    fn try_act(&mut self, name: &str, action: &Action, presence: &Presence) -> bool {
        match self.table.decide(&person(name), action, presence, self.now) {
            Ok(Decision::Events(events)) => {
                self.happen(events);
                true
            }
            Ok(_) => true,
            Err(_) => false,
        }
    }

    pub(crate) fn decide(&self, name: &str, action: &Action) -> Decision {
        let decided = self.table.decide(&person(name), action, &self.nobody_away(), self.now);
        decided.unwrap_or_else(|fault| panic!("{name}: {action:?}: {fault:?}"))
    }

    pub(crate) fn act(&mut self, name: &str, action: &Action) {
        match self.decide(name, action) {
            Decision::Events(events) => self.happen(events),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn refused(&self, name: &str, action: &Action) -> Code {
        let presence = self.nobody_away();
        self.table.decide(&person(name), action, &presence, self.now).unwrap_err().code
    }

    fn a_move(&self) -> Action {
        let text = self.table.view().moves[0].text.clone();
        Action::Move { ply: self.table.ply(), version: Some(self.table.version), text }
    }

    /// Makes a move for the player to move.
    pub(crate) fn go_on(&mut self) {
        let name = self.table.occupant(self.table.turn().unwrap()).unwrap().name();
        let action = self.a_move();
        self.act(&name, &action);
    }

    /// Loads the game from its events, as another server would.
    fn reload(&self) -> Table {
        let events = self.recorded.iter().map(|recorded| (recorded.clone(), None));
        Table::load("g".into(), "s".into(), events, self.table.downtimes.clone()).unwrap()
    }

    /// Checks that the stored events reproduce the state.
    pub(crate) fn check_stored(&self) {
        let seen = |table: &Table| serde_json::to_string(&table.state(self.now)).unwrap();
        assert_eq!(seen(&self.reload()), seen(&self.table));
    }

    /// Checks that the game is over or the player to move has a move.
    fn check(&self) {
        let Some(turn) = self.table.turn() else {
            assert_eq!(self.table.phase, Phase::Ended);
            return;
        };
        assert!(!self.table.is_out(turn), "seat {turn} is out and must move");
        assert!(!self.table.view().moves.is_empty(), "no legal move in a running game");
        if self.table.computer_to_move().is_some() {
            return;
        }
        let name = self.table.occupant(turn).unwrap().name();
        let action = if self.table.paused { Action::Resume } else { self.a_move() };
        let presence = self.nobody_away();
        let decided = self.table.decide(&person(&name), &action, &presence, self.now);
        assert!(decided.is_ok(), "{name} cannot continue: {decided:?}");
    }
}

const NAMES: [&str; 4] = ["anna", "bob", "carl", "dora"];

fn random_action(game: &Game, rng: &mut Rng) -> Action {
    let table = &game.table;
    let some_version = Version(rng.below(table.version.0 as usize + 2) as u64);
    let offer = |standing: Option<Version>, rng: &mut Rng| match standing {
        Some(version) if rng.below(4) > 0 => version,
        _ => some_version,
    };
    let ply = (rng.below(2) == 0).then(|| rng.below(table.ply() as usize + 1) as u32);
    let accept = rng.below(3) > 0;
    match rng.below(40) {
        0 => Action::Resign { seat: (rng.below(2) == 0).then_some(Seat(rng.below(6) as u8)) },
        1 if rng.below(4) == 0 => Action::Leave,
        2 if rng.below(8) == 0 => Action::Abort,
        3..=5 => {
            Action::OfferDraw { seat: (rng.below(2) == 0).then_some(Seat(rng.below(6) as u8)) }
        }
        6..=8 => Action::AnswerDraw { offer: offer(table.draw_version(), rng), accept },
        9..=13 => Action::TakeBack { ply },
        14..=18 => {
            let asked = table.take_back.as_ref().map(|asked| asked.version);
            Action::AnswerTakeBack { offer: offer(asked, rng), accept }
        }
        19 => Action::Pause,
        20..=22 => Action::Resume,
        23 => Action::Claim,
        _ => {
            let moves = &table.view().moves;
            let text = moves.get(rng.below(moves.len().max(1))).map(|one| one.text.clone());
            let version = (rng.below(2) == 0).then_some(some_version);
            let text = text.unwrap_or_default();
            Action::Move { ply: table.ply(), version: version.or(Some(table.version)), text }
        }
    }
}

#[test]
fn whatever_people_do_somebody_can_go_on_or_the_game_is_over() {
    let clocks = [
        Clock::None,
        Clock::Increment { main: Millis(60_000), add: Millis(2_000) },
        Clock::Delay { main: Millis(20_000), free: Millis(3_000) },
        Clock::Days { days: 1 },
    ];
    let mut ended = 0;
    let mut carried_out = [0; 2];
    for round in 0..400 {
        let mut rng = Rng::new(round);
        let seats = 2 + rng.below(5);
        let kinds = games(seats);
        let several = rng.below(4) == 0;
        let computers = rng.below(3) == 0;
        let occupant = |seat: usize, rng: &mut Rng| match seat {
            0 => seat_of("anna"),
            _ if computers && rng.below(2) == 0 => {
                Some(Occupant::Computer { kind: "x".into(), level: 1 })
            }
            _ if several => seat_of(NAMES[rng.below(2)]),
            _ => seat_of(NAMES[seat % NAMES.len()]),
        };
        let occupants = (0..seats).map(|seat| occupant(seat, &mut rng)).collect();
        let kind = kinds[rng.below(kinds.len())];
        let mut game = Game::new(kind, occupants, clocks[rng.below(clocks.len())]);
        game.check();
        for _ in 0..80 {
            game.now += Millis(rng.below(2_000) as u64);
            if let Some(flag) = game.table.fallen_flag(game.now) {
                game.happen(vec![flag]);
                game.check();
            }
            if let Some((seat, ..)) = game.table.computer_to_move()
                && !game.table.paused
            {
                let text = game.table.view().moves[0].text.clone();
                let events = game.table.moved(seat, &text, game.now, Some(Millis(5))).unwrap();
                game.happen(events);
                game.check();
            }
            let mut presence = game.nobody_away();
            for away in &mut presence.away_since {
                *away =
                    (rng.below(3) == 0).then(|| game.now.since(Millis(rng.below(2_000) as u64)));
            }
            // Mostly the player to move.
            let turn = game.table.turn().filter(|_| rng.below(3) > 0);
            let mover = turn.and_then(|seat| game.table.occupant(seat).cloned());
            let name = match mover {
                Some(Occupant::Person { id, .. }) => id,
                _ => NAMES[rng.below(NAMES.len())].into(),
            };
            let action = random_action(&game, &mut rng);
            carried_out[usize::from(game.try_act(&name, &action, &presence))] += 1;
            game.check();
            if rng.below(20) == 0 {
                game.check_stored();
            }
        }
        ended += usize::from(game.table.phase == Phase::Ended);
    }
    // Neither all actions fail, nor do all games end early.
    assert!(carried_out.iter().all(|&count| count > 5_000), "{carried_out:?}");
    assert!((50..400).contains(&ended), "{ended}");
}

#[test]
fn an_open_take_back_ends_when_somebody_is_out() {
    let mut game = Game::of_three();
    (0..3).for_each(|_| game.go_on());
    game.act("anna", &Action::TakeBack { ply: Some(0) });
    let offer = game.table.take_back.as_ref().unwrap().version;
    game.act("bob", &Action::AnswerTakeBack { offer, accept: true });
    game.act("carl", &Action::Resign { seat: None });
    assert_eq!((game.table.ply(), game.table.take_back.is_none()), (4, true));
    let late = Action::AnswerTakeBack { offer, accept: true };
    assert_eq!(game.refused("bob", &late), Code::Nothing);
    let again = Action::TakeBack { ply: Some(0) };
    assert_eq!(game.refused("anna", &again), Code::NotAllowed);
    game.go_on();
    game.check();
}

#[test]
fn a_draw_among_three_is_not_one_among_two() {
    let mut game = Game::of_three();
    game.act("anna", &Action::OfferDraw { seat: None });
    let offer = game.table.draw_version().unwrap();
    game.act("bob", &Action::AnswerDraw { offer, accept: true });
    assert_eq!(game.table.draw_version(), Some(offer));
    game.act("carl", &Action::Resign { seat: None });
    assert_eq!((game.table.phase, game.table.draw_version()), (Phase::Playing, None));
    game.act("anna", &Action::OfferDraw { seat: None });
    let offer = game.table.draw_version().unwrap();
    game.act("bob", &Action::AnswerDraw { offer, accept: true });
    assert_eq!(game.table.phase, Phase::Ended);
}

#[test]
fn a_stored_game_in_which_somebody_was_taken_back_into_it_goes_on() {
    let mut game = Game::of_three();
    (0..2).for_each(|_| game.go_on());
    // Events as stored by earlier servers: the third player resigned during a take-back request,
    // and had to move when it was granted.
    // had to move when it was granted.
    game.happen(vec![
        Event::TakeBackAsked { seat: Seat(0), ply: 2 },
        Event::Withdrew { seat: Seat(2), reason: Departure::Resigned },
        Event::TookBack { ply: 2, left: None },
    ]);
    let table = game.reload();
    assert_eq!((table.turn(), table.phase), (Some(Seat(2)), Phase::Playing));
    game.table = table;
    game.check();
    game.go_on();
    game.act("carl", &Action::Leave);
    game.go_on();
    game.check();
}
