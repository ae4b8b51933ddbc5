//! The rules, one test each.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use agon_chinese_checkers::{ChineseCheckers, ChineseCheckersRules, Move};
use agon_core::{Match, Notation, Player, Position, Rng, Rules, Tone, View};
use agon_testkit::drawn;

fn rules(text: &str) -> ChineseCheckersRules {
    ChineseCheckersRules::parse(text).unwrap()
}

fn start(text: &str) -> ChineseCheckers {
    ChineseCheckers::start(&rules(text))
}

/// Returns a drawn board, then the colour to move, the colours in the game and the round.
fn position(board: &str, rest: &str) -> ChineseCheckers {
    position_by("", board, rest)
}

fn position_by(options: &str, board: &str, rest: &str) -> ChineseCheckers {
    let text = format!("{} {rest}", drawn(board));
    ChineseCheckers::parse_position(&text, &rules(options)).unwrap()
}

fn moves(position: &ChineseCheckers) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut |m| moves.push(position.move_text(m)));
    moves.sort();
    moves
}

/// Returns the targets of the marble on a hole.
fn moves_of(position: &ChineseCheckers, from: &str) -> String {
    let targets: Vec<String> = moves(position)
        .iter()
        .filter_map(|m| m.strip_prefix(from)?.strip_prefix('-').map(Into::into))
        .collect();
    targets.join(" ")
}

fn play(position: &mut ChineseCheckers, moves: &str) {
    for text in moves.split_whitespace() {
        position.play(position.parse_move(text).unwrap());
    }
}

fn play_in(game: &mut Match<ChineseCheckers>, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
}

/// Returns the winner, ranks and reason, such as `green 1 3 2 (all home)`; `-` without an ending.
fn ending(position: &ChineseCheckers) -> String {
    verdict(position, position.ending())
}

fn verdict(position: &ChineseCheckers, ending: Option<agon_core::Ending>) -> String {
    let Some(ending) = ending else { return "-".into() };
    let seats = ChineseCheckers::seats(&position.rules());
    let winner = ending.winner().map_or("draw", |winner| seats[winner].name);
    let places: Vec<String> = ending.places().iter().map(|(_, place)| place.to_string()).collect();
    format!("{winner} {} ({})", places.join(" "), ending.reason())
}

// The board

#[test]
fn star_has_121_holes_in_17_rows() {
    let board = ChineseCheckers::board(&rules(""));
    assert_eq!(board.sites.len(), 121);
    let place = |name: &str| {
        let site = board.sites.iter().find(|site| site.name == name).unwrap();
        ((site.y / 0.866_025_4).round() as i32, (2.0 * site.x).round() as i32)
    };
    let corners = [("a1", 0, 12), ("d1", 3, 9), ("e1", 4, 0), ("e13", 4, 24), ("i1", 8, 4)];
    let others = [("i9", 8, 20), ("m1", 12, 0), ("m13", 12, 24), ("n4", 13, 15), ("q1", 16, 12)];
    for (name, row, column) in corners.into_iter().chain(others) {
        assert_eq!(place(name), (row, column), "{name}");
    }
}

#[test]
fn points_are_clockwise_from_green() {
    let start = start("six");
    let board = drawn(
        "           g
                  g g
                 g g g
                g g g g
       b b b b . . . . . y y y y
        b b b . . . . . . y y y
         b b . . . . . . . y y
          b . . . . . . . . y
           . . . . . . . . .
          p . . . . . . . . o
         p p . . . . . . . o o
        p p p . . . . . . o o o
       p p p p . . . . . o o o o
                r r r r
                 r r r
                  r r
                   r",
    );
    assert_eq!(start.text(), format!("{board} g gyorpb 0"));
}

// Moves

#[test]
fn first_moves_are_steps_and_hops() {
    let steps = "d1-e5 d1-e6 d2-e6 d2-e7 d3-e7 d3-e8 d4-e8 d4-e9";
    let hops = "c1-e5 c1-e7 c2-e6 c2-e8 c3-e7 c3-e9";
    assert_eq!(moves(&start("")).join(" "), format!("{hops} {steps}"));
}

#[test]
fn steps_and_single_marble_hops() {
    let position = position(
        "           g
                  g g
                 g g g
                . g g .
       . . . . . . . . . . . . .
        . . . . . . . . . . . .
         . . . . r . . . . . .
          . . . . r . . . . .
           . . r . g g . . .
          . . . . r . . . . .
         . . . . . . . . . . .
        . . . . . . . . . . . .
       . . . . . . . . . . . . .
                . . . .
                 r r r
                  r r
                   r",
        "g gr 5",
    );
    // Steps to the empty neighbours h6, i4, j6; hops over red on j5 and green on i6. Two marbles in
    // a row (h5, g5) and a gap before the marble (i4, i3) prevent hops.
    assert_eq!(moves_of(&position, "i5"), "h6 i4 i7 j6 k5");
    // No hops over the edge: a1 has two neighbours, both with marbles behind them.
    assert_eq!(moves_of(&position, "a1"), "");
}

#[test]
fn hopped_over_marbles_stay() {
    let mut position = start("");
    play(&mut position, "c1-e5");
    assert!(position.text().starts_with("g/gg/1gg/gggg/4g8/12/"));
}

