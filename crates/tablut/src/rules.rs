use agon_core::{Opt, Player, Preset, Rules, TextError, Value, Values, check_repetition};

/// The side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    /// As in Linnaeus' description.
    #[default]
    Attackers,
    /// As in the tournaments of Bologna.
    Defenders,
}

/// Rules of Tablut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablutRules {
    /// The side that moves first.
    pub first: First,
    /// Number of plies after which the game is drawn; 0 for no limit.
    pub max_plies: u32,
    /// Occurrence of a position that draws; 0 for none.
    pub repetition: u32,
}

impl Default for TablutRules {
    fn default() -> Self {
        TablutRules { first: First::Attackers, max_plies: 100, repetition: 0 }
    }
}

impl Rules for TablutRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "first",
            about: "the side that moves first",
            values: Values::Words(&["attackers", "defenders"]),
            get: |rules| Value::Word(rules.first as usize),
            set: |rules, value| {
                rules.first = if value.word() == 0 { First::Attackers } else { First::Defenders };
            },
        },
        Opt {
            name: "max_plies",
            about: "draw after this many plies; 0 for no limit",
            values: Values::Number { min: 0, max: 100_000, words: &[] },
            get: |rules| Value::Number(rules.max_plies),
            set: |rules, value| rules.max_plies = value.number(),
        },
        Opt::repetition(
            |rules| Value::Number(rules.repetition),
            |rules, value| rules.repetition = value.number(),
        ),
    ];

    const PRESETS: &'static [Preset] = &[Preset {
        name: "tournament",
        about: "defenders move first, no ply limit, the first repetition draws",
        rules: "first=defenders,max_plies=0,repetition=2",
    }];

    fn check(&self) -> Result<(), TextError> {
        check_repetition(self.repetition)
    }
}

impl First {
    pub(crate) const fn player(self) -> Player {
        match self {
            First::Attackers => Player::FIRST,
            First::Defenders => Player::SECOND,
        }
    }
}
