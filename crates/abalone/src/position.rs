//! Positions: moves, pushes and endings.

use agon_core::{Cell, Ending, Player, Position, Rng};

use crate::board::{Direction, HOLES, Set, ahead, before, bit, cells, next};
use crate::notation::read_marbles;
use crate::{AbaloneRules, Move};

/// Marbles of a side at the start.
pub(crate) const MARBLES: u32 = 14;
/// Number of marbles to push off for a win.
pub(crate) const GOAL: u32 = 6;
/// Maximum of the counters.
pub(crate) const MAX_PLIES: u32 = 1_000_000;

/// A position of Abalone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abalone {
    marbles: [Set; 2],
    turn: Player,
    quiet: u32,
    number: u32,
    key: u64,
    rules: AbaloneRules,
}

/// Number of group shapes for each direction.
const GROUPS: usize = 7;

/// Returns the line and size of the groups that can move in a direction: one, two and three in
/// line, and pairs and triples on the other two axes.
#[inline]
const fn groups(direction: Direction) -> [(Direction, u8); GROUPS] {
    let [a, b] = direction.across();
    [(direction, 1), (direction, 2), (direction, 3), (a, 2), (a, 3), (b, 2), (b, 3)]
}

/// For each group shape, the `first` marbles of the groups that can move.
type Firsts = [Set; GROUPS];

#[inline(always)]
fn size(firsts: &Firsts) -> usize {
    firsts.iter().map(|set| set.count_ones() as usize).sum()
}

impl Abalone {
    pub(crate) fn new(
        marbles: [Set; 2],
        turn: Player,
        quiet: u32,
        number: u32,
        rules: AbaloneRules,
    ) -> Abalone {
        let side = if turn == Player::FIRST { 0 } else { SIDE_KEY };
        let both = [Player::FIRST, Player::SECOND].into_iter();
        let key = both
            .flat_map(|player| cells(marbles[player.index()]).map(move |cell| key_of(player, cell)))
            .fold(side, |key, marble| key ^ marble);
        Abalone { marbles, turn, quiet, number, key, rules }
    }

    pub(crate) fn marbles(&self, player: Player) -> Set {
        self.marbles[player.index()]
    }

    /// Returns the number of marbles the player has pushed off the board.
    #[must_use]
    pub fn pushed_off(&self, player: Player) -> u32 {
        MARBLES - self.marbles(player.other()).count_ones()
    }

    /// Returns the plies since a marble was last pushed off.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Returns the move number: 1 for the first move of either player.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns whether a player has pushed off six. Only the side to move can have lost the last
    /// one.
    pub(crate) fn is_decided(&self) -> bool {
        self.pushed_off(self.turn.other()) >= GOAL
    }

    /// Returns the moves in a direction.
    #[inline(always)]
    fn firsts(&self, direction: Direction) -> Firsts {
        let (own, enemy) = (self.marbles(self.turn), self.marbles(self.turn.other()));
        // Holes facing no marble; an empty hole; one or two enemies that can be pushed.
        let open = !before(own | enemy, direction);
        let free = open & direction.inside();
        let one = before(enemy & open, direction);
        let two = before(enemy & one, direction);

        let behind = |leads: Set| own & before(leads, direction);
        let singles = own & free;
        let twos = behind(own & (free | one));
        let threes = behind(behind(own & (free | one | two)));
        let [a, b] = direction.across().map(|axis| {
            let pairs = singles & before(singles, axis);
            [pairs, pairs & before(pairs, axis)]
        });
        [singles, twos, threes, a[0], a[1], b[0], b[1]]
    }

    /// Returns all moves, in the order of [`Direction::ALL`]. Unrolled, so that every rotation is
    /// by a constant.
    #[inline(always)]
    fn all_firsts(&self) -> [Firsts; 6] {
        [
            self.firsts(Direction::East),
            self.firsts(Direction::NorthEast),
            self.firsts(Direction::NorthWest),
            self.firsts(Direction::West),
            self.firsts(Direction::SouthWest),
            self.firsts(Direction::SouthEast),
        ]
    }

    /// Returns the rear marbles of the pairs and triples with which the player could push a marble
    /// off in this direction; the player need not be to move.
    #[inline(always)]
    pub(crate) fn push_offs(&self, player: Player, direction: Direction) -> [Set; 2] {
        let (own, enemy) = (self.marbles(player), self.marbles(player.other()));
        let one = before(enemy & !direction.inside(), direction);
        let two = before(enemy & one, direction);
        let behind = |leads: Set| own & before(leads, direction);
        [behind(own & one), behind(behind(own & (one | two)))]
    }

