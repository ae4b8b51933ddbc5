//! People who request reports.

use std::time::Duration;

use agon_client::{Person, Site};
use agon_core::Rng;
use agon_games::find;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Plies per game.
const PLIES: usize = 120;

pub(crate) struct Readers {
    people: JoinSet<Result<Vec<Duration>>>,
    over: watch::Sender<bool>,
}

impl Readers {
    /// Starts `count` people who request reports until they leave.
    pub(crate) fn new(site: &Site, game: &str, count: usize) -> Readers {
        let over = watch::Sender::new(false);
        let mut people = JoinSet::new();
        for number in 0..count {
            let (site, game, over) = (site.clone(), game.to_owned(), over.subscribe());
            people.spawn(read(site, game, number, over));
        }
        Readers { people, over }
    }

    /// Waits for the reports in progress and returns the sorted times of all reports.
    pub(crate) async fn leave(mut self) -> Result<Vec<Duration>> {
        self.over.send_replace(true);
        let mut times = Vec::new();
        while let Some(read) = self.people.join_next().await {
            times.extend(read.context("a reader panicked")??);
        }
        times.sort();
        Ok(times)
    }
}

async fn read(
    site: Site,
    game: String,
    number: usize,
    over: watch::Receiver<bool>,
) -> Result<Vec<Duration>> {
    let person = Person::enter(&site, &format!("Reader {number}")).await?;
    let mut socket = person.connect().await?;
    let mut times = Vec::new();
    while !*over.borrow() {
        let seed = 1 + number as u64 + 1_000 * times.len() as u64;
        let text = random_game(&game, seed)?;
        let made = person.post("/api/import", &json!({ "game": game, "text": text })).await?;
        let made = made.good()?;
        let begin = Instant::now();
        socket.say(&json!({ "type": "report", "id": made["id"], "tag": 1 })).await?;
        loop {
            let message = socket.hear_type(&["report", "error"]).await?;
            if message["type"] == "error" {
                bail!("no report: {message}");
            }
            if message.get("report").is_some_and(Value::is_object) {
                break;
            }
        }
        times.push(begin.elapsed());
    }
    Ok(times)
}

/// Returns a random game as a move list: the longest of several if they end early.
fn random_game(game: &str, seed: u64) -> Result<String> {
    let kind = find(game).with_context(|| format!("no game {game}"))?;
    let mut rng = Rng::new(seed);
    let mut longest = Vec::new();
    for _ in 0..100 {
        let mut played = kind.open("", None)?;
        let mut texts = Vec::new();
        while texts.len() < PLIES && played.ending().is_none() {
            let mut moves = played.moves();
            let text = moves.swap_remove(rng.below(moves.len()));
            played.play(&text)?;
            texts.push(text);
        }
        if texts.len() > longest.len() {
            longest = texts;
        }
        if longest.len() == PLIES {
            break;
        }
    }
    Ok(longest.join(" "))
}
