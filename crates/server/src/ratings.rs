//! Who plays how well: which games count, and what they change.
//!
//! A game counts that was begun as one that does, by the usual rules from the usual start, between two
//! people with a password or one of them and the usual computer, and that somebody won or that was drawn.
//! The points of computers are fixed: matches between levels have shown them.

use agon_protocol::rating::{Pace, Rating as Told};
use agon_protocol::setup::{Occupant, Setup};
use agon_store::{PersonRow, RatingChangeRow, RatingRow, StoreError};
use agon_table::Table;
use thiserror::Error;

use crate::glicko::Rating;
use crate::state::App;

/// How sure the points of a computer are.
const LEVEL_DEVIATION: f64 = 60.0;
/// Whose rating is less sure is not in the list of the best.
pub(crate) const SURE: f64 = 110.0;

/// Who sits at a table that may count.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Side {
    Person(String),
    Level(u32),
}

/// The points of a computer, if it is of the usual kind.
fn level_points(game: &str, kind: &str, level: u8) -> Option<u32> {
    let game = agon_games::find(game).ok()?;
    let usual = game.kinds().first().is_some_and(|usual| usual.name == kind);
    let points = game.level_ratings().get(usize::from(level).checked_sub(1)?).copied();
    points.filter(|_| usual)
}

/// The points of all levels.
pub(crate) fn levels(game: &str) -> Vec<u32> {
    agon_games::find(game).map(|game| game.level_ratings().to_vec()).unwrap_or_default()
}

/// Both sides, where whoever sits there can play for points: each a person of their own, or the usual
/// computer, and not two computers.
fn sides(game: &str, occupants: &[Option<Occupant>]) -> Option<[Side; 2]> {
    let side = |occupant: &Option<Occupant>| match occupant.as_ref()? {
        Occupant::Person { id, picture: Some(_), .. } => Some(Side::Person(id.clone())),
        Occupant::Computer { kind, level } => level_points(game, kind, *level).map(Side::Level),
        _ => None,
    };
    let [first, second] = occupants else { return None };
    let sides = [side(first)?, side(second)?];
    let alike = matches!(&sides, [Side::Level(_), Side::Level(_)]) || sides[0] == sides[1];
    (!alike).then_some(sides)
}

/// Why a game cannot be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum NotRated {
    /// The host has switched ratings off.
    #[error("there are no ratings here")]
    Off,
    /// The person who begins it has no password.
    #[error("only people with a password have ratings")]
    Unregistered,
    /// Other rules, another start, or more players than usual.
    #[error("a rated game has the usual rules, and begins at the start")]
    Unusual,
    /// The game allows hints.
    #[error("in a rated game there are no hints")]
    Hints,
    /// Those at the table cannot play a rated game against each other.
    #[error("two people with a password, or one of them and the usual computer")]
    Players,
}

/// Checks whether a game that is set up like this can be rated.
pub(crate) fn check(app: &App, setup: &Setup, host: &PersonRow) -> Result<(), NotRated> {
    if app.site.get().no_ratings {
        return Err(NotRated::Off);
    }
    if host.login.is_none() {
        return Err(NotRated::Unregistered);
    }
    let usual = agon_games::find(&setup.game).ok().and_then(|game| game.open("", None).ok());
    let usual = usual.ok_or(NotRated::Unusual)?;
    if setup.rules != usual.rules() || setup.position.is_some() || usual.seats().count() != 2 {
        return Err(NotRated::Unusual);
    }
    if setup.hints {
        return Err(NotRated::Hints);
    }
    // Whoever takes a free seat is checked then.
    let later = |seat: &Option<Occupant>| {
        let somebody = Occupant::Person {
            id: String::new(),
            name: String::new(),
            picture: Some(String::new()),
        };
        Some(seat.clone().unwrap_or(somebody))
    };
    let seats: Vec<Option<Occupant>> = setup.seats.iter().map(later).collect();
    sides(&setup.game, &seats).map(drop).ok_or(NotRated::Players)
}

pub(crate) fn rating_of(row: &RatingRow) -> Rating {
    Rating::from_stored(row.rating, row.deviation, row.volatility)
}

