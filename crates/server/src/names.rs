//! Names that look alike: whoever is registered has theirs alone.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

pub use agon_table::names::{GUEST, LONGEST_TITLE, clean, of_guest, person, picture};

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

/// Is it a name for guests?
pub(crate) fn is_guest(name: &str) -> bool {
    key(name).starts_with(&key(GUEST))
}

#[cfg(test)]
mod tests {
    use super::{is_guest, key, of_guest};

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
}
