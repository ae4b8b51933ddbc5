//! A database with very many games. A few are really played; the others are copies of these
//! with other ids, names and times, written through the store in large pieces.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use agon_client::{Launch, Person, Site};
use agon_core::Rng;
use agon_store::{EventRow, GameRow, SeatRow, Store, Write};
use anyhow::{Context, Result};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::{Value, json};

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
/// Games in one change of the store.
const PIECE: usize = 1_000;
/// Changes on their way.
const AHEAD: usize = 2;
/// Nobody relies on this database before it is full: no waiting for the disk, and room in memory
/// for ids that come in no order.
const UNSAFE_BUT_FAST: &str = "PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000; \
                     PRAGMA wal_autocheckpoint = 200000;";
/// Milliseconds from one game to the next.
pub(crate) const STEP: i64 = 30_000;
const PEOPLE: usize = 20_000;
/// Of so many games the regular plays one.
const REGULAR_EVERY: usize = 500;
/// Where the cookie of the regular is kept for those who measure.
const REGULAR: &str = "regular.json";
/// Names that occur nowhere else in the texts of a game.
const PLAYERS: [&str; 2] = ["Quuxone", "Quuxtwo"];

const FIRST: [&str; 24] = [
    "Anna", "Amir", "Ben", "Clara", "Dana", "David", "Eli", "Emma", "Felix", "Greta", "Hanna",
    "Ida", "Jonas", "Karl", "Lea", "Maya", "Noa", "Omer", "Paul", "Rosa", "Sara", "Tom", "Uri",
    "Yael",
];
const LAST: [&str; 16] = [
    "Adler", "Berg", "Cohen", "Dahan", "Engel", "Fuchs", "Gold", "Hahn", "Katz", "Levi", "Mayer",
    "Peretz", "Roth", "Stern", "Weiss", "Zabari",
];

/// What kind of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Games that are over.
    Finished,
    /// Games that are being played, with clocks.
    Timed,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Somebody with a cookie who has played one of every 500 games.
pub(crate) fn regular(site: &Site, folder: &Path) -> Result<Person> {
    let text = fs::read_to_string(folder.join(REGULAR)).context("the database was not filled")?;
    let kept: Value = serde_json::from_str(&text)?;
    let field = |name: &str| kept[name].as_str().unwrap_or_default().to_owned();
    Ok(Person::remembered(site, field("id"), field("cookie")))
}

/// Fills the database in a folder.
pub(crate) async fn fill(program: &Path, folder: &Path, kind: Kind, games: usize) -> Result<()> {
    let launch = Launch::new(program, folder)?.with(["--rate-limit", "off"]);
    let server = launch.start()?;
    let site = server.site()?;
    let people = [Person::enter(&site, PLAYERS[0]).await?, Person::enter(&site, PLAYERS[1]).await?];
    let mut ids = Vec::new();
    for game in GAMES {
        ids.push(play(&people, game, kind).await.with_context(|| format!("a game of {game}"))?);
    }
    let kept = json!({ "id": people[0].id, "cookie": people[0].cookie() });
    fs::write(folder.join(REGULAR), kept.to_string())?;
    server.stop(Duration::from_secs(30))?;
    let store = Store::open(&folder.join("agon.db")).await?;
    let hurry = store.on_writer(|connection| {
        if let Err(error) = connection.execute_batch(UNSAFE_BUT_FAST) {
            println!("    filling takes its time: {error}");
        }
    });
    hurry.await;
    let mut templates = Vec::new();
    for id in &ids {
        templates.push(Template::read(&store, id, &people).await?);
    }
    let mut copies = Copies { templates, kind, rng: Rng::new(7), until: now() };
    let pieces = (0..games).step_by(PIECE).map(|first| {
        let piece = first..(first + PIECE).min(games);
        Write::Together(piece.map(|number| copies.make(number)).collect())
    });
    let writes = stream::iter(pieces).map(|piece| store.write(piece)).buffer_unordered(AHEAD);
    writes.try_collect::<()>().await?;
    store.close().await;
    Ok(())
}

