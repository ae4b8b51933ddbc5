//! The program over a disk whose reads fail at random with EIO: afterwards every game that ended is archived once, and
//! has changed both ratings once.
//!
//! A preloaded library (`eio.c`) makes the reads fail. `AGON_READ_ERRORS` sets the number of errors, `AGON_SEED`
//! repeats their distribution.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "prints the seed and what happened")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use agon_client::{Launch, Person, Site};
use agon_core::Rng;
use agon_store::Store;
use serde_json::{Value, json};
use tokio::time::sleep;

const PATIENCE: Duration = Duration::from_secs(60);
const PAIRS: usize = 4;
/// Of this many reads of the disk, one fails.
const EVERY: u32 = 100;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// The file that both processes share: `eio.c` describes it.
struct Errors {
    file: fs::File,
}

impl Errors {
    fn new(path: &Path) -> Errors {
        fs::write(path, [0; 16]).unwrap();
        Errors { file: fs::File::options().read(true).write(true).open(path).unwrap() }
    }

    fn inject(&self, count: u64, seed: u64) {
        let parts = [EVERY, 0, seed as u32].map(u32::to_ne_bytes).concat();
        self.file.write_all_at(&parts, 0).unwrap();
        self.file.write_all_at(&u32::try_from(count).unwrap().to_ne_bytes(), 4).unwrap();
    }

    fn number(&self, index: u64) -> u32 {
        let mut bytes = [0; 4];
        self.file.read_exact_at(&mut bytes, 4 * index).unwrap();
        u32::from_ne_bytes(bytes)
    }

    fn left(&self) -> u32 {
        self.number(1)
    }
}

