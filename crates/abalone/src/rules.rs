//! The options of Abalone, and the start layouts.

use agon_core::{Opt, Rules, TextError, Value, Values, check_repetition};

/// Start layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names that players use")]
pub enum Layout {
    #[default]
    Classic,
    Pro,
    Snake,
    Wall,
    BelgianDaisy,
    DutchDaisy,
    SwissDaisy,
    Alien,
}

/// Option values, in the order of [`Layout::ALL`].
const LAYOUTS: &[&str] =
    &["classic", "pro", "snake", "wall", "belgian-daisy", "dutch-daisy", "swiss-daisy", "alien"];

impl Layout {
    /// All layouts, in the order of the option values.
    pub const ALL: [Layout; 8] = [
        Layout::Classic,
        Layout::Pro,
        Layout::Snake,
        Layout::Wall,
        Layout::BelgianDaisy,
        Layout::DutchDaisy,
        Layout::SwissDaisy,
        Layout::Alien,
    ];

    pub(crate) const fn rows(self) -> &'static str {
        match self {
            Layout::Classic => "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS",
            Layout::Pro => "5/SS2ss/SSS1sss/1SS2ss1/9/1ss2SS1/sss1SSS/ss2SS/5",
            Layout::Snake => "sssss/s5/s6/s2ssSS1/1s1s1S1S1/1ssSS2S/6S/5S/SSSSS",
            Layout::Wall => "2s2/6/1sssss1/ssssssss/9/SSSSSSSS/1SSSSS1/6/2S2",
            Layout::BelgianDaisy => "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss",
            Layout::DutchDaisy => "ss1SS/sSsSsS/1ss1SS1/8/9/8/1SS1ss1/SsSsSs/SS1ss",
            Layout::SwissDaisy => "5/ss2SS/sSs1SsS/1ss2SS1/9/1SS2ss1/SsS1sSs/SS2ss/5",
            Layout::Alien => "S1S1S/1SssS1/1SsSsS1/3SS3/9/3ss3/1sSsSs1/1sSSs1/s1s1s",
        }
    }
}

/// Rules of Abalone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbaloneRules {
    /// Start layout.
    pub layout: Layout,
    /// Occurrence of a position that draws; 0 for none.
    pub repetition: u32,
    /// Plies in a row without a marble pushed off after which the game is drawn; 0 for no limit.
    pub quiet_plies: u32,
}

impl Default for AbaloneRules {
    fn default() -> Self {
        AbaloneRules { layout: Layout::Classic, repetition: 3, quiet_plies: 200 }
    }
}

impl Rules for AbaloneRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "layout",
            about: "start layout",
            values: Values::Words(LAYOUTS),
            get: |rules| Value::Word(rules.layout as usize),
            set: |rules, value| rules.layout = Layout::ALL[value.word()],
        },
        Opt::repetition(
            |rules| Value::Number(rules.repetition),
            |rules, value| rules.repetition = value.number(),
        ),
        Opt {
            name: "quiet_plies",
            about: "draw after this many plies without a marble pushed off; 0 for no limit",
            values: Values::Number { min: 0, max: 100_000, words: &[] },
            get: |rules| Value::Number(rules.quiet_plies),
            set: |rules, value| rules.quiet_plies = value.number(),
        },
    ];

    fn check(&self) -> Result<(), TextError> {
        check_repetition(self.repetition)
    }
}
