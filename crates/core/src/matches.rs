//! A game in progress.

use thiserror::Error;

use crate::{Ending, History, Player, PlayerSet, Position};

/// A position with its past: moves, withdrawals and draw offers. Applies the rules that need
/// more than the position: repetition, limits, resignation, agreement.
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    position: P,
    past: Vec<(P, Step<P::Move>)>,
    history: History,
    gone: PlayerSet,
    offers: PlayerSet,
    declared: Option<Ending>,
}

/// One step of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// A move by the player to move.
    Move(M),
    /// A player resigned or left and the game continues without them.
    Withdrawal(Player),
}

/// Reason for rejecting a move. The match is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError<M> {
    /// The game is over.
    #[error("the game is over: {}", .0.reason())]
    Over(Ending),
    /// The move is illegal.
    #[error("not a legal move here: {0:?}")]
    Illegal(M),
}

impl<P: Position> Match<P> {
    /// Creates a match that starts at `position`.
    #[must_use]
    pub fn new(position: P) -> Match<P> {
        Match {
            position,
            past: Vec::new(),
            history: History::default(),
            gone: PlayerSet::EMPTY,
            offers: PlayerSet::EMPTY,
            declared: None,
        }
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Returns the steps so far, each with the position before it.
    #[must_use]
    pub fn past(&self) -> &[(P, Step<P::Move>)] {
        &self.past
    }

    /// Returns the position at the start of the match.
    #[must_use]
    pub fn start(&self) -> &P {
        self.past.first().map_or(&self.position, |(position, _)| position)
    }

    /// Returns the keys of the positions before the current one.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the players who have not withdrawn.
    pub fn active(&self) -> impl Iterator<Item = Player> + '_ {
        Player::all(self.position.players()).filter(|&p| !self.gone.has(p))
    }

    /// Returns the result if the game is over, including repetition, limits and declared results.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let players = self.position.players();
        let repetition = || {
            let repeated = self.history.is_repetition(&self.position);
            repeated.then(|| Ending::draw(players, "repetition"))
        };
        self.declared
            .clone()
            .or_else(|| self.position.ending())
            .or_else(|| self.position.limit())
            .or_else(repetition)
            .map(|ending| ending.without(self.gone))
    }

    /// Returns the legal moves; empty when the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.position.moves(&mut |m| moves.push(m));
        }
        moves
    }

    /// Plays a move if it is legal. Draw offers of the other players lapse.
    pub fn play(&mut self, m: P::Move) -> Result<(), PlayError<P::Move>> {
        if let Some(ending) = self.ending() {
            return Err(PlayError::Over(ending));
        }
        if !self.moves().contains(&m) {
            return Err(PlayError::Illegal(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move without checking it. The move must be one of [`Match::moves`].
    pub fn play_unchecked(&mut self, m: P::Move) {
        let mover = self.position.turn();
        let offered = self.offers.has(mover);
        self.offers = if offered { PlayerSet::EMPTY.with(mover) } else { PlayerSet::EMPTY };
        self.history.push(&self.position);
        self.past.push((self.position.clone(), Step::Move(m)));
        self.position.play(m);
    }

    /// Takes back the declared result, or else the last step.
    /// Returns `false` if there was nothing to take back.
    pub fn undo(&mut self) -> bool {
        self.offers = PlayerSet::EMPTY;
        if self.declared.take().is_some() {
            return true;
        }
        let Some((position, step)) = self.past.pop() else { return false };
        self.position = position;
        match step {
            Step::Move(_) => self.history.pop(),
            Step::Withdrawal(_) => self.gone = self.withdrawn(),
        }
        true
    }

    fn withdrawn(&self) -> PlayerSet {
        self.past.iter().fold(PlayerSet::EMPTY, |gone, (_, step)| match step {
            Step::Withdrawal(player) => gone.with(*player),
            Step::Move(_) => gone,
        })
    }

    /// Resigns for a player. The last remaining player wins; until then the others continue.
    pub fn resign(&mut self, player: Player) {
        self.leave(player, "resignation");
    }

    /// Flags a player: a loss on time, or a draw with two players if the opponent cannot win.
    pub fn flag(&mut self, player: Player) {
        if self.ending().is_some() {
            return;
        }
        let opponent = player.other();
        if self.position.players() == 2 && !self.position.can_win(opponent) {
            self.declare(Ending::draw(2, "time out, but no way to win"));
        } else {
            self.leave(player, "time out");
        }
    }

    /// Removes a player from the game for the given reason.
    pub fn leave(&mut self, player: Player, reason: &'static str) {
        if self.ending().is_some() || self.active().all(|p| p != player) {
            return;
        }
        let mut others = self.active().filter(|&p| p != player);
        if let (Some(last), None) = (others.next(), others.next()) {
            drop(others);
            self.declare(Ending::win(last, self.position.players(), reason));
            return;
        }
        drop(others);
        self.past.push((self.position.clone(), Step::Withdrawal(player)));
        self.gone = self.gone.with(player);
        self.offers = self.offers.without(player);
        self.position.withdraw(player);
        self.settle_offers();
    }

    /// Offers a draw or accepts an offer. The game is drawn once all remaining players have done so.
    pub fn offer_draw(&mut self, player: Player) {
        if self.ending().is_none() && self.active().any(|p| p == player) {
            self.offers = self.offers.with(player);
            self.settle_offers();
        }
    }

    /// Declines a draw, which cancels all offers.
    pub fn decline_draw(&mut self) {
        self.offers = PlayerSet::EMPTY;
    }

    /// Returns the players who have offered or accepted a draw since it was last declined.
    #[must_use]
    pub fn draw_offers(&self) -> PlayerSet {
        self.offers
    }

    fn settle_offers(&mut self) {
        if !self.offers.is_empty() && self.active().all(|p| self.offers.has(p)) {
            self.declare(Ending::draw(self.position.players(), "agreement"));
        }
    }

    fn declare(&mut self, ending: Ending) {
        self.offers = PlayerSet::EMPTY;
        self.declared = Some(ending);
    }
}