/// A short game, over or not.
async fn play(people: &[Person; 2], game: &str, kind: Kind) -> Result<String> {
    let mut wish = json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }] });
    if kind == Kind::Timed {
        wish["clock"] = json!({ "kind": "days", "days": 3 });
    }
    let id = people[0].make(&wish).await?.id;
    let path = format!("/api/games/{id}/actions");
    people[1].post(&path, &json!({ "do": "sit" })).await?.good()?;
    for person in people {
        let seen = person.look(&id).await?;
        let text = &seen["view"]["moves"][0]["text"];
        let action = json!({ "do": "move", "ply": seen["state"]["ply"], "text": text });
        person.post(&path, &action).await?.good()?;
    }
    if kind == Kind::Finished {
        people[1].post(&path, &json!({ "do": "resign" })).await?.good()?;
    }
    Ok(id)
}

/// A game that was really played.
struct Template {
    row: GameRow,
    events: Vec<EventRow>,
    people: [String; 2],
}

impl Template {
    async fn read(store: &Store, id: &str, people: &[Person; 2]) -> Result<Template> {
        let row = store.game(id).await?.context("a game that was played is not there")?;
        let events = store.events(id, 0).await?;
        Ok(Template { row, events, people: [people[0].id.clone(), people[1].id.clone()] })
    }
}

struct Copies {
    templates: Vec<Template>,
    kind: Kind,
    rng: Rng,
    until: i64,
}

impl Copies {
    fn make(&mut self, number: usize) -> Write {
        let template = &self.templates[number % self.templates.len()];
        let id = id('g', number);
        let mut names = [0, 1].map(|_| {
            // A few people play much, many play little.
            let one = self.rng.below(PEOPLE);
            let person = self.rng.below(one + 1);
            (id_of_person(person), name(person))
        });
        if number.is_multiple_of(REGULAR_EVERY) {
            names[0] = (template.people[0].clone(), PLAYERS[0].into());
        }
        let updated = match self.kind {
            Kind::Finished => self.until - (number as i64 + 1) * STEP,
            // Clocks go on from here.
            Kind::Timed => template.row.updated,
        };
        let created = updated - (template.row.updated - template.row.created);
        let change = |text: &str| {
            let mut text = text.replace(&template.row.id, &id);
            for (seat, (person, name)) in names.iter().enumerate() {
                text = text.replace(&template.people[seat], person).replace(PLAYERS[seat], name);
            }
            text.replace(&template.row.updated.to_string(), &updated.to_string())
                .replace(&template.row.created.to_string(), &created.to_string())
        };
        let row = GameRow {
            id: id.clone(),
            host: Some(names[0].0.clone()),
            summary: change(&template.row.summary),
            created,
            updated,
            ..template.row.clone()
        };
        let event = |event: &EventRow| EventRow {
            payload: change(&event.payload),
            at: event.at - template.row.updated + updated,
            ..event.clone()
        };
        let events = template.events.iter().map(event).collect();
        let seat = |(seat, (person, name)): (usize, &(String, String))| SeatRow {
            seat: seat as i64,
            person: Some(person.clone()),
            name: name.to_lowercase(),
        };
        let seats = Some(names.iter().enumerate().map(seat).collect());
        Write::Events { game: id, row: Some(row), seats, events }
    }
}

/// Twelve letters and digits, spread like those of real games: in no order.
fn id(first: char, number: usize) -> String {
    const ALL: u64 = 36_u64.pow(11);
    // An odd factor that is no multiple of 3 shares nothing with 36: every number gives another id.
    let mut mixed = (number as u64).wrapping_mul(7_919_777_777) % ALL;
    let mut text = String::from(first);
    for _ in 0..11 {
        text.push(char::from_digit((mixed % 36) as u32, 36).unwrap_or('0'));
        mixed /= 36;
    }
    text
}

fn id_of_person(number: usize) -> String {
    id('p', number)
}

fn name(person: usize) -> String {
    let (first, rest) = (FIRST[person % FIRST.len()], person / FIRST.len());
    format!("{first} {}", LAST[rest % LAST.len()])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_differ() {
        let ids: HashSet<String> = (0..100_000).map(|number| id('g', number)).collect();
        assert_eq!(ids.len(), 100_000);
        assert!(ids.iter().all(|id| id.len() == 12));
    }
}
