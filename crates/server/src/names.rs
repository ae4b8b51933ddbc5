//! Names that people give themselves and their lobbies.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The most characters of a name.
const LONGEST: usize = 24;
/// The first word of a guest's name.
const GUEST: &str = "Guest";
/// The most characters of a lobby's name.
pub(crate) const LONGEST_TITLE: usize = 60;

/// A name without what could deceive or break a page: control and direction marks, invisible
/// characters, markup, endless accents. `None` when nothing is left.
#[must_use]
pub fn clean(name: &str, longest: usize) -> Option<String> {
    let mut cleaned = String::new();
    let mut accents = 0;
    for c in name.chars().take(10 * longest) {
        if c.is_whitespace() {
            if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
            continue;
        }
        if c.is_control() || is_invisible(c) || matches!(c, '<' | '>' | '&' | '"' | '`' | '\\') {
            continue;
        }
        accents = if is_accent(c) { accents + 1 } else { 0 };
        if accents <= 2 {
            cleaned.push(c);
        }
    }
    let cleaned: String = cleaned.chars().take(longest).collect();
    let cleaned = cleaned.trim();
    (!cleaned.is_empty() && !cleaned.chars().all(is_accent)).then(|| cleaned.to_owned())
}

/// The name of a person.
#[must_use]
pub fn person(name: &str) -> Option<String> {
    clean(name, LONGEST)
}

/// The same for all names that look alike: letters of other scripts, capital and small ones, digits
/// that pass for letters, spaces. Only for comparing.
#[must_use]
pub fn key(name: &str) -> String {
    // What two names have in common may show in small letters alone (`г` and `r`), or in capital ones
    // (`i` is like `l` as `I`), so both are looked at.
    let look = |text: &str| -> String { skeleton(text).filter(|c| !c.is_whitespace()).collect() };
    let plain: String = name.nfkc().collect();
    look(&look(&look(&plain).to_uppercase()).to_lowercase())
}

/// What somebody is called who has not said it.
#[must_use]
pub(crate) fn of_guest(id: &str) -> String {
    let mix = |sum: u32, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    format!("{GUEST} {}", 100 + id.bytes().fold(0, mix) % 900)
}

/// Is it a name for guests?
pub(crate) fn is_guest(name: &str) -> bool {
    key(name).starts_with(&key(GUEST))
}

/// Marks of direction, joiners, fillers, tags, private and unassigned-looking characters.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{e000}'..='\u{f8ff}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

fn is_accent(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::{is_guest, key, of_guest, person};

    #[test]
    fn names_that_look_alike_have_the_same_key() {
        let table = [
            ("Anna", "anna"),
            ("Anna", "ANNA"),
            // Cyrillic, Greek, full width, mathematical, circled.
            ("Anna", "Аnnа"),
            ("Anna", "Αnna"),
            ("Anna", "Ａｎｎａ"),
            ("Anna", "𝐀𝐧𝐧𝐚"),
            ("Anna", "Ⓐⓝⓝⓐ"),
            ("Roger", "гoger"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Ian", "ian"),
            ("Ian", "lan"),
            ("Otto", "0tt0"),
            ("Mara", "rnara"),
            ("Anna Maria", "AnnaMaria"),
            ("Zoë", "Zoe\u{308}"),
            ("דנה", "דנה"),
        ];
        for (name, other) in table {
            assert_eq!(key(name), key(other), "{name} {other}");
        }
        for (name, other) in [("Anna", "Hanna"), ("Zoë", "Zoe"), ("Bob", "Rob"), ("דנה", "דינה")]
        {
            assert_ne!(key(name), key(other), "{name} {other}");
        }
        assert!(is_guest(&of_guest("abc")) && is_guest("gUеst") && !is_guest("Gus"));
        assert!(!key("日本").is_empty());
    }

    #[test]
    fn names_lose_what_deceives() {
        let table = [
            ("Anna", Some("Anna")),
            ("  Anna \t  Maria ", Some("Anna Maria")),
            ("<b>Anna</b>", Some("bAnna/b")),
            ("\u{202e}annA", Some("annA")),
            ("a\u{200b}d\u{2066}min", Some("admin")),
            ("שלום", Some("שלום")),
            ("e\u{301}\u{301}\u{301}\u{301}", Some("e\u{301}\u{301}")),
            ("\u{301}\u{301}", None),
            ("\u{202e}\u{200f}", None),
            ("<>", None),
            ("", None),
            ("O'Neil", Some("O'Neil")),
        ];
        for (given, wanted) in table {
            assert_eq!(person(given).as_deref(), wanted, "{given:?}");
        }
        assert_eq!(person(&"x".repeat(1_000)).unwrap().len(), 24);
    }
}
