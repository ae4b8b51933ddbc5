//! Positions: moves and endings.

use std::array::from_fn;
use std::ops::BitOr;

use agon_core::{ByPlayer, Cell, Ending, MAX_PLAYERS, Player, PlayerSet, Position, Rng};

use crate::ChineseCheckersRules;
use crate::army::Army;
use crate::board::{BESIDE, HOLES};
use crate::holes::{Holes, pick};
use crate::hops::Hops;

/// First round in which owners who stay at home are ignored.
const ANTI_BLOCK_ROUND: u32 = 25;
/// Number of rounds after which the game is drawn.
pub(crate) const ROUND_LIMIT: u32 = 300;
/// Maximum of the round counter.
pub(crate) const MAX_ROUNDS: u32 = 9_999;

/// A position of Chinese Checkers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    /// Marbles by player, followed by the second sets of three players with two distinct sets; see
    /// [`second_set_index`].
    marbles: [Holes; MAX_PLAYERS],
    men: Holes,
    turn: Player,
    gone: PlayerSet,
    round: u32,
    key: u64,
    rules: ChineseCheckersRules,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A marble steps or hops.
    Go {
        /// Origin.
        from: Cell,
        /// Target.
        to: Cell,
    },
    /// No marble can move.
    Pass,
}

impl ChineseCheckers {
    /// `marbles` must match the rules in colours and numbers, and the player to move must still be
    /// in the game. Marbles of a distinct second set are listed twice: among the player's marbles
    /// and at [`second_set_index`].
    pub(crate) fn new(
        marbles: [Holes; MAX_PLAYERS],
        turn: Player,
        gone: PlayerSet,
        round: u32,
        rules: ChineseCheckersRules,
    ) -> ChineseCheckers {
        let men = marbles.into_iter().fold(Holes::NONE, Holes::bitor);
        let mut position = ChineseCheckers { marbles, men, turn, gone, round, key: 0, rules };
        position.key = TURN_KEYS[turn.index()];
        for player in Player::all(rules.players()) {
            position.key ^= position.key_of(player);
            if gone.has(player) {
                position.key ^= GONE_KEYS[player.index()];
            }
        }
        position
    }

    pub(crate) fn marbles(&self, player: Player) -> Holes {
        self.marbles[player.index()]
    }

    pub(crate) fn men(&self) -> Holes {
        self.men
    }

    /// Returns the player's second set, if the sets are distinct; otherwise empty.
    #[inline]
    pub(crate) fn second_set(&self, player: Player) -> Holes {
        match second_set_index(player) {
            Some(place) if self.rules.has_two_opposite_points() => self.marbles[place],
            _ => Holes::NONE,
        }
    }

    /// Returns the hash of the marbles of a player.
    pub(crate) fn key_of(&self, player: Player) -> u64 {
        let others = self.second_set(player);
        let first = self.marbles(player) & !others;
        let key = |place, marbles: Holes| {
            marbles.cells().fold(0, |key, hole| key ^ marble_key(place, hole))
        };
        key(player.index(), first) ^ second_set_index(player).map_or(0, |place| key(place, others))
    }

    /// Returns the position with the next player to move.
    pub(crate) fn passed(&self) -> ChineseCheckers {
        let mut next = self.clone();
        next.pass_turn();
        next
    }

    /// Returns the players who left the game.
    pub(crate) fn gone(&self) -> PlayerSet {
        self.gone
    }

