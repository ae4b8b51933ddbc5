//! How chess is displayed.

use agon_core::{
    Board, ByPlayer, Cell, Choice, Counter, Game, Label, Lost, MoveView, Notation, Piece, Player,
    Seat, Shape, Shift, Site, Tone, View,
};
use cozy_chess::{BitBoard, Color, Move, Piece as Kind, Square, get_king_moves};

use crate::position::{FIFTY_MOVES, player};
use crate::{Chess, ChessRules};

/// Number of plies before the fifty-move draw at which the counter warns.
const WARNING: u8 = 10;

impl Game for Chess {
    const ID: &'static str = "chess";
    const TITLE: &'static str = "Chess";
    const ABOUT: &'static str = "Checkmate your opponent's king.";
    const SCENE: Option<&'static str> =
        Some("r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/R3K2R w KQkq - 1 12");
    const REASONS: &'static [&'static str] =
        &["checkmate", "stalemate", "insufficient material", "fifty moves"];
    const NOTES: &'static [&'static str] = &["check"];
}

impl View for Chess {
    fn seats(_rules: &ChessRules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            Player::FIRST => Seat::new("white", Tone::White).with("king"),
            _ => Seat::new("black", Tone::Black).with("king").turned(180),
        })
    }

    fn board(_rules: &ChessRules) -> Board {
        let sites = Square::ALL.iter().copied().map(site).collect();
        let links = Square::ALL
            .iter()
            .flat_map(|&a| get_king_moves(a).iter().map(move |b| (cell(a), cell(b))))
            .filter(|(a, b)| a < b)
            .collect();
        let labels = (0..8u8)
            .flat_map(|i| {
                let column = char::from(b'a' + i).to_string();
                let row = (8 - i).to_string();
                let at = f32::from(i);
                [Label { text: column, x: at, y: 8.0 }, Label { text: row, x: -1.0, y: at }]
            })
            .collect();
        Board { sites, links, lined: false, labels, turning: Some(180) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square: Square| {
            let (color, kind) = (self.board.color_on(square)?, self.board.piece_on(square)?);
            let (letter, glyph) = letter_and_glyph(kind, color);
            Some(Piece {
                cell: cell(square),
                player: player(color),
                kind: name(kind),
                tone: None,
                letter,
                glyph,
            })
        };
        self.board.occupied().iter().filter_map(piece).collect()
    }

    /// Returns the plies since the last capture or pawn move, and material in pawns.
    fn counters(&self) -> Vec<Counter> {
        let quiet = self.board.halfmove_clock();
        let material = Color::ALL.map(|color| Counter {
            name: "material",
            player: Some(player(color)),
            value: Kind::ALL
                .iter()
                .map(|&k| worth(k) * self.board.colored_pieces(color, k).len())
                .sum(),
            limit: None,
            warn: false,
            piece: None,
        });
        let [white, black] = material;
        vec![
            Counter {
                name: "quiet plies",
                player: None,
                value: quiet.into(),
                limit: Some(FIFTY_MOVES.into()),
                warn: quiet + WARNING >= FIFTY_MOVES,
                piece: None,
            },
            white,
            black,
        ]
    }

    /// Returns the pieces missing from a full set. Promoted pawns are not lost.
    fn lost(&self) -> Vec<Lost> {
        let lost = |color: Color| {
            let missing = move |kind: Kind| {
                i64::from(initial_count(kind))
                    - i64::from(self.board.colored_pieces(color, kind).len())
            };
            let promoted: i64 = Kind::ALL.iter().map(|&kind| missing(kind).min(0)).sum();
            Kind::ALL.into_iter().flat_map(move |kind| {
                let gone = missing(kind) + if kind == Kind::Pawn { promoted } else { 0 };
                (0..gone).map(move |_| Lost { player: player(color), kind: name(kind) })
            })
        };
        Color::ALL.into_iter().flat_map(lost).collect()
    }

    fn alarms(&self) -> Vec<Cell> {
        let king = self.board.king(self.board.side_to_move());
        if self.board.checkers().is_empty() { Vec::new() } else { vec![cell(king)] }
    }

    fn notes(&self) -> Vec<&'static str> {
        if self.board.checkers().is_empty() { Vec::new() } else { vec!["check"] }
    }

    fn move_view(&self, m: Move) -> MoveView {
        let (from, to) = (cell(m.from), cell(self.text_form(m).to));
        let shifts = match self.castling(m) {
            None => vec![Shift { from, to }],
            Some((king, rook)) => [(m.from, king), (m.to, rook)]
                .into_iter()
                .filter(|(from, to)| from != to)
                .map(|(from, to)| Shift { from: cell(from), to: cell(to) })
                .collect(),
        };
        MoveView {
            more: m.promotion.map(|kind| Choice::Kind(name(kind))).into_iter().collect(),
            captures: self.capture(m).map(cell).into_iter().collect(),
            shifts,
            ..MoveView::step(self.move_text(m), self.display_move(m), from, to)
        }
    }
}

fn cell(square: Square) -> Cell {
    Cell::new(square as usize)
}

fn site(square: Square) -> Site {
    let light = BitBoard::LIGHT_SQUARES.has(square);
    let (zone, mark) = if light { ("light", '.') } else { ("dark", ':') };
    let (x, y) = (square.file() as u8, 7 - square.rank() as u8);
    let name = square.to_string();
    Site { name, x: x.into(), y: y.into(), shape: Shape::Square, zone, mark }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}

/// Returns the number of pieces of a kind at the start.
const fn initial_count(kind: Kind) -> u32 {
    match kind {
        Kind::Pawn => 8,
        Kind::Knight | Kind::Bishop | Kind::Rook => 2,
        Kind::Queen | Kind::King => 1,
    }
}

/// Returns the conventional piece value in pawns.
const fn worth(kind: Kind) -> u32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 0,
    }
}

/// Returns the letter used in position texts, and the chess symbol.
fn letter_and_glyph(kind: Kind, color: Color) -> (char, char) {
    let letter = char::from(kind);
    let glyphs = match color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
    (letter, glyphs[kind as usize])
}
