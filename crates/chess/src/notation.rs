//! Move texts: `e2e4`, `e7e8q`, and `Nf3` for display. For positions see [`crate::fen`].

use agon_core::{Field, FieldKind, Notation, Position, Rules, Sheet, TextError, View};
use cozy_chess::{Move, Piece, util};

use crate::position::FIFTY_MOVES;
use crate::{Chess, ChessRules, fen};

impl Notation for Chess {
    fn text(&self) -> String {
        fen::write(&self.board, self.is_chess960())
    }

    fn parse_position(text: &str, rules: &ChessRules) -> Result<Chess, TextError> {
        rules.check()?;
        Ok(Chess::new(fen::read(text)?, *rules))
    }

    fn sheet(rules: &ChessRules) -> Option<Sheet> {
        // In Chess960 castling rights are rook files.
        let castling = match rules.chess960 {
            Some(_) => FieldKind::Kept,
            None => FieldKind::Letters("KQkq"),
        };
        let count = |name, least, most| Field::new(name, FieldKind::Count { least, most });
        Some(Sheet {
            rows: Sheet::rows_of(&Chess::board(rules)),
            empty: None,
            men: Sheet::kinds_of(Chess::start(rules).pieces()),
            fields: vec![
                Field::new("side to move", FieldKind::Turn(vec!['w', 'b'])),
                Field::new("castling", castling),
                Field::new("en passant", FieldKind::Cell),
                count("halfmove clock", 0, FIFTY_MOVES.into()),
                count("fullmove number", 1, u16::MAX.into()),
            ],
        })
    }

    fn move_text(&self, m: Move) -> String {
        self.text_form(m).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let wanted = text.parse().ok().filter(|m: &Move| m.to_string() == text);
        let Some(wanted) = wanted else {
            let expected = "two squares and the promotion piece, such as e2e4 or e7e8q";
            return Err(TextError::new("move", text, expected));
        };
        self.find_move(text, |m| self.text_form(m) == wanted)
    }

    /// Also parses standard algebraic notation: `Nf3`, `exd8=Q+`, `O-O` or `0-0`, with annotations
    /// such as `!?`.
    fn import_move(&self, text: &str) -> Result<Move, TextError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let san = if bare.starts_with('0') { bare.replace('0', "O") } else { bare.into() };
        match util::parse_san_move(&self.board, &san) {
            Ok(m) if self.matches_san(m, &san) => self.find_move(text, |legal| legal == m),
            _ => self.parse_move(bare),
        }
    }

    fn display_move(&self, m: Move) -> String {
        util::display_san_move(&self.board, m).to_string()
    }
}

impl Chess {
    /// Returns the move in text form: castling ends on the king's target square, in Chess960 on the
    /// rook's square.
    pub(crate) fn text_form(&self, m: Move) -> Move {
        match self.castling(m) {
            Some((king, _)) if !self.is_chess960() => Move { to: king, ..m },
            _ => m,
        }
    }

    /// Checks a parsed SAN move against its text: castling, captures, and the file of a capturing
    /// pawn. `cozy-chess` parses these leniently.
    fn matches_san(&self, m: Move, san: &str) -> bool {
        let by_pawn = self.board.pieces(Piece::Pawn).has(m.from);
        let captures = self.capture(m).is_some();
        self.castling(m).is_some() == san.starts_with('O')
            && (captures || !san.contains('x'))
            && (!(captures && by_pawn) || san.starts_with(char::from(m.from.file())))
    }
}
