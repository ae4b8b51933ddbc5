//! Game files: tags in brackets, then the moves, as in PGN. Files of the game that PGN was made for
//! are plain PGN; files of other games have the same format and a tag that names the game.
//!
//! ```text
//! [Game "hnefatafl"]
//! [Date "2031.05.17"]
//! [Attackers "Anna"]
//! [Defenders "alpha-beta 5"]
//! [Result "*"]
//!
//! 1. e2c2 e3c3 {the usual reply} 2. a4c4 $1 (2. e1c1 c5c4 {[%cal Gc4e4]}) *
//! ```
//!
//! Side lines are in parentheses after the move that they replace, comments in braces, and marks
//! are PGN's numeric annotation glyphs. Arrows and circles are commands in comments, as in other
//! programs, with the cell names of the game. A file may hold several games.

use std::fmt;

use agon_core::{PlacedError, Player, TextError};

use crate::{AnyGame, AnyMatch, GAMES, find};

mod reader;
mod tree;
mod writer;

use reader::{Moves, Reader, Tag};

pub use reader::GLYPHS;
pub use tree::{
    Drawn, Grower, MAX_COMMENT_CHARS, MAX_NESTING, MOST_STEPS, Node, Place, TONES, Tree, tidy,
};

/// Maximum number of games read from a file.
const MAX_GAMES: usize = 1_000;

/// A game with the data of its file.
pub struct Record {
    /// The game.
    pub kind: &'static dyn AnyGame,
    /// The match at the end of the main line.
    pub game: Box<dyn AnyMatch>,
    /// Player names in seat order; `?` if unknown.
    pub players: Vec<String>,
    /// Date, such as `2031.05.17`.
    pub date: Option<String>,
    /// The winner, also if the moves do not show it; `None` for a draw or an unfinished game.
    pub winner: Option<Player>,
    /// Result in words; `None` for an unfinished game.
    pub verdict: Option<String>,
    /// Other tags, in order.
    pub tags: Vec<(String, String)>,
    /// All moves, side lines included, with comments and marks.
    pub tree: Tree,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Record").field(&self.to_string()).finish()
    }
}

/// `White` for `white`: tags start with a capital letter.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Record {
    /// Creates a record of a game between unknown players.
    #[must_use]
    pub fn new(kind: &'static dyn AnyGame, game: Box<dyn AnyMatch>) -> Record {
        let players = vec!["?".into(); game.seats().count()];
        let tree = Tree::of(&*game);
        let (date, winner, verdict) = (None, None, None);
        Record { kind, game, players, date, winner, verdict, tags: Vec::new(), tree }
    }

    /// Returns the result in PGN notation; with more than two players the winner's name.
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

    /// Returns the result by the moves, in words.
    fn judged(&self) -> Option<String> {
        self.game.ending().map(|ending| ending.verdict(&self.game.seats()))
    }

    /// Returns whether a draw was recorded rather than played out.
    fn is_drawn(&self) -> bool {
        self.verdict.as_deref().is_some_and(|verdict| verdict.starts_with("draw"))
    }

    /// Returns all tags of the file.
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
            tags.push((capitalised(seat.name), player.clone()));
        }
        tags.push(("Result".into(), self.result()));
        if let Some(verdict) = self.judged().or_else(|| self.verdict.clone()) {
            tags.push(("Termination".into(), verdict));
        }
        if let Some(position) = game.unusual_start() {
            // `SetUp` and `FEN` are for PGN programs.
            tags.push(("Position".into(), position.clone()));
            tags.push(("SetUp".into(), "1".into()));
            tags.push(("FEN".into(), position));
        }
        let others = self.tags.iter().filter(|(name, _)| !tags.iter().any(|(tag, _)| tag == name));
        let others: Vec<_> = others.cloned().collect();
        tags.extend(others);
        tags
    }

    /// Parses a file with a single game. `game` is the id for files without a `Game` tag; the
    /// default is the first game of the registry.
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

    /// Parses a file with any number of games. After an error parsing continues with the tags of
    /// the next game.
    pub fn parse_all(text: &str, game: Option<&str>) -> Vec<Result<Record, PlacedError>> {
        let mut reader = Reader::new(text);
        let mut games = Vec::new();
        while !reader.is_done() {
            if games.len() == MAX_GAMES {
                let expected = format!("at most {MAX_GAMES} games in a file");
                let error = TextError::new("file", &MAX_GAMES.to_string(), expected);
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

    /// Creates a record from a tree and its tags.
    pub fn of_tree(
        kind: &'static dyn AnyGame,
        game: Box<dyn AnyMatch>,
        tree: Tree,
        tags: Vec<(String, String)>,
    ) -> Record {
        assemble(kind, game, tree, tags, None)
    }
}

/// Parses a game at the reader's position.
fn read(reader: &mut Reader<'_>, game: Option<&str>) -> Result<Record, PlacedError> {
    reader.is_done();
    let begin = reader.place();
    let tags = reader.tags()?;
    let (kind, opened) = open(&tags, game).map_err(|error| reader.tag_error(begin, &error))?;
    let Moves { grower, closing } = reader.moves(opened)?;
    let (tree, game) = grower.finish();
    Ok(assemble(kind, game, tree, tags, closing))
}

fn value<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
}

type Opened = (&'static dyn AnyGame, Box<dyn AnyMatch>);

/// Opens the game that the tags name.
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
        tag(&capitalised(seat.name)).filter(|name| !name.is_empty()).unwrap_or("?").to_owned()
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
    let own: Vec<String> = seats.iter().map(|(_, seat)| capitalised(seat.name)).collect();
    let known_tags = ["Game", "Rules", "Date", "Result", "Termination", "Position", "SetUp", "FEN"];
    let means = |name: &str| known_tags.contains(&name) || own.iter().any(|own| own == name);
    let tags = tags.into_iter().filter(|(name, value)| !means(name) && value != "?").collect();
    let mut record = Record { kind, game, players, date, winner, verdict, tags, tree };
    record.verdict = record.judged().or(record.verdict);
    record
}

/// Parses moves, such as those of a file, into a tree.
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
