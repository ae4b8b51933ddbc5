//! The archive, its search, and ratings.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_core::Rng;
use agon_protocol::lists::Ended;
use agon_protocol::state::Phase;
use agon_store::{
    ArchiveFilter, Archived, ArchivedRow, EventRow, GameRow, PlayedRow, RatingChangeRow, RatingRow,
    SeatRow, Store, StoreError, Write,
};

use common::{open, person};

/// Returns a game that is over, with its seats.
fn ended(id: &str, game: &str, updated: i64, listed: i64, names: [&str; 2]) -> Write {
    let row = GameRow {
        id: id.into(),
        game: game.into(),
        phase: Phase::Ended,
        listed,
        secret: "s".into(),
        host: Some("anna".into()),
        summary: "{}".into(),
        version: 1,
        due: None,
        created: 0,
        updated,
        result: Some(Ended::Won),
    };
    let seat = |(seat, name): (i64, &str)| SeatRow {
        seat,
        person: Some(name.to_lowercase()),
        name: name.to_lowercase(),
    };
    let event = EventRow { version: 1, kind: "created".into(), payload: "{}".into(), at: 1 };
    let seats = Some((0..).zip(names).map(seat).collect());
    Write::Events { game: id.into(), row: Some(row), seats, events: vec![event] }
}

fn archived(id: &str, game: &str, updated: i64, listed: i64, line: &[i64]) -> ArchivedRow {
    ArchivedRow {
        id: id.into(),
        game: game.into(),
        rules: "layers=3,flying=on".into(),
        plies: line.len() as i64,
        result: Ended::Won,
        listed,
        updated,
        outcome: (listed == 1).then_some(1),
        line: line.to_vec(),
    }
}

fn filing(game: ArchivedRow) -> Archived {
    Archived { id: game.id.clone(), game: Some(game), played: Vec::new(), rated: Vec::new() }
}

fn rating(person: &str, points: i64, games: i64) -> RatingRow {
    RatingRow {
        person: person.into(),
        game: "nim".into(),
        pace: "blitz".into(),
        rating: points,
        deviation: 90_000,
        volatility: 60_000,
        games,
        at: games,
    }
}

fn change(id: &str, rating: &RatingRow) -> (RatingRow, RatingChangeRow) {
    let RatingRow { person, game, pace, .. } = rating.clone();
    let change = RatingChangeRow {
        id: id.into(),
        person,
        game,
        pace,
        at: rating.at,
        before: 1_200_000,
        rating: rating.rating,
    };
    (rating.clone(), change)
}

async fn write(store: &Store, archived: &Archived) -> Result<(), StoreError> {
    store.write(Write::Archive(Box::new(archived.clone()))).await
}

async fn edges(store: &Store, position: i64) -> Vec<(i64, i64, i64)> {
    let rows = store.explored(position).await.unwrap();
    let mut found: Vec<_> = rows.iter().map(|row| (row.next, row.outcome, row.games)).collect();
    found.sort_unstable();
    found
}

#[tokio::test]
async fn games_are_archived_once_and_removed_completely() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for (id, at) in [("a", 10), ("b", 20)] {
        store.write(ended(id, "nim", at, 1, ["Anna", "Bob"])).await.unwrap();
    }
    assert_eq!(store.unarchived(15, 9).await.unwrap(), ["a"]);
    assert_eq!(store.unarchived(99, 9).await.unwrap(), ["a", "b"]);
    assert_eq!(store.just_ended(15, 9).await.unwrap(), ["b"]);
    assert_eq!(store.just_ended(0, 1).await.unwrap(), ["b"]);
    // A repeated position counts once.
    let a = filing(archived("a", "nim", 10, 1, &[-1, 2, 3, 2, 3]));
    write(&store, &a).await.unwrap();
    assert!(!store.is_unarchived("a").await.unwrap());
    assert!(matches!(write(&store, &a).await, Err(StoreError::Conflict)));
    let b = ArchivedRow { outcome: Some(0), ..archived("b", "nim", 20, 1, &[-1, 2, 4]) };
    write(&store, &filing(b)).await.unwrap();
    assert_eq!(edges(&store, -1).await, [(2, 0, 1), (2, 1, 1)]);
    assert_eq!(edges(&store, 2).await, [(3, 1, 1), (4, 0, 1)]);
    let at =
        |position| ArchiveFilter { position: Some(position), limit: 9, ..ArchiveFilter::default() };
    let ids = |page: agon_store::ArchivePage| -> Vec<String> {
        page.games.into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids(store.archive(&at(2)).await.unwrap()), ["b", "a"]);
    assert_eq!(ids(store.archive(&at(4)).await.unwrap()), ["b"]);
    store.write(Write::RemoveGame { game: "a".into(), at: 30 }).await.unwrap();
    assert_eq!(edges(&store, -1).await, [(2, 0, 1)]);
    assert!(edges(&store, 3).await.is_empty());
    assert_eq!(ids(store.archive(&at(2)).await.unwrap()), ["b"]);
    // The remaining games are queued again.
    store.write(Write::ArchiveAnew).await.unwrap();
    assert!(edges(&store, -1).await.is_empty());
    assert_eq!(store.unarchived(99, 9).await.unwrap(), ["b"]);
}

