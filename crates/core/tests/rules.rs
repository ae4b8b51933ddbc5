//! Parsing and formatting of rule options.

mod ladder;

use agon_core::{Rules, TextError, Value, Values};
use agon_testkit::lines::LinesRules;
use ladder::LadderRules;
use proptest::prelude::*;

fn read(text: &str) -> LadderRules {
    LadderRules::parse(text).expect(text)
}

fn refused(text: &str) -> TextError {
    LadderRules::parse(text).expect_err(text)
}

#[test]
fn empty_text_gives_the_defaults() {
    assert_eq!(read(""), LadderRules::default());
}

#[test]
fn options_may_come_in_any_order() {
    let rules = read("repetition=3,players=4,top=20,shaking=off,start=middle,hopeless=bd,plies=7");
    let expected = LadderRules {
        players: 4,
        top: Some(20),
        shaking: false,
        from_middle: true,
        hopeless: 0b1010,
        plies: 7,
        repetition: 3,
    };
    assert_eq!(rules, expected);
}

#[test]
fn text_names_every_option_and_round_trips() {
    let text = LadderRules::default().text();
    let expected = "players=2,top=9,shaking=on,start=bottom,hopeless=,plies=0,repetition=0";
    assert_eq!(text, expected);
    assert_eq!(read(&text), LadderRules::default());
}

#[test]
fn older_records_get_the_former_defaults() {
    let recorded = |text: &str| LadderRules::parse_recorded(text).expect(text).0;
    let old = "players=3,top=9,shaking=on,start=bottom,hopeless=,plies=0";
    assert_eq!(recorded(old), LadderRules { repetition: 4, ..read(old) });
    let new = format!("{old},repetition=0");
    assert_eq!(recorded(&new), read(&new), "an explicit value wins");
    for by_hand in ["", "players=3", "trio", "plies=7,top=9"] {
        assert_eq!(recorded(by_hand), read(by_hand), "{by_hand}");
    }
    assert!(LadderRules::parse_recorded("players=9").is_err());
    assert_eq!(recorded(&recorded(old).text()), recorded(old), "round trip");
}

#[test]
fn numbers_may_have_keywords() {
    assert_eq!(read("top=none").top, None);
    assert_eq!(read("top=3").top, Some(3));
    assert_eq!(read("top=50").top, Some(50));
    assert!(read("top=none").text().contains("top=none"));
}

#[test]
fn letters_are_written_in_canonical_order() {
    let rules = read("players=6,hopeless=fca");
    assert_eq!(rules.hopeless, 0b10_0101);
    assert!(rules.text().contains("hopeless=acf"));
    assert_eq!(read("hopeless=").hopeless, 0);
}

#[test]
fn options_after_a_preset_override_it() {
    assert_eq!(read("trio"), read("players=3,repetition=3"));
    assert_eq!(read("trio,repetition=2"), read("players=3,repetition=2"));
    assert_eq!(read("endless,players=5"), read("top=none,players=5"));
}

#[test]
fn a_preset_changes_only_what_it_names() {
    let preset = read("trio");
    assert_eq!(preset, LadderRules { players: 3, repetition: 3, ..LadderRules::default() });
}

#[test]
fn parse_given_returns_the_explicit_options() {
    let given = |text: &str| -> Vec<&str> {
        let (rules, given) = LadderRules::parse_given(text).expect(text);
        assert_eq!(rules, read(text));
        given.iter().map(|opt| opt.name).collect()
    };
    assert!(given("").is_empty());
    assert_eq!(given("plies=3,top=9"), ["plies", "top"]);
    assert!(given("trio").is_empty(), "options of presets are not explicit");
    assert_eq!(given("trio,players=3"), ["players"]);
}