#[test]
fn chains_turn_and_stop_anywhere_without_steps() {
    let position = position(
        "           g
                  g g
                 g g g
                g g g .
       . . . . . . . . . . . . .
        . . . . . . . . . . . .
         . . . . . . . . . . .
          . . . . . . . . . .
           . g r . . . . . .
          . . . . r . . . . .
         . . . . . . r . . . .
        . . . . . . . . . . . .
       . . . . . . . . . . . . .
                . . r .
                 r r r
                  r r
                   r",
        "g gr 5",
    );
    // Hops to i4, over j5 to k6, over k7 to k8; steps only to the five empty neighbours.
    assert_eq!(moves_of(&position, "i2"), "h2 h3 i1 i4 j2 j3 k6 k8");
}

const CIRCLE: &str = "g
                     g g
                    g g g
                   g g g .
          . . . . . . . . . . . . .
           . . . . . . . . . . . .
            . . . . . . . . . . .
             . . . . . . . . . .
              . . . r g r . . .
             . . . r . . r . . .
            . . . . . r . . . . .
           . . . . . . . . . . . .
          . . . . . . . . . . . . .
                   . . . .
                    . r r
                     r r
                      r";

#[test]
fn paths_to_the_same_hole_are_one_move() {
    // From i5 around i7, k7, k5, i3 and back to i5, in both directions.
    let position = position(CIRCLE, "g gr 5");
    assert_eq!(moves_of(&position, "i5"), "h5 h6 i3 i7 j5 j6 k5 k7");
    assert!(position.parse_move("i5-i5").is_err());
}

#[test]
fn displayed_chain_is_shortest() {
    let position = position(CIRCLE, "g gr 5");
    let shown = |text| position.display_move(position.parse_move(text).unwrap());
    assert_eq!(shown("i5-k7"), "i5-i7-k7");
    assert_eq!(shown("i5-k5"), "i5-i3-k5");
    assert_eq!(shown("i5-i7"), "i5-i7");
    assert_eq!(shown("i5-j6"), "i5-j6");

    let view = |text| position.move_view(position.parse_move(text).unwrap());
    let names = |cells: &[agon_core::Cell]| -> Vec<String> {
        let board = ChineseCheckers::board(&position.rules());
        cells.iter().map(|cell| board.sites[cell.index()].name.clone()).collect()
    };
    assert_eq!(names(&view("i5-k7").path), ["i5", "i7", "k7"]);
    assert_eq!(view("i5-i7").path, [], "goes straight");
}

#[test]
fn guests_stay_allows_any_point() {
    let mut position = start("");
    play(&mut position, "d4-e9 n4-m9");
    assert!(moves(&position).contains(&"e9-e10".into()), "into the yellow point");
    play(&mut position, "e9-e10 m9-l9 e10-f10");
    assert_eq!(position.text().split('/').nth(5), Some("9g2"));
}

const BESIDE_YELLOW: &str = "g
                            g g
                           g g g
                          . . . .
                 . . . . . . . . g . . . .
                  . . . . . . . g r . . .
                   . . . . . . . . g . .
                    . . . . . . . . r .
                     . . . . . . . . .
                    . . . . . . . . . .
                   . . . . . . . . . . .
                  . . . . . . . . . . . .
                 . . . . . . . . . . . . .
                          r r . r
                           r r r
                            r r
                             g";

#[test]
fn guests_pass_forbids_ending_in_foreign_points() {
    // Points without a player are foreign too: over f9 to f10, over g9 to h8, over h9 to h10.
    let stay = position_by("guests=stay", BESIDE_YELLOW, "g gr 9");
    assert_eq!(moves_of(&stay, "f8"), "e8 f10 f7 g7 g8 h10 h8");
    assert_eq!(moves_of(&stay, "e9"), "d4 e10 e8 g7");
    let pass = position_by("guests=pass", BESIDE_YELLOW, "g gr 9");
    assert_eq!(moves_of(&pass, "f8"), "e8 f7 g7 g8 h8");
    assert_eq!(moves_of(&pass, "e9"), "d4 e8 g7");
    let shown = pass.display_move(pass.parse_move("f8-h8").unwrap());
    assert_eq!(shown, "f8-f10-h8");
    assert!(pass.parse_move("f8-f10").is_err());
}

#[test]
fn own_points_and_targets_are_not_foreign() {
    let pass = position_by("guests=pass", BESIDE_YELLOW, "g gr 9");
    assert_eq!(moves_of(&pass, "c1"), "d1 d2", "within the own point");
    assert!(moves_of(&pass, "e9").contains("d4"), "back into the own point");
    let red = position_by("guests=pass", BESIDE_YELLOW, "r gr 9");
    assert_eq!(moves_of(&red, "n2"), "m6 m7 n3", "out of it and within");
    // Yellow also owns orange, purple also owns blue: only green and red are foreign to both.
    let rules = "colors=yp,sets=2,guests=pass";
    let mut double = start(rules);
    play(&mut double, "e10-e9 h1-i1 m10-m9 i1-h1");
    assert_eq!(moves_of(&double, "e9"), "e10 e8 f8 f9", "d4 is foreign");
    assert_eq!(moves_of(&double, "m9"), "l8 l9 m10 m8", "n4 is foreign");
    let mut stay = start("colors=yp,sets=2");
    play(&mut stay, "e10-e9 h1-i1");
    assert_eq!(moves_of(&stay, "e9"), "d4 e10 e8 f8 f9");
}

