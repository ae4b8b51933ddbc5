//! A game for tests: two players alternately claim cells of different value, and the player with
//! the larger sum wins. The evaluation must learn the values.

use agon_core::{
    Ending, Notation, Opt, Player, Position, Rules, TextError, Value, Values, split_exactly,
};
use agon_tactics::{Evaluation, Tactics, Tunable};

/// Maximum number of cells.
pub(crate) const MOST_CELLS: usize = 26;

/// True values of the cells.
pub(crate) const TRUE: [i32; MOST_CELLS] = [
    120, 40, -30, 75, 10, 95, 60, -15, 33, 81, 5, 140, 52, 27, 110, -45, 68, 19, 90, 44, 73, 36,
    101, 12, 58, 87,
];

/// Initial weights of the evaluation.
pub(crate) const BELIEVED: [i32; MOST_CELLS] = [50; MOST_CELLS];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ToyRules {
    cells: u32,
    /// The first cell counts twice. Not part of position texts.
    doubled: bool,
    /// Three players, which self-play must reject.
    crowded: bool,
}

impl Default for ToyRules {
    fn default() -> ToyRules {
        ToyRules { cells: MOST_CELLS as u32, doubled: false, crowded: false }
    }
}

impl Rules for ToyRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "cells",
            about: "number of cells",
            values: Values::Number { min: 2, max: MOST_CELLS as u32, words: &[] },
            get: |rules| Value::Number(rules.cells),
            set: |rules, value| rules.cells = value.number(),
        },
        Opt {
            name: "doubled",
            about: "the first cell counts twice",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.doubled),
            set: |rules, value| rules.doubled = value.flag(),
        },
        Opt {
            name: "crowded",
            about: "there are three players",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.crowded),
            set: |rules, value| rules.crowded = value.flag(),
        },
    ];
}

#[derive(Clone, Debug)]
pub(crate) struct Toy {
    claimed: [u32; 2],
    turn: Player,
    rules: ToyRules,
}

impl Toy {
    fn empty(&self) -> u32 {
        !(self.claimed[0] | self.claimed[1]) & ((1 << self.rules.cells) - 1)
    }

    /// Returns the coefficient of each cell for the first player.
    fn features(&self) -> impl Iterator<Item = (usize, i32)> {
        let cells = (0..self.rules.cells as usize).map(|cell| {
            let owner = |player: usize| (self.claimed[player] >> cell & 1) as i32;
            let times = if cell == 0 && self.rules.doubled { 2 } else { 1 };
            (cell, (owner(0) - owner(1)) * times)
        });
        cells.filter(|&(_, times)| times != 0)
    }

    /// Returns the lead of the first player.
    pub(crate) fn lead(&self, worth: &[i32; MOST_CELLS]) -> i32 {
        self.features().map(|(cell, times)| worth[cell] * times).sum()
    }

    pub(crate) fn men(&self) -> usize {
        (self.claimed[0] | self.claimed[1]).count_ones() as usize
    }
}

impl Position for Toy {
    type Move = u8;
    type Rules = ToyRules;

    fn start(rules: &ToyRules) -> Toy {
        Toy { claimed: [0; 2], turn: Player::FIRST, rules: *rules }
    }

    fn rules(&self) -> ToyRules {
        self.rules
    }

    fn players(&self) -> usize {
        if self.rules.crowded { 3 } else { 2 }
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(u8)) {
        (0..self.rules.cells as u8).filter(|cell| self.empty() >> cell & 1 == 1).for_each(out);
    }

    fn play(&mut self, cell: u8) {
        self.claimed[self.turn.index()] |= 1 << cell;
        self.turn = self.turn.other();
    }

    fn ending(&self) -> Option<Ending> {
        let lead = self.lead(&TRUE);
        (self.empty() == 0).then(|| match lead {
            0 => Ending::draw(2, "equally rich"),
            1.. => Ending::win(Player::FIRST, 2, "richer"),
            _ => Ending::win(Player::SECOND, 2, "richer"),
        })
    }

    fn key(&self) -> u64 {
        let [first, second] = self.claimed.map(u64::from);
        (first | second << 32 | (self.turn.index() as u64) << 63)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Tactics for Toy {
    type Threats = ();
    const SLOTS: usize = MOST_CELLS;
    const TARGETS: usize = MOST_CELLS;

    fn id(m: u8) -> u32 {
        m.into()
    }

    fn slot(&self, m: u8) -> usize {
        m.into()
    }

    fn target(&self, m: u8) -> usize {
        m.into()
    }

    /// Makes claiming the second cell an arbitrary noisy move.
    fn gain(&self, m: u8) -> Option<i32> {
        (m == 1).then_some(40)
    }

    const EVALUATIONS: &'static [Evaluation<Toy>] = &[
        Evaluation {
            name: "believed",
            about: "what cells seem to be worth",
            evaluate: |toy, player| {
                let lead = toy.lead(&BELIEVED);
                if player == Player::FIRST { lead } else { -lead }
            },
            terms: |_| Vec::new(),
            tunable: Some(Tunable { weights: &BELIEVED, trace }),
        },
        Evaluation {
            name: "true",
            about: "what cells are worth",
            evaluate: |toy, player| {
                let lead = toy.lead(&TRUE);
                if player == Player::FIRST { lead } else { -lead }
            },
            terms: |_| Vec::new(),
            tunable: Some(Tunable { weights: &TRUE, trace }),
        },
        Evaluation {
            name: "blind",
            about: "nothing",
            evaluate: |_, _| 0,
            terms: |_| Vec::new(),
            tunable: None,
        },
    ];
}

/// Splits each coefficient in two, which the reader must add up.
fn trace(toy: &Toy) -> Vec<(usize, f32)> {
    let halves = || toy.features().map(|(cell, times)| (cell, times as f32 / 2.0));
    halves().chain(halves()).collect()
}

impl Notation for Toy {
    fn text(&self) -> String {
        let letter = |cell: u32| match (self.claimed[0] >> cell & 1, self.claimed[1] >> cell & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let board: String = (0..self.rules.cells).map(letter).collect();
        format!("{board} {}", if self.turn == Player::FIRST { 'x' } else { 'o' })
    }

    fn parse_position(text: &str, rules: &ToyRules) -> Result<Toy, TextError> {
        let [board, side] = split_exactly(text, ' ', ["board", "side"])?;
        let turn = match side {
            "x" => Player::FIRST,
            "o" => Player::SECOND,
            _ => return Err(TextError::new("side", side, "x or o")),
        };
        let rules = ToyRules { cells: board.len() as u32, ..*rules };
        let mut claimed = [0; 2];
        for (cell, letter) in board.chars().enumerate() {
            match letter {
                'x' if cell < MOST_CELLS => claimed[0] |= 1 << cell,
                'o' if cell < MOST_CELLS => claimed[1] |= 1 << cell,
                '.' if cell < MOST_CELLS => {}
                _ => return Err(TextError::new("board", board, "up to 26 of x, o and .")),
            }
        }
        Ok(Toy { claimed, turn, rules })
    }

    fn move_text(&self, cell: u8) -> String {
        cell.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        self.find_move(text, |cell| cell.to_string() == text)
    }
}
