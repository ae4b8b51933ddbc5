use std::sync::mpsc::{Receiver, channel};

use agon_games::{GAMES, Order};
use agon_search::{Limits, Time};

use super::*;
use crate::config::Config;
use crate::nats::{self, Role};
use crate::pool::{Answer, Claim, Sort};

/// Workers over a NATS that is not there.
async fn nowhere() -> Workers {
    let client = nats::connect(&"nats://127.0.0.1:9".into(), Role::Server).await.unwrap();
    let link = Link { client, site: "agon.site".into(), node: "node".into() };
    let tablebases = ServedTablebases::open(&Config::default()).await;
    Workers::new(link, "key", Pool::start(2), tablebases)
}

fn job(person: &str, millis: u64) -> (Job, Receiver<Answer>) {
    let (sender, answer) = channel();
    let time = Some(Time::Exactly(Duration::from_millis(millis)));
    let job = Job {
        id: secrets::id(),
        sort: Sort::Move,
        claim: Claim { class: Class::Awaited, person: person.into(), resumes: true },
        key: person.into(),
        game: GAMES[0].open("", None).unwrap(),
        order: Order { limits: Limits { time, ..Limits::default() }, ..Order::default() },
        report: Box::new(|_| {}),
        done: Box::new(move |answer| drop(sender.send(answer))),
    };
    (job, answer)
}

fn beacon(worker: &str, free: usize) -> Beacon {
    let (worker, tablebases) = (worker.into(), Vec::new());
    Beacon { worker, threads: 2, free, tablebases, leaving: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_so_many_jobs_away_and_each_is_done_here_when_nobody_takes_it() {
    let workers = nowhere().await;
    let submit = |person: &str| {
        let (job, answer) = job(person, 20);
        workers.submit(job, Chance(None)).map(|_| answer)
    };
    let mut answers: Vec<_> = (0..MOST_OF_ONE).map(|_| submit("anna").unwrap()).collect();
    assert_eq!(submit("anna").err(), Some(Refused::TooManyOfOne));
    answers.push(submit("bob").unwrap());
    let count = answers.len();
    tokio::task::spawn_blocking(move || {
        for answer in answers {
            let answer = answer.recv_timeout(Duration::from_secs(20)).unwrap();
            assert!(matches!(answer, Answer::Thought(_)), "{answer:?}");
        }
    })
    .await
    .unwrap();
    let state = workers.state();
    assert_eq!((state.away, state.done, state.taken_back), (0, 0, count as u64));
    submit("anna").unwrap();
}

#[tokio::test]
async fn what_is_stopped_while_it_is_away_is_answered_so_and_what_is_closed_is_not() {
    let workers = nowhere().await;
    let (stopped, answer) = job("anna", 60_000);
    workers.submit(stopped, Chance(None)).unwrap().stop();
    let answer = tokio::task::spawn_blocking(move || answer.recv()).await.unwrap();
    assert!(matches!(answer, Ok(Answer::Stopped(None))), "{answer:?}");
    let (dropped, answer) = job("anna", 60_000);
    workers.submit(dropped, Chance(None)).unwrap();
    workers.close();
    assert!(tokio::task::spawn_blocking(move || answer.recv()).await.unwrap().is_err());
    assert_eq!(workers.submit(job("anna", 1).0, Chance(None)).err(), Some(Refused::Closing));
}

#[tokio::test]
async fn a_worker_counts_until_it_leaves_and_without_a_connection_none_does() {
    let workers = nowhere().await;
    let present = || workers.state().present;
    workers.hear_beacon(beacon("a", 1));
    workers.hear_beacon(beacon("b", 0));
    workers.hear_beacon(beacon("a", 2));
    assert_eq!(present(), 2);
    workers.hear_beacon(Beacon { leaving: true, ..beacon("b", 0) });
    assert_eq!(present(), 1);
    // Without a connection nobody is asked, whoever was heard.
    assert!(workers.find(&job("anna", 1).0).is_none());
}
