//! Structure of a position text as data, for position editors.

use crate::{Board, Cell, Piece, Player, write_row};

/// The parts of a position text.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Rows of the board, in the order of the text.
    pub rows: Vec<Vec<Cell>>,
    /// Character for an empty cell; `None` if runs of empty cells are written as numbers.
    pub empty: Option<char>,
    /// One piece of each kind that can be on a cell; their cells are meaningless.
    pub men: Vec<Piece>,
    /// Fields after the board.
    pub fields: Vec<Field>,
}

/// A part of the text after the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name, such as `side to move`.
    pub name: &'static str,
    /// Player the field belongs to, if it exists once per player.
    pub player: Option<Player>,
    /// Allowed values.
    pub kind: FieldKind,
}

/// Allowed values of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// The side to move, one letter per player.
    Turn(Vec<char>),
    /// A number.
    Count {
        /// Minimum.
        least: u32,
        /// Maximum.
        most: u32,
    },
    /// A subset of these letters in this order, or `-` for none.
    Letters(&'static str),
    /// A cell name, or `-` for none.
    Cell,
    /// Number of pieces with this letter that are missing from the board.
    Missing {
        /// Letter of the piece.
        letter: char,
        /// Number of pieces in a complete set.
        whole: u32,
    },
    /// Fixed by the rules, not editable.
    Kept,
}

impl Field {
    /// Creates a field that belongs to no player.
    #[must_use]
    pub const fn new(name: &'static str, kind: FieldKind) -> Field {
        Field { name, player: None, kind }
    }

    /// Assigns the field to a player.
    #[must_use]
    pub fn of(self, player: Player) -> Field {
        Field { player: Some(player), ..self }
    }
}

impl Sheet {
    /// Groups the cells of a board into rows from top to bottom, each from left to right.
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

    /// Returns the first piece of each letter.
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

    /// Writes a position text from a letter per cell and the values of the fields. Values of
    /// [`FieldKind::Missing`] are computed from the board.
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

    /// Reads a position text into a letter per cell and the values of the fields, without checking
    /// that the position is possible. `None` if the structure differs.
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

/// Parses the cells of one row.
fn row_of(text: &str, empty: Option<char>) -> Option<Vec<Option<char>>> {
    if let Some(sign) = empty {
        return Some(text.chars().map(|c| (c != sign).then_some(c)).collect());
    }
    /// Bounds the memory that a hostile text can claim.
    const MAX_WIDTH: usize = 255;
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            row.push(Some(first));
            rest = &rest[first.len_utf8()..];
        } else {
            let run: usize = rest[..digits].parse().ok().filter(|&run| run <= MAX_WIDTH)?;
            row.resize(row.len() + run, None);
            rest = &rest[digits..];
        }
        if row.len() > MAX_WIDTH {
            return None;
        }
    }
    Some(row)
}
