//! Games that are over: filing them and finding them.

use tokio_postgres::types::ToSql;

use super::Postgres;
use super::failure::Failure;
use super::line::{Line, Parameters};
use super::lists::{Values, end_of};
use crate::archive::{ArchivePage, COMPARED};
use crate::names::{common_key, words};
use crate::rows::{After, FromRow};
use crate::{
    ArchiveFilter, Archived, ArchivedRow, ExploredRow, GameRow, PersonRow, PlayedRow,
    RatingChangeRow, RatingRow, StoreError,
};

/// How many times as many as are wanted are looked at first.
const FEW: i64 = 4;

/// A game that has just ended waits to be filed.
pub(crate) async fn await_filing(line: &Line, id: &str) -> Result<(), Failure> {
    let sql = "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
               WHERE id = $1 AND phase = 'ended' ON CONFLICT DO NOTHING";
    line.change(sql, &[&id]).await.map(drop)
}

/// Files a game, once; how many were (none where somebody else was first).
pub(crate) async fn file(line: &Line, archived: &Archived) -> Result<u64, Failure> {
    if line.change("DELETE FROM unarchived WHERE id = $1", &[&archived.id]).await? == 0 {
        return Ok(0);
    }
    if let Some(game) = &archived.game {
        add_game(line, game).await?;
    }
    let deleted = deleted(line, archived).await?;
    for played in archived.played.iter().filter(|played| !deleted.contains(&played.person)) {
        add_played(line, played).await?;
    }
    for (rating, change) in &archived.rated {
        if !deleted.contains(&rating.person) && !rate(line, rating, change).await? {
            return Ok(0);
        }
    }
    Ok(1)
}

/// Returns those of a game's people whose accounts were deleted, and keeps the others from being deleted
/// until the transaction ends.
async fn deleted(line: &Line, archived: &Archived) -> Result<Vec<String>, Failure> {
    let people: Vec<&str> = archived.people().into_iter().collect();
    let sql = "SELECT id, deleted IS NOT NULL FROM people WHERE id = ANY($1) ORDER BY id FOR SHARE";
    let mut deleted = Vec::new();
    for row in line.rows(sql, &[&people]).await? {
        if row.try_get(1)? {
            deleted.push(row.try_get(0)?);
        }
    }
    Ok(deleted)
}

/// The moves of a game as columns.
fn columns(game: &ArchivedRow) -> [Vec<i64>; 3] {
    let mut columns = [const { Vec::new() }; 3];
    for (position, next, outcome) in game.edges() {
        columns[0].push(position);
        columns[1].push(next);
        columns[2].push(outcome);
    }
    columns
}

async fn add_game(line: &Line, game: &ArchivedRow) -> Result<(), Failure> {
    let bytes = game.line_bytes();
    let parameters: Parameters<'_> = &[
        &game.id,
        &game.game,
        &game.rules,
        &game.plies,
        &game.result,
        &game.listed,
        &game.updated,
        &game.outcome,
        &bytes,
    ];
    line.change(
        "INSERT INTO archived_games (id, game, rules, plies, result, listed, updated, outcome, \
         line) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        parameters,
    )
    .await?;
    // In order, so that two who count wait for each other only in one direction.
    let [positions, nexts, outcomes] = columns(game);
    line.change(
        "INSERT INTO explorer (position, next, outcome, games) \
         SELECT position, next, outcome, 1 FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
         AS edge (position, next, outcome) ORDER BY 1, 2, 3 \
         ON CONFLICT (position, next, outcome) DO UPDATE SET games = explorer.games + 1",
        &[&positions, &nexts, &outcomes],
    )
    .await?;
    let positions: Vec<i64> = game.positions().into_iter().collect();
    line.change(
        "INSERT INTO position_games (position, updated, id) \
         SELECT position, $2, $3 FROM unnest($1::bigint[]) AS place (position) \
         ON CONFLICT DO NOTHING",
        &[&positions, &game.updated, &game.id],
    )
    .await?;
    Ok(())
}

