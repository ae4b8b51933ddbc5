use std::sync::mpsc::{Receiver, channel};

use agon_games::{GAMES, Order};
use agon_search::{Limits, Time};

use super::*;

const AWAITED: Class = Class::Awaited;
const WATCHED: Class = Class::Watched;

fn claim(class: Class, person: &str) -> Claim {
    Claim { class, person: person.into(), resumes: false }
}

/// An analysis, or what is like one.
fn lasting(class: Class, person: &str) -> Claim {
    Claim { resumes: true, ..claim(class, person) }
}

fn job(claim: Claim, key: &str, millis: u64) -> (Job, Receiver<Answer>) {
    let (sender, answer) = channel();
    let time = Some(Time::Exactly(Duration::from_millis(millis)));
    let job = Job {
        id: key.into(),
        sort: Sort::Move,
        claim,
        key: key.into(),
        game: GAMES[0].open("", None).unwrap(),
        order: Order { limits: Limits { time, ..Limits::default() }, ..Order::default() },
        report: Box::new(|_| {}),
        done: Box::new(move |answer| drop(sender.send(answer))),
    };
    (job, answer)
}

fn submit(pool: &Pool, claim: Claim, key: &str, millis: u64) -> (Ticket, Receiver<Answer>) {
    let (job, answer) = job(claim, key, millis);
    (pool.submit(job).unwrap(), answer)
}

fn thought(answer: &Receiver<Answer>) -> Thought {
    match answer.recv().unwrap() {
        Answer::Thought(thought) => thought,
        other => panic!("{other:?}"),
    }
}

fn wait_until_busy(pool: &Pool) {
    while pool.state().busy == 0 {
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_more_wait_the_less_time_each_gets() {
    let pool = Pool::start(1);
    let begin = Instant::now();
    let answers: Vec<_> =
        (0..20).map(|i| submit(&pool, claim(AWAITED, "anna"), &i.to_string(), 1_000).1).collect();
    for answer in answers {
        assert!(thought(&answer).best.is_some());
    }
    // Twenty seconds if each got all of its time.
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
    assert_eq!(pool.state().done, 20);
}

#[test]
fn a_move_has_its_time_beside_two_hundred_games_of_computers() {
    let pool = Pool::start(2);
    let bots: Vec<_> = (0..200)
        .map(|i| submit(&pool, claim(WATCHED, &format!("guest {}", i % 4)), &i.to_string(), 2_000))
        .collect();
    wait_until_busy(&pool);
    for i in 0..3 {
        let begin = Instant::now();
        let (_, answer) = submit(&pool, lasting(AWAITED, "anna"), &format!("anna {i}"), 500);
        let thought = thought(&answer);
        // All of it, and she has not waited for long.
        assert!(thought.time >= Duration::from_millis(480), "{:?}", thought.time);
        assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    }
    for (ticket, _) in &bots {
        ticket.stop();
    }
}

#[test]
fn what_is_no_longer_wanted_ends_at_once() {
    let pool = Pool::start(1);
    let (first, first_answer) = submit(&pool, claim(AWAITED, "a"), "a", 600_000);
    wait_until_busy(&pool);
    let (second, second_answer) = submit(&pool, claim(AWAITED, "b"), "b", 600_000);
    second.stop();
    assert!(matches!(second_answer.recv().unwrap(), Answer::Stopped(None)));
    first.stop();
    assert!(matches!(first_answer.recv().unwrap(), Answer::Stopped(Some(_))));
    // Nothing happens to who has gone already.
    first.stop();
    second.stop();
    assert_eq!(pool.state().waiting, 0);
}

#[test]
fn an_analysis_gives_way_to_a_move_and_goes_on_until_its_time_is_spent() {
    let pool = Pool::start(1);
    let (mut job, advised) = job(lasting(WATCHED, "anna"), "a", 900);
    let (sender, reports) = channel();
    job.report = Box::new(move |thought| {
        let _ = sender.send((thought.depth, thought.time));
    });
    pool.submit(job).unwrap();
    wait_until_busy(&pool);
    for i in 0..3 {
        thread::sleep(Duration::from_millis(150));
        let begin = Instant::now();
        thought(&submit(&pool, claim(AWAITED, "bob"), &i.to_string(), 200).1);
        assert!(begin.elapsed() < Duration::from_millis(800), "{:?}", begin.elapsed());
    }
    let thought = thought(&advised);
    assert!(thought.time >= Duration::from_millis(850), "{:?}", thought.time);
    // What is told never goes back to what was known before.
    let told: Vec<_> = reports.try_iter().collect();
    assert!(told.is_sorted(), "{told:?}");
    assert!(thought.depth >= told.last().unwrap().0);
}

#[test]
fn two_analyses_share_one_thread() {
    let pool = Pool::start(1);
    let begin = Instant::now();
    let (_, long) = submit(&pool, lasting(WATCHED, "anna"), "a", 4_000);
    wait_until_busy(&pool);
    let (_, short) = submit(&pool, lasting(WATCHED, "bob"), "b", 500);
    assert!(thought(&short).time >= Duration::from_millis(450));
    // After a slice of the other one, not after all of it.
    assert!(begin.elapsed() < Duration::from_millis(3_500), "{:?}", begin.elapsed());
    assert!(thought(&long).time >= Duration::from_millis(3_900));
}

#[test]
fn a_move_of_computers_counts_as_far_as_it_was_thought_about() {
    let pool = Pool::start(1);
    let (_, cut) = submit(&pool, claim(WATCHED, "anna"), "a", 600_000);
    wait_until_busy(&pool);
    thread::sleep(Duration::from_millis(100));
    thought(&submit(&pool, claim(AWAITED, "bob"), "b", 50).1);
    assert!(thought(&cut).best.is_some());
}

#[test]
fn a_closed_pool_takes_nothing_and_answers_nothing() {
    let pool = Pool::start(1);
    let (_, runs) = submit(&pool, claim(AWAITED, "a"), "a", 600_000);
    wait_until_busy(&pool);
    let (_, waits) = submit(&pool, claim(AWAITED, "b"), "b", 600_000);
    pool.close();
    assert!(runs.recv().is_err() && waits.recv().is_err());
    let refused = pool.submit(job(claim(AWAITED, "a"), "a", 10).0);
    assert_eq!(refused.err(), Some(Refused::Closing));
}
