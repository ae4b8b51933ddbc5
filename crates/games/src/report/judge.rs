//! Moves judged by what they cost. Only chances here: neither a game nor a search.

use agon_core::Player;

/// A loss of less than this is none: a search is not more exact.
const NOTHING: f64 = 0.01;
/// From so much on a move is called by these names.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// A turning point costs so much at least.
const TURN: f64 = 0.15;
/// The most turning points of a game.
const MOST_TURNS: usize = 5;
/// A player stands better from the first of these on and worse below the second; below the third
/// the game is as good as lost.
const BETTER: f64 = 0.6;
const WORSE: f64 = 0.4;
const LOST: f64 = 0.1;
/// How fast accuracy falls: a move that costs a tenth of the chances is 61 per cent accurate, one that
/// costs a half 8.
const FALL: f64 = 5.0;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// What the strong player would have done, or just as good.
    Best,
    /// It cost next to nothing.
    Good,
    /// It cost a little.
    Inaccuracy,
    /// It cost much.
    Mistake,
    /// It cost very much.
    Blunder,
}

impl Judgement {
    fn of(loss: f64) -> Judgement {
        match loss {
            loss if loss >= BLUNDER => Judgement::Blunder,
            loss if loss >= MISTAKE => Judgement::Mistake,
            loss if loss >= INACCURACY => Judgement::Inaccuracy,
            loss if loss >= NOTHING => Judgement::Good,
            _ => Judgement::Best,
        }
    }
}

/// A move with what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The number of the step in the game, 1 for the first.
    pub ply: usize,
    /// Who made it.
    pub player: Player,
    /// The move as text.
    pub text: String,
    /// The player's chance with the best move.
    pub best: f64,
    /// The same with the move that was made.
    pub played: f64,
    /// The best line, the move itself first.
    pub line: Vec<String>,
    /// Are both chances known for certain?
    pub exact: bool,
}

/// A move that was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What is known of it. The chance with the best move is never less than that with the move that
    /// was made.
    pub moment: Moment,
    /// What it cost.
    pub loss: f64,
    /// How good it was.
    pub judgement: Judgement,
}

/// A game that was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Everybody's share of the chances at the beginning and after each step; together they are 1.
    pub chances: Vec<Vec<f64>>,
    /// The moves in their order.
    pub moves: Vec<Judged>,
    /// How well everybody played, from 0 to 100; `None` for who made no move.
    pub accuracy: Vec<Option<f64>>,
    /// The moves that changed who stands better or threw the game away, by their places among `moves`,
    /// in order.
    pub turning_points: Vec<usize>,
}

/// Judges moves, each for itself.
#[must_use]
pub fn judge(moments: Vec<Moment>) -> Vec<Judged> {
    moments.into_iter().map(judged).collect()
}

impl Report {
    /// What follows from these chances and moves.
    #[must_use]
    pub fn new(chances: Vec<Vec<f64>>, moves: Vec<Judged>) -> Report {
        let players = chances.first().map_or(0, Vec::len);
        let accuracy = Player::all(players).map(|player| accuracy(&moves, player)).collect();
        let turning_points = turning_points(&moves);
        Report { chances, moves, accuracy, turning_points }
    }
}

fn judged(mut moment: Moment) -> Judged {
    // The move that was looked at for longest is the one that was made: where it is better than what was
    // thought best, or is that very move, its own chance holds.
    if moment.line.first() == Some(&moment.text) || moment.played > moment.best {
        moment.best = moment.played;
    }
    let loss = moment.best - moment.played;
    Judged { judgement: Judgement::of(loss), loss, moment }
}

fn accuracy(moves: &[Judged], player: Player) -> Option<f64> {
    let own = moves.iter().filter(|judged| judged.moment.player == player);
    let (sum, count) = own.fold((0.0, 0), |(sum, count), judged| {
        (sum + 100.0 * (-FALL * judged.loss).exp(), count + 1)
    });
    (count > 0).then(|| sum / f64::from(count))
}

/// How a player stands.
fn standing(chance: f64) -> usize {
    [BETTER, WORSE, LOST].iter().filter(|&&bound| chance < bound).count()
}

fn turning_points(moves: &[Judged]) -> Vec<usize> {
    let turns = |judged: &Judged| {
        let Moment { best, played, .. } = judged.moment;
        judged.loss >= TURN && standing(played) > standing(best)
    };
    let mut found: Vec<usize> = (0..moves.len()).filter(|&i| turns(&moves[i])).collect();
    found.sort_by(|&a, &b| moves[b].loss.total_cmp(&moves[a].loss));
    found.truncate(MOST_TURNS);
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves of two players in turn: chances of the mover with the best move and with the one made.
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
    fn a_move_is_called_by_what_it_cost() {
        let judged = report(&[(0.5, 0.5), (0.5, 0.48), (0.5, 0.44), (0.5, 0.38), (0.5, 0.29)]);
        let found: Vec<Judgement> = judged.moves.iter().map(|one| one.judgement).collect();
        use Judgement::{Best, Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(found, [Best, Good, Inaccuracy, Mistake, Blunder]);
    }

    #[test]
    fn the_best_move_costs_nothing_whatever_comes_of_it() {
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
    fn a_swing_counts_where_it_changes_who_stands_better() {
        // Won all the time; thrown away; still better; lost anyway; given up for good.
        let judged = report(&[(1.0, 0.8), (0.5, 0.1), (0.95, 0.75), (0.3, 0.12), (0.3, 0.02)]);
        assert_eq!(judged.turning_points, [1, 4]);
    }

    #[test]
    fn only_the_largest_swings_are_turning_points_in_order() {
        let (small, large) = ((0.7, 0.5), (0.7, 0.3));
        let judged = report(&[small, large, small, large, large, large, small, large]);
        assert_eq!(judged.turning_points, [1, 3, 4, 5, 7]);
    }

    #[test]
    fn accuracy_is_everybodys_own() {
        let judged = report(&[(0.5, 0.5), (0.5, 0.4), (0.6, 0.6)]);
        assert_eq!(judged.accuracy[0], Some(100.0));
        let second = judged.accuracy[1].unwrap();
        assert!((60.0..62.0).contains(&second), "{second}");
        assert_eq!(report(&[]).accuracy, [None, None]);
    }
}
