//! Lists of games, the latest first. A statement contains only the filters that are set, so that an index
//! provides the order, and reading ends with the last row of the list.

use std::fmt::Write as _;

use agon_protocol::state::Phase;

use super::Postgres;
use crate::executor::{Parameter, ToParameter, values};
use crate::names::{common_key, end_of, words};
use crate::rows::Record;
use crate::store::Pool;
use crate::{GameFilter, GameRow, StoreError};

/// Maximum number of games whose names are compared one by one for a list.
const COMPARED: usize = 5_000;
/// Number of entries under the first letters of a name that are read before those of the whole name.
const LATEST: i64 = 3_000;

/// Parameters of a statement that is being built.
#[derive(Default)]
pub(super) struct Values(pub(super) Vec<Parameter<'static>>);

impl Values {
    /// Adds a parameter; returns its placeholder.
    pub(super) fn add(&mut self, value: impl ToParameter) -> String {
        self.0.push(value.parameter().into_owned());
        format!("${}", self.0.len())
    }

    /// Returns the condition that the name of a player has all the wanted words.
    pub(super) fn has_player(&mut self, id: &str, wanted: &[String]) -> String {
        let mut condition = format!("EXISTS (SELECT 1 FROM seats WHERE seats.game = {id}");
        for word in wanted {
            // Words consist of letters and digits, which LIKE takes literally.
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
        // Names are indexed for games that are over; there are few others.
        match filter.phase {
            Some(Phase::Open | Phase::Playing) => self.walk(filter, &wanted).await,
            Some(_) => self.by_name(filter, &wanted, limit).await,
            None => {
                let mut games = self.by_name(filter, &wanted, limit).await?;
                for phase in [Phase::Open, Phase::Playing] {
                    let filter = GameFilter { phase: Some(phase), ..filter.clone() };
                    games.extend(self.walk(&filter, &wanted).await?);
                }
                games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
                games.truncate(limit);
                Ok(games)
            }
        }
    }

    /// Reads games in the order of the list.
    async fn walk(
        &self,
        filter: &GameFilter,
        wanted: &[String],
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut values = Values::default();
        let mut conditions: Vec<String> = Vec::new();
        // With a person, the index on the person's games provides the order.
        let mine = filter.person.is_some();
        let (tables, table) = if mine {
            ("games_of_people AS mine JOIN games ON games.id = mine.game", "mine")
        } else {
            ("games", "games")
        };
        if let Some(person) = &filter.person {
            let place = values.add(person);
            conditions.push(format!("mine.hidden = 0 AND mine.person = {place}"));
        }
        if let Some(phase) = filter.phase {
            let place = values.add(phase);
            conditions.push(format!("{table}.phase = {place}"));
        }
        if let Some(game) = &filter.game {
            let place = values.add(game);
            conditions.push(format!("games.game = {place}"));
        }
        if let Some(result) = filter.result {
            let place = values.add(result);
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
        // The winner is in the summary, which is compared row by row.
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

    /// Finds listed games that are over by words of players' names.
    async fn by_name(
        &self,
        filter: &GameFilter,
        wanted: &[String],
        limit: usize,
    ) -> Result<Vec<GameRow>, StoreError> {
        let Some((prefix, others)) = self.rarest_first(wanted).await? else {
            return Ok(Vec::new());
        };
        // Common names are found among the latest entries; rare names have few entries.
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
        let from = values.add(prefix);
        let to = values.add(end_of(prefix));
        let before = values.add(filter.before.unwrap_or(i64::MAX));
        let (source, mut conditions) = if latest {
            let key = values.add(common_key(prefix));
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
            let place = values.add(game);
            let _ = write!(conditions, " AND game = {place}");
        }
        for other in others {
            let key = values.add(common_key(other));
            let (from, to) = (values.add(other), values.add(end_of(other)));
            let _ = write!(
                conditions,
                " AND EXISTS (SELECT 1 FROM name_words AS other WHERE other.key = {key} \
                 AND other.updated = found.updated AND other.id = found.id \
                 AND other.word >= {from} AND other.word < {to})"
            );
        }
        let mut filters = String::new();
        if let Some(result) = filter.result {
            let place = values.add(result);
            let _ = write!(filters, " AND games.result = {place}");
        }
        if let Some(phase) = filter.phase {
            let place = values.add(phase);
            let _ = write!(filters, " AND games.phase = {place}");
        }
        if wanted.len() > 1 {
            let has_player = values.has_player("games.id", wanted);
            let _ = write!(filters, " AND {has_player}");
        }
        let limit = values.add(filter.limit);
        let sql = format!(
            "SELECT {} FROM (SELECT DISTINCT id, updated FROM {source} AS found WHERE {conditions} \
             ORDER BY updated DESC, id LIMIT {COMPARED}) AS hits JOIN games ON games.id = hits.id \
             WHERE TRUE{filters} ORDER BY hits.updated DESC, hits.id LIMIT {limit}",
            GameRow::COLUMNS
        );
        self.listed(&sql, &values).await
    }

    /// Returns the word with the fewest entries, counted up to a limit, and the others.
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

    async fn short_count(&self, prefix: &str) -> Result<i64, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM name_words WHERE key >= $1 AND key < $2 \
             AND key = word LIMIT {LATEST}) AS few"
        );
        let counts: Vec<(i64,)> =
            self.rows(Pool::Lists, &sql, values![prefix, end_of(prefix)]).await?;
        Ok(counts.first().map_or(0, |(count,)| *count))
    }

    pub(super) async fn listed(
        &self,
        sql: &str,
        values: &Values,
    ) -> Result<Vec<GameRow>, StoreError> {
        self.rows(Pool::Lists, sql, &values.0).await
    }
}
