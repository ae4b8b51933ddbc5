//! Features of the tapered evaluation.
//!
//! [`walk`] reports each feature with the index of its weight to a [`Sink`]. All code assumes a
//! side that moves up the board; the other side sees a flipped board.

use cozy_chess::{
    BitBoard, Board, Color, File, Rank, Square, get_bishop_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::attacks::Attacks;
use super::groups::*;
use super::sets::{beside, distance, down, fill_down, fill_file, fill_up, flank, up};
use super::side::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Side};

/// Receiver of the features of one side.
pub(super) trait Sink {
    /// Counts the feature with this weight `times` times.
    fn add(&mut self, weight: usize, times: i32);

    /// Counts a piece on a square: material and piece-square value.
    #[inline(always)]
    fn place(&mut self, piece: usize, square: Square) {
        if piece < KING {
            self.add(MATERIAL + piece, 1);
        }
        self.add(SQUARES + piece * Square::NUM + square as usize, 1);
    }
}

const HIGH_HALF: BitBoard = BitBoard(0xffff_ffff_ff00_0000);
/// Squares whose safety counts as space.
const SPACE_AREA: BitBoard = BitBoard(0x0000_0000_3c3c_3c00);
const CORNERS_DARK: [Square; 2] = [Square::A1, Square::H8];
const CORNERS_LIGHT: [Square; 2] = [Square::A8, Square::H1];
/// Danger units for safe checks, by piece.
const SAFE_CHECK: [i32; 5] = [0, 20, 14, 24, 18];
/// Weight of the kings' distances to a passed pawn, by the pawn's rank.
const URGENCY: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];

/// Reports the features of both sides to their sinks.
#[inline(always)]
pub(super) fn walk<S: Sink>(board: &Board, [white_sink, black_sink]: &mut [S; 2]) {
    let white = Side::new(board, Color::White);
    let black = Side::new(board, Color::Black);
    let (white_above, black_above) = (white.flipped(), black.flipped());
    let by_white = Attacks::new(&white, &black_above, white_sink);
    let by_black = Attacks::new(&black, &white_above, black_sink);
    let (from_white, from_black) = (by_white.flipped(), by_black.flipped());
    View { us: &white, them: &black_above, ours: &by_white, theirs: &from_black }.walk(white_sink);
    View { us: &black, them: &white_above, ours: &by_black, theirs: &from_white }.walk(black_sink);
}

/// Both sides as one of them sees the board.
struct View<'a> {
    us: &'a Side,
    them: &'a Side,
    ours: &'a Attacks,
    theirs: &'a Attacks,
}

