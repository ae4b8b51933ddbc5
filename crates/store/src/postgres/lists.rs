//! Lists of games, the latest first. Each statement is made of the filters that are set, so that
//! an index serves it and reading ends with the last row that is wanted.

use std::fmt::Write as _;

use tokio_postgres::types::ToSql;

use super::Postgres;
use crate::names::{common_key, words};
use crate::rows::FromRow;
use crate::{GameFilter, GameRow, StoreError};

/// Games whose names are compared one by one for a single list.
const COMPARED: usize = 5_000;
/// Entries under the first letters of a name that are looked through before the name itself.
const LATEST: i64 = 3_000;

/// Values of a statement, which names them by their places.
#[derive(Default)]
pub(super) struct Values(pub(super) Vec<Box<dyn ToSql + Sync + Send>>);

impl Values {
    pub(super) fn add(&mut self, value: impl ToSql + Sync + Send + 'static) -> String {
        self.0.push(Box::new(value));
        format!("${}", self.0.len())
    }

    /// A condition on the players of a game: each of the wanted words is the beginning of a word of
    /// the same name.
    pub(super) fn has_player(&mut self, id: &str, wanted: &[String]) -> String {
        let mut condition = format!("EXISTS (SELECT 1 FROM seats WHERE seats.game = {id}");
        for word in wanted {
            // Words have letters and digits alone, and nothing that means something to LIKE.
            let place = self.add(format!("% {word}%"));
            let _ = write!(condition, " AND seats.words LIKE {place}");
        }
        condition + ")"
    }
}

