//! Lists of games.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_core::Rng;
use agon_protocol::lists::Ended::{Drawn, Unfinished, Won};
use agon_protocol::state::Phase::{self, Closed, Open, Playing};
use agon_store::{EventRow, GameFilter, GameRow, SeatRow, Store, Write};

use common::open;

const NAMES: [&str; 12] = [
    "anna",
    "anna maria",
    "annabel",
    "ann-li",
    "bob",
    "bobby tables",
    "דנה",
    "דני לוי",
    "a",
    "zoë",
    "alpha-beta 3",
    "alpha-beta 10",
];

struct Game {
    row: GameRow,
    names: Vec<&'static str>,
    people: Vec<String>,
}

fn pick<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.below(from.len())]
}

async fn filled(store: &Store, rng: &mut Rng, count: i64) -> Vec<Game> {
    let mut games = Vec::new();
    for number in 0..count {
        let id = format!("g{number}");
        let names = vec![*pick(rng, &NAMES), *pick(rng, &NAMES)];
        let people: Vec<String> = (0..2).map(|_| format!("p{}", rng.below(5))).collect();
        let row = GameRow {
            id: id.clone(),
            game: (*pick(rng, &["nim", "go"])).into(),
            phase: *pick(rng, &[Open, Playing, Phase::Ended, Phase::Ended, Closed]),
            listed: rng.below(3).min(1) as i64,
            secret: "s".into(),
            host: Some(people[0].clone()),
            summary: String::new(),
            version: 1,
            due: None,
            created: 0,
            updated: number * 10,
            result: *pick(rng, &[Some(Won), Some(Drawn), Some(Unfinished), None]),
        };
        let seats = (0..).zip(&names).zip(&people).map(|((seat, name), person)| SeatRow {
            seat,
            person: Some(person.clone()),
            name: (*name).into(),
        });
        let event = EventRow { version: 1, kind: "created".into(), payload: "{}".into(), at: 1 };
        let write = Write::Events {
            game: id,
            row: Some(row.clone()),
            seats: Some(seats.collect()),
            events: vec![event],
        };
        store.write(write).await.unwrap();
        games.push(Game { row, names, people });
    }
    games
}

fn fits(game: &Game, filter: &GameFilter) -> bool {
    let has_name = |player: &String| {
        game.names.iter().any(|name| {
            let mut wanted = player.split(' ');
            wanted.all(|part| name.split([' ', '-']).any(|word| word.starts_with(part)))
        })
    };
    filter.phase.is_none_or(|phase| game.row.phase == phase)
        && filter.result.is_none_or(|result| game.row.result == Some(result))
        && filter.game.as_ref().is_none_or(|kind| game.row.game == *kind)
        && filter.person.as_ref().is_none_or(|person| game.people.contains(person))
        && filter.player.as_ref().is_none_or(has_name)
        && filter.before.is_none_or(|before| game.row.updated < before)
        && (!filter.listed_only || game.row.listed == 1)
}

#[tokio::test]
async fn lists_agree_with_a_full_scan() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let mut rng = Rng::new(7);
    let games = filled(&store, &mut rng, 400).await;
    let players = [
        "a", "an", "ann", "anna", "annab", "anna mar", "ד", "דנ", "zo", "alpha 1", "q", "be al 1",
        "an a",
    ];
    for _ in 0..600 {
        let mut some =
            |list: &[&str]| (rng.below(2) == 0).then(|| (*pick(&mut rng, list)).to_owned());
        let game = some(&["nim", "go"]);
        let player = some(&players);
        let person = some(&["p0", "p1", "p9"]);
        let phases = [Open, Playing, Phase::Ended, Closed];
        let phase = (rng.below(2) == 0).then(|| *pick(&mut rng, &phases));
        let results = [Won, Drawn, Unfinished];
        let result = (rng.below(2) == 0).then(|| *pick(&mut rng, &results));
        let filter = GameFilter {
            listed_only: person.is_none() || rng.below(2) == 0,
            before: (rng.below(2) == 0).then(|| 10 * rng.below(400) as i64),
            limit: 1 + rng.below(30) as i64,
            phase,
            game,
            player,
            person,
            result,
            won: None,
        };
        let found = store.games(&filter).await.unwrap();
        let found: Vec<&str> = found.iter().map(|row| row.id.as_str()).collect();
        let wanted = games.iter().rev().filter(|game| fits(game, &filter));
        let wanted: Vec<&str> =
            wanted.take(filter.limit as usize).map(|game| game.row.id.as_str()).collect();
        assert_eq!(found, wanted, "{filter:?}");
    }
}

#[tokio::test]
async fn chat_after_the_end_keeps_the_order_of_lists() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let mut rng = Rng::new(1);
    let games = filled(&store, &mut rng, 60).await;
    let over =
        games.iter().find(|game| game.row.phase == Phase::Ended && game.row.listed == 1).unwrap();
    let event = EventRow { version: 2, kind: "said".into(), payload: "{}".into(), at: 9_999 };
    let row = GameRow { version: 2, updated: 9_999, ..over.row.clone() };
    let write = Write::Events {
        game: over.row.id.clone(),
        row: Some(row),
        seats: None,
        events: vec![event],
    };
    store.write(write).await.unwrap();
    let filter = GameFilter {
        player: Some(over.names[0].split([' ', '-']).next().unwrap().into()),
        listed_only: true,
        limit: 100,
        ..GameFilter::default()
    };
    let found = store.games(&filter).await.unwrap();
    let same: Vec<_> = found.iter().filter(|row| row.id == over.row.id).collect();
    assert_eq!(same.len(), 1);
    assert_eq!(same[0].updated, over.row.updated);
}
