//! Matches: history, undo, repetition, draw offers, resignation and time.

mod ladder;

use agon_core::{
    ByPlayer, Ending, History, Match, PlayError, Player, PlayerSet, Position, Seat, Step, Tone,
};
use ladder::Climb::{self, Down, Shake, Up};
use ladder::Ladder;

const A: Player = Player::FIRST;
const B: Player = Player::SECOND;

fn third() -> Player {
    Player::new(2).expect("index below MAX_PLAYERS")
}

fn new_match(rules: &str) -> Match<Ladder> {
    Match::new(Ladder::new(rules))
}

fn play(game: &mut Match<Ladder>, moves: &[Climb]) {
    for &m in moves {
        assert_eq!(game.play(m), Ok(()), "{m:?}");
    }
}

/// Returns the reason and winner; `None` while the game is running.
fn result(game: &Match<Ladder>) -> Option<(&'static str, Option<Player>)> {
    game.ending().map(|ending| (ending.reason(), ending.winner()))
}

fn places(ending: &Ending) -> Vec<u8> {
    ending.places().iter().map(|(_, &place)| place).collect()
}

fn set(players: &[Player]) -> PlayerSet {
    players.iter().fold(PlayerSet::EMPTY, |set, &player| set.with(player))
}

// Moves and history

#[test]
fn new_match_is_at_its_start() {
    let game = new_match("start=middle");
    assert_eq!(game.position().rung, 5);
    assert_eq!(game.start(), game.position());
    assert!(game.past().is_empty());
    assert_eq!(result(&game), None);
    assert_eq!(game.moves(), [Up, Down, Shake]);
}

#[test]
fn past_records_each_step_with_the_position_before() {
    let mut game = new_match("");
    play(&mut game, &[Up, Up, Down]);
    let rungs: Vec<_> = game.past().iter().map(|(before, step)| (before.rung, *step)).collect();
    assert_eq!(rungs, [(0, Step::Move(Up)), (1, Step::Move(Up)), (2, Step::Move(Down))]);
    assert_eq!(game.start().rung, 0);
    assert_eq!(game.position().rung, 1);
    assert_eq!(game.position().turn(), B);
}

#[test]
fn rejects_illegal_moves_without_side_effects() {
    let mut game = new_match("shaking=off");
    assert_eq!(game.play(Down), Err(PlayError::Illegal(Down)));
    assert_eq!(game.play(Shake), Err(PlayError::Illegal(Shake)));
    assert_eq!(game.position(), &Ladder::new("shaking=off"));
    assert!(game.past().is_empty());
    let message = PlayError::Illegal(Down).to_string();
    assert_eq!(message, "not a legal move here: Down");
}

#[test]
fn rejects_moves_after_the_end() {
    let mut game = new_match("top=3");
    play(&mut game, &[Up, Up, Up]);
    assert_eq!(result(&game), Some(("top", Some(A))));
    assert!(game.moves().is_empty());
    let over = PlayError::Over(Ending::win(A, 2, "top"));
    assert_eq!(over.to_string(), "the game is over: top");
    assert_eq!(game.play(Up), Err(over));
    assert_eq!(game.past().len(), 3);
}

#[test]
fn undo_reverts_one_step_at_a_time() {
    let mut game = new_match("top=3");
    play(&mut game, &[Up, Up, Up]);
    assert!(game.undo());
    assert_eq!(result(&game), None);
    assert_eq!(game.position().rung, 2);
    assert_eq!(game.position().turn(), A);
    assert!(game.undo() && game.undo());
    assert_eq!(game.position(), game.start());
    assert!(!game.undo(), "nothing left to take back");
}

#[test]
fn plays_another_move_after_undo() {
    let mut game = new_match("");
    play(&mut game, &[Up, Up]);
    assert!(game.undo());
    play(&mut game, &[Down]);
    assert_eq!(game.position().rung, 0);
    assert_eq!(game.past().len(), 2);
}

// Repetition and limits

#[test]
fn nth_occurrence_of_a_position_is_a_draw() {
    let mut game = new_match("repetition=3");
    play(&mut game, &[Up, Down, Up]);
    assert_eq!(result(&game), None, "each position twice at most");
    play(&mut game, &[Down]);
    assert_eq!(result(&game), Some(("repetition", None)), "third occurrence of the start");
    assert!(game.moves().is_empty());
    assert!(matches!(game.play(Up), Err(PlayError::Over(_))));
}

