//! Judges moves by the chances they cost.

use agon_core::Player;

/// Losses below this are within the precision of a search.
const PRECISION: f64 = 0.01;
/// Loss thresholds for each judgement.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// Minimum loss of a turning point.
const MIN_TURNING_POINT: f64 = 0.15;
/// Maximum number of turning points of a game.
const MAX_TURNING_POINTS: usize = 5;
/// A player is better from [`BETTER`] on, worse below [`WORSE`], and practically lost below
/// [`LOST`].
const BETTER: f64 = 0.6;
const WORSE: f64 = 0.4;
const LOST: f64 = 0.1;
/// Decay of accuracy: a move that costs 0.1 has 61%, one that costs 0.5 has 8%.
const ACCURACY_DECAY: f64 = 5.0;

/// How good a move was, by the chances it cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// As good as the best move found.
    Best,
    /// Small loss, below [`INACCURACY`].
    Good,
    /// Loss of at least 0.05.
    Inaccuracy,
    /// Loss of at least 0.10.
    Mistake,
    /// Loss of at least 0.20.
    Blunder,
}

impl Judgement {
    fn of(loss: f64) -> Judgement {
        match loss {
            loss if loss >= BLUNDER => Judgement::Blunder,
            loss if loss >= MISTAKE => Judgement::Mistake,
            loss if loss >= INACCURACY => Judgement::Inaccuracy,
            loss if loss >= PRECISION => Judgement::Good,
            _ => Judgement::Best,
        }
    }
}

/// A move with its chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Number of the step in the game, from 1.
    pub ply: usize,
    /// The player who made it.
    pub player: Player,
    /// The move as text.
    pub text: String,
    /// The player's chance with the best move.
    pub best: f64,
    /// The player's chance with the move played.
    pub played: f64,
    /// The best line, including its first move.
    pub line: Vec<String>,
    /// Whether both chances are exact.
    pub exact: bool,
}

/// A judged move.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move; its best chance is at least that of the move played.
    pub moment: Moment,
    /// Chance lost.
    pub loss: f64,
    /// Judgement of the loss.
    pub judgement: Judgement,
}

/// The report of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Each player's share of the chances at the start and after each step; the shares add up to 1.
    pub chances: Vec<Vec<f64>>,
    /// The moves in order.
    pub moves: Vec<Judged>,
    /// Each player's accuracy, 0 to 100; `None` without a move.
    pub accuracy: Vec<Option<f64>>,
    /// Indices of the moves that changed who is better or lost the game, in order.
    pub turning_points: Vec<usize>,
}

/// Judges each move.
#[must_use]
pub fn judge(moments: Vec<Moment>) -> Vec<Judged> {
    moments.into_iter().map(judged).collect()
}

impl Report {
    /// Creates the report from shares and judged moves.
    #[must_use]
    pub fn new(chances: Vec<Vec<f64>>, moves: Vec<Judged>) -> Report {
        let players = chances.first().map_or(0, Vec::len);
        let accuracy = Player::all(players).map(|player| accuracy(&moves, player)).collect();
        let turning_points = turning_points(&moves);
        Report { chances, moves, accuracy, turning_points }
    }
}

fn judged(mut moment: Moment) -> Judged {
    // The position after the move was searched too, which is more reliable: its chance counts if
    // the move was the best one or turned out better.
    if moment.line.first() == Some(&moment.text) || moment.played > moment.best {
        moment.best = moment.played;
    }
    let loss = moment.best - moment.played;
    Judged { judgement: Judgement::of(loss), loss, moment }
}

fn accuracy(moves: &[Judged], player: Player) -> Option<f64> {
    let own = moves.iter().filter(|judged| judged.moment.player == player);
    let (sum, count) = own.fold((0.0, 0), |(sum, count), judged| {
        (sum + 100.0 * (-ACCURACY_DECAY * judged.loss).exp(), count + 1)
    });
    (count > 0).then(|| sum / f64::from(count))
}

/// Class of a chance: better, even, worse, lost.
fn chance_class(chance: f64) -> usize {
    [BETTER, WORSE, LOST].iter().filter(|&&bound| chance < bound).count()
}

fn turning_points(moves: &[Judged]) -> Vec<usize> {
    let turns = |judged: &Judged| {
        let Moment { best, played, .. } = judged.moment;
        judged.loss >= MIN_TURNING_POINT && chance_class(played) > chance_class(best)
    };
    let mut found: Vec<usize> = (0..moves.len()).filter(|&i| turns(&moves[i])).collect();
    found.sort_by(|&a, &b| moves[b].loss.total_cmp(&moves[a].loss));
    found.truncate(MAX_TURNING_POINTS);
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a report of moves by two players in turn, from the mover's chances with the best
    /// move and the move played.
    fn report(chances: &[(f64, f64)]) -> Report {
        let moment = |(i, &(best, played)): (usize, &(f64, f64))| Moment {
            ply: i + 1,
            player: if i % 2 == 0 { Player::FIRST } else { Player::SECOND },
            text: "played".into(),
            best,
            played,
            line: vec!["better".into()],
            exact: false,
        };
        let moments = chances.iter().enumerate().map(moment).collect();
        Report::new(vec![vec![0.5, 0.5]], judge(moments))
    }

    #[test]
    fn judgement_depends_on_the_loss() {
        let judged = report(&[(0.5, 0.5), (0.5, 0.48), (0.5, 0.44), (0.5, 0.38), (0.5, 0.29)]);
        let found: Vec<Judgement> = judged.moves.iter().map(|one| one.judgement).collect();
        use Judgement::{Best, Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(found, [Best, Good, Inaccuracy, Mistake, Blunder]);
    }

    #[test]
    fn best_move_costs_nothing() {
        let moment = |text: &str, best, played| Moment {
            ply: 1,
            player: Player::FIRST,
            text: text.into(),
            best,
            played,
            line: vec!["a".into()],
            exact: false,
        };
        let same = judged(moment("a", 0.8, 0.3));
        assert_eq!((same.loss, same.moment.best), (0.0, 0.3));
        let better = judged(moment("b", 0.3, 0.4));
        assert_eq!((better.loss, better.judgement), (0.0, Judgement::Best));
    }

    #[test]
    fn turning_points_change_who_is_better() {
        // Winning throughout; thrown away; still better; lost anyway; lost for good.
        let judged = report(&[(1.0, 0.8), (0.5, 0.1), (0.95, 0.75), (0.3, 0.12), (0.3, 0.02)]);
        assert_eq!(judged.turning_points, [1, 4]);
    }

    #[test]
    fn turning_points_are_the_largest_losses_in_order() {
        let (small, large) = ((0.7, 0.5), (0.7, 0.3));
        let judged = report(&[small, large, small, large, large, large, small, large]);
        assert_eq!(judged.turning_points, [1, 3, 4, 5, 7]);
    }

    #[test]
    fn accuracy_is_per_player() {
        let judged = report(&[(0.5, 0.5), (0.5, 0.4), (0.6, 0.6)]);
        assert_eq!(judged.accuracy[0], Some(100.0));
        let second = judged.accuracy[1].unwrap();
        assert!((60.0..62.0).contains(&second), "{second}");
        assert_eq!(report(&[]).accuracy, [None, None]);
    }
}
