//! Search in the archive.

use super::Postgres;
use super::lists::Values;
use crate::archive::{ArchivePage, COMPARED};
use crate::names::{common_key, end_of, words};
use crate::rows::Record;
use crate::store::Pool;
use crate::{ArchiveFilter, GameRow, StoreError};

/// Number of candidates that are read first, as a multiple of the page size.
const FEW: i64 = 4;

impl Postgres {
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
        // The winner is in the summary, which is compared row by row.
        let won = filter.won.zip(filter.person.as_deref());
        let most = if won.is_some() { COMPARED } else { filter.limit + 1 };
        let most = values.add(most);
        // Usually the first candidates match. The database joins all of them before it sorts.
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
        // The page is not full: there are no more games, or the limit of candidates was reached.
        let sql = format!(
            "SELECT updated, id FROM ({}) AS places OFFSET {}",
            ordered(COMPARED),
            COMPARED - 1
        );
        let next: Vec<(i64, String)> = self.rows(Pool::Lists, &sql, &values.0[..count]).await?;
        Ok(ArchivePage { games, next: next.into_iter().next() })
    }
}

/// Returns the statement for the most selective source of candidates in the order of the page.
fn candidates(filter: &ArchiveFilter, wanted: &[String], values: &mut Values) -> String {
    let listed = if filter.listed_only { " AND listed = 1" } else { "" };
    let mut sql = match (filter.position, &filter.person, wanted.first(), &filter.game) {
        (Some(position), ..) => {
            format!("updated, id FROM position_games WHERE position = {}", values.add(position))
        }
        (_, Some(person), ..) => format!(
            "updated, game AS id FROM games_of_people AS mine \
             WHERE hidden = 0 AND phase = 'ended' AND person = {}",
            values.add(person)
        ),
        (_, _, Some(word), _) => {
            let key = values.add(common_key(word));
            let (from, to) = (values.add(word), values.add(end_of(word)));
            format!(
                "DISTINCT updated, id FROM name_words \
                 WHERE key = {key} AND word >= {from} AND word < {to}"
            )
        }
        (.., Some(game)) => {
            let game = values.add(game);
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
        let (at, last) = (values.add(*at), values.add(last));
        sql += &format!(" AND updated <= {at} AND (updated < {at} OR {id} > {last})");
    }
    format!("SELECT {sql} ORDER BY updated DESC, {id}")
}

/// Returns the conditions on the candidates.
fn conditions(filter: &ArchiveFilter, wanted: &[String], values: &mut Values) -> String {
    let mut all: Vec<String> = vec!["TRUE".into()];
    if let Some(game) = &filter.game {
        all.push(format!("archived_games.game = {}", values.add(game)));
    }
    if let Some(result) = filter.result {
        all.push(format!("archived_games.result = {}", values.add(result)));
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
            values.add(person)
        ));
    }
    if !wanted.is_empty() {
        all.push(values.has_player("places.id", wanted));
    }
    all.join(" AND ")
}
