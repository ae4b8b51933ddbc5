//! Boards as text, drawn from the same data as on the pages.

use crate::{Board, ByPlayer, Cell, Piece, Seat, Tone};

/// Character set of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// ASCII only.
    Ascii,
    /// Unicode symbols.
    Symbols,
    /// Unicode symbols with ANSI colours.
    Colours,
}

/// A character of the drawing and the colour of the piece it shows.
type Spot = (char, Option<Tone>);

/// Draws the board and its pieces. The `marked` cells, such as those of the last move, are put
/// in brackets where the drawing is wide enough.
#[must_use]
pub fn draw(
    board: &Board,
    seats: &ByPlayer<Seat>,
    pieces: &[Piece],
    marked: &[Cell],
    paint: Paint,
) -> String {
    let grid = Grid::new(board);
    let mut spots = vec![vec![(' ', None); grid.width]; grid.height];
    if board.lined {
        draw_lines(board, &grid, &mut spots, paint);
    }
    for label in &board.labels {
        let (column, row) = grid.place(label.x, label.y);
        for (i, c) in label.text.chars().enumerate() {
            spots[row][column + i] = (c, None);
        }
    }
    for site in &board.sites {
        let (column, row) = grid.place(site.x, site.y);
        spots[row][column] = (site.mark, None);
    }
    for piece in pieces {
        let (column, row) = grid.place_of(board, piece.cell);
        let tone = piece.tone.unwrap_or(seats[piece.player].tone);
        let c = if paint == Paint::Ascii { piece.letter } else { piece.glyph };
        spots[row][column] = (c, Some(tone));
    }
    for &cell in marked {
        let (column, row) = grid.place_of(board, cell);
        for (at, bracket) in [(column.wrapping_sub(1), '['), (column + 1, ']')] {
            if let Some(spot) = spots[row].get_mut(at) {
                spot.0 = bracket;
            }
        }
    }
    let lines: Vec<String> = spots.iter().map(|row| write_line(row, paint)).collect();
    lines.join("\n") + "\n"
}

/// Draws the links between neighbours.
fn draw_lines(board: &Board, grid: &Grid, spots: &mut [Vec<Spot>], paint: Paint) {
    let (level, upright) = if paint == Paint::Ascii { ('-', '|') } else { ('─', '│') };
    for &(a, b) in &board.links {
        let (from, to) = (grid.place_of(board, a), grid.place_of(board, b));
        let (dx, dy) = (to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize);
        let steps = dx.abs().max(dy.abs());
        let c = match (dx.signum() * dy.signum(), dy) {
            (1, _) => '\\',
            (-1, _) => '/',
            (_, 0) => level,
            _ => upright,
        };
        for i in 1..steps {
            let column = from.0 as isize + dx * i / steps;
            let row = from.1 as isize + dy * i / steps;
            spots[row as usize][column as usize] = (c, None);
        }
    }
}

fn write_line(row: &[Spot], paint: Paint) -> String {
    let mut line = String::new();
    for &(c, tone) in row {
        match tone {
            Some(tone) if paint == Paint::Colours => {
                line += &format!("\x1b[{}m{c}\x1b[0m", ansi(tone));
            }
            _ => line.push(c),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

const fn ansi(tone: Tone) -> &'static str {
    match tone {
        Tone::White => "1;97",
        Tone::Black => "1;90",
        Tone::Green => "1;32",
        Tone::Yellow => "1;93",
        Tone::Orange => "38;5;208",
        Tone::Red => "1;31",
        Tone::Purple => "1;35",
        Tone::Blue => "1;34",
    }
}

/// Maps board coordinates to columns and rows of text. Each distinct `y` is one row, which
/// keeps boards with slanting rows compact.
struct Grid {
    left: f32,
    columns_per_step: f32,
    heights: Vec<f32>,
    rows_per_height: usize,
    width: usize,
    height: usize,
}

impl Grid {
    fn new(board: &Board) -> Grid {
        let (columns_per_step, rows_per_height) = if board.lined { (4.0, 2) } else { (2.0, 1) };
        let spots = || {
            let labels = board.labels.iter().map(|l| (l.x, l.y, l.text.chars().count()));
            board.sites.iter().map(|s| (s.x, s.y, 1)).chain(labels)
        };
        let left = spots().map(|(x, ..)| x).fold(f32::INFINITY, f32::min);
        let mut heights: Vec<f32> = spots().map(|(_, y, _)| y).collect();
        heights.sort_by(f32::total_cmp);
        heights.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
        let column = |x: f32| ((x - left) * columns_per_step).round() as usize;
        let width = spots().map(|(x, _, length)| column(x) + length + 1).max().unwrap_or(0);
        let height = (heights.len() * rows_per_height).saturating_sub(rows_per_height - 1);
        Grid { left, columns_per_step, heights, rows_per_height, width, height }
    }

    fn place(&self, x: f32, y: f32) -> (usize, usize) {
        let column = ((x - self.left) * self.columns_per_step).round() as usize;
        let row = self.heights.partition_point(|&h| h < y - 1e-3) * self.rows_per_height;
        (column, row)
    }

    fn place_of(&self, board: &Board, cell: Cell) -> (usize, usize) {
        let site = &board.sites[cell.index()];
        self.place(site.x, site.y)
    }
}
