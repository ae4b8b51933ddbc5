//! Positions: moves, captures and endings.

use agon_core::{Cell, Cells, Ending, Player, Position, Rng};

use crate::TablutRules;
use crate::board::{
    ALL_CAMPS, AROUND, CASTLE, CELLS, DEFENDERS, EDGE, NEIGHBOURS, Set, camp_of, slide,
};

pub(crate) const ATTACKERS: Player = Player::FIRST;
pub(crate) const KINGS_SIDE: Player = Player::SECOND;

/// Maximum of the ply counter, far beyond every limit.
pub(crate) const MAX_PLIES: u32 = 1_000_000;

/// A position of Tablut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablut {
    attackers: Set,
    defenders: Set,
    king: Set,
    turn: Player,
    plies: u32,
    key: u64,
    rules: TablutRules,
}

/// A move of a piece from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Origin.
    pub from: Cell,
    /// Target.
    pub to: Cell,
}

/// The pieces of a position, not validated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Men {
    pub(crate) attackers: Set,
    pub(crate) defenders: Set,
    pub(crate) king: Set,
}

impl Tablut {
    pub(crate) fn new(men: Men, turn: Player, plies: u32, rules: TablutRules) -> Tablut {
        let Men { attackers, defenders, king } = men;
        let side = if turn == ATTACKERS { 0 } else { SIDE_KEY };
        let men = [(0, attackers), (1, defenders), (2, king)];
        let key = men
            .into_iter()
            .flat_map(|(kind, set)| Cells(set).map(move |cell| KEYS[kind][cell.index()]))
            .fold(side, |key, piece| key ^ piece);
        Tablut { attackers, defenders, king, turn, plies, key, rules }
    }

    pub(crate) fn men(&self) -> Men {
        Men { attackers: self.attackers, defenders: self.defenders, king: self.king }
    }

    /// Returns the plies played since the start of the game.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    fn pieces_to_move(&self) -> Set {
        if self.turn == ATTACKERS { self.attackers } else { self.defenders | self.king }
    }

    fn is_decided(&self) -> bool {
        self.king == 0 || self.king & EDGE != 0
    }

    /// Returns the targets of the piece on `from`.
    #[inline]
    fn reach(&self, from: Cell) -> Set {
        let own_camp = if self.turn == ATTACKERS { camp_of(from) } else { 0 };
        let men = self.attackers | self.defenders | self.king;
        slide(from, men | CASTLE | ALL_CAMPS & !own_camp)
    }

    /// Returns the pieces other than the king that the mover captures by arriving at `to`.
    pub(crate) fn captured_men(&self, to: Cell) -> Set {
        let (enemies, partners) = if self.turn == ATTACKERS {
            (self.defenders, self.attackers)
        } else {
            (self.attackers, self.defenders | self.king)
        };
        let mut captured = 0;
        for side in &NEIGHBOURS[to.index()] {
            if side.next & enemies != 0 {
                let own_camp = if side.next & ALL_CAMPS != 0 && self.turn == KINGS_SIDE {
                    camp_of(Cell::new(side.next.trailing_zeros() as usize))
                } else {
                    0
                };
                let holds = partners | CASTLE | ALL_CAMPS & !own_camp;
                if side.behind & holds != 0 {
                    captured |= side.next;
                }
            }
        }
        captured
    }

    /// Returns all pieces captured by the move, the king included.
    pub(crate) fn captures(&self, m: Move) -> Set {
        let mut next = self.clone();
        next.play(m);
        let before = self.attackers | self.defenders | self.king;
        let after = next.attackers | next.defenders | next.king;
        before & !after & !m.from.bit()
    }

    /// Returns whether an attacker that arrives at `to` captures the king. The attackers may be
    /// those before or after the move: no slide leads from one neighbour of the king to another.
    pub(crate) fn captures_king(&self, to: Cell) -> bool {
        if AROUND[to.index()] & self.king == 0 {
            return false;
        }
        let around = AROUND[self.king.trailing_zeros() as usize];
        if (self.king | around) & CASTLE != 0 {
            return around & !CASTLE & !(self.attackers | to.bit()) == 0;
        }
        let holds = self.attackers | ALL_CAMPS;
        NEIGHBOURS[to.index()].iter().any(|side| side.next == self.king && side.behind & holds != 0)
    }

    fn toggle(&mut self, kind: usize, cells: Set) {
        for cell in Cells(cells) {
            self.key ^= KEYS[kind][cell.index()];
        }
        match kind {
            0 => self.attackers ^= cells,
            1 => self.defenders ^= cells,
            _ => self.king ^= cells,
        }
    }
}

impl Position for Tablut {
    type Move = Move;
    type Rules = TablutRules;

    fn start(rules: &TablutRules) -> Tablut {
        let men = Men { attackers: ALL_CAMPS, defenders: DEFENDERS, king: CASTLE };
        Tablut::new(men, rules.first.player(), 0, *rules)
    }

    fn rules(&self) -> TablutRules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        for from in Cells(self.pieces_to_move()) {
            for to in Cells(self.reach(from)) {
                out(Move { from, to });
            }
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        Cells(self.pieces_to_move()).map(|from| u64::from(self.reach(from).count_ones())).sum()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        if self.is_decided() {
            return None;
        }
        let mut men = [(Cell::new(0), 0); 16];
        let (mut used, mut count) = (0, 0);
        for from in Cells(self.pieces_to_move()) {
            let reach = self.reach(from);
            men[used] = (from, reach);
            used += 1;
            count += reach.count_ones() as usize;
        }
        let mut skip = if count == 0 { return None } else { rng.below(count) };
        for &(from, reach) in &men[..used] {
            let here = reach.count_ones() as usize;
            if skip < here {
                return Cells(reach).nth(skip).map(|to| Move { from, to });
            }
            skip -= here;
        }
        None
    }

    fn play(&mut self, m: Move) {
        let path = m.from.bit() | m.to.bit();
        if self.turn == ATTACKERS {
            self.toggle(0, path);
            self.toggle(1, self.captured_men(m.to));
            if self.captures_king(m.to) {
                self.toggle(2, self.king);
            }
        } else {
            self.toggle(if self.king == m.from.bit() { 2 } else { 1 }, path);
            self.toggle(0, self.captured_men(m.to));
        }
        self.turn = self.turn.other();
        self.key ^= SIDE_KEY;
        self.plies = (self.plies + 1).min(MAX_PLIES);
    }

    fn ending(&self) -> Option<Ending> {
        if self.king == 0 {
            Some(Ending::win(ATTACKERS, 2, "king captured"))
        } else if self.king & EDGE != 0 {
            Some(Ending::win(KINGS_SIDE, 2, "king escaped"))
        } else if Cells(self.pieces_to_move()).all(|from| self.reach(from) == 0) {
            Some(Ending::win(self.turn.other(), 2, "no legal move"))
        } else {
            None
        }
    }

    fn limit(&self) -> Option<Ending> {
        let limit = self.rules.max_plies;
        (limit > 0 && self.plies >= limit).then(|| Ending::draw(2, "ply limit"))
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition(&self) -> Option<u32> {
        (self.rules.repetition > 0).then_some(self.rules.repetition)
    }
}

/// Hash keys of attackers, defenders and the king.
const KEYS: [[u64; CELLS]; 3] = [Rng::keys(0x7ab1), Rng::keys(0x7ab2), Rng::keys(0x7ab3)];
/// Hash key of the defenders to move.
const SIDE_KEY: u64 = Rng::keys::<1>(0x7ab4)[0];
