//! Rewards of the players at the end of a simulation.

use agon_core::{Ending, MAX_PLAYERS, Player, PlayerSet, Position};

use crate::Score;

/// Evaluation, in hundredths of a piece, that corresponds to odds of e to 1.
const SCALE: f32 = 200.0;

/// Reward of each player: 1 for a win, an equal share for shared first place. The sum is 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rewards([f32; MAX_PLAYERS]);

impl Rewards {
    /// Shares the reward equally among these players.
    pub(super) fn among(first: PlayerSet) -> Rewards {
        let share = 1.0 / first.len().max(1) as f32;
        let mut rewards = [0.0; MAX_PLAYERS];
        for player in Player::all(MAX_PLAYERS).filter(|&player| first.has(player)) {
            rewards[player.index()] = share;
        }
        Rewards(rewards)
    }

    pub(super) fn draw(players: usize) -> Rewards {
        Rewards::among(Player::all(players).fold(PlayerSet::EMPTY, PlayerSet::with))
    }

    /// Converts evaluations to rewards. With two players a single evaluation is enough.
    pub(super) fn evaluated<P: Position>(
        position: &P,
        evaluate: impl Fn(Player) -> i32,
    ) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        if position.players() == 2 {
            let turn = position.turn();
            let chance = 1.0 / (1.0 + (-evaluate(turn) as f32 / SCALE).exp());
            rewards[turn.index()] = chance;
            rewards[turn.other().index()] = 1.0 - chance;
            return Rewards(rewards);
        }
        let players = Player::all(position.players());
        for player in players.clone() {
            rewards[player.index()] = evaluate(player) as f32 / (2.0 * SCALE);
        }
        let best = players.clone().map(|p| rewards[p.index()]).fold(f32::MIN, f32::max);
        for player in players.clone() {
            rewards[player.index()] = (rewards[player.index()] - best).exp();
        }
        let sum: f32 = players.clone().map(|p| rewards[p.index()]).sum();
        for player in players {
            rewards[player.index()] /= sum;
        }
        Rewards(rewards)
    }

    pub(super) fn of(self, player: Player) -> f32 {
        self.0[player.index()]
    }
}

/// Returns the players in first place.
pub(super) fn first_of(ending: &Ending) -> PlayerSet {
    let first = ending.places().iter().filter(|&(_, &place)| place == 1);
    first.fold(PlayerSet::EMPTY, |set, (player, _)| set.with(player))
}

/// Converts a winning probability to an evaluation; an equal share is 0.
pub(super) fn score_of_chance(chance: f32, players: usize) -> Score {
    let odds = |chance: f32| (chance / (1.0 - chance)).ln();
    let fair = 1.0 / players as f32;
    Score::from_eval((SCALE * (odds(chance.clamp(1e-6, 1.0 - 1e-6)) - odds(fair))).round() as i32)
}

/// Converts an evaluation to a winning probability, the inverse of [`score_of_chance`].
pub(super) fn chance_of_score(eval: i32, players: usize) -> f32 {
    let fair = 1.0 / players as f32;
    1.0 / (1.0 + (1.0 - fair) / fair * (-eval as f32 / SCALE).exp())
}
