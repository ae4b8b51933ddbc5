//! Text format of a labelled position.

use std::fmt;

use agon_core::{Player, TextError};

/// A labelled position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sample<'t> {
    /// Winner of the game; `None` for a draw.
    pub(crate) winner: Option<Player>,
    /// Search score for the first player, in hundredths of a piece.
    pub(crate) score: i32,
    /// Position text.
    pub(crate) text: &'t str,
}

impl<'t> Sample<'t> {
    pub(crate) fn parse(line: &'t str) -> Result<Sample<'t>, TextError> {
        let (result, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (score, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let winner = match result {
            "1" => Some(Player::FIRST),
            "0" => Some(Player::SECOND),
            "0.5" => None,
            _ => return Err(TextError::new("result", result, "1, 0.5 or 0")),
        };
        let number: Option<i32> = score.parse().ok();
        let score = number
            .filter(|number| number.to_string() == score)
            .ok_or_else(|| TextError::new("score", score, "a whole number"))?;
        if text.is_empty() {
            return Err(TextError::new("position", text, "the text of a position"));
        }
        Ok(Sample { winner, score, text })
    }

    /// Returns the result for the first player.
    pub(crate) fn result(&self) -> f32 {
        match self.winner {
            Some(Player::FIRST) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

impl fmt::Display for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.result(), self.score, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for line in ["1 35 xo. x 4", "0.5 0 .", "0 -1200 a b  c"] {
            assert_eq!(Sample::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn rejects_malformed_lines() {
        let table = [
            ("", "result"),
            ("0.50 1 x", "result"),
            ("2 1 x", "result"),
            ("-1 1 x", "result"),
            ("1", "score"),
            ("1 +3 x", "score"),
            ("1 3.5 x", "score"),
            ("1  3 x", "score"),
            ("1 99999999999 x", "score"),
            ("1 3", "position"),
            ("1 3 ", "position"),
        ];
        for (line, part) in table {
            assert_eq!(Sample::parse(line).unwrap_err().part(), part, "{line}");
        }
    }
}
