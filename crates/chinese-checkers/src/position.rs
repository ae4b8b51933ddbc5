//! Moves and endings.

use std::array::from_fn;
use std::ops::BitOr;

use agon_core::{ByPlayer, Cell, Ending, MAX_PLAYERS, Player, PlayerSet, Position, Rng};

use crate::ChineseCheckersRules;
use crate::army::Army;
use crate::board::{BESIDE, HOLES};
use crate::holes::{Holes, pick};
use crate::hops::Hops;

/// From this round on owners who stay at home are ignored.
const ANTI_BLOCK_ROUND: u32 = 25;
/// After so many rounds the game is drawn.
pub(crate) const ROUND_LIMIT: u32 = 300;
/// Rounds are not counted any further.
pub(crate) const MOST_ROUNDS: u32 = 9_999;

/// A position of Chinese Checkers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    /// By player; behind those of three players whose two sets are told apart, the second set of
    /// each.
    marbles: [Holes; MAX_PLAYERS],
    men: Holes,
    turn: Player,
    gone: PlayerSet,
    round: u32,
    key: u64,
    rules: ChineseCheckersRules,
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A marble steps or hops.
    Go {
        /// Where it stands.
        from: Cell,
        /// Where it stops.
        to: Cell,
    },
    /// No marble can go anywhere.
    Pass,
}

impl ChineseCheckers {
    /// The colours and numbers of marbles agree with the rules, and the player to move is
    /// still in the game. Where sets are told apart, the second ones follow all marbles of each
    /// player.
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

    /// The marbles of a player.
    pub(crate) fn marbles(&self, player: Player) -> Holes {
        self.marbles[player.index()]
    }

    /// The marbles of all players.
    pub(crate) fn men(&self) -> Holes {
        self.men
    }

    /// Those of the player's marbles that are the second set, where sets are told apart.
    #[inline]
    pub(crate) fn second_set(&self, player: Player) -> Holes {
        match place_of_second(player) {
            Some(place) if self.rules.swaps() => self.marbles[place],
            _ => Holes::NONE,
        }
    }

    /// A hash of the marbles of a player.
    pub(crate) fn key_of(&self, player: Player) -> u64 {
        let others = self.second_set(player);
        let first = self.marbles(player) & !others;
        let key = |place, marbles: Holes| {
            marbles.cells().fold(0, |key, hole| key ^ marble_key(place, hole))
        };
        key(player.index(), first) ^ place_of_second(player).map_or(0, |place| key(place, others))
    }

    /// The position with the next player to move.
    pub(crate) fn passed(&self) -> ChineseCheckers {
        let mut next = self.clone();
        next.pass_turn();
        next
    }

    /// Who left the game.
    pub(crate) fn gone(&self) -> PlayerSet {
        self.gone
    }

    /// How often the turn has gone around.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    pub(crate) fn hops(&self) -> Hops {
        Hops::new(self.men)
    }

    /// The holes that a marble touches, first and last included: a step, or a shortest chain
    /// of hops.
    pub(crate) fn path(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let step = BESIDE[from.index()].contains(&Some(to));
        if step { vec![from, to] } else { self.hops().shortest(from, to) }
    }

    /// Who is still in the game, in seat order.
    fn active(&self) -> impl Iterator<Item = Player> + use<> {
        let gone = self.gone;
        Player::all(self.players()).filter(move |&player| !gone.has(player))
    }

    /// The empty holes in which a move of the player may end.
    #[inline]
    fn ends(&self, player: Player) -> Holes {
        !self.men & self.rules.open_to(player)
    }

    /// The marbles of the player that can step in each direction to one of the ends.
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

    /// The marbles of the player that can hop, wherever that leads.
    #[inline]
    fn hoppers(&self, player: Player, hops: &Hops) -> Holes {
        self.marbles(player) & hops.across(!self.men)
    }

    /// Does anybody who is still in the game have a move, other than to pass?
    fn anybody_can_move(&self) -> bool {
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

    /// Has the player, who is still in the game, reached the aim, and how?
    #[inline]
    fn success(&self, player: Player) -> Option<&'static str> {
        if self.gone.len() + 1 == self.players() {
            return Some("last one left");
        }
        let (own, target) = (self.marbles(player), self.rules.target(player));
        if (own & !target).is_empty() {
            let is_home = !self.rules.swaps() || self.armies(player).all(Army::is_home);
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

    /// Has anybody won?
    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.active().any(|player| self.success(player).is_some())
    }

    /// Who won, and how. Where several reach the aim at once, the one who moved last goes
    /// first, then the others in turn.
    fn winner(&self) -> Option<(Player, &'static str)> {
        let seats = self.players();
        let turns_ahead = |p: Player| (p.index() + seats - self.turn.index()) % seats;
        let last_mover = self.active().max_by_key(|&p| turns_ahead(p));
        let winners = self.active().filter_map(|p| Some((p, self.success(p)?)));
        winners.min_by_key(|&(p, _)| (Some(p) != last_mover, turns_ahead(p)))
    }

    /// The turn goes on to the next player who is still in the game.
    fn pass_turn(&mut self) {
        self.key ^= TURN_KEYS[self.turn.index()];
        let later = self.active().find(|&player| player > self.turn);
        if later.is_none() {
            self.round = MOST_ROUNDS.min(self.round + 1);
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
            if let (true, Some(place)) = (rules.swaps(), place_of_second(player)) {
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
        if stuck && self.anybody_can_move() {
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
        if count == 0 { self.anybody_can_move().into() } else { count.into() }
    }

    /// Draws from a list that has each legal move once and little else: the steps in each
    /// direction, and for each quarter of the board every marble that can hop with every hole
    /// that any of them reaches. A draw that is no legal move is repeated.
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
            return self.anybody_can_move().then_some(Move::Pass);
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
                && let Some(behind) = place_of_second(self.turn)
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
        let stuck = !self.anybody_can_move();
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

/// Where the second set of one of three players stands among the marbles.
#[inline]
pub(crate) const fn place_of_second(player: Player) -> Option<usize> {
    let place = player.index() + MAX_PLAYERS / 2;
    if place < MAX_PLAYERS { Some(place) } else { None }
}

fn marble_key(place: usize, hole: Cell) -> u64 {
    MARBLE_KEYS[place * HOLES + hole.index()]
}

/// Hash keys of the marbles at each place.
static MARBLE_KEYS: [u64; MAX_PLAYERS * HOLES] = Rng::keys(0xcc1);
/// Who is to move.
static TURN_KEYS: [u64; MAX_PLAYERS] = Rng::keys(0xcc2);
/// Who left.
static GONE_KEYS: [u64; MAX_PLAYERS] = Rng::keys(0xcc3);
