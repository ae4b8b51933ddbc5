//! Detection of races, where the players no longer interact.

use agon_core::{Player, Position};
use agon_tactics::Race;

use crate::ChineseCheckers;
use crate::eval::parts::{self, Marble};
use crate::turned::ROW;

/// Lead in rows over all marbles that cannot be caught up.
const FAR_AHEAD: i32 = 15;

/// Returns the race that the player is in, if any. A race starts when two opponents have passed
/// each other, and for a player who is far ahead of all others, so that it goes home instead of
/// blocking players who have lost. Every marble outside the target needs at least one move, except
/// those kept out by an owner who stays at home.
pub(crate) fn race(position: &ChineseCheckers, player: Player) -> Option<Race> {
    let rules = position.rules();
    let others = Player::all(rules.players()).filter(|&p| p != player && !position.gone().has(p));
    let best = others.map(|other| position.rows_gone(other)).max()?;
    let is_ahead = position.rows_gone(player) >= best + FAR_AHEAD;
    if !is_ahead && !position.have_passed() {
        return None;
    }
    let outside: u32 =
        position.armies(player).map(|army| (army.marbles & !army.target).count()).sum();
    let stay = |owner| (position.marbles(owner) & rules.target(player)).count();
    let owner = rules.owner_of_target(player).filter(|_| rules.anti_block);
    let least = outside.saturating_sub(owner.map_or(0, stay)).max(1);
    Some(Race { least, key: position.key_of(player) })
}

impl ChineseCheckers {
    /// Returns the total number of rows that the player's marbles have advanced.
    fn rows_gone(&self, player: Player) -> i32 {
        let row = |marble: Marble| i32::from(ROW[marble.point][marble.hole.index()]);
        parts::of(self, player).map(row).sum()
    }

    /// Returns whether the only two players have opposite points and all their marbles have passed
    /// each other.
    fn have_passed(&self) -> bool {
        let [first, second] = [Player::FIRST, Player::SECOND];
        let rows = &ROW[self.rules().colour(first)];
        let rows_of = |player| self.marbles(player).cells().map(|hole| rows[hole.index()]);
        self.rules().owner_of_target(first) == Some(second)
            && self.players() == 2
            && self.rules().sets == 1
            && rows_of(second).max() < rows_of(first).min()
    }
}