#[test]
fn positions_may_repeat_without_a_repetition_rule() {
    let mut game = new_match("");
    for _ in 0..20 {
        play(&mut game, &[Up, Down]);
    }
    assert_eq!(result(&game), None);
}

#[test]
fn side_to_move_distinguishes_positions() {
    let mut game = new_match("trio,repetition=2");
    play(&mut game, &[Up, Down, Up, Down, Up]);
    assert_eq!(result(&game), None);
    play(&mut game, &[Down]);
    assert_eq!(result(&game), Some(("repetition", None)));
}

#[test]
fn repetition_ignores_positions_before_an_irreversible_move() {
    let mut game = new_match("repetition=3");
    play(&mut game, &[Up, Down, Shake, Shake, Up, Down]);
    assert_eq!(result(&game), None, "fourth occurrence, but second since the shake");
    play(&mut game, &[Up, Down]);
    assert_eq!(result(&game), Some(("repetition", None)));
}

#[test]
fn undo_removes_the_occurrence() {
    let mut game = new_match("repetition=2");
    play(&mut game, &[Up, Down]);
    for _ in 0..3 {
        assert_eq!(result(&game), Some(("repetition", None)));
        assert!(game.undo());
        assert_eq!(result(&game), None);
        play(&mut game, &[Down]);
    }
}

#[test]
fn position_limit_ends_the_match() {
    let mut game = new_match("plies=3");
    play(&mut game, &[Up, Up]);
    assert_eq!(result(&game), None);
    play(&mut game, &[Down]);
    assert_eq!(result(&game), Some(("ply limit", None)));
    assert!(game.moves().is_empty());
    assert_eq!(game.position().count_moves(), 3, "the position itself is not final");
}

#[test]
fn win_takes_precedence_over_the_limit() {
    let mut game = new_match("plies=3,top=3");
    play(&mut game, &[Up, Up, Up]);
    assert_eq!(result(&game), Some(("top", Some(A))));
}

#[test]
fn history_counts_occurrences() {
    let mut history = History::default();
    assert_eq!(history.positions(), 0);
    let mut position = Ladder::new("repetition=3");
    let start = position.clone();
    for m in [Up, Down, Up, Down] {
        history.push(&position);
        position.play(m);
    }
    assert_eq!(history.positions(), 4);
    assert_eq!(history.occurrences(&position), 2);
    assert!(history.is_repetition(&position));
    assert_eq!(history.occurrences(&start), 0, "the start has no earlier occurrence");
    history.pop();
    history.pop();
    assert_eq!(history.occurrences(&position), 1);
    assert!(!history.is_repetition(&position));
    history.clear();
    assert_eq!(history.positions(), 0);
}

#[test]
fn one_occurrence_within_a_search_is_a_repetition() {
    let mut history = History::default();
    let mut position = Ladder::new("repetition=3");
    for m in [Up, Down] {
        history.push(&position);
        position.play(m);
    }
    assert!(history.is_repetition_within(&position, 0), "repeated within the search");
    assert!(!history.is_repetition_within(&position, 1), "repeats a known position only once");
    for m in [Up, Down] {
        history.push(&position);
        position.play(m);
    }
    assert!(history.is_repetition_within(&position, 2));
    assert!(history.is_repetition_within(&position, 4), "the third occurrence in any case");
    let allowed = Ladder::new("repetition=0");
    assert!(!history.is_repetition_within(&allowed, 0));
}

// Draws by agreement

#[test]
fn draw_requires_both_players() {
    let mut game = new_match("");
    game.offer_draw(B);
    game.offer_draw(B);
    assert_eq!(game.draw_offers(), set(&[B]));
    assert_eq!(result(&game), None);
    game.offer_draw(A);
    assert_eq!(result(&game), Some(("agreement", None)));
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    assert!(game.moves().is_empty());
}

#[test]
fn an_offer_lapses_when_the_opponent_moves() {
    let mut game = new_match("");
    game.offer_draw(A);
    play(&mut game, &[Up]);
    assert_eq!(game.draw_offers(), set(&[A]), "the player's own move keeps the offer");
    play(&mut game, &[Up]);
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    game.offer_draw(B);
    assert_eq!(result(&game), None, "the lapsed offer does not count");
}

#[test]
fn illegal_move_keeps_the_offer() {
    let mut game = new_match("");
    game.offer_draw(B);
    assert!(game.play(Down).is_err());
    assert_eq!(game.draw_offers(), set(&[B]));
}