#[tokio::test]
async fn ratings_change_once_per_game_and_reject_stale_values() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for (id, at) in [("a", 10), ("b", 20), ("c", 30)] {
        store.write(ended(id, "nim", at, 1, ["Anna", "Bob"])).await.unwrap();
    }
    let rated = |id: &str, at, anna: RatingRow, bob: RatingRow| Archived {
        rated: vec![change(id, &anna), change(id, &bob)],
        ..filing(archived(id, "nim", at, 1, &[1, 2]))
    };
    let first = rated("a", 10, rating("anna", 1_300_000, 1), rating("bob", 1_100_000, 1));
    write(&store, &first).await.unwrap();
    assert!(matches!(write(&store, &first).await, Err(StoreError::Conflict)));
    // Computed before the first game: nothing is stored, and the game stays in the queue.
    let late = rated("b", 20, rating("anna", 1_350_000, 1), rating("bob", 1_000_000, 2));
    assert!(matches!(write(&store, &late).await, Err(StoreError::Conflict)));
    assert!(store.is_unarchived("b").await.unwrap());
    assert_eq!(edges(&store, 1).await, [(2, 1, 1)]);
    assert_eq!(store.rating("bob", "nim", "blitz").await.unwrap().unwrap().games, 1);
    let right = rated("b", 20, rating("anna", 1_350_000, 2), rating("bob", 1_050_000, 2));
    write(&store, &right).await.unwrap();
    assert_eq!(store.rating("anna", "nim", "blitz").await.unwrap().unwrap().rating, 1_350_000);
    // Of two at the same time one is rejected.
    let third = rated("c", 30, rating("anna", 1_380_000, 3), rating("bob", 1_020_000, 3));
    let (one, other) = tokio::join!(write(&store, &third), write(&store, &third));
    assert_ne!(one.is_ok(), other.is_ok());
    let changes = store.rating_changes("anna", 9).await.unwrap();
    let points: Vec<i64> = changes.iter().map(|change| change.rating).collect();
    assert_eq!(points, [1_380_000, 1_350_000, 1_300_000]);
    assert_eq!(store.changed_by("b").await.unwrap().len(), 2);
    // Leaders are registered and not banned.
    for id in ["anna", "bob"] {
        store.write(Write::NewPerson(person(id))).await.unwrap();
    }
    let names = async |sure| {
        let leaders = store.leaders("nim", "blitz", sure, 9, 0).await.unwrap();
        leaders.into_iter().map(|(row, person)| (row.rating, person.id)).collect::<Vec<_>>()
    };
    assert!(names(110_000).await.is_empty());
    for id in ["anna", "bob"] {
        let (person, login) = (id.to_owned(), id.to_owned());
        let (password, name_key) = ("hash".into(), format!("name {id}"));
        store.write(Write::Register { person, login, password, name_key }).await.unwrap();
    }
    assert_eq!(names(110_000).await, [(1_380_000, "anna".into()), (1_020_000, "bob".into())]);
    assert!(names(80_000).await.is_empty());
    store.write(Write::Ban { person: "anna".into(), reason: Some(String::new()) }).await.unwrap();
    assert_eq!(names(110_000).await, [(1_020_000, "bob".into())]);
    // Ratings are deleted with the account.
    let (name, name_key) = ("Guest".into(), "guest".into());
    store.write(Write::Forget { person: "bob".into(), name, name_key, at: 9 }).await.unwrap();
    assert!(store.ratings_of("bob").await.unwrap().is_empty());
    assert!(store.rating_changes("bob", 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn played_games_have_an_accuracy() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let played = |id: &str, at| PlayedRow {
        person: "anna".into(),
        at,
        id: id.into(),
        seat: 0,
        game: "nim".into(),
        pace: "blitz".into(),
        result: Ended::Won,
        opponent: None,
        computer: Some("alpha-beta 3".into()),
        plies: 7,
        listed: 1,
        opening: Some(-5),
        accuracy: None,
    };
    for (id, at) in [("a", 10), ("b", 20)] {
        store.write(ended(id, "nim", at, 1, ["Anna", "Bob"])).await.unwrap();
        let game = filing(archived(id, "nim", at, 1, &[1, 2]));
        write(&store, &Archived { played: vec![played(id, at)], ..game }).await.unwrap();
    }
    let accuracy = Write::Accuracy { game: "a".into(), seat: 0, accuracy: 81 };
    store.write(accuracy).await.unwrap();
    let found = store.played("anna", 9).await.unwrap();
    assert_eq!(found, [played("b", 20), PlayedRow { accuracy: Some(81), ..played("a", 10) }]);
    assert_eq!(store.played("anna", 1).await.unwrap().len(), 1);
    assert!(store.played("bob", 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn archive_search_agrees_with_a_full_scan() {
    const NAMES: [&str; 5] = ["Anna", "Anna Maria", "Bob", "Zoë", "Ann-Li"];
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let mut rng = Rng::new(11);
    let mut all: Vec<(ArchivedRow, [&str; 2])> = Vec::new();
    for number in 0..120 {
        let id = format!("g{number:03}");
        let mut pick = |count: usize| rng.below(count);
        let names = [NAMES[pick(5)], NAMES[pick(5)]];
        let line: Vec<i64> = (0..2 + pick(5) as i64).map(|ply| ply * 10 + pick(2) as i64).collect();
        let (game, listed) = (["nim", "go"][pick(2)], pick(4).min(1) as i64);
        // Several at the same time.
        let updated = number / 3;
        let row = ArchivedRow {
            rules: ["layers=3,flying=on", "layers=5,flying=on", "layers=55,flying=off"][pick(3)]
                .into(),
            result: [Ended::Won, Ended::Drawn, Ended::Unfinished][pick(3)],
            ..archived(&id, game, updated, listed, &line)
        };
        store.write(ended(&id, game, updated, listed, names)).await.unwrap();
        write(&store, &filing(row.clone())).await.unwrap();
        all.push((row, names));
    }
    let fits = |filter: &ArchiveFilter, (row, names): &(ArchivedRow, [&str; 2])| {
        let has_name = |player: &String| {
            names.iter().any(|name| {
                let name = name.to_lowercase();
                player.split(' ').all(|p| name.split([' ', '-']).any(|word| word.starts_with(p)))
            })
        };
        let plays = |person: &String| {
            person == "anna" || names.iter().any(|name| name.to_lowercase() == *person)
        };
        filter.game.as_ref().is_none_or(|game| *game == row.game)
            && filter.result.is_none_or(|result| result == row.result)
            && filter.options.iter().all(|o| row.rules.split(',').any(|item| item == o))
            && filter.player.as_ref().is_none_or(has_name)
            && filter.person.as_ref().is_none_or(plays)
            && filter.plies.0.is_none_or(|least| row.plies >= least)
            && filter.plies.1.is_none_or(|most| row.plies <= most)
            && filter.time.0.is_none_or(|from| row.updated >= from)
            && filter.time.1.is_none_or(|until| row.updated < until)
            && filter.position.is_none_or(|position| row.line.contains(&position))
            && (!filter.listed_only || row.listed == 1)
    };
    for _ in 0..150 {
        let mut maybe = |chance: usize| rng.below(chance) == 0;
        let player = maybe(3);
        let mut filter = ArchiveFilter {
            game: maybe(3).then(|| "nim".into()),
            result: maybe(3).then_some(Ended::Drawn),
            options: if maybe(3) { vec!["layers=5".into()] } else { Vec::new() },
            // Names are indexed for listed games only.
            player: player.then(|| if maybe(2) { "an".into() } else { "anna ma".into() }),
            person: (!player && maybe(3)).then(|| "bob".into()),
            plies: (maybe(3).then_some(4), maybe(3).then_some(5)),
            time: (maybe(3).then_some(12), maybe(3).then_some(31)),
            position: maybe(3).then_some(11),
            listed_only: player || maybe(2),
            limit: 7,
            ..ArchiveFilter::default()
        };
        let mut wanted: Vec<_> = all.iter().filter(|game| fits(&filter, game)).collect();
        wanted.sort_by(|(a, _), (b, _)| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
        let wanted: Vec<&str> = wanted.iter().map(|(row, _)| row.id.as_str()).collect();
        let mut found = Vec::new();
        loop {
            let page = store.archive(&filter).await.unwrap();
            assert!(page.games.len() <= 7);
            found.extend(page.games.into_iter().map(|game| game.id));
            match page.next {
                Some(next) => filter.after = Some(next),
                None => break,
            }
        }
        assert_eq!(found, wanted, "{filter:?}");
    }
}
