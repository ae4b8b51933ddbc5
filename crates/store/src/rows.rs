//! The rows of the tables.

use std::collections::BTreeSet;

/// A row that a statement returns, of either database.
pub(crate) trait FromRow: Sized {
    /// The columns in the order that [`FromRow::read`] expects.
    const COLUMNS: &str;

    fn read<R: Columns>(row: &R) -> Result<Self, R::Error>;
}

/// The columns of a row by their places.
pub(crate) trait Columns {
    type Error;

    fn get<T: Column>(&self, place: usize) -> Result<T, Self::Error>;
}

/// The columns from a place on.
pub(crate) struct After<'a, R>(pub(crate) &'a R, pub(crate) usize);

impl<R: Columns> Columns for After<'_, R> {
    type Error = R::Error;

    fn get<T: Column>(&self, place: usize) -> Result<T, R::Error> {
        self.0.get(self.1 + place)
    }
}

/// What both databases can read: texts and numbers, or none.
pub(crate) trait Column:
    rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a>
{
}

impl<T> Column for T where T: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a> {}

impl Columns for rusqlite::Row<'_> {
    type Error = rusqlite::Error;

    fn get<T: Column>(&self, place: usize) -> rusqlite::Result<T> {
        rusqlite::Row::get(self, place)
    }
}

impl Columns for tokio_postgres::Row {
    type Error = tokio_postgres::Error;

    fn get<T: Column>(&self, place: usize) -> Result<T, tokio_postgres::Error> {
        self.try_get(place)
    }
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// Never changes.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// The same for all names that look like theirs; empty if not known yet.
    pub name_key: String,
    /// The text that their picture is drawn from; empty if they have not chosen one.
    pub picture: String,
    /// What a registered person signs in with.
    pub login: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// When they first came.
    pub created: i64,
    /// Why the host has shut them out, if so.
    pub banned: Option<String>,
}

impl FromRow for PersonRow {
    const COLUMNS: &str = "people.id, people.name, people.name_key, people.login, people.password, \
                           people.created, people.picture, people.banned";

    fn read<R: Columns>(row: &R) -> Result<PersonRow, R::Error> {
        Ok(PersonRow {
            id: row.get(0)?,
            name: row.get(1)?,
            name_key: row.get(2)?,
            login: row.get(3)?,
            password: row.get(4)?,
            created: row.get(5)?,
            picture: row.get(6)?,
            banned: row.get(7)?,
        })
    }
}

/// A place where a person is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// What the cookie carries.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// What it was opened with, such as a browser.
    pub label: String,
    /// When it was opened.
    pub created: i64,
    /// When it was last used, roughly.
    pub seen: i64,
}

impl FromRow for SessionRow {
    const COLUMNS: &str = "id, person, label, created, seen";

    fn read<R: Columns>(row: &R) -> Result<SessionRow, R::Error> {
        Ok(SessionRow {
            id: row.get(0)?,
            person: row.get(1)?,
            label: row.get(2)?,
            created: row.get(3)?,
            seen: row.get(4)?,
        })
    }
}

/// A key for a program that plays in a person's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// The hash of the token.
    pub hash: String,
    /// To tell tokens apart.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// Names of its scopes, separated by spaces.
    pub scopes: String,
}

impl FromRow for TokenRow {
    const COLUMNS: &str = "hash, id, person, label, created, scopes";

    fn read<R: Columns>(row: &R) -> Result<TokenRow, R::Error> {
        Ok(TokenRow {
            hash: row.get(0)?,
            id: row.get(1)?,
            person: row.get(2)?,
            label: row.get(3)?,
            created: row.get(4)?,
            scopes: row.get(5)?,
        })
    }
}

/// A game, as far as lists and restarts need it. It follows the events, sometimes a little late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Never changes.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Where it is in its life: `open`, `playing`, `ended` or `closed`.
    pub phase: String,
    /// 1 when everybody may find it.
    pub listed: i64,
    /// The secret of an invitation.
    pub secret: String,
    /// Who made it.
    pub host: Option<String>,
    /// What lists show.
    pub summary: String,
    /// The version of the last event when the row was written.
    pub version: i64,
    /// When the server has something to do without being asked, or a little earlier.
    pub due: Option<i64>,
    /// When it was made.
    pub created: i64,
    /// When something happened last.
    pub updated: i64,
    /// How it ended: `won` by somebody, `drawn` or `unfinished`; empty until then.
    pub result: String,
}