#[test]
fn guests_default_depends_on_the_number_of_players() {
    let written = |text: &str| rules(text).text();
    assert_eq!(written(""), "colors=gr,sets=1,anti_block=on,guests=stay");
    for (text, guests) in [
        ("colors=yo", "stay"),
        ("triple", "stay"),
        ("three", "pass"),
        ("three,sets=2", "pass"),
        ("four", "pass"),
        ("colors=gyo", "pass"),
        ("six", "pass"),
        ("two,guests=pass", "pass"),
        ("guests=stay,colors=gyorpb", "stay"),
        ("six,guests=stay", "stay"),
    ] {
        assert!(written(text).ends_with(&format!("guests={guests}")), "{text}");
        assert_eq!(rules(&written(text)), rules(text), "{text}");
    }
    assert_eq!(rules("six"), rules("six,guests=pass"), "the same holds");
    assert_ne!(rules("six"), rules("six,guests=stay"));
    for text in ["guests=", "guests=on", "guests=Pass", "guests=pass,guests=stay"] {
        assert!(ChineseCheckersRules::parse(text).is_err(), "{text}");
    }
    // The text of a position determines the number of players, but not the option.
    let six = start("six").text();
    let read = |options: &str| ChineseCheckers::parse_position(&six, &rules(options)).unwrap();
    assert_eq!(read("").rules(), rules("six"));
    assert_eq!(read("anti_block=off").rules(), rules("six,anti_block=off"));
    assert_eq!(read("guests=stay").rules(), rules("six,guests=stay"));
}

#[test]
fn records_without_the_option_use_guests_stay() {
    let recorded = |text: &str| ChineseCheckersRules::parse_recorded(text).unwrap().0;
    let old = "colors=gyorpb,sets=1,anti_block=on";
    assert_eq!(recorded(old), rules("six,guests=stay"));
    assert_eq!(rules(old), rules("six,guests=pass"), "unlike a new rules text");
    assert_eq!(recorded(&rules("six").text()), rules("six"));
    assert_eq!(recorded("six"), rules("six"));
    assert_eq!(recorded("colors=gr,sets=1,anti_block=on"), rules(""));
}

#[test]
fn first_colour_clockwise_from_green_moves_first() {
    let turns = |rules: &str| {
        let mut position = start(rules);
        let seats = ChineseCheckers::seats(&position.rules());
        let mut names = Vec::new();
        for _ in 0..=position.players() {
            names.push(seats[position.turn()].name);
            let first = moves(&position)[0].clone();
            play(&mut position, &first);
        }
        names.join(" ")
    };
    assert_eq!(turns("colors=gr"), "green red green");
    assert_eq!(turns("colors=pog"), "green orange purple green");
    assert_eq!(turns("colors=byr"), "yellow red blue yellow");
    assert_eq!(turns("six"), "green yellow orange red purple blue green");
}

const LOCKED: &str = "g
                     g g
                    g g g
                   g g g g
          . . . . y y y y y . . . .
           . . . y y y y y p . . .
            . . . . . . . . . . .
             . . . . . . . . . .
              . . . . . . . . .
             p . . . . . . . . .
            p p . . . . . . . . .
           p p p . . . . . . . . .
          p p p . . . . . . . . . .
                   r r r r
                    r r r
                     r r
                      r";

#[test]
fn only_a_player_without_a_move_passes() {
    let mut position = position(LOCKED, "g gyrp 7");
    assert_eq!(moves(&position), ["pass"]);
    let view = position.move_view(Move::Pass);
    assert_eq!((view.from, view.to, view.shifts), (vec![], None, vec![]));
    play(&mut position, "pass");
    assert_eq!(position.text(), format!("{} y gyrp 7", drawn(LOCKED)));
    assert!(position.parse_move("pass").is_err());
}

#[test]
fn passes_if_moves_could_only_end_in_foreign_points() {
    let board = "  r
                  g g
                 g g g
                g g g g
       . . . . y y y y y . . . g
        . . . y y y y y p . . .
         . . . . . . . . . . .
          . . . . . . . . . .
           . . . . . . . . .
          p . . . . . . . . .
         p p . . . . . . . . .
        p p p . . . . . . . . .
       p p p . . . . . . . . . .
                . r r r
                 r r r
                  r r
                   r";
    assert_eq!(moves(&position_by("guests=stay", board, "g gyrp 7")), ["e13-e12", "e13-f12"]);
    let pass = position(board, "g gyrp 7");
    assert_eq!(moves(&pass), ["pass"]);
    assert_eq!((pass.count_moves(), ending(&pass)), (1, "-".into()));
    assert_eq!(pass.random_move(&mut Rng::new(1)), Some(Move::Pass));
}

// Players

#[test]
fn any_two_to_six_colours_can_play() {
    for colors in 0_u8..64 {
        let letters = "bprgyo".chars().filter(|&c| colors & 1 << "gyorpb".find(c).unwrap() != 0);
        let text = format!("colors={}", letters.collect::<String>());
        let parsed = ChineseCheckersRules::parse(&text);
        assert_eq!(parsed.is_ok(), colors.count_ones() >= 2, "{text}");
    }
}

