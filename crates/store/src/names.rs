//! Games are found by the beginning of a word of a player's name. Each word is indexed whole and
//! by its first one and first three letters, so that also a single letter, which half of all
//! games fit, is answered from the latest few.

/// The first letters by which a word is indexed beside the whole, the longest first.
const BEGINNINGS: [usize; 2] = [3, 1];

/// The words of a name, in small letters.
pub(crate) fn words(name: &str) -> impl Iterator<Item = String> + use<'_> {
    let is_word = |c: char| c.is_alphanumeric();
    name.split(move |c| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// What a name is indexed by: keys with the words they stand for.
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

/// The first letters of a word that has more of them.
fn beginning(word: &str, letters: usize) -> Option<&str> {
    word.char_indices().nth(letters).map(|(end, _)| &word[..end])
}

/// The longest key by which all games are indexed that have a word with this beginning.
pub(crate) fn common_key(prefix: &str) -> &str {
    let shorter = BEGINNINGS.iter().find_map(|&letters| beginning(prefix, letters));
    match prefix.chars().count() {
        1 | 3 => prefix,
        _ => shorter.unwrap_or(prefix),
    }
}

/// Is each of the wanted words the beginning of a word of the name?
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
    fn a_name_is_indexed_by_words_and_their_beginnings() {
        assert_eq!(keys("Anna-Li Bo"), ["ann", "a", "anna", "l", "li", "b", "bo"]);
        assert_eq!(keys("דנה"), ["ד", "דנה"]);
        assert!(keys("  ").is_empty());
    }

    #[test]
    fn the_key_of_a_beginning_is_one_that_the_index_has() {
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
