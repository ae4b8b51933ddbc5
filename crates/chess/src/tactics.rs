//! Search hints: move ordering, exchanges, threats and margins.

use agon_core::{Ending, Position};
use agon_tactics::{
    Computer, Evaluation, Inputs, LEVELS, Margins, Method, Structures, Tactics, hash_of_set,
};
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::{Chess, eval, inputs};

/// Exchange values in hundredths of a pawn; the king's exceeds every gain.
const WORTH: [i32; Piece::NUM] = [100, 330, 340, 510, 980, 20_000];

/// History score for each hundredth of a pawn that a quiet move saves.
const ESCAPE_BONUS: i32 = 14;

/// History score for a check.
const CHECK_BONUS: i32 = 8_000;

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

impl Tactics for Chess {
    /// Origin and target square.
    const SLOTS: usize = Square::NUM * Square::NUM;
    /// Moving piece and target square.
    const TARGETS: usize = Color::NUM * Piece::NUM * Square::NUM;

    #[inline]
    fn id(m: Move) -> u32 {
        let promotion = m.promotion.map_or(0, |piece| piece as u32);
        m.from as u32 | (m.to as u32) << 6 | promotion << 12
    }

    fn find(&self, id: u32) -> Option<Move> {
        let square = |bits: u32| Square::index((bits & 63) as usize);
        let promotion = match id >> 12 {
            0 => None,
            piece => Some(Piece::try_index(piece as usize)?),
        };
        let m = Move { from: square(id), to: square(id >> 6), promotion };
        self.board.is_legal(m).then_some(m)
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        m.from as usize * Square::NUM + m.to as usize
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        let mover =
            self.board.side_to_move() as usize * Piece::NUM + moving(&self.board, m) as usize;
        mover * Square::NUM + m.to as usize
    }

    type Threats = Threats;

    fn threats(&self) -> Threats {
        Threats::of(&self.board)
    }

    /// Whether the origin is attacked, and whether the target is.
    const DANGERS: usize = 4;

    #[inline]
    fn danger(&self, m: Move, threats: &Threats) -> usize {
        let is_attacked = |square: Square| usize::from(threats.attacked.has(square));
        2 * is_attacked(m.from) + is_attacked(m.to)
    }

    /// Moving piece, target square and captured piece; promotions without a capture share the slots
    /// of king captures.
    const NOISY_SLOTS: usize = Self::TARGETS * Piece::NUM;

    #[inline]
    fn noisy_slot(&self, m: Move) -> usize {
        let victim = captured(&self.board, m).unwrap_or(Piece::King);
        self.target(m) * Piece::NUM + victim as usize
    }

    /// Captures and queen promotions are noisy; underpromotions rarely matter and stay quiet.
    #[inline]
    fn gain(&self, m: Move) -> Option<i32> {
        let board = &self.board;
        let promoted = match m.promotion {
            None => 0,
            Some(Piece::Queen) => WORTH[Piece::Queen as usize] - WORTH[Piece::Pawn as usize],
            Some(_) => return None,
        };
        match captured(board, m) {
            Some(victim) => Some(WORTH[victim as usize] + promoted),
            None if promoted > 0 => Some(promoted),
            None => None,
        }
    }

    fn exchange(&self, m: Move) -> i32 {
        Exchange::new(&self.board, m).map_or(0, Exchange::balance)
    }

    fn exchange_wins(&self, m: Move, least: i32) -> bool {
        match Exchange::new(&self.board, m) {
            Some(exchange) => exchange.wins(least),
            None => least <= 0,
        }
    }

