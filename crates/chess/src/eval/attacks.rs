//! Attack maps, mobility and piece features of one side.

use cozy_chess::{
    BitBoard, File, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_line_rays, get_rook_moves, get_rook_rays,
};

use super::features::Sink;
use super::groups::*;
use super::sets::{distance, down, east, fill_down, fill_file, up, west};
use super::side::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Side};

const LOW_RANKS: BitBoard = BitBoard(0x0000_0000_00ff_ff00);
const OUTPOST_RANKS: BitBoard = BitBoard(0x0000_ffff_ff00_0000);
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);
const CENTRE_FILES: BitBoard = BitBoard(0x3c3c_3c3c_3c3c_3c3c);
/// Weight of each piece type in an attack on the king.
const FORCE: [i32; 5] = [0, 4, 3, 3, 2];

/// Squares attacked by one side, and its pressure on the enemy king.
pub(super) struct Attacks {
    pub(super) by: [BitBoard; 6],
    pub(super) any: BitBoard,
    pub(super) twice: BitBoard,
    pub(super) pinned: BitBoard,
    /// Number of pieces that attack the king ring, their total [`FORCE`], and their attacks on
    /// squares next to the king.
    pub(super) attackers: i32,
    pub(super) force: i32,
    pub(super) hits: i32,
}

impl Attacks {
    /// Adds the features of the side's pieces to `sink`.
    #[inline(always)]
    pub(super) fn new<S: Sink>(us: &Side, them: &Side, sink: &mut S) -> Attacks {
        let by_king = get_king_moves(us.king);
        let by_pawns = us.pawn_attacks;
        let pawns = us.pieces[PAWN];
        let mut attacks = Attacks {
            by: [BitBoard::EMPTY; 6],
            any: by_king | by_pawns,
            twice: by_king & by_pawns | up(east(pawns)) & up(west(pawns)),
            pinned: us.pinned(them),
            attackers: 0,
            force: 0,
            hits: 0,
        };
        attacks.by[PAWN] = by_pawns;
        attacks.by[KING] = by_king;

        let occupied = us.all | them.all;
        let blocked = pawns & down(occupied);
        let aims = Aims {
            area: !(blocked
                | pawns & LOW_RANKS
                | us.pieces[KING]
                | us.pieces[QUEEN]
                | them.pawn_attacks),
            ring: them.ring(),
            near: get_king_moves(them.king),
            king: us.king,
        };
        let holes = !fill_down(them.pawn_attacks);
        let outposts = OUTPOST_RANKS & holes & by_pawns;

        sink.place(KING, us.king);
        for square in us.pieces[KNIGHT] {
            sink.place(KNIGHT, square);
            let reach = attacks.count(KNIGHT, square, get_knight_moves(square), &aims);
            sink.add(KNIGHT_MOBILITY + reach.moves, 1);
            if outposts.has(square) {
                sink.add(OUTPOST, 1);
            } else if !reach.attacks.is_disjoint(outposts & !us.all) {
                sink.add(OUTPOST + 2, 1);
            }
            sink.add(FAR_FROM_KING, distance(square, us.king));
        }
        let through = occupied ^ us.pieces[QUEEN];
        for square in us.pieces[BISHOP] {
            sink.place(BISHOP, square);
            let reach = attacks.count(BISHOP, square, get_bishop_moves(square, through), &aims);
            sink.add(BISHOP_MOBILITY + reach.moves, 1);
            let dark = BitBoard::DARK_SQUARES.has(square);
            let colour = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
            let in_the_way = (pawns & colour).len() as i32;
            sink.add(BAD_BISHOP, in_the_way);
            sink.add(BAD_BISHOP + 1, in_the_way * (blocked & CENTRE_FILES).len() as i32);
            if outposts.has(square) {
                sink.add(OUTPOST + 1, 1);
            }
            if (get_bishop_moves(square, pawns) & CENTRE).len() > 1 {
                sink.add(LONG_DIAGONAL, 1);
            }
            sink.add(FAR_FROM_KING + 1, distance(square, us.king));
        }
        let minors = us.pieces[KNIGHT] | us.pieces[BISHOP];
        sink.add(BEHIND_PAWN, (minors & down(pawns)).len() as i32);
        if us.pieces[BISHOP].len() > 1 {
            sink.add(BISHOP_PAIR, 1);
        }

        let own_files = fill_file(pawns);
        let their_files = fill_file(them.pieces[PAWN]);
        let through = through ^ us.pieces[ROOK];
        for square in us.pieces[ROOK] {
            sink.place(ROOK, square);
            let reach = attacks.count(ROOK, square, get_rook_moves(square, through), &aims);
            sink.add(ROOK_MOBILITY + reach.moves, 1);
            if !own_files.has(square) {
                sink.add(ROOK_FILE + usize::from(!their_files.has(square)), 1);
            } else {
                if !(blocked & square.file().bitboard()).is_empty() {
                    sink.add(ROOK_FILE + 2, 1);
                }
                let king = us.king.file();
                let shut_in = (king < File::E) == (square.file() < king);
                if reach.moves <= 3 && shut_in && us.king.rank() <= Rank::Second {
                    sink.add(TRAPPED_ROOK + usize::from(us.castles == [false; 2]), 1);
                }
            }
            let goals = them.pieces[PAWN] & Rank::Seventh.bitboard()
                | them.pieces[KING] & Rank::Eighth.bitboard();
            if square.rank() == Rank::Seventh && !goals.is_empty() {
                sink.add(SEVENTH, 1);
            }
        }
        for square in us.pieces[QUEEN] {
            sink.place(QUEEN, square);
            let moves = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
            let reach = attacks.count(QUEEN, square, moves, &aims);
            sink.add(QUEEN_MOBILITY + reach.moves, 1);
            let snipers = get_bishop_rays(square) & them.pieces[BISHOP]
                | get_rook_rays(square) & them.pieces[ROOK];
            if snipers.iter().any(|s| (get_between_rays(s, square) & occupied).len() == 1) {
                sink.add(EXPOSED_QUEEN, 1);
            }
        }
        let pawn_count = pawns.len() as i32 - 5;
        sink.add(WITH_PAWNS, us.pieces[KNIGHT].len() as i32 * pawn_count);
        sink.add(WITH_PAWNS + 1, us.pieces[ROOK].len() as i32 * pawn_count);
        attacks
    }

