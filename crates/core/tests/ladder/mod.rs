//! A token on a ladder, for two to six players who in turn move it one rung up or down; the
//! player who moves it to the top wins. Exercises repetition and withdrawal.

#![allow(dead_code, reason = "no test file uses all of it")]

use agon_core::{
    Ending, Opt, Player, PlayerSet, Position, Preset, Rules, TextError, Value, Values,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ladder {
    rules: LadderRules,
    pub(crate) rung: u32,
    turn: Player,
    plies: u32,
    since_shake: usize,
    gone: PlayerSet,
    winner: Option<Player>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Climb {
    Up,
    Down,
    /// Keeps the token in place; irreversible.
    Shake,
}

/// Rules with an option of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LadderRules {
    pub(crate) players: u32,
    pub(crate) top: Option<u32>,
    pub(crate) shaking: bool,
    pub(crate) from_middle: bool,
    pub(crate) hopeless: u8,
    pub(crate) plies: u32,
    pub(crate) repetition: u32,
}

impl Default for LadderRules {
    fn default() -> Self {
        LadderRules {
            players: 2,
            top: Some(9),
            shaking: true,
            from_middle: false,
            hopeless: 0,
            plies: 0,
            repetition: 0,
        }
    }
}

impl Rules for LadderRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "players",
            about: "how many climb",
            values: Values::Number { min: 2, max: 6, words: &[] },
            get: |rules| Value::Number(rules.players),
            set: |rules, value| rules.players = value.number(),
        },
        Opt {
            name: "top",
            about: "the last rung",
            values: Values::Number { min: 3, max: 50, words: &["none"] },
            get: |rules| rules.top.map_or(Value::Word(0), Value::Number),
            set: |rules, value| {
                rules.top = if value == Value::Word(0) { None } else { Some(value.number()) };
            },
        },
        Opt {
            name: "shaking",
            about: "may the ladder be shaken",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.shaking),
            set: |rules, value| rules.shaking = value.flag(),
        },
        Opt {
            name: "start",
            about: "where the token begins",
            values: Values::Words(&["bottom", "middle"]),
            get: |rules| Value::Word(rules.from_middle.into()),
            set: |rules, value| rules.from_middle = value.word() == 1,
        },
        Opt {
            name: "hopeless",
            about: "the players who can never win",
            values: Values::Letters("abcdef"),
            get: |rules| Value::Letters(rules.hopeless),
            set: |rules, value| rules.hopeless = value.letters(),
        },
        Opt {
            name: "plies",
            about: "the game is drawn after this many; 0 for no limit",
            values: Values::Number { min: 0, max: 1000, words: &[] },
            get: |rules| Value::Number(rules.plies),
            set: |rules, value| rules.plies = value.number(),
        },
        Opt {
            name: "repetition",
            about: "which occurrence of a position is a draw; 0 for none",
            values: Values::Number { min: 0, max: 9, words: &[] },
            get: |rules| Value::Number(rules.repetition),
            set: |rules, value| rules.repetition = value.number(),
        },
    ];

    const PRESETS: &'static [Preset] = &[
        Preset { name: "trio", about: "for three", rules: "players=3,repetition=3" },
        Preset { name: "endless", about: "without a top", rules: "top=none" },
    ];

    const BEFORE: &'static str = "repetition=4";

    fn check(&self) -> Result<(), TextError> {
        if self.hopeless >> self.players != 0 {
            return Err(TextError::new("option hopeless", "", "players of the game only"));
        }
        Ok(())
    }
}

impl Ladder {
    pub(crate) fn new(rules: &str) -> Ladder {
        Ladder::start(&LadderRules::parse(rules).expect("valid rules"))
    }

    fn pass_turn(&mut self) {
        let count = self.players();
        let order = Player::all(count).chain(Player::all(count));
        let mut after = order.skip(self.turn.index() + 1);
        self.turn = after.find(|&p| !self.gone.has(p)).expect("an active player");
    }
}

impl Position for Ladder {
    type Move = Climb;
    type Rules = LadderRules;

    fn start(rules: &LadderRules) -> Ladder {
        Ladder {
            rules: *rules,
            rung: if rules.from_middle { 5 } else { 0 },
            turn: Player::FIRST,
            plies: 0,
            since_shake: 0,
            gone: PlayerSet::EMPTY,
            winner: None,
        }
    }

    fn rules(&self) -> LadderRules {
        self.rules
    }

    fn players(&self) -> usize {
        self.rules.players as usize
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Climb)) {
        if self.winner.is_some() {
            return;
        }
        out(Climb::Up);
        if self.rung > 0 {
            out(Climb::Down);
        }
        if self.rules.shaking {
            out(Climb::Shake);
        }
    }

    fn play(&mut self, m: Climb) {
        self.since_shake += 1;
        match m {
            Climb::Up => self.rung += 1,
            Climb::Down => self.rung -= 1,
            Climb::Shake => self.since_shake = 0,
        }
        if Some(self.rung) == self.rules.top {
            self.winner = Some(self.turn);
        }
        self.plies += 1;
        self.pass_turn();
    }

    fn ending(&self) -> Option<Ending> {
        self.winner.map(|winner| Ending::win(winner, self.players(), "top"))
    }

    fn limit(&self) -> Option<Ending> {
        let limit = self.rules.plies;
        (limit > 0 && self.plies >= limit).then(|| Ending::draw(self.players(), "ply limit"))
    }

    fn key(&self) -> u64 {
        let gone = Player::all(6).filter(|&p| self.gone.has(p)).map(|p| 1 << p.index());
        u64::from(self.rung) << 16 | (self.turn.index() as u64) << 8 | gone.sum::<u64>()
    }

    fn repetition(&self) -> Option<u32> {
        (self.rules.repetition > 0).then_some(self.rules.repetition)
    }

    fn reversible(&self) -> usize {
        self.since_shake
    }

    fn can_win(&self, player: Player) -> bool {
        self.rules.hopeless & 1 << player.index() == 0
    }

    fn withdraw(&mut self, player: Player) {
        self.gone = self.gone.with(player);
        if self.turn == player {
            self.pass_turn();
        }
    }
}