#[test]
fn presets() {
    for (preset, colours) in
        [("two", "gr"), ("three", "gop"), ("four", "gyrp"), ("five", "gyorp"), ("six", "gyorpb")]
    {
        assert!(start(preset).text().ends_with(&format!(" g {colours} 0")), "{preset}");
    }
}

#[test]
fn two_sets_for_two_players() {
    let board = drawn(
        "           g
                  g g
                 g g g
                g g g g
       . . . . . . . . . g g g g
        . . . . . . . . . g g g
         . . . . . . . . . g g
          . . . . . . . . . g
           . . . . . . . . .
          r . . . . . . . . .
         r r . . . . . . . . .
        r r r . . . . . . . . .
       r r r r . . . . . . . . .
                r r r r
                 r r r
                  r r
                   r",
    );
    assert_eq!(start("double").text(), format!("{board} g gr 0"));
}

#[test]
fn three_sets_for_two_players() {
    let board = drawn(
        "           g
                  g g
                 g g g
                g g g g
       g g g g . . . . . g g g g
        g g g . . . . . . g g g
         g g . . . . . . . g g
          g . . . . . . . . g
           . . . . . . . . .
          r . . . . . . . . r
         r r . . . . . . . r r
        r r r . . . . . . r r r
       r r r r . . . . . r r r r
                r r r r
                 r r r
                  r r
                   r",
    );
    assert_eq!(start("triple").text(), format!("{board} g gr 0"));
}

#[test]
fn two_sets_for_three_players() {
    let board = drawn(
        "           g
                  g g
                 g g g
                g g g g
       b b b b . . . . . y y y y
        b b b . . . . . . y y y
         b b . . . . . . . y y
          b . . . . . . . . y
           . . . . . . . . .
          p . . . . . . . . o
         p p . . . . . . . o o
        p p p . . . . . . o o o
       p p p p . . . . . o o o o
                r r r r
                 r r r
                  r r
                   r",
    );
    assert_eq!(start("three,sets=2").text(), format!("{board} g gop 0"));
    assert_eq!(start("colors=yrb,sets=2").text(), format!("{board} y yrb 0"));
    let six = ChineseCheckers::parse_position(&format!("{board} g gyorpb 0"), &rules(""));
    assert_eq!(six.unwrap().rules(), rules("six"), "six players look the same");
}

#[test]
fn three_players_move_either_of_their_two_sets() {
    let position = start("three,sets=2");
    assert_eq!(position.players(), 3);
    let own = |texts: &str| texts.split(' ').map(String::from).collect::<Vec<_>>();
    let mut expected = own("d1-e5 d1-e6 d2-e6 d2-e7 d3-e7 d3-e8 d4-e8 d4-e9 \
                            c1-e5 c1-e7 c2-e6 c2-e8 c3-e7 c3-e9");
    expected.extend(own("n1-m5 n1-m6 n2-m6 n2-m7 n3-m7 n3-m8 n4-m8 n4-m9 \
                         o1-m5 o1-m7 o2-m6 o2-m8 o3-m7 o3-m9"));
    expected.sort();
    assert_eq!(moves(&position), expected);

    let turns = "n1-m5 h1-i1 h10-i9 d1-e5".split(' ');
    let mut game = position;
    let seen: Vec<String> = turns
        .map(|text| {
            play(&mut game, text);
            game.text().split_once(' ').unwrap().1.to_string()
        })
        .collect();
    assert_eq!(seen, ["o gop 0", "p gop 0", "g gop 1", "o gop 1"]);
    assert!(game.text().starts_with("g/gg/ggg/1ggg/bbbbg4yyyy/"), "{}", game.text());
    assert!(game.text().contains("/ppppr4oooo/1rrr/"), "{}", game.text());
}

#[test]
fn points_of_several_sets_depend_on_the_colours() {
    let rows = |rules: &str| start(rules).text().split(' ').next().unwrap().to_string();
    // Yellow also owns orange; purple also owns blue.
    let two = "1/2/3/4/pppp5yyyy/ppp6yyy/pp7yy/p8y/9/p8y/pp7yy/ppp6yyy/pppp5yyyy/4/3/2/1";
    assert_eq!(rows("colors=yp,sets=2"), two);
    // Green and red likewise.
    assert!(rows("colors=yp,sets=3").starts_with("y/yy/yyy/yyyy/pppp5yyyy/"));
    assert!(rows("colors=yp,sets=3").ends_with("/pppp/ppp/pp/p"));
}

#[test]
fn rejects_other_numbers_of_sets() {
    for text in ["colors=gy,sets=2", "colors=gop,sets=3", "colors=gyo,sets=2", "six,sets=2"] {
        assert_eq!(ChineseCheckersRules::parse(text).unwrap_err().part(), "option sets", "{text}");
    }
    assert_eq!(ChineseCheckersRules::parse("colors=g").unwrap_err().part(), "option colors");
    for text in ["colors=gg", "colors=gw", "sets=0", "sets=4", "anti_block=yes"] {
        assert!(ChineseCheckersRules::parse(text).is_err(), "{text}");
    }
}

// The end

#[test]
fn all_marbles_in_the_target_win() {
    let mut position = position(
        "           r
                  r r
                 r r r
                . r r r
       . . . . . . . . . . . . .
        . . . . . . . . . . . .
         . . . . . . . . . . .
          . . . . . . . . . .
           . . . . r . . . .
          . . . . . . . . . .
         . . . . . . . . . . .
        . . . . . . . . . . . .
       . . . . g . . . . . . . .
                . g g g
                 g g g
                  g g
                   g",
        "g gr 20",
    );
    assert_eq!(ending(&position), "-");
    play(&mut position, "m5-n1");
    assert_eq!(ending(&position), "green 1 2 (all home)");
    assert_eq!(moves(&position), [""; 0]);
}

