//! What a search wants to know about moves.

use agon_core::{Cell, Cells, Ending, Position};
use agon_tactics::{Computer, Evaluation, Inputs, LEVELS, Margins, Method, Tactics};

use crate::board::{ALL_CAMPS, AROUND, CASTLE, CELLS, EDGE, SIZE, Set, camp_of, seen, slide};
use crate::eval;
use crate::inputs;
use crate::position::{ATTACKERS, MOST_PLIES, Men};
use crate::sweep::beyond;
use crate::{Step, Tablut};

/// What a capture wins, in hundredths of a man.
const ATTACKER: i32 = 100;
const DEFENDER: i32 = 160;
/// What the move wins that ends the game.
const KING: i32 = 3_000;

/// The rows and columns on which a way to the edge can be open: camps shut the others.
const WAYS_OUT: Set = {
    let mut set = 0;
    let mut cell = 0;
    while cell < CELLS {
        let (column, row) = (cell % SIZE, cell / SIZE);
        if matches!(column, 1 | 2 | 6 | 7) || matches!(row, 1 | 2 | 6 | 7) {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
};

impl Tactics for Tablut {
    /// A cell and a cell.
    const SLOTS: usize = CELLS * CELLS;
    /// An attacker, a defender or the king, and the cell he comes to.
    const TARGETS: usize = 3 * CELLS;

    #[inline]
    fn id(m: Step) -> u32 {
        (m.from.index() * CELLS + m.to.index()) as u32
    }

    #[inline]
    fn slot(&self, m: Step) -> usize {
        m.from.index() * CELLS + m.to.index()
    }

    /// What the king sees: where he could go, and what stops him.
    type Threats = Set;

    #[inline]
    fn threats(&self) -> Set {
        let Men { attackers, defenders, king } = self.men();
        if king == 0 {
            return 0;
        }
        seen(cell_of(king), attackers | defenders | CASTLE | ALL_CAMPS)
    }

    /// Out of what the king sees or not, and into it or not: ways are opened and shut by such moves.
    const DANGERS: usize = 4;

    #[inline]
    fn danger(&self, m: Step, sight: &Set) -> usize {
        let is_seen = |cell: Cell| usize::from(cell.bit() & sight != 0);
        2 * is_seen(m.from) + is_seen(m.to)
    }

    #[inline]
    fn target(&self, m: Step) -> usize {
        let man = match () {
            () if self.turn() == ATTACKERS => 0,
            () if self.men().king != m.from.bit() => 1,
            () => 2,
        };
        man * CELLS + m.to.index()
    }

    /// Captures are noisy, and the king's way to the edge.
    #[inline]
    fn gain(&self, m: Step) -> Option<i32> {
        let men = self.men();
        let near = AROUND[m.to.index()];
        let won = if self.turn() == ATTACKERS {
            if near & (men.defenders | men.king) == 0 {
                return None;
            }
            if self.captures_king(m.to) {
                return Some(KING);
            }
            DEFENDER * self.captured_men(m.to).count_ones() as i32
        } else {
            if men.king == m.from.bit() && m.to.bit() & EDGE != 0 {
                return Some(KING);
            }
            if near & men.attackers == 0 {
                return None;
            }
            ATTACKER * self.captured_men(m.to).count_ones() as i32
        };
        (won > 0).then_some(won)
    }

    fn noisy_moves(&self, out: &mut impl FnMut(Step)) {
        let men = self.men();
        if men.king == 0 || men.king & EDGE != 0 {
            return;
        }
        let blocked = men.attackers | men.defenders | men.king | CASTLE;
        if self.turn() == ATTACKERS {
            for to in Cells(attackers_aims(&men) & !blocked) {
                for from in Cells(comers(&men, to)) {
                    out(Step { from, to });
                }
            }
        } else {
            let blocked = blocked | ALL_CAMPS;
            let escapes = self.escapes();
            for to in Cells(escapes) {
                out(Step { from: cell_of(men.king), to });
            }
            for to in Cells(defenders_aims(&men) & !blocked) {
                // The escapes of the king are given already, whatever he captures there.
                let king = if escapes & to.bit() == 0 { men.king } else { 0 };
                for from in Cells(seen(to, blocked) & (men.defenders | king)) {
                    out(Step { from, to });
                }
            }
        }
    }

    // A king who can reach the edge, or can be captured, is not declared a threat: he can so
    // often that a search which goes deeper there sees less (37% against one that does not).

    fn pass(&self) -> Option<Tablut> {
        if self.escapes() != 0 {
            return None;
        }
        let plies = (self.plies() + 1).min(MOST_PLIES);
        Some(Tablut::new(self.men(), self.turn().other(), plies, self.rules()))
    }

    #[inline]
    fn decided(&self) -> Option<Ending> {
        let king = self.men().king;
        if king != 0 && king & EDGE == 0 { None } else { self.ending() }
    }

    /// Rooks' moves all over the board are alike to the eye, and the one that shuts a line or
    /// opens one often comes late: more of them are tried than usual.
    const MARGINS: Margins = Margins {
        reverse_futility: 150,
        razoring: 480,
        futility: 220,
        delta: 300,
        late_moves: 400,
        deeper: 110,
        ..Margins::USUAL
    };

    const WINNING_SCALE: f64 = 135.0;

    const LEVEL_RATINGS: [u32; LEVELS] = [600, 660, 790, 990, 1010, 1170, 1250, 1410, 1430, 1570];

    const EVALUATIONS: &'static [Evaluation<Tablut>] = eval::EVALUATIONS;

    const INPUTS: Option<&'static Inputs<Tablut>> = Some(&inputs::INPUTS);

    const COMPUTERS: &'static [Computer<Tablut>] = &[
        Computer::AGON,
        Computer::GUIDED_TREE,
        Computer::MONTE_CARLO,
        Computer {
            name: "classic",
            about: "plain alpha-beta, five plies deep, with the judgement of the same name",
            method: Method::Plain,
            evaluation: Some(&eval::CLASSIC),
            depth: Some(5),
            ..Computer::AGON
        },
    ];
}

impl Tablut {
    /// The edge cells that the king can reach with one move.
    #[inline]
    fn escapes(&self) -> Set {
        let Men { attackers, defenders, king } = self.men();
        if king & WAYS_OUT == 0 {
            return 0;
        }
        slide(cell_of(king), attackers | defenders | king | CASTLE | ALL_CAMPS) & EDGE
    }
}

const fn cell_of(king: Set) -> Cell {
    Cell::new(king.trailing_zeros() as usize)
}

/// The cells, empty or not, on which an attacker that arrives captures something.
#[inline]
fn attackers_aims(men: &Men) -> Set {
    let around = AROUND[cell_of(men.king).index()];
    let kings = if (men.king | around) & CASTLE != 0 {
        let open = around & !CASTLE & !men.attackers;
        if open.is_power_of_two() { open } else { 0 }
    } else {
        beyond(men.king, men.attackers | ALL_CAMPS)
    };
    kings | beyond(men.defenders, men.attackers | CASTLE | ALL_CAMPS)
}

/// The same for a defender or the king.
#[inline]
fn defenders_aims(men: &Men) -> Set {
    let partners = men.defenders | men.king | CASTLE;
    beyond(men.attackers & ALL_CAMPS, partners)
        | beyond(men.attackers & !ALL_CAMPS, partners | ALL_CAMPS)
}

/// The attackers that can go to `to`, an empty cell that is not the castle.
///
/// Seen from a cell outside the camps, an attacker in a camp is hidden only by men and the
/// castle, because the empty camp cells before it are its own; the others are hidden by camps,
/// too. Into a camp only those come that stand in it.
#[inline]
fn comers(men: &Men, to: Cell) -> Set {
    let blocked = men.attackers | men.defenders | men.king | CASTLE;
    let camp = camp_of(to);
    if camp != 0 {
        return seen(to, blocked) & men.attackers & camp;
    }
    let at_home = seen(to, blocked) & men.attackers & ALL_CAMPS;
    let outside = seen(to, blocked | ALL_CAMPS) & men.attackers & !ALL_CAMPS;
    at_home | outside
}