impl FromRow for GameRow {
    const COLUMNS: &str = "games.id, games.game, games.phase, games.listed, games.secret, \
                           games.host, games.summary, games.version, games.due, games.created, \
                           games.updated, games.result";

    fn read<R: Columns>(row: &R) -> Result<GameRow, R::Error> {
        Ok(GameRow {
            id: row.get(0)?,
            game: row.get(1)?,
            phase: row.get(2)?,
            listed: row.get(3)?,
            secret: row.get(4)?,
            host: row.get(5)?,
            summary: row.get(6)?,
            version: row.get(7)?,
            due: row.get(8)?,
            created: row.get(9)?,
            updated: row.get(10)?,
            result: row.get(11)?,
        })
    }
}

/// Somebody on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Which seat.
    pub seat: i64,
    /// The person, if it is one.
    pub person: Option<String>,
    /// The name, in small letters.
    pub name: String,
}

impl SeatRow {
    /// Ids of the people on these seats who are not among those that were stored before, in order.
    pub(crate) fn newcomers<'a>(seats: &'a [SeatRow], stored: &[String]) -> BTreeSet<&'a str> {
        let people = seats.iter().filter_map(|seat| seat.person.as_deref());
        people.filter(|person| !stored.iter().any(|old| old == person)).collect()
    }
}

/// How well a person solves the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingRow {
    /// Who.
    pub person: String,
    /// Which game.
    pub game: String,
    /// Points, in thousandths.
    pub rating: i64,
    /// How sure they are, in thousandths.
    pub deviation: i64,
    /// How much they change, in millionths.
    pub volatility: i64,
    /// How many were tried.
    pub tried: i64,
    /// How many of them were solved.
    pub solved: i64,
    /// How many in a row.
    pub streak: i64,
    /// The longest row ever.
    pub longest: i64,
}

impl FromRow for StandingRow {
    const COLUMNS: &str =
        "person, game, rating, deviation, volatility, tried, solved, streak, longest";

    fn read<R: Columns>(row: &R) -> Result<StandingRow, R::Error> {
        Ok(StandingRow {
            person: row.get(0)?,
            game: row.get(1)?,
            rating: row.get(2)?,
            deviation: row.get(3)?,
            volatility: row.get(4)?,
            tried: row.get(5)?,
            solved: row.get(6)?,
            streak: row.get(7)?,
            longest: row.get(8)?,
        })
    }
}

/// What is known of a study besides its content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyHead {
    /// Whoever knows it may read the study.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// Which game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Grows by one each time it is saved.
    pub version: i64,
    /// When it was saved.
    pub updated: i64,
}

impl FromRow for StudyHead {
    const COLUMNS: &str = "id, person, game, title, version, updated";

    fn read<R: Columns>(row: &R) -> Result<StudyHead, R::Error> {
        Ok(StudyHead {
            id: row.get(0)?,
            person: row.get(1)?,
            game: row.get(2)?,
            title: row.get(3)?,
            version: row.get(4)?,
            updated: row.get(5)?,
        })
    }
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyRow {
    /// What is known of it.
    pub head: StudyHead,
    /// The file.
    pub content: String,
}

impl FromRow for StudyRow {
    const COLUMNS: &str = "id, person, game, title, version, updated, content";

    fn read<R: Columns>(row: &R) -> Result<StudyRow, R::Error> {
        Ok(StudyRow { head: StudyHead::read(row)?, content: row.get(6)? })
    }
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// Counting up from 1.
    pub version: i64,
    /// What kind of event.
    pub kind: String,
    /// The event.
    pub payload: String,
    /// When.
    pub at: i64,
}

impl FromRow for EventRow {
    const COLUMNS: &str = "version, kind, payload, at";

    fn read<R: Columns>(row: &R) -> Result<EventRow, R::Error> {
        Ok(EventRow {
            version: row.get(0)?,
            kind: row.get(1)?,
            payload: row.get(2)?,
            at: row.get(3)?,
        })
    }
}
