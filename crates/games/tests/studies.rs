//! Files with side lines, comments, marks and drawings round-trip, and damaged files are rejected.

#![allow(clippy::unwrap_used, reason = "tests")]

use agon_core::Rng;
use agon_games::record::{Drawn, Grower, Place, Record, TONES, Tree, tidy};
use agon_games::{AnyGame, GAMES};

/// Parts of comments: words and everything with a meaning in files.
const WORDS: [&str; 20] = [
    "good", "מהלך", "¿qué?", "{", "}", "(", ")", ";", "$3", "%", "[", "]", "\"", "1-0", "*", "e4",
    "out", "red", "[%clk", "\n",
];

fn comment(rng: &mut Rng) -> String {
    let words: Vec<&str> = (0..rng.below(12)).map(|_| WORDS[rng.below(WORDS.len())]).collect();
    tidy(&words.join(" "))
}

/// Returns a game with random side lines, comments, marks and drawings.
fn random(kind: &'static dyn AnyGame, rng: &mut Rng) -> Record {
    let presets = kind.presets();
    let rules = presets.get(rng.below(presets.len() + 1)).map_or("", |preset| preset.name);
    let start = kind.open(rules, None).unwrap();
    let cells: Vec<String> = start.board().sites.into_iter().map(|site| site.name).collect();
    let seats: Vec<&str> = start.seats().iter().map(|(_, seat)| seat.name).collect();
    let mut grower = Grower::new(start);
    annotate(&mut grower, rng, &cells);
    for _ in 0..rng.below(40) {
        if rng.below(5) == 0 {
            // A side line from an earlier position.
            for _ in 0..=rng.below(6) {
                grower.back();
            }
        }
        let moves = grower.game().moves();
        if moves.is_empty() {
            grower.back();
            continue;
        }
        if seats.len() > 2 && rng.below(30) == 0 {
            let name = seats[rng.below(seats.len())];
            let _ = grower.step(&format!("out {name}"), Place::Last);
        } else {
            grower.step(&moves[rng.below(moves.len())], Place::Last).unwrap();
        }
        annotate(&mut grower, rng, &cells);
    }
    while grower.back() {}
    let (tree, mut game) = grower.finish();
    let mut at = 0;
    while let Some(&next) = tree.nodes()[at].children.first() {
        let node = &tree.nodes()[next];
        match node.text.strip_prefix("out ") {
            Some(_) => game.leave(node.player.unwrap()),
            None => game.play(&node.text).unwrap(),
        }
        at = next;
    }
    let tags =
        vec![("Event".into(), "A \"study\" \\ of mine".into()), ("ECO".into(), "C20".into())];
    Record::of_tree(kind, game, tree, tags)
}

fn annotate(grower: &mut Grower, rng: &mut Rng, cells: &[String]) {
    let at_beginning = grower.at() == 0;
    let node = grower.node_mut();
    if rng.below(3) == 0 {
        node.comment = comment(rng);
    }
    if rng.below(4) == 0 && !at_beginning {
        node.glyphs = vec![1 + rng.below(6) as u8];
    }
    if rng.below(6) == 0 {
        let mut cell = || cells[rng.below(cells.len())].clone();
        let (from, to) = (cell(), cell());
        let tone = TONES.chars().nth(rng.below(TONES.len())).unwrap();
        node.drawn =
            vec![Drawn { tone, from: from.clone(), to: from.clone() }, Drawn { tone, from, to }];
        node.drawn.dedup();
    }
}

/// A step: its text, the index of the preceding step, and its annotations.
type Step = (String, usize, Vec<u8>, String, Vec<Drawn>);

/// Returns the steps in depth-first order, independent of their indices.
fn shape(tree: &Tree) -> Vec<Step> {
    let order = tree.in_order();
    let step = |&at: &usize| {
        let node = &tree.nodes()[at];
        let place = order.iter().position(|&one| one == node.parent).unwrap();
        (node.text.clone(), place, node.glyphs.clone(), node.comment.clone(), node.drawn.clone())
    };
    order.iter().map(step).collect()
}

