//! Names of people and lobbies.

use agon_protocol::error::{Code, Fault};

/// Maximum length of a name, in characters.
const LONGEST: usize = 24;
/// Maximum length of a picture seed.
const LONGEST_PICTURE: usize = 24;
/// First word of a guest's name.
pub const GUEST: &str = "Guest";
/// Maximum length of a lobby name, in characters.
pub const LONGEST_TITLE: usize = 60;

/// Removes characters that could deceive readers or break a page: control and direction marks,
/// invisible characters, markup, stacked accents. Returns `None` if nothing is left.
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

/// Cleans the name of a person.
#[must_use]
pub fn person(name: &str) -> Option<String> {
    clean(name, LONGEST)
}

/// Returns the generated name of a guest.
#[must_use]
pub fn of_guest(id: &str) -> String {
    let mix = |sum: u32, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    format!("{GUEST} {}", 100 + id.bytes().fold(0, mix) % 900)
}

/// Validates the seed of a picture.
pub fn picture(picture: String) -> Result<String, Fault> {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=LONGEST_PICTURE).contains(&picture.len()) && picture.chars().all(fine) {
        return Ok(picture);
    }
    let message = format!("a picture is a text of 1 to {LONGEST_PICTURE} letters and digits");
    Err(Fault::new(Code::BadText, message))
}

/// Direction marks, joiners, fillers, tags, private-use and apparently unassigned characters.
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
    use super::person;

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
