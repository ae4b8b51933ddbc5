//! A game as a file: tags in brackets, then the moves, as PGN has it. Files of the game that PGN
//! was made for are plain PGN; those of other games look the same and name their game.
//!
//! ```text
//! [Game "hnefatafl"]
//! [Date "2031.05.17"]
//! [Attackers "Anna"]
//! [Defenders "alpha-beta 5"]
//! [Result "*"]
//!
//! 1. e2c2 e3c3 {all as usual} 2. a4c4 $1 (2. e1c1 c5c4 {[%cal Gc4e4]}) *
//! ```
//!
//! Side lines stand in brackets behind the move that they replace, comments in braces, marks as PGN numbers
//! them. What is drawn on the board stands in comments as other programs write it, with the cells of the
//! game. A file may have several games.

use std::fmt;

use agon_core::{PlacedError, Player, TextError};

use crate::{AnyGame, AnyMatch, GAMES, find};

mod reader;
mod tree;
mod writer;

use reader::{Moves, Reader, Tag};

pub use reader::GLYPHS;
pub use tree::{
    DEEPEST, Drawn, Grower, LONGEST_COMMENT, MOST_STEPS, Node, Place, TONES, Tree, tidy,
};

/// The most games of a file that are read.
const MOST_GAMES: usize = 1_000;

/// A game with what its file says about it.
pub struct Record {
    /// Which game.
    pub kind: &'static dyn AnyGame,
    /// The game, played to its end: the main line of the tree.
    pub game: Box<dyn AnyMatch>,
    /// The players in the order of their seats; `?` for an unknown one.
    pub players: Vec<String>,
    /// The day, such as `2031.05.17`.
    pub date: Option<String>,
    /// Who won, also where the moves do not show it; `None` for a draw or an open game.
    pub winner: Option<Player>,
    /// How it ended, in words; `None` for an open game.
    pub verdict: Option<String>,
    /// Tags that mean nothing here, in order.
    pub tags: Vec<(String, String)>,
    /// All moves, also those of side lines, and what is said about them.
    pub tree: Tree,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Record").field(&self.to_string()).finish()
    }
}

/// `White` for `white`: tags begin with a capital letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Record {
    /// A game between unknown players, open as far as its moves do not end it.
    #[must_use]
    pub fn new(kind: &'static dyn AnyGame, game: Box<dyn AnyMatch>) -> Record {
        let players = vec!["?".into(); game.seats().count()];
        let tree = Tree::of(&*game);
        let (date, winner, verdict) = (None, None, None);
        Record { kind, game, players, date, winner, verdict, tags: Vec::new(), tree }
    }

    /// The result as PGN writes it: by the order of play between two, otherwise the winner.
    #[must_use]
    pub fn result(&self) -> String {
        let seats = self.game.seats();
        let ending = self.game.ending();
        let winner = ending.as_ref().map_or(self.winner, agon_core::Ending::winner);
        match winner {
            Some(winner) if seats.count() > 2 => seats[winner].name.into(),
            Some(Player::FIRST) => "1-0".into(),
            Some(_) => "0-1".into(),
            None if ending.is_some() || self.is_drawn() => "1/2-1/2".into(),
            None => "*".into(),
        }
    }

    /// How it ended by the moves, in words.
    fn judged(&self) -> Option<String> {
        self.game.ending().map(|ending| ending.verdict(&self.game.seats()))
    }

    /// Agreed upon, not played out.
    fn is_drawn(&self) -> bool {
        self.verdict.as_deref().is_some_and(|verdict| verdict.starts_with("draw"))
    }

    /// Everything that stands above the moves.
    #[must_use]
    pub fn all_tags(&self) -> Vec<(String, String)> {
        let game = &*self.game;
        let mut tags = vec![("Game".to_owned(), self.kind.id().to_owned())];
        let usual = self.kind.open("", None).is_ok_and(|usual| usual.rules() == game.rules());
        if !usual {
            tags.push(("Rules".into(), game.rules()));
        }
        let date = self.date.clone().unwrap_or_else(|| "????.??.??".into());
        let known = |name: &str| {
            let tag = self.tags.iter().find(|(known, _)| known == name);
            tag.map_or_else(|| "?".into(), |(_, value)| value.clone())
        };
        for name in ["Event", "Site", "Date", "Round"] {
            let value = if name == "Date" { date.clone() } else { known(name) };
            tags.push((name.into(), value));
        }
        for ((_, seat), player) in game.seats().iter().zip(&self.players) {
            tags.push((capital(seat.name), player.clone()));
        }
        tags.push(("Result".into(), self.result()));
        if let Some(verdict) = self.judged().or_else(|| self.verdict.clone()) {
            tags.push(("Termination".into(), verdict));
        }
        if let Some(position) = game.unusual_start() {
            // The last two for programs that know PGN.
            tags.push(("Position".into(), position.clone()));
            tags.push(("SetUp".into(), "1".into()));
            tags.push(("FEN".into(), position));
        }
        let others = self.tags.iter().filter(|(name, _)| !tags.iter().any(|(tag, _)| tag == name));
        let others: Vec<_> = others.cloned().collect();
        tags.extend(others);
        tags
    }

    /// Reads a file of one game. `game` is the game where the file does not name one; without either it
    /// is the first of the registry, whose files name none elsewhere.
    pub fn parse(text: &str, game: Option<&str>) -> Result<Record, PlacedError> {
        let mut reader = Reader::new(text);
        let record = read(&mut reader, game)?;
        if !reader.is_done() {
            let at = reader.place();
            let found = text[at..].lines().next().unwrap_or("");
            return Err(reader.wrong(at, TextError::new("end of the game", found, "one game")));
        }
        Ok(record)
    }

    /// Reads a file of any number of games. Each is read as a whole or not at all; after one that is not
    /// understood the next one begins with its tags.
    pub fn parse_all(text: &str, game: Option<&str>) -> Vec<Result<Record, PlacedError>> {
        let mut reader = Reader::new(text);
        let mut games = Vec::new();
        while !reader.is_done() {
            if games.len() == MOST_GAMES {
                let expected = format!("at most {MOST_GAMES} games in a file");
                let error = TextError::new("file", &MOST_GAMES.to_string(), expected);
                games.push(Err(reader.wrong(reader.place(), error)));
                break;
            }
            let record = read(&mut reader, game);
            if record.is_err() {
                reader.next_game();
            }
            games.push(record);
        }
        games
    }

    /// The game of a tree, with what its tags say.
    pub fn of_tree(
        kind: &'static dyn AnyGame,
        game: Box<dyn AnyMatch>,
        tree: Tree,
        tags: Vec<(String, String)>,
    ) -> Record {
        assemble(kind, game, tree, tags, None)
    }
}

