//! The options of Tablut.

use agon_core::{Opt, Player, Preset, Rules, TextError, Value, Values, check_repetition};

/// Who makes the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    /// As Linnaeus saw it.
    #[default]
    Attackers,
    /// As the tournaments of Bologna play it.
    Defenders,
}

/// The options of Tablut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablutRules {
    /// Who makes the first move.
    pub first: First,
    /// The game is drawn after this many plies; 0 for no limit.
    pub max_plies: u32,
    /// Which occurrence of a position is a draw; 0 for none.
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
            about: "who makes the first move",
            values: Values::Words(&["attackers", "defenders"]),
            get: |rules| Value::Word(rules.first as usize),
            set: |rules, value| {
                rules.first = if value.word() == 0 { First::Attackers } else { First::Defenders };
            },
        },
        Opt {
            name: "max_plies",
            about: "the game is drawn after this many plies; 0 for no limit",
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
        about: "defenders begin, no ply limit, a position that occurs again is a draw",
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
