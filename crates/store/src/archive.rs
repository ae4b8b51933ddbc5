//! What is known of games that are over: by what they are found, what was played where, how people did.

use std::collections::BTreeSet;

use crate::GameRow;
use crate::rows::{Columns, FromRow};

/// A game that is over is filed: taken out of those that wait, and put where it is found.
#[derive(Clone, Debug)]
pub struct Archived {
    /// Which one.
    pub id: String,
    /// By what it is found; `None` for one that cannot be read or is no game that was played.
    pub game: Option<ArchivedRow>,
    /// What it was for each person who played it.
    pub played: Vec<PlayedRow>,
    /// How people are rated after it, those with the smaller ids first, and what it changed.
    pub rated: Vec<(RatingRow, RatingChangeRow)>,
}

impl Archived {
    /// Ids of the people for whom something is stored, in order.
    pub(crate) fn people(&self) -> BTreeSet<&str> {
        let played = self.played.iter().map(|played| played.person.as_str());
        played.chain(self.rated.iter().map(|(rating, _)| rating.person.as_str())).collect()
    }
}

/// By what a game that is over is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedRow {
    /// Never changes.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// All options.
    pub rules: String,
    /// How many steps were made.
    pub plies: i64,
    /// `won` by somebody, `drawn` or `unfinished`.
    pub result: String,
    /// 1 when everybody may find it.
    pub listed: i64,
    /// When it ended.
    pub updated: i64,
    /// How its moves are counted: 0 for a draw, or the number of the seat that won, from 1; `None` where
    /// they are not.
    pub outcome: Option<i64>,
    /// The keys of its first positions.
    pub line: Vec<i64>,
}

/// A position, the one after it, and how the game ended.
pub(crate) type Edge = (i64, i64, i64);

impl ArchivedRow {
    /// The moves that are counted, each once, in an order that is the same for everybody who writes.
    pub(crate) fn edges(&self) -> BTreeSet<Edge> {
        let Some(outcome) = self.outcome else { return BTreeSet::new() };
        let steps = self.line.iter().zip(self.line.iter().skip(1));
        steps.map(|(&position, &next)| (position, next, outcome)).collect()
    }

    /// Its positions, each once.
    pub(crate) fn positions(&self) -> BTreeSet<i64> {
        self.line.iter().copied().collect()
    }

    pub(crate) fn line_bytes(&self) -> Vec<u8> {
        self.line.iter().flat_map(|key| key.to_be_bytes()).collect()
    }
}

impl FromRow for ArchivedRow {
    const COLUMNS: &str = "archived_games.id, archived_games.game, archived_games.rules, \
                           archived_games.plies, archived_games.result, archived_games.listed, \
                           archived_games.updated, archived_games.outcome, archived_games.line";

    fn read<R: Columns>(row: &R) -> Result<ArchivedRow, R::Error> {
        let bytes: Vec<u8> = row.get(8)?;
        let (keys, _) = bytes.as_chunks();
        Ok(ArchivedRow {
            id: row.get(0)?,
            game: row.get(1)?,
            rules: row.get(2)?,
            plies: row.get(3)?,
            result: row.get(4)?,
            listed: row.get(5)?,
            updated: row.get(6)?,
            outcome: row.get(7)?,
            line: keys.iter().map(|key| i64::from_be_bytes(*key)).collect(),
        })
    }
}

/// A game that somebody played, and how it ended for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedRow {
    /// Who.
    pub person: String,
    /// When it ended.
    pub at: i64,
    /// Which game.
    pub id: String,
    /// Where they sat.
    pub seat: i64,
    /// What was played.
    pub game: String,
    /// How fast, by the name of the pace.
    pub pace: String,
    /// `won`, `drawn`, `lost` or `unfinished`.
    pub result: String,
    /// The other one, if there were two and that was a person: by id.
    pub opponent: Option<String>,
    /// The other one, if that was a computer: kind and level.
    pub computer: Option<String>,
    /// How many steps were made.
    pub plies: i64,
    /// 1 when everybody may find it.
    pub listed: i64,
    /// The key of an early position.
    pub opening: Option<i64>,
    /// From 0 to 100, if there is a report.
    pub accuracy: Option<i64>,
}

impl FromRow for PlayedRow {
    const COLUMNS: &str = "person, at, id, seat, game, pace, result, opponent, computer, plies, \
                           listed, opening, accuracy";