#[test]
fn two_sets_must_fill_both_points() {
    let mut position = position(
        "           .
                  r r
                 r r r
                r r r r
       . . . . . . . . . r r r r
        . . . . . . . . . r r r
         . . . . . . . . . r r
          . . . . . . . . . r
           . . . r . . . . .
          g . . . . . . . . .
         g . g . . . . . . . .
        g g g . . . . . . . . .
       g g g g . . . . . . . . .
                g g g g
                 g g g
                  g g
                   g",
        "g gr 60",
    );
    assert_eq!(ending(&position), "-");
    play(&mut position, "k3-k2");
    assert_eq!(ending(&position), "green 1 2 (all home)");
}

#[test]
fn distinct_sets_have_not_won_at_the_start() {
    let mut position = start("three,sets=2");
    assert_eq!(ending(&position), "-");
    play(&mut position, "d1-e5 h1-i1 h10-i9");
    play(&mut position, "e5-d1");
    assert_eq!(ending(&position), "-", "all marbles in the two points, but not crossed over");
    let home = |position: &ChineseCheckers| position.counters()[1];
    assert_eq!((home(&position).value, home(&position).limit), (0, Some(20)));
}

/// Green has one marble of each set outside its target.
const CROSSED: &str = "r
                      r r
                     r r r
                    r r r .
           b b b b . . . . r y y y y
            b b b . . . . . . y y y
             b b . . . . . . . y y
              b . . . . . . . . y
               . . . . . . . . .
              p . . . . . . . . o
             p p . . . . . . . o o
            p p p . . . . . . o o o
           p p p p . . . . g o o o o
                    g g g .
                     g g g
                      g g
                       g";

#[test]
fn distinct_sets_must_fill_their_own_targets() {
    let mut game = position(CROSSED, "g gop 40");
    assert_eq!((ending(&game), game.rules()), ("-".into(), rules("three,sets=2")));
    assert_eq!(game.counters()[1].value, 18);
    play(&mut game, "e9-d4 h1-i1 h10-i9");
    assert_eq!((ending(&game), game.counters()[1].value), ("-".into(), 19));
    play(&mut game, "m9-n4");
    assert_eq!(game.counters()[1].value, 20);
    assert_eq!(ending(&game), "green 1 2 2 (all home)");
    assert_eq!(moves(&game), [""; 0]);
}

#[test]
fn marble_of_the_other_set_does_not_fill_a_point() {
    // The same with the last two exchanged: a red one before the red point, green before green.
    let board = CROSSED.replace(". . . . r y", ". . . . g y").replace(". . . . g o", ". . . . r o");
    let mut game = position(&board, "g gop 40");
    play(&mut game, "e9-d4 h1-i1 h10-i9 m9-n4");
    assert_eq!(game.counters()[1].value, 18);
    assert_eq!(ending(&game), "-", "round 41: `anti_block` does not help against oneself");
}

#[test]
fn withdrawal_applies_to_both_sets() {
    let mut game = Match::new(start("three,sets=2"));
    game.resign(Player::FIRST);
    assert!(game.position().text().ends_with(" o gop-g 0"), "{}", game.position().text());
    play_in(&mut game, "h1-i1 h10-i9");
    let read = ChineseCheckers::parse_position(&game.position().text(), &rules("")).unwrap();
    assert_eq!(&read, game.position());
}

#[test]
fn distinct_sets_are_displayed_in_their_own_colours() {
    let position = start("three,sets=2");
    let seats = ChineseCheckers::seats(&position.rules());
    assert_eq!(seats.count(), 3);
    for (letter, owner, tone) in [
        ('g', "green", None),
        ('r', "green", Some(Tone::Red)),
        ('o', "orange", None),
        ('b', "orange", Some(Tone::Blue)),
        ('p', "purple", None),
        ('y', "purple", Some(Tone::Yellow)),
    ] {
        let pieces = position.pieces();
        let set: Vec<_> = pieces.iter().filter(|piece| piece.letter == letter).collect();
        assert_eq!(set.len(), 10, "{letter}");
        for piece in set {
            assert_eq!((seats[piece.player].name, piece.tone), (owner, tone), "{letter}");
        }
    }
    assert!(start("triple").pieces().iter().all(|piece| piece.tone.is_none()));
}

#[test]
fn other_players_are_ranked_by_distance_left() {
    let board = "  .
                  . .
                 . . .
                . . . .
       . . . . . . . . . p p p p
        . . . . . . . . . p p p
         . . . . . . . . . p p
          . . . . . . . . . .
           . . . . p . . . .
          . . . . . . . . . o
         . . . . . . . . . o o
        . . . . . . . . . o o o
       . . . . . . . . . o o o o
                g g g g
                 g g g
                  g g
                   g";
    assert_eq!(ending(&position(board, "o gop 30")), "green 1 3 2 (all home)");
    assert_eq!(
        ending(&position(board, "o gop-p 30")),
        "green 1 2 3 (all home)",
        "who left is last"
    );
    assert_eq!(ending(&position(board, "o gop-g 30")), "-", "who left cannot win");
}

