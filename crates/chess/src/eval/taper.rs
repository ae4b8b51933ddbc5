//! Interpolation between middlegame and endgame scores.

use agon_tactics::Pair;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::sets::distance;

/// Game phase and endgame scale factor.
pub(super) struct Taper {
    /// [`OPENING`] with all pieces, 0 without any.
    stage: i32,
    /// Share of the endgame score that counts, in parts of [`FULL_SCALE`].
    scale: i32,
}

const STAGES: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const OPENING: i32 = 24;
const FULL_SCALE: i32 = 64;

impl Taper {
    /// `lead` is the endgame score from white's point of view.
    #[inline(always)]
    pub(super) fn new(board: &Board, lead: i32) -> Taper {
        let count = |piece: Piece| board.pieces(piece).len() as i32 * STAGES[piece as usize];
        let stage = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(count);
        let stage = stage.iter().sum::<i32>().min(OPENING);
        let ahead = if lead > 0 { Color::White } else { Color::Black };
        if board.colored_pieces(ahead, Piece::Pawn).is_empty() {
            // Without pawns the factor applies to the whole score.
            let scale = pawnless_scale(board, ahead);
            return Taper { stage: if scale < FULL_SCALE { 0 } else { stage }, scale };
        }
        Taper { stage, scale: scale(board, ahead) }
    }

    #[inline(always)]
    pub(super) fn blend(&self, sum: Pair) -> i32 {
        let late = (OPENING - self.stage) * self.scale;
        (sum.early() * self.stage * FULL_SCALE + sum.late() * late) / (OPENING * FULL_SCALE)
    }

    /// Factors of a feature's middlegame and endgame weights, for tuning.
    pub(super) fn shares(&self) -> (f32, f32) {
        let early = self.stage as f32 / OPENING as f32;
        (early, (1.0 - early) * self.scale as f32 / FULL_SCALE as f32)
    }
}

/// Returns the endgame scale factor for a side with pawns.
#[inline(always)]
fn scale(board: &Board, ahead: Color) -> i32 {
    let [knights, bishops, rooks, queens] =
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(|p| board.pieces(p));
    let pawns = board.colored_pieces(ahead, Piece::Pawn);
    let count = pawns.len() as i32;
    let bishops_only = (knights | rooks | queens).is_empty();
    if bishops.len() == 2
        && (bishops & board.colors(ahead)).len() == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1
    {
        // Opposite-coloured bishops are drawish.
        return if bishops_only { 20 + 4 * count } else { 40 + 3 * count };
    }
    if bishops_only && cannot_win_corner(board, ahead, pawns, bishops) {
        return 0;
    }
    (44 + 5 * count).min(FULL_SCALE)
}

/// Returns whether all pawns are rook pawns, the bishop (if any) does not control the promotion
/// square, and the defending king is there.
fn cannot_win_corner(board: &Board, ahead: Color, pawns: BitBoard, bishops: BitBoard) -> bool {
    let Some(file) = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard()))
    else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(ahead));
    let dark = BitBoard::DARK_SQUARES.has(corner);
    let seen = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    let blind = (bishops & board.colors(ahead)).is_disjoint(seen);
    blind && distance(board.king(!ahead), corner) <= 1
}

/// Returns the endgame scale factor for a side without pawns, which needs a larger advantage.
#[cold]
fn pawnless_scale(board: &Board, ahead: Color) -> i32 {
    const WORTH: [i32; Piece::NUM] = [0, 3, 3, 5, 9, 0];
    let force = |color: Color| {
        let worth = |&piece: &Piece| {
            board.colored_pieces(color, piece).len() as i32 * WORTH[piece as usize]
        };
        Piece::ALL.iter().map(worth).sum::<i32>()
    };
    let (strong, weak) = (force(ahead), force(!ahead));
    let [knights, kings] = [Piece::Knight, Piece::King].map(|piece| board.pieces(piece));
    let only_knights = board.colors(ahead).is_subset(knights | kings);
    if strong < 5 || only_knights && strong <= 6 {
        0
    } else if strong - weak <= 3 {
        if weak <= 3 { 6 } else { 14 }
    } else {
        FULL_SCALE
    }
}
