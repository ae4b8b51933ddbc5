//! Moves, endings and keys.

use agon_core::{Ending, Player, Position, Rng};

use crate::board::{ALL, CELLS, LINES, MIDDLE, Set};
use crate::rules::__Type__Rules;

/// A position.
#[derive(Clone, Debug)]
pub struct __Type__ {
    rules: __Type__Rules,
    stones: [Set; 2],
    turn: Player,
    key: u64,
}

/// Keys from [`Rng::keys`] differ in all of their bits, as the transposition table needs them.
static KEYS: [[u64; CELLS]; 2] = [Rng::keys(1), Rng::keys(2)];
static TURN: [u64; 1] = Rng::keys(3);

impl __Type__ {
    /// The player's stones.
    pub(crate) fn stones(&self, player: Player) -> Set {
        self.stones[player.index()]
    }

    pub(crate) fn put(&mut self, player: Player, cell: usize) {
        self.stones[player.index()] |= 1 << cell;
        self.key ^= KEYS[player.index()][cell];
    }

    pub(crate) fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= TURN[0];
    }

    pub(crate) fn free(&self) -> Set {
        ALL & !self.stones[0] & !self.stones[1]
    }

    fn winner(&self) -> Option<Player> {
        let has_line = |player: &Player| LINES.iter().any(|line| line & !self.stones(*player) == 0);
        Player::all(2).find(has_line)
    }
}

impl Position for __Type__ {
    /// The cell where a stone is placed.
    type Move = u8;
    type Rules = __Type__Rules;

    fn start(rules: &__Type__Rules) -> __Type__ {
        __Type__ { rules: *rules, stones: [0; 2], turn: Player::FIRST, key: 0 }
    }

    fn rules(&self) -> __Type__Rules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(u8)) {
        if self.winner().is_some() {
            return;
        }
        let is_first = self.free() == ALL;
        let forbidden = if self.rules.free_middle && is_first { MIDDLE } else { 0 };
        let allowed = self.free() & !forbidden;
        (0..CELLS as u8).filter(|cell| allowed & 1 << cell != 0).for_each(out);
    }

    fn play(&mut self, m: u8) {
        self.put(self.turn, m.into());
        self.pass_turn();
    }

    fn ending(&self) -> Option<Ending> {
        match self.winner() {
            Some(winner) => Some(Ending::win(winner, 2, "three in a row")),
            None => (self.free() == 0).then(|| Ending::draw(2, "board full")),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}
