//! Tags of messages that are not parsed: rate-limited, too large, or malformed.

/// Extracts the number in the top-level field `tag` from a possibly truncated object; validates
/// nothing else.
#[must_use]
pub fn tag_of(text: &str) -> Option<u32> {
    let mut rest = text.trim_ascii_start().strip_prefix('{')?;
    loop {
        let (name, after) = string(rest.trim_ascii_start())?;
        let value = after.trim_ascii_start().strip_prefix(':')?.trim_ascii_start();
        if name == "tag" {
            return number(value);
        }
        rest = skip(value)?.strip_prefix(',')?;
    }
}

/// Splits off a string without its quotes.
fn string(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.bytes().position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        byte => byte == b'"',
    })?;
    Some((&inner[..end], &inner[end + 1..]))
}

fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let ends = rest.is_empty() || rest.starts_with([',', '}', ' ', '\n', '\r', '\t']);
    if ends { number.parse().ok() } else { None }
}

/// Returns the text from the next comma or closing bracket of this object on.
fn skip(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut depth = 0_u32;
    loop {
        let next = rest.find(['"', '{', '[', '}', ']', ','])?;
        rest = &rest[next..];
        match rest.as_bytes()[0] {
            b'"' => {
                rest = string(rest)?.1;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b',' if depth == 0 => return Some(rest),
            b',' => {}
            _ if depth == 0 => return Some(rest),
            _ => depth -= 1,
        }
        rest = &rest[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::tag_of;

    #[test]
    fn the_tag_is_found_where_it_is() {
        let table = [
            (r#"{"type": "ping", "tag": 9}"#, Some(9)),
            (r#" { "tag" : 4294967295 , "type": "ping"}"#, Some(u32::MAX)),
            (r#"{"type":"act","action":{"do":"move","tag":1,"more":[{},",}"]},"tag":2}"#, Some(2)),
            (r#"{"id": "a\"tag\": 3", "key": null, "on": true, "tag":5}"#, Some(5)),
            (r#"{"tag": 6, "type": "pi"#, Some(6)),
            (r#"{"tag": 7"#, Some(7)),
            (r#"{"type": "ping"}"#, None),
            (r#"{"tag": "9"}"#, None),
            (r#"{"tag": 1.5}"#, None),
            (r#"{"tag": -1}"#, None),
            (r#"{"tag": null}"#, None),
            (r#"{"tag": 4294967296}"#, None),
            (r#"{"more": {"tag": 8}}"#, None),
            (r#"{"tag""#, None),
            (r#"[{"tag": 8}]"#, None),
            ("", None),
            ("{", None),
            (r#"{"é": "ü\\", "tag": 3}"#, Some(3)),
        ];
        for (text, tag) in table {
            assert_eq!(tag_of(text), tag, "{text}");
        }
        // Any beginning of a text is a text.
        let whole = r#"{"a": [1, {"ü": "\"é"}], "tag": 12}"#;
        for end in (0..=whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            assert!(matches!(tag_of(&whole[..end]), None | Some(1 | 12)));
        }
        assert_eq!(tag_of(&format!("{{\"a\": {}", "[{".repeat(100_000))), None);
    }
}
