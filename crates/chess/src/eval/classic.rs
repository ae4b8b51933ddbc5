//! The evaluation of the original program: plain counting by game stage.
//!
//! The program's page names the terms and the piece values. The weights of the terms are Agon's,
//! and so are these definitions: the stage depends on the pieces of both sides ([`OPENING`] and
//! more: opening, [`ENDING`] and less: ending); a king counts as castled on its first rank on the
//! files a to c, g or h; tropism is the closeness of enemy pieces to the king; the first pawn
//! island is free.

use agon_core::Player;
use agon_tactics::{Evaluation, Term};
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::Chess;
use crate::position::player;

pub(crate) const CLASSIC: Evaluation<Chess> = Evaluation {
    name: "classic",
    about: "by opening, middlegame and ending: material, mobility, pawns, king, centre, rooks",
    evaluate,
    terms,
    tunable: None,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Opening,
    Middlegame,
    Ending,
}

const WORTH: [i32; Piece::NUM] = [100, 320, 350, 500, 900, 0];
/// Piece values of both sides together, kings and pawns excluded; 6,480 at the start.
const OPENING: i32 = 5_200;
const ENDING: i32 = 2_600;

const NAMES: [&str; 8] = [
    "material",
    "mobility",
    "pawn structure",
    "king safety",
    "centre",
    "connected rooks",
    "squares",
    "attacks",
];

const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);
/// Weight of each piece type's closeness to the enemy king.
const TROPISM: [i32; Piece::NUM] = [0, 2, 1, 2, 4, 0];

// Rank by rank from the first, files a to d; files e to h mirror them.
type Squares = [[i32; 4]; 8];

#[rustfmt::skip]
const PAWN: Squares = [
    [0, 0, 0, 0], [4, 8, 6, -15], [4, 0, -4, 2], [0, 2, 8, 20],
    [4, 6, 12, 24], [12, 14, 20, 28], [45, 45, 45, 45], [0, 0, 0, 0],
];
#[rustfmt::skip]
const KNIGHT: Squares = [
    [-45, -35, -28, -26], [-35, -18, 0, 4], [-28, 2, 10, 14], [-26, 4, 14, 20],
    [-26, 4, 16, 20], [-28, 2, 12, 16], [-35, -18, 0, 2], [-45, -35, -28, -26],
];
#[rustfmt::skip]
const BISHOP: Squares = [
    [-18, -10, -10, -10], [-8, 6, 2, 2], [-6, 8, 8, 8], [-6, 2, 10, 10],
    [-6, 4, 6, 10], [-6, 2, 6, 8], [-8, 0, 0, 0], [-18, -10, -10, -10],
];
#[rustfmt::skip]
const ROOK: Squares = [
    [-2, 0, 2, 6], [-6, 0, 0, 0], [-6, 0, 0, 0], [-6, 0, 0, 0],
    [-6, 0, 0, 0], [-6, 0, 0, 0], [6, 10, 10, 10], [2, 2, 2, 2],
];
#[rustfmt::skip]
const QUEEN: Squares = [
    [-18, -10, -8, -4], [-8, 0, 2, 2], [-6, 2, 4, 4], [-4, 0, 4, 6],
    [-4, 0, 4, 6], [-6, 2, 4, 4], [-8, 0, 0, 0], [-18, -10, -8, -4],
];
#[rustfmt::skip]
const KING: Squares = [
    [18, 26, 10, 0], [14, 14, -4, -6], [-12, -20, -22, -24], [-22, -30, -32, -40],
    [-30, -40, -40, -50], [-30, -40, -40, -50], [-30, -40, -40, -50], [-30, -40, -40, -50],
];
#[rustfmt::skip]
const KING_IN_ENDING: Squares = [
    [-45, -28, -24, -20], [-26, -16, -4, 0], [-24, -6, 16, 24], [-22, -4, 26, 34],
    [-22, -4, 26, 34], [-24, -6, 16, 24], [-28, -16, -8, 0], [-45, -34, -28, -20],
];

fn evaluate(position: &Chess, of: Player) -> i32 {
    let stage = stage(&position.board);
    let [white, black] =
        Color::ALL.map(|color| values(&position.board, color, stage).iter().sum::<i32>());
    if of == player(Color::White) { white - black } else { black - white }
}

fn terms(position: &Chess) -> Vec<Term> {
    let stage = stage(&position.board);
    let sides = Color::ALL.map(|color| values(&position.board, color, stage));
    let term = |(nth, &name)| Term { name, values: sides.iter().map(|side| side[nth]).collect() };
    NAMES.iter().enumerate().map(term).collect()
}