/// Compiles the library; `None` without a C compiler.
fn library(folder: &Path) -> Option<PathBuf> {
    let library = folder.join("eio.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eio.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&library).arg(source);
    let output = compiler.arg("-ldl").output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(library)
}

/// A script that runs the program with the library.
fn program(folder: &Path, library: &Path, control: &Path) -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    let program = other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into());
    let script = folder.join("agon-eio");
    let text = format!(
        "#!/bin/sh\nLD_PRELOAD='{}' AGON_EIO='{}' exec '{}' \"$@\"\n",
        library.display(),
        control.display(),
        program.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

async fn registered(site: &Site, name: &str) -> Person {
    let guest = Person::enter(site, name).await.unwrap();
    guest.register(name, "correct horse").await.unwrap()
}

/// Repeats a request while the database refuses it.
async fn insist(person: &Person, path: &str, body: Option<&Value>) -> (u16, Value) {
    let begin = Instant::now();
    loop {
        let answer = match body {
            Some(body) => person.post(path, body).await,
            None => person.get(path).await,
        };
        let answer = answer.unwrap();
        if answer.status != 503 {
            return (answer.status, answer.body);
        }
        assert!(begin.elapsed() < PATIENCE, "{path} is refused all the time");
    }
}

/// Two people play rated games, which one of them resigns, until all errors have happened: the ids.
async fn pair(players: [Person; 2], errors: &Errors, mut rng: Rng) -> Vec<String> {
    let [anna, bob] = &players;
    let mut ids = Vec::new();
    while errors.left() > 0 || ids.is_empty() {
        let game = ["chess", "morris", "tablut"][rng.below(3)];
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let wish = json!({ "game": game, "seats": seats, "rated": true });
        let (status, made) = insist(anna, "/api/games", Some(&wish)).await;
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap().to_owned();
        let (path, actions) = (format!("/api/games/{id}"), format!("/api/games/{id}/actions"));
        let begin = Instant::now();
        loop {
            let (status, game) = insist(anna, &path, None).await;
            assert_eq!(status, 200, "{game}");
            assert!(begin.elapsed() < PATIENCE, "{id} does not end: {}", game["state"]);
            let ply = game["state"]["ply"].as_u64().unwrap();
            let (who, action) = match game["state"]["phase"].as_str().unwrap() {
                "ended" => break,
                "playing" if ply >= 4 => (&players[rng.below(2)], json!({ "do": "resign" })),
                "playing" => {
                    let moves = game["view"]["moves"].as_array().unwrap();
                    let text = &moves[rng.below(moves.len())]["text"];
                    (&players[ply as usize % 2], json!({ "do": "move", "ply": ply, "text": text }))
                }
                _ => (bob, json!({ "do": "sit" })),
            };
            // What was refused is done after another look.
            insist(who, &actions, Some(&action)).await;
        }
        ids.push(id);
    }
    ids
}

/// The number of games that a person finds in the archive.
async fn archived(person: &Person) -> usize {
    let (mut count, mut after) = (0, String::new());
    loop {
        let path = format!("/api/archive?mine=true&limit=100{after}");
        let (_, page) = insist(person, &path, None).await;
        count += page["games"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else { return count };
        after = format!("&after={next}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_archived_and_rated_once_over_a_disk_with_read_errors() {
    let folder = tempfile::tempdir().unwrap();
    let Some(library) = library(folder.path()) else {
        agon_testkit::skip("needs a C compiler");
        return;
    };
    let seed = number("AGON_SEED", Rng::from_entropy().next_u64());
    let count = number("AGON_READ_ERRORS", 200);
    println!("AGON_SEED={seed} AGON_READ_ERRORS={count}");
    let control = folder.path().join("control");
    let errors = Errors::new(&control);
    let data = folder.path().join("data");
    let launch = Launch::new(&program(folder.path(), &library, &control), &data).unwrap();
    let launch = launch.with(["--rate-limit", "off", "--engine-threads", "1"]);
    let server = tokio::task::block_in_place(|| launch.start()).unwrap();
    let site = server.site().unwrap();
    let mut people = Vec::new();
    for number in 0..2 * PAIRS {
        people.push(registered(&site, &format!("Player{number}")).await);
    }
    let begin = Instant::now();
    errors.inject(count, seed);
    let pairs = (0..PAIRS).map(|number| {
        let players = [people[2 * number].clone(), people[2 * number + 1].clone()];
        pair(players, &errors, Rng::new(seed ^ (number as u64 + 1)))
    });
    let mut pairs: Vec<_> = pairs.map(Box::pin).collect();
    let [first, second, third, fourth] = &mut pairs[..] else { unreachable!() };
    let (a, b, c, d) = tokio::join!(first, second, third, fourth);
    let played = begin.elapsed();
    let ids = [&a[..], &b[..], &c[..], &d[..]].concat();
    assert_eq!(errors.left(), 0);
    // The player of each game finds it in the archive.
    for (number, own) in [&a, &b, &c, &d].into_iter().enumerate() {
        let begin = Instant::now();
        while archived(&people[2 * number]).await < own.len() {
            assert!(begin.elapsed() < PATIENCE, "games are missing in the archive");
            sleep(Duration::from_millis(50)).await;
        }
    }
    println!(
        "{} rated games in {:.1} s, archived after {:.1} s, {} reads failed",
        ids.len(),
        played.as_secs_f64(),
        begin.elapsed().as_secs_f64(),
        errors.number(3),
    );
    tokio::task::block_in_place(|| server.stop(PATIENCE)).unwrap();
    let store = Store::open(&data.join("agon.db")).await.unwrap();
    assert_eq!(store.unarchived(i64::MAX, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.damaged_games(9).await.unwrap(), []);
    for (number, own) in [&a, &b, &c, &d].into_iter().enumerate() {
        for person in [2 * number, 2 * number + 1] {
            check(&store, &people[person].id, own).await;
        }
    }
}

/// A person's games are archived once each, and each has changed one rating of theirs once.
async fn check(store: &Store, person: &str, own: &[String]) {
    let mut played: Vec<String> =
        store.played(person, 10_000).await.unwrap().into_iter().map(|row| row.id).collect();
    let mut wanted = own.to_vec();
    played.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(played, wanted, "{person}");
    let changes = store.rating_changes(person, 10_000).await.unwrap();
    let mut changed: Vec<&String> = changes.iter().map(|change| &change.id).collect();
    changed.sort_unstable();
    assert_eq!(changed, wanted.iter().collect::<Vec<_>>(), "{person}");
    for rating in store.ratings_of(person).await.unwrap() {
        let mut left: Vec<_> = changes.iter().filter(|change| change.game == rating.game).collect();
        assert_eq!(rating.games, left.len() as i64, "{rating:?}");
        // Each change begins where another one ended; the last one is what is stored.
        let mut points = 1_200_000;
        while !left.is_empty() {
            let next = left.iter().position(|change| change.before == points);
            points = left.swap_remove(next.unwrap()).rating;
        }
        assert_eq!(points, rating.rating, "{rating:?}");
    }
}
