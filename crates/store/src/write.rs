//! Changes.

use crate::executor::Executor;
use crate::failure::Failure;
use crate::names::index_names;
use crate::{
    Archived, Condition, EventRow, GameRow, HostAct, PersonRow, SeatRow, SessionRow, StandingRow,
    StudyHead, TokenRow, archive, damaged, facts, games, host, people, puzzles, sessions, studies,
};

/// A change, made as a whole or not at all. Fails with [`StoreError::Conflict`](crate::StoreError::Conflict)
/// if what it changes is not stored, or if what it adds is.
#[derive(Clone, Debug)]
pub enum Write {
    /// Changes nothing; fails if the condition does not hold. For use in [`Write::Together`].
    Require(Condition),
    /// All of these or none.
    Together(Vec<Write>),
    /// Adds a person.
    NewPerson(PersonRow),
    /// Renames a person.
    Rename {
        /// Id of the person.
        person: String,
        /// The new name.
        name: String,
        /// Key of that name, the same for names that look alike.
        name_key: String,
    },
    /// Replaces a picture.
    SetPicture {
        /// Id of the person.
        person: String,
        /// Seed of the picture.
        picture: String,
    },
    /// Replaces the device code of a person.
    NewDeviceCode {
        /// Id of the person.
        person: String,
        /// Hash of the code.
        hash: String,
        /// Current time.
        at: i64,
        /// Time at which it expires.
        until: i64,
    },
    /// Uses up a device code; a conflict if it is not valid.
    UseDeviceCode {
        /// Id of the person.
        person: String,
        /// Hash of the code.
        hash: String,
        /// Current time.
        at: i64,
    },
    /// Registers a guest; a conflict if another registered person has the login or a name that looks the
    /// same.
    Register {
        /// Id of the person.
        person: String,
        /// The login.
        login: String,
        /// Hash of the password.
        password: String,
        /// Key of the person's name.
        name_key: String,
    },
    /// Replaces a password.
    SetPassword {
        /// Id of the person.
        person: String,
        /// Hash of the password.
        password: String,
    },
    /// Adds a session.
    NewSession(SessionRow),
    /// Deletes a session.
    EndSession {
        /// Id of the person.
        person: String,
        /// Id of the session.
        id: String,
    },
    /// Deletes the sessions of a person.
    EndSessions {
        /// Id of the person.
        person: String,
        /// Id of a session that stays.
        except: Option<String>,
    },
    /// Records the use of a session.
    SeenSession {
        /// Id of the session.
        id: String,
        /// Time of the use.
        at: i64,
    },
    /// Adds a token.
    NewToken(TokenRow),
    /// Deletes all tokens of a person.
    DropTokens {
        /// Id of the person.
        person: String,
    },
    /// Deletes a token.
    DropToken {
        /// Id of the person.
        person: String,
        /// Id of the token.
        id: String,
    },
    /// Appends events to a game, and stores what follows from them. The first version is 1 for a new game.
    Events {
        /// Id of the game.
        game: String,
        /// Row after the events: required with the first event, and when lists or restarts need it.
        row: Option<GameRow>,
        /// Seats, if they have changed.
        seats: Option<Vec<SeatRow>>,
        /// The events; their versions follow the stored ones without a gap.
        events: Vec<EventRow>,
    },
    /// Updates the row of a game.
    Row(GameRow),
    /// Hides a game on the list of a person.
    Hide {
        /// Id of the person.
        person: String,
        /// Id of the game.
        game: String,
    },
    /// Stores the report of a game, in place of the one before.
    Report {
        /// Id of the game.
        game: String,
        /// The report as JSON.
        report: String,
        /// Time of the report.
        at: i64,
    },
    /// Removes a game. No conflict if it is not stored.
    RemoveGame {
        /// Id of the game.
        game: String,
        /// Time of the removal.
        at: i64,
    },
    /// Bans a person, or lifts the ban.
    Ban {
        /// Id of the person.
        person: String,
        /// Reason that the person is shown; `None` lifts the ban.
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
    /// Stores the first attempt at a puzzle; a conflict if there was one before.
    PuzzleTried {
        /// Id of the puzzle.
        puzzle: String,
        /// Whether it was solved.
        solved: bool,
        /// Time of the attempt.
        at: i64,
        /// Puzzle rating after it.
        standing: StandingRow,
    },
    /// Stores a new study.
    KeepStudy {
        /// All but the content.
        head: StudyHead,
        /// The game file.
        content: String,
    },
    /// Replaces a study; a conflict unless owner and the version before are the stored ones.
    SaveStudy {
        /// All but the content.
        head: StudyHead,
        /// The game file.
        content: String,
    },
    /// Deletes a study.
    RemoveStudy {
        /// Id of the study.
        id: String,
    },
    /// Archives a game that is over; a conflict if it is archived, or if a rating has changed since the new
    /// one was computed.
    Archive(Box<Archived>),
    /// Puts a game whose stored data is invalid on the list of damaged games.
    MarkDamaged {
        /// Id of the game.
        game: String,
        /// When it was found, in milliseconds.
        at: i64,
        /// What is wrong.
        reason: String,
    },
    /// Takes a game off the list of damaged games, so that it is read again; a conflict if it is not on
    /// the list.
    RetryDamaged {
        /// Id of the game.
        game: String,
        /// When a game that has not ended is due.
        at: i64,
    },
    /// Empties the archive, and queues all games that are over.
    ArchiveAnew,
    /// Adds games to the index of players' names.
    IndexNames(Vec<GameRow>),
    /// Stores how accurately a person played in an archived game.
    Accuracy {
        /// Id of the game.
        game: String,
        /// Index of the person's seat.
        seat: i64,
        /// From 0 to 100.
        accuracy: i64,
    },
    /// Logs an action of the host.
    HostAct {
        /// Time of the action.
        at: i64,
        /// Kind of action.
        act: String,
        /// Its subject.
        about: String,
    },
    /// Stores a single value.
    Fact {
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// Stores a single value; a conflict if there is one of this name.
    FirstFact {
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// Records an interval in which no server was running.
    Downtime {
        /// Its begin.
        begin: i64,
        /// Its end.
        until: i64,
    },
}

impl Write {
    /// Makes the change in the open transaction. After an error the transaction, or the savepoint before the
    /// change, must be rolled back.
    pub(crate) async fn apply(&self, executor: &impl Executor) -> Result<(), Failure> {
        if let Some(person) = self.stores_for() {
            Condition::Exists { person: person.into() }.check(executor).await?;
        }
        let changed = match self {
            Write::Require(condition) => return condition.check(executor).await,
            Write::Together(writes) => {
                for write in writes {
                    Box::pin(write.apply(executor)).await?;
                }
                return Ok(());
            }
            Write::NewPerson(person) => people::add(executor, person).await?,
            Write::Rename { person, name, name_key } => {
                people::rename(executor, person, name, name_key).await?
            }
            Write::SetPicture { person, picture } => {
                people::set_picture(executor, person, picture).await?
            }
            Write::NewDeviceCode { person, hash, at, until } => {
                sessions::new_device_code(executor, person, hash, *at, *until).await?
            }
            Write::UseDeviceCode { person, hash, at } => {
                sessions::use_device_code(executor, person, hash, *at).await?
            }
            Write::Register { person, login, password, name_key } => {
                people::register(executor, person, login, password, name_key).await?
            }
            Write::SetPassword { person, password } => {
                people::set_password(executor, person, password).await?
            }
            Write::NewSession(session) => sessions::add(executor, session).await?,
            Write::EndSession { person, id } => sessions::end(executor, person, id).await?,
            Write::EndSessions { person, except } => {
                return sessions::end_all(executor, person, except.as_deref()).await.map(drop);
            }
            Write::SeenSession { id, at } => sessions::seen(executor, id, *at).await?,
            Write::NewToken(token) => sessions::add_token(executor, token).await?,
            Write::DropTokens { person } => {
                return sessions::drop_tokens(executor, person).await.map(drop);
            }
            Write::DropToken { person, id } => sessions::drop_token(executor, person, id).await?,
            Write::Events { game, row, seats, events } => {
                let seats = seats.as_deref();
                return games::add_events(executor, game, row.as_ref(), seats, events).await;
            }
            Write::Row(row) => games::update_row(executor, row).await?,
            Write::Hide { person, game } => games::hide(executor, person, game).await?,
            Write::Report { game, report, at } => {
                games::report(executor, game, report, *at).await?
            }
            Write::RemoveGame { game, at } => return games::remove(executor, game, *at).await,
            Write::Ban { person, reason } => {
                people::ban(executor, person, reason.as_deref()).await?
            }
            Write::Forget { person, name, name_key, at } => {
                people::forget(executor, person, name, name_key, *at).await?
            }
            Write::PuzzleTried { puzzle, solved, at, standing } => {
                puzzles::tried(executor, puzzle, *solved, *at, standing).await?
            }
            Write::KeepStudy { head, content } => studies::keep(executor, head, content).await?,
            Write::SaveStudy { head, content } => studies::save(executor, head, content).await?,
            Write::RemoveStudy { id } => studies::remove(executor, id).await?,
            Write::Archive(archived) => return archive::file(executor, archived).await,
            Write::MarkDamaged { game, at, reason } => {
                damaged::mark(executor, game, *at, reason).await?
            }
            Write::RetryDamaged { game, at } => damaged::retry(executor, game, *at).await?,
            Write::ArchiveAnew => return archive::file_all_anew(executor).await,
            Write::IndexNames(games) => {
                for game in games {
                    index_names(executor, game).await?;
                }
                return Ok(());
            }
            Write::Accuracy { game, seat, accuracy } => {
                return archive::accuracy(executor, game, *seat, *accuracy).await.map(drop);
            }
            Write::HostAct { at, act, about } => {
                let act = HostAct { at: *at, act: act.clone(), about: about.clone() };
                host::log(executor, &act).await?
            }
            Write::Fact { name, value } => facts::set(executor, name, value).await?,
            Write::FirstFact { name, value } => facts::set_first(executor, name, value).await?,
            Write::Downtime { begin, until } => {
                facts::add_downtime(executor, *begin, *until).await?
            }
        };
        if changed > 0 { Ok(()) } else { Err(Failure::Taken) }
    }

    /// Id of the person for whom the change stores something, who must not have been deleted. New seats in
    /// a game are checked with the game.
    fn stores_for(&self) -> Option<&str> {
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
