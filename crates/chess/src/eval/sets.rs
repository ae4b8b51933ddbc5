//! Shifts and fills of bitboards.

use cozy_chess::{BitBoard, File, Square};

const CENTRE_FILES: BitBoard = BitBoard(0x3c3c_3c3c_3c3c_3c3c);
const QUEENSIDE: BitBoard = BitBoard(0x0f0f_0f0f_0f0f_0f0f);
const KINGSIDE: BitBoard = BitBoard(0xf0f0_f0f0_f0f0_f0f0);

#[inline(always)]
pub(super) const fn up(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 8)
}

#[inline(always)]
pub(super) const fn down(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 8)
}

#[inline(always)]
pub(super) const fn east(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 1 & !File::A.bitboard().0)
}

#[inline(always)]
pub(super) const fn west(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 1 & !File::H.bitboard().0)
}

#[inline(always)]
pub(super) const fn beside(set: BitBoard) -> BitBoard {
    BitBoard(east(set).0 | west(set).0)
}

/// Returns the set and all squares above it.
#[inline(always)]
pub(super) const fn fill_up(set: BitBoard) -> BitBoard {
    let mut set = set.0;
    set |= set << 8;
    set |= set << 16;
    set |= set << 32;
    BitBoard(set)
}

/// Returns the set and all squares below it.
#[inline(always)]
pub(super) const fn fill_down(set: BitBoard) -> BitBoard {
    let mut set = set.0;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    BitBoard(set)
}

#[inline(always)]
pub(super) fn fill_file(set: BitBoard) -> BitBoard {
    fill_up(set) | fill_down(set)
}

/// Returns the files around the king: queenside, centre or kingside.
#[inline(always)]
pub(super) fn flank(king: Square) -> BitBoard {
    match king.file() {
        File::A | File::B | File::C => QUEENSIDE,
        File::D | File::E => CENTRE_FILES,
        File::F | File::G | File::H => KINGSIDE,
    }
}

/// Returns the distance in king moves.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}