    /// Returns the same marbles with the other player to move.
    pub(crate) fn passed(&self) -> Abalone {
        let quiet = (self.quiet + 1).min(MAX_PLIES);
        let key = self.key ^ SIDE_KEY;
        Abalone { turn: self.turn.other(), quiet, key, ..self.clone() }
    }

    /// Returns the enemy marbles that the move pushes, nearest first.
    pub(crate) fn pushed(&self, m: Move) -> impl Iterator<Item = Cell> {
        let enemy = self.marbles(self.turn.other());
        let start = m.is_in_line().then(|| m.target());
        let row = std::iter::successors(start, move |&cell| next(cell, m.direction));
        row.take_while(move |&cell| enemy & bit(cell) != 0)
    }

    /// Returns the enemy marble that the move pushes off the board.
    pub(crate) fn fallen(&self, m: Move) -> Option<Cell> {
        self.pushed(m).last().filter(|&cell| next(cell, m.direction).is_none())
    }

    #[inline]
    fn toggle(&mut self, player: Player, cell: Cell) {
        self.marbles[player.index()] ^= bit(cell);
        self.key ^= key_of(player, cell);
    }
}

impl Position for Abalone {
    type Move = Move;
    type Rules = AbaloneRules;

    fn start(rules: &AbaloneRules) -> Abalone {
        let marbles = read_marbles(rules.layout.rows()).expect("the layouts are well-formed");
        Abalone::new(marbles, Player::FIRST, 0, 1, *rules)
    }

    fn rules(&self) -> AbaloneRules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        for (direction, sets) in Direction::ALL.into_iter().zip(self.all_firsts()) {
            for ((line, count), firsts) in groups(direction).into_iter().zip(sets) {
                for first in cells(firsts) {
                    out(Move { first, line, count, direction });
                }
            }
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_decided() { 0 } else { self.all_firsts().iter().map(size).sum::<usize>() as u64 }
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        if self.is_decided() {
            return None;
        }
        let all = self.all_firsts();
        let sizes = all.each_ref().map(size);
        let count = sizes.iter().sum();
        let mut skip = if count == 0 { return None } else { rng.below(count) };
        let mut index = 0;
        while skip >= sizes[index] {
            skip -= sizes[index];
            index += 1;
        }
        let direction = Direction::ALL[index];
        for ((line, count), firsts) in groups(direction).into_iter().zip(all[index]) {
            let here = firsts.count_ones() as usize;
            if skip < here {
                return cells(firsts).nth(skip).map(|first| Move { first, line, count, direction });
            }
            skip -= here;
        }
        None
    }

    fn play(&mut self, m: Move) {
        let (mover, other) = (self.turn, self.turn.other());
        self.quiet = (self.quiet + 1).min(MAX_PLIES);
        if m.is_in_line() {
            // Only the ends of a row change.
            let (front, last) = (m.target(), self.pushed(m).last());
            self.toggle(mover, m.first);
            self.toggle(mover, front);
            if let Some(last) = last {
                self.toggle(other, front);
                match next(last, m.direction) {
                    Some(end) => self.toggle(other, end),
                    None => self.quiet = 0,
                }
            }
        } else {
            for marble in m.marbles() {
                self.toggle(mover, marble);
                self.toggle(mover, ahead(marble, m.direction, 1));
            }
        }
        if mover == Player::SECOND {
            self.number = (self.number + 1).min(MAX_PLIES);
        }
        self.turn = other;
        self.key ^= SIDE_KEY;
    }

    fn ending(&self) -> Option<Ending> {
        if self.is_decided() {
            Some(Ending::win(self.turn.other(), 2, "6 marbles"))
        } else if Direction::ALL.into_iter().all(|direction| size(&self.firsts(direction)) == 0) {
            Some(Ending::win(self.turn.other(), 2, "no legal move"))
        } else {
            None
        }
    }

    fn limit(&self) -> Option<Ending> {
        let limit = self.rules.quiet_plies;
        (limit > 0 && self.quiet >= limit).then(|| Ending::draw(2, "no marble pushed off"))
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition(&self) -> Option<u32> {
        (self.rules.repetition > 0).then_some(self.rules.repetition)
    }

    fn reversible(&self) -> usize {
        self.quiet as usize
    }
}

#[inline]
fn key_of(player: Player, cell: Cell) -> u64 {
    KEYS[player.index()][cell.index()]
}

/// Hash keys of the marbles of both sides, by hole.
static KEYS: [[u64; HOLES]; 2] = [Rng::keys(0xaba1), Rng::keys(0xaba2)];
/// Hash key of the second player to move.
const SIDE_KEY: u64 = Rng::keys::<1>(0xaba3)[0];
