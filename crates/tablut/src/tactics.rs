//! Search hints: gains, noisy moves and margins.

use agon_core::{Cell, Cells, Ending, Position};
use agon_tactics::{Computer, Evaluation, Inputs, LEVELS, Margins, Method, Tactics};

use crate::board::{ALL_CAMPS, AROUND, CASTLE, CELLS, EDGE, SIZE, Set, camp_of, seen, slide};
use crate::eval;
use crate::inputs;
use crate::position::{ATTACKERS, MAX_PLIES, Men};
use crate::sweep::beyond;
use crate::{Move, Tablut};

/// Gain of a capture in hundredths of a piece.
const ATTACKER: i32 = 100;
const DEFENDER: i32 = 160;
/// Gain of the move that ends the game.
const KING: i32 = 3_000;

/// Cells on a row or column that can lead to an escape cell; camps block the others.
const ESCAPE_LINES: Set = {
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
    /// Origin and target.
    const SLOTS: usize = CELLS * CELLS;
    /// Piece type (attacker, defender, king) and target.
    const TARGETS: usize = 3 * CELLS;

    #[inline]
    fn id(m: Move) -> u32 {
        (m.from.index() * CELLS + m.to.index()) as u32
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        m.from.index() * CELLS + m.to.index()
    }

    /// Cells that the king could slide to, and those that stop it.
    type Threats = Set;

    #[inline]
    fn threats(&self) -> Set {
        let Men { attackers, defenders, king } = self.men();
        if king == 0 {
            return 0;
        }
        seen(cell_of(king), attackers | defenders | CASTLE | ALL_CAMPS)
    }

    /// Whether origin and target are in the king's sight: such moves open and block its lines.
    const DANGERS: usize = 4;

    #[inline]
    fn danger(&self, m: Move, sight: &Set) -> usize {
        let is_seen = |cell: Cell| usize::from(cell.bit() & sight != 0);
        2 * is_seen(m.from) + is_seen(m.to)
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        let piece = match () {
            () if self.turn() == ATTACKERS => 0,
            () if self.men().king != m.from.bit() => 1,
            () => 2,
        };
        piece * CELLS + m.to.index()
    }

    /// Captures and the king's escape are noisy.
    #[inline]
    fn gain(&self, m: Move) -> Option<i32> {
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

    fn noisy_moves(&self, out: &mut impl FnMut(Move)) {
        let men = self.men();
        if men.king == 0 || men.king & EDGE != 0 {
            return;
        }
        let blocked = men.attackers | men.defenders | men.king | CASTLE;
        if self.turn() == ATTACKERS {
            for to in Cells(attacker_capture_cells(&men) & !blocked) {
                for from in Cells(attackers_reaching(&men, to)) {
                    out(Move { from, to });
                }
            }
        } else {
            let blocked = blocked | ALL_CAMPS;
            let escapes = self.escapes();
            for to in Cells(escapes) {
                out(Move { from: cell_of(men.king), to });
            }
            for to in Cells(defender_capture_cells(&men) & !blocked) {
                // The king's escapes are listed already, with or without captures.
                let king = if escapes & to.bit() == 0 { men.king } else { 0 };
                for from in Cells(seen(to, blocked) & (men.defenders | king)) {
                    out(Move { from, to });
                }
            }
        }
    }

    // `is_threatened` is left out: the king can often reach the edge or be captured, and extending
    // all these positions costs more depth than it gains (37% against a search without).

    fn pass(&self) -> Option<Tablut> {
        if self.escapes() != 0 {
            return None;
        }
        let plies = (self.plies() + 1).min(MAX_PLIES);
        Some(Tablut::new(self.men(), self.turn().other(), plies, self.rules()))
    }

    #[inline]
    fn decided(&self) -> Option<Ending> {
        let king = self.men().king;
        if king != 0 && king & EDGE == 0 { None } else { self.ending() }
    }

    /// Many rook moves look alike, and the move that blocks or opens a line is often ordered late,
    /// so more moves are tried before pruning.
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
            about: "plain alpha-beta, five plies deep, with the evaluation of the same name",
            method: Method::Plain,
            evaluation: Some(&eval::CLASSIC),
            depth: Some(5),
            ..Computer::AGON
        },
    ];
}

impl Tablut {
    /// Returns the edge cells that the king can reach in one move.
    #[inline]
    fn escapes(&self) -> Set {
        let Men { attackers, defenders, king } = self.men();
        if king & ESCAPE_LINES == 0 {
            return 0;
        }
        slide(cell_of(king), attackers | defenders | king | CASTLE | ALL_CAMPS) & EDGE
    }
}

const fn cell_of(king: Set) -> Cell {
    Cell::new(king.trailing_zeros() as usize)
}

/// Returns the cells, empty or not, where an arriving attacker captures something.
#[inline]
fn attacker_capture_cells(men: &Men) -> Set {
    let around = AROUND[cell_of(men.king).index()];
    let kings = if (men.king | around) & CASTLE != 0 {
        let open = around & !CASTLE & !men.attackers;
        if open.is_power_of_two() { open } else { 0 }
    } else {
        beyond(men.king, men.attackers | ALL_CAMPS)
    };
    kings | beyond(men.defenders, men.attackers | CASTLE | ALL_CAMPS)
}

/// Returns the cells, empty or not, where an arriving defender or the king captures something.
#[inline]
fn defender_capture_cells(men: &Men) -> Set {
    let partners = men.defenders | men.king | CASTLE;
    beyond(men.attackers & ALL_CAMPS, partners)
        | beyond(men.attackers & !ALL_CAMPS, partners | ALL_CAMPS)
}

/// Returns the attackers that can move to `to`, an empty cell that is not the castle.
///
/// A target outside the camps is reached from inside a camp if only pieces or the castle could
/// block the line, as the camp cells on it belong to the attacker's own camp. For other attackers
/// camp cells block too. A camp cell is reached only from the same camp.
#[inline]
fn attackers_reaching(men: &Men, to: Cell) -> Set {
    let blocked = men.attackers | men.defenders | men.king | CASTLE;
    let camp = camp_of(to);
    if camp != 0 {
        return seen(to, blocked) & men.attackers & camp;
    }
    let at_home = seen(to, blocked) & men.attackers & ALL_CAMPS;
    let outside = seen(to, blocked | ALL_CAMPS) & men.attackers & !ALL_CAMPS;
    at_home | outside
}
