//! Nim for up to six players: the player who takes the last match wins.

use agon_core::{Ending, Opt, Player, Position, Rng, Rules};
use agon_tactics::{Evaluation, Tactics};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NimRules {
    pub(crate) heaps: [u8; 4],
    /// Maximum number taken at once.
    pub(crate) most: u8,
    pub(crate) players: usize,
}

impl Default for NimRules {
    fn default() -> NimRules {
        NimRules { heaps: [1, 3, 5, 7], most: 7, players: 2 }
    }
}

impl Rules for NimRules {
    const OPTIONS: &'static [Opt<NimRules>] = &[];
}

#[derive(Clone, Debug)]
pub(crate) struct Nim {
    rules: NimRules,
    heaps: [u8; 4],
    turn: Player,
}

/// Takes a number of matches from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Take {
    pub(crate) heap: usize,
    pub(crate) count: u8,
}

const LARGEST: usize = 32;

impl Nim {
    pub(crate) fn heaps(&self) -> [u8; 4] {
        self.heaps
    }
}

impl Position for Nim {
    type Move = Take;
    type Rules = NimRules;

    fn start(rules: &NimRules) -> Nim {
        Nim { rules: *rules, heaps: rules.heaps, turn: Player::FIRST }
    }

    fn rules(&self) -> NimRules {
        self.rules
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Take)) {
        for (heap, &matches) in self.heaps.iter().enumerate() {
            for count in 1..=matches.min(self.rules.most) {
                out(Take { heap, count });
            }
        }
    }

    fn play(&mut self, m: Take) {
        self.heaps[m.heap] -= m.count;
        let next = Player::new((self.turn.index() + 1) % self.rules.players);
        self.turn = next.expect("below the number of players");
    }

    /// Removed matches never return.
    fn reversible(&self) -> usize {
        0
    }

    fn ending(&self) -> Option<Ending> {
        let players = self.rules.players;
        let last = Player::new((self.turn.index() + players - 1) % players)?;
        (self.heaps == [0; 4]).then(|| Ending::win(last, players, "last match"))
    }

    fn key(&self) -> u64 {
        let heaps = u32::from_le_bytes(self.heaps);
        Rng::new(u64::from(heaps) << 8 | self.turn.index() as u64).next_u64()
    }
}

impl Tactics for Nim {
    type Threats = ();
    const SLOTS: usize = 4 * LARGEST;
    const TARGETS: usize = 4;
    const EVALUATIONS: &'static [Evaluation<Nim>] = &[Evaluation {
        name: "nothing",
        about: "all positions look the same",
        evaluate: |_, _| 0,
        terms: |_| Vec::new(),
        tunable: None,
    }];

    fn id(m: Take) -> u32 {
        (m.heap * LARGEST) as u32 + u32::from(m.count)
    }

    fn slot(&self, m: Take) -> usize {
        Nim::id(m) as usize
    }

    fn target(&self, m: Take) -> usize {
        m.heap
    }
}
