//! Game files.

use agon_games::record::Record;
use agon_games::{AnyGame, AnyMatch};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Outcome;
use agon_protocol::file::GameFile;
use agon_protocol::position::PositionRequest;
use agon_protocol::setup::Occupant;
use agon_protocol::units::Millis;

use crate::opening::{find, open};

/// Creates the record of a game with its players and its result.
#[must_use]
pub fn record(
    kind: &'static dyn AnyGame,
    game: Box<dyn AnyMatch>,
    occupants: &[Option<Occupant>],
    outcome: Option<&Outcome>,
    created: Millis,
) -> Record {
    let name = |occupant: &Option<Occupant>| occupant.as_ref().map_or("?".into(), Occupant::name);
    Record {
        players: occupants.iter().map(name).collect(),
        date: Some(day(created)),
        winner: outcome.and_then(|outcome| outcome.winner?.player()),
        verdict: outcome.map(|outcome| outcome.verdict.clone()),
        ..Record::new(kind, game)
    }
}

/// Writes a position, with the moves that led to it, as a game file.
pub fn write(request: &PositionRequest) -> Result<String, Fault> {
    let game = open(request)?;
    Ok(Record::new(find(&request.game)?, game).to_string())
}

/// Parses the only game of a file, or the one selected by `pick`.
pub fn chosen(file: &GameFile) -> Result<Record, Fault> {
    let game = file.game.as_deref();
    let Some(pick) = file.pick else { return Ok(Record::parse(&file.text, game)?) };
    let mut games = Record::parse_all(&file.text, game);
    if pick as usize >= games.len() {
        return Err(Fault::new(Code::NotFound, format!("the file has {} games", games.len())));
    }
    Ok(games.swap_remove(pick as usize)?)
}

/// Formats the date as in game files: `2031.05.17`.
#[must_use]
pub fn day(at: Millis) -> String {
    // Days since 1 March of year 0, in years of 365.2425 days (Howard Hinnant's algorithm).
    let days = (at.0 / Millis::DAY.0) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}
