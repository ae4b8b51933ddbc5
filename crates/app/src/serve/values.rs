//! Values of settings that have more forms than one: the same in flags, in the environment and in the file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// The port of `--lan` where none is given.
const LAN_PORT: u16 = 8080;
/// Milliseconds that a report may take.
const REPORT_TIME: std::ops::RangeInclusive<u64> = 1..=3_600_000;

/// A value of the file, which becomes the text of the flag.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

impl fmt::Display for Scalar {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Boolean(value) => value.fmt(out),
            Scalar::Integer(value) => value.fmt(out),
            Scalar::Float(value) => value.fmt(out),
            Scalar::Text(value) => value.fmt(out),
        }
    }
}

/// Reads a type from the file by the text that its flag would have.
macro_rules! read_as_flag {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(file: D) -> Result<$type, D::Error> {
                Scalar::deserialize(file)?.to_string().parse().map_err(de::Error::custom)
            }
        }
    )*};
}

read_as_flag!(RateLimit, IdleDays, Lan, HostName);

/// A factor; `None` for no limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RateLimit(pub(crate) Option<f64>);

impl FromStr for RateLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<RateLimit, String> {
        if text == "off" {
            return Ok(RateLimit(None));
        }
        match text.parse::<f64>() {
            Ok(factor) if factor > 0.0 && factor.is_finite() => Ok(RateLimit(Some(factor))),
            _ => Err("expected `off` or a number above 0".into()),
        }
    }
}

/// A number of days; `None` for never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IdleDays(pub(crate) Option<u16>);

impl FromStr for IdleDays {
    type Err = String;

    fn from_str(text: &str) -> Result<IdleDays, String> {
        if text == "off" {
            return Ok(IdleDays(None));
        }
        match text.parse() {
            Ok(days @ 1..) => Ok(IdleDays(Some(days))),
            _ => Err("expected `off` or a whole number of days above 0".into()),
        }
    }
}

/// The port on which the whole network is served; `None` where it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lan(pub(crate) Option<u16>);

impl FromStr for Lan {
    type Err = String;

    fn from_str(text: &str) -> Result<Lan, String> {
        match text {
            "true" => Ok(Lan(Some(LAN_PORT))),
            "false" => Ok(Lan(None)),
            port => match port.parse() {
                Ok(port) => Ok(Lan(Some(port))),
                Err(_) => Err("expected a port, `true` or `false`".into()),
            },
        }
    }
}

/// A host name under which the site answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HostName(pub(crate) String);

impl FromStr for HostName {
    type Err = agon_server::InvalidHostName;

    fn from_str(text: &str) -> Result<HostName, Self::Err> {
        agon_server::host_name(text).map(HostName)
    }
}

/// Reads one host name or a list of them.
pub(super) fn host_names<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<HostName>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(HostName),
        More(Vec<HostName>),
    }
    Ok(match OneOrMore::deserialize(file)? {
        OneOrMore::One(name) => vec![name],
        OneOrMore::More(names) => names,
    })
}

/// Reads a time with the bounds of its flag.
pub(super) fn report_time<'de, D: Deserializer<'de>>(file: D) -> Result<Option<u64>, D::Error> {
    let time = u64::deserialize(file)?;
    if REPORT_TIME.contains(&time) {
        return Ok(Some(time));
    }
    Err(de::Error::custom(format_args!(
        "expected {} to {} milliseconds",
        REPORT_TIME.start(),
        REPORT_TIME.end()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_a_number_or_off() {
        assert_eq!("off".parse(), Ok(IdleDays(None)));
        assert_eq!("90".parse(), Ok(IdleDays(Some(90))));
        for wrong in ["0", "-1", "1.5", "", "never"] {
            assert!(wrong.parse::<IdleDays>().is_err(), "{wrong}");
        }
    }
}