/// A rating as it is told.
pub(crate) fn told(rating: Rating, games: i64) -> Told {
    Told {
        points: rating.points.round().max(0.0) as u32,
        deviation: rating.deviation.round() as u32,
        provisional: rating.deviation > SURE,
        games: u32::try_from(games).unwrap_or_default(),
    }
}

/// The rating of a computer as it is told.
pub(crate) fn told_level(game: &str, kind: &str, level: u8) -> Option<Told> {
    let points = level_points(game, kind, level)?;
    let deviation = LEVEL_DEVIATION as u32;
    Some(Told { points, deviation, provisional: false, games: 0 })
}

/// How a registered person plays a game at a pace, as it is told.
pub(crate) async fn of_person(
    app: &App,
    person: &str,
    game: &str,
    pace: Pace,
) -> Result<Told, StoreError> {
    let row = app.store.rating(person, game, pace.name()).await?;
    Ok(row.map_or(told(Rating::NEWCOMER, 0), |row| told(rating_of(&row), row.games)))
}

/// Is everybody at this table who is a person registered?
pub(crate) async fn all_registered(
    app: &App,
    occupants: &[Option<Occupant>],
) -> Result<bool, StoreError> {
    for occupant in occupants.iter().flatten() {
        if let Occupant::Person { id, .. } = occupant
            && app.store.person(id).await?.is_none_or(|person| person.login.is_none())
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How people are rated after a game that ended then, those with the smaller ids first; nobody where it
/// does not count, or has counted before.
pub(crate) async fn after(
    app: &App,
    table: &Table,
    at: i64,
) -> Result<Vec<(RatingRow, RatingChangeRow)>, StoreError> {
    let Setup { game, rated, clock, position: None, .. } = &table.setup else {
        return Ok(Vec::new());
    };
    let Some(sides) = sides(game, &table.occupants).filter(|_| *rated) else {
        return Ok(Vec::new());
    };
    let Some(scores) = table.outcome().and_then(|outcome| match outcome.winner {
        Some(seat) => Some([0, 1].map(|side| f64::from(u8::from(seat.index() == side)))),
        None => (!outcome.places.is_empty()).then_some([0.5; 2]),
    }) else {
        return Ok(Vec::new());
    };
    if app.site.get().no_ratings
        || !all_registered(app, &table.occupants).await?
        || !app.store.changed_by(&table.id).await?.is_empty()
    {
        return Ok(Vec::new());
    }
    let pace = Pace::of(*clock).name();
    let mut before: Vec<(Rating, Option<RatingRow>)> = Vec::new();
    for side in &sides {
        before.push(match side {
            Side::Level(points) => {
                let points = f64::from(*points);
                let rating = Rating { points, deviation: LEVEL_DEVIATION, ..Rating::NEWCOMER };
                (rating, None)
            }
            Side::Person(person) => {
                let row = app.store.rating(person, game, pace).await?;
                (row.as_ref().map_or(Rating::NEWCOMER, rating_of), row)
            }
        });
    }
    let mut rated = Vec::new();
    for (side, score) in [0, 1].into_iter().zip(scores) {
        let Side::Person(person) = &sides[side] else { continue };
        let (own, row) = &before[side];
        let (other, _) = &before[1 - side];
        let after = own.after(&[(other.points, other.deviation, score)]);
        let [rating, deviation, volatility] = after.to_stored();
        let [until_then, ..] = own.to_stored();
        let (person, game, pace) = (person.clone(), game.clone(), pace.to_owned());
        let change = RatingChangeRow {
            id: table.id.clone(),
            person: person.clone(),
            game: game.clone(),
            pace: pace.clone(),
            at,
            before: until_then,
            rating,
        };
        let games = row.as_ref().map_or(0, |row| row.games) + 1;
        rated.push((
            RatingRow { person, game, pace, rating, deviation, volatility, games, at },
            change,
        ));
    }
    rated.sort_by(|a, b| a.0.person.cmp(&b.0.person));
    Ok(rated)
}