#[test]
fn an_offer_can_be_declined() {
    let mut game = new_match("");
    game.offer_draw(A);
    game.decline_draw();
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    game.offer_draw(B);
    assert_eq!(result(&game), None);
}

#[test]
fn undo_clears_offers_and_reverts_an_agreement() {
    let mut game = new_match("");
    play(&mut game, &[Up]);
    game.offer_draw(A);
    game.offer_draw(B);
    assert!(game.undo());
    assert_eq!(result(&game), None);
    assert_eq!(game.past().len(), 1, "only the agreement was taken back");
    game.offer_draw(A);
    assert!(game.undo());
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    assert_eq!(game.position(), game.start());
}

#[test]
fn ignores_offers_after_the_end_and_from_outsiders() {
    let mut game = new_match("top=3");
    game.offer_draw(third());
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    play(&mut game, &[Up, Up, Up]);
    game.offer_draw(A);
    game.offer_draw(B);
    assert_eq!(result(&game), Some(("top", Some(A))));
}

#[test]
fn three_players_must_all_agree() {
    let mut game = new_match("players=3");
    game.offer_draw(A);
    game.offer_draw(B);
    assert_eq!(result(&game), None);
    game.offer_draw(third());
    assert_eq!(result(&game), Some(("agreement", None)));
}

#[test]
fn move_cancels_offers_of_all_other_players() {
    let mut game = new_match("players=3");
    game.offer_draw(A);
    game.offer_draw(third());
    play(&mut game, &[Up]);
    assert_eq!(game.draw_offers(), set(&[A]));
    play(&mut game, &[Up]);
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
}

#[test]
fn remaining_players_can_agree_on_a_draw() {
    let mut game = new_match("players=3");
    game.offer_draw(A);
    game.offer_draw(B);
    game.resign(third());
    assert_eq!(result(&game), Some(("agreement", None)), "all remaining players had offered");
    let mut game = new_match("players=3");
    game.resign(A);
    game.offer_draw(A);
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
    game.offer_draw(B);
    game.offer_draw(third());
    assert_eq!(result(&game), Some(("agreement", None)));
}

// Resignation

#[test]
fn opponent_wins_by_resignation() {
    for (loser, winner) in [(A, B), (B, A)] {
        let mut game = new_match("");
        play(&mut game, &[Up]);
        game.resign(loser);
        assert_eq!(result(&game), Some(("resignation", Some(winner))));
        assert!(game.moves().is_empty());
        assert_eq!(game.past().len(), 1, "a declared result adds no step");
    }
}

#[test]
fn undo_reverts_resignation() {
    let mut game = new_match("");
    play(&mut game, &[Up]);
    game.resign(B);
    assert!(game.undo());
    assert_eq!(result(&game), None);
    play(&mut game, &[Up]);
    assert_eq!(game.position().rung, 2);
}

#[test]
fn ignores_resignations_after_the_end_and_from_outsiders() {
    let mut game = new_match("top=3");
    game.resign(third());
    assert_eq!(result(&game), None);
    play(&mut game, &[Up, Up, Up]);
    game.resign(A);
    assert_eq!(result(&game), Some(("top", Some(A))));
}

#[test]
fn game_continues_after_one_of_three_resigns() {
    let mut game = new_match("players=3");
    play(&mut game, &[Up]);
    game.resign(B);
    assert_eq!(result(&game), None);
    assert!(game.active().eq([A, third()]));
    assert_eq!(game.position().turn(), third(), "the turn passes to the next player");
    assert_eq!(game.past().last().map(|(_, step)| *step), Some(Step::Withdrawal(B)));
    play(&mut game, &[Up, Up]);
    assert_eq!(game.position().turn(), third());
}

#[test]
fn last_remaining_player_wins() {
    let mut game = new_match("players=4");
    game.resign(A);
    game.resign(A);
    assert_eq!(game.past().len(), 1, "a second resignation is ignored");
    game.flag(third());
    assert_eq!(result(&game), None);
    game.resign(B);
    let last = Player::new(3);
    assert_eq!(result(&game), Some(("resignation", last)));
    assert_eq!(game.ending().map(|ending| places(&ending)), Some(vec![2, 2, 2, 1]));
}

