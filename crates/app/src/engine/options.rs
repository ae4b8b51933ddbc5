//! UCI options.

use agon_games::Searcher;
use agon_games::solved::PERFECT;
use agon_search::Level;
use anyhow::{Context, Result, ensure};

use super::{DEFAULT_HASH, DEFAULT_SEED, Engine, parse_features};

/// UCI notation of an empty string.
const EMPTY: &str = "<empty>";

pub(super) struct UciOption {
    name: &'static str,
    /// Type and setter; `None` if the game does not have the option.
    values: fn(&Engine) -> Option<Values>,
}

/// Type, default and setter of an option.
enum Values {
    Check(fn(&mut Engine, bool)),
    Spin {
        default: u64,
        min: u64,
        max: u64,
        set: fn(&mut Engine, u64),
    },
    /// The first value is the default.
    Combo(Vec<&'static str>, fn(&mut Engine, &str)),
    Text {
        default: &'static str,
        set: fn(&mut Engine, &str) -> Result<()>,
    },
}

const OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Hash",
        values: |_| {
            let set = |engine: &mut Engine, megabytes| {
                let seed = engine.seed;
                engine
                    .with_searcher(|searcher| *searcher = Searcher::new(megabytes as usize, seed));
            };
            Some(Values::Spin { default: DEFAULT_HASH as u64, min: 1, max: 65_536, set })
        },
    },
    UciOption {
        name: "Threads",
        values: |_| {
            let set = |engine: &mut Engine, threads| engine.order.threads = threads as usize;
            Some(Values::Spin { default: 1, min: 1, max: 256, set })
        },
    },
    UciOption {
        name: "MultiPV",
        values: |_| {
            let set = |engine: &mut Engine, lines| engine.order.lines = lines as usize;
            Some(Values::Spin { default: 1, min: 1, max: 100, set })
        },
    },
    // `go ponder` enables pondering; GUIs only announce it with this option.
    UciOption { name: "Ponder", values: |_| Some(Values::Check(|_, _| ())) },
    UciOption {
        name: "Level",
        values: |_| {
            let set = |engine: &mut Engine, level| {
                engine.order.level = Level::new(level as u8).expect("a number between 1 and 10");
            };
            Some(Values::Spin { default: 10, min: 1, max: 10, set })
        },
    },
    UciOption {
        name: "Variety",
        values: |_| Some(Values::Check(|engine, on| engine.order.variety = on)),
    },
    UciOption {
        name: "Leisure",
        values: |_| Some(Values::Check(|engine, on| engine.leisure = on)),
    },
    UciOption {
        name: "Seed",
        values: |_| {
            let set = |engine: &mut Engine, seed| {
                engine.seed = seed;
                engine.with_searcher(|searcher| searcher.reseed(seed));
            };
            Some(Values::Spin { default: DEFAULT_SEED, min: 0, max: u32::MAX.into(), set })
        },
    },
    UciOption {
        name: "Database",
        values: |engine| {
            engine.game.solved()?;
            let set = |engine: &mut Engine, folder: &str| {
                engine.open_tablebases(folder);
                Ok(())
            };
            Some(Values::Text { default: EMPTY, set })
        },
    },
    UciOption {
        name: "Kind",
        values: |engine| {
            let mut kinds: Vec<_> = engine.game.kinds().iter().map(|kind| kind.name).collect();
            kinds.extend(engine.game.solved().map(|_| PERFECT));
            Some(Values::Combo(kinds, |engine, kind| engine.order.kind = kind.into()))
        },
    },
    UciOption {
        name: "Eval",
        values: |engine| {
            let names = engine.game.evaluations().into_iter().map(|(name, _)| name);
            let set = |engine: &mut Engine, name: &str| engine.order.evaluation = Some(name.into());
            Some(Values::Combo(names.collect(), set))
        },
    },
    UciOption {
        name: "Features",
        values: |_| {
            let set = |engine: &mut Engine, features: &str| {
                engine.order.features = parse_features(features)?;
                Ok(())
            };
            Some(Values::Text { default: "<all>", set })
        },
    },
    UciOption {
        name: "Rules",
        values: |_| {
            let set = |engine: &mut Engine, rules: &str| {
                engine.position = engine.game.open(rules, None)?;
                engine.rules = rules.into();
                Ok(())
            };
            Some(Values::Text { default: EMPTY, set })
        },
    },
    UciOption {
        name: "UCI_Chess960",
        values: |engine| {
            engine.game.options().iter().find(|option| option.name == "chess960")?;
            Some(Values::Check(|engine, on| {
                engine.rules = if on { "chess960=518".into() } else { String::new() };
            }))
        },
    },
];

/// Returns the `option` lines.
pub(super) fn declarations(engine: &Engine) -> impl Iterator<Item = String> {
    OPTIONS.iter().filter_map(|option| {
        let values = (option.values)(engine)?.declaration();
        Some(format!("option name {} type {values}", option.name))
    })
}

/// Sets an option. Fails for unknown options and invalid values.
pub(super) fn set(engine: &mut Engine, name: &str, value: &str) -> Result<()> {
    let option = OPTIONS.iter().find(|option| option.name == name);
    let values = option.and_then(|option| (option.values)(engine));
    let values = values.with_context(|| format!("unknown option \"{name}\""))?;
    values.set(engine, value).with_context(|| name.to_owned())
}

impl Values {
    fn declaration(&self) -> String {
        match self {
            Values::Check(_) => "check default false".into(),
            Values::Spin { default, min, max, .. } => {
                format!("spin default {default} min {min} max {max}")
            }
            Values::Combo(words, _) => {
                let list: String = words.iter().map(|word| format!(" var {word}")).collect();
                format!("combo default {}{list}", words.first().copied().unwrap_or_default())
            }
            Values::Text { default, .. } => format!("string default {default}"),
        }
    }

    fn set(&self, engine: &mut Engine, text: &str) -> Result<()> {
        match self {
            Values::Check(set) => set(engine, text.parse().context("expected true or false")?),
            Values::Spin { min, max, set, .. } => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(&number));
                set(
                    engine,
                    number.with_context(|| format!("expected a number from {min} to {max}"))?,
                );
            }
            Values::Combo(words, set) => {
                ensure!(words.contains(&text), "expected one of {}", words.join(", "));
                set(engine, text);
            }
            Values::Text { default, set } => set(engine, if text == *default { "" } else { text })?,
        }
        Ok(())
    }
}