#[test]
fn random_studies_round_trip() {
    for kind in GAMES {
        let mut rng = Rng::new(19);
        let (mut branches, mut drawn) = (0, 0);
        for _ in 0..1_000 {
            let written = random(*kind, &mut rng);
            let text = written.to_string();
            let read = Record::parse(&text, None).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(shape(&read.tree), shape(&written.tree), "{text}");
            assert_eq!(read.game.position(), written.game.position(), "{text}");
            assert_eq!(read.tags, written.tags);
            assert_eq!(read.to_string(), text);
            assert!(text.lines().all(|line| line.chars().count() <= 300), "{text}");
            branches += written.tree.nodes().iter().filter(|node| node.children.len() > 1).count();
            drawn += written.tree.nodes().iter().filter(|node| !node.drawn.is_empty()).count();
        }
        assert!(branches > 1_000 && drawn > 1_000, "{}: {branches} {drawn}", kind.id());
    }
}

#[test]
fn files_with_many_games_round_trip() {
    let mut rng = Rng::new(3);
    let records: Vec<Record> = (0..40).map(|i| random(GAMES[i % GAMES.len()], &mut rng)).collect();
    let texts: Vec<String> = records.iter().map(Record::to_string).collect();
    let read = Record::parse_all(&texts.join("\n"), None);
    let again: Vec<String> = read.into_iter().map(|record| record.unwrap().to_string()).collect();
    assert_eq!(again, texts);
}

/// Damages a text at random.
fn damage(text: &str, rng: &mut Rng) -> String {
    const NOISE: [&str; 14] = [
        "(", ")", "{", "}", "[", "]", "\"", "$", "$999", "zz9", "\\", "\u{202e}", "1-0-1",
        "[%cal X]",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(letters.len());
        match rng.below(4) {
            0 => drop(letters.remove(at)),
            1 => letters.truncate(at.max(1)),
            2 => {
                let other = rng.below(letters.len());
                letters.swap(at, other);
            }
            _ => {
                let noise = NOISE[rng.below(NOISE.len())];
                letters.splice(at..at, noise.chars());
            }
        }
    }
    letters.into_iter().collect()
}

/// A damaged file is parsed completely, or rejected with the line of the error.
#[test]
fn damaged_files_are_rejected_by_line() {
    let mut refused = 0;
    for kind in GAMES {
        let mut rng = Rng::new(77);
        let mut of_kind = 0;
        while of_kind < 200 {
            let text = damage(&random(*kind, &mut rng).to_string(), &mut rng);
            let lines = text.lines().count();
            let error = match Record::parse(&text, None) {
                Ok(record) => {
                    // Parsed games can be written and parsed again.
                    let written = record.to_string();
                    assert_eq!(Record::parse(&written, None).unwrap().to_string(), written);
                    continue;
                }
                Err(error) => error,
            };
            of_kind += 1;
            assert!((1..=lines + 1).contains(&error.line), "{error}\n{text}");
            let line = text.lines().nth(error.line - 1).unwrap_or("");
            assert!(error.column <= line.chars().count() + 1, "{error}\n{text}");
            let message = error.to_string();
            assert!(message.contains("found") && message.contains("expected"), "{message}");
            // The undamaged games of the file are parsed.
            let good = random(*kind, &mut rng).to_string();
            let read = Record::parse_all(&format!("{good}\n{text}\n\n{good}"), None);
            assert_eq!(read[0].as_ref().unwrap().to_string(), good);
        }
        refused += of_kind;
    }
    assert_eq!(refused, 200 * GAMES.len());
}

