//! Self-play and fitting on a game whose true weights are known.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod toy;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use agon_core::{Notation, Position, Rng, Rules};
use agon_tactics::{Evaluation, Tactics};
use agon_tuner::{
    Error, Fitted, Fitting, Header, Judge, Quick, Samples, SelfPlay, Tally, count_games, fit,
    generate, replace_weights, write_samples, write_weights,
};

use toy::{BELIEVED, MOST_CELLS, TRUE, Toy, ToyRules};

const BELIEF: &Evaluation<Toy> = &Toy::EVALUATIONS[0];
const TRUTH: &Evaluation<Toy> = &Toy::EVALUATIONS[1];
const BLIND: &Evaluation<Toy> = &Toy::EVALUATIONS[2];

// --- self-play

fn small(threads: usize, seed: u64) -> SelfPlay {
    SelfPlay { games: 24, nodes: 2_000, megabytes: 1, threads, seed, ..SelfPlay::default() }
}

const PLAYERS: Judge<'static, Toy> = Judge { evaluate: BELIEF.evaluate, network: None };

/// Plays from game `first` on and returns the file with its header.
fn self_play_from(rules: &[&str], plan: &SelfPlay, first: u64) -> (Tally, Vec<u8>) {
    let texts: Vec<String> = rules.iter().map(|&text| text.to_owned()).collect();
    let rules: Vec<_> = rules.iter().map(|text| Rules::parse(text).unwrap()).collect();
    let mut file = Vec::new();
    Header { about: "toy".into(), rules: texts }.write(&mut file).unwrap();
    let mut calls = Vec::new();
    let stop = AtomicBool::new(false);
    let tally = generate::<Toy>(&rules, PLAYERS, plan, first, &mut file, &stop, &mut |done| {
        calls.push(done);
    });
    assert_eq!(calls, (first + 1..=plan.games).collect::<Vec<_>>());
    (tally.unwrap(), file)
}

fn self_play(rules: &[&str], plan: &SelfPlay) -> (Tally, Vec<u8>) {
    self_play_from(rules, plan, 0)
}

/// Skips the header.
fn body(file: &[u8]) -> &[u8] {
    let mut rest = file;
    Header::read(&mut rest).unwrap();
    rest
}