async fn add_played(line: &Line, played: &PlayedRow) -> Result<(), Failure> {
    let sql = format!(
        "INSERT INTO played ({}) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING",
        PlayedRow::COLUMNS
    );
    let parameters: Parameters<'_> = &[
        &played.person,
        &played.at,
        &played.id,
        &played.seat,
        &played.game,
        &played.pace,
        &played.result,
        &played.opponent,
        &played.computer,
        &played.plies,
        &played.listed,
        &played.opening,
        &played.accuracy,
    ];
    line.change(&sql, parameters).await.map(drop)
}

/// A rating changes by a game, once; and only from what it was when it was reckoned.
async fn rate(line: &Line, rating: &RatingRow, change: &RatingChangeRow) -> Result<bool, Failure> {
    let parameters: Parameters<'_> = &[
        &change.id,
        &change.person,
        &change.game,
        &change.pace,
        &change.at,
        &change.before,
        &change.rating,
    ];
    let sql = "INSERT INTO rating_changes (id, person, game, pace, at, before, rating) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    if line.change(sql, parameters).await? == 0 {
        return Ok(false);
    }
    let parameters: Parameters<'_> = &[
        &rating.person,
        &rating.game,
        &rating.pace,
        &rating.rating,
        &rating.deviation,
        &rating.volatility,
        &rating.games,
        &rating.at,
    ];
    let rated = line
        .change(
            "INSERT INTO ratings (person, game, pace, rating, deviation, volatility, games, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (person, game, pace) \
             DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, at = excluded.at \
             WHERE ratings.games = excluded.games - 1",
            parameters,
        )
        .await?;
    Ok(rated == 1)
}

/// Nothing is found of a game any more. What it changed in ratings stays: those were earned.
pub(crate) async fn unfile(line: &Line, id: &str) -> Result<(), Failure> {
    let sql = format!("SELECT {} FROM archived_games WHERE id = $1", ArchivedRow::COLUMNS);
    for row in line.rows(&sql, &[&id]).await? {
        let game = ArchivedRow::read(&row)?;
        let [positions, nexts, outcomes] = columns(&game);
        let parameters: Parameters<'_> = &[&positions, &nexts, &outcomes];
        let edges = "FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
                     AS edge (position, next, outcome)";
        let same = "explorer.position = edge.position AND explorer.next = edge.next \
                    AND explorer.outcome = edge.outcome";
        let sql = format!("UPDATE explorer SET games = games - 1 {edges} WHERE {same}");
        line.change(&sql, parameters).await?;
        let using = edges.replacen("FROM", "USING", 1);
        let sql = format!("DELETE FROM explorer {using} WHERE {same} AND explorer.games <= 0");
        line.change(&sql, parameters).await?;
        let positions: Vec<i64> = game.positions().into_iter().collect();
        let sql = "DELETE FROM position_games WHERE position = ANY($1) AND id = $2";
        line.change(sql, &[&positions, &id]).await?;
    }
    for sql in [
        "DELETE FROM unarchived WHERE id = $1",
        "DELETE FROM damaged_games WHERE id = $1",
        "DELETE FROM archived_games WHERE id = $1",
        "DELETE FROM played WHERE id = $1",
    ] {
        line.change(sql, &[&id]).await?;
    }
    Ok(())
}

/// All games are filed anew.
pub(crate) async fn file_all_anew(line: &Line) -> Result<(), Failure> {
    line.long_batch(
        "SET LOCAL statement_timeout = 0; DELETE FROM explorer; DELETE FROM position_games; \
         DELETE FROM archived_games; DELETE FROM played; INSERT INTO unarchived \
         SELECT id, updated FROM games WHERE phase = 'ended' ON CONFLICT DO NOTHING",
    )
    .await
}

impl Postgres {
    pub(crate) async fn unarchived(
        &self,
        until: i64,
        limit: i64,
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM unarchived WHERE at <= $1 ORDER BY at, id LIMIT $2";
        self.values(sql, &[&until, &limit]).await
    }

    pub(crate) async fn just_ended(
        &self,
        since: i64,
        limit: i64,
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM unarchived WHERE at > $1 ORDER BY at DESC, id LIMIT $2";
        self.values(sql, &[&since, &limit]).await
    }

    pub(crate) async fn is_unarchived(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1::bigint FROM unarchived WHERE id = $1";
        Ok(!self.values::<i64>(sql, &[&id]).await?.is_empty())
    }

