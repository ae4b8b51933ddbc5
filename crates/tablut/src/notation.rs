//! Texts: `3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a 0` and `e3c3`.

use agon_core::{Cell, Field, FieldKind, Notation, Position, Sheet, TextError, View};
use agon_core::{Cells, Rules, write_row};
use agon_core::{read_count, read_row, split_exactly};

use crate::board::{ALL_CAMPS, CASTLE, CORNERS, EDGE, SIZE, Set, name, parse_cell};
use crate::position::{ATTACKERS, KINGS_SIDE, MAX_PLIES, Men};
use crate::{Move, Tablut, TablutRules};

impl Notation for Tablut {
    fn text(&self) -> String {
        let men = self.men();
        let letter = |bit: Set| match bit {
            _ if men.attackers & bit != 0 => Some('t'),
            _ if men.defenders & bit != 0 => Some('T'),
            _ if men.king & bit != 0 => Some('K'),
            _ => None,
        };
        let mut text = String::new();
        for row in (0..SIZE).rev() {
            write_row(&mut text, (0..SIZE).map(|column| letter(1 << (row * SIZE + column))));
            text.push(if row > 0 { '/' } else { ' ' });
        }
        let side = if self.turn() == ATTACKERS { 'a' } else { 'd' };
        text + &format!("{side} {}", self.plies())
    }

    fn parse_position(text: &str, rules: &TablutRules) -> Result<Tablut, TextError> {
        let [board, side, plies] = split_exactly(text, ' ', ["board", "side to move", "plies"])?;
        let men = parse_board(board)?;
        let turn = match side {
            "a" => ATTACKERS,
            "d" => KINGS_SIDE,
            _ => return Err(TextError::new("side to move", side, "a or d")),
        };
        if men.king == 0 && turn == ATTACKERS || men.king & EDGE != 0 && turn == KINGS_SIDE {
            let expected = "the side that lost, when the king is captured or on the edge";
            return Err(TextError::new("side to move", side, expected));
        }
        let plies = read_count("plies", plies, MAX_PLIES)?;
        rules.check()?;
        Ok(Tablut::new(men, turn, plies, *rules))
    }

    fn sheet(rules: &TablutRules) -> Option<Sheet> {
        let plies = FieldKind::Count { least: 0, most: MAX_PLIES };
        Some(Sheet {
            rows: Sheet::rows_of(&Tablut::board(rules)),
            empty: None,
            men: Sheet::kinds_of(Tablut::start(rules).pieces()),
            fields: vec![
                Field::new("side to move", FieldKind::Turn(vec!['a', 'd'])),
                Field::new("plies", plies),
            ],
        })
    }

    fn move_text(&self, m: Move) -> String {
        name(m.from) + &name(m.to)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let ends = text.split_at_checked(2).map(|(from, to)| (parse_cell(from), parse_cell(to)));
        let Some((Some(from), Some(to))) = ends else {
            return Err(TextError::new("move", text, "two cells, such as e3c3"));
        };
        self.find_move(text, |m| m == Move { from, to })
    }

    /// Also parses OpenTafl move text: `Ke3-c3xd3/c4+`. Piece letters and final marks are optional;
    /// captures, if given, must match the move.
    fn import_move(&self, text: &str) -> Result<Move, TextError> {
        let record = text.trim_end_matches(['+', '-', '!', '?']);
        let (ends, captures) = match record.split_once('x') {
            Some((ends, captures)) => (ends, Some(captures)),
            None => (record, None),
        };
        let Some((from, to)) = ends.split_once('-') else { return self.parse_move(text) };
        let m = self.find_move(text, |m| {
            Some(m.from) == parse_piece_cell(from) && Some(m.to) == parse_cell(to)
        })?;
        let Some(captures) = captures else { return Ok(m) };
        let captured =
            captures.split('/').try_fold(0, |set, cell| Some(set | parse_piece_cell(cell)?.bit()));
        if captured != Some(self.captures(m)) {
            return Err(TextError::new("captures", captures, "the pieces that the move captures"));
        }
        Ok(m)
    }

    fn display_move(&self, m: Move) -> String {
        let mut text = format!("{}-{}", name(m.from), name(m.to));
        let captured = self.captures(m);
        for (i, cell) in Cells(captured).enumerate() {
            text.push(if i == 0 { 'x' } else { '/' });
            text += &name(cell);
        }
        text
    }
}

/// Parses a cell with an optional piece letter.
fn parse_piece_cell(text: &str) -> Option<Cell> {
    parse_cell(text.strip_prefix(['K', 'T', 't']).unwrap_or(text))
}

fn parse_board(text: &str) -> Result<Men, TextError> {
    let names = ["9", "8", "7", "6", "5", "4", "3", "2", "1"].map(|row| format!("row {row}"));
    let rows: [&str; SIZE] = split_exactly(text, '/', names.each_ref().map(String::as_str))?;
    let mut men = Men::default();
    for (i, row) in rows.into_iter().enumerate() {
        let first = (SIZE - 1 - i) * SIZE;
        read_row(&names[i], row, SIZE, "t, T, K", |column, letter| {
            let set = match letter {
                't' => &mut men.attackers,
                'T' => &mut men.defenders,
                'K' => &mut men.king,
                _ => return false,
            };
            *set |= Cell::new(first + column).bit();
            true
        })?;
    }
    check_board(&men)?;
    Ok(men)
}

/// Rejects impossible piece counts and cells.
fn check_board(men: &Men) -> Result<(), TextError> {
    let counted =
        [("attackers", men.attackers, 16), ("defenders", men.defenders, 8), ("kings", men.king, 1)];
    for (what, set, most) in counted {
        if set.count_ones() > most {
            let found = set.count_ones().to_string();
            return Err(TextError::new(what, &found, format!("at most {most}")));
        }
    }
    let misplaced = [
        (men.attackers & CASTLE, "attacker", "only the king on the castle"),
        (men.defenders & CASTLE, "defender", "only the king on the castle"),
        (men.defenders & ALL_CAMPS, "defender", "only attackers in the camps"),
        (men.king & ALL_CAMPS, "king", "only attackers in the camps"),
        (men.king & CORNERS, "king", "the king anywhere but in a corner"),
    ];
    for (cells, what, expected) in misplaced {
        if let Some(cell) = Cells(cells).next() {
            return Err(TextError::new("board", &format!("{what} on {}", name(cell)), expected));
        }
    }
    Ok(())
}
