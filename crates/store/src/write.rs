//! Changes.

use crate::{EventRow, GameRow, PersonRow, SeatRow, TokenRow};

/// A change, made as a whole or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// Somebody new.
    NewPerson(PersonRow),
    /// A new name.
    Rename {
        /// Whose.
        person: String,
        /// The name.
        name: String,
    },
    /// A guest becomes a registered person.
    Register {
        /// Who.
        person: String,
        /// What they sign in with.
        login: String,
        /// The hash of the password.
        password: String,
    },
    /// A new token.
    NewToken(TokenRow),
    /// A token is no longer valid.
    DropToken {
        /// Whose.
        person: String,
        /// Which one.
        id: String,
    },
    /// Events of a game with what follows from them. The game is new if the first version is 1.
    Events {
        /// How the game stands afterwards.
        game: GameRow,
        /// Who sits there, if that has changed.
        seats: Option<Vec<SeatRow>>,
        /// The events, their versions following those that are stored.
        events: Vec<EventRow>,
    },
    /// A single value.
    Fact {
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// No server was running.
    Downtime {
        /// From when.
        begin: i64,
        /// Until when.
        until: i64,
    },
}
