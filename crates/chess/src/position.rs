use agon_core::{Ending, Player, Position, Rng};
use cozy_chess::get_pawn_attacks;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square};

use crate::ChessRules;

/// A chess position: the board and the rules it is played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess {
    pub(crate) board: Board,
    rules: ChessRules,
}

pub(crate) const FIFTY_MOVES: u8 = 100;

/// Maximum number of callbacks of `generate_moves`: one for each piece, and one for each of two
/// pawns that can capture en passant.
const MAX_CALLS: usize = 18;

const NO_MOVES: PieceMoves =
    PieceMoves { piece: Piece::King, from: Square::A1, to: BitBoard::EMPTY };

impl Chess {
    /// Creates a position; it belongs to Chess960 if standard chess cannot have its castling rights.
    pub(crate) fn new(board: Board, rules: ChessRules) -> Chess {
        let unknown = rules.chess960.is_none() && !has_standard_castling(&board);
        Chess { board, rules: if unknown { ChessRules::UNKNOWN_START } else { rules } }
    }

    pub(crate) fn is_chess960(&self) -> bool {
        self.rules.chess960.is_some()
    }

    /// Returns the target squares of king and rook if the move castles.
    pub(crate) fn castling(&self, m: Move) -> Option<(Square, Square)> {
        let (king, rook) =
            if m.from.file() < m.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        let on_row = |file| Square::new(file, m.from.rank());
        let own_pieces = self.board.colors(self.board.side_to_move());
        own_pieces.has(m.to).then(|| (on_row(king), on_row(rook)))
    }

    pub(crate) fn capture(&self, m: Move) -> Option<Square> {
        let board = &self.board;
        if board.colors(!board.side_to_move()).has(m.to) {
            return Some(m.to);
        }
        let en_passant = board.pieces(Piece::Pawn).has(m.from) && m.from.file() != m.to.file();
        en_passant.then(|| Square::new(m.to.file(), m.from.rank()))
    }

    /// Returns whether the material is insufficient for either side to mate: K-K, K+N-K, K+B-K, or
    /// K+B-K+B with bishops on one colour.
    #[inline]
    fn is_dead(&self) -> bool {
        self.board.occupied().len() <= 4 && self.lacks_material()
    }

    #[cold]
    fn lacks_material(&self) -> bool {
        let board = &self.board;
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        match board.occupied().len() {
            2 => true,
            3 => !(knights | bishops).is_empty(),
            _ => {
                let one_each = Color::ALL.iter().all(|&c| (bishops & board.colors(c)).len() == 1);
                one_each && on_one_colour(bishops)
            }
        }
    }

    /// Returns whether an en passant capture is legal, with pins and checks considered.
    fn has_en_passant(&self, file: File) -> bool {
        let side = self.board.side_to_move();
        let passed = Square::new(file, Rank::Sixth.relative_to(side));
        let pawns = get_pawn_attacks(passed, !side) & self.board.colored_pieces(side, Piece::Pawn);
        !pawns.is_empty() && self.board.generate_moves_for(pawns, |moves| moves.to.has(passed))
    }
}

fn has_standard_castling(board: &Board) -> bool {
    Color::ALL.iter().all(|&color| {
        let rights = board.castle_rights(color);
        let none = rights.short.is_none() && rights.long.is_none();
        let rooks_at_home = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        none || rooks_at_home && board.king(color).file() == File::E
    })
}

fn on_one_colour(bishops: BitBoard) -> bool {
    bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
}

pub(crate) const fn player(color: Color) -> Player {
    match color {
        Color::White => Player::FIRST,
        Color::Black => Player::SECOND,
    }
}

impl Position for Chess {
    type Move = Move;
    type Rules = ChessRules;

    fn start(rules: &ChessRules) -> Chess {
        let board = match rules.chess960 {
            None => Board::startpos(),
            Some(number) => Board::chess960_startpos(number.into()),
        };
        Chess { board, rules: *rules }
    }

    fn rules(&self) -> ChessRules {
        self.rules
    }

    fn turn(&self) -> Player {
        player(self.board.side_to_move())
    }

    fn moves(&self, out: &mut impl FnMut(Move)) {
        self.board.generate_moves(|moves| {
            for m in moves {
                out(m);
            }
            false
        });
    }

    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        let mut sets = [NO_MOVES; MAX_CALLS];
        let (mut used, mut count) = (0, 0);
        self.board.generate_moves(|moves| {
            sets[used] = moves;
            used += 1;
            count += moves.len();
            false
        });
        let mut skip = if count == 0 { return None } else { rng.below(count) };
        for &moves in &sets[..used] {
            let here = moves.len();
            if skip < here {
                return moves.into_iter().nth(skip);
            }
            skip -= here;
        }
        None
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.board.play_unchecked(m);
    }

    fn ending(&self) -> Option<Ending> {
        if self.board.generate_moves(|_| true) {
            None
        } else if self.board.checkers().is_empty() {
            Some(Ending::draw(2, "stalemate"))
        } else {
            Some(Ending::win(self.turn().other(), 2, "checkmate"))
        }
    }

    #[inline]
    fn limit(&self) -> Option<Ending> {
        if self.is_dead() {
            Some(Ending::draw(2, "insufficient material"))
        } else if self.board.halfmove_clock() >= FIFTY_MOVES {
            Some(Ending::draw(2, "fifty moves"))
        } else {
            None
        }
    }

    /// Returns the board's hash without the en passant file, unless an en passant capture is legal.
    #[inline]
    fn key(&self) -> u64 {
        match self.board.en_passant() {
            Some(file) if !self.has_en_passant(file) => self.board.hash_without_ep(),
            _ => self.board.hash(),
        }
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }

    fn reversible(&self) -> usize {
        self.board.halfmove_clock().into()
    }

    /// Material alone decides. A lone king cannot win. A single knight needs an enemy piece other
    /// than a queen, which can block the king; bishops of one colour need a pawn, a knight or a
    /// bishop of the other colour.
    fn can_win(&self, player: Player) -> bool {
        let board = &self.board;
        let color = if player == Player::FIRST { Color::White } else { Color::Black };
        let (own, theirs) = (board.colors(color), board.colors(!color));
        let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|p| board.pieces(p));
        if !own.is_disjoint(pawns | rooks | queens) {
            true
        } else if !own.is_disjoint(knights) {
            own.len() > 2 || !theirs.is_subset(kings | queens)
        } else {
            let helpers = !(pawns | knights).is_empty() || !on_one_colour(bishops);
            !own.is_disjoint(bishops) && helpers
        }
    }
}
