//! Chooses moves for the tests.

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, find};
use agon_search::Limits;
use serde_json::Value;

/// A computer player in this process. It is limited by nodes rather than time, so its strength does
/// not depend on the load of the machine.
pub struct MoveChooser {
    searcher: Searcher,
    order: Order,
}

impl MoveChooser {
    /// Creates a player that searches this number of nodes per move.
    pub fn new(positions: u64) -> MoveChooser {
        let limits = Limits { nodes: Some(positions), ..Limits::default() };
        MoveChooser { searcher: Searcher::new(8, 1), order: Order { limits, ..Order::default() } }
    }

    /// Returns a move for the player to move, given the game state from the server.
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
