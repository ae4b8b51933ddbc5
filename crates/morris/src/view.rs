//! How Nine Men's Morris is displayed.

use agon_core::{
    Board as Picture, ByPlayer, Cell, Cells, Choice, Counter, Game, Hand, Label, MoveView,
    Notation, Piece, Player, Position, Seat, Shape, Shift, Site, Tone, View,
};

use crate::board::{Board, Direction};
use crate::moves::{Move, Phase};
use crate::position::{BLUE, Morris, RED};
use crate::rules::{MIN_MEN, MorrisRules};

/// Number of plies before the draw at which the counter warns.
const WARNING: u32 = 10;

impl Game for Morris {
    const ID: &'static str = "morris";
    const TITLE: &'static str = "Nine Men's Morris";
    const ABOUT: &'static str = "Get three in a row to capture: place, slide, fly.";
    const SCENE: Option<&'static str> = Some("rr.b.b../rr..b..r/rrbb.rbr r 0 0 0");
    const REASONS: &'static [&'static str] =
        &["fewer than three men", "no legal move", "no progress"];
    const NOTES: &'static [&'static str] = &["flying"];
}

impl View for Morris {
    fn seats(_rules: &MorrisRules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            RED => Seat::new("red", Tone::Red),
            _ => Seat::new("blue", Tone::Blue),
        })
    }

    fn board(rules: &MorrisRules) -> Picture {
        let board = Board::with_layers(rules.layers);
        let last = 2 * board.layers;
        let sites = Cells(board.points)
            .map(|point| {
                let (column, row) = board.column_and_row(point);
                let (x, y) = (column as f32, (last - row) as f32);
                Site { name: board.name(point), x, y, shape: Shape::Point, zone: "", mark: '.' }
            })
            .collect();
        let links = Cells(board.points)
            .flat_map(|a| [(a, Direction::Clockwise), (a, Direction::Outwards)])
            .flat_map(|(a, direction)| Cells(board.step(a.bit(), direction)).map(move |b| (a, b)))
            .collect();
        let labels = (0..=last)
            .flat_map(|i| {
                let at = i as f32;
                let column = char::from(b'a' + i as u8).to_string();
                let row = (last - i + 1).to_string();
                let below = (last + 1) as f32;
                [Label { text: column, x: at, y: below }, Label { text: row, x: -1.0, y: at }]
            })
            .collect();
        Picture { sites, links, lined: true, labels, turning: Some(180) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let men = |player: Player, letter: char, glyph: char| {
            let cells = Cells(self.on_board(player));
            cells.map(move |cell| Piece { cell, player, kind: "man", tone: None, letter, glyph })
        };
        men(RED, 'r', '●').chain(men(BLUE, 'b', '○')).collect()
    }

    fn counters(&self) -> Vec<Counter> {
        let men = u32::from(self.board().men);
        let in_hand = |player: Player| Counter {
            name: "in hand",
            player: Some(player),
            value: self.in_hand(player),
            limit: None,
            warn: false,
            piece: None,
        };
        let lost = |player: Player| Counter {
            name: "lost",
            player: Some(player),
            value: men - self.men().left(player),
            limit: Some(men - MIN_MEN + 1),
            warn: self.men().left(player) <= MIN_MEN,
            piece: None,
        };
        let limit = Some(self.rules().quiet_plies).filter(|&limit| limit > 0);
        let quiet = Counter {
            name: "quiet plies",
            player: None,
            value: self.quiet(),
            limit,
            warn: limit.is_some_and(|limit| self.quiet() + WARNING >= limit),
            piece: None,
        };
        vec![in_hand(RED), in_hand(BLUE), lost(RED), lost(BLUE), quiet]
    }

    fn hands(&self) -> Vec<Hand> {
        let whole = u32::from(self.board().men);
        let hand = |player| Hand { player, kind: "man", count: self.in_hand(player), whole };
        vec![hand(RED), hand(BLUE)]
    }

    fn notes(&self) -> Vec<&'static str> {
        if self.phase() == Phase::Flying { vec!["flying"] } else { Vec::new() }
    }

    fn move_view(&self, m: Move) -> MoveView {
        let others = self.on_board(self.turn()) & !m.from.map_or(0, Cell::bit);
        MoveView {
            text: self.move_text(m),
            display: self.display_move(m),
            from: m.from.into_iter().collect(),
            to: Some(m.to),
            more: m.remove.into_iter().map(Choice::Cell).collect(),
            path: Vec::new(),
            shifts: m.from.into_iter().map(|from| Shift { from, to: m.to }).collect(),
            captures: m.remove.into_iter().collect(),
            lines: self.board().mills(others, m.to).map(Vec::from).collect(),
        }
    }

    /// Returns the rotations and reflections, each with the layers in either order.
    fn symmetries(rules: &MorrisRules) -> Vec<Vec<Cell>> {
        let plain = <Morris as View>::board(rules).symmetries();
        let last = rules.layers as usize - 1;
        let inside_out = |cell: &Cell| {
            let (layer, place) = (cell.index() / 8, cell.index() % 8);
            Cell::new(8 * (last - layer) + place)
        };
        let turned = plain.iter().map(|places| places.iter().map(inside_out).collect());
        turned.chain(plain.clone()).collect()
    }
}
