//! The archive: games that are over, what was played in which position, and ratings.

use std::collections::BTreeSet;

use agon_protocol::lists::Ended;

use crate::executor::{Executor, Parameter, ToParameter, values};
use crate::failure::Failure;
use crate::rows::{Joined, Record, record};
use crate::{GameRow, PersonRow, Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// What is stored when a game is archived.
#[derive(Clone, Debug)]
pub struct Archived {
    /// Id of the game.
    pub id: String,
    /// Searchable fields; `None` for a game that cannot be read or was not played.
    pub game: Option<ArchivedRow>,
    /// The game from the viewpoint of each person who played it.
    pub played: Vec<PlayedRow>,
    /// New ratings and their changes, in the order of the people's ids.
    pub rated: Vec<(RatingRow, RatingChangeRow)>,
}

/// Searchable fields of an archived game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedRow {
    /// Id; never changes.
    pub id: String,
    /// Id of the game that was played.
    pub game: String,
    /// All options.
    pub rules: String,
    /// Number of plies.
    pub plies: i64,
    /// How it ended; never [`Ended::Lost`].
    pub result: Ended,
    /// 1 if the game is on public lists.
    pub listed: i64,
    /// Time of the end.
    pub updated: i64,
    /// Outcome under which the explorer counts its moves: 0 for a draw, or the number of the winning seat,
    /// from 1; `None` if they are not counted.
    pub outcome: Option<i64>,
    /// Keys of its first positions.
    pub line: Vec<i64>,
}

record!(ArchivedRow in "archived_games":
    id, game, rules, plies, result, listed, updated, outcome, line);

impl ArchivedRow {
    /// Returns the moves that are counted, each once, as parameters: position, next position, outcome. They
    /// are sorted, so that two transactions lock them in the same order.
    fn edges(&self) -> Vec<Vec<Parameter<'static>>> {
        let Some(outcome) = self.outcome else { return Vec::new() };
        let pairs = self.line.iter().zip(self.line.iter().skip(1));
        let edges: BTreeSet<(i64, i64)> = pairs.map(|(&from, &to)| (from, to)).collect();
        let set = |(from, to)| [from, to, outcome].map(Parameter::Integer).to_vec();
        edges.into_iter().map(set).collect()
    }

    /// Returns its positions, each once, as parameters: position, time, id.
    fn positions(&self) -> Vec<Vec<Parameter<'_>>> {
        let positions: BTreeSet<i64> = self.line.iter().copied().collect();
        let set = |position| {
            vec![Parameter::Integer(position), self.updated.parameter(), self.id.parameter()]
        };
        positions.into_iter().map(set).collect()
    }
}

/// A game from the viewpoint of a person who played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedRow {
    /// Id of the person.
    pub person: String,
    /// Time of the end.
    pub at: i64,
    /// Id of the game.
    pub id: String,
    /// Index of the person's seat.
    pub seat: i64,
    /// Id of the game that was played.
    pub game: String,
    /// Name of the pace.
    pub pace: String,
    /// How it ended for the person.
    pub result: Ended,
    /// Id of the opponent, if there was one and that was a person.
    pub opponent: Option<String>,
    /// Kind and level of the opponent, if there was one and that was a computer.
    pub computer: Option<String>,
    /// Number of plies.
    pub plies: i64,
    /// 1 if the game is on public lists.
    pub listed: i64,
    /// Key of an early position, which identifies the opening.
    pub opening: Option<i64>,
    /// Accuracy from 0 to 100, if there is a report.
    pub accuracy: Option<i64>,
}

record!(PlayedRow in "played":
    person, at, id, seat, game, pace, result, opponent, computer, plies, listed, opening, accuracy);

/// Rating of a person in a game at a pace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingRow {
    /// Id of the person.
    pub person: String,
    /// Id of the game.
    pub game: String,
    /// Name of the pace.
    pub pace: String,
    /// Rating in thousandths of a point.
    pub rating: i64,
    /// Rating deviation in thousandths of a point.
    pub deviation: i64,
    /// Volatility in millionths.
    pub volatility: i64,
    /// Number of rated games.
    pub games: i64,
    /// Time of the last change.
    pub at: i64,
}

record!(RatingRow in "ratings": person, game, pace, rating, deviation, volatility, games, at);

/// Change of a rating by a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingChangeRow {
    /// Id of the game.
    pub id: String,
    /// Id of the person.
    pub person: String,
    /// Id of the game that was played.
    pub game: String,
    /// Name of the pace.
    pub pace: String,
    /// Time of the change.
    pub at: i64,
    /// Rating before, in thousandths of a point.
    pub before: i64,
    /// Rating after, in thousandths of a point.
    pub rating: i64,
}

record!(RatingChangeRow in "rating_changes": id, person, game, pace, at, before, rating);

/// Number of games in which a move was played, by outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploredRow {
    /// Key of the position after the move.
    pub next: i64,
    /// 0 for a draw, or the number of the winning seat, from 1.
    pub outcome: i64,
    /// Number of games.
    pub games: i64,
}