#[test]
fn undo_reverts_withdrawals_one_by_one() {
    let mut game = new_match("players=3");
    play(&mut game, &[Up]);
    game.resign(B);
    play(&mut game, &[Up]);
    game.resign(third());
    assert_eq!(result(&game), Some(("resignation", Some(A))));
    assert!(game.undo(), "result");
    assert!(game.active().eq([A, third()]));
    assert!(game.undo(), "move of the third player");
    assert_eq!(game.position().turn(), third());
    assert!(game.undo(), "withdrawal of the second player");
    assert!(game.active().eq([A, B, third()]));
    assert_eq!(game.position().turn(), B);
    assert!(game.undo(), "first move");
    assert!(!game.undo());
}

#[test]
fn repetition_works_across_withdrawals() {
    let mut game = new_match("players=3,repetition=2");
    play(&mut game, &[Up]);
    game.resign(A);
    play(&mut game, &[Up, Down]);
    assert_eq!(result(&game), Some(("repetition", None)));
    assert!(game.undo() && game.undo() && game.undo());
    assert!(game.active().eq([A, B, third()]));
    play(&mut game, &[Down]);
    assert_eq!(result(&game), None);
}

#[test]
fn withdrawn_player_does_not_share_a_draw() {
    let mut game = new_match("players=3");
    game.resign(A);
    game.offer_draw(B);
    game.offer_draw(third());
    let ending = game.ending().expect("agreed");
    assert_eq!((ending.places()[B], ending.places()[third()]), (1, 1));
    assert_ne!(ending.places()[A], 1, "resigned before the others agreed");
}

#[test]
fn resignation_cancels_the_players_offer() {
    let mut game = new_match("players=3");
    game.offer_draw(A);
    game.resign(A);
    assert_eq!(game.draw_offers(), PlayerSet::EMPTY);
}

// Time

#[test]
fn flag_fall_loses() {
    let mut game = new_match("");
    game.flag(A);
    assert_eq!(result(&game), Some(("time out", Some(B))));
}

#[test]
fn flag_fall_draws_if_the_opponent_cannot_win() {
    let mut game = new_match("hopeless=b");
    game.flag(A);
    assert_eq!(result(&game), Some(("time out, but no way to win", None)));
    let mut game = new_match("hopeless=b");
    game.flag(B);
    assert_eq!(result(&game), Some(("time out", Some(A))), "the opponent can win");
}

#[test]
fn flag_fall_withdraws_one_of_three_players() {
    let mut game = new_match("players=3,hopeless=bc");
    game.flag(A);
    assert_eq!(result(&game), None);
    assert!(game.active().eq([B, third()]));
    game.flag(B);
    assert_eq!(result(&game), Some(("time out", Some(third()))));
}

#[test]
fn ignores_flag_fall_after_the_end() {
    let mut game = new_match("top=3");
    play(&mut game, &[Up, Up, Up]);
    game.flag(A);
    assert_eq!(result(&game), Some(("top", Some(A))));
    let mut game = new_match("top=3,hopeless=b");
    play(&mut game, &[Up, Up, Up]);
    game.flag(A);
    assert_eq!(result(&game), Some(("top", Some(A))), "even if the opponent cannot win");
}

// Endings

#[test]
fn winner_follows_from_places() {
    let win = Ending::win(B, 3, "top");
    assert_eq!(places(&win), [2, 1, 2]);
    assert_eq!(win.winner(), Some(B));
    let draw = Ending::draw(3, "limit");
    assert_eq!(places(&draw), [1, 1, 1]);
    assert_eq!(draw.winner(), None);
    let left = [3, 0, 5, 1, 5];
    let left = ByPlayer::new(5, |p| left[p.index()]);
    let race = Ending::race(B, &left, set(&[A]), "first");
    assert_eq!(places(&race), [5, 1, 3, 2, 3], "ties share a place, withdrawn players are last");
    assert_eq!(race.winner(), Some(B));
}

#[test]
fn verdict_describes_the_result() {
    let seats = ByPlayer::new(2, |player| match player {
        A => Seat { plural: true, ..Seat::new("crosses", Tone::Blue) },
        _ => Seat::new("nought", Tone::Orange),
    });
    assert_eq!(Ending::win(A, 2, "three in a row").verdict(&seats), "crosses win (three in a row)");
    assert_eq!(Ending::win(B, 2, "three in a row").verdict(&seats), "nought wins (three in a row)");
    assert_eq!(Ending::draw(2, "full board").verdict(&seats), "draw (full board)");
}
