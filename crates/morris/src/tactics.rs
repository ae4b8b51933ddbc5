//! Search hints: gains, noisy moves and margins.

use agon_core::{Cell, Ending, Position};
use agon_tactics::{Computer, Evaluation, Inputs, LEVELS, Margins, Method, Tactics};

use crate::board::Direction;
use crate::eval;
use crate::inputs;
use crate::moves::Move;
use crate::position::Morris;
use crate::rules::MIN_MEN;
use crate::set::Set;

/// Points of the largest board.
const POINTS: usize = 72;
/// Gain of a mill in hundredths of a piece.
const MILL_GAIN: i32 = 100;
/// Gain of a mill that leaves the enemy with too few pieces.
const WIN_GAIN: i32 = 10_000;
/// Plies without a capture after which the original players vary their moves.
const RESTLESS_AFTER: usize = 20;

/// Null moves are disabled: zugzwang is common, and in the placing phase they gained nothing. A
/// threat to close a mill is not reported as one: the extensions cost far more than they find.
impl Tactics for Morris {
    type Threats = ();
    /// Origin point or hand, and target point.
    const SLOTS: usize = (POINTS + 1) * POINTS;
    /// For each side the target of the piece, or the point of the removed enemy.
    const TARGETS: usize = 4 * POINTS;

    #[inline]
    fn id(m: Move) -> u32 {
        let number = |point: Option<Cell>| point.map_or(POINTS, Cell::index) as u32;
        number(m.from) << 14 | number(Some(m.to)) << 7 | number(m.remove)
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        m.from.map_or(POINTS, Cell::index) * POINTS + m.to.index()
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        let point = m.remove.map_or(m.to.index(), |enemy| POINTS + enemy.index());
        self.turn().index() * 2 * POINTS + point
    }

    /// Closing a mill is noisy.
    #[inline]
    fn gain(&self, m: Move) -> Option<i32> {
        m.remove?;
        let wins = self.men().left(self.turn().other()) == MIN_MEN;
        Some(if wins { WIN_GAIN } else { MILL_GAIN })
    }

    fn noisy_moves(&self, out: &mut impl FnMut(Move)) {
        if self.board().layers <= u64::LAYERS {
            closing_moves::<u64>(self, out);
        } else {
            closing_moves::<u128>(self, out);
        }
    }

    /// Tests for fewer than three pieces and, in the moving phase, for no legal move.
    #[inline]
    fn decided(&self) -> Option<Ending> {
        let lost = match self.men().left(self.turn()) {
            ..MIN_MEN => true,
            _ if self.in_hand(self.turn()) > 0 => false,
            MIN_MEN if self.rules().flying => false,
            _ if self.board().layers <= u64::LAYERS => is_stuck::<u64>(self),
            _ => is_stuck::<u128>(self),
        };
        if lost { self.ending() } else { None }
    }

    /// Almost any quiet move may block the enemy or hold a point: the usual late-move pruning costs
    /// hundreds of Elo in short searches.
    const MARGINS: Margins = Margins {
        reverse_futility: 150,
        razoring: 480,
        futility: 220,
        delta: 300,
        late_moves: 400,
        deeper: 110,
        ..Margins::USUAL
    };

    const WINNING_SCALE: f64 = 230.0;

    const LEVEL_RATINGS: [u32; LEVELS] = [600, 700, 1050, 1320, 1500, 1770, 1950, 2170, 2190, 2530];

    const EVALUATIONS: &'static [Evaluation<Morris>] = eval::EVALUATIONS;

    const INPUTS: Option<&'static Inputs<Morris>> = Some(&inputs::INPUTS);

    /// The last two are the original players. Their discount factor, which reduces scores by depth,
    /// is left out: all leaves of an iteration have the same depth, so it only prefers earlier
    /// wins, which this search does anyway.
    const COMPUTERS: &'static [Computer<Morris>] = &[
        Computer::AGON,
        Computer::GUIDED_TREE,
        Computer::MONTE_CARLO,
        Computer {
            name: "material",
            about: "plain alpha-beta that only counts pieces",
            method: Method::Plain,
            evaluation: Some(&eval::MATERIAL),
            restless_after: Some(RESTLESS_AFTER),
            ..Computer::AGON
        },
        Computer {
            name: "paper",
            about: "plain alpha-beta with the weighted sum of Petcu and Holban",
            method: Method::Plain,
            evaluation: Some(&eval::PAPER),
            restless_after: Some(RESTLESS_AFTER),
            ..Computer::AGON
        },
    ];
}

