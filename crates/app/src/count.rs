//! Numbers with nouns.

use std::fmt::Display;

/// Formats a number and a noun in singular or plural: "1 game", "2 entries".
pub(crate) fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    match (number.as_str(), noun.strip_suffix('y')) {
        ("1", _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 21].map(|n| counted(n, "game")), ["0 games", "1 game", "21 games"]);
        assert_eq!([1, 2].map(|n| counted(n, "inaccuracy")), ["1 inaccuracy", "2 inaccuracies"]);
    }
}
