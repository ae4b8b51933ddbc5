//! The lowest levels are for beginners: a player that captures whenever possible usually beats the
//! first level and has a fair chance against the second.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may")]

use std::sync::atomic::AtomicBool;

use agon_core::Rng;
use agon_games::{AnyGame, GAMES, Order, Searcher};
use agon_search::Level;

/// Random plies at the start.
const OPENING: usize = 2;

fn level(number: u8) -> Order {
    Order { level: Level::new(number).unwrap(), ..Order::default() }
}

fn model(name: &str) -> Order {
    Order { kind: name.into(), ..Order::default() }
}

/// Returns the points of the first player in percent. Each opening is played with both seatings;
/// seeds make the result deterministic.
fn share(game: &dyn AnyGame, players: [&Order; 2], pairs: u64) -> u64 {
    let mut points = 0;
    for seed in 0..pairs {
        for first in 0..2 {
            let mut rng = Rng::new(seed + 1);
            let mut table = game.open("", None).unwrap();
            for _ in 0..OPENING {
                let moves = table.moves();
                table.play(&moves[rng.below(moves.len())]).unwrap();
            }
            let mut searchers = [Searcher::new(1, 2 * seed + 1), Searcher::new(1, 2 * seed + 2)];
            while table.ending().is_none() {
                let who = usize::from(table.turn().index() != first);
                let stop = AtomicBool::new(false);
                let thought = table.think(&mut searchers[who], players[who], &stop, &mut |_| {});
                table.play(&thought.unwrap().best.unwrap()).unwrap();
            }
            let winner = table.ending().unwrap().winner();
            points += winner.map_or(1, |winner| 2 * u64::from(winner.index() == first));
        }
    }
    100 * points / (4 * pairs)
}

#[test]
fn capturing_model_beats_the_first_level() {
    for game in GAMES {
        let taken = share(*game, [&model("taker"), &level(1)], 8);
        assert!(taken >= 60, "{}: {taken}%", game.id());
        // With so few games the result can be off by 20; in most games the margin is much larger
        // (docs/strength.md).
        let taken = share(*game, [&model("taker"), &level(2)], 12);
        assert!(taken >= 30, "{}, level 2: {taken}%", game.id());
    }
}

#[test]
fn first_level_is_no_worse_than_random() {
    for game in GAMES {
        let won = share(*game, [&level(1), &model("random")], 3);
        assert!(won >= 50, "{}: {won}%", game.id());
    }
}

#[test]
fn models_are_found_but_not_listed() {
    for game in GAMES {
        for name in ["random", "taker", "looker"] {
            assert!(game.kind(name).is_ok(), "{}: {name}", game.id());
            assert!(game.kinds().iter().all(|kind| kind.name != name), "{}: {name}", game.id());
        }
    }
}

/// The table of docs/strength.md, one line for each pair of players.
#[test]
#[ignore = "prints a table for docs/strength.md in half a minute; run it after a change of the lowest levels"]
fn table_of_the_lowest_levels() {
    let models = ["taker", "looker"].map(|name| (name.to_owned(), model(name)));
    let levels = [1, 2, 3, 4].map(|number| (format!("level {number}"), level(number)));
    let against =
        models.iter().flat_map(|model| levels[..3].iter().map(move |level| (model, level)));
    let chance = ("random".to_owned(), model("random"));
    let above = levels.windows(2).map(|pair| (&pair[1], &pair[0]));
    for (first, second) in against.chain(above).chain([(&levels[0], &chance)]) {
        let row = GAMES.iter().map(|game| format!("{}%", share(*game, [&first.1, &second.1], 10)));
        println!("| {} | {} | {} |", first.0, second.0, row.collect::<Vec<_>>().join(" | "));
    }
}