fn samples(file: &[u8], every: usize) -> String {
    let mut text = Vec::new();
    let count = write_samples::<Toy>(&mut &*file, every, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(
        text.lines().filter(|l| !l.is_empty() && !l.starts_with("rules ")).count() as u64,
        count
    );
    text
}

#[test]
fn games_are_independent_of_the_number_of_threads() {
    let rules = ["", "cells=24"];
    let alone = self_play(&rules, &small(1, 5));
    for threads in [2, 3] {
        assert_eq!(self_play(&rules, &small(threads, 5)), alone);
    }
    assert_ne!(self_play(&rules, &small(2, 6)).1, alone.1);
}

#[test]
fn quick_games_record_only_full_searches() {
    let quick = Some(Quick { every: 4, nodes: 50 });
    let plan = SelfPlay { quick, ..small(2, 5) };
    let (tally, games) = self_play(&[""], &plan);
    assert_eq!(self_play(&[""], &SelfPlay { threads: 1, ..plan.clone() }).1, games);
    let count = |games: &[u8]| samples(games, 1).lines().filter(|line| !line.is_empty()).count();
    let recorded = count(&games) as u64;
    assert!(recorded > 0 && 2 * recorded < tally.positions, "{recorded} of {}", tally.positions);
    let (all, thorough) = self_play(&[""], &small(2, 5));
    assert!(
        3 * count(&thorough) as u64 > all.positions,
        "{} of {}",
        count(&thorough),
        all.positions
    );
}

#[test]
fn resumes_an_incomplete_file() {
    let whole = self_play(&["", "cells=24"], &small(2, 5)).1;
    let begun = self_play(&["", "cells=24"], &SelfPlay { games: 10, ..small(2, 5) }).1;
    let rest = self_play_from(&["", "cells=24"], &small(3, 5), 10).1;
    assert_eq!(whole, [&begun[..], body(&rest)].concat());
    let (games, size) = count_games(&mut body(&begun)).unwrap();
    assert_eq!((games, size), (10, body(&begun).len() as u64));
    // Incomplete games do not count.
    let (games, size) = count_games(&mut &body(&begun)[..size as usize - 1]).unwrap();
    assert!(games == 9 && size < body(&begun).len() as u64);
    assert!(Header::read(&mut &b"something else\n\n"[..]).is_err());
}

#[test]
fn written_samples_are_quiet_and_round_trip() {
    let plan = SelfPlay { opening: 3..=6, ..small(2, 9) };
    let (tally, games) = self_play(&["cells=26", "cells=24,doubled=on"], &plan);
    assert_eq!(tally.wins + tally.draws + tally.losses + tally.abandoned, plan.games);
    assert!(games.len() as u64 <= 5 * tally.positions, "{} {}", games.len(), tally.positions);
    let file = samples(&games, 3);
    assert!(file.starts_with("rules cells=26,doubled=off,crowded=off\n"), "{file}");
    assert!(file.contains("\n\nrules cells=24,doubled=on,crowded=off\n"), "{file}");

    let mut positions = 0;
    for game in file.split("\n\n") {
        let lines = game.lines().filter(|line| !line.starts_with("rules "));
        let mut last_men = None;
        let mut results: Vec<&str> = Vec::new();
        for line in lines {
            let mut fields = line.splitn(3, ' ');
            results.push(fields.next().unwrap());
            let _: i32 = fields.next().unwrap().parse().unwrap();
            let toy = Toy::parse_position(fields.next().unwrap(), &Default::default()).unwrap();
            assert!(toy.ending().is_none() && toy.men() >= 3, "{line}");
            assert!(last_men.is_none_or(|last| last + 3 <= toy.men()), "{game}");
            last_men = Some(toy.men());
            positions += 1;
        }
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{game}");
    }
    assert!(positions >= plan.games, "{file}");
    let samples = Samples::read(&mut file.as_bytes(), BELIEF, 2).unwrap();
    assert_eq!(samples.len() as u64, positions);
    assert!(samples.games() as u64 <= plan.games - tally.abandoned);
    assert_eq!(samples.gap(), 0.0);
}

#[test]
fn careless_games_differ_and_round_trip() {
    let plan = SelfPlay { careless: 60, ..small(2, 5) };
    let (tally, games) = self_play(&[""], &plan);
    assert_eq!(tally.wins + tally.draws + tally.losses + tally.abandoned, plan.games);
    assert_ne!(games, self_play(&[""], &small(2, 5)).1);
    assert_eq!(games, self_play(&[""], &SelfPlay { threads: 1, ..plan }).1);
    let file = samples(&games, 1);
    assert!(!Samples::read(&mut file.as_bytes(), BELIEF, 1).unwrap().is_empty(), "{file}");
}

#[test]
fn stop_before_the_start_writes_nothing() {
    let mut file = Vec::new();
    let stop = AtomicBool::new(true);
    let plan = small(2, 1);
    let rules = [Default::default()];
    let tally = generate::<Toy>(&rules, PLAYERS, &plan, 0, &mut file, &stop, &mut |_| {});
    assert_eq!((tally.unwrap(), file.len()), (Tally::default(), 0));
}

#[test]
fn stop_leaves_complete_games() {
    let whole = self_play(&[""], &small(2, 5)).1;
    let mut file = Vec::new();
    let stop = AtomicBool::new(false);
    let plan = SelfPlay { games: 100_000, ..small(1, 5) };
    let rules = [Default::default()];
    let mut stop_after = |done| stop.store(done >= 5, std::sync::atomic::Ordering::Relaxed);
    generate::<Toy>(&rules, PLAYERS, &plan, 0, &mut file, &stop, &mut stop_after).unwrap();
    assert!(!file.is_empty());
    assert!(body(&whole).starts_with(&file));
}

struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn self_play_reports_errors() {
    let play = |rules: &[&str], out: &mut dyn Write| {
        let rules: Vec<_> = rules.iter().map(|text| Rules::parse(text).unwrap()).collect();
        let stop = AtomicBool::new(false);
        generate::<Toy>(&rules, PLAYERS, &small(2, 1), 0, out, &stop, &mut |_| {})
    };
    assert!(matches!(play(&[], &mut io::sink()), Err(Error::NoRules)));
    assert!(matches!(play(&["", "crowded=on"], &mut io::sink()), Err(Error::Seats(3))));
    assert!(matches!(play(&[""], &mut Full), Err(Error::Io(_))));
    // So few cells that a search always sees the end.
    let tally = play(&["cells=8"], &mut io::sink()).unwrap();
    assert_eq!(tally, Tally { abandoned: 24, ..Tally::default() });
}

// --- fitting

/// Scale of the generated results.
const SCALE: f64 = 200.0;

fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Generates positions, each a game of its own, with random results according to the true
/// values, half of them under other rules.
fn generated(count: usize, cells: usize, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut file = String::new();
    for doubled in ["off", "on"] {
        let rules = ToyRules::parse(&format!("cells={cells},doubled={doubled}")).unwrap();
        file += &format!("rules {}\n", rules.text());
        for _ in 0..count / 2 {
            let mut toy = Toy::start(&rules);
            for _ in 0..rng.below(cells) {
                let m = toy.random_move(&mut rng).unwrap();
                toy.play(m);
            }
            let lead = toy.lead(&TRUE);
            let chance = 1.0 / (1.0 + (-f64::from(lead) / SCALE).exp());
            // Two samples, so that there are draws.
            let won = [(); 2].map(|()| u8::from(uniform(&mut rng) < chance));
            let result = ["0", "0.5", "1"][usize::from(won[0] + won[1])];
            file += &format!("{result} {lead} {}\n\n", toy.text());
        }
    }
    file
}

fn fitted(file: &str, belief: &Evaluation<Toy>, fitting: &Fitting) -> Fitted {
    let samples = Samples::read(&mut file.as_bytes(), belief, 2).unwrap();
    assert!(samples.gap() < 1e-3);
    let start = belief.tunable.as_ref().unwrap().weights;
    fit(&samples, start, fitting, &mut |_, _| {}).unwrap()
}

fn largest_error(weights: &[i32], wanted: &[i32]) -> i32 {
    weights.iter().zip(wanted).map(|(a, b)| (a - b).abs()).max().unwrap()
}

#[test]
fn recovers_weights_from_results() {
    let file = generated(40_000, MOST_CELLS, 1);
    let fitting =
        Fitting { lambda: 1.0, scale: Some(SCALE), epochs: 400, threads: 2, ..Fitting::default() };
    let Fitted { weights, report } = fitted(&file, BELIEF, &fitting);
    assert!(largest_error(&weights, &TRUE) <= 12, "{weights:?}");
    assert!(report.held_out.after.cross_entropy < report.held_out.before.cross_entropy);
    assert!(report.held_out.after.mean_square < report.held_out.before.mean_square);
    assert_eq!(report.held_out.positions, 4_000);
    assert_eq!(report.training.positions, 36_000);
}

#[test]
fn recovers_weights_from_scores() {
    let file = generated(10_000, MOST_CELLS, 2);
    let fitting =
        Fitting { lambda: 0.0, scale: Some(SCALE), pull: 0.0, epochs: 600, ..Fitting::default() };
    let Fitted { weights, .. } = fitted(&file, BELIEF, &fitting);
    assert!(largest_error(&weights, &TRUE) <= 1, "{weights:?}");
}

#[test]
fn recovers_the_scale_from_results() {
    let file = generated(40_000, MOST_CELLS, 3);
    let fitting = Fitting { epochs: 0, ..Fitting::default() };
    let Fitted { weights, report } = fitted(&file, TRUTH, &fitting);
    assert!((report.scale - SCALE).abs() < 0.03 * SCALE, "{}", report.scale);
    assert_eq!(weights, TRUE);
}

#[test]
fn keeps_weights_that_never_occur() {
    let file = generated(4_000, 20, 4);
    let fitting = Fitting { scale: Some(SCALE), epochs: 100, ..Fitting::default() };
    let Fitted { weights, report } = fitted(&file, BELIEF, &fitting);
    assert_eq!(weights[20..], BELIEVED[20..]);
    assert!(weights[..20].iter().zip(&BELIEVED).filter(|(a, b)| a != b).count() > 15);
    assert!(report.occurrences[..20].iter().all(|&count| count > 1_000));
    assert_eq!(report.occurrences[20..], [0; MOST_CELLS - 20]);
}

#[test]
fn strong_pull_keeps_weights() {
    let file = generated(4_000, MOST_CELLS, 5);
    let fitting = Fitting { scale: Some(SCALE), pull: 1e9, epochs: 100, ..Fitting::default() };
    assert_eq!(fitted(&file, BELIEF, &fitting).weights, BELIEVED);
}

#[test]
fn weights_are_independent_of_the_number_of_threads() {
    let file = generated(20_000, MOST_CELLS, 6);
    let with = |threads, seed| {
        let fitting = Fitting { epochs: 60, threads, seed, ..Fitting::default() };
        let samples = Samples::read(&mut file.as_bytes(), BELIEF, threads).unwrap();
        let mut calls = Vec::new();
        let fitted = fit(&samples, &BELIEVED, &fitting, &mut |epoch, misfit| {
            calls.push((epoch, misfit));
        });
        assert_eq!(calls.len(), 60);
        assert!(calls[59].1 < calls[0].1);
        (fitted.unwrap(), calls)
    };
    let alone = with(1, 1);
    for threads in [2, 3, 7] {
        assert_eq!(with(threads, 1), alone);
    }
    assert_ne!(with(2, 2).0.report.held_out, alone.0.report.held_out);
}

#[test]
fn learns_from_self_play() {
    let plan = SelfPlay { games: 400, nodes: 1_000, opening: 6..=10, ..small(2, 11) };
    let file = samples(&self_play(&[""], &plan).1, 3);
    let fitting = Fitting { lambda: 1.0, scale: Some(SCALE), epochs: 300, ..Fitting::default() };
    let Fitted { weights, report } = fitted(&file, BELIEF, &fitting);
    let before = report.held_out.before.cross_entropy;
    assert!(report.held_out.after.cross_entropy < 0.95 * before, "{report}");
    // The most valuable cells are in the upper half, the least valuable are not.
    let mut sorted = weights.clone();
    sorted.sort_unstable();
    let middle = sorted[MOST_CELLS / 2];
    assert!(weights[11] > middle && weights[0] > middle, "{weights:?}");
    assert!(weights[15] < middle && weights[2] < middle, "{weights:?}");
}

#[test]
fn errors_name_the_line_of_malformed_files() {
    let good = "rules cells=4\n1 5 x.o. x\n";
    let table = [
        ("rules cells=99\n", 1, "option cells"),
        ("\nrule cells=4\n", 2, "result"),
        (&format!("{good}1 5 x.o.\n"), 3, "side"),
        (&format!("{good}\n1 5 x?o. x\n"), 4, "board"),
        (&format!("{good}1 5.0 x.o. x\n"), 3, "score"),
        (&format!("{good} \n"), 3, "result"),
    ];
    for (file, number, part) in table {
        match Samples::read(&mut file.as_bytes(), BELIEF, 2) {
            Err(Error::Text { line, error }) => {
                assert_eq!((line, error.part()), (number, part), "{file}");
            }
            other => panic!("{file}: {other:?}"),
        }
    }
    assert_eq!(Samples::read(&mut good.as_bytes(), BELIEF, 1).unwrap().len(), 1);
    assert!(Samples::read(&mut &b""[..], BELIEF, 1).unwrap().is_empty());
}

#[test]
fn fit_reports_errors() {
    let file = generated(200, MOST_CELLS, 7);
    let samples = Samples::read(&mut file.as_bytes(), BELIEF, 2).unwrap();
    let with = |fitting: Fitting| fit(&samples, &BELIEVED, &fitting, &mut |_, _| {});
    let usual = Fitting::default();
    assert!(matches!(Samples::read(&mut &b""[..], BLIND, 1), Err(Error::NotTunable("blind"))));
    assert!(matches!(
        with(Fitting { lambda: 1.5, ..usual.clone() }),
        Err(Error::Setting { name: "lambda", .. })
    ));
    assert!(matches!(
        with(Fitting { scale: Some(0.0), ..usual.clone() }),
        Err(Error::Setting { name: "scale", .. })
    ));
    let short = fit(&samples, &[1, 2], &usual, &mut |_, _| {});
    assert!(matches!(short, Err(Error::Count { found: 2, wanted: MOST_CELLS })));
    let nothing = fit(&samples, &[0; MOST_CELLS], &usual, &mut |_, _| {});
    assert!(matches!(nothing, Err(Error::NoScale)));

    let few = "1 5 x.o. x\n\n".repeat(9);
    let samples = Samples::read(&mut few.as_bytes(), BELIEF, 2).unwrap();
    let few = fit(&samples, &BELIEVED, &usual, &mut |_, _| {});
    assert!(matches!(few, Err(Error::FewGames(9))));
}

// --- source files

#[test]
fn writes_weights_to_the_source_file() {
    let before = "//! Weights.\n\nconst WEIGHTS: [i32; 3] = [\n    // men\n    1, 2,\n    3,\n];\n";
    let file = std::env::temp_dir().join(format!("agon-tuner-{}.rs", std::process::id()));
    std::fs::write(&file, before).unwrap();
    write_weights(&file, &[10, -20, 30]).unwrap();
    let after = std::fs::read_to_string(&file).unwrap();
    let refused = write_weights(&file, &[1]);
    let still = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(after, before.replace("1, 2", "10, -20").replace("    3,", "    30,"));
    assert_eq!(replace_weights(&after, &[1, 2, 3]).unwrap(), before);
    assert!(matches!(refused, Err(Error::Count { found: 3, wanted: 1 })));
    assert_eq!(still, after);
    assert!(matches!(write_weights(&file, &[1]), Err(Error::Io(_))));
}