record!(ExploredRow in "explorer": next, outcome, games);

/// Selects archived games. Fields that are `None` or empty select all.
#[derive(Clone, Debug, Default)]
pub struct ArchiveFilter {
    /// Id of the game that was played.
    pub game: Option<String>,
    /// Options in the form of the rules, such as `layers=5`.
    pub options: Vec<String>,
    /// Beginnings of one or more words of a player's name.
    pub player: Option<String>,
    /// Id of the host or of a player who has not hidden the game.
    pub person: Option<String>,
    /// How they ended; never [`Ended::Lost`].
    pub result: Option<Ended>,
    /// With `person`: whether that person won.
    pub won: Option<bool>,
    /// Only games on public lists.
    pub listed_only: bool,
    /// Minimum and maximum number of plies.
    pub plies: (Option<i64>, Option<i64>),
    /// Earliest time (inclusive) and latest time (exclusive) of the end.
    pub time: (Option<i64>, Option<i64>),
    /// Key of a position that occurred.
    pub position: Option<i64>,
    /// [`ArchivePage::next`] of the page before.
    pub after: Option<(i64, String)>,
    /// Maximum number of games.
    pub limit: i64,
}

/// A page of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivePage {
    /// The games, the latest first.
    pub games: Vec<GameRow>,
    /// Time and id after which the next page begins, if there may be one.
    pub next: Option<(i64, String)>,
}

/// Maximum number of games that are compared one by one for a page.
pub(crate) const COMPARED: i64 = 5_000;

/// Queues a game that has just ended.
pub(crate) async fn await_filing(executor: &impl Executor, id: &str) -> Result<u64, Failure> {
    let sql = "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
               WHERE id = $1 AND phase = 'ended' ON CONFLICT DO NOTHING";
    executor.change(sql, values![id]).await
}

/// Archives a game. Fails with [`Failure::Taken`] if it is not in the queue, or if a rating has changed since
/// the new one was computed.
pub(crate) async fn file(executor: &impl Executor, archived: &Archived) -> Result<(), Failure> {
    let Archived { id, game, played, rated } = archived;
    if executor.change("DELETE FROM unarchived WHERE id = $1", values![id]).await? == 0 {
        return Err(Failure::Taken);
    }
    if let Some(game) = game {
        add_game(executor, game).await?;
    }
    // Locks the people, so that none of them is deleted before the transaction ends.
    let people = played.iter().map(|played| &played.person);
    let people: BTreeSet<&String> =
        people.chain(rated.iter().map(|(rating, _)| &rating.person)).collect();
    let people: Vec<String> = people.into_iter().cloned().collect();
    let sql = "SELECT id, deleted IS NOT NULL FROM people WHERE id = ANY($1) ORDER BY id FOR SHARE";
    let found: Vec<(String, bool)> = executor.rows(sql, values![people[..]]).await?;
    let exists = |person: &str| !found.iter().any(|(id, deleted)| *deleted && id == person);
    for played in played.iter().filter(|played| exists(&played.person)) {
        executor.insert(played, "ON CONFLICT DO NOTHING").await?;
    }
    for (rating, change) in rated.iter().filter(|(rating, _)| exists(&rating.person)) {
        rate(executor, rating, change).await?;
    }
    Ok(())
}

async fn add_game(executor: &impl Executor, game: &ArchivedRow) -> Result<(), Failure> {
    executor.insert(game, "ON CONFLICT DO NOTHING").await?;
    let sql = "INSERT INTO explorer (position, next, outcome, games) VALUES ($1, $2, $3, 1) \
               ON CONFLICT (position, next, outcome) DO UPDATE SET games = explorer.games + 1";
    executor.change_each(sql, &game.edges()).await?;
    let sql = "INSERT INTO position_games (position, updated, id) VALUES ($1, $2, $3) \
               ON CONFLICT DO NOTHING";
    executor.change_each(sql, &game.positions()).await?;
    Ok(())
}

/// Applies a rating change once, if the rating is unchanged since it was computed.
async fn rate(
    executor: &impl Executor,
    rating: &RatingRow,
    change: &RatingChangeRow,
) -> Result<(), Failure> {
    let unchanged = "ON CONFLICT (person, game, pace) \
                     DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
                     volatility = excluded.volatility, games = excluded.games, at = excluded.at \
                     WHERE ratings.games = excluded.games - 1";
    let recorded = executor.insert(change, "ON CONFLICT DO NOTHING").await?;
    if recorded == 1 && executor.insert(rating, unchanged).await? == 1 {
        Ok(())
    } else {
        Err(Failure::Taken)
    }
}

