//! How good a position is.

use agon_core::Player;
use agon_tactics::{Evaluation, Term};

use crate::__Type__;
use crate::board::LINES;

/// Lines that can still be filled.
pub(crate) const OPEN_LINES: Evaluation<__Type__> = Evaluation {
    name: "open-lines",
    about: "lines that can still be filled",
    evaluate: |position, player| open_lines(position, player) - open_lines(position, player.other()),
    terms: |position| {
        let values = Player::all(2).map(|player| open_lines(position, player));
        vec![Term { name: "open lines", values: values.collect() }]
    },
    tunable: None,
};

/// The more stones stand in a line that the other has none in, the more it is worth.
fn open_lines(position: &__Type__, player: Player) -> i32 {
    let (own, other) = (position.stones(player), position.stones(player.other()));
    let open = LINES.iter().filter(|line| *line & other == 0);
    open.map(|line| [0, 10, 50, 0][(line & own).count_ones() as usize]).sum()
}
