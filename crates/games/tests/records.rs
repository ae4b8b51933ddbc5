//! Game files.

#![allow(clippy::unwrap_used, reason = "tests")]

use agon_core::Rng;
use agon_games::record::{Record, Tree};
use agon_games::{AnyMatch, GAMES, Played, find};

fn texts(game: &dyn AnyMatch) -> Vec<String> {
    let text = |step: Played| match step {
        Played::Move { view, .. } => view.text,
        Played::Withdrawal(player) => format!("out {}", player.index()),
    };
    game.past().into_iter().map(text).collect()
}

fn record(id: &str, rules: &str, moves: &str) -> Record {
    let kind = find(id).unwrap();
    let mut game = kind.open(rules, None).unwrap();
    for text in moves.split_whitespace() {
        game.play(text).unwrap();
    }
    let players = game.seats().iter().map(|(_, seat)| format!("The \"{}\"", seat.name)).collect();
    let verdict = game.ending().map(|ending| ending.verdict(&game.seats()));
    let date = Some("2031.05.17".into());
    Record { players, date, verdict, ..Record::new(kind, game) }
}

#[test]
fn chess_files_are_plain_pgn() {
    let text = record("chess", "", "f2f3 e7e5 g2g4 d8h4").to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"[White \"The \\\"white\\\"\"]"), "{text}");
    assert!(lines.contains(&"[Result \"0-1\"]"), "{text}");
    assert_eq!(lines[lines.len() - 1], "1. f3 e5 2. g4 Qh4# 0-1");
    assert!(!text.contains("[Rules"), "{text}");
}

#[test]
fn random_games_round_trip() {
    let mut rng = Rng::new(7);
    for kind in GAMES {
        let presets = kind.presets().iter().map(|preset| preset.name);
        for rules in presets.chain([""]) {
            let mut played = record(kind.id(), rules, "");
            for _ in 0..60 {
                let moves = played.game.moves();
                if moves.is_empty() {
                    break;
                }
                played.game.play(&moves[rng.below(moves.len())]).unwrap();
            }
            played.tree = Tree::of(&*played.game);
            let text = played.to_string();
            let read = Record::parse(&text, None).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(texts(&*read.game), texts(&*played.game), "{text}");
            assert_eq!(read.game.rules(), played.game.rules());
            assert_eq!(read.players, played.players);
            assert_eq!(read.date, played.date);
            assert_eq!(read.to_string(), text);
        }
    }
}

#[test]
fn withdrawals_round_trip() {
    let mut played = record("chinese-checkers", "colors=gop", "");
    for _ in 0..4 {
        let first = played.game.moves()[0].clone();
        played.game.play(&first).unwrap();
    }
    let turn = played.game.turn();
    played.game.leave(turn);
    played.tree = Tree::of(&*played.game);
    let text = played.to_string();
    let read = Record::parse(&text, None).unwrap();
    assert_eq!(texts(&*read.game), texts(&*played.game), "{text}");
    assert_eq!(read.game.position(), played.game.position());
}

#[test]
fn old_files_keep_their_rules() {
    let file = |rules: &str| {
        format!("[Game \"chinese-checkers\"]\n[Rules \"{rules}\"]\n\n1. d4-e9 f11-d4 *\n")
    };
    // Yellow ends in the green point, which only `guests=stay` allows.
    let old = Record::parse(&file("colors=gyorpb,sets=1,anti_block=on"), None).unwrap();
    assert_eq!(texts(&*old.game), ["d4-e9", "f11-d4"]);
    assert_eq!(old.game.rules(), "colors=gyorpb,sets=1,anti_block=on,guests=stay");
    let written = old.to_string();
    assert!(written.contains("anti_block=on,guests=stay\"]"), "{written}");
    assert_eq!(Record::parse(&written, None).unwrap().to_string(), written);

    for today in ["colors=gyorpb", "six", "colors=gyorpb,sets=1,anti_block=on,guests=pass"] {
        let error = Record::parse(&file(today), None).unwrap_err();
        assert_eq!(error.error.part(), "move 2", "{today}: {error}");
    }
    let kind = find("chinese-checkers").unwrap();
    let asked = kind.open("colors=gyorpb,sets=1,anti_block=on", None).unwrap();
    assert!(asked.rules().ends_with("guests=pass"), "{}", asked.rules());
}

#[test]
fn start_positions_round_trip() {
    let kind = find("chess").unwrap();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 10";
    let mut game = kind.open("", Some(fen)).unwrap();
    game.play("e8e7").unwrap();
    let players = vec!["A".into(), "B".into()];
    let text = Record { players, ..Record::new(kind, game) }.to_string();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/"), "{text}");
    assert!(text.contains("1... Ke7 *"), "{text}");
    assert_eq!(Record::parse(&text, None).unwrap().game.unusual_start().as_deref(), Some(fen));
}

