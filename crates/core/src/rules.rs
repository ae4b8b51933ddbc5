//! Rule options as data: each game lists names, allowed values and accessors; one parser
//! serves all of them.

use std::fmt::Debug;

use crate::TextError;

/// The rule options of a game. Parsing and formatting follow from [`Rules::OPTIONS`].
pub trait Rules: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// All options in display order.
    const OPTIONS: &'static [Opt<Self>];
    /// Named combinations of options.
    const PRESETS: &'static [Preset] = &[];
    /// Values to assume for options that older game records do not mention.
    const BEFORE: &'static str = "";

    /// Checks that the options are compatible. Each value is already in its own range.
    fn check(&self) -> Result<(), TextError> {
        Ok(())
    }

    /// Parses `layers=5,flying=off`. A preset may come first: `tournament,max_plies=80`.
    fn parse(text: &str) -> Result<Self, TextError> {
        let (rules, _) = Self::parse_given(text)?;
        Ok(rules)
    }

    /// Parses like [`Rules::parse`] and also returns the options that the text sets.
    fn parse_given(text: &str) -> Result<(Self, Vec<&'static Opt<Self>>), TextError> {
        let mut rules = Self::default();
        let mut given: Vec<&'static Opt<Self>> = Vec::new();
        for (place, item) in text.split(',').enumerate() {
            if text.is_empty() {
                break;
            }
            match item.split_once('=') {
                Some((name, value)) => {
                    let opt = option_named::<Self>(name)?;
                    if given.iter().any(|&o| std::ptr::eq(o, opt)) {
                        return Err(TextError::new("rules", item, "each option once"));
                    }
                    (opt.set)(&mut rules, opt.read(value)?);
                    given.push(opt);
                }
                None => {
                    let preset = Self::PRESETS.iter().find(|p| p.name == item && place == 0);
                    let Some(preset) = preset else { return Err(unknown_item::<Self>(item)) };
                    rules = Self::parse(preset.rules)?;
                }
            }
        }
        rules.check()?;
        Ok((rules, given))
    }

    /// Parses like [`Rules::parse_given`], for game records. Records name all options (see
    /// [`Rules::text`]), so an option of [`Rules::BEFORE`] that is missing did not exist when the
    /// game was recorded. If other options are missing too, the text was written by hand, and the
    /// current defaults apply.
    fn parse_recorded(text: &str) -> Result<(Self, Vec<&'static Opt<Self>>), TextError> {
        let (mut rules, mut given) = Self::parse_given(text)?;
        let (before, mut newer) = Self::parse_given(Self::BEFORE)?;
        let is_among = |options: &[&Opt<Self>], opt: &Opt<Self>| {
            options.iter().any(|option| option.name == opt.name)
        };
        if Self::OPTIONS.iter().all(|opt| is_among(&given, opt) || is_among(&newer, opt)) {
            newer.retain(|opt| !is_among(&given, opt));
            newer.iter().for_each(|opt| (opt.set)(&mut rules, (opt.get)(&before)));
            given.append(&mut newer);
            rules.check()?;
        }
        Ok((rules, given))
    }

    /// Formats all options; [`Rules::parse`] restores the same rules.
    fn text(&self) -> String {
        let items: Vec<String> = Self::OPTIONS
            .iter()
            .map(|opt| format!("{}={}", opt.name, opt.values.write((opt.get)(self))))
            .collect();
        items.join(",")
    }

    /// Returns the options as plain data, for lists and pages.
    fn infos() -> Vec<OptionInfo> {
        let default = Self::default();
        let info = |opt: &Opt<Self>| OptionInfo {
            name: opt.name,
            about: opt.about,
            values: opt.values,
            default: opt.values.write((opt.get)(&default)),
        };
        Self::OPTIONS.iter().map(info).collect()
    }
}

fn option_named<R: Rules>(name: &str) -> Result<&'static Opt<R>, TextError> {
    R::OPTIONS.iter().find(|opt| opt.name == name).ok_or_else(|| unknown_item::<R>(name))
}

fn unknown_item<R: Rules>(item: &str) -> TextError {
    let options = R::OPTIONS.iter().map(|opt| format!("{}=...", opt.name));
    let presets = R::PRESETS.iter().map(|p| format!("the preset {} (first)", p.name));
    let known: Vec<String> = options.chain(presets).collect();
    TextError::new("rules", item, known.join(", "))
}

/// One option of the rules `R`.
#[derive(Debug)]
pub struct Opt<R> {
    /// Name in texts.
    pub name: &'static str,
    /// Description, one sentence.
    pub about: &'static str,
    /// Allowed values.
    pub values: Values,
    /// Reads the value from the rules.
    pub get: fn(&R) -> Value,
    /// Writes a value to the rules. The value is one that `values` allows.
    pub set: fn(&mut R, Value),
}

impl<R> Opt<R> {
    /// Creates the option `repetition`: which occurrence of a position is a draw; see
    /// [`check_repetition`].
    pub const fn repetition(get: fn(&R) -> Value, set: fn(&mut R, Value)) -> Opt<R> {
        Opt {
            name: "repetition",
            about: "which occurrence of the same position is a draw; 0 for none",
            values: Values::Number { min: 0, max: 9, words: &[] },
            get,
            set,
        }
    }

