//! Somebody who tells which move to make.

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, find};
use agon_search::Limits;
use serde_json::Value;

/// A computer player in this process. It counts positions, not seconds: on a busy machine it is
/// as strong as on an idle one.
pub struct Adviser {
    searcher: Searcher,
    order: Order,
}

impl Adviser {
    /// One that looks at so many positions for each move.
    pub fn new(positions: u64) -> Adviser {
        let limits = Limits { nodes: Some(positions), ..Limits::default() };
        Adviser { searcher: Searcher::new(8, 1), order: Order { limits, ..Order::default() } }
    }

    /// The move for the player to move in a game, as the server told it.
    pub fn choose(&mut self, game: &Value) -> String {
        let setup = &game["setup"];
        let rules = setup["rules"].as_str().unwrap();
        let known = find(setup["game"].as_str().unwrap()).unwrap();
        let mut board = known.open(rules, setup["position"].as_str()).unwrap();
        for step in game["steps"].as_array().unwrap() {
            board.play(step["text"].as_str().unwrap()).unwrap();
        }
        let never = AtomicBool::new(false);
        let thought = board.think(&mut self.searcher, &self.order, &never, &mut |_| {});
        thought.unwrap().best.expect("the game is over")
    }
}