/// A game from where the reader is.
fn read(reader: &mut Reader<'_>, game: Option<&str>) -> Result<Record, PlacedError> {
    reader.is_done();
    let begin = reader.place();
    let tags = reader.tags()?;
    let (kind, opened) = open(&tags, game).map_err(|error| reader.wrong_tag(begin, &error))?;
    let Moves { grower, closing } = reader.moves(opened)?;
    let (tree, game) = grower.finish();
    Ok(assemble(kind, game, tree, tags, closing))
}

fn value<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
}

type Opened = (&'static dyn AnyGame, Box<dyn AnyMatch>);

/// The game that the tags name, where it begins.
fn open(tags: &[Tag], game: Option<&str>) -> Result<Opened, TextError> {
    let kind = match value(tags, "Game").or(game) {
        Some(id) => find(id).map_err(|error| TextError::new("tag Game", id, error.to_string()))?,
        None => GAMES[0],
    };
    let position = value(tags, "Position").or(value(tags, "FEN"));
    Ok((kind, kind.reopen(value(tags, "Rules").unwrap_or(""), position)?))
}

fn assemble(
    kind: &'static dyn AnyGame,
    game: Box<dyn AnyMatch>,
    tree: Tree,
    tags: Vec<Tag>,
    closing: Option<String>,
) -> Record {
    let tag = |name: &str| value(&tags, name);
    let seats = game.seats();
    let players = seats.iter().map(|(_, seat)| {
        tag(&capital(seat.name)).filter(|name| !name.is_empty()).unwrap_or("?").to_owned()
    });
    let players = players.collect();
    let result = tag("Result").map(str::to_owned).or(closing).unwrap_or_else(|| "*".into());
    let winner = match result.as_str() {
        "1-0" => Some(Player::FIRST),
        "0-1" => Some(Player::SECOND),
        name => seats.iter().find(|(_, seat)| seat.name == name).map(|(player, _)| player),
    };
    let words = match (winner, result.as_str()) {
        (Some(winner), _) => Some(format!("{} (as recorded)", seats[winner].name)),
        (None, "1/2-1/2") => Some("draw (as recorded)".into()),
        _ => None,
    };
    let known = |text: &&str| text.contains(char::is_alphanumeric) && words.is_some();
    let verdict = tag("Termination").filter(known).map(str::to_owned).or(words);
    let date = tag("Date").filter(|date| !date.contains('?')).map(str::to_owned);
    let own: Vec<String> = seats.iter().map(|(_, seat)| capital(seat.name)).collect();
    let meant = ["Game", "Rules", "Date", "Result", "Termination", "Position", "SetUp", "FEN"];
    let means = |name: &str| meant.contains(&name) || own.iter().any(|own| own == name);
    let tags = tags.into_iter().filter(|(name, value)| !means(name) && value != "?").collect();
    let mut record = Record { kind, game, players, date, winner, verdict, tags, tree };
    record.verdict = record.judged().or(record.verdict);
    record
}

/// Makes the moves of a list, such as the one below the tags: a tree, and where its main line leads.
pub fn read_moves(text: &str, game: Box<dyn AnyMatch>) -> Result<Grower, PlacedError> {
    let mut reader = Reader::new(text);
    let moves = reader.moves(game)?;
    if !reader.is_done() {
        let at = reader.place();
        let found = text[at..].lines().next().unwrap_or("");
        return Err(reader.wrong(at, TextError::new("end of the game", found, "nothing more")));
    }
    Ok(moves.grower)
}
