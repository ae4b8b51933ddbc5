//! Board editor: checks positions against the rules.

use agon_core::{Field, FieldKind, Piece, Sheet};
use agon_games::{AnyGame, AnyMatch};
use agon_protocol::editor::{PositionSetup, SetupField, SetupKind, SetupMan, SetupRequest};
use agon_protocol::error::{Code, Fault};

use crate::opening::find;
use crate::views;

/// Maximum length of a field value, in characters.
const LONGEST_VALUE: usize = 40;

/// Returns the position with the reason why it is invalid, if it is. Fails on texts without the
/// structure of a position.
pub fn set_up(request: &SetupRequest) -> Result<PositionSetup, Fault> {
    let kind = find(&request.game)?;
    let SetupRequest { rules, position, cells, values, .. } = request;
    let start = kind.open(rules, None)?;
    if let Some(cells) = cells {
        let sheet = sheet_of(&*start)?;
        let letters = letters_in(cells, &sheet)?;
        if values.len() != sheet.fields.len() || values.iter().any(|v| v.len() > LONGEST_VALUE) {
            return Err(Fault::new(Code::BadRequest, "a value for each field"));
        }
        let text = sheet.write(&letters, values);
        return told(kind, &*start, &sheet, text, rules);
    }
    let Some(text) = position else {
        return told(kind, &*start, &sheet_of(&*start)?, start.position(), rules);
    };
    // A position can imply its own rules.
    let opened =
        kind.open(rules, Some(text)).or_else(|first| kind.open("", Some(text)).map_err(|_| first));
    match opened {
        Ok(opened) => {
            let sheet = sheet_of(&*opened)?;
            told(kind, &*opened, &sheet, opened.position(), &opened.rules())
        }
        Err(error) => {
            let sheet = sheet_of(&*start)?;
            match sheet.read(text) {
                Some(_) => told(kind, &*start, &sheet, text.clone(), rules),
                None => Err(error.into()),
            }
        }
    }
}

fn sheet_of(game: &dyn AnyMatch) -> Result<Sheet, Fault> {
    game.sheet()
        .ok_or_else(|| Fault::new(Code::NotAllowed, "positions of this game cannot be set up"))
}

/// Parses one letter per cell; a space is an empty cell.
fn letters_in(cells: &str, sheet: &Sheet) -> Result<Vec<Option<char>>, Fault> {
    let letters: Vec<Option<char>> = cells.chars().map(|c| (c != ' ').then_some(c)).collect();
    let known = |letter: &char| sheet.men.iter().any(|man| man.letter == *letter);
    let count: usize = sheet.rows.iter().map(Vec::len).sum();
    if letters.len() != count || !letters.iter().flatten().all(known) {
        return Err(Fault::new(Code::BadRequest, "a letter for each cell"));
    }
    Ok(letters)
}

fn told(
    kind: &'static dyn AnyGame,
    game: &dyn AnyMatch,
    sheet: &Sheet,
    position: String,
    rules: &str,
) -> Result<PositionSetup, Fault> {
    let lost = || Fault::new(Code::BadText, "the position has other parts");
    let (letters, values) = sheet.read(&position).ok_or_else(lost)?;
    let man = |man: &Piece| SetupMan {
        letter: man.letter,
        seat: man.player.into(),
        kind: man.kind.to_owned(),
        tone: man.tone.map(|tone| tone.name().to_owned()),
    };
    let field = |(field, value): (&Field, String)| SetupField {
        name: field.name.to_owned(),
        seat: field.player.map(Into::into),
        kind: match &field.kind {
            FieldKind::Turn(letters) => SetupKind::Turn { letters: letters.clone() },
            FieldKind::Count { least, most } => SetupKind::Count { least: *least, most: *most },
            FieldKind::Letters(letters) => SetupKind::Letters { letters: (*letters).to_owned() },
            FieldKind::Cell => SetupKind::Cell,
            FieldKind::Missing { .. } | FieldKind::Kept => SetupKind::Kept,
        },
        value,
    };
    Ok(PositionSetup {
        rules: game.rules(),
        seats: views::seats(game),
        board: (&game.board()).into(),
        men: sheet.men.iter().map(man).collect(),
        fields: sheet.fields.iter().zip(values).map(field).collect(),
        cells: letters.into_iter().map(|letter| letter.unwrap_or(' ')).collect(),
        fault: kind.open(rules, Some(&position)).err().map(Into::into),
        position,
    })
}
