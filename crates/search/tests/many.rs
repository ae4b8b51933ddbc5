//! Searches for more than two players: known results, and comparison with naive searches.

mod toys;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{History, Player, Position, Rng};
use agon_search::{
    Answer, Features, Forced, Limits, Opponents, Question, Score, Time, TranspositionTable,
    search_many,
};
use agon_tactics::Tactics;
use agon_testkit::lines::{Lines, LinesRules, THREE_PLAYERS, TIC_TAC_TOE};

use toys::naive::Naive;
use toys::nim::{Nim, NimRules, Take};
use toys::runners::{Runners, RunnersRules};
use toys::{
    STOP, alpha_beta, evaluated_afterwards, is_legal, is_playable, noise, question, stop_after,
    stopping, takes, to_depth, to_nodes, wander,
};

const ALL: [Opponents; 3] = [Opponents::MaxN, Opponents::Paranoid, Opponents::BestReply];
const RACE: RunnersRules = RunnersRules { ring: 12, men: 2, players: 3, most_plies: 60 };

fn ask<P: Tactics>(question: &Question<'_, P>, opponents: Opponents) -> Answer<P::Move> {
    search_many(
        question,
        opponents,
        &TranspositionTable::new(1),
        &AtomicBool::new(false),
        &mut |_| {},
    )
}

/// Compares fixed-depth values with a naive search.
fn agrees<P: Tactics>(
    start: &P,
    plies: usize,
    features: Features,
    opponents: Opponents,
    depths: std::ops::RangeInclusive<usize>,
    naive: impl Fn(&mut Naive<P>, &P, usize) -> Score,
) {
    let mut rng = Rng::new(11);
    for nth in 0..13 {
        let (position, history) = wander(start, plies * nth / 12, &mut rng);
        for depth in depths.clone() {
            let mut reference = Naive::new(noise, &position, &history);
            let expected = naive(&mut reference, &position, depth);
            let question = question(&position, &history, to_depth(depth));
            let answer = ask(&Question { evaluate: noise, features, ..question }, opponents);
            let found = answer.lines[0].score;
            assert_eq!(found, expected, "{opponents:?}, depth {depth} of {position:?}");
            assert_eq!(answer.depth, depth);
            assert!(is_playable(&position, &answer.lines[0].moves));
        }
    }
}

#[test]
fn paranoid_search_matches_naive_search() {
    let value = |naive: &mut Naive<_>, p: &_, depth| naive.paranoid(p, 0, depth);
    let start = Lines::start(&THREE_PLAYERS);
    agrees(&start, 12, Features::PLAIN, Opponents::Paranoid, 1..=4, value);
    let table = Features { transposition_table: true, ..Features::PLAIN };
    agrees(&start, 12, table, Opponents::Paranoid, 1..=4, value);
    let value = |naive: &mut Naive<_>, p: &_, depth| naive.paranoid(p, 0, depth);
    agrees(&Runners::start(&RACE), 30, Features::PLAIN, Opponents::Paranoid, 1..=6, value);
}

#[test]
fn max_n_search_matches_naive_search() {
    fn value<P: Tactics>(naive: &mut Naive<P>, p: &P, depth: usize) -> Score {
        naive.max_n(p, 0, depth)[p.turn().index()]
    }
    let plain = Features::PLAIN;
    agrees(&Lines::start(&THREE_PLAYERS), 12, plain, Opponents::MaxN, 1..=4, value);
    agrees(&Runners::start(&RACE), 30, plain, Opponents::MaxN, 1..=5, value);
    let table = Features { transposition_table: true, ..plain };
    agrees(&Runners::start(&RACE), 30, table, Opponents::MaxN, 1..=5, value);
}

#[test]
fn best_reply_search_matches_naive_search() {
    fn value<P: Tactics>(naive: &mut Naive<P>, p: &P, depth: usize) -> Score {
        naive.best_reply(p, 0, depth)
    }
    for players in [2, 3, 4] {
        let start = Lines::start(&LinesRules { players, ..THREE_PLAYERS });
        agrees(&start, 12, Features::PLAIN, Opponents::BestReply, 1..=4, value);
    }
}

