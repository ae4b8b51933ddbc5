//! The pieces of one side, on a board where its pawns move up.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_rays,
    get_king_moves, get_rook_rays,
};

use super::sets::{beside, up};

pub(super) const PAWN: usize = Piece::Pawn as usize;
pub(super) const KNIGHT: usize = Piece::Knight as usize;
pub(super) const BISHOP: usize = Piece::Bishop as usize;
pub(super) const ROOK: usize = Piece::Rook as usize;
pub(super) const QUEEN: usize = Piece::Queen as usize;
pub(super) const KING: usize = Piece::King as usize;

pub(super) struct Side {
    pub(super) pieces: [BitBoard; 6],
    pub(super) all: BitBoard,
    pub(super) king: Square,
    pub(super) pawn_attacks: BitBoard,
    /// Castling rights: kingside, queenside.
    pub(super) castles: [bool; 2],
    pub(super) to_move: bool,
}

impl Side {
    #[inline(always)]
    pub(super) fn new(board: &Board, color: Color) -> Side {
        let all = board.colors(color);
        let rights = board.castle_rights(color);
        let side = Side {
            pieces: Piece::ALL.map(|piece| board.pieces(piece) & all),
            all,
            king: board.king(color),
            pawn_attacks: BitBoard::EMPTY,
            castles: [rights.short.is_some(), rights.long.is_some()],
            to_move: board.side_to_move() == color,
        };
        let mut side = if color == Color::White { side } else { side.flipped() };
        side.pawn_attacks = up(beside(side.pieces[PAWN]));
        side
    }

    /// Returns the same side with the ranks flipped, as the opponent sees the board.
    #[inline(always)]
    pub(super) fn flipped(&self) -> Side {
        Side {
            pieces: self.pieces.map(BitBoard::flip_ranks),
            all: self.all.flip_ranks(),
            king: self.king.flip_rank(),
            pawn_attacks: self.pawn_attacks.flip_ranks(),
            ..*self
        }
    }

    #[inline(always)]
    pub(super) fn pinned(&self, them: &Side) -> BitBoard {
        let occupied = self.all | them.all;
        let diagonal = get_bishop_rays(self.king) & (them.pieces[BISHOP] | them.pieces[QUEEN]);
        let straight = get_rook_rays(self.king) & (them.pieces[ROOK] | them.pieces[QUEEN]);
        let mut pinned = BitBoard::EMPTY;
        for square in diagonal | straight {
            let between = get_between_rays(square, self.king) & occupied;
            if between.len() == 1 {
                pinned |= between & self.all;
            }
        }
        pinned
    }

    /// Returns the king and the squares around it; at the edge the nearest full 3x3 block.
    #[inline(always)]
    pub(super) fn ring(&self) -> BitBoard {
        let file = File::index((self.king.file() as usize).clamp(1, 6));
        let rank = Rank::index((self.king.rank() as usize).clamp(1, 6));
        let centre = Square::new(file, rank);
        get_king_moves(centre) | centre.bitboard()
    }
}