fn stage(board: &Board) -> Stage {
    let worth = |&piece: &Piece| board.pieces(piece).len() as i32 * WORTH[piece as usize];
    let pieces: i32 = Piece::ALL.iter().filter(|&&piece| piece != Piece::Pawn).map(worth).sum();
    match pieces {
        OPENING.. => Stage::Opening,
        ..=ENDING => Stage::Ending,
        _ => Stage::Middlegame,
    }
}

/// Returns the terms of one side, in the order of [`NAMES`].
fn values(board: &Board, color: Color, stage: Stage) -> [i32; NAMES.len()] {
    let own = board.colors(color);
    let (mut material, mut moves, mut squares, mut attacks, mut centre) = (0, 0, 0, 0, 0);
    for square in own {
        let Some(piece) = board.piece_on(square) else { continue };
        let hits = attacked(board, piece, square, color);
        material += WORTH[piece as usize];
        squares += on_square(piece, square.relative_to(color), stage);
        if piece != Piece::Pawn && piece != Piece::King {
            moves += (hits & !own).len() as i32;
        }
        centre += 4 * (hits & CENTRE).len() as i32;
        for victim in hits & board.colors(!color) {
            let worth = board.piece_on(victim).map_or(0, |victim| WORTH[victim as usize]);
            attacks += worth / 40;
        }
    }
    centre += 12 * (own & board.pieces(Piece::Pawn) & CENTRE).len() as i32;
    let per_move = if stage == Stage::Opening { 3 } else { 4 };
    [
        material,
        moves * per_move,
        pawn_structure(board.colored_pieces(color, Piece::Pawn)),
        if stage == Stage::Ending { 0 } else { king_safety(board, color) },
        if stage == Stage::Opening { centre } else { 0 },
        if rooks_connected(board, color) { 15 } else { 0 },
        squares,
        attacks,
    ]
}

fn attacked(board: &Board, piece: Piece, square: Square, color: Color) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

fn on_square(piece: Piece, square: Square, stage: Stage) -> i32 {
    let table = match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => KNIGHT,
        Piece::Bishop => BISHOP,
        Piece::Rook => ROOK,
        Piece::Queen => QUEEN,
        Piece::King if stage == Stage::Ending => KING_IN_ENDING,
        Piece::King => KING,
    };
    let file = square.file() as usize;
    table[square.rank() as usize][file.min(7 - file)]
}

/// Scores doubled pawns, isolated pawns and pawn islands.
fn pawn_structure(pawns: BitBoard) -> i32 {
    let on = |file: File| (pawns & file.bitboard()).len() as i32;
    let mut value = 0;
    let mut islands = 0;
    let mut gap = true;
    for file in File::ALL {
        let here = on(file);
        value -= 14 * (here - 1).max(0);
        if here > 0 && (pawns & file.adjacent()).is_empty() {
            value -= 14 * here;
        }
        islands += i32::from(here > 0 && gap);
        gap = here == 0;
    }
    value - 6 * (islands - 1).max(0)
}

/// Scores castling, the pawn shield and enemy tropism.
fn king_safety(board: &Board, color: Color) -> i32 {
    let king = board.king(color);
    let home = king.rank() == Rank::First.relative_to(color);
    let castled = home && (king.file() <= File::C || king.file() >= File::G);
    let shield = get_king_moves(king) & board.colored_pieces(color, Piece::Pawn);
    let near = |square: Square| {
        let files = (square.file() as i32 - king.file() as i32).abs();
        let ranks = (square.rank() as i32 - king.rank() as i32).abs();
        let piece = board.piece_on(square).map_or(0, |piece| TROPISM[piece as usize]);
        piece * (7 - files.max(ranks))
    };
    let tropism: i32 = board.colors(!color).iter().map(near).sum();
    (if castled { 35 } else { 0 }) + 9 * shield.len() as i32 - tropism
}

/// Returns whether two rooks share a rank or file with nothing between them.
fn rooks_connected(board: &Board, color: Color) -> bool {
    let rooks = board.colored_pieces(color, Piece::Rook);
    let connected = |a: Square, b: Square| {
        (a.file() == b.file() || a.rank() == b.rank())
            && get_between_rays(a, b).is_disjoint(board.occupied())
    };
    rooks.iter().any(|a| rooks.iter().any(|b| a < b && connected(a, b)))
}