    async fn list<R: FromRow>(
        &self,
        rest: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<R>, StoreError> {
        let sql = format!("SELECT {} FROM {rest}", R::COLUMNS);
        let rows = self.ask_on(&self.shared.lists, &sql, parameters).await?;
        rows.iter().map(|row| R::read(row).map_err(super::unreadable)).collect()
    }

    pub(crate) async fn explored(&self, position: i64) -> Result<Vec<ExploredRow>, StoreError> {
        self.list("explorer WHERE position = $1", &[&position]).await
    }

    pub(crate) async fn played(
        &self,
        person: &str,
        limit: i64,
    ) -> Result<Vec<PlayedRow>, StoreError> {
        let rest = "played WHERE person = $1 ORDER BY at DESC, id, seat LIMIT $2";
        self.list(rest, &[&person, &limit]).await
    }

    pub(crate) async fn rating(
        &self,
        person: &str,
        game: &str,
        pace: &str,
    ) -> Result<Option<RatingRow>, StoreError> {
        let rest = "ratings WHERE person = $1 AND game = $2 AND pace = $3";
        Ok(self.list(rest, &[&person, &game, &pace]).await?.pop())
    }

    pub(crate) async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>, StoreError> {
        self.list("ratings WHERE person = $1 ORDER BY game, pace", &[&person]).await
    }

    pub(crate) async fn rating_changes(
        &self,
        person: &str,
        limit: i64,
    ) -> Result<Vec<RatingChangeRow>, StoreError> {
        let rest = "rating_changes WHERE person = $1 ORDER BY at DESC, id LIMIT $2";
        self.list(rest, &[&person, &limit]).await
    }

    pub(crate) async fn changed_by(&self, id: &str) -> Result<Vec<RatingChangeRow>, StoreError> {
        self.list("rating_changes WHERE id = $1 ORDER BY person", &[&id]).await
    }

    pub(crate) async fn leaders(
        &self,
        game: &str,
        pace: &str,
        surest: i64,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<(RatingRow, PersonRow)>, StoreError> {
        let sql = format!(
            "SELECT {}, {} FROM ratings JOIN people ON people.id = ratings.person \
             WHERE ratings.game = $1 AND ratings.pace = $2 AND ratings.deviation <= $3 \
             AND people.login IS NOT NULL AND people.banned IS NULL \
             ORDER BY ratings.rating DESC, ratings.person LIMIT $4 OFFSET $5",
            PersonRow::COLUMNS,
            RatingRow::COLUMNS
        );
        let parameters: Parameters<'_> = &[&game, &pace, &surest, &limit, &offset];
        let rows = self.ask_on(&self.shared.lists, &sql, parameters).await?;
        let read = |row| Ok((RatingRow::read(&After(row, 8))?, PersonRow::read(row)?));
        rows.iter().map(read).collect::<Result<_, _>>().map_err(super::unreadable)
    }

    pub(crate) async fn archive(&self, filter: &ArchiveFilter) -> Result<ArchivePage, StoreError> {
        let wanted: Vec<String> = filter.player.iter().flat_map(|player| words(player)).collect();
        let limit = usize::try_from(filter.limit).unwrap_or(0);
        if limit == 0 || filter.player.is_some() && wanted.is_empty() {
            return Ok(ArchivePage { games: Vec::new(), next: None });
        }
        let mut values = Values::default();
        let candidates = candidates(filter, &wanted, &mut values);
        let ordered = |window: i64| format!("{candidates} LIMIT {window}");
        let count = values.0.len();
        let conditions = conditions(filter, &wanted, &mut values);
        // Who won is known from what lists show: looked at one by one.
        let won = filter.won.zip(filter.person.as_deref());
        let most = if won.is_some() { COMPARED } else { filter.limit + 1 };
        let most = values.add(most);
        // Mostly the first ones fit; all are joined before the database puts them in order.
        let mut games = Vec::new();
        let windows = [COMPARED.min(FEW * (filter.limit + 1)), COMPARED];
        for window in windows.into_iter().skip(usize::from(won.is_some())) {
            let sql = format!(
                "WITH places AS MATERIALIZED ({}) SELECT {} FROM places \
                 JOIN archived_games ON archived_games.id = places.id \
                 JOIN games ON games.id = places.id AND games.phase = 'ended' WHERE {conditions} \
                 ORDER BY places.updated DESC, places.id LIMIT {most}",
                ordered(window),
                GameRow::COLUMNS
            );
            games = self.listed(&sql, &values).await?;
            if games.len() > limit {
                break;
            }
        }
        if let Some((won, person)) = won {
            games.retain(|game| game.won_by(person) == won);
        }
        if games.len() > limit {
            games.truncate(limit);
            let next = games.last().map(|last| (last.updated, last.id.clone()));
            return Ok(ArchivePage { games, next });
        }
        // Fewer than wanted: either there are no more, or only so many were looked at.
        let sql = format!(
            "SELECT updated, id FROM ({}) AS places OFFSET {}",
            ordered(COMPARED),
            COMPARED - 1
        );
        let parameters: Vec<&(dyn ToSql + Sync)> =
            values.0[..count].iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let rows = self.ask_on(&self.shared.lists, &sql, &parameters).await?;
        let read = |row: &tokio_postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?));
        let next = rows.first().map(read).transpose().map_err(super::unreadable)?;
        Ok(ArchivePage { games, next })
    }
}

