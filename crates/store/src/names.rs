//! Search by players' names. Each word of a name is indexed under itself and under its first one and three
//! letters, so that a search for a single letter, which half of all games match, reads the latest entries only.

use crate::GameRow;
use crate::executor::{Executor, Parameter, ToParameter, values};
use crate::failure::Failure;

/// Lengths of the beginnings under which a word is indexed, the longest first.
const BEGINNINGS: [usize; 2] = [3, 1];

/// Returns the words of a name in lower case.
pub(crate) fn words(name: &str) -> impl Iterator<Item = String> + use<'_> {
    let is_word = |c: char| c.is_alphanumeric();
    name.split(move |c| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Returns the keys of a name, each with its word.
pub(crate) fn index_keys(name: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for word in words(name) {
        for letters in BEGINNINGS {
            found.extend(beginning(&word, letters).map(|key| (key.to_owned(), word.clone())));
        }
        found.push((word.clone(), word));
    }
    found
}

/// Returns the first letters of a word that has more.
fn beginning(word: &str, letters: usize) -> Option<&str> {
    word.char_indices().nth(letters).map(|(end, _)| &word[..end])
}

/// Returns the longest key that all words with this beginning are indexed under.
pub(crate) fn common_key(prefix: &str) -> &str {
    let shorter = BEGINNINGS.iter().find_map(|&letters| beginning(prefix, letters));
    match prefix.chars().count() {
        1 | 3 => prefix,
        _ => shorter.unwrap_or(prefix),
    }
}

/// Adds a game to the index of players' names.
pub(crate) async fn index_names(executor: &impl Executor, game: &GameRow) -> Result<(), Failure> {
    let keys = keys_of(executor, &game.id).await?;
    let set = |(key, word): &(String, String)| {
        let [key, word] = [key, word].map(|text| Parameter::Text(text.clone().into()));
        vec![key, game.updated.parameter(), game.id.parameter(), word, game.game.parameter()]
    };
    let sets: Vec<_> = keys.iter().map(set).collect();
    let sql = "INSERT INTO name_words (key, updated, id, word, game) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT DO NOTHING";
    executor.change_each(sql, &sets).await.map(drop)
}

/// Removes a game from the index of players' names; `updated` is that of its row.
pub(crate) async fn unindex_names(
    executor: &impl Executor,
    game: &str,
    updated: i64,
) -> Result<(), Failure> {
    let keys = keys_of(executor, game).await?;
    let set = |(key, word): &(String, String)| {
        let [key, word] = [key, word].map(|text| Parameter::Text(text.clone().into()));
        vec![key, updated.parameter(), game.parameter(), word]
    };
    let sets: Vec<_> = keys.iter().map(set).collect();
    let sql = "DELETE FROM name_words WHERE key = $1 AND updated = $2 AND id = $3 AND word = $4";
    executor.change_each(sql, &sets).await.map(drop)
}

async fn keys_of(executor: &impl Executor, game: &str) -> Result<Vec<(String, String)>, Failure> {
    let sql = "SELECT name FROM seats WHERE game = $1";
    let names: Vec<(String,)> = executor.rows(sql, values![game]).await?;
    Ok(names.iter().flat_map(|(name,)| index_keys(name)).collect())
}

/// Returns a text that is greater than all words with this beginning.
pub(crate) fn end_of(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}

/// Whether each of the wanted words is the beginning of a word of the name.
pub(crate) fn fits(name: &str, wanted: &[String]) -> bool {
    let has = |prefix: &String| words(name).any(|word| word.starts_with(prefix));
    wanted.iter().all(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(name: &str) -> Vec<String> {
        index_keys(name).into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn names_are_indexed_by_words_and_beginnings() {
        assert_eq!(keys("Anna-Li Bo"), ["ann", "a", "anna", "l", "li", "b", "bo"]);
        assert_eq!(keys("דנה"), ["ד", "דנה"]);
        assert!(keys("  ").is_empty());
    }

    #[test]
    fn the_common_key_of_a_beginning_is_indexed() {
        for prefix in ["a", "an", "ann", "anna"] {
            assert!(keys("anna").contains(&common_key(prefix).to_owned()), "{prefix}");
        }
        assert_eq!(common_key("annab"), "ann");
        assert_eq!(common_key("an"), "a");
    }

    #[test]
    fn every_wanted_word_must_fit() {
        let wanted = |text| words(text).collect::<Vec<_>>();
        assert!(fits("Anna Maria", &wanted("mar an")));
        assert!(!fits("Anna Maria", &wanted("nna")));
        assert!(!fits("Anna Maria", &wanted("anna b")));
    }
}