    fn noisy_moves(&self, out: &mut impl FnMut(Move)) {
        let board = &self.board;
        let side = board.side_to_move();
        let theirs = board.colors(!side);
        let passed = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(side)).bitboard()
        });
        board.generate_moves(|mut moves| {
            if moves.piece == Piece::Pawn {
                moves.to &= theirs | passed | LAST_RANKS;
                let from = moves.from;
                for to in moves.to {
                    let promotion = LAST_RANKS.has(to).then_some(Piece::Queen);
                    out(Move { from, to, promotion });
                }
            } else {
                moves.to &= theirs;
                for m in moves {
                    out(m);
                }
            }
            false
        });
    }

    /// Prefers checks and moves that take a piece out of an attack by a lesser piece; penalises
    /// moves into one.
    #[inline]
    fn prior(&self, m: Move, threats: &Threats) -> i32 {
        let piece = moving(&self.board, m);
        let checks = if threats.checks[piece as usize].has(m.to) { CHECK_BONUS } else { 0 };
        let by_lesser = threats.by_lesser[piece as usize];
        let stake = WORTH[piece as usize] * ESCAPE_BONUS;
        checks + if by_lesser.has(m.from) { stake } else { 0 }
            - if by_lesser.has(m.to) { stake } else { 0 }
    }

    /// Whether the player to move is in check.
    #[inline]
    fn is_threatened(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Disabled without pieces other than pawns, where zugzwang is common.
    fn pass(&self) -> Option<Chess> {
        let side = self.board.side_to_move();
        let [pawns, kings] = [Piece::Pawn, Piece::King].map(|piece| self.board.pieces(piece));
        if self.board.colors(side).is_subset(pawns | kings) {
            return None;
        }
        let mut passed = self.clone();
        passed.board = self.board.null_move()?;
        Some(passed)
    }

    /// Tests for the end of the game with few pieces, when this is cheap.
    #[inline]
    fn decided(&self) -> Option<Ending> {
        if self.board.occupied().len() <= 4 { self.ending() } else { None }
    }

    /// Returns the pawns, and the pieces of each side.
    fn structures(&self) -> Structures {
        let board = &self.board;
        let hash =
            |white: u64, black: u64| hash_of_set(u128::from(white) | u128::from(black) << 64);
        let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn).0);
        let pieces = |color: Color| {
            let [knights, bishops, rooks, queens, king] =
                [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King]
                    .map(|piece| board.colored_pieces(color, piece).0);
            hash(knights, bishops)
                ^ hash(rooks, queens).rotate_left(23)
                ^ king.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(41)
        };
        [Some(hash(white, black)), Some(pieces(Color::White)), Some(pieces(Color::Black))]
    }

    /// Tuned by `agon tune chess screen` with 20,000 positions a move (docs/experiments.md).
    const MARGINS: Margins = Margins {
        aspiration: 14,
        reverse_futility: 52,
        razoring: 275,
        futility: 87,
        noisy_futility: Some(145),
        probcut: Some(180),
        null_move: Some(224),
        null_move_reduction: 470,
        null_move_depth: 18,
        exchange: 88,
        quiet_exchange: 68,
        singular: 62,
        double_extension: 17,
        delta: 200,
        late_moves: 130,
        bad_history: 2700,
        late_depth: 115,
        deeper: 64,
        reduction: 94,
        reduction_logs: 235,
        reduction_principal: 150,
        reduction_cut: 108,
        reduction_cut_quiet: 112,
        reduction_worsening: 85,
        reduction_refuted: 153,
        reduction_table_noisy: 151,
        reduction_threatened: 83,
        reduction_killer: 95,
        reduction_noisy: 110,
        reduction_good: 120,
        reduction_history: 7600,
        reduction_grain: 1,
        shallower: 6,
        again_bonus: 100,
        unrefuted_bonus: 80,
        eval_bonus: 4,
        correction_moves: 110,
        negative_extension: 1,
        hindsight: 3,
        table_probcut: Some(360),
        continuation_history: 130,
        bonus: 200,
        malus: 120,
        null_move_above: 15,
        correction: 50,
        good_history: 150,
        ..Margins::USUAL
    };

    const WINNING_SCALE: f64 = 180.0;

    const LEVEL_RATINGS: [u32; LEVELS] = [600, 830, 1100, 1320, 1490, 1770, 2140, 2420, 2710, 2890];

    const EVALUATIONS: &'static [Evaluation<Chess>] = eval::EVALUATIONS;

    const INPUTS: Option<&'static Inputs<Chess>> = Some(&inputs::INPUTS);

    /// The last one follows the original program, whose search depth is not known.
    const COMPUTERS: &'static [Computer<Chess>] = &[
        Computer::AGON,
        Computer::GUIDED_TREE,
        Computer::MONTE_CARLO,
        Computer {
            name: "classic",
            about: "the original program: four plies, plain counting",
            method: Method::Plain,
            evaluation: Some(&eval::CLASSIC),
            depth: Some(4),
            ..Computer::AGON
        },
    ];
}

