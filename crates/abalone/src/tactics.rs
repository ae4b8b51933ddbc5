//! Search hints: gains, threats and margins.

use agon_core::{Ending, Position};
use agon_tactics::{Computer, Evaluation, Inputs, LEVELS, Margins, Method, Tactics};

use crate::board::{Direction, HOLES, ahead, bit, cells};
use crate::position::GOAL;
use crate::{Abalone, Move, eval, inputs, prior};

/// Gain of the first marble pushed off, in hundredths.
const MARBLE: i32 = 100;
/// Additional gain of each further marble.
const GROWTH: i32 = 15;
/// Gain of the marble that wins.
const LAST: i32 = 10_000;

impl Tactics for Abalone {
    type Threats = ();
    /// First marble, direction, and group by axis and size.
    const SLOTS: usize = HOLES * 6 * 9;
    /// Target of the leading marble, and direction.
    const TARGETS: usize = HOLES * 6;

    #[inline]
    fn id(m: Move) -> u32 {
        slot(m) as u32
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        slot(m)
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        m.target().index() * 6 + m.direction as usize
    }

    /// Pushing a marble off is noisy.
    #[inline]
    fn gain(&self, m: Move) -> Option<i32> {
        if m.count < 2 || !m.is_in_line() {
            return None;
        }
        let enemy = self.marbles(self.turn().other());
        let front = ahead(m.first, m.direction, usize::from(m.count));
        if enemy & bit(front) == 0 {
            return None;
        }
        let edge = !m.direction.inside();
        let falls = edge & bit(front) != 0 || edge & enemy & bit(ahead(front, m.direction, 1)) != 0;
        falls.then(|| match self.pushed_off(self.turn()) {
            off if off + 1 >= GOAL => LAST,
            off => MARBLE + GROWTH * off as i32,
        })
    }

    fn noisy_moves(&self, out: &mut impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        for direction in Direction::ALL {
            let line = direction;
            for (firsts, count) in self.push_offs(self.turn(), direction).into_iter().zip(2..) {
                for first in cells(firsts) {
                    out(Move { first, line, count, direction });
                }
            }
        }
    }

    #[inline]
    fn prior(&self, m: Move, _threats: &()) -> i32 {
        prior::quiet_score(self, m)
    }

    /// Returns whether the opponent threatens to push off the sixth marble.
    #[inline]
    fn is_threatened(&self) -> bool {
        let other = self.turn().other();
        self.pushed_off(other) + 1 == GOAL
            && Direction::ALL.into_iter().any(|d| self.push_offs(other, d) != [0; 2])
    }

    fn pass(&self) -> Option<Abalone> {
        (!self.is_threatened()).then(|| self.passed())
    }

    /// Tests for six marbles only; a side without a legal move is too rare.
    #[inline]
    fn decided(&self) -> Option<Ending> {
        self.is_decided().then(|| Ending::win(self.turn().other(), 2, "6 marbles"))
    }

    /// Returns the plies left without a marble pushed off before the draw, and the limit.
    #[inline]
    fn patience(&self) -> Option<(u32, u32)> {
        let whole = self.rules().quiet_plies;
        (whole > 0).then(|| (whole.saturating_sub(self.quiet()), whole))
    }

    /// Nearly all moves are quiet and many are of similar value, so many are tried before pruning;
    /// and single moves change the evaluation more than in other games.
    const MARGINS: Margins = Margins {
        reverse_futility: 80,
        razoring: 250,
        futility: 100,
        late_moves: 200,
        deeper: 50,
        ..Margins::USUAL
    };

    const WINNING_SCALE: f64 = 160.0;

    const LEVEL_RATINGS: [u32; LEVELS] = [600, 880, 1310, 1740, 1890, 2360, 2390, 2680, 2700, 3030];

    const EVALUATIONS: &'static [Evaluation<Abalone>] = eval::EVALUATIONS;

    const INPUTS: Option<&'static Inputs<Abalone>> = Some(&inputs::INPUTS);

    const COMPUTERS: &'static [Computer<Abalone>] = &[
        Computer::AGON,
        Computer::GUIDED_TREE,
        Computer::MONTE_CARLO,
        Computer {
            name: "classic",
            about: "four plies deep; evaluates distance from the centre, neighbours and marbles pushed off",
            method: Method::Plain,
            evaluation: Some(&eval::CLASSIC),
            depth: Some(4),
            ..Computer::AGON
        },
    ];
}

/// Returns the unique number of a move.
#[inline]
fn slot(m: Move) -> usize {
    let group = m.line as usize % 3 * 3 + usize::from(m.count) - 1;
    (m.first.index() * 6 + m.direction as usize) * 9 + group
}