impl View<'_> {
    #[inline(always)]
    fn walk<S: Sink>(&self, sink: &mut S) {
        self.pawns(sink);
        self.threats(sink);
        self.space(sink);
        self.shelter(sink);
        self.danger(sink);
        self.lone_king(sink);
        if self.us.to_move {
            sink.add(TEMPO, 1);
        }
    }

    #[inline(always)]
    fn pawns<S: Sink>(&self, sink: &mut S) {
        let (own, their) = (self.us.pieces[PAWN], self.them.pieces[PAWN]);
        let supports = self.us.pawn_attacks;
        let covered = fill_down(down(their));
        let isolated = own & !beside(fill_file(own));
        let cannot_pass = up(own) & (self.them.pawn_attacks | their) & !fill_up(supports);
        let backward = own & down(cannot_pass) & !isolated;
        let doubled = own & fill_up(up(own));
        for (weight, weak) in [(ISOLATED, isolated), (BACKWARD, backward)] {
            sink.add(weight, (weak & covered).len() as i32);
            sink.add(weight + 1, (weak & !covered).len() as i32);
        }
        sink.add(DOUBLED, doubled.len() as i32);
        sink.add(DOUBLED + 1, (doubled & isolated).len() as i32);

        let stoppers = covered | fill_down(self.them.pawn_attacks) | fill_down(down(own));
        let passed = own & !stoppers;
        for square in own {
            sink.place(PAWN, square);
        }
        for square in own & beside(own) {
            sink.add(PHALANX + square.rank() as usize, 1);
        }
        for square in own & supports {
            let supporters = get_pawn_attacks(square, Color::Black) & own;
            sink.add(SUPPORTED + square.rank() as usize, supporters.len() as i32);
        }
        // Candidate passers: an open file ahead, and at least as many supporters as enemy guards.
        for square in own & !covered & !passed & !fill_down(down(own)) {
            let guards = beside(fill_up(up(square.bitboard()))) & their;
            let helpers = beside(fill_down(square.bitboard())) & own;
            if helpers.len() >= guards.len() {
                sink.add(CANDIDATE + square.rank() as usize, 1);
            }
        }
        for square in passed {
            self.passed(square, passed, sink);
        }
    }

    #[inline(always)]
    fn passed<S: Sink>(&self, square: Square, passed: BitBoard, sink: &mut S) {
        let (us, them) = (self.us, self.them);
        let (here, rank) = (square.bitboard(), square.rank() as usize);
        sink.add(PASSED + rank, 1);
        let neighbours = beside(here);
        if !passed.is_disjoint(neighbours | up(neighbours) | down(neighbours)) {
            sink.add(PASSED_CONNECTED + rank, 1);
        }
        let path = fill_up(up(here));
        let occupied = us.all | them.all;
        if square.rank() >= Rank::Fourth {
            let stop = square.offset(0, 1);
            sink.add(PASSED_OWN_KING + distance(us.king, stop) as usize, URGENCY[rank]);
            sink.add(PASSED_THEIR_KING + distance(them.king, stop) as usize, URGENCY[rank]);
            if path.is_disjoint(self.theirs.any | them.all) {
                sink.add(PASSED_SAFE + rank, 1);
            } else if !occupied.has(stop) {
                sink.add(PASSED_FREE + rank, 1);
            }
            let behind = get_rook_moves(square, occupied) & fill_down(here);
            if !behind.is_disjoint(us.pieces[ROOK]) {
                sink.add(PASSED_ROOK_BEHIND, 1);
            } else if !behind.is_disjoint(them.pieces[ROOK]) {
                sink.add(PASSED_ROOK_BEHIND + 1, 1);
            }
        }
        // Rule of the square.
        if them.all == them.pieces[PAWN] | them.pieces[KING] && path.is_disjoint(occupied) {
            let goal = Square::new(square.file(), Rank::Eighth);
            let pawn_needs = 7 - rank.max(2) as i32 + i32::from(!us.to_move);
            if distance(them.king, goal) > pawn_needs {
                sink.add(UNSTOPPABLE, 1);
            }
        }
    }

    #[inline(always)]
    fn threats<S: Sink>(&self, sink: &mut S) {
        let View { us, them, ours, theirs } = self;
        let occupied = us.all | them.all;
        let pieces = them.all & !them.pieces[PAWN] & !them.pieces[KING];
        let protected = them.pawn_attacks | theirs.twice & !ours.twice;
        let weak = them.all & !protected & ours.any;

        for (i, piece) in (KNIGHT..=QUEEN).enumerate() {
            let hit = them.pieces[piece] & us.pawn_attacks;
            sink.add(THREAT_BY_PAWN + i, hit.len() as i32);
        }
        let by_minors = ours.by[KNIGHT] | ours.by[BISHOP];
        let prey = (pieces & protected | weak) & by_minors;
        if !prey.is_empty() {
            for piece in PAWN..=QUEEN {
                sink.add(THREAT_BY_MINOR + piece, (prey & them.pieces[piece]).len() as i32);
            }
        }
        let prey = (weak | them.pieces[QUEEN]) & ours.by[ROOK];
        if !prey.is_empty() {
            for piece in PAWN..=QUEEN {
                sink.add(THREAT_BY_ROOK + piece, (prey & them.pieces[piece]).len() as i32);
            }
        }
        sink.add(THREAT_BY_KING, (weak & ours.by[KING]).len() as i32);
        let hanging = weak & (!theirs.any | pieces & ours.twice);
        sink.add(HANGING, hanging.len() as i32);
        sink.add(RESTRICTED, (theirs.any & !protected & ours.any).len() as i32);

        let free = !occupied;
        let once = up(us.pieces[PAWN]) & free;
        let pushes = once | up(once & Rank::Third.bitboard()) & free;
        let safe = pushes & !them.pawn_attacks & (ours.any | !theirs.any);
        sink.add(THREAT_BY_PUSH, (up(beside(safe)) & pieces).len() as i32);

        // Squares from which a minor piece or rook could attack the queen.
        if let Some(queen) = them.pieces[QUEEN].next_square() {
            let safe = !us.all & !them.pawn_attacks & (!theirs.any | ours.twice);
            let jumps = get_knight_moves(queen) & ours.by[KNIGHT];
            sink.add(QUEEN_HIT, (jumps & safe).len() as i32);
            let slides = get_bishop_moves(queen, occupied) & ours.by[BISHOP]
                | get_rook_moves(queen, occupied) & ours.by[ROOK];
            sink.add(QUEEN_HIT + 1, (slides & safe & ours.twice).len() as i32);
        }
    }

    /// Reports safe squares in the own half, doubled behind own pawns and scaled by the number of
    /// pieces.
    #[inline(always)]
    fn space<S: Sink>(&self, sink: &mut S) {
        let pawns = self.us.pieces[PAWN];
        let safe = SPACE_AREA & !pawns & !self.them.pawn_attacks;
        let behind = safe & (down(pawns) | down(down(pawns)) | down(down(down(pawns))));
        let pieces = (self.us.all & !pawns).len() as i32;
        let count = (safe.len() + (behind & !self.theirs.any).len()) as i32;
        sink.add(SPACE, count * pieces / 4);
    }

    /// Reports the pawn shield and pawn storm on the king's file and the files beside it.
    #[inline(always)]
    fn shelter<S: Sink>(&self, sink: &mut S) {
        let (us, them) = (self.us, self.them);
        let ahead = BitBoard(!0 << (us.king.rank() as u64 * 8));
        let own = us.pieces[PAWN] & ahead & !them.pawn_attacks;
        let their = them.pieces[PAWN] & ahead;
        let middle = (us.king.file() as usize).clamp(1, 6);
        for file in [middle - 1, middle, middle + 1] {
            let on_file = File::index(file).bitboard();
            let rank =
                |pawns: BitBoard| (pawns & on_file).next_square().map_or(0, |s| s.rank() as usize);
            let (shield, storm) = (rank(own), rank(their));
            sink.add(SHIELD + file.min(7 - file) * 8 + shield, 1);
            let blocked = shield != 0 && storm == shield + 1;
            sink.add(STORM + usize::from(blocked) * 8 + storm, 1);
        }
        sink.add(CASTLING, i32::from(us.castles[0]));
        sink.add(CASTLING + 1, i32::from(us.castles[1]));
        if (us.pieces[PAWN] | them.pieces[PAWN]).is_disjoint(flank(us.king)) {
            sink.add(PAWNLESS_FLANK, 1);
        }
    }

    /// Reports king danger: attackers, weak squares, checks and pins around the enemy king.
    #[inline(always)]
    fn danger<S: Sink>(&self, sink: &mut S) {
        let View { us, them, ours, theirs } = self;
        let flank = flank(them.king) & HIGH_HALF & ours.any;
        sink.add(FLANK_ATTACK, (flank.len() + (flank & ours.twice).len()) as i32);

        let occupied = us.all | them.all;
        let by_king_or_queen = theirs.by[KING] | theirs.by[QUEEN];
        let weak = ours.any & !theirs.twice & (!theirs.any | by_king_or_queen);
        let safe = !us.all & (!theirs.any | weak & ours.twice);
        let through = occupied ^ them.pieces[QUEEN];
        let straight = get_rook_moves(them.king, through);
        let diagonal = get_bishop_moves(them.king, through);
        let checks = [
            (KNIGHT, get_knight_moves(them.king)),
            (BISHOP, diagonal),
            (ROOK, straight),
            (QUEEN, (straight | diagonal) & !theirs.by[QUEEN]),
        ];
        let mut units = ours.attackers * ours.force + 2 * ours.hits;
        units += 5 * (weak & them.ring()).len() as i32;
        let mut unsafe_checks = BitBoard::EMPTY;
        for (piece, from) in checks {
            let from = from & ours.by[piece] & !us.all;
            if !from.is_disjoint(safe) {
                units += SAFE_CHECK[piece];
            } else {
                unsafe_checks |= from;
            }
        }
        units += 3 * unsafe_checks.len() as i32;
        units += 4 * theirs.pinned.len() as i32;
        if us.pieces[QUEEN].is_empty() {
            units -= 24;
        }
        if !theirs.by[KNIGHT].is_disjoint(them.pieces[KING] | theirs.by[KING]) {
            units -= 4;
        }
        let units = units.clamp(0, DANGER_STEP * (DANGER_KNOTS as i32 - 1) - 1);
        let (knot, beyond) = ((units / DANGER_STEP) as usize, units % DANGER_STEP);
        sink.add(DANGER + knot, DANGER_STEP - beyond);
        sink.add(DANGER + knot + 1, beyond);
    }

    /// Reports the distance from the king to the nearest pawn; against a lone king also the progress
    /// of the mate.
    #[inline(always)]
    fn lone_king<S: Sink>(&self, sink: &mut S) {
        let (us, them) = (self.us, self.them);
        let pawns = us.pieces[PAWN] | them.pieces[PAWN];
        if !pawns.is_empty() {
            let mut near = us.pieces[KING];
            let mut steps = 0;
            while near.is_disjoint(pawns) {
                near |= beside(near);
                near |= up(near) | down(near);
                steps += 1;
            }
            sink.add(FAR_FROM_PAWNS, steps);
        }
        if them.all == them.pieces[KING] {
            self.mating(sink);
        }
    }

    #[cold]
    fn mating<S: Sink>(&self, sink: &mut S) {
        let (us, them) = (self.us, self.them);
        let from_centre = |i: usize| (i as i32 * 2 - 7).abs() / 2;
        let (file, rank) = (them.king.file() as usize, them.king.rank() as usize);
        sink.add(MATING, from_centre(file) + from_centre(rank));
        sink.add(MATING + 1, 7 - distance(us.king, them.king));
        let minors_only = us.all == us.pieces[KING] | us.pieces[BISHOP] | us.pieces[KNIGHT];
        if minors_only && us.pieces[BISHOP].len() == 1 {
            let dark = !us.pieces[BISHOP].is_disjoint(BitBoard::DARK_SQUARES);
            let corners = if dark { CORNERS_DARK } else { CORNERS_LIGHT };
            let nearest = corners.map(|corner| distance(corner, them.king)).into_iter().min();
            sink.add(MATING + 2, 7 - nearest.unwrap_or(7));
        }
    }
}