/// Returns the piece on an occupied square. Without branches: called for every move, where branches
/// on the piece type are unpredictable.
#[inline]
fn piece_at(board: &Board, square: Square) -> Piece {
    let bit = |pieces: BitBoard| (pieces.0 >> square as u32 & 1) as usize;
    let [_, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece));
    let number =
        bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2;
    Piece::ALL[number.min(Piece::NUM - 1)]
}

#[inline]
fn moving(board: &Board, m: Move) -> Piece {
    piece_at(board, m.from)
}

#[inline]
fn captured(board: &Board, m: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(m.to) {
        Some(piece_at(board, m.to))
    } else {
        is_en_passant(board, m).then_some(Piece::Pawn)
    }
}

/// Whether the move is an en passant capture. A change of file is not enough, because castling is
/// stored as king takes rook.
#[inline]
fn is_en_passant(board: &Board, m: Move) -> bool {
    board.en_passant() == Some(m.to.file())
        && m.from.file() != m.to.file()
        && m.to.rank() == Rank::Sixth.relative_to(board.side_to_move())
        && board.pieces(Piece::Pawn).has(m.from)
}

/// Squares attacked by the opponent, and squares from which the player to move gives check.
#[derive(Clone, Copy, Default, Debug)]
pub struct Threats {
    attacked: BitBoard,
    /// For each piece, squares attacked by pieces of lower value.
    by_lesser: [BitBoard; Piece::NUM],
    /// For each piece, the squares from which it would give check.
    checks: [BitBoard; Piece::NUM],
}

impl Threats {
    fn of(board: &Board) -> Threats {
        let (side, occupied) = (board.side_to_move(), board.occupied());
        let pieces = |piece| board.colored_pieces(!side, piece);
        let pawns = pieces(Piece::Pawn);
        let [left, right] = [File::A, File::H].map(|edge| (pawns & !edge.bitboard()).0);
        let by_pawns = match side {
            Color::Black => BitBoard(left << 7 | right << 9),
            Color::White => BitBoard(left >> 9 | right >> 7),
        };
        let straight = |square| get_rook_moves(square, occupied);
        let diagonal = |square| get_bishop_moves(square, occupied);
        let by_minors = by_pawns
            | reached(pieces(Piece::Knight), get_knight_moves)
            | reached(pieces(Piece::Bishop), diagonal);
        let by_rooks = by_minors | reached(pieces(Piece::Rook), straight);
        let queens = pieces(Piece::Queen);
        let by_queens = reached(queens, |square| straight(square) | diagonal(square));
        let king = board.king(!side);
        let (straight, diagonal) = (straight(king), diagonal(king));
        let none = BitBoard::EMPTY;
        Threats {
            attacked: by_rooks | by_queens | get_king_moves(king),
            by_lesser: [none, by_pawns, by_pawns, by_minors, by_rooks, none],
            checks: [
                get_pawn_attacks(king, !side),
                get_knight_moves(king),
                diagonal,
                straight,
                straight | diagonal,
                none,
            ],
        }
    }
}

/// Returns the union of the moves of these pieces.
#[inline(always)]
fn reached(pieces: BitBoard, moves: impl Fn(Square) -> BitBoard) -> BitBoard {
    pieces.into_iter().fold(BitBoard::EMPTY, |all, square| all | moves(square))
}

