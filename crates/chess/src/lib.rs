//! Chess by the laws of FIDE, and Chess960.
//!
//! ```text
//! 8  r n b q k b n r
//! 7  p p p p p p p p       black: small letters
//! 6  . : . : . : . :
//! 5  : . : . : . : .       . light, : dark square
//! 4  . : . : . : . :
//! 3  : . : . : . : .
//! 2  P P P P P P P P       white: capitals, begins
//! 1  R N B Q K B N R
//!    a b c d e f g h
//! ```
//!
//! The moves come from the crate `cozy-chess`; here are the endings, the texts and the looks.
//!
//! - Checkmate wins, stalemate draws.
//! - Material with which nobody can mate draws: K-K, K+N-K, K+B-K and K+B-K+B with both bishops
//!   on squares of one colour. As the next two draws it is declared by the match; the position
//!   itself has legal moves, and perft counts them.
//! - The third occurrence of a position and fifty moves of each side without capture or pawn
//!   move draw at once, without a claim. Two positions are the same when the same side is to
//!   move, with the same castling rights and the same legal en passant captures.
//! - A flag that falls loses, or draws when the opponent has no material that could ever
//!   mate: [`agon_core::Position::can_win`] on [`Chess`] says what that is.
//!
//! Decisions where the sources are silent:
//! - A mate with the hundredth quiet ply is a mate. Stalemate with insufficient material is
//!   called stalemate, insufficient material after fifty moves insufficient material.
//! - A position is one of Chess960 when the rules say so, or when a castling right belongs to
//!   a king that is not on the e-file or to a rook that is not in the corner. If the rules do
//!   not give its number, it gets 518, that of the usual array.
//! - Chess960 writes castling as the king taking his own rook, `e1h1`, and castling rights by
//!   the files of the rooks, `HAha`. Standard chess writes `e1g1` and `KQkq`. A move in the
//!   other way is refused; in the text of a position both are read, and `K` and `Q` mean the
//!   outermost rooks.
//! - The text names the en passant square after every double step. One that no pawn can just
//!   have passed is refused, and so are kings side by side, three checks at once, a side in
//!   check that is not to move, and more than 8 pawns or 16 pieces.
//! - [`Move`] holds castling as the king taking his own rook, also in standard chess.

mod eval;
mod fen;
mod inputs;
mod notation;
mod position;
mod rules;
mod tactics;
mod view;
mod weights;

pub use cozy_chess::Move;
pub use position::Chess;
pub use rules::ChessRules;
