//! Tests of actions other than moves.

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::setup::Clock;
use agon_protocol::state::{Phase, Presence};
use agon_protocol::units::{Millis, Seat, Version};

use crate::decide::Decision;
use crate::properties::{Game, person};

const OFFER: Action = Action::OfferDraw { seat: None };

fn answer(offer: Option<Version>, accept: bool) -> Action {
    Action::AnswerDraw { offer: offer.unwrap(), accept }
}

#[test]
fn on_one_screen_a_draw_is_asked_for_and_not_taken() {
    let mut game = Game::alone(Clock::None);
    game.act("anna", &OFFER);
    assert_eq!(game.table.phase, Phase::Playing);
    assert!(game.table.offers_draw(Seat(0)) && !game.table.offers_draw(Seat(1)));
    assert_eq!(game.refused("anna", &OFFER), Code::Nothing);
    // The other seat declines, then offers, and the first accepts.
    game.act("anna", &answer(game.table.draw_version(), false));
    assert_eq!(game.table.draw_version(), None);
    game.act("anna", &Action::OfferDraw { seat: Some(Seat(1)) });
    assert!(game.table.offers_draw(Seat(1)));
    game.check_stored();
    game.act("anna", &answer(game.table.draw_version(), true));
    assert_eq!(game.table.phase, Phase::Ended);
    let nobodys = Action::OfferDraw { seat: Some(Seat(2)) };
    assert_eq!(Game::alone(Clock::None).refused("anna", &nobodys), Code::NotYourSeat);
}

#[test]
fn whoever_offers_a_draw_may_withdraw_it() {
    let mut game = Game::of_two();
    game.act("anna", &OFFER);
    let offer = game.table.draw_version();
    assert_eq!(game.refused("anna", &answer(offer, true)), Code::Nothing);
    game.act("anna", &answer(offer, false));
    assert_eq!(game.table.draw_version(), None);
    assert_eq!(game.refused("bob", &answer(offer, true)), Code::Nothing);
    // A new offer has a new version.
    game.act("anna", &OFFER);
    assert_eq!(game.refused("bob", &answer(offer, true)), Code::Stale);
}

#[test]
fn another_game_can_be_declined_and_withdrawn() {
    let mut game = Game::of_two();
    let decline = |offer| Action::DeclineRematch { offer };
    let ask = Action::Rematch { swap: false, offer: None };
    assert_eq!(game.refused("anna", &decline(Version(3))), Code::NotAllowed);
    game.act("anna", &Action::Resign { seat: None });
    assert_eq!(game.refused("anna", &decline(Version(3))), Code::Nothing);
    for name in ["bob", "anna"] {
        game.act("anna", &ask);
        let offer = game.table.state(game.now).rematch.unwrap().version;
        assert_eq!(game.refused(name, &decline(Version(1))), Code::Stale);
        assert_eq!(game.refused("carl", &decline(offer)), Code::NotYourSeat);
        game.act(name, &decline(offer));
        assert_eq!(game.table.state(game.now).rematch, None);
        game.check_stored();
    }
    game.act("anna", &ask);
    assert!(matches!(game.decide("bob", &ask), Decision::Again { swap: false, .. }));
}

#[test]
fn a_game_begins_again_where_nobody_else_plays() {
    let mut game = Game::alone(Clock::None);
    let reason = |game: &Game| match game.decide("anna", &Action::Restart) {
        Decision::Again { events, swap: false } => match &events[..] {
            [Event::Ended { outcome, by: Some(_) }] => outcome.reason.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(&game), "aborted");
    (0..2).for_each(|_| game.go_on());
    assert_eq!(reason(&game), "unfinished");
    assert_eq!(game.refused("bob", &Action::Restart), Code::NotYourSeat);
    assert_eq!(Game::of_two().refused("anna", &Action::Restart), Code::NotAllowed);
    game.act("anna", &Action::Leave);
    assert_eq!(game.refused("anna", &Action::Restart), Code::Over);
}

#[test]
fn between_people_a_game_is_called_off_before_the_second_move_and_it_is_known_by_whom() {
    let mut game = Game::of_two();
    game.go_on();
    let Decision::Events(events) = game.decide("bob", &Action::Abort) else { panic!("no events") };
    assert!(matches!(&events[..], [Event::Ended { by: Some(Seat(1)), .. }]), "{events:?}");
    game.go_on();
    assert_eq!(game.refused("bob", &Action::Abort), Code::UnderWay);
    game.check_stored();
}

#[test]
fn whoever_comes_late_hears_who_moved_first() {
    let mut game = Game::of_two();
    let late = |ply| Action::Move { ply, version: None, text: "x".into() };
    game.go_on();
    let refused = |action: &Action| {
        let nobody = Presence {
            connected: vec![true; 2],
            spectators: 0,
            away_since: vec![None; 2],
            grace: None,
        };
        let bob = person("bob");
        game.table.decide(&bob, action, &nobody, game.now).unwrap_err()
    };
    let fault = refused(&late(0));
    assert_eq!((fault.code, fault.details.seat), (Code::StalePly, Some(Seat(0))));
    // A move for a later ply does not mean that another player was faster.
    assert_eq!(refused(&late(5)).details.seat, None);
    let wrong = refused(&late(1));
    assert_eq!((wrong.code, wrong.details.found.as_deref()), (Code::IllegalMove, Some("x")));
}

#[test]
fn hints_are_counted_once_for_each_position() {
    // These games have two hints per seat.
    let mut game = Game::alone(Clock::None);
    let left = |game: &Game| game.table.state(game.now).hints_left.unwrap();
    for expected in [[1, 2], [1, 1], [0, 1]] {
        let seat = game.table.hint("anna").unwrap().expect("one that counts");
        game.happen(vec![Event::Hinted { seat }]);
        assert_eq!(left(&game), expected);
        // The hint for the same position is free, also after loading the game.
        assert_eq!(game.table.hint("anna").unwrap(), None);
        game.check_stored();
        game.go_on();
    }
    game.go_on();
    assert_eq!(game.table.hint("anna").unwrap_err().code, Code::HintsSpent);
    assert_eq!(game.table.hint("bob").unwrap_err().code, Code::NotYourTurn);
    game.table.setup.hints = false;
    assert_eq!(game.table.hint("anna").unwrap_err().code, Code::NoHints);
}

#[test]
fn with_three_a_claim_puts_out_who_is_away_and_the_others_play_on() {
    let mut game = Game::of_three();
    game.now += Millis(5_000);
    let away = |seats: [bool; 3], game: &Game| Presence {
        connected: seats.iter().map(|away| !away).collect(),
        spectators: 0,
        away_since: seats.iter().map(|away| away.then(|| game.now.since(Millis(2_000)))).collect(),
        grace: Some(Millis(1_000)),
    };
    let anna = person("anna");
    let claim = |game: &Game, seats| {
        let presence = away(seats, game);
        match game.table.decide(&anna, &Action::Claim, &presence, game.now) {
            Ok(Decision::Events(events)) => events,
            other => panic!("{other:?}"),
        }
    };
    let events = claim(&game, [false, true, false]);
    game.happen(events);
    assert_eq!((game.table.phase, game.table.is_out(Seat(1))), (Phase::Playing, true));
    // The last remaining player wins.
    let events = claim(&game, [false, true, true]);
    game.happen(events);
    let outcome = game.table.state(game.now).outcome.unwrap();
    assert_eq!(outcome.winner, Some(Seat(0)));
}