/// Static exchange evaluation on the target square of a move: both sides capture with the least
/// valuable piece while it pays. Pins are ignored.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    /// Side to capture next.
    turn: Color,
    occupied: BitBoard,
    /// Pieces of both sides that attack the square, including those that have captured already.
    attackers: BitBoard,
    /// Material gained by the move itself.
    first: i32,
    /// Value of the piece on the square.
    at_stake: i32,
}

impl<'a> Exchange<'a> {
    /// Returns `None` for castling.
    #[inline]
    fn new(board: &'a Board, m: Move) -> Option<Exchange<'a>> {
        let side = board.side_to_move();
        if board.colors(side).has(m.to) {
            return None;
        }
        let victim = captured(board, m).map_or(0, |victim| WORTH[victim as usize]);
        let mover = moving(board, m);
        let at_stake = WORTH[m.promotion.unwrap_or(mover) as usize];
        let mut occupied = (board.occupied() ^ m.from.bitboard()) | m.to.bitboard();
        if is_en_passant(board, m) {
            occupied ^= Square::new(m.to.file(), m.from.rank()).bitboard();
        }
        Some(Exchange {
            board,
            square: m.to,
            turn: !side,
            occupied,
            attackers: BitBoard::EMPTY,
            first: victim + at_stake - WORTH[mover as usize],
            at_stake,
        })
    }

    fn find_attackers(&mut self) {
        let Exchange { board, square, occupied, .. } = *self;
        let pieces = |piece| board.pieces(piece);
        let pawns = |color: Color| {
            get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn)
        };
        self.attackers = get_knight_moves(square) & pieces(Piece::Knight)
            | get_king_moves(square) & pieces(Piece::King)
            | pawns(Color::White)
            | pawns(Color::Black)
            | get_bishop_moves(square, occupied) & self.diagonal()
            | get_rook_moves(square, occupied) & self.straight();
    }

    fn diagonal(&self) -> BitBoard {
        self.board.pieces(Piece::Bishop) | self.board.pieces(Piece::Queen)
    }

    fn straight(&self) -> BitBoard {
        self.board.pieces(Piece::Rook) | self.board.pieces(Piece::Queen)
    }