impl Postgres {
    pub(crate) async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        let limit = usize::try_from(filter.limit).unwrap_or(0);
        let wanted: Vec<String> = filter.player.iter().flat_map(|player| words(player)).collect();
        if limit == 0 || filter.player.is_some() && wanted.is_empty() {
            return Ok(Vec::new());
        }
        if wanted.is_empty() || filter.person.is_some() || !filter.listed_only {
            return self.walk(filter, &wanted).await;
        }
        // Names are indexed for games that are over; of the others there are few.
        let unfinished = |phase: &str| GameFilter { phase: Some(phase.into()), ..filter.clone() };
        match filter.phase.as_deref() {
            Some("open" | "playing") => self.walk(filter, &wanted).await,
            Some(_) => self.by_name(filter, &wanted, limit).await,
            None => {
                let mut games = self.by_name(filter, &wanted, limit).await?;
                for phase in ["open", "playing"] {
                    games.extend(self.walk(&unfinished(phase), &wanted).await?);
                }
                games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
                games.truncate(limit);
                Ok(games)
            }
        }
    }

    /// Goes through games in the order of the list.
    async fn walk(
        &self,
        filter: &GameFilter,
        wanted: &[String],
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut values = Values::default();
        let mut conditions: Vec<String> = Vec::new();
        // Where a person is asked for, the order is that of the person's own games.
        let mine = filter.person.is_some();
        let (tables, table) = if mine {
            ("games_of_people AS mine JOIN games ON games.id = mine.game", "mine")
        } else {
            ("games", "games")
        };
        if let Some(person) = &filter.person {
            let place = values.add(person.clone());
            conditions.push(format!("mine.hidden = 0 AND mine.person = {place}"));
        }
        if let Some(phase) = &filter.phase {
            let place = values.add(phase.clone());
            conditions.push(format!("{table}.phase = {place}"));
        }
        if let Some(game) = &filter.game {
            let place = values.add(game.clone());
            conditions.push(format!("games.game = {place}"));
        }
        if let Some(result) = &filter.result {
            let place = values.add(result.clone());
            conditions.push(format!("games.result = {place}"));
        }
        if let Some(before) = filter.before {
            let place = values.add(before);
            conditions.push(format!("{table}.updated < {place}"));
        }
        if filter.listed_only {
            conditions.push("games.listed = 1".into());
        }
        if conditions.is_empty() {
            conditions.push("TRUE".into());
        }
        let id = if mine { "mine.game" } else { "games.id" };
        // Who won is known from what lists show: looked at one by one.
        let won = filter.won.zip(filter.person.as_deref());
        let limit = if won.is_some() { COMPARED as i64 } else { filter.limit };
        let found = format!(
            "SELECT {}, {table}.updated AS place FROM {tables} WHERE {} \
             ORDER BY {table}.updated DESC, {id}",
            GameRow::COLUMNS,
            conditions.join(" AND ")
        );
        let sql = if wanted.is_empty() {
            let limit = values.add(limit);
            format!("{found} LIMIT {limit}")
        } else {
            let has_player = values.has_player("games.id", wanted);
            let limit = values.add(limit);
            format!(
                "SELECT * FROM ({found} LIMIT {COMPARED}) AS games WHERE {has_player} \
                 ORDER BY place DESC, id LIMIT {limit}"
            )
        };
        let mut games = self.listed(&sql, &values).await?;
        if let Some((won, person)) = won {
            games.retain(|game| game.won_by(person) == won);
            games.truncate(usize::try_from(filter.limit).unwrap_or(0));
        }
        Ok(games)
    }

    /// Finds listed games that are over by the words of players' names.
    async fn by_name(
        &self,
        filter: &GameFilter,
        wanted: &[String],
        limit: usize,
    ) -> Result<Vec<GameRow>, StoreError> {
        let Some((prefix, others)) = self.rarest_first(wanted).await? else {
            return Ok(Vec::new());
        };
        // Names that many games have are found among the latest; all games of a rare one are few.
        let found = self.by_word(filter, wanted, prefix, &others, true).await?;
        if found.len() >= limit {
            return Ok(found);
        }
        self.by_word(filter, wanted, prefix, &others, false).await
    }

    async fn by_word(
        &self,
        filter: &GameFilter,
        wanted: &[String],
        prefix: &str,
        others: &[&String],
        latest: bool,
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut values = Values::default();
        let from = values.add(prefix.to_owned());
        let to = values.add(end_of(prefix));
        let before = values.add(filter.before.unwrap_or(i64::MAX));
        let (source, mut conditions) = if latest {
            let key = values.add(common_key(prefix).to_owned());
            let source = format!(
                "(SELECT id, updated, word, game FROM name_words WHERE key = {key} \
                 AND updated < {before} ORDER BY updated DESC, id LIMIT {LATEST})"
            );
            (source, format!("word >= {from} AND word < {to}"))
        } else {
            let conditions =
                format!("key >= {from} AND key < {to} AND key = word AND updated < {before}");
            ("name_words".to_owned(), conditions)
        };
        if let Some(game) = &filter.game {
            let place = values.add(game.clone());
            let _ = write!(conditions, " AND game = {place}");
        }
        for other in others {
            let key = values.add(common_key(other).to_owned());
            let (from, to) = (values.add((*other).clone()), values.add(end_of(other)));
            let _ = write!(
                conditions,
                " AND EXISTS (SELECT 1 FROM name_words AS other WHERE other.key = {key} \
                 AND other.updated = found.updated AND other.id = found.id \
                 AND other.word >= {from} AND other.word < {to})"
            );
        }
        let mut wishes = String::new();
        if let Some(result) = &filter.result {
            let place = values.add(result.clone());
            let _ = write!(wishes, " AND games.result = {place}");
        }
        if let Some(phase) = &filter.phase {
            let place = values.add(phase.clone());
            let _ = write!(wishes, " AND games.phase = {place}");
        }
        if wanted.len() > 1 {
            let has_player = values.has_player("games.id", wanted);
            let _ = write!(wishes, " AND {has_player}");
        }
        let limit = values.add(filter.limit);
        let sql = format!(
            "SELECT {} FROM (SELECT DISTINCT id, updated FROM {source} AS found WHERE {conditions} \
             ORDER BY updated DESC, id LIMIT {COMPARED}) AS hits JOIN games ON games.id = hits.id \
             WHERE TRUE{wishes} ORDER BY hits.updated DESC, hits.id LIMIT {limit}",
            GameRow::COLUMNS
        );
        self.listed(&sql, &values).await
    }

    /// The word that the fewest games have, as far as a short look tells, and the others.
    async fn rarest_first<'a>(
        &self,
        wanted: &'a [String],
    ) -> Result<Option<(&'a String, Vec<&'a String>)>, StoreError> {
        let mut counted: Vec<(i64, &String)> = Vec::new();
        for word in wanted {
            let count = if wanted.len() == 1 { 0 } else { self.short_count(word).await? };
            counted.push((count, word));
        }
        counted.sort_by_key(|&(count, _)| count);
        let mut words = counted.into_iter().map(|(_, word)| word);
        Ok(words.next().map(|first| (first, words.collect())))
    }

    /// How many entries a word has, counted up to a few.
    async fn short_count(&self, prefix: &str) -> Result<i64, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM name_words WHERE key >= $1 AND key < $2 \
             AND key = word LIMIT {LATEST}) AS few"
        );
        let rows = self.ask_on(&self.shared.lists, &sql, &[&prefix, &end_of(prefix)]).await?;
        let count = rows.first().map(|row| row.try_get(0)).transpose();
        Ok(count.map_err(super::unreadable)?.unwrap_or(0))
    }

    pub(super) async fn listed(
        &self,
        sql: &str,
        values: &Values,
    ) -> Result<Vec<GameRow>, StoreError> {
        let parameters: Vec<&(dyn ToSql + Sync)> =
            values.0.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let rows = self.ask_on(&self.shared.lists, sql, &parameters).await?;
        rows.iter().map(|row| GameRow::read(row).map_err(super::unreadable)).collect()
    }
}

/// What comes after all words with this beginning.
pub(super) fn end_of(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}