const OWNER_AT_HOME: &str = "r
                            r r
                           r r r
                          r r g r
                 . . . . . . . . . . . . .
                  . . . . . . . . . . . .
                   . . . . . . . . . . .
                    . . . . r . . . . .
                     . . . . . . . . .
                    . . . . . . . . . .
                   . . . . g . . . . . .
                  . . . . . g . . . . . .
                 . . . . . . g . . . . . .
                          . . . .
                           g g g
                            g g
                             g";

#[test]
fn anti_block_applies_from_round_25() {
    assert_eq!(ending(&position(OWNER_AT_HOME, "g gr 24")), "-");
    assert_eq!(ending(&position(OWNER_AT_HOME, "g gr 25")), "red 2 1 (owner stayed at home)");
    assert_eq!(ending(&position(OWNER_AT_HOME, "r gr 90")), "red 2 1 (owner stayed at home)");

    let text = format!("{} g gr 25", drawn(OWNER_AT_HOME));
    let off = ChineseCheckers::parse_position(&text, &rules("anti_block=off")).unwrap();
    assert_eq!(ending(&off), "-");
}

#[test]
fn anti_block_win_when_round_25_starts() {
    let mut position = position(OWNER_AT_HOME, "r gr 24");
    play(&mut position, "h5-h6");
    assert_eq!(ending(&position), "red 2 1 (owner stayed at home)");
}

#[test]
fn anti_block_requires_an_own_marble() {
    let text = "g/gg/ggg/gggg/13/12/11/10/9/10/11/12/13/rrrr/rrr/rr/r g gr 40";
    let position = ChineseCheckers::parse_position(text, &rules("")).unwrap();
    assert_eq!(ending(&position), "-");
}

#[test]
fn anti_block_requires_an_own_marble_in_each_point() {
    // Red's targets are the green and the yellow point; at first red has entered only the yellow
    // one.
    let one = "g/gg/ggg/gggg/9ggrg/9ggg/9gg/9g/9/r9/rr9/rrr9/rrr8g1/rrrr/rrr/rr/r g gr 40";
    let both = "g/gg/ggg/grgg/9ggrg/9ggg/9gg/9g/9/r9/rr9/rrr9/rr8g1g/rrrr/rrr/rr/r g gr 40";
    let read = |text: &str| ChineseCheckers::parse_position(text, &rules("")).unwrap();
    assert_eq!(ending(&read(one)), "-");
    assert_eq!(ending(&read(both)), "red 2 1 (owner stayed at home)");
}

#[test]
fn anti_block_requires_a_full_target() {
    let mut position = position(OWNER_AT_HOME, "g gr 24");
    play(&mut position, "d3-e7 h5-h6");
    assert_eq!((position.round(), ending(&position)), (25, "-".into()));
    play(&mut position, "e7-d3");
    assert_eq!(ending(&position), "red 2 1 (owner stayed at home)", "by green's move");
}

#[test]
fn anti_block_counts_only_the_owners_marbles() {
    let board = "  r
                  r r
                 r r r
                r r y r
       . . . . . . . . . y y y y
        . . . . . . . . . y y y
         . . . . . . . . . y y
          . . . . r . . . . .
           . . . . . . . . .
          . . g . . . . . . .
         . . . . g . . . . . .
        . . . . . g . . . . . .
       . . . . . . g . . . . . .
                . . . .
                 g g g
                  g g
                   g";
    assert_eq!(ending(&position(board, "g gyr 50")), "-");
}

#[test]
fn unowned_target_counts_only_own_marbles() {
    let board = "  .
                  . .
                 . . .
                . . . .
       . . . . . . . . . y y y y
        . . . . . . . . . y y y
         . . . . . . . . . y y
          . . . . . . . . . .
           . . . . g . . . .
          . . . . . . . . . .
         . . . . . . . . . . .
        . . . . . . . . . . . .
       . . . . . . . . . . . . .
                y g g g
                 g g g
                  g g
                   g";
    assert_eq!(ending(&position(board, "g gy 50")), "-");
}

#[test]
fn simultaneous_wins_go_to_the_last_mover() {
    let board = "  r
                  r r
                 r r r
                r r g r
       . . . . . . . . . . . . .
        . . . . . . . . . . . .
         . . . . . . . . . . .
          . . . . . . . . . .
           . . . . . . . . .
          . . . . . . . . . .
         . . . . . . . . . . .
        . . . . . . . . . . . .
       . . . . . . . . . . . . .
                r g g g
                 g g g
                  g g
                   g";
    assert_eq!(ending(&position(board, "g gr 25")), "red 2 1 (owner stayed at home)");
    assert_eq!(ending(&position(board, "r gr 25")), "green 1 2 (owner stayed at home)");
}

#[test]
fn draw_when_no_player_can_move() {
    let board = "  g
                  g g
                 g g g
                g g g g
       . . . . y y y y y . . . .
        . . . y y y y y o . . .
         . . . . . . . . . . .
          . . . . . . . . . .
           . . . . . . . . .
          . . . . . . . . . .
         p . . . . . . . . . .
        p p p o o o o p p . . .
       p p p p o o o o o . . . .
                r r r r
                 r r r
                  r r
                   r";
    let stuck = position(board, "g gyorp-yop 9");
    assert_eq!(ending(&stuck), "draw 1 1 1 1 1 (nobody can move)");
    assert_eq!(moves(&stuck), [""; 0]);
    let one_can = position(board, "g gyorp-yo 9");
    assert_eq!((moves(&one_can), ending(&one_can)), (vec!["pass".into()], "-".into()));
}