    /// Captures with the least valuable attacker. `None` without one, or if only the king could
    /// capture and would be captured itself.
    #[inline]
    fn take(&mut self) -> Option<Piece> {
        let Exchange { board, square, turn, .. } = *self;
        self.attackers &= self.occupied;
        let own = self.attackers & board.colors(turn);
        if own.is_empty() {
            return None;
        }
        let piece = *Piece::ALL.iter().find(|&&piece| !own.is_disjoint(board.pieces(piece)))?;
        if piece == Piece::King && !self.attackers.is_disjoint(board.colors(!turn)) {
            return None;
        }
        self.occupied ^= (own & board.pieces(piece)).next_square()?.bitboard();
        // Uncovers sliders behind the capturing piece.
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            self.attackers |= get_bishop_moves(square, self.occupied) & self.diagonal();
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            self.attackers |= get_rook_moves(square, self.occupied) & self.straight();
        }
        self.turn = !turn;
        Some(piece)
    }

    /// Returns the material balance for the side that made the move.
    fn balance(mut self) -> i32 {
        // Gain after each capture if the exchange stopped there.
        let mut balance = [0; 32];
        balance[0] = self.first;
        let mut last = 0;
        self.find_attackers();
        while last + 1 < balance.len() {
            let Some(piece) = self.take() else { break };
            last += 1;
            balance[last] = self.at_stake - balance[last - 1];
            self.at_stake = WORTH[piece as usize];
        }
        // Minimax backwards: each side stops when capturing loses material.
        for i in (0..last).rev() {
            balance[i] = -(-balance[i]).max(balance[i + 1]);
        }
        balance[0]
    }

    /// Returns whether the balance is at least `least`.
    #[inline]
    fn wins(mut self, least: i32) -> bool {
        if self.first < least {
            return false;
        }
        let side = !self.turn;
        // Surplus over `least` after the piece on the square is captured, from that side's view.
        let mut enough = self.first - least - self.at_stake;
        if enough >= 0 {
            return true;
        }
        self.find_attackers();
        // A capture satisfies its side until the other side recaptures.
        while let Some(piece) = self.take() {
            enough = -enough - 1 - WORTH[piece as usize];
            if enough >= 0 {
                break;
            }
        }
        self.turn != side
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Notation, Rng};

    use super::*;
    use crate::ChessRules;

    #[test]
    fn exchange_wins_agrees_with_the_exchange_value() {
        let mut rng = Rng::new(2);
        for _ in 0..60 {
            let mut position = Chess::start(&ChessRules::default());
            for _ in 0..150 {
                position.moves(&mut |m| {
                    let worth = position.exchange(m);
                    assert!(position.exchange_wins(m, worth), "{position:?} {m}");
                    assert!(!position.exchange_wins(m, worth + 1), "{position:?} {m}");
                });
                let Some(m) = position.random_move(&mut rng) else { break };
                position.play(m);
            }
        }
    }

    #[test]
    fn piece_at_agrees_with_the_board() {
        let mut rng = Rng::new(4);
        let mut position = Chess::start(&ChessRules::default());
        while let Some(m) = position.random_move(&mut rng).filter(|_| position.limit().is_none()) {
            for square in position.board.occupied() {
                let found = piece_at(&position.board, square);
                assert_eq!(Some(found), position.board.piece_on(square), "{position:?} {square}");
            }
            position.play(m);
        }
    }

    #[test]
    fn check_squares_give_check() {
        let mut rng = Rng::new(3);
        let mut found = 0;
        for _ in 0..60 {
            let mut position = Chess::start(&ChessRules::default());
            for _ in 0..150 {
                let (board, threats) = (&position.board, position.threats());
                position.moves(&mut |m| {
                    let is_castling = board.colors(board.side_to_move()).has(m.to);
                    let checks = threats.checks[moving(board, m) as usize].has(m.to);
                    if checks && !is_castling && m.promotion.is_none() {
                        let mut next = position.clone();
                        next.play(m);
                        assert!(next.is_threatened(), "{position:?} {m}");
                        found += 1;
                    }
                });
                let Some(m) = position.random_move(&mut rng) else { break };
                position.play(m);
            }
        }
        assert!(found > 1_000, "{found}");
    }

    #[test]
    fn prior_prefers_leaving_attacks_by_lesser_pieces() {
        // Black's pawn attacks the knight, his bishop the rook, his rook the queen.
        let text = "7r/6k1/8/6b1/1p5Q/2N5/3R4/K7 w - - 0 1";
        let position = Chess::parse_position(text, &ChessRules::default()).unwrap();
        let threats = position.threats();
        let prior = |text: &str| position.prior(position.parse_move(text).unwrap(), &threats);
        let danger = |text: &str| position.danger(position.parse_move(text).unwrap(), &threats);
        for (flees, stays) in [("c3e2", "a1b2"), ("d2a2", "a1b1"), ("h4f2", "a1b1")] {
            assert!(prior(flees) > prior(stays), "{flees} {stays}");
            assert_eq!((danger(flees), danger(stays)), (2, 0), "{flees} {stays}");
        }
        // From one attacked square to another.
        assert_eq!(danger("h4h5"), 3);
    }

    #[test]
    fn finds_every_legal_move_by_its_id() {
        let mut rng = Rng::new(1);
        for number in [None, Some(1), Some(900)] {
            let rules = ChessRules { chess960: number };
            for _ in 0..20 {
                let mut position = Chess::start(&rules);
                for _ in 0..120 {
                    position.moves(&mut |m| assert_eq!(position.find(Chess::id(m)), Some(m)));
                    let Some(m) = position.random_move(&mut rng) else { break };
                    position.play(m);
                }
            }
        }
    }
}
