//! Results of games.

use crate::{ByPlayer, Player, PlayerSet, Seat};

/// Final ranking of all players and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    places: ByPlayer<u8>,
    reason: &'static str,
}

impl Ending {
    /// Ranks `winner` first and all other players second.
    #[must_use]
    pub fn win(winner: Player, players: usize, reason: &'static str) -> Ending {
        let places = ByPlayer::new(players, |p| if p == winner { 1 } else { 2 });
        Ending { places, reason }
    }

    /// Ranks `winner` first and the others by `left_to_do`, ascending, with ties. Players who
    /// withdrew come last.
    #[must_use]
    pub fn race(
        winner: Player,
        left_to_do: &ByPlayer<u32>,
        gone: PlayerSet,
        reason: &'static str,
    ) -> Ending {
        let rank = |p: Player| (p != winner, gone.has(p), left_to_do[p]);
        let places = ByPlayer::new(left_to_do.count(), |p| {
            1 + Player::all(left_to_do.count()).filter(|&q| rank(q) < rank(p)).count() as u8
        });
        Ending { places, reason }
    }

    /// Ranks all players first.
    #[must_use]
    pub fn draw(players: usize, reason: &'static str) -> Ending {
        Ending { places: ByPlayer::new(players, |_| 1), reason }
    }

    /// Ranks players who withdrew last, if the game is a draw.
    #[must_use]
    pub fn without(mut self, gone: PlayerSet) -> Ending {
        let players = self.places.count();
        if self.winner().is_none() && gone.len() < players {
            for player in Player::all(players).filter(|&player| gone.has(player)) {
                self.places[player] = (players - gone.len() + 1) as u8;
            }
        }
        self
    }

    /// Returns the winner; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let mut first = self.places.iter().filter(|&(_, &place)| place == 1);
        match (first.next(), first.next()) {
            (Some((winner, _)), None) => Some(winner),
            _ => None,
        }
    }

    /// Returns the rank of each player, 1 is best.
    #[must_use]
    pub fn places(&self) -> &ByPlayer<u8> {
        &self.places
    }

    /// Returns the reason, such as `checkmate`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// Describes the result: `red wins (6 marbles)`, `draw (repetition)`.
    #[must_use]
    pub fn verdict(&self, seats: &ByPlayer<Seat>) -> String {
        let who = match self.winner().map(|winner| seats[winner]) {
            Some(Seat { name, plural: true, .. }) => format!("{name} win"),
            Some(Seat { name, .. }) => format!("{name} wins"),
            None => "draw".into(),
        };
        format!("{who} ({})", self.reason)
    }
}
