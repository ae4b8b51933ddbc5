//! The rows of the tables.

use sqlx::FromRow;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct PersonRow {
    /// Never changes.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// What a registered person signs in with.
    pub login: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// When they first came.
    pub created: i64,
}

/// A key for a program that plays in a person's name.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
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
}

/// A game, as far as lists need it.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct GameRow {
    /// Never changes.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Where it is in its life.
    pub phase: String,
    /// 1 when everybody may find it.
    pub listed: i64,
    /// The secret of an invitation.
    pub secret: String,
    /// Who made it.
    pub host: Option<String>,
    /// What lists show.
    pub summary: String,
    /// The version of the last event.
    pub version: i64,
    /// 1 while the server has something to do without being asked.
    pub restless: i64,
    /// When it was made.
    pub created: i64,
    /// When something happened last.
    pub updated: i64,
}

/// Somebody on a seat.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct SeatRow {
    /// Which seat.
    pub seat: i64,
    /// The person, if it is one.
    pub person: Option<String>,
    /// The name, in small letters.
    pub name: String,
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
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