    /// Records the attacks of a piece; pinned pieces attack only along the pin.
    #[inline(always)]
    fn count(&mut self, piece: usize, square: Square, moves: BitBoard, aims: &Aims) -> Reach {
        let free = !self.pinned.has(square);
        let attacks = if free { moves } else { moves & get_line_rays(aims.king, square) };
        self.by[piece] |= attacks;
        self.twice |= self.any & attacks;
        self.any |= attacks;
        if !attacks.is_disjoint(aims.ring) {
            self.attackers += 1;
            self.force += FORCE[piece];
            self.hits += (attacks & aims.near).len() as i32;
        }
        Reach { attacks, moves: (attacks & aims.area).len() as usize }
    }

    /// Returns the same attacks with the ranks flipped, as the opponent sees the board.
    #[inline(always)]
    pub(super) fn flipped(&self) -> Attacks {
        Attacks {
            by: self.by.map(BitBoard::flip_ranks),
            any: self.any.flip_ranks(),
            twice: self.twice.flip_ranks(),
            pinned: self.pinned.flip_ranks(),
            ..*self
        }
    }
}

struct Aims {
    /// Squares that count for mobility.
    area: BitBoard,
    /// The king ring of the enemy, and the squares next to the king.
    ring: BitBoard,
    near: BitBoard,
    king: Square,
}

struct Reach {
    attacks: BitBoard,
    moves: usize,
}
