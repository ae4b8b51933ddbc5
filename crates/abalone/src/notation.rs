//! Texts: `sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1`, `a1b2` and `c3c5d3`.

use agon_core::{
    Cell, Field, FieldKind, Notation, Player, Position, Rules, Sheet, TextError, View,
};
use agon_core::{read_count, read_row, split_exactly, write_row};

use crate::board::{ROWS, Set, ahead, bit, hole_in, name, next, parse_hole, row_length};
use crate::position::{GOAL, MARBLES, MAX_PLIES};
use crate::{Abalone, AbaloneRules, Move};

/// Characters that import ignores.
const MARKS: [char; 6] = ['-', 'x', ',', '*', '!', '?'];

impl Notation for Abalone {
    fn text(&self) -> String {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| self.marbles(player));
        let letter = |cell: Cell| match bit(cell) {
            bit if first & bit != 0 => Some('S'),
            bit if second & bit != 0 => Some('s'),
            _ => None,
        };
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            write_row(&mut text, (0..row_length(row)).map(|i| letter(hole_in(row, i))));
            text.push(if row > 0 { '/' } else { ' ' });
        }
        let [by_first, by_second] = [Player::FIRST, Player::SECOND].map(|p| self.pushed_off(p));
        let side = if self.turn() == Player::FIRST { 'b' } else { 'w' };
        text + &format!("{by_first} {by_second} {side} {} {}", self.quiet(), self.number())
    }

    fn parse_position(text: &str, rules: &AbaloneRules) -> Result<Abalone, TextError> {
        const BY_FIRST: &str = "marbles pushed off by the first";
        const BY_SECOND: &str = "marbles pushed off by the second";
        const QUIET: &str = "plies since the last push-off";
        let names = ["board", BY_FIRST, BY_SECOND, "side to move", QUIET, "move number"];
        let [board, by_first, by_second, side, quiet, number] = split_exactly(text, ' ', names)?;

        let marbles = read_marbles(board)?;
        let off = [
            check_pushed_off(BY_FIRST, by_first, "s", marbles[1])?,
            check_pushed_off(BY_SECOND, by_second, "S", marbles[0])?,
        ];
        let turn = match side {
            "b" => Player::FIRST,
            "w" => Player::SECOND,
            _ => return Err(TextError::new("side to move", side, "b or w")),
        };
        if off == [GOAL; 2] {
            return Err(TextError::new(BY_SECOND, by_second, "that only one side has won"));
        }
        if off[turn.index()] == GOAL {
            return Err(TextError::new("side to move", side, "the side that lost 6 marbles"));
        }
        let quiet = read_count(QUIET, quiet, MAX_PLIES)?;
        let number = match read_count("move number", number, MAX_PLIES)? {
            0 => return Err(TextError::new("move number", number, "1 for the first move")),
            number => number,
        };
        rules.check()?;
        Ok(Abalone::new(marbles, turn, quiet, number, *rules))
    }

    fn sheet(rules: &AbaloneRules) -> Option<Sheet> {
        let missing = |letter| FieldKind::Missing { letter, whole: MARBLES };
        let count = |name, least| Field::new(name, FieldKind::Count { least, most: MAX_PLIES });
        Some(Sheet {
            rows: Sheet::rows_of(&Abalone::board(rules)),
            empty: None,
            men: Sheet::kinds_of(Abalone::start(rules).pieces()),
            fields: vec![
                Field::new("pushed off", missing('s')).of(Player::FIRST),
                Field::new("pushed off", missing('S')).of(Player::SECOND),
                Field::new("side to move", FieldKind::Turn(vec!['b', 'w'])),
                count("plies since the last push-off", 0),
                count("move number", 1),
            ],
        })
    }

    fn move_text(&self, m: Move) -> String {
        holes_of(m).into_iter().map(name).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let holes = read_holes(text, text)?;
        self.find_move(text, |m| match holes[..] {
            [rear, target] => {
                m.is_in_line() && m.first == rear && ahead(rear, m.direction, 1) == target
            }
            [one, other, target] => {
                let ends = [m.first, m.last()];
                !m.is_in_line()
                    && (ends == [one, other] || ends == [other, one])
                    && ahead(one, m.direction, 1) == target
            }
            _ => false,
        })
    }

    /// Also parses Nacre notation: the origin of the rear marble and the target of the leading one.
    fn import_move(&self, text: &str) -> Result<Move, TextError> {
        let plain = text.to_ascii_lowercase().replace(MARKS, "");
        match read_holes(&plain, text)?[..] {
            [rear, target] => self.find_move(text, |m| {
                let mut arrivals = m.marbles().chain(self.pushed(m)).map(|c| next(c, m.direction));
                let touched = m.is_in_line() && arrivals.any(|cell| cell == Some(target));
                m.rear() == rear && (touched || m.target() == target)
            }),
            _ => self.parse_move(&plain),
        }
    }

    fn display_move(&self, m: Move) -> String {
        let mut names: Vec<String> = holes_of(m).into_iter().map(name).collect();
        let mark = if self.fallen(m).is_some() { "x" } else { "-" };
        names.insert(names.len() - 1, mark.into());
        names.concat()
    }
}

/// Returns the holes of the move text: the rear marble or both ends of the group, and the target.
fn holes_of(m: Move) -> Vec<Cell> {
    let target = ahead(m.first, m.direction, 1);
    if m.is_in_line() { vec![m.first, target] } else { vec![m.first, m.last(), target] }
}

/// Parses two or three holes; errors quote `original`.
fn read_holes(text: &str, original: &str) -> Result<Vec<Cell>, TextError> {
    let holes: Option<Vec<Cell>> = text.as_bytes().chunks(2).map(parse_hole).collect();
    holes.filter(|holes| matches!(holes.len(), 2 | 3)).ok_or_else(|| {
        TextError::new("move", original, "two or three holes, such as a1b2 or c3c5d3")
    })
}

/// Parses the rows I to A into the marbles of both sides.
pub(crate) fn read_marbles(text: &str) -> Result<[Set; 2], TextError> {
    let names = ["I", "H", "G", "F", "E", "D", "C", "B", "A"].map(|row| format!("row {row}"));
    let rows: [&str; ROWS] = split_exactly(text, '/', names.each_ref().map(String::as_str))?;
    let mut marbles = [0; 2];
    for (i, text) in rows.into_iter().enumerate() {
        let row = ROWS - 1 - i;
        read_row(&names[i], text, row_length(row), "S, s", |index, letter| {
            let side = match letter {
                'S' => 0,
                's' => 1,
                _ => return false,
            };
            marbles[side] |= bit(hole_in(row, index));
            true
        })?;
    }
    Ok(marbles)
}

/// Parses the number of marbles pushed off, which must match those missing on the board.
fn check_pushed_off(part: &str, text: &str, letter: &str, left: Set) -> Result<u32, TextError> {
    let off = read_count(part, text, GOAL)?;
    match left.count_ones() + off {
        MARBLES => Ok(off),
        _ => {
            let found = format!("{off}, with {} {letter} on the board", left.count_ones());
            Err(TextError::new(part, &found, format!("{MARBLES} {letter} in all")))
        }
    }
}