#[test]
fn all_methods_match_negamax_with_two_players() {
    fn value<P: Tactics>(naive: &mut Naive<P>, p: &P, depth: usize) -> Score {
        naive.negamax(p, 0, depth)
    }
    for opponents in ALL {
        let plain = Features::PLAIN;
        agrees(&Lines::start(&TIC_TAC_TOE), 8, plain, opponents, 1..=6, value);
        agrees(&Runners::start(&RunnersRules::default()), 30, plain, opponents, 1..=6, value);
        agrees(&Nim::start(&NimRules::default()), 6, plain, opponents, 1..=4, value);
    }
}

#[test]
fn search_many_matches_search_with_two_players() {
    let mut rng = Rng::new(3);
    for _ in 0..40 {
        let (position, history) = wander(&Lines::start(&TIC_TAC_TOE), 4, &mut rng);
        let question = question(&position, &history, to_depth(4));
        let question = Question { features: Features::PLAIN, ..question };
        let expected = alpha_beta(&question).lines[0].score;
        assert_eq!(ask(&question, Opponents::Paranoid).lines[0].score, expected);
    }
}

#[test]
fn takes_immediate_wins_and_averts_losses() {
    let history = History::default();
    // x completes the first row.
    let wins = Lines::drawn(THREE_PLAYERS, "xx.. oo.. zz.. ....", Player::FIRST);
    // o and z both threaten to win; x can block only one.
    let lost = Lines::drawn(THREE_PLAYERS, "x... oo.. .... zz.x", Player::FIRST);
    // Only o threatens to win.
    let blocks = Lines::drawn(THREE_PLAYERS, "x... oo.. .... z..x", Player::FIRST);
    for opponents in ALL {
        for depth in 1..=5 {
            let answer = ask(&question(&wins, &history, to_depth(depth)), opponents);
            assert_eq!(answer.lines[0].moves[0], 2, "{opponents:?}, depth {depth}");
            assert_eq!(answer.lines[0].score, Score::win_in(1));
        }
    }
    // Opponents who maximise their own score would block each other.
    for opponents in [Opponents::Paranoid, Opponents::BestReply] {
        let answer = ask(&question(&lost, &history, to_depth(4)), opponents);
        assert!(matches!(answer.lines[0].score.forced(), Some(Forced::Loss(_))));
    }
    for opponents in ALL {
        let answer = ask(&question(&blocks, &history, to_depth(4)), opponents);
        assert_eq!(answer.lines[0].moves[0], 6, "{opponents:?}");
    }
}

#[test]
fn finds_forced_wins() {
    // One match per turn: the first of three players takes the last of four.
    let history = History::default();
    let rules = NimRules { heaps: [1, 1, 1, 1], most: 1, players: 3 };
    let start = Nim::start(&rules);
    for opponents in [Opponents::MaxN, Opponents::Paranoid] {
        let answer = ask(&question(&start, &history, to_depth(6)), opponents);
        assert_eq!(answer.lines[0].score, Score::win_in(4), "{opponents:?}");
        assert_eq!(answer.lines[0].moves.len(), 4);
    }
    // Taking a whole heap leaves the other one to the next player.
    let start = Nim::start(&NimRules { heaps: [2, 2, 0, 0], most: 2, players: 3 });
    let answer = ask(&question(&start, &history, to_depth(5)), Opponents::MaxN);
    assert_eq!(answer.lines[0].moves[0], Take { heap: 0, count: 1 });
}

#[test]
fn features_do_not_change_decided_results() {
    let history = History::default();
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let (position, _) = wander(&Lines::start(&THREE_PLAYERS), 8, &mut rng);
        let depth = to_depth(12);
        let plain = Question { features: Features::PLAIN, ..question(&position, &history, depth) };
        let [expected, found] = [plain, question(&position, &history, depth)]
            .map(|question| ask(&question, Opponents::Paranoid).lines[0].score.forced());
        let who_wins = |outcome| matches!(outcome, Some(Forced::Win(_)));
        assert_eq!(found.is_some(), expected.is_some(), "{position:?}");
        assert_eq!(who_wins(found), who_wins(expected), "{position:?}");
    }
}

