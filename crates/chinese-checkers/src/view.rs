//! How Chinese Checkers is displayed.

use agon_core::{
    Board, ByPlayer, Cell, Counter, Game, Label, MoveView, Notation, Piece, Player, Position, Seat,
    Shape, Site, View,
};

use crate::board::{BESIDE, FIRSTS, HOLES, PLACES, ROWS, name, point_of, row_letter};
use crate::position::ROUND_LIMIT;
use crate::rules::{COLOURS, Colour, opposite};
use crate::{ChineseCheckers, ChineseCheckersRules, Move};

/// Number of rounds before the draw at which the counter warns.
const WARNING: u32 = 10;

/// Distance of rows with equal distances between neighbours: half the square root of 3.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Game for ChineseCheckers {
    const ID: &'static str = "chinese-checkers";
    const TITLE: &'static str = "Chinese Checkers";
    const ABOUT: &'static str = "Hop across the star: two to six players race to the other side.";
    const SCENE: Option<&'static str> =
        Some("1/gg/3/g2g/13/6rg4/5g5/5g4/3r5/4rg4/4g6/7r4/6r6/r2r/rr1/r1/g g gr 9");
    const REASONS: &'static [&'static str] =
        &["all home", "owner stayed at home", "nobody can move", "round limit"];
}

impl View for ChineseCheckers {
    fn seats(rules: &ChineseCheckersRules) -> ByPlayer<Seat> {
        ByPlayer::new(rules.players(), |player| {
            let point = rules.colour(player);
            let tone = COLOURS[point].tone;
            // Points are numbered clockwise from the top; turn the player's own point to the
            // bottom.
            let degrees = (540 - 60 * point as u16) % 360;
            Seat::new(tone.name(), tone).with("marble").turned(degrees)
        })
    }

    fn board(_rules: &ChineseCheckersRules) -> Board {
        let holes = || (0..HOLES).map(Cell::new);
        // The first three directions lead to higher numbers, so each pair is listed once.
        let ahead = |a: Cell| BESIDE[a.index()][..3].iter().flatten().map(move |&b| (a, b));
        let labels = (0..ROWS).map(|row| {
            let (x, y) = place(Cell::new(FIRSTS[row]));
            Label { text: row_letter(row).to_string(), x: x - 1.0, y }
        });
        Board {
            sites: holes().map(site).collect(),
            links: holes().flat_map(ahead).collect(),
            lined: false,
            labels: labels.collect(),
            turning: Some(60),
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let marbles = |player: Player| {
            let own = self.rules().colour(player);
            self.armies(player).flat_map(move |army| {
                let Colour { letter, tone, .. } = COLOURS[army.colour];
                let tone = (army.colour != own).then_some(tone);
                let piece =
                    move |cell| Piece { cell, player, kind: "marble", tone, letter, glyph: '●' };
                army.marbles.cells().map(piece)
            })
        };
        Player::all(self.players()).flat_map(marbles).collect()
    }

    fn counters(&self) -> Vec<Counter> {
        let round = Counter {
            name: "round",
            player: None,
            value: self.round(),
            limit: Some(ROUND_LIMIT),
            warn: self.round() + WARNING >= ROUND_LIMIT,
            piece: None,
        };
        let home = |player| Counter {
            name: "home",
            player: Some(player),
            value: self.armies(player).map(|army| (army.marbles & army.target).count()).sum(),
            limit: Some(10 * u32::from(self.rules().sets)),
            warn: false,
            piece: None,
        };
        std::iter::once(round).chain(Player::all(self.players()).map(home)).collect()
    }

    fn move_view(&self, m: Move) -> MoveView {
        let (text, display) = (self.move_text(m), self.display_move(m));
        match m {
            Move::Go { from, to } => {
                let mut path = self.path(from, to);
                if path.len() == 2 {
                    path.clear();
                }
                MoveView { path, ..MoveView::step(text, display, from, to) }
            }
            Move::Pass => MoveView {
                text,
                display,
                from: Vec::new(),
                to: None,
                more: Vec::new(),
                path: Vec::new(),
                shifts: Vec::new(),
                captures: Vec::new(),
                lines: Vec::new(),
            },
        }
    }

    /// Returns the reflection that exchanges left and right, for two players with opposite points
    /// and one set each. With more players or sets it would change directions of play.
    fn symmetries(rules: &ChineseCheckersRules) -> Vec<Vec<Cell>> {
        let players = rules.players();
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| rules.colour(player));
        if players != 2 || rules.sets != 1 || opposite(first) != second {
            return Vec::new();
        }
        let mut board = ChineseCheckers::board(rules);
        let homes = [first, second].map(|point| COLOURS[point].zone);
        // All points without a player are equivalent.
        for site in board.sites.iter_mut().filter(|site| !homes.contains(&site.zone)) {
            site.zone = "";
        }
        board.symmetries()
    }
}

/// Returns the coordinates from the left and from the top.
fn place(hole: Cell) -> (f32, f32) {
    let (row, column) = PLACES[hole.index()];
    (column as f32 / 2.0, row as f32 * ROW_HEIGHT)
}

fn site(hole: Cell) -> Site {
    let (x, y) = place(hole);
    let (zone, mark) = match point_of(hole.index()) {
        Some(point) => (COLOURS[point].zone, ':'),
        None => ("", '.'),
    };
    Site { name: name(hole), x, y, shape: Shape::Hole, zone, mark }
}