#[test]
fn parses_annotations_of_other_programs() {
    let text = "% escaped line\n[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2000\"]\n\n\
        {Before} 1. e4! {[%csl Gd4][%cal Rd2d4,Ge4e5] centre [%clk 0:10:00]} \
        (1. d4 {quiet} d5 (1... Nf6 2. c4) 2. c4) (1.c4) 1... e5 ; to the end\n2. Nf3 $14 Nc6 ?! *\n";
    let read = Record::parse(text, None).unwrap();
    let nodes = read.tree.nodes();
    let find = |text: &str| nodes.iter().find(|node| node.text == text).unwrap();
    assert_eq!(nodes[0].comment, "Before");
    assert_eq!(find("e2e4").comment, "centre [%clk 0:10:00]");
    assert_eq!(find("e2e4").glyphs, [1]);
    assert_eq!(find("e2e4").drawn.len(), 3);
    assert_eq!(find("e7e5").comment, "to the end");
    assert_eq!(find("g1f3").glyphs, [14]);
    assert_eq!(find("b8c6").glyphs, [6]);
    assert_eq!(nodes[0].children.len(), 3);
    assert_eq!(find("d2d4").children.len(), 2);
    assert_eq!(
        read.to_string().split_once("\n\n").unwrap().1.replace('\n', " "),
        "{Before} 1. e4 $1 {[%csl Gd4] [%cal Rd2d4,Ge4e5] centre [%clk 0:10:00]} (1. d4 {quiet} \
         1... d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 {to the end} 2. Nf3 $14 Nc6 $6 * "
    );
    assert!(read.to_string().contains("[WhiteElo \"2000\"]"));
}

#[test]
fn repeated_side_line_is_merged() {
    let read = Record::parse("1. e4 (1. e4 c5 2. Nf3) (1. e4 {or} e6) 1... e5 *", None).unwrap();
    let nodes = read.tree.nodes();
    let replies: Vec<&str> =
        nodes[1].children.iter().map(|&child| nodes[child].text.as_str()).collect();
    assert_eq!(replies, ["e7e5", "e7e6", "c7c5"]);
    assert_eq!(nodes[1].comment, "or");
    assert_eq!(read.game.past().len(), 2);
}

#[test]
fn errors_have_line_and_column() {
    let table = [
        ("[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Ke4\n", (4, 8), "Ke4"),
        ("[Event \"x\"]\n[Black y]\n\n1. e4 *\n", (2, 1), "[Black y]"),
        ("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", (2, 1), "0"),
        ("1. e4 e5 (1... c5\n2. Nf3\n", (1, 10), "(1... c5"),
        ("1. e4 e5\n{never ends\n", (2, 1), "{never ends\\n"),
        ("\u{feff}1. e9", (1, 4), "e9"),
    ];
    for (text, place, found) in table {
        let error = Record::parse(text, Some("chess")).unwrap_err();
        assert_eq!((error.line, error.column), place, "{error}");
        assert_eq!(error.error.found(), Some(found), "{error}");
    }
    let text = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e5 *\n\n[Event \"3\"]\n\n1. d4 *\n";
    let games = Record::parse_all(text, None);
    let moves: Vec<Option<usize>> =
        games.iter().map(|game| game.as_ref().ok().map(|game| game.game.past().len())).collect();
    assert_eq!(moves, [Some(1), None, Some(1)]);
    assert_eq!(games[1].as_ref().unwrap_err().line, 7);
}

#[test]
fn nesting_of_side_lines_is_limited() {
    // Each line leaves the previous one at its second move.
    let nested = |depth: usize| {
        let lines: String =
            (0..depth).map(|i| format!("({}. {}3 ", 2 + i, ["a", "b"][i % 2])).collect();
        format!("1. e4 e5 2. h3 {lines}{}", ")".repeat(depth))
    };

    assert!(Record::parse(&nested(2), None).is_ok());
    let open = "(1. d4 ".repeat(65);
    let error = Record::parse(&format!("1. e4 {open}"), None).unwrap_err();
    assert_eq!(error.error.part(), "side line", "{error}");
}
