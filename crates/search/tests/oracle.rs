//! Searches with an oracle.

mod toys;

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Position, Rng};
use agon_search::{Forced, Question, Score, Verdict};

use toys::nim::{Nim, NimRules, Take};
use toys::{alpha_beta, noise, question, to_depth, wander};

/// Whether the player to move loses two-player nim: the heap sizes XOR to 0.
fn cancels(position: &Nim) -> bool {
    position.heaps().iter().fold(0, |sum, heap| sum ^ heap) == 0
}

fn theory(position: &Nim) -> Option<Verdict> {
    let open = position.ending().is_none();
    open.then(|| if cancels(position) { Verdict::Lost(0) } else { Verdict::Won(1) })
}

fn after(position: &Nim, take: Take) -> Nim {
    let mut next = position.clone();
    next.play(take);
    next
}

#[test]
fn oracle_decides_at_depth_one() {
    let mut rng = Rng::new(5);
    for nth in 0..40 {
        let (position, history) = wander(&Nim::start(&NimRules::default()), nth % 6, &mut rng);
        let asked = AtomicU64::new(0);
        let oracle = |position: &Nim| {
            asked.fetch_add(1, Ordering::Relaxed);
            theory(position)
        };
        for depth in [1, 4] {
            let one = question(&position, &history, to_depth(depth));
            let answer = alpha_beta(&Question { evaluate: noise, oracle: Some(&oracle), ..one });
            let best = &answer.lines[0];
            assert!(best.score.is_decided(), "{position:?}");
            assert_eq!(best.score < Score::DRAW, cancels(&position), "{position:?}");
            if !cancels(&position) {
                assert!(cancels(&after(&position, best.moves[0])), "{position:?}");
            }
            // The search stops at oracle results, apart from near ends.
            assert!(answer.nodes <= 8 * position.count_moves() + 8, "{} nodes", answer.nodes);
        }
        assert!(asked.into_inner() > 0);
    }
}

#[test]
fn prefers_searched_wins_to_known_wins() {
    let rules = NimRules { heaps: [0, 0, 0, 5], ..NimRules::default() };
    let position = Nim::start(&rules);
    let history = agon_core::History::default();
    let oracle = |position: &Nim| theory(position);
    let one = question(&position, &history, to_depth(2));
    let answer = alpha_beta(&Question { oracle: Some(&oracle), ..one });
    assert_eq!(answer.lines[0].score.forced(), Some(Forced::Win(1)));
}

#[test]
fn winner_minimises_and_loser_maximises_distance() {
    let position = Nim::start(&NimRules::default());
    let history = agon_core::History::default();
    // An artificial distance for every position.
    let plies = |position: &Nim| position.heaps().iter().position(|&heap| heap % 2 == 0);
    for won in [true, false] {
        let oracle = |position: &Nim| {
            let plies = plies(position).unwrap_or(9);
            // After an irreversible move of the winner only the loser's distance counts.
            Some(if won { Verdict::Lost(plies) } else { Verdict::Won(plies) })
        };
        let all = Question {
            oracle: Some(&oracle),
            lines: 99,
            ..question(&position, &history, to_depth(1))
        };
        for line in alpha_beta(&all).lines {
            let expected = if won {
                Score::known_win(1)
            } else {
                Score::known_loss(1 + plies(&after(&position, line.moves[0])).unwrap_or(9))
            };
            assert_eq!(line.score, expected);
            assert!(line.score.is_known() && line.score.forced().is_none());
        }
    }
    let order = [
        Score::loss_in(9),
        Score::known_loss(1),
        Score::known_loss(150),
        Score::from_eval(-1_000_000),
        Score::DRAW,
        Score::from_eval(1_000_000),
        Score::known_win(150),
        Score::known_win(1),
        Score::win_in(199),
        Score::win_in(1),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn known_draw_scores_zero() {
    let position = Nim::start(&NimRules::default());
    let history = agon_core::History::default();
    let oracle = |_: &Nim| Some(Verdict::Drawn);
    let one = question(&position, &history, to_depth(3));
    let answer = alpha_beta(&Question { evaluate: noise, oracle: Some(&oracle), ..one });
    assert_eq!(answer.lines[0].score, Score::DRAW);
}