#[test]
fn draw_after_300_rounds_unless_the_last_move_wins() {
    let text = |round| format!("{} r gr {round}", start("").text().split(' ').next().unwrap());
    let at = |round| ChineseCheckers::parse_position(&text(round), &rules("")).unwrap();
    let mut game = Match::new(at(299));
    assert_eq!(game.ending(), None);
    play_in(&mut game, "n1-m5");
    assert_eq!(verdict(game.position(), game.ending()), "draw 1 1 (round limit)");
    assert_eq!(game.position().count_moves(), 14, "perft continues");

    let text = "r/rr/rrr/rr1r/6r6/12/11/10/9/10/4g6/5g6/6g6/1g2/ggg/gg/g r gr 299";
    let mut game = Match::new(ChineseCheckers::parse_position(text, &rules("")).unwrap());
    play_in(&mut game, "e7-d3");
    assert_eq!(game.position().round(), 300);
    assert_eq!(verdict(game.position(), game.ending()), "red 2 1 (all home)");
}

#[test]
fn round_counter_stops_at_9999() {
    let text = "g/gg/ggg/gggg/13/12/11/10/9/10/11/12/13/rrrr/rrr/rr/r r gr 9999";
    let mut position = ChineseCheckers::parse_position(text, &rules("")).unwrap();
    play(&mut position, "n1-m5");
    assert_eq!(position.round(), 9_999);
}

#[test]
fn third_occurrence_draws() {
    let mut game = Match::new(start(""));
    play_in(&mut game, "d1-e5 n1-m5 e5-d1 m5-n1 d1-e5 n1-m5 e5-d1");
    assert_eq!(game.ending(), None);
    play_in(&mut game, "m5-n1");
    assert_eq!(verdict(game.position(), game.ending()), "draw 1 1 (repetition)");
}

// Leaving

#[test]
fn withdrawal_with_two_players_loses() {
    let mut game = Match::new(start(""));
    game.resign(Player::FIRST);
    assert_eq!(verdict(game.position(), game.ending()), "red 2 1 (resignation)");
}

#[test]
fn withdrawal_with_more_players_skips_the_seat() {
    let mut game = Match::new(start("three"));
    play_in(&mut game, "d1-e5");
    game.resign(Player::SECOND);
    let start = game.position().text();
    let board = "g/gg/ggg/1ggg/4g8/12/11/10/9/p8o/pp7oo/ppp6ooo/pppp5oooo/4/3/2/1";
    assert_eq!(start, format!("{board} p gop-o 0"), "orange was to move");
    play_in(&mut game, "j1-i1 e5-d1 i1-j1");
    assert_eq!(game.position().round(), 2);
    assert_eq!(game.position().turn(), Player::FIRST);
    game.resign(Player::FIRST);
    assert_eq!(verdict(game.position(), game.ending()), "purple 2 2 1 (resignation)");
}

#[test]
fn withdrawal_past_the_last_player_ends_the_round() {
    let mut position = start("three");
    play(&mut position, "d1-e5 j10-i9");
    position.withdraw(Player::new(2).unwrap());
    assert!(position.text().ends_with(" g gop-p 1"), "{}", position.text());
    position.withdraw(Player::SECOND);
    assert!(position.text().ends_with(" g gop-op 1"), "{}", position.text());
    assert_eq!(ending(&position), "green 1 2 3 (last one left)", "orange had come closer");
    position.withdraw(Player::FIRST);
    assert!(position.text().ends_with(" g gop-op 1"), "the last one stays");
}

#[test]
fn withdrawal_distinguishes_positions() {
    let before = start("three");
    let mut after = before.clone();
    after.withdraw(Player::SECOND);
    assert_ne!(before.key(), after.key());
}

// Texts

#[test]
fn position_text_overrides_colours_and_sets() {
    let text = start("three,sets=2").text();
    let parsed = ChineseCheckers::parse_position(&text, &rules("triple,anti_block=off")).unwrap();
    assert_eq!(parsed.rules(), rules("three,sets=2,anti_block=off"));
}