/// From where games come in the order of the page: the fewest that are known to hold all.
fn candidates(filter: &ArchiveFilter, wanted: &[String], values: &mut Values) -> String {
    let listed = if filter.listed_only { " AND listed = 1" } else { "" };
    let mut sql = match (filter.position, &filter.person, wanted.first(), &filter.game) {
        (Some(position), ..) => {
            format!("updated, id FROM position_games WHERE position = {}", values.add(position))
        }
        (_, Some(person), ..) => format!(
            "updated, game AS id FROM games_of_people AS mine \
             WHERE hidden = 0 AND phase = 'ended' AND person = {}",
            values.add(person.clone())
        ),
        (_, _, Some(word), _) => {
            let key = values.add(common_key(word).to_owned());
            let (from, to) = (values.add(word.clone()), values.add(end_of(word)));
            format!(
                "DISTINCT updated, id FROM name_words \
                 WHERE key = {key} AND word >= {from} AND word < {to}"
            )
        }
        (.., Some(game)) => {
            let game = values.add(game.clone());
            format!("updated, id FROM archived_games WHERE game = {game}{listed}")
        }
        _ => format!("updated, id FROM archived_games WHERE TRUE{listed}"),
    };
    let id = if filter.position.is_none() && filter.person.is_some() { "game" } else { "id" };
    if let Some(from) = filter.time.0 {
        sql += &format!(" AND updated >= {}", values.add(from));
    }
    if let Some(until) = filter.time.1 {
        sql += &format!(" AND updated < {}", values.add(until));
    }
    if let Some((at, last)) = &filter.after {
        let (at, last) = (values.add(*at), values.add(last.clone()));
        sql += &format!(" AND updated <= {at} AND (updated < {at} OR {id} > {last})");
    }
    format!("SELECT {sql} ORDER BY updated DESC, {id}")
}

/// What else holds for them.
fn conditions(filter: &ArchiveFilter, wanted: &[String], values: &mut Values) -> String {
    let mut all: Vec<String> = vec!["TRUE".into()];
    if let Some(game) = &filter.game {
        all.push(format!("archived_games.game = {}", values.add(game.clone())));
    }
    if let Some(result) = &filter.result {
        all.push(format!("archived_games.result = {}", values.add(result.clone())));
    }
    for option in &filter.options {
        let place = values.add(format!(",{option},"));
        all.push(format!("strpos(',' || archived_games.rules || ',', {place}) > 0"));
    }
    if let Some(least) = filter.plies.0 {
        all.push(format!("archived_games.plies >= {}", values.add(least)));
    }
    if let Some(most) = filter.plies.1 {
        all.push(format!("archived_games.plies <= {}", values.add(most)));
    }
    if filter.listed_only {
        all.push("archived_games.listed = 1".into());
    }
    if let (Some(person), Some(_)) = (&filter.person, filter.position) {
        all.push(format!(
            "EXISTS (SELECT 1 FROM games_of_people AS mine WHERE mine.game = places.id \
             AND mine.hidden = 0 AND mine.person = {})",
            values.add(person.clone())
        ));
    }
    if !wanted.is_empty() {
        all.push(values.has_player("places.id", wanted));
    }
    all.join(" AND ")
}
