//! How long every kind of list takes.

use std::time::Instant;

use agon_client::{Delays, Person};
use agon_core::Rng;
use agon_protocol::state::Phase;
use agon_store::{GameFilter, Store};
use anyhow::{Context, Result};

use crate::fill::{STEP, now};

/// How often each list is asked for.
const TIMES: usize = 100;
/// Pages that are turned one after the other.
const PAGES: usize = 100;
const PAGE: i64 = 50;

/// A list.
struct List {
    name: &'static str,
    phase: Option<Phase>,
    game: Option<&'static str>,
    player: Option<&'static str>,
    mine: bool,
}

/// The times of a list.
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) delays: Delays,
    pub(crate) rows: usize,
}

const ANY: List = List { name: "all games", phase: None, game: None, player: None, mine: false };

const LISTS: [List; 16] = [
    ANY,
    List { name: "ended", phase: Some(Phase::Ended), ..ANY },
    List { name: "playing", phase: Some(Phase::Playing), ..ANY },
    List { name: "open", phase: Some(Phase::Open), ..ANY },
    List { name: "one game", game: Some("tablut"), ..ANY },
    List { name: "one game, ended", phase: Some(Phase::Ended), game: Some("tablut"), ..ANY },
    List { name: "a first name", player: Some("anna"), ..ANY },
    List { name: "both names", player: Some("yael zabari"), ..ANY },
    List { name: "three letters", player: Some("zab"), ..ANY },
    List { name: "two letters", player: Some("ad"), ..ANY },
    List { name: "two letters of nobody", player: Some("ax"), ..ANY },
    List { name: "one letter", player: Some("a"), ..ANY },
    List { name: "a rare name", player: Some("quuxone"), ..ANY },
    List {
        name: "a first name in one game, ended",
        phase: Some(Phase::Ended),
        game: Some("morris"),
        player: Some("anna"),
        mine: false,
    },
    List { name: "mine", mine: true, ..ANY },
    List { name: "mine, ended", phase: Some(Phase::Ended), mine: true, ..ANY },
];

impl List {
    fn path(&self, before: Option<i64>) -> String {
        let mut path = format!("/api/games?limit={PAGE}");
        let fields =
            [("phase", self.phase.map(Phase::name)), ("game", self.game), ("player", self.player)];
        for (name, value) in fields {
            if let Some(value) = value {
                path.push_str(&format!("&{name}={}", value.replace(' ', "%20")));
            }
        }
        if self.mine {
            path.push_str("&mine=true");
        }
        if let Some(before) = before {
            path.push_str(&format!("&before={before}"));
        }
        path
    }

    fn filter(&self, person: &str, before: Option<i64>) -> GameFilter {
        GameFilter {
            phase: self.phase,
            game: self.game.map(Into::into),
            player: self.player.map(Into::into),
            person: self.mine.then(|| person.into()),
            listed_only: !self.mine,
            before,
            limit: PAGE,
            ..GameFilter::default()
        }
    }
}

/// Some time between the first and the last of so many games.
fn some_time(rng: &mut Rng, games: usize) -> i64 {
    now() - rng.below(games.max(1)) as i64 * STEP
}

/// Over HTTP, as a page would ask: the first page, any page, and page after page.
pub(crate) async fn over_http(person: &Person, games: usize) -> Result<Vec<Measured>> {
    let mut rng = Rng::new(3);
    let mut measured = Vec::new();
    let ask = async |path: String| {
        let begin = Instant::now();
        let list = person.get(&path).await?.good()?;
        let list = list.as_array().cloned().context("no list")?;
        Ok::<_, anyhow::Error>((begin.elapsed(), list))
    };
    for list in &LISTS {
        for anywhere in [false, true] {
            let (mut delays, mut rows) = (Delays::default(), 0);
            for _ in 0..TIMES {
                let before = anywhere.then(|| some_time(&mut rng, games));
                let (delay, found) = ask(list.path(before)).await?;
                delays.add(delay);
                rows = rows.max(found.len());
            }
            measured.push(Measured { name: named(list, anywhere), delays, rows });
        }
    }
    let (mut delays, mut rows, mut before) = (Delays::default(), 0, None);
    for _ in 0..PAGES {
        let (delay, found) = ask(ANY.path(before)).await?;
        delays.add(delay);
        rows += found.len();
        before = found.last().and_then(|game| game["updated"].as_i64());
    }
    measured.push(Measured { name: format!("{PAGES} pages, one after the other"), delays, rows });
    Ok(measured)
}

/// In the store, without everything that stands before it.
pub(crate) async fn in_store(store: &Store, person: &str, games: usize) -> Result<Vec<Measured>> {
    let mut rng = Rng::new(3);
    let mut measured = Vec::new();
    for list in &LISTS {
        for anywhere in [false, true] {
            let (mut delays, mut rows) = (Delays::default(), 0);
            for _ in 0..TIMES {
                let before = anywhere.then(|| some_time(&mut rng, games));
                let begin = Instant::now();
                let found = store.games(&list.filter(person, before)).await?;
                delays.add(begin.elapsed());
                rows = rows.max(found.len());
            }
            measured.push(Measured { name: named(list, anywhere), delays, rows });
        }
    }
    Ok(measured)
}

fn named(list: &List, anywhere: bool) -> String {
    let name = list.name;
    if anywhere { format!("{name}, from some time on") } else { name.to_owned() }
}
