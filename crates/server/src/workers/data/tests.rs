use std::time::Duration;

use agon_core::Rng;
use agon_games::GAMES;

use super::*;

fn job(game: Box<dyn AnyMatch>, order: Order) -> Job {
    Job {
        id: "game.7.1".into(),
        sort: Sort::Hint,
        claim: Claim { class: Class::Watched, person: "anna".into(), resumes: true },
        key: "game/1".into(),
        game,
        order,
        report: Box::new(|_| {}),
        done: Box::new(|_| {}),
    }
}

fn sent(job: &Job) -> JobData {
    let data = JobData::of(job, "ticket", "reply", Millis(5), Millis(9)).unwrap();
    let read = serde_json::from_slice(&serde_json::to_vec(&data).unwrap()).unwrap();
    assert_eq!(data, read);
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
            // The same from another start.
            let start = played.position();
            for played in [played, game.open("", Some(&start)).unwrap()] {
                let (text, past) = (played.position(), played.past());
                let data = sent(&job(played, Order::default()));
                let opened = data.position.open().unwrap();
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
    let opened = sent(&job(game, Order::default())).position.open().unwrap();
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
    let data = sent(&job(GAMES[0].open("", None).unwrap(), order.clone())).order;
    let same = data.clone().after(Millis::ZERO).unwrap();
    assert_eq!(format!("{same:?}"), format!("{order:?}"));
    let later = data.after(Millis(20_000)).unwrap();
    assert!(matches!(later.limits.time, Some(Time::Clock { left, .. }) if left.as_secs() == 40));
}

#[test]
fn what_does_not_travel_stays() {
    let order = Order { threads: 2, ..Order::default() };
    let job = job(GAMES[0].open("", None).unwrap(), order);
    assert_eq!(JobData::of(&job, "ticket", "reply", Millis(5), Millis(9)), None);
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
    let data = ThoughtData::from(&thought);
    let read: ThoughtData = serde_json::from_slice(&serde_json::to_vec(&data).unwrap()).unwrap();
    assert_eq!(format!("{:?}", read.clone().thought().unwrap()), format!("{thought:?}"));
    let nonsense = ThoughtData { lines: vec![(1 << 20, Vec::new())], ..read };
    assert!(nonsense.thought().is_none());
}

#[test]
fn a_job_of_another_world_is_no_match() {
    let data = sent(&job(GAMES[0].open("", None).unwrap(), Order::default()));
    for change in [
        |position: &mut PositionData| position.game = "no such game".into(),
        |position: &mut PositionData| position.rules = "colour=1".into(),
        |position: &mut PositionData| position.steps.push(StepData::Move("nowhere".into())),
        |position: &mut PositionData| position.steps.push(StepData::Out(99)),
    ] {
        let mut position = data.position.clone();
        change(&mut position);
        assert!(position.open().is_err());
    }
}