#[test]
fn rejects_malformed_positions_naming_the_part() {
    let good = "g/gg/ggg/gggg/13/12/11/10/9/10/11/12/13/rrrr/rrr/rr/r g gr 0";
    assert!(ChineseCheckers::parse_position(good, &rules("")).is_ok());
    let changed = [
        ("g/gg", "G/gg", "row a"),
        ("g/gg", "g/gx", "row b"),
        ("g/gg", "g/g\u{e9}", "row b"),
        ("ggg/gggg/", "ggg/ggg/", "row d"),
        ("/13/12/", "/14/12/", "row e"),
        ("/13/12/", "/013/12/", "row e"),
        ("/13/12/", "/130/12/", "row e"),
        ("/9/", "//", "row i"),
        ("/rr/r ", "/rr ", "row q"),
        ("/r g", "/r/r g", "end of text"),
        ("g/gg/", "1/gg/", "green marbles"),
        ("/9/", "/8g/", "green marbles"),
        ("/9/", "/8r/", "red marbles"),
        ("/9/", "/8y/", "yellow marbles"),
        ("/rr/r ", "/rr/1 ", "red marbles"),
        (" g gr", " y gr", "colour to move"),
        (" g gr", " gr gr", "colour to move"),
        (" g gr", " G gr", "colour to move"),
        (" g gr", "  gr", "colour to move"),
        (" g gr", " g gr-g", "colour to move"),
        (" g gr", " g rg", "colours in the game"),
        (" g gr", " g grr", "colours in the game"),
        (" g gr", " g gw", "colours in the game"),
        (" g gr", " g -r", "colours in the game"),
        (" g gr", " g gr-", "colours that left"),
        (" g gr", " g gr-y", "colours that left"),
        (" g gr", " g gr-gr", "colours that left"),
        (" g gr", " g gr-r-g", "colours that left"),
        (" g gr", " g gyr", "yellow marbles"),
        (" g gr", " g g", "red marbles"),
        ("gr 0", "gr -1", "round"),
        ("gr 0", "gr 00", "round"),
        ("gr 0", "gr 10000", "round"),
        ("gr 0", "gr", "round"),
        ("gr 0", "gr 0 0", "end of text"),
        ("gr 0", "gr 0 ", "end of text"),
    ];
    for (old, new, part) in changed {
        let text = good.replacen(old, new, 1);
        assert_ne!(text, good);
        let error = ChineseCheckers::parse_position(&text, &rules("")).unwrap_err();
        assert_eq!(error.part(), part, "{text}: {error}");
    }
    assert!(ChineseCheckers::parse_position("", &rules("")).is_err());

    let three = start("three,sets=2").text();
    for (old, new, part) in [
        ("g/gg/", "r/gg/", "green marbles"),
        ("rr/r ", "rr/g ", "green marbles"),
        ("/b8y/", "/b9/", "yellow marbles"),
        ("/rr/r ", "/rr/1 ", "red marbles"),
        (" g gop", " r gop", "colour to move"),
        (" g gop", " g gor", "yellow marbles"),
    ] {
        let text = three.replacen(old, new, 1);
        let error = ChineseCheckers::parse_position(&text, &rules("")).unwrap_err();
        assert_eq!(error.part(), part, "{text}: {error}");
    }
    // Two sets as written when they were not yet distinct.
    let alike = three.replace('r', "g").replace('b', "o").replace('y', "p");
    let error = ChineseCheckers::parse_position(&alike, &rules("")).unwrap_err();
    assert_eq!(error.part(), "green marbles", "{error}");

    let twenty = "g/gg/ggg/gggg/9gggg/9ggg/9gg/9g/9/9y/9yy/9yyy/9yyyy/yyyy/yyy/yy/y g gy 0";
    let error = ChineseCheckers::parse_position(twenty, &rules("")).unwrap_err();
    assert_eq!(error.part(), "option sets", "{error}");
}

#[test]
fn rejects_malformed_moves() {
    let position = start("");
    for text in ["", "d1", "d1e5", "d1-e5-", "d1-e5 ", "D1-E5", "d1-e05", "d0-e5", "d5-e5", "r1-e5"]
    {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
    for text in
        ["d1-", "-e5", "e5-d1", "d1-e7", "d1-d1", "pass", "Pass", "\u{e9}1-e5", "d\u{661}-e5"]
    {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
}

// Display

#[test]
fn round_counter_warns_in_the_last_ten_rounds() {
    let rows = "g/gg/ggg/gggg/13/12/11/10/9/10/11/12/13/rrrr/rrr/rr/r";
    for (round, warn) in [(289, false), (290, true)] {
        let text = format!("{rows} g gr {round}");
        let position = ChineseCheckers::parse_position(&text, &rules("")).unwrap();
        let counter = position.counters()[0];
        assert_eq!((counter.value, counter.limit, counter.warn), (round, Some(300), warn));
    }
}

#[test]
fn counters_show_marbles_in_the_target() {
    let counters = position(OWNER_AT_HOME, "g gr 24").counters();
    let home: Vec<_> = counters[1..].iter().map(|c| (c.player, c.value, c.limit)).collect();
    let (first, second) = (Some(Player::FIRST), Some(Player::SECOND));
    assert_eq!(home, [(first, 6, Some(10)), (second, 9, Some(10))]);
}

#[test]
fn board_is_turned_to_start_at_the_bottom() {
    let rules = ChineseCheckersRules::parse("colors=gyorpb").unwrap();
    let board = ChineseCheckers::board(&rules);
    let pieces = ChineseCheckers::start(&rules).pieces();
    for (player, seat) in ChineseCheckers::seats(&rules).iter() {
        let angle = f32::from(seat.degrees).to_radians();
        // The centre of the star is the centroid of all marbles at the start.
        let height = |own: bool| {
            let place = |cell: agon_core::Cell| &board.sites[cell.index()];
            let chosen = pieces.iter().filter(|piece| !own || piece.player == player);
            let turned = chosen.map(|piece| {
                let site = place(piece.cell);
                site.x * angle.sin() + site.y * angle.cos()
            });
            let turned: Vec<f32> = turned.collect();
            turned.iter().sum::<f32>() / turned.len() as f32
        };
        assert!(height(true) > height(false) + 4.0, "{}", seat.name);
    }
}
