//! How Abalone is displayed.

use agon_core::{
    Board, ByPlayer, Cell, Counter, Game, Label, MoveView, Notation, Piece, Player, Position, Seat,
    Shape, Shift, Site, Tone, View,
};

use crate::board::{
    COORDINATES, Coordinates, Direction, HOLES, ROWS, ahead, cells, hole_in, name, next,
};
use crate::position::GOAL;
use crate::{Abalone, AbaloneRules, Move};

/// Number of plies before the draw at which the counter warns.
const WARNING: u32 = 10;
/// Distance of rows if neighbouring holes are 1 apart.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Game for Abalone {
    const ID: &'static str = "abalone";
    const TITLE: &'static str = "Abalone";
    const ABOUT: &'static str = "Push six of your opponent's marbles off the board.";
    const SCENE: Option<&'static str> =
        Some("3SS/ssSSS1/3sssS/3ss3/9/3SS3/1SSSsSS/3sss/3s1 2 1 b 0 8");
    const REASONS: &'static [&'static str] =
        &["6 marbles", "no legal move", "no marble pushed off"];
}

impl View for Abalone {
    fn seats(_rules: &AbaloneRules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            Player::FIRST => Seat::new("blue", Tone::Blue).with("marble"),
            _ => Seat::new("red", Tone::Red).with("marble").turned(180),
        })
    }

    fn board(_rules: &AbaloneRules) -> Board {
        let holes = || (0..HOLES).map(Cell::new);
        let links = holes()
            .flat_map(|hole| Direction::AXES.map(|axis| (hole, next(hole, axis))))
            .filter_map(|(from, to)| Some((from, to?)))
            .collect();
        // Letters are west of the rows, numbers south-east of the diagonals.
        let letters = (0..ROWS).map(|row| {
            let (x, y) = place(hole_in(row, 0));
            Label { text: char::from(b'A' + row as u8).to_string(), x: x - 1.0, y }
        });
        let ends = holes().filter(|&hole| next(hole, Direction::SouthEast).is_none());
        let numbers = ends.map(|hole| {
            let (x, y) = place(hole);
            let text = COORDINATES[hole.index()].number.to_string();
            Label { text, x: x + 0.5, y: y + ROW_HEIGHT }
        });
        let labels = letters.chain(numbers).collect();
        Board { sites: holes().map(site).collect(), links, lined: false, labels, turning: Some(60) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let sides = [(Player::FIRST, 'S', '●'), (Player::SECOND, 's', '○')];
        sides
            .into_iter()
            .flat_map(|(player, letter, glyph)| {
                let piece =
                    move |cell| Piece { cell, player, kind: "marble", tone: None, letter, glyph };
                cells(self.marbles(player)).map(piece)
            })
            .collect()
    }

    fn counters(&self) -> Vec<Counter> {
        let pushed_off = |player| Counter {
            name: "pushed off",
            player: Some(player),
            value: self.pushed_off(player),
            limit: Some(GOAL),
            warn: self.pushed_off(player) + 1 >= GOAL,
            piece: None,
        };
        let limit = Some(self.rules().quiet_plies).filter(|&limit| limit > 0);
        let warn = limit.is_some_and(|limit| self.quiet() + WARNING >= limit);
        vec![
            pushed_off(Player::FIRST),
            pushed_off(Player::SECOND),
            Counter {
                name: "quiet plies",
                player: None,
                value: self.quiet(),
                limit,
                warn,
                piece: None,
            },
        ]
    }

    fn move_view(&self, m: Move) -> MoveView {
        let fallen = self.fallen(m);
        let pushed = self.pushed(m).filter(|&cell| Some(cell) != fallen);
        let shift = |from| Shift { from, to: ahead(from, m.direction, 1) };
        MoveView {
            text: self.move_text(m),
            display: self.display_move(m),
            from: m.marbles().collect(),
            to: Some(m.target()),
            more: Vec::new(),
            path: Vec::new(),
            shifts: m.marbles().chain(pushed).map(shift).collect(),
            captures: fallen.into_iter().collect(),
            lines: Vec::new(),
        }
    }

    fn symmetries(rules: &AbaloneRules) -> Vec<Vec<Cell>> {
        Abalone::board(rules).symmetries()
    }
}

/// Returns the coordinates of a hole: E1 is leftmost, and each row up is shifted half a hole.
fn place(hole: Cell) -> (f32, f32) {
    let Coordinates { row, number } = COORDINATES[hole.index()];
    let above_middle = row as f32 - (ROWS / 2) as f32;
    let x = number as f32 - 1.0 - above_middle / 2.0;
    (x, (ROWS - 1 - row) as f32 * ROW_HEIGHT)
}

fn site(hole: Cell) -> Site {
    let (x, y) = place(hole);
    Site { name: name(hole), x, y, shape: Shape::Hole, zone: "", mark: '.' }
}
