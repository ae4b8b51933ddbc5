//! Naive reference searches.

use agon_core::{Ending, History, MAX_PLAYERS, Player};
use agon_search::Score;
use agon_tactics::Tactics;

/// A naive search; positions before the root count for repetition.
pub(crate) struct Naive<P: Tactics> {
    pub(crate) evaluate: fn(&P, Player) -> i32,
    pub(crate) root: Player,
    history: History,
    played: usize,
}

impl<P: Tactics> Naive<P> {
    pub(crate) fn new(
        evaluate: fn(&P, Player) -> i32,
        position: &P,
        history: &History,
    ) -> Naive<P> {
        let (root, played) = (position.turn(), history.positions());
        Naive { evaluate, root, history: history.clone(), played }
    }

    fn is_drawn(&self, position: &P, ply: usize) -> bool {
        ply > 0
            && position.ending().is_none()
            && (position.limit().is_some()
                || self.history.is_repetition_within(position, self.played))
    }

    /// Value of a leaf for a player; `None` if the search must continue.
    fn leaf(&self, position: &P, player: Player, ply: usize, depth: usize) -> Option<Score> {
        if let Some(ending) = position.ending() {
            return Some(score(&ending, player, ply));
        }
        if self.is_drawn(position, ply) {
            return Some(Score::DRAW);
        }
        (depth == 0).then(|| Score::from_eval((self.evaluate)(position, player)))
    }

    fn children(position: &P) -> Vec<P> {
        let mut children = Vec::new();
        position.moves(&mut |m| {
            let mut next = position.clone();
            next.play(m);
            children.push(next);
        });
        children
    }

    /// Two-player value for the player to move.
    pub(crate) fn negamax(&mut self, position: &P, ply: usize, depth: usize) -> Score {
        if let Some(score) = self.leaf(position, position.turn(), ply, depth) {
            return score;
        }
        self.history.push(position);
        let children = Self::children(position);
        let scores = children.iter().map(|next| -self.negamax(next, ply + 1, depth - 1));
        let best = scores.max().expect("not ended");
        self.history.pop();
        best
    }

    /// Paranoid value: all others against the root player, as seen by the root player.
    pub(crate) fn paranoid(&mut self, position: &P, ply: usize, depth: usize) -> Score {
        if let Some(score) = self.leaf(position, self.root, ply, depth) {
            return score;
        }
        self.history.push(position);
        let children = Self::children(position);
        let own = position.turn() == self.root;
        let scores = children.iter().map(|next| self.paranoid(next, ply + 1, depth - 1));
        let best = if own { scores.max() } else { scores.min() };
        self.history.pop();
        best.expect("not ended")
    }

    /// Max^n values; ties are broken against the root player.
    pub(crate) fn max_n(&mut self, position: &P, ply: usize, depth: usize) -> [Score; MAX_PLAYERS] {
        let mut scores = [Score::DRAW; MAX_PLAYERS];
        for player in Player::all(position.players()) {
            if let Some(score) = self.leaf(position, player, ply, depth) {
                scores[player.index()] = score;
            }
        }
        let turn = position.turn();
        if self.leaf(position, turn, ply, depth).is_some() {
            return scores;
        }
        self.history.push(position);
        let children = Self::children(position);
        let all: Vec<_> =
            children.iter().map(|next| self.max_n(next, ply + 1, depth - 1)).collect();
        self.history.pop();
        let root = self.root.index();
        *all.iter().max_by_key(|s| (s[turn.index()], -s[root], **s)).expect("not ended")
    }

    /// Best-reply value: the strongest reply of any one opponent, the others pass.
    pub(crate) fn best_reply(&mut self, position: &P, ply: usize, depth: usize) -> Score {
        if let Some(score) = self.leaf(position, self.root, ply, depth) {
            return score;
        }
        self.history.push(position);
        let best = if position.turn() == self.root {
            let children = Self::children(position);
            children.iter().map(|next| self.best_reply(next, ply + 1, depth - 1)).max()
        } else {
            let mut scores = Vec::new();
            let mut waiting = position.clone();
            while waiting.turn() != self.root {
                for next in Self::children(&waiting) {
                    let next = self.skip(next);
                    scores.push(self.best_reply(&next, ply + 1, depth - 1));
                }
                waiting = waiting.pass().expect("the game lets players pass");
            }
            scores.into_iter().min()
        };
        self.history.pop();
        best.expect("not ended")
    }

    fn skip(&self, mut position: P) -> P {
        while position.turn() != self.root && position.ending().is_none() {
            position = position.pass().expect("the game lets players pass");
        }
        position
    }
}

/// Score of an ending for a player.
pub(crate) fn score(ending: &Ending, player: Player, ply: usize) -> Score {
    match ending.winner() {
        Some(winner) if winner == player => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
        None => Score::DRAW,
    }
}