#[test]
fn multi_pv_returns_the_best_moves() {
    let history = History::default();
    let mut rng = Rng::new(9);
    let (position, _) = wander(&Lines::start(&THREE_PLAYERS), 5, &mut rng);
    for opponents in ALL {
        let one = question(&position, &history, to_depth(3));
        let all = Question { lines: 99, features: Features::PLAIN, ..one };
        let answer = ask(&all, opponents);
        assert_eq!(answer.lines.len() as u64, position.count_moves());
        assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score));
        for line in &answer.lines {
            let mut next = position.clone();
            next.play(line.moves[0]);
            let mut naive = Naive::new(Lines::EVALUATIONS[0].evaluate, &position, &history);
            let expected = match opponents {
                Opponents::MaxN => naive.max_n(&next, 1, 2)[position.turn().index()],
                Opponents::Paranoid => naive.paranoid(&next, 1, 2),
                Opponents::BestReply => naive.best_reply(&next, 1, 2),
            };
            assert_eq!(line.score, expected, "{opponents:?} {:?}", line.moves);
        }
    }
}

#[test]
fn opponents_make_the_first_move_where_passing_is_illegal() {
    let history = History::default();
    let start = Runners::start(&RunnersRules { ring: 12, men: 2, players: 6, most_plies: 99 });
    assert!(start.pass().is_none());
    let answer = ask(&question(&start, &history, to_depth(5)), Opponents::BestReply);
    assert_eq!(answer.depth, 5);
    assert!(is_playable(&start, &answer.lines[0].moves));
}

#[test]
fn respects_limits() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..THREE_PLAYERS });
    for opponents in ALL {
        for nodes in [1, 10, 100, 1_000, 20_000] {
            let answer = ask(&question(&start, &history, to_nodes(nodes)), opponents);
            assert!(answer.nodes <= nodes + nodes / 32 + 1, "{} of {nodes}", answer.nodes);
            assert!(is_legal(&start, answer.lines[0].moves[0]));
        }
        let time = Duration::from_millis(50);
        let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
        let question = question(&start, &history, limits);
        assert!(takes(time, || assert!(!ask(&question, opponents).lines.is_empty())));
    }
}

#[test]
fn stops_at_any_node() {
    let history = History::default();
    let start = Runners::start(&RACE);
    for opponents in ALL {
        for evaluations in (0..40).map(|i| i * i * 5) {
            let question = question(&start, &history, Limits::default());
            let question = Question { evaluate: stopping, ..question };
            stop_after(evaluations);
            let answer =
                search_many(&question, opponents, &TranspositionTable::new(1), &STOP, &mut |_| {});
            assert!(evaluated_afterwards() < 2_000, "{} too many", evaluated_afterwards());
            assert!(is_legal(&start, answer.lines[0].moves[0]));
            assert!(!matches!(answer.lines[0].score, Score::LOWEST | Score::HIGHEST));
        }
    }
}

#[test]
fn finished_game_has_no_lines() {
    let history = History::default();
    let ended = Lines::drawn(THREE_PLAYERS, "xxx. oo.. zz.. ....", Player::SECOND);
    for opponents in ALL {
        assert!(ask(&question(&ended, &history, to_depth(3)), opponents).lines.is_empty());
    }
}

#[test]
fn threads_do_not_change_decided_results() {
    let history = History::default();
    let wins = Lines::drawn(THREE_PLAYERS, "xx.. oo.. zz.. ....", Player::FIRST);
    for opponents in ALL {
        let one = question(&wins, &history, to_depth(6));
        let answer = ask(&Question { threads: 3, ..one }, opponents);
        assert_eq!(answer.lines[0].score, Score::win_in(1));
    }
}
