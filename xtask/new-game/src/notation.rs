//! Texts, both ways.

use agon_core::{Notation, Player, Position, TextError, read_row, split_exactly, write_row};

use crate::__Type__;
use crate::board::{SIDE, name};
use crate::rules::__Type__Rules;

/// The stones of the players in texts.
pub(crate) const LETTERS: &str = "xo";

impl __Type__ {
    fn letter(&self, cell: usize) -> Option<char> {
        let owner = Player::all(2).find(|player| self.stones(*player) & 1 << cell != 0)?;
        LETTERS.chars().nth(owner.index())
    }
}

impl Notation for __Type__ {
    /// The rows from the top, and who is to move: `x1o/1x1/3 o`.
    fn text(&self) -> String {
        let mut text = String::new();
        for row in 0..SIDE {
            write_row(&mut text, (0..SIDE).map(|column| self.letter(row * SIDE + column)));
            text.push(if row + 1 < SIDE { '/' } else { ' ' });
        }
        text.extend(LETTERS.chars().nth(self.turn().index()));
        text
    }

    fn parse_position(text: &str, rules: &__Type__Rules) -> Result<__Type__, TextError> {
        let [board, side] = split_exactly(text, ' ', ["board", "side"])?;
        let rows = split_exactly::<SIDE>(board, '/', ["row 3", "row 2", "row 1"])?;
        let mut position = __Type__::start(rules);
        for (row, line) in rows.into_iter().enumerate() {
            read_row("row", line, SIDE, LETTERS, |column, letter| {
                let owner = LETTERS.find(letter).and_then(Player::new);
                owner.inspect(|owner| position.put(*owner, row * SIDE + column)).is_some()
            })?;
        }
        match side {
            "x" => {}
            "o" => position.pass_turn(),
            _ => return Err(TextError::new("side", side, "x or o")),
        }
        Ok(position)
    }

    fn move_text(&self, m: u8) -> String {
        name(m.into())
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        self.find_move(text, |m| self.move_text(m) == text)
    }
}