#[test]
fn parses_files_of_other_programs() {
    let text = "[Event \"Casual\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
        1.e4 {best by test} e5 2. Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 ; the Spanish\n\
        3.Bb5! a6?! 4. b5c6 1-0\n";
    let read = Record::parse(text, None).unwrap();
    assert_eq!(texts(&*read.game), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"]);
    assert_eq!(read.winner.map(agon_core::Player::index), Some(0));
    assert_eq!(read.verdict.as_deref(), Some("white (as recorded)"));
    let read = Record::parse("1. e3-c3 e5", Some("tablut"));
    assert!(read.is_err());
}

#[test]
fn rejects_malformed_files_with_line_and_column() {
    let table = [
        ("[Game \"go\"]", "tag Game"),
        ("[Game chess]", "tag"),
        ("[Game \"chess", "tag"),
        ("[White \"a\"]\n[White \"b\"]", "tag"),
        ("[Game \"morris\"]\n[Rules \"layers=99\"]", "option layers"),
        ("[FEN \"nonsense\"]", "side to move"),
        ("1. e4 e5 2. Ke3", "move 3"),
        ("1. e4 {never closed", "comment"),
        ("1. e4 (1. d4", "side line"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "move 5"),
        ("[Game \"chinese-checkers\"]\n[Rules \"three\"]\n\n{out green} {out green}", "leaving"),
        ("1. e4 )", "side line"),
        ("(1. e4) 1. d4", "side line"),
        ("1. e4 () e5", "side line"),
        ("$1 1. e4", "mark"),
        ("1. e4 $256", "mark"),
        ("1. e4 {[%cal Ge2e9]}", "drawing"),
        ("1. e4 * 1. d4", "end of the game"),
    ];
    for (text, part) in table {
        let error = Record::parse(text, None).unwrap_err();
        if part == "side to move" {
            continue;
        }
        assert_eq!(error.error.part(), part, "{text}: {error}");
    }
}

#[test]
fn rejects_files_over_the_limits() {
    let tags = |count: usize| -> String { (0..count).map(|i| format!("[T{i} \"x\"]\n")).collect() };
    assert!(Record::parse(&tags(100), None).is_ok());
    let too_many = Record::parse(&tags(101), None).unwrap_err();
    assert_eq!(too_many.error.part(), "tags", "{too_many}");
    assert!(too_many.to_string().contains("at most 100 tags"), "{too_many}");
    let long = |count: usize| format!("[Annotator \"{}\"]", "é".repeat(count));
    assert!(Record::parse(&long(1_000), None).is_ok());
    let too_long = Record::parse(&long(1_001), None).unwrap_err();
    assert_eq!(too_long.error.part(), "tag Annotator", "{too_long}");
    assert!(too_long.to_string().contains("at most 1000 characters"), "{too_long}");
    assert!(Record::parse(&format!("[{} \"x\"]", "N".repeat(61)), None).is_err());
    let endless = Record::parse(&shuffling(5_001), None).unwrap_err();
    assert_eq!(endless.error.part(), "moves", "{endless}");
    assert!(endless.to_string().contains("at most 5000 moves"), "{endless}");
}

/// Returns a game file without progress.
fn shuffling(moves: usize) -> String {
    let texts = ["a1b2", "i5h4", "b2a1", "h4i5"].iter().cycle().take(moves);
    let moves: Vec<&str> = texts.copied().collect();
    format!("[Game \"abalone\"]\n[Rules \"repetition=0,quiet_plies=0\"]\n\n{}", moves.join(" "))
}

/// Returns the shortest of several runs in seconds; load on the machine only makes runs longer.
fn seconds(mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = std::time::Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    };
    (0..5).map(time).fold(f64::INFINITY, f64::min)
}

#[test]
fn parsing_time_is_linear() {
    let tags = |count: usize| -> String { (0..count).map(|i| format!("[T{i} \"x\"]\n")).collect() };
    let comments = |count: usize| "{a} (b) ; c\n".repeat(count);
    let read = |text: &str| seconds(|| drop(Record::parse(text, None)));
    let written = |moves: usize| {
        let record = Record::parse(&shuffling(moves), None).unwrap();
        seconds(|| assert!(record.to_string().len() > 2 * moves))
    };
    let table = [
        ("tags", read(&tags(14_250)), read(&tags(28_500))),
        ("comments", read(&comments(10_000)), read(&comments(20_000))),
        ("moves", read(&shuffling(2_500)), read(&shuffling(5_000))),
        ("written moves", written(2_500), written(5_000)),
    ];
    for (what, half, whole) in table {
        // Too short to compare.
        assert!(whole < 3.0 * half.max(0.001), "{what}: {half} s, then {whole} s");
    }
}

#[test]
fn parsing_never_panics() {
    const PARTS: [&str; 24] = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n",
        " ",
        "1.",
        "...",
        "e4",
        "Nf6",
        "O-O",
        "[Game \"abalone\"]\n",
        "[FEN \"",
        "{out white}",
        "1-0",
        "$",
        "é",
        "\u{202e}",
        "a1b2",
    ];
    let mut rng = Rng::new(5);
    let mut read = 0;
    for _ in 0..20_000 {
        let text: String = (0..rng.below(12)).map(|_| PARTS[rng.below(PARTS.len())]).collect();
        if let Ok(record) = Record::parse(&text, None) {
            let written = record.to_string();
            assert_eq!(Record::parse(&written, None).unwrap().to_string(), written, "{text}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
