//! How a position is written, as data: whoever sets one up fills in the board and the fields beside
//! it, and the text that comes of it is possible or not.

use crate::{Board, Cell, Piece, Player, write_row};

/// The parts of a position text.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The rows of the board, in the order of the text.
    pub rows: Vec<Vec<Cell>>,
    /// How empty cells are written: a sign for each, or numbers for runs of them.
    pub empty: Option<char>,
    /// Everything that can stand on a cell, each once; where these stand means nothing.
    pub men: Vec<Piece>,
    /// What follows the board.
    pub fields: Vec<Field>,
}

/// A part of the text after the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is, such as `side to move`.
    pub name: &'static str,
    /// Whose it is, where everybody has one.
    pub player: Option<Player>,
    /// What may stand there.
    pub kind: FieldKind,
}

/// What may stand in a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Who is to move: the letters of the players.
    Turn(Vec<char>),
    /// A number.
    Count {
        /// The smallest one.
        least: u32,
        /// The largest one.
        most: u32,
    },
    /// Some of these letters in this order, or `-` for none.
    Letters(&'static str),
    /// The name of a cell, or `-` for none.
    Cell,
    /// How many men of this letter are missing on the board.
    Missing {
        /// The letter.
        letter: char,
        /// How many there are in all.
        whole: u32,
    },
    /// Something that follows from the rules, and stays as it is.
    Kept,
}

impl Field {
    /// A field that is nobody's own.
    #[must_use]
    pub const fn new(name: &'static str, kind: FieldKind) -> Field {
        Field { name, player: None, kind }
    }

    /// The same field of a player.
    #[must_use]
    pub fn of(self, player: Player) -> Field {
        Field { player: Some(player), ..self }
    }
}

impl Sheet {
    /// The rows of a board as it is drawn, from the top left.
    #[must_use]
    pub fn rows_of(board: &Board) -> Vec<Vec<Cell>> {
        let mut cells: Vec<usize> = (0..board.sites.len()).collect();
        let place = |&cell: &usize| (board.sites[cell].y, board.sites[cell].x);
        cells.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(std::cmp::Ordering::Equal));
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = None;
        for cell in cells {
            let y = board.sites[cell].y;
            if last != Some(y) {
                rows.push(Vec::new());
            }
            last = Some(y);
            if let Some(row) = rows.last_mut() {
                row.push(Cell::new(cell));
            }
        }
        rows
    }

    /// One man of each letter among these.
    #[must_use]
    pub fn kinds_of(pieces: Vec<Piece>) -> Vec<Piece> {
        let mut kinds: Vec<Piece> = Vec::new();
        for piece in pieces {
            if !kinds.iter().any(|known| known.letter == piece.letter) {
                kinds.push(piece);
            }
        }
        kinds
    }

    /// The text of what was filled in: a letter for each cell, and the values of the fields. Values that
    /// follow from the board are not looked at.
    #[must_use]
    pub fn write(&self, letters: &[Option<char>], values: &[String]) -> String {
        let on = |cell: Cell| letters.get(cell.index()).copied().flatten();
        let mut text = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            match self.empty {
                Some(sign) => text.extend(row.iter().map(|&cell| on(cell).unwrap_or(sign))),
                None => write_row(&mut text, row.iter().map(|&cell| on(cell))),
            }
        }
        for (i, field) in self.fields.iter().enumerate() {
            text.push(' ');
            match &field.kind {
                FieldKind::Missing { letter, whole } => {
                    let there = letters.iter().flatten().filter(|on| *on == letter).count();
                    text += &whole.saturating_sub(there as u32).to_string();
                }
                _ => text += values.get(i).map_or("", String::as_str),
            }
        }
        text
    }

    /// What is filled in by a text, possible or not: a letter for each cell, and the values of the
    /// fields. `None` where it has other parts.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<(Vec<Option<char>>, Vec<String>)> {
        let mut parts = text.split(' ');
        let rows: Vec<&str> = parts.next()?.split('/').collect();
        let values: Vec<String> = parts.map(str::to_owned).collect();
        if rows.len() != self.rows.len() || values.len() != self.fields.len() {
            return None;
        }
        let count: usize = self.rows.iter().map(Vec::len).sum();
        let mut letters = vec![None; count];
        for (row, cells) in rows.into_iter().zip(&self.rows) {
            let mut there = row_of(row, self.empty)?.into_iter();
            for cell in cells {
                *letters.get_mut(cell.index())? = there.next()?;
            }
            if there.next().is_some() {
                return None;
            }
        }
        let known = |letter: &char| self.men.iter().any(|man| man.letter == *letter);
        letters.iter().flatten().all(known).then_some((letters, values))
    }
}

/// The cells of a row, as it is written.
fn row_of(text: &str, empty: Option<char>) -> Option<Vec<Option<char>>> {
    if let Some(sign) = empty {
        return Some(text.chars().map(|c| (c != sign).then_some(c)).collect());
    }
    /// No board is wider.
    const WIDEST: usize = 255;
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            row.push(Some(first));
            rest = &rest[first.len_utf8()..];
        } else {
            let run: usize = rest[..digits].parse().ok().filter(|&run| run <= WIDEST)?;
            row.resize(row.len() + run, None);
            rest = &rest[digits..];
        }
        if row.len() > WIDEST {
            return None;
        }
    }
    Some(row)
}