    fn read<R: Columns>(row: &R) -> Result<PlayedRow, R::Error> {
        Ok(PlayedRow {
            person: row.get(0)?,
            at: row.get(1)?,
            id: row.get(2)?,
            seat: row.get(3)?,
            game: row.get(4)?,
            pace: row.get(5)?,
            result: row.get(6)?,
            opponent: row.get(7)?,
            computer: row.get(8)?,
            plies: row.get(9)?,
            listed: row.get(10)?,
            opening: row.get(11)?,
            accuracy: row.get(12)?,
        })
    }
}

/// How well a person plays a game at a pace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingRow {
    /// Who.
    pub person: String,
    /// Which game.
    pub game: String,
    /// How fast, by the name of the pace.
    pub pace: String,
    /// Points, in thousandths.
    pub rating: i64,
    /// How sure they are, in thousandths.
    pub deviation: i64,
    /// How much they change, in millionths.
    pub volatility: i64,
    /// Of how many games it is made.
    pub games: i64,
    /// When it changed last.
    pub at: i64,
}

impl FromRow for RatingRow {
    const COLUMNS: &str = "ratings.person, ratings.game, ratings.pace, ratings.rating, \
                           ratings.deviation, ratings.volatility, ratings.games, ratings.at";

    fn read<R: Columns>(row: &R) -> Result<RatingRow, R::Error> {
        Ok(RatingRow {
            person: row.get(0)?,
            game: row.get(1)?,
            pace: row.get(2)?,
            rating: row.get(3)?,
            deviation: row.get(4)?,
            volatility: row.get(5)?,
            games: row.get(6)?,
            at: row.get(7)?,
        })
    }
}

/// What a game has changed in somebody's rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingChangeRow {
    /// Which game.
    pub id: String,
    /// Whose rating.
    pub person: String,
    /// What was played.
    pub game: String,
    /// How fast, by the name of the pace.
    pub pace: String,
    /// When.
    pub at: i64,
    /// The points until then, in thousandths.
    pub before: i64,
    /// The points from then on, in thousandths.
    pub rating: i64,
}

impl FromRow for RatingChangeRow {
    const COLUMNS: &str = "id, person, game, pace, at, before, rating";

    fn read<R: Columns>(row: &R) -> Result<RatingChangeRow, R::Error> {
        Ok(RatingChangeRow {
            id: row.get(0)?,
            person: row.get(1)?,
            game: row.get(2)?,
            pace: row.get(3)?,
            at: row.get(4)?,
            before: row.get(5)?,
            rating: row.get(6)?,
        })
    }
}

/// How often games went on from a position to another one, by how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploredRow {
    /// The key of the position after the move.
    pub next: i64,
    /// 0 for a draw, or the number of the seat that won, from 1.
    pub outcome: i64,
    /// How many games.
    pub games: i64,
}

impl FromRow for ExploredRow {
    const COLUMNS: &str = "next, outcome, games";

    fn read<R: Columns>(row: &R) -> Result<ExploredRow, R::Error> {
        Ok(ExploredRow { next: row.get(0)?, outcome: row.get(1)?, games: row.get(2)? })
    }
}

/// Which games that are over are looked for. What is `None` or empty does not matter.
#[derive(Clone, Debug, Default)]
pub struct ArchiveFilter {
    /// Which game.
    pub game: Option<String>,
    /// Options as they stand among the rules of a game, such as `layers=5`.
    pub options: Vec<String>,
    /// The beginnings of one or more words of a player's name.
    pub player: Option<String>,
    /// Somebody who sits there or made it, and has not hidden it.
    pub person: Option<String>,
    /// How they ended: `won`, `drawn` or `unfinished`.
    pub result: Option<String>,
    /// Of somebody's games only those that they won, or only others.
    pub won: Option<bool>,
    /// Only what everybody may find.
    pub listed_only: bool,
    /// The least and the most steps.
    pub plies: (Option<i64>, Option<i64>),
    /// Not before, and before.
    pub time: (Option<i64>, Option<i64>),
    /// The key of a position.
    pub position: Option<i64>,
    /// Where the page before ended: time and id.
    pub after: Option<(i64, String)>,
    /// How many at most.
    pub limit: i64,
}

/// A page of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivePage {
    /// The games, the latest first.
    pub games: Vec<GameRow>,
    /// Where to go on, if there may be more.
    pub next: Option<(i64, String)>,
}

/// Games that are looked at one by one for a page.
pub(crate) const COMPARED: i64 = 5_000;
