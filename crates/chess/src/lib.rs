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
//! Move generation comes from the crate `cozy-chess`; this crate adds endings, notation and
//! display.
//!
//! - Checkmate wins; stalemate draws.
//! - Insufficient material draws: K-K, K+N-K, K+B-K, and K+B-K+B with both bishops on squares of
//!   one colour. [`agon_core::Match`] declares this draw and the next two; the position itself
//!   still has legal moves, and perft counts them.
//! - The third occurrence of a position and fifty moves by each side without a capture or pawn move
//!   draw at once, without a claim. Positions are equal if side to move, castling rights and legal
//!   en passant captures are equal.
//! - A player whose flag falls loses, or draws if the opponent lacks mating material; see
//!   [`agon_core::Position::can_win`] on [`Chess`].
//!
//! Decisions where the laws are silent:
//! - Checkmate on the hundredth quiet ply counts as checkmate. Stalemate takes precedence over
//!   insufficient material, and insufficient material over fifty moves.
//! - A position belongs to Chess960 if the rules say so, or if a castling right belongs to a king
//!   off the e-file or a rook off its corner. Without a start position number in the rules it gets
//!   518, the standard array.
//! - Chess960 writes castling as king takes rook (`e1h1`) and castling rights as rook files
//!   (`HAha`); standard chess writes `e1g1` and `KQkq`. Moves in the other form are rejected.
//!   Position texts may use either; `K` and `Q` mean the outermost rooks.
//! - The position text names the en passant square after every double step. Rejected are an en
//!   passant square that no pawn has just passed, adjacent kings, three simultaneous checks, a side
//!   in check that is not to move, and more than 8 pawns or 16 pieces of a colour.
//! - [`Move`] stores castling as king takes rook, also in standard chess.

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
