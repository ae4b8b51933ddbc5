//! Adjudication of games.

use agon_core::Player;

/// Plies for which both sides must agree on the winner.
const WIN_PLIES: u32 = 4;
/// Plies for which both sides must agree on a draw, and the maximum absolute score.
const DRAW_PLIES: u32 = 24;
const DRAW_SCORE: i32 = 8;

/// Number of consecutive plies for which both sides agreed on a result.
#[derive(Default, Debug)]
pub struct Agreement {
    ahead: [u32; 2],
    level: u32,
}

impl Agreement {
    /// Records a score for the first player. Returns the winner, or `Some(None)` for a draw, once
    /// both sides have agreed for long enough; `far` is the score of a won game.
    pub fn note(&mut self, score: i32, far: i32) -> Option<Option<Player>> {
        let count = |before: u32, is_so: bool| if is_so { before + 1 } else { 0 };
        self.ahead[0] = count(self.ahead[0], score >= far);
        self.ahead[1] = count(self.ahead[1], score <= -far);
        self.level = count(self.level, score.abs() <= DRAW_SCORE);
        match self.ahead {
            [(WIN_PLIES..), _] => Some(Some(Player::FIRST)),
            [_, (WIN_PLIES..)] => Some(Some(Player::SECOND)),
            _ => (self.level >= DRAW_PLIES).then_some(None),
        }
    }
}