/// Returns whether no piece of the player to move can slide.
#[inline]
fn is_stuck<S: Set>(position: &Morris) -> bool {
    let board = position.board();
    let own = S::of(position.on_board(position.turn()));
    let empty = S::of(board.points & !(position.on_board(position.turn().other()))).without(own);
    Direction::ALL.into_iter().all(|direction| (board.step(own, direction) & empty).is_empty())
}

/// Passes the moves that close a mill. Most positions have none, which is tested first.
#[inline]
fn closing_moves<S: Set>(position: &Morris, out: &mut impl FnMut(Move)) {
    let (board, turn) = (position.board(), position.turn());
    let own = S::of(position.on_board(turn));
    let enemy = S::of(position.on_board(turn.other()));
    let empty = S::of(board.points).without(own | enemy);
    let third = board.pairs(own);
    let left = position.men().left(turn);
    if (third.all() & empty).is_empty() || left < MIN_MEN {
        return;
    }
    let outside = enemy.without(board.in_mills(enemy));
    let removable = if outside.is_empty() { enemy } else { outside };
    let mut close = |from: Option<Cell>, to: Cell| {
        for removed in removable.cells() {
            out(Move { from, to, remove: Some(removed) });
        }
    };
    if position.in_hand(turn) > 0 {
        (third.all() & empty).cells().for_each(|to| close(None, to));
    } else if left == MIN_MEN && position.rules().flying {
        for piece in own.cells() {
            let others = own.without(S::of(piece.bit()));
            (board.pairs(others).all() & empty).cells().for_each(|to| close(Some(piece), to));
        }
    } else {
        for direction in Direction::ALL {
            let closing = board.step(own, direction) & empty & third.for_slide(direction);
            closing.cells().for_each(|to| close(Some(direction.origin(to)), to));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashSet;

    use agon_core::Rng;

    use super::*;
    use crate::MorrisRules;

    /// Calls `check` with the positions of random games on all boards.
    pub(crate) fn with_random_positions(mut check: impl FnMut(&Morris)) {
        let mut rng = Rng::new(11);
        for game in 0..160 {
            let rules = MorrisRules { layers: 2 + game % 8, flying: game % 3 > 0, quiet_plies: 0 };
            let mut position = Morris::start(&rules);
            for _ in 0..300 {
                check(&position);
                let Some(m) = position.random_move(&mut rng) else { break };
                position.play(m);
            }
        }
    }

    fn moves(position: &Morris) -> Vec<Move> {
        let mut moves = Vec::new();
        position.moves(&mut |m| moves.push(m));
        moves
    }

    #[test]
    fn noisy_moves_are_the_removals() {
        with_random_positions(|position| {
            let ids = |moves: Vec<Move>| moves.into_iter().map(Morris::id).collect::<HashSet<_>>();
            let mut noisy = Vec::new();
            position.noisy_moves(&mut |m| noisy.push(m));
            let mut all = moves(position);
            all.retain(|&m| position.gain(m).is_some());
            assert_eq!(noisy.len(), all.len(), "{position:?}");
            assert_eq!(ids(noisy), ids(all), "{position:?}");
        });
    }

    #[test]
    fn move_ids_and_slots_are_within_bounds() {
        with_random_positions(|position| {
            let mut ids = HashSet::new();
            for m in moves(position) {
                assert!(ids.insert(Morris::id(m)), "{m:?} in {position:?}");
                assert!(Morris::id(m) < (1 << 24) - 1);
                assert!(position.slot(m) < Morris::SLOTS);
                assert!(position.target(m) < Morris::TARGETS);
            }
        });
    }

    #[test]
    fn decided_agrees_with_ending() {
        with_random_positions(|position| {
            assert_eq!(position.decided(), position.ending(), "{position:?}");
        });
    }
}
