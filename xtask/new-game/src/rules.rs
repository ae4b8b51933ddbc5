//! The options.

use agon_core::{Opt, Rules, Value, Values};

/// How the game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct __Type__Rules {
    /// Does the middle have to stay free for the first move?
    pub free_middle: bool,
}

impl Rules for __Type__Rules {
    const OPTIONS: &'static [Opt<__Type__Rules>] = &[Opt {
        name: "free_middle",
        about: "the first stone is not placed in the middle",
        values: Values::Flag,
        get: |rules| Value::Flag(rules.free_middle),
        set: |rules, value| rules.free_middle = value.flag(),
    }];
}
