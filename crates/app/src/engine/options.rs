//! The options of the interface: one table, from which they are told and set.

use agon_games::Searcher;
use agon_games::solved::PERFECT;
use agon_search::Level;
use anyhow::{Context, Result, bail, ensure};

use super::{DEFAULT_HASH, DEFAULT_SEED, Engine, parse_features};

/// How an unset text is written.
const EMPTY: &str = "<empty>";

/// An option.
pub(super) struct UciOption {
    name: &'static str,
    /// What it can be set to; nothing where the game has no such option.
    values: fn(&Engine) -> Option<Values>,
    set: fn(&mut Engine, &Value<'_>) -> Result<()>,
}

/// What an option can be set to, with its default.
enum Values {
    Check,
    Spin {
        default: u64,
        min: u64,
        max: u64,
    },
    /// The first one is the default.
    Combo(Vec<&'static str>),
    Text {
        default: &'static str,
    },
}

/// A value that the option can have.
enum Value<'t> {
    Flag(bool),
    Number(u64),
    Text(&'t str),
}

impl Value<'_> {
    fn flag(&self) -> bool {
        matches!(self, Value::Flag(true))
    }

    fn number(&self) -> u64 {
        if let Value::Number(number) = self { *number } else { 0 }
    }

    fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

const OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Hash",
        values: |_| Some(Values::Spin { default: DEFAULT_HASH as u64, min: 1, max: 65_536 }),
        set: |engine, value| {
            let (megabytes, seed) = (value.number() as usize, engine.seed);
            engine.with_searcher(|searcher| *searcher = Searcher::new(megabytes, seed));
            Ok(())
        },
    },
    UciOption {
        name: "Threads",
        values: |_| Some(Values::Spin { default: 1, min: 1, max: 256 }),
        set: |engine, value| {
            engine.order.threads = value.number() as usize;
            Ok(())
        },
    },
    UciOption {
        name: "MultiPV",
        values: |_| Some(Values::Spin { default: 1, min: 1, max: 100 }),
        set: |engine, value| {
            engine.order.lines = value.number() as usize;
            Ok(())
        },
    },
    // Thinking in the opponent's time is asked for by each `go ponder`; programs announce it.
    UciOption { name: "Ponder", values: |_| Some(Values::Check), set: |_, _| Ok(()) },
    UciOption {
        name: "Level",
        values: |_| Some(Values::Spin { default: 10, min: 1, max: 10 }),
        set: |engine, value| {
            engine.order.level = Level::new(value.number() as u8).context("no such level")?;
            Ok(())
        },
    },
    UciOption {
        name: "Variety",
        values: |_| Some(Values::Check),
        set: |engine, value| {
            engine.order.variety = value.flag();
            Ok(())
        },
    },
    UciOption {
        name: "Leisure",
        values: |_| Some(Values::Check),
        set: |engine, value| {
            engine.leisure = value.flag();
            Ok(())
        },
    },
    UciOption {
        name: "Seed",
        values: |_| Some(Values::Spin { default: DEFAULT_SEED, min: 0, max: u32::MAX.into() }),
        set: |engine, value| {
            engine.seed = value.number();
            engine.with_searcher(|searcher| searcher.reseed(value.number()));
            Ok(())
        },
    },
    UciOption {
        name: "Database",
        values: |engine| engine.game.solved().map(|_| Values::Text { default: EMPTY }),
        set: |engine, value| {
            engine.use_tablebases(value.text());
            Ok(())
        },
    },
    UciOption {
        name: "Kind",
        values: |engine| {
            let mut kinds: Vec<_> = engine.game.kinds().iter().map(|kind| kind.name).collect();
            kinds.extend(engine.game.solved().map(|_| PERFECT));
            Some(Values::Combo(kinds))
        },
        set: |engine, value| {
            engine.order.kind = value.text().into();
            Ok(())
        },
    },
    UciOption {
        name: "Eval",
        values: |engine| {
            let names = engine.game.evaluations().into_iter().map(|(name, _)| name);
            Some(Values::Combo(names.collect()))
        },
        set: |engine, value| {
            engine.order.evaluation = Some(value.text().into());
            Ok(())
        },
    },
    UciOption {
        name: "Features",
        values: |_| Some(Values::Text { default: "<all>" }),
        set: |engine, value| {
            engine.order.features = parse_features(value.text())?;
            Ok(())
        },
    },
    UciOption {
        name: "Rules",
        values: |_| Some(Values::Text { default: EMPTY }),
        set: |engine, value| {
            engine.position = engine.game.open(value.text(), None)?;
            engine.rules = value.text().into();
            Ok(())
        },
    },
    UciOption {
        name: "UCI_Chess960",
        values: |engine| {
            let has = engine.game.options().iter().any(|option| option.name == "chess960");
            has.then_some(Values::Check)
        },
        set: |engine, value| {
            engine.rules = if value.flag() { "chess960=518".into() } else { String::new() };
            Ok(())
        },
    },
];

/// The lines that tell which options there are.
pub(super) fn tell(engine: &Engine) -> impl Iterator<Item = String> {
    OPTIONS.iter().filter_map(|option| {
        let values = (option.values)(engine)?.tell();
        Some(format!("option name {} type {values}", option.name))
    })
}

/// Sets an option; one that there is not, or a value that it cannot have, is refused.
pub(super) fn set(engine: &mut Engine, name: &str, value: &str) -> Result<()> {
    let named = OPTIONS.iter().find(|option| option.name == name);
    let Some((option, values)) = named.and_then(|option| Some((option, (option.values)(engine)?)))
    else {
        bail!("there is no option \"{name}\"");
    };
    let value = values.read(value).with_context(|| name.to_owned())?;
    (option.set)(engine, &value)
}

impl Values {
    fn tell(&self) -> String {
        match self {
            Values::Check => "check default false".into(),
            Values::Spin { default, min, max } => {
                format!("spin default {default} min {min} max {max}")
            }
            Values::Combo(words) => {
                let list: String = words.iter().map(|word| format!(" var {word}")).collect();
                format!("combo default {}{list}", words.first().copied().unwrap_or_default())
            }
            Values::Text { default } => format!("string default {default}"),
        }
    }

    fn read<'t>(&self, text: &'t str) -> Result<Value<'t>> {
        Ok(match self {
            Values::Check => match text {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                _ => bail!("expected true or false"),
            },
            Values::Spin { min, max, .. } => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(&number));
                Value::Number(
                    number.with_context(|| format!("expected a number from {min} to {max}"))?,
                )
            }
            Values::Combo(words) => {
                ensure!(words.contains(&text), "expected one of {}", words.join(", "));
                Value::Text(text)
            }
            Values::Text { default } => Value::Text(if text == *default { "" } else { text }),
        })
    }
}