    /// Returns the number of completed rounds.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    pub(crate) fn hops(&self) -> Hops {
        Hops::new(self.men)
    }

    /// Returns the holes that a marble passes, both ends included: a step, or a shortest chain of
    /// hops.
    pub(crate) fn path(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let step = BESIDE[from.index()].contains(&Some(to));
        if step { vec![from, to] } else { self.hops().shortest(from, to) }
    }

    /// Returns the players still in the game, in seat order.
    fn active(&self) -> impl Iterator<Item = Player> + use<> {
        let gone = self.gone;
        Player::all(self.players()).filter(move |&player| !gone.has(player))
    }

    /// Returns the empty holes where a move of the player may end.
    #[inline]
    fn ends(&self, player: Player) -> Holes {
        !self.men & self.rules.open_to(player)
    }

    /// Returns the marbles of the player that can step to `ends`, by direction.
    #[inline]
    fn steppers(&self, player: Player, ends: Holes) -> [Holes; 6] {
        let own = self.marbles(player);
        [
            own & ends.facing::<0>(),
            own & ends.facing::<1>(),
            own & ends.facing::<2>(),
            own & ends.facing::<3>(),
            own & ends.facing::<4>(),
            own & ends.facing::<5>(),
        ]
    }

    /// Returns the marbles of the player that can hop, to any hole.
    #[inline]
    fn hoppers(&self, player: Player, hops: &Hops) -> Holes {
        self.marbles(player) & hops.across(!self.men)
    }

    /// Returns whether a player still in the game has a move other than passing.
    fn any_player_can_move(&self) -> bool {
        let can_step =
            |player, ends| self.steppers(player, ends).iter().any(|marbles| !marbles.is_empty());
        let can_hop = |player, ends| {
            let hops = self.hops();
            !(hops.chains(self.hoppers(player, &hops)) & ends).is_empty()
        };
        self.active().any(|player| {
            let ends = self.ends(player);
            can_step(player, ends) || can_hop(player, ends)
        })
    }

    /// Returns the reason if the player, who must be in the game, has won.
    #[inline]
    fn win_reason(&self, player: Player) -> Option<&'static str> {
        if self.gone.len() + 1 == self.players() {
            return Some("last one left");
        }
        let (own, target) = (self.marbles(player), self.rules.target(player));
        if (own & !target).is_empty() {
            let is_home =
                !self.rules.has_two_opposite_points() || self.armies(player).all(Army::is_home);
            return is_home.then_some("all home");
        }
        let late = self.rules.anti_block && self.round >= ANTI_BLOCK_ROUND;
        if !late || !(target & !self.men).is_empty() {
            return None;
        }
        let owner = self.rules.owner_of_target(player);
        let theirs = owner.map_or(Holes::NONE, |owner| self.marbles(owner));
        let entered = || self.rules.target_points(player).all(|point| !(point & own).is_empty());
        let kept_out = (target & !own & !theirs).is_empty() && entered();
        kept_out.then_some("owner stayed at home")
    }

    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.active().any(|player| self.win_reason(player).is_some())
    }

    /// Returns the winner and the reason. If several players win at once, the last mover comes
    /// first, then the others in turn order.
    fn winner(&self) -> Option<(Player, &'static str)> {
        let seats = self.players();
        let turns_ahead = |p: Player| (p.index() + seats - self.turn.index()) % seats;
        let last_mover = self.active().max_by_key(|&p| turns_ahead(p));
        let winners = self.active().filter_map(|p| Some((p, self.win_reason(p)?)));
        winners.min_by_key(|&(p, _)| (Some(p) != last_mover, turns_ahead(p)))
    }

    /// Passes the turn to the next player in the game.
    fn pass_turn(&mut self) {
        self.key ^= TURN_KEYS[self.turn.index()];
        let later = self.active().find(|&player| player > self.turn);
        if later.is_none() {
            self.round = MAX_ROUNDS.min(self.round + 1);
        }
        self.turn = later.or(self.active().next()).unwrap_or(self.turn);
        self.key ^= TURN_KEYS[self.turn.index()];
    }
}

impl Position for ChineseCheckers {
    type Move = Move;
    type Rules = ChineseCheckersRules;

    fn start(rules: &ChineseCheckersRules) -> ChineseCheckers {
        let mut marbles = [Holes::NONE; MAX_PLAYERS];
        for player in Player::all(rules.players()) {
            marbles[player.index()] = rules.home(player);
            if let (true, Some(place)) = (rules.has_two_opposite_points(), second_set_index(player))
            {
                marbles[place] = rules.second_home(player);
            }
        }
        ChineseCheckers::new(marbles, Player::FIRST, PlayerSet::EMPTY, 0, *rules)
    }