#[test]
fn errors_name_the_offending_option() {
    let table = [
        // Unknown names.
        ("x", "rules"),
        ("x=1", "rules"),
        ("Players=2", "rules"),
        ("players", "rules"),
        ("players =2", "rules"),
        (" players=2", "rules"),
        ("=2", "rules"),
        (",", "rules"),
        ("players=2,", "rules"),
        (",players=2", "rules"),
        ("plies=1,,top=9", "rules"),
        ("plies=1;top=9", "option plies"),
        // Misplaced or repeated presets.
        ("players=3,trio", "rules"),
        ("trio,trio", "rules"),
        ("trio,endless", "rules"),
        ("trio=on", "rules"),
        ("Trio", "rules"),
        // Duplicates.
        ("players=2,players=2", "rules"),
        ("trio,top=9,plies=3,top=9", "rules"),
        // Bad values.
        ("players=1", "option players"),
        ("players=7", "option players"),
        ("players=", "option players"),
        ("players=two", "option players"),
        ("players=02", "option players"),
        ("players=+2", "option players"),
        ("players=-2", "option players"),
        ("players= 2", "option players"),
        ("players=2 ", "option players"),
        ("players=2=2", "option players"),
        ("players=２", "option players"),
        ("players=99999999999999999999", "option players"),
        ("top=None", "option top"),
        ("top=2", "option top"),
        ("top=51", "option top"),
        ("shaking=yes", "option shaking"),
        ("shaking=ON", "option shaking"),
        ("shaking=", "option shaking"),
        ("start=top", "option start"),
        ("start=", "option start"),
        ("start=0", "option start"),
        ("hopeless=aa", "option hopeless"),
        ("hopeless=g", "option hopeless"),
        ("hopeless=A", "option hopeless"),
        ("hopeless=a b", "option hopeless"),
        ("hopeless=ä", "option hopeless"),
        // Incompatible values.
        ("hopeless=c", "option hopeless"),
        ("players=3,hopeless=d", "option hopeless"),
    ];
    for (text, part) in table {
        let error = refused(text);
        assert_eq!(error.part(), part, "{text}: {error}");
    }
}

#[test]
fn compatibility_is_checked_after_all_options() {
    assert_eq!(read("hopeless=c,players=3").hopeless, 0b100);
}

#[test]
fn errors_list_the_allowed_values() {
    let table = [
        ("players=7", "option players: found \"7\", expected a number from 2 to 6"),
        ("top=2", "option top: found \"2\", expected none or a number from 3 to 50"),
        ("shaking=", "option shaking: found nothing, expected on or off"),
        ("start=top", "option start: found \"top\", expected bottom, middle"),
        (
            "hopeless=g",
            "option hopeless: found \"g\", expected some of the letters abcdef, each once",
        ),
        ("plies=1,plies=2", "rules: found \"plies=2\", expected each option once"),
    ];
    for (text, message) in table {
        assert_eq!(refused(text).to_string(), message);
    }
    let unknown = refused("fast").to_string();
    assert!(unknown.starts_with("rules: found \"fast\", expected players=..., top=..."));
    assert!(unknown.ends_with("the preset trio (first), the preset endless (first)"));
}

#[test]
fn rejects_presets_of_other_games() {
    assert!(LinesRules::parse("trio").is_err());
    assert_eq!(LinesRules::parse("width=3"), Ok(LinesRules::default()));
}

#[test]
fn options_are_listed_with_their_defaults() {
    let infos = LadderRules::infos();
    let listed: Vec<_> = infos.iter().map(|i| (i.name, i.default.as_str())).collect();
    let expected = [
        ("players", "2"),
        ("top", "9"),
        ("shaking", "on"),
        ("start", "bottom"),
        ("hopeless", ""),
        ("plies", "0"),
        ("repetition", "0"),
    ];
    assert_eq!(listed, expected);
    assert_eq!(infos[1].about, "the last rung");
    assert_eq!(infos[3].values.describe(), "bottom, middle");
    assert_eq!(Values::Flag.write(Value::Flag(false)), "off");
}

proptest! {
    #[test]
    fn rules_round_trip(
        players in 2_u32..=6,
        top in prop::option::of(3_u32..=50),
        (shaking, from_middle) in any::<(bool, bool)>(),
        hopeless in 0_u8..64,
        (plies, repetition) in (0_u32..=1000, 0_u32..=9),
    ) {
        let hopeless = hopeless & ((1 << players) - 1);
        let rules =
            LadderRules { players, top, shaking, from_middle, hopeless, plies, repetition };
        prop_assert_eq!(LadderRules::parse(&rules.text()), Ok(rules));
    }

    #[test]
    fn parser_never_panics(text in ".*", near in "[a-z=,0-9]{0,30}") {
        for text in [text, near] {
            if let Ok(rules) = LadderRules::parse(&text) {
                prop_assert_eq!(LadderRules::parse(&rules.text()), Ok(rules));
            }
        }
    }
}
