//! Text format of the tuning state.
//!
//! ```text
//! game NAME version 0.1.0 nodes 2000
//! seed 1 rate 0.02 pairs 150 of 4000
//! futility begin 110 least 30 most 600 step 14 now 112.25
//! after 0: 110
//! after 20: 111.5
//! ```

use std::fmt;
use std::str::FromStr;

use agon_core::TextError;

use super::{Spsa, Tuned};
use crate::Error;

impl fmt::Display for Spsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spsa { about, pairs, rate, seed, done, .. } = self;
        writeln!(f, "{about}")?;
        writeln!(f, "seed {seed} rate {rate} pairs {done} of {pairs}")?;
        for (Tuned { name, begin, least, most, step }, now) in self.tuned.iter().zip(&self.values) {
            writeln!(f, "{name} begin {begin} least {least} most {most} step {step} now {now}")?;
        }
        for (pairs, values) in &self.track {
            let values: Vec<String> = values.iter().map(f64::to_string).collect();
            writeln!(f, "after {pairs}: {}", values.join(" "))?;
        }
        Ok(())
    }
}

impl Spsa {
    /// Parses the format written by `Display`.
    pub fn read(text: &str) -> Result<Spsa, Error> {
        let mut lines = (1..).zip(text.lines());
        let about = lines.next().map_or("", |(_, line)| line).to_owned();
        let head = lines.next().unwrap_or((2, ""));
        let Some([seed, rate, done, pairs]) = numbers(head.1, ["seed", "rate", "pairs", "of"])
        else {
            return Err(wrong(head, "seed S rate R pairs N of M"));
        };
        let head: Option<_> =
            (|| Some((integer(seed)?, number(rate)?, integer(done)?, integer(pairs)?)))();
        let Some((seed, rate, done, pairs)) = head else {
            return Err(wrong((2, text), "numbers"));
        };
        let mut spsa = Spsa::new(about, pairs, rate, seed, Vec::new());
        spsa.done = done;
        spsa.track.clear();
        for line in lines {
            match line.1.strip_prefix("after ").and_then(|rest| rest.split_once(": ")) {
                Some((pairs, values)) => {
                    let values: Option<Vec<f64>> = values.split(' ').map(number).collect();
                    let values = values.filter(|values| values.len() == spsa.tuned.len());
                    let moment = integer(pairs).zip(values);
                    spsa.track.push(moment.ok_or_else(|| wrong(line, "a number for each"))?);
                }
                None => {
                    let expected = "NAME begin B least L most M step S now N";
                    let (tuned, now) = tuned(line.1).ok_or_else(|| wrong(line, expected))?;
                    spsa.tuned.push(tuned);
                    spsa.values.push(now);
                }
            }
        }
        Ok(spsa)
    }
}

/// Parses a parameter and its current value.
fn tuned(line: &str) -> Option<(Tuned, f64)> {
    let (name, rest) = line.split_once(' ')?;
    let [begin, least, most, step, now] = numbers(rest, ["begin", "least", "most", "step", "now"])?;
    let (begin, least, most) = (integer(begin)?, integer(least)?, integer(most)?);
    let tuned = Tuned { name: name.into(), begin, least, most, step: integer(step)? };
    Some((tuned, number(now)?))
}

/// Returns the words after each of `names`, which must alternate with them.
fn numbers<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Option<[&'a str; N]> {
    let mut words = text.split(' ');
    let mut found = [""; N];
    for (name, found) in names.into_iter().zip(&mut found) {
        (words.next()? == name).then_some(())?;
        *found = words.next()?;
    }
    words.next().is_none().then_some(found)
}

fn integer<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn wrong((line, found): (usize, &str), expected: &str) -> Error {
    Error::Text { line, error: TextError::new("state", found, expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "some game, some nodes
seed 3 rate 0.05 pairs 20 of 400
futility begin 110 least 30 most 600 step 14 now 112.25
deeper begin 55 least -10 most 400 step 8 now 49.1
after 0: 110 55
after 20: 112.25 49.1
";

    #[test]
    fn round_trips() {
        let spsa = Spsa::read(TEXT).expect("valid text");
        assert_eq!(spsa.to_string(), TEXT);
        assert_eq!((spsa.done(), spsa.values()), (20, vec![112, 49]));
        assert_eq!(spsa.tuned[1].least, -10);
    }

    #[test]
    fn errors_name_the_line() {
        for (line, before, after) in [
            (2, "rate 0.05", "rate"),
            (2, "of 400", "of 400 and more"),
            (3, "least 30", "last 30"),
            (4, "now 49.1", "now none"),
            (6, "112.25 49.1\n", "112.25\n"),
        ] {
            let text = TEXT.replace(before, after);
            let error = Spsa::read(&text).expect_err(after).to_string();
            assert!(error.starts_with(&format!("line {line}:")), "{after}: {error}");
        }
        assert!(Spsa::read("").is_err());
    }
}