    fn rules(&self) -> ChineseCheckersRules {
        self.rules
    }

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Move)) {
        if self.is_won() {
            return;
        }
        let (hops, ends) = (self.hops(), self.ends(self.turn));
        let mut stuck = true;
        let mut go = |from, to| {
            stuck = false;
            out(Move::Go { from, to });
        };
        for from in self.marbles(self.turn).cells() {
            let beside = BESIDE[from.index()].iter().flatten();
            beside.filter(|&&to| ends.has(to)).for_each(|&to| go(from, to));
            (hops.chains(Holes::of(from)) & ends).cells().for_each(|to| go(from, to));
        }
        if stuck && self.any_player_can_move() {
            out(Move::Pass);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_won() {
            return 0;
        }
        let (hops, ends) = (self.hops(), self.ends(self.turn));
        let steppers = self.steppers(self.turn, ends);
        let steps: u32 = steppers.iter().map(|marbles| marbles.count()).sum();
        let chains = |from| (hops.chains(Holes::of(from)) & ends).count();
        let count = steps + self.hoppers(self.turn, &hops).cells().map(chains).sum::<u32>();
        if count == 0 { self.any_player_can_move().into() } else { count.into() }
    }

    /// Rejection sampling from a list that contains each legal move once and few others: the steps
    /// by direction and, for each quarter, all pairs of a marble that can hop and a hole that such
    /// marbles can reach.
    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        if self.is_won() {
            return None;
        }
        let (hops, ends) = (self.hops(), self.ends(self.turn));
        let steppers = self.steppers(self.turn, ends);
        let hoppers = self.hoppers(self.turn, &hops);
        let landings = hops.chains(hoppers) & ends;
        let steps = steppers.map(|marbles| marbles.count() as usize);
        let (starts, stops) = (hoppers.counts(), landings.counts());
        let pairs: [usize; 4] = from_fn(|quarter| starts[quarter] * stops[quarter]);
        let (stepping, hopping) = (steps.iter().sum::<usize>(), pairs.iter().sum::<usize>());
        if stepping + hopping == 0 {
            return self.any_player_can_move().then_some(Move::Pass);
        }
        loop {
            let slot = rng.below(stepping + hopping);
            if slot < stepping {
                let (direction, n) = pick(&steps, slot);
                let from = steppers[direction].nth(n);
                return BESIDE[from.index()][direction].map(|to| Move::Go { from, to });
            }
            let (quarter, n) = pick(&pairs, slot - stepping);
            let from = hoppers.nth_in(quarter, n / stops[quarter]);
            let to = landings.nth_in(quarter, n % stops[quarter]);
            if starts[quarter] == 1 || hops.chains(Holes::of(from)).has(to) {
                return Some(Move::Go { from, to });
            }
        }
    }

    fn play(&mut self, m: Move) {
        if let Move::Go { from, to } = m {
            let (here, there) = (Holes::of(from), Holes::of(to));
            self.marbles[self.turn.index()] = self.marbles(self.turn) & !here | there;
            self.men = self.men & !here | there;
            let mut place = self.turn.index();
            if self.second_set(self.turn).has(from)
                && let Some(behind) = second_set_index(self.turn)
            {
                place = behind;
                self.marbles[place] = self.marbles[place] & !here | there;
            }
            self.key ^= marble_key(place, from) ^ marble_key(place, to);
        }
        self.pass_turn();
    }

    fn ending(&self) -> Option<Ending> {
        if self.is_won()
            && let Some((winner, reason)) = self.winner()
        {
            let left = ByPlayer::new(self.players(), |player| {
                self.armies(player).map(Army::distance_left).sum()
            });
            return Some(Ending::race(winner, &left, self.gone, reason));
        }
        let stuck = !self.any_player_can_move();
        stuck.then(|| Ending::draw(self.players(), "nobody can move"))
    }

    fn limit(&self) -> Option<Ending> {
        (self.round >= ROUND_LIMIT).then(|| Ending::draw(self.players(), "round limit"))
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }

    fn withdraw(&mut self, player: Player) {
        let (mut playing, mut others) = (self.active(), self.active());
        if playing.any(|p| p == player) && others.any(|p| p != player) {
            self.gone = self.gone.with(player);
            self.key ^= GONE_KEYS[player.index()];
            if self.turn == player {
                self.pass_turn();
            }
        }
    }
}

/// Returns the index of a player's second set in `marbles`; `None` for players beyond the third.
#[inline]
pub(crate) const fn second_set_index(player: Player) -> Option<usize> {
    let place = player.index() + MAX_PLAYERS / 2;
    if place < MAX_PLAYERS { Some(place) } else { None }
}

fn marble_key(place: usize, hole: Cell) -> u64 {
    MARBLE_KEYS[place * HOLES + hole.index()]
}

/// Hash keys of the marbles by index and hole.
static MARBLE_KEYS: [u64; MAX_PLAYERS * HOLES] = Rng::keys(0xcc1);
/// Hash keys of the player to move.
static TURN_KEYS: [u64; MAX_PLAYERS] = Rng::keys(0xcc2);
/// Hash keys of the players who left.
static GONE_KEYS: [u64; MAX_PLAYERS] = Rng::keys(0xcc3);
