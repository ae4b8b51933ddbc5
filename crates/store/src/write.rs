//! Changes.

use crate::{
    Archived, Condition, EventRow, GameRow, PersonRow, SeatRow, SessionRow, StandingRow, StudyHead,
    TokenRow,
};

/// A change, made as a whole or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// Changes nothing; fails if the condition does not hold. For use in [`Write::Together`].
    Require(Condition),
    /// Somebody new.
    NewPerson(PersonRow),
    /// A new name.
    Rename {
        /// Whose.
        person: String,
        /// The name.
        name: String,
        /// The same for all names that look like it.
        name_key: String,
    },
    /// Another picture.
    SetPicture {
        /// Whose.
        person: String,
        /// The text that it is drawn from.
        picture: String,
    },
    /// A code for another device, in place of the one before.
    NewDeviceCode {
        /// Whose.
        person: String,
        /// Of the code.
        hash: String,
        /// Now.
        at: i64,
        /// Until when it is valid.
        until: i64,
    },
    /// A code is used: it must be this person's and valid, and is not any more.
    UseDeviceCode {
        /// Whose.
        person: String,
        /// Of the code.
        hash: String,
        /// Now.
        at: i64,
    },
    /// A guest becomes a registered person. Nobody else who is registered may have the login or
    /// a name that looks the same.
    Register {
        /// Who.
        person: String,
        /// What they sign in with.
        login: String,
        /// The hash of the password.
        password: String,
        /// Of their name.
        name_key: String,
    },
    /// Another password.
    SetPassword {
        /// Whose.
        person: String,
        /// Its hash.
        password: String,
    },
    /// Somebody signs in.
    NewSession(SessionRow),
    /// Somebody signs out.
    EndSession {
        /// Who.
        person: String,
        /// Where.
        id: String,
    },
    /// Somebody signs out everywhere.
    EndSessions {
        /// Who.
        person: String,
        /// But not here.
        except: Option<String>,
    },
    /// A session was used.
    SeenSession {
        /// Which one.
        id: String,
        /// When.
        at: i64,
    },
    /// A new token.
    NewToken(TokenRow),
    /// Deletes all tokens of a person.
    DropTokens {
        /// Id of the person.
        person: String,
    },
    /// A token is no longer valid.
    DropToken {
        /// Whose.
        person: String,
        /// Which one.
        id: String,
    },
    /// Events of a game with what follows from them. The game is new if the first version is 1.
    Events {
        /// Which game.
        game: String,
        /// How it stands afterwards: always with the first event, later where lists or
        /// restarts must know.
        row: Option<GameRow>,
        /// Who sits there, if that has changed.
        seats: Option<Vec<SeatRow>>,
        /// The events, their versions following those that are stored.
        events: Vec<EventRow>,
    },
    /// How a game stands, for lists and restarts, without an event.
    Row(GameRow),
    /// All of these or none.
    Together(Vec<Write>),
    /// Somebody does not want to see a game in their list any more.
    Hide {
        /// Who.
        person: String,
        /// Which game.
        game: String,
    },
    /// A single value.
    Fact {
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// What is thought of a game, in place of what was thought of it before. The game must be there.
    Report {
        /// Which game.
        game: String,
        /// The report as the server writes it.
        report: String,
        /// When it was made.
        at: i64,
    },
    /// A game is no more.
    RemoveGame {
        /// Which one.
        game: String,
        /// When it was removed.
        at: i64,
    },
    /// Somebody is shut out, or may come again.
    Ban {
        /// Who.
        person: String,
        /// Why, in words for them; `None` lets them in again.
        reason: Option<String>,
    },
    /// Deletes an account: login, password, sessions, tokens, ratings and studies. Its seats stay, under
    /// another name. Nothing can be stored for the account afterwards.
    Forget {
        /// Id of the person.
        person: String,
        /// The new name.
        name: String,
        /// Key of that name, the same for names that look alike.
        name_key: String,
        /// Time of the deletion.
        at: i64,
    },
    /// Somebody has tried a puzzle for the first time, and stands so afterwards.
    PuzzleTried {
        /// Which one.
        puzzle: String,
        /// Was it solved?
        solved: bool,
        /// When.
        at: i64,
        /// Who, in which game, and how well they do.
        standing: StandingRow,
    },
    /// Stores a new study.
    KeepStudy {
        /// What is known of it.
        head: StudyHead,
        /// The file.
        content: String,
    },
    /// A study is replaced, if it is that of its owner and of the version before.
    SaveStudy {
        /// What is known of it from now on.
        head: StudyHead,
        /// The file.
        content: String,
    },
    /// A study is no more.
    RemoveStudy {
        /// Which one.
        id: String,
    },
    /// A game that is over is filed, once: a conflict where it was before, or where a rating is not
    /// any more what it was when it was reckoned.
    Archive(Box<Archived>),
    /// Puts a game whose stored data is invalid on the list of damaged games.
    MarkDamaged {
        /// Which one.
        game: String,
        /// When it was found, in milliseconds.
        at: i64,
        /// What is wrong.
        reason: String,
    },
    /// Takes a game off the list of damaged games, so that it is read again; a conflict if it is not on
    /// the list.
    RetryDamaged {
        /// Which one.
        game: String,
        /// When a game that has not ended is due.
        at: i64,
    },
    /// All games that are over are to be filed anew.
    ArchiveAnew,
    /// How well somebody played a game that is filed, as its report says.
    Accuracy {
        /// Which game.
        game: String,
        /// Who, by their seat.
        seat: i64,
        /// From 0 to 100.
        accuracy: i64,
    },
    /// The host has done something.
    HostAct {
        /// When.
        at: i64,
        /// What kind of thing.
        act: String,
        /// What it was about.
        about: String,
    },
    /// A single value, unless there is one of this name.
    FirstFact {
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

impl Write {
    /// Id of the person for whom the change stores something, who must not have been deleted. New seats in
    /// a game are checked with the game.
    pub(crate) fn stores_for(&self) -> Option<&str> {
        match self {
            Write::Rename { person, .. }
            | Write::SetPicture { person, .. }
            | Write::NewDeviceCode { person, .. }
            | Write::UseDeviceCode { person, .. }
            | Write::Register { person, .. }
            | Write::SetPassword { person, .. }
            | Write::Hide { person, .. } => Some(person),
            Write::NewSession(session) => Some(&session.person),
            Write::NewToken(token) => Some(&token.person),
            Write::PuzzleTried { standing, .. } => Some(&standing.person),
            Write::KeepStudy { head, .. } | Write::SaveStudy { head, .. } => Some(&head.person),
            _ => None,
        }
    }
}
