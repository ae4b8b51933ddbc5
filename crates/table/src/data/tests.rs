use agon_core::Rng;
use agon_games::GAMES;

use super::*;

/// Serialises and deserialises.
fn sent<T: Serialize + for<'a> Deserialize<'a> + PartialEq + std::fmt::Debug>(data: &T) -> T {
    let read = serde_json::from_slice(&serde_json::to_vec(data).unwrap()).unwrap();
    assert_eq!(*data, read);
    read
}

#[test]
fn a_match_is_the_same_after_it_has_travelled() {
    let mut rng = Rng::new(7);
    for game in GAMES {
        for plies in [0, 1, 40] {
            let mut played = game.open("", None).unwrap();
            for _ in 0..plies {
                let moves = played.moves();
                if let Some(text) = moves.get(rng.below(moves.len().max(1))) {
                    played.play(text).unwrap();
                }
            }
            // Again from another start position.
            let start = played.position();
            for played in [played, game.open("", Some(&start)).unwrap()] {
                let (text, past) = (played.position(), played.past());
                let opened = sent(&PositionData::of(&*played)).open().unwrap();
                assert_eq!((opened.position(), opened.past()), (text, past), "{}", game.id());
            }
        }
    }
}

#[test]
fn those_who_left_have_left_there_too() {
    let crowd = GAMES.iter().find_map(|game| {
        let opened = |preset: &agon_core::Preset| game.open(preset.rules, None).ok();
        game.presets().iter().filter_map(opened).find(|game| game.seats().count() > 2)
    });
    let mut game = crowd.expect("a game for more than two");
    let text = game.moves().swap_remove(0);
    game.play(&text).unwrap();
    game.leave(game.turn());
    let (text, past) = (game.position(), game.past());
    let opened = sent(&PositionData::of(&*game)).open().unwrap();
    assert_eq!((opened.position(), opened.past()), (text, past));
}

#[test]
fn an_order_is_the_same_less_what_has_passed() {
    let clock = Time::Clock {
        left: Duration::from_secs(60),
        increment: Duration::from_secs(1),
        moves: None,
    };
    let order = Order {
        kind: "plain".into(),
        level: Level::new(3).unwrap(),
        limits: Limits { depth: Some(4), nodes: Some(5), time: Some(clock), since: None },
        variety: true,
        lines: 2,
        verdicts: true,
        ..Order::default()
    };
    let data = sent(&OrderData::of(&order).unwrap());
    let same = data.clone().after(Millis::ZERO).unwrap();
    assert_eq!(format!("{same:?}"), format!("{order:?}"));
    let later = data.after(Millis(20_000)).unwrap();
    assert!(matches!(later.limits.time, Some(Time::Clock { left, .. }) if left.as_secs() == 40));
}

#[test]
fn what_does_not_travel_stays() {
    let order = Order { threads: 2, ..Order::default() };
    assert_eq!(OrderData::of(&order), None);
    let order = Order { margins: Some(GAMES[0].margins().into()), ..Order::default() };
    assert_eq!(OrderData::of(&order), None);
}

#[test]
fn thoughts_are_the_same_and_nonsense_is_none() {
    let scores = [Score::DRAW, Score::from_eval(-31), Score::win_in(3), Score::known_loss(40)];
    let line = |&score: &Score| ThoughtLine { score, moves: vec!["a".into(), "b".into()] };
    let thought = Thought {
        best: Some("a".into()),
        lines: scores.iter().map(line).collect(),
        depth: 9,
        deepest: 20,
        nodes: 1 << 40,
        time: Duration::from_millis(700),
        human_time: Duration::from_millis(1_500),
        fullness: 12,
        verdicts: Some(Arc::new(Probe {
            value: Some(Value::Won(3)),
            moves: vec![("a".into(), Some(Value::Lost(2))), ("b".into(), None)],
        })),
    };
    let read = sent(&ThoughtData::from(&thought));
    assert_eq!(format!("{:?}", read.clone().thought().unwrap()), format!("{thought:?}"));
    let nonsense = ThoughtData { lines: vec![(1 << 20, Vec::new())], ..read };
    assert!(nonsense.thought().is_none());
}

#[test]
fn a_job_of_another_world_is_no_match() {
    let data = PositionData::of(&*GAMES[0].open("", None).unwrap());
    for change in [
        |position: &mut PositionData| position.game = "no such game".into(),
        |position: &mut PositionData| position.rules = "colour=1".into(),
        |position: &mut PositionData| position.steps.push(StepData::Move("nowhere".into())),
        |position: &mut PositionData| position.steps.push(StepData::Out(99)),
    ] {
        let mut position = data.clone();
        change(&mut position);
        assert!(position.open().is_err());
    }
}

#[test]
fn however_late_it_is_something_is_thought() {
    let second = Duration::from_secs(1);
    assert_eq!(rest(Time::Exactly(second), second / 4), Time::Exactly(second * 3 / 4));
    assert_eq!(rest(Time::Exactly(second), second * 2), Time::Exactly(LEAST));
    let short = Time::Exactly(LEAST / 2);
    assert_eq!(rest(short, second), short);
}
