//! Forsyth-Edwards notation:
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`.

use agon_core::{TextError, read_count, read_row, split_exactly};
use cozy_chess::get_king_moves;
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

use crate::position::FIFTY_MOVES;

const FIELDS: [&str; 6] =
    ["board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number"];
const ROWS: [&str; 8] = ["row 8", "row 7", "row 6", "row 5", "row 4", "row 3", "row 2", "row 1"];

/// Writes castling rights as `KQkq`, in Chess960 as the files of the rooks.
pub(crate) fn write(board: &Board, chess960: bool) -> String {
    if chess960 { format!("{board:#}") } else { format!("{board}") }
}

/// Parses a position and rejects impossible piece counts, checks, castling rights and en passant
/// squares.
pub(crate) fn read(text: &str) -> Result<Board, TextError> {
    let [pieces, side, castling, en_passant, clock, number] = split_exactly(text, ' ', FIELDS)?;
    let mut setup = BoardBuilder::empty();
    read_pieces(pieces, &mut setup)?;
    check_counts(&setup)?;
    setup.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(TextError::new("side to move", side, "w or b")),
    };
    let board = check_kings(&setup, side)?;
    setup.castle_rights = read_castling(castling, &board)?;

    let en_passant_error =
        || TextError::new("en passant", en_passant, "- or the square that a pawn just passed");
    setup.en_passant = match en_passant {
        "-" => None,
        square => Some(square.parse().map_err(|_| en_passant_error())?),
    };
    // Pieces and rights are valid already, so only the en passant square can fail.
    let mut board = setup.build().map_err(|_| en_passant_error())?;
    board.set_halfmove_clock(read_count("halfmove clock", clock, FIFTY_MOVES.into())? as u8);
    match read_count("fullmove number", number, u16::MAX.into())? {
        0 => return Err(TextError::new("fullmove number", number, "1 or more")),
        number => board.set_fullmove_number(number as u16),
    }
    Ok(board)
}

fn read_pieces(text: &str, setup: &mut BoardBuilder) -> Result<(), TextError> {
    let rows = split_exactly(text, '/', ROWS)?;
    for ((name, row), &rank) in ROWS.into_iter().zip(rows).zip(Rank::ALL.iter().rev()) {
        read_row(name, row, File::NUM, "PNBRQKpnbrqk", |file, letter| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let piece = Piece::try_from(letter.to_ascii_lowercase()).ok();
            *setup.square_mut(Square::new(File::index(file), rank)) = piece.map(|p| (p, color));
            piece.is_some()
        })?;
    }
    Ok(())
}

/// Rejects impossible piece counts and pawns on the first and last ranks.
fn check_counts(setup: &BoardBuilder) -> Result<(), TextError> {
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let own = || setup.board.iter().flatten().filter(move |placed| placed.1 == color);
        let count = |piece| own().filter(|placed| placed.0 == piece).count();
        let counts = [
            ("king", count(Piece::King), 1..=1, "exactly 1"),
            ("pawns", count(Piece::Pawn), 0..=8, "at most 8"),
            ("men", own().count(), 1..=16, "at most 16"),
        ];
        for (what, found, allowed, expected) in counts {
            if !allowed.contains(&found) {
                let part = format!("{name} {what}");
                return Err(TextError::new(part, &found.to_string(), expected));
            }
        }
    }
    for (row, rank) in [("row 8", Rank::Eighth), ("row 1", Rank::First)] {
        for square in rank.bitboard() {
            if matches!(setup.square(square), Some((Piece::Pawn, _))) {
                let found = format!("pawn on {square}");
                return Err(TextError::new(row, &found, "pawns on rows 2 to 7 only"));
            }
        }
    }
    Ok(())
}

/// Builds the board; rejects adjacent kings and a side in check that is not to move.
fn check_kings(setup: &BoardBuilder, side: &str) -> Result<Board, TextError> {
    let expected = "a side whose opponent is not in check";
    let board = setup.build().map_err(|_| TextError::new("side to move", side, expected))?;
    let (white, black) = (board.king(Color::White), board.king(Color::Black));
    if get_king_moves(white).has(black) {
        let found = format!("kings on {white} and {black}");
        return Err(TextError::new("board", &found, "kings that are not neighbours"));
    }
    match board.checkers().len() {
        0..=2 => Ok(board),
        n => Err(TextError::new("board", &format!("{n} pieces giving check"), "at most 2")),
    }
}

/// Parses `KQkq` (`K` and `Q` mean the outermost rooks), rook files, or a mixture.
fn read_castling(text: &str, board: &Board) -> Result<[CastleRights; 2], TextError> {
    let mut rights = [CastleRights::EMPTY; 2];
    for letter in text.chars().filter(|_| text != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let of_color = &mut rights[color as usize];
        let doubled = castling_rook(letter.to_ascii_lowercase(), color, board).map(|rook| {
            let short = board.king(color).file() < rook;
            let right = if short { &mut of_color.short } else { &mut of_color.long };
            right.replace(rook).is_some()
        });
        if doubled != Some(false) {
            let expected = "- or some of KQkq or the files of rooks, each right once, \
                            with king and rook on their first row";
            return Err(TextError::new("castling", text, expected));
        }
    }
    Ok(rights)
}

/// Returns the file of the rook that a castling letter means.
fn castling_rook(letter: char, color: Color, board: &Board) -> Option<File> {
    let home = Rank::First.relative_to(color);
    let king = board.king(color);
    let rooks = board.colored_pieces(color, Piece::Rook) & home.bitboard();
    let mut files = rooks.iter().map(Square::file);
    let file = match letter {
        'k' => files.last().filter(|&rook| king.file() < rook),
        'q' => files.next().filter(|&rook| rook < king.file()),
        letter => File::try_from(letter).ok().filter(|&file| files.any(|rook| rook == file)),
    };
    file.filter(|_| king.rank() == home)
}
