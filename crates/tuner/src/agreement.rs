//! Games that are as good as over.

use agon_core::Player;

/// Plies for which both sides must agree who wins.
const AGREED: u32 = 4;
/// Plies for which both sides must agree that nobody wins, and how much they may think otherwise.
const LEVEL_FOR: u32 = 24;
const LEVEL: i32 = 8;

/// For how many plies both sides of a game against ourselves have thought the same.
#[derive(Default, Debug)]
pub struct Agreement {
    ahead: [u32; 2],
    level: u32,
}

impl Agreement {
    /// Takes note of a score as the first player sees it; the winner, or nobody, if it is clear: one is ahead
    /// by `far` at least, or nobody is at all.
    pub fn note(&mut self, score: i32, far: i32) -> Option<Option<Player>> {
        let count = |before: u32, is_so: bool| if is_so { before + 1 } else { 0 };
        self.ahead[0] = count(self.ahead[0], score >= far);
        self.ahead[1] = count(self.ahead[1], score <= -far);
        self.level = count(self.level, score.abs() <= LEVEL);
        match self.ahead {
            [(AGREED..), _] => Some(Some(Player::FIRST)),
            [_, (AGREED..)] => Some(Some(Player::SECOND)),
            _ => (self.level >= LEVEL_FOR).then_some(None),
        }
    }
}
