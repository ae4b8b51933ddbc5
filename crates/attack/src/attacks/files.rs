//! Files that take long to read, and games that take long to write.

use std::time::{Duration, Instant};

use agon_client::{Delays, Person};
use anyhow::Result;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::ground::Ground;
use crate::report::Check;

const TAGS: usize = 28_500;
const IMPORTS: u32 = 10;
/// Processor time that reading one such file may take.
const MOST_PROCESSOR: Duration = Duration::from_millis(100);
/// The longest text that a tag may become.
const LONGEST: usize = 500;
const REPLAYS: usize = 100;

/// As many tags as fit into a request.
fn many_tags() -> String {
    let letters: Vec<char> = ('a'..='z').chain('0'..='9').collect();
    let mut text = String::new();
    let tags = letters.iter().flat_map(|a| letters.iter().map(move |b| [*a, *b]));
    let tags = tags.flat_map(|[a, b]| letters.iter().map(move |c| [a, b, *c]));
    for tag in tags.take(TAGS) {
        text.push('[');
        text.extend(tag);
        text.push_str("\"\"]");
    }
    text.push_str(" 1. e4 *");
    text
}

pub(super) async fn imports(ground: &mut Ground) -> Result<Vec<Check>> {
    let person = Person::enter(&ground.attacker(), "Files").await?;
    let body = json!({ "text": many_tags(), "game": "chess" });
    let before = ground.server()?.usage()?.processor;
    let begin = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..IMPORTS {
        let (person, body) = (person.clone(), body.clone());
        tasks.spawn(async move { person.post("/api/import", &body).await.map(|a| a.status) });
    }
    let mut statuses = Vec::new();
    while let Some(task) = tasks.join_next().await {
        statuses.push(task??);
    }
    statuses.sort_unstable();
    statuses.dedup();
    let took = begin.elapsed();
    // The bystanders play on meanwhile: their part is small, but it is counted here, too.
    let each = (ground.server()?.usage()?.processor - before) / IMPORTS;
    let text = format!(
        "{IMPORTS} files of {TAGS} tags answered with {statuses:?} in {:.1} s, {} ms of processor each",
        took.as_secs_f64(),
        each.as_millis()
    );
    let mut checks = vec![Check::that(each < MOST_PROCESSOR, text)];
    let huge = format!("<script>\u{202e}{}", "x<b>".repeat(45_000));
    let file = format!("[Result \"1-0\"]\n[Termination \"{huge}\"]\n\n1. e4 1-0\n");
    let answer = person.post("/api/import", &json!({ "text": file, "game": "chess" })).await?;
    let kept = match answer.body["id"].as_str() {
        Some(id) => person.look(id).await?["state"]["outcome"]["verdict"].clone(),
        None => Value::Null,
    };
    let kept = kept.as_str().unwrap_or_default();
    let clean = kept.len() <= LONGEST && !kept.contains(['<', '>', '\u{202e}']);
    let text = format!(
        "a Termination of 180 kB is answered with {}, {} bytes of it are kept",
        answer.status,
        kept.len()
    );
    checks.push(Check::that(clean && answer.status < 500, text));
    Ok(checks)
}

/// Every position of a game with hundreds of moves, for many at once.
pub(super) async fn replays(ground: &mut Ground) -> Result<Vec<Check>> {
    // The bystanders' game grows meanwhile.
    tokio::time::sleep(Duration::from_secs(15)).await;
    let id = ground.bystander()?.game().await?;
    let mut tasks = JoinSet::new();
    for number in 0..REPLAYS {
        let site = ground.crowd(number % 10);
        let kind = if number % 2 == 0 { "replay" } else { "file" };
        let path = format!("/api/games/{id}/{kind}");
        tasks.spawn(async move {
            let begin = Instant::now();
            site.get(&path).await.map(|answer| (answer.status, begin.elapsed()))
        });
    }
    let (mut delays, mut failed, mut refused) = (Delays::default(), 0, 0);
    while let Some(task) = tasks.join_next().await {
        match task? {
            Ok((200, delay)) => delays.add(delay),
            Ok((429 | 503, _)) => refused += 1,
            Ok(_) | Err(_) => failed += 1,
        }
    }
    let text =
        format!("{} answered in {delays}, {refused} told to wait, {failed} failed", delays.count());
    Ok(vec![Check::that(failed == 0, text)])
}