/// Deletes a game from the archive. Its rating changes stay.
pub(crate) async fn unfile(executor: &impl Executor, id: &str) -> Result<(), Failure> {
    let found: Vec<ArchivedRow> = executor.find("WHERE id = $1", values![id]).await?;
    if let Some(game) = found.first() {
        let edges = game.edges();
        let sql = "UPDATE explorer SET games = games - 1 \
                   WHERE position = $1 AND next = $2 AND outcome = $3";
        executor.change_each(sql, &edges).await?;
        let sql = "DELETE FROM explorer \
                   WHERE position = $1 AND next = $2 AND outcome = $3 AND games <= 0";
        executor.change_each(sql, &edges).await?;
        let sql = "DELETE FROM position_games WHERE position = $1 AND updated = $2 AND id = $3";
        executor.change_each(sql, &game.positions()).await?;
    }
    Ok(())
}

/// Empties the archive and queues all games.
pub(crate) async fn file_all_anew(executor: &impl Executor) -> Result<(), Failure> {
    let sql = "DELETE FROM explorer; DELETE FROM position_games; DELETE FROM archived_games; \
               DELETE FROM played; INSERT INTO unarchived SELECT id, updated FROM games \
               WHERE phase = 'ended' ON CONFLICT DO NOTHING";
    executor.long_batch(sql).await
}

pub(crate) async fn accuracy(
    executor: &impl Executor,
    game: &str,
    seat: i64,
    accuracy: i64,
) -> Result<u64, Failure> {
    let sql = "UPDATE played SET accuracy = $3 WHERE id = $1 AND seat = $2";
    executor.change(sql, values![game, seat, accuracy]).await
}

impl Store {
    /// Returns games that ended by then and are not archived, the earliest first.
    pub async fn unarchived(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM unarchived WHERE at <= $1 ORDER BY at, id LIMIT $2";
        self.query("unarchived").values(sql, values![until, limit]).await
    }

    /// Returns games that ended since then and are not archived, the latest first.
    pub async fn just_ended(&self, since: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM unarchived WHERE at > $1 ORDER BY at DESC, id LIMIT $2";
        self.query("just_ended").values(sql, values![since, limit]).await
    }

    /// Returns whether a game waits to be archived.
    pub async fn is_unarchived(&self, id: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM unarchived WHERE id = $1";
        self.query("is_unarchived").exists(sql, values![id]).await
    }

    /// Returns archived games, the latest first.
    pub async fn archive(&self, filter: &ArchiveFilter) -> Result<ArchivePage> {
        dispatch!(self, archive(filter))
    }

    /// Returns what was played in the position with this key.
    pub async fn explored(&self, position: i64) -> Result<Vec<ExploredRow>> {
        self.list("explored").find("WHERE position = $1", values![position]).await
    }

    /// Returns the games that a person played, the latest first.
    pub async fn played(&self, person: &str, limit: i64) -> Result<Vec<PlayedRow>> {
        let rest = "WHERE person = $1 ORDER BY at DESC, id, seat LIMIT $2";
        self.list("played").find(rest, values![person, limit]).await
    }

    /// Returns the rating of a person in a game at a pace.
    pub async fn rating(&self, person: &str, game: &str, pace: &str) -> Result<Option<RatingRow>> {
        let rest = "WHERE person = $1 AND game = $2 AND pace = $3";
        self.query("rating").first(rest, values![person, game, pace]).await
    }

    /// Returns all ratings of a person.
    pub async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>> {
        let rest = "WHERE person = $1 ORDER BY game, pace";
        self.query("ratings_of").find(rest, values![person]).await
    }

    /// Returns the rating changes of a person, the latest first.
    pub async fn rating_changes(&self, person: &str, limit: i64) -> Result<Vec<RatingChangeRow>> {
        let rest = "WHERE person = $1 ORDER BY at DESC, id LIMIT $2";
        self.list("rating_changes").find(rest, values![person, limit]).await
    }

    /// Returns the rating changes by a game.
    pub async fn changed_by(&self, id: &str) -> Result<Vec<RatingChangeRow>> {
        self.query("changed_by").find("WHERE id = $1 ORDER BY person", values![id]).await
    }

    /// Returns the registered people with the best ratings whose deviation is `surest` at most.
    pub async fn leaders(
        &self,
        game: &str,
        pace: &str,
        surest: i64,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<(RatingRow, PersonRow)>> {
        // CROSS JOIN makes SQLite read ratings first, in order.
        let sql = format!(
            "SELECT {}, {} FROM ratings CROSS JOIN people WHERE people.id = ratings.person \
             AND ratings.game = $1 AND ratings.pace = $2 AND ratings.deviation <= $3 \
             AND people.login IS NOT NULL AND people.banned IS NULL \
             ORDER BY ratings.rating DESC, ratings.person LIMIT $4 OFFSET $5",
            RatingRow::COLUMNS,
            PersonRow::COLUMNS
        );
        let values = values![game, pace, surest, limit, offset];
        let rows = self.list("leaders").rows(&sql, values).await?;
        Ok(rows.into_iter().map(|Joined(rating, person)| (rating, person)).collect())
    }
}