    fn read(&self, text: &str) -> Result<Value, TextError> {
        self.values.read(text).ok_or_else(|| {
            TextError::new(format!("option {}", self.name), text, self.values.describe())
        })
    }
}

/// A named combination of options.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Name in texts.
    pub name: &'static str,
    /// Description, one sentence.
    pub about: &'static str,
    /// Options it sets, such as `first=defenders,max_plies=0`.
    pub rules: &'static str,
}

/// Allowed values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// `on` or `off`.
    Flag,
    /// An integer in a range, or one of a few keywords.
    Number {
        /// Minimum.
        min: u32,
        /// Maximum.
        max: u32,
        /// Keywords allowed instead of a number.
        words: &'static [&'static str],
    },
    /// One of several keywords.
    Words(&'static [&'static str]),
    /// A subset of these letters, written in this order.
    Letters(&'static str),
}

/// Value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Value of [`Values::Flag`].
    Flag(bool),
    /// Number of [`Values::Number`].
    Number(u32),
    /// Index of the keyword in [`Values::Words`] or [`Values::Number`].
    Word(usize),
    /// Subset of [`Values::Letters`]: bit `i` is the `i`-th letter.
    Letters(u8),
}

impl Values {
    fn read(self, text: &str) -> Option<Value> {
        let word = |words: &[&str]| words.iter().position(|&w| w == text).map(Value::Word);
        match self {
            Values::Flag => match text {
                "on" => Some(Value::Flag(true)),
                "off" => Some(Value::Flag(false)),
                _ => None,
            },
            Values::Number { min, max, words } => word(words).or_else(|| {
                let number = crate::read_count("", text, max).ok()?;
                (number >= min).then_some(Value::Number(number))
            }),
            Values::Words(words) => word(words),
            Values::Letters(letters) => {
                let mut set = 0;
                for c in text.chars() {
                    let bit = 1 << letters.find(c)?;
                    if set & bit != 0 {
                        return None;
                    }
                    set |= bit;
                }
                Some(Value::Letters(set))
            }
        }
    }

    /// Formats a value.
    #[must_use]
    pub fn write(self, value: Value) -> String {
        match (self, value) {
            (_, Value::Flag(on)) => if on { "on" } else { "off" }.into(),
            (_, Value::Number(number)) => number.to_string(),
            (Values::Words(words) | Values::Number { words, .. }, Value::Word(i)) => {
                words[i].into()
            }
            (Values::Letters(letters), Value::Letters(set)) => {
                let chosen = letters.chars().enumerate().filter(|(i, _)| set & 1 << i != 0);
                chosen.map(|(_, c)| c).collect()
            }
            (values, value) => unreachable!("an option's accessor gave {value:?} for {values:?}"),
        }
    }

    /// Describes the allowed values.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Values::Flag => "on or off".into(),
            Values::Number { min, max, words: [] } => format!("a number from {min} to {max}"),
            Values::Number { min, max, words } => {
                format!("{} or a number from {min} to {max}", words.join(", "))
            }
            Values::Words(words) => words.join(", "),
            Values::Letters(letters) => format!("some of the letters {letters}, each once"),
        }
    }
}

impl Value {
    /// Returns the flag.
    ///
    /// # Panics
    /// On any other variant. [`Opt::set`] only receives variants that its `values` allow.
    #[must_use]
    pub fn flag(self) -> bool {
        match self {
            Value::Flag(on) => on,
            other => unreachable!("not a flag: {other:?}"),
        }
    }

    /// Returns the number.
    ///
    /// # Panics
    /// As [`Value::flag`].
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Value::Number(number) => number,
            other => unreachable!("not a number: {other:?}"),
        }
    }

    /// Returns the index of the keyword.
    ///
    /// # Panics
    /// As [`Value::flag`].
    #[must_use]
    pub fn word(self) -> usize {
        match self {
            Value::Word(index) => index,
            other => unreachable!("not a keyword: {other:?}"),
        }
    }

    /// Returns the letters as bits.
    ///
    /// # Panics
    /// As [`Value::flag`].
    #[must_use]
    pub fn letters(self) -> u8 {
        match self {
            Value::Letters(set) => set,
            other => unreachable!("not letters: {other:?}"),
        }
    }
}

/// Rejects 1: the first occurrence of a position cannot be a draw.
pub fn check_repetition(occurrence: u32) -> Result<(), TextError> {
    match occurrence {
        1 => Err(TextError::new("option repetition", "1", "0 or a number from 2 to 9")),
        _ => Ok(()),
    }
}

/// An option as plain data.
#[derive(Clone, Debug)]
pub struct OptionInfo {
    /// Name in texts.
    pub name: &'static str,
    /// Description, one sentence.
    pub about: &'static str,
    /// Allowed values.
    pub values: Values,
    /// Default value as text.
    pub default: String,
}
