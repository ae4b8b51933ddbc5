//! A busy site whose store fails to read at random: afterwards every game that ended is archived once, and has
//! changed every rating once.
//!
//! `AGON_READ_ERRORS` sets the number of errors, `AGON_SEED` repeats a run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::report::GameReport;
use agon_protocol::state::Phase;
use agon_server::Config;
use agon_store::{StoreError, trial};
use agon_table::glicko::Rating;
use futures_util::future::{join_all, join5};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::harness::{PATIENCE, Person, Site, config};

/// Reads of archiving, sweeping, filing, ratings and reports, and of the pages that show them.
const READS: [&str; 19] = [
    "archive",
    "changed_by",
    "due_games",
    "events",
    "explored",
    "game",
    "idle_games",
    "is_unarchived",
    "just_ended",
    "next_due",
    "people",
    "person",
    "played",
    "rating",
    "rating_changes",
    "ratings_of",
    "report",
    "take_due",
    "unarchived",
];
/// Of this many reads, one fails.
const EVERY: usize = 12;
const PAIRS: usize = 4;
/// Deviation of the rating of a computer.
const LEVEL_DEVIATION: f64 = 60.0;
/// White mates in one move.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// The errors that are still to be injected, and those that were, by operation.
struct Injector {
    rng: Rng,
    left: u64,
    injected: BTreeMap<&'static str, u64>,
}

#[derive(Clone)]
struct Errors(Arc<Mutex<Injector>>);

impl Errors {
    fn new(seed: u64, left: u64) -> Errors {
        let injected = BTreeMap::new();
        Errors(Arc::new(Mutex::new(Injector { rng: Rng::new(seed), left, injected })))
    }

    fn left(&self) -> u64 {
        self.0.lock().unwrap().left
    }

    fn injected(&self) -> BTreeMap<&'static str, u64> {
        self.0.lock().unwrap().injected.clone()
    }

    fn check(&self, operation: &'static str) -> Option<StoreError> {
        let mut injector = self.0.lock().unwrap();
        if injector.left == 0 || !READS.contains(&operation) || injector.rng.below(EVERY) > 0 {
            return None;
        }
        injector.left -= 1;
        *injector.injected.entry(operation).or_default() += 1;
        Some(StoreError::Failed("disk I/O error (SQLite 266), injected".into()))
    }

    /// A server over this folder whose reads fail.
    async fn site(&self, folder: &std::path::Path, own: tempfile::TempDir) -> Site {
        let errors = self.clone();
        let store = trial::open(folder).await.unwrap();
        let store = store.with_faults(Arc::new(move |operation| errors.check(operation)));
        let config = Config {
            lobby_grace: 1_000,
            rest: 100,
            max_open: 1_000,
            think_time: Duration::from_millis(20),
            report_time: Duration::from_millis(200),
            ..config()
        };
        Site::on(config, own, store).await
    }
}

/// Who has a seat, as far as ratings are concerned.
#[derive(Clone)]
enum Side {
    Person(String),
    Level(u8),
}

/// A game that has ended.
struct Ended {
    id: String,
    game: &'static str,
    sides: [Side; 2],
    rated: bool,
    /// Whether it began at the usual start.
    from_start: bool,
    ply: u64,
    /// What each side got, if somebody won or it was drawn.
    scores: Option<[f64; 2]>,
}

/// What was played.
#[derive(Default)]
struct Record {
    ended: Mutex<Vec<Ended>>,
    lobbies: Mutex<Vec<(String, String)>>,
    reports: Mutex<Vec<(String, GameReport)>>,
}

/// Repeats a request while the database refuses it.
async fn insist(person: &Person, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
    let begin = Instant::now();
    loop {
        let answer = person.request(method, path, body.clone()).await;
        if answer.0 != 503 {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "{method} {path}: {}", answer.1);
    }
}

async fn make(person: &Person, wish: Value) -> (String, String) {
    let (status, made) = insist(person, "POST", "/api/games", Some(wish)).await;
    assert_eq!(status, 201, "{made}");
    (made["id"].as_str().unwrap().into(), made["key"].as_str().unwrap().into())
}

/// How a game is brought to its end.
#[derive(Clone, Copy)]
enum End {
    Resignation,
    Draw,
    /// By the rules, after these moves.
    Rules(&'static [&'static str]),
    Time,
}

const MATED: &[&str] = &["f2f3", "e7e5", "g2g4", "d8h4"];

/// Plays some moves, then ends the game; tries again whatever is refused, until the game is over.
async fn finish(id: &str, players: &[&Person], end: End, rng: &mut Rng) -> Value {
    let path = format!("/api/games/{id}");
    let actions = format!("{path}/actions");
    let plies = 4 + rng.below(4) as u64;
    let begin = Instant::now();
    loop {
        let (status, game) = insist(players[0], "GET", &path, None).await;
        assert_eq!(status, 200, "{game}");
        let state = &game["state"];
        if state["phase"] == "ended" {
            return game;
        }
        assert!(begin.elapsed() < PATIENCE, "{id} does not end: {state}");
        let (ply, turn) = (state["ply"].as_u64().unwrap(), state["turn"].as_u64());
        let mover = turn.and_then(|turn| players.get(turn as usize));
        let scripted = match end {
            End::Rules(moves) => moves.get(ply as usize).copied(),
            _ => None,
        };
        if let Some(mover) = mover
            && (ply < plies || scripted.is_some())
        {
            let moves = game["view"]["moves"].as_array().unwrap();
            let text = match scripted {
                Some(text) => json!(text),
                None => moves[rng.below(moves.len())]["text"].clone(),
            };
            insist(
                mover,
                "POST",
                &actions,
                Some(json!({ "do": "move", "ply": ply, "text": text })),
            )
            .await;
            continue;
        }
        match end {
            End::Draw if players.len() > 1 => {
                for player in players {
                    insist(player, "POST", &actions, Some(json!({ "do": "offer_draw" }))).await;
                }
            }
            End::Resignation | End::Draw if ply >= 2 => {
                let loser = players[rng.below(players.len())];
                insist(loser, "POST", &actions, Some(json!({ "do": "resign" }))).await;
            }
            _ => sleep(Duration::from_millis(30)).await,
        }
    }
}

impl Record {
    fn add(&self, id: String, game: &'static str, sides: [Side; 2], end: &Value) {
        let outcome = &end["state"]["outcome"];
        let drawn = outcome["places"].as_array().is_some_and(|places| !places.is_empty());
        let scores = match outcome["winner"].as_u64() {
            Some(0) => Some([1.0, 0.0]),
            Some(_) => Some([0.0, 1.0]),
            None => drawn.then_some([0.5; 2]),
        };
        self.ended.lock().unwrap().push(Ended {
            id,
            game,
            sides,
            rated: end["setup"]["rated"] == true,
            from_start: end["setup"]["position"].is_null(),
            ply: end["state"]["ply"].as_u64().unwrap(),
            scores,
        });
    }
}

/// Two people play rated games until all errors have happened.
async fn pair(players: [Person; 2], errors: &Errors, record: &Record, mut rng: Rng) {
    let [anna, bob] = &players;
    let ends = [End::Resignation, End::Rules(MATED), End::Draw, End::Time];
    let games = ["chess", "chess", "morris", "tablut"];
    for round in rng.below(4).. {
        let (end, game) = (ends[round % 4], games[round % 4]);
        let clock = match end {
            End::Time => json!({ "kind": "increment", "main": 1_000, "add": 0 }),
            _ => json!({ "kind": "none" }),
        };
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let wish = json!({ "game": game, "seats": seats, "rated": true, "clock": clock });
        let (id, key) = make(anna, wish).await;
        let path = format!("/api/games/{id}/actions");
        let (status, sat) = insist(bob, "POST", &path, Some(json!({ "do": "sit" }))).await;
        if sat["code"] == "closed" {
            // On a machine with other work the lobby may be closed before Bob sits down.
            record.lobbies.lock().unwrap().push((id, key));
            continue;
        }
        assert_eq!(status, 200, "{sat}");
        let ended = finish(&id, &[anna, bob], end, &mut rng).await;
        record.add(id, game, [anna, bob].map(|player| Side::Person(player.id.clone())), &ended);
        if errors.left() == 0 {
            return;
        }
    }
}

/// A person plays rated games against a computer.
async fn against_computer(anna: &Person, errors: &Errors, record: &Record, mut rng: Rng) {
    for level in (1..=3).cycle() {
        let seats = json!([{ "who": "me" }, { "who": "computer", "level": level }]);
        let wish = json!({ "game": "tablut", "seats": seats, "rated": true, "pace": 0 });
        let (id, _) = make(anna, wish).await;
        let ended = finish(&id, &[anna], End::Resignation, &mut rng).await;
        let sides = [Side::Person(anna.id.clone()), Side::Level(level)];
        record.add(id, "tablut", sides, &ended);
        if errors.left() == 0 {
            return;
        }
    }
}

/// Computers play each other, and lobbies are abandoned.
async fn others(host: &Person, errors: &Errors, record: &Record, mut rng: Rng) {
    let mut socket = host.connect().await;
    while errors.left() > 0 {
        let computer = json!({ "who": "computer", "level": 5 });
        let wish =
            json!({ "game": "chess", "position": MATE, "seats": [computer, computer], "pace": 0 });
        let (id, _) = make(host, wish).await;
        // They play while somebody watches.
        let watch = FromClient::Watch { id: id.clone(), key: None, since: None };
        while !matches!(socket.ask(watch.clone()).await, ToClient::Game { .. }) {}
        let ended = finish(&id, &[host], End::Time, &mut rng).await;
        record.add(id, "chess", [Side::Level(5), Side::Level(5)], &ended);
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let lobby = make(host, json!({ "game": "abalone", "seats": seats })).await;
        record.lobbies.lock().unwrap().push(lobby);
    }
}

/// Asks for reports of games that ended.
async fn reporter(person: &Person, errors: &Errors, record: &Record) {
    let mut socket = person.connect().await;
    let mut next = 0;
    while errors.left() > 0 {
        let id = record.ended.lock().unwrap().get(next).map(|ended| ended.id.clone());
        let Some(id) = id else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        match socket.ask(FromClient::Report { id: id.clone(), key: None }).await {
            ToClient::Report { report: Some(report), .. } => {
                record.reports.lock().unwrap().push((id, *report));
                next += 3;
            }
            ToClient::Report { .. } => sleep(Duration::from_millis(50)).await,
            // The database, or a game that is too short: the next one.
            _ => next += 1,
        }
    }
}

/// Looks at the archive, which files what has just ended.
async fn reader(person: &Person, errors: &Errors) {
    while errors.left() > 0 {
        let profile = format!("/api/people/{}", person.id);
        for path in ["/api/archive?limit=20", &profile] {
            let (status, answer) = person.get(path).await;
            assert!(status == 200 || status == 503, "{path}: {status} {answer}");
        }
        sleep(Duration::from_millis(25)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_archived_and_rated_once_in_spite_of_random_read_errors() {
    let seed = number("AGON_SEED", Rng::from_entropy().next_u64());
    let count = number("AGON_READ_ERRORS", 200);
    println!("AGON_SEED={seed} AGON_READ_ERRORS={count}");
    let errors = Errors::new(seed, 0);
    let folder = tempfile::tempdir().unwrap();
    let site = errors.site(folder.path(), tempfile::tempdir().unwrap()).await;
    // With PostgreSQL two servers do the work.
    let second = match config().nats {
        Some(_) => Some(errors.site(folder.path(), tempfile::tempdir().unwrap()).await),
        None => None,
    };
    let mut people = Vec::new();
    for number in 0..2 * PAIRS + 4 {
        people.push(site.registered(&format!("Player{number}")).await);
    }
    if second.is_some() {
        // A server answers a moment before it subscribes.
        sleep(Duration::from_secs(1)).await;
    }
    let begin = Instant::now();
    errors.0.lock().unwrap().left = count;
    let record = Record::default();
    let rng = |number: usize| Rng::new(seed ^ (number as u64 + 1));
    let there = |person: &Person| second.as_ref().map_or(person.clone(), |other| person.at(other));
    let pairs = (0..PAIRS).map(|number| {
        let players = [people[2 * number].clone(), there(&people[2 * number + 1])];
        pair(players, &errors, &record, rng(number))
    });
    let more = &people[2 * PAIRS..];
    let busy = join5(
        join_all(pairs),
        against_computer(&more[0], &errors, &record, rng(PAIRS)),
        others(&more[1], &errors, &record, rng(PAIRS + 1)),
        reporter(&more[2], &errors, &record),
        reader(&more[3], &errors),
    );
    timeout(3 * PATIENCE, busy).await.expect("all errors happen");
    let played = begin.elapsed();
    let wait = async {
        while !site.store.unarchived(i64::MAX, 1).await.unwrap().is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, wait).await.expect("all games are archived");
    let ended = std::mem::take(&mut *record.ended.lock().unwrap());
    println!(
        "{} games ended, {} rated, {} lobbies, {} reports in {:.1} s, archived after {:.1} s; errors: {:?}",
        ended.len(),
        ended.iter().filter(|game| game.rated).count(),
        record.lobbies.lock().unwrap().len(),
        record.reports.lock().unwrap().len(),
        played.as_secs_f64(),
        begin.elapsed().as_secs_f64(),
        errors.injected(),
    );
    assert_eq!(errors.injected().values().sum::<u64>(), count);
    check_archive(&site, &ended, &people).await;
    check_ratings(&site, &ended).await;
    check_reports(&site, &record).await;
    check_lobbies(&site, &record).await;
    assert_eq!(site.store.damaged_games(1).await.unwrap(), []);
}

/// Each game is in the archive, among the games of its players, and in the explorer, once.
async fn check_archive(site: &Site, ended: &[Ended], people: &[Person]) {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut after = String::new();
    loop {
        let (status, page) = people[0].get(&format!("/api/archive?limit=100{after}")).await;
        assert_eq!(status, 200, "{page}");
        for game in page["games"].as_array().unwrap() {
            *found.entry(game["id"].as_str().unwrap().into()).or_default() += 1;
        }
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    let wanted: BTreeMap<String, usize> = ended.iter().map(|game| (game.id.clone(), 1)).collect();
    assert_eq!(found, wanted, "the archive");
    for person in people {
        let is_in = |game: &&Ended| {
            game.sides.iter().any(|side| matches!(side, Side::Person(id) if *id == person.id))
        };
        let mut wanted: Vec<&str> = ended.iter().filter(is_in).map(|game| &*game.id).collect();
        let played = site.store.played(&person.id, 10_000).await.unwrap();
        let mut found: Vec<&str> = played.iter().map(|row| &*row.id).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "the games of {}", person.id);
    }
    for game in ["chess", "morris", "tablut"] {
        let counts = |ended: &&Ended| {
            ended.game == game && ended.from_start && ended.scores.is_some() && ended.ply >= 2
        };
        let body = json!({ "game": game, "rules": "", "moves": [] });
        let (status, explored) = people[0].post("/api/explorer", body).await;
        assert_eq!(status, 200, "{explored}");
        let moves = explored["moves"].as_array().unwrap().iter();
        let found: u64 = moves.map(|one| one["site"]["games"].as_u64().unwrap()).sum();
        assert_eq!(found, ended.iter().filter(counts).count() as u64, "{game} in the explorer");
    }
}

/// The stored ratings are those that the list of games yields, each game counted once.
async fn check_ratings(site: &Site, ended: &[Ended]) {
    let mut waiting = Vec::new();
    for game in ended {
        let changes = site.store.changed_by(&game.id).await.unwrap();
        let counts = game.rated && game.scores.is_some();
        let people = game.sides.iter().filter(|side| matches!(side, Side::Person(_))).count();
        assert_eq!(
            changes.len(),
            if counts { people } else { 0 },
            "ratings changed by {}",
            game.id
        );
        if counts {
            waiting.push((game, changes));
        }
    }
    // Games of the same person are rated in the order in which they are archived: each begins where another ended.
    let mut now: BTreeMap<(String, String, String), (Rating, i64)> = BTreeMap::new();
    while !waiting.is_empty() {
        let before = |person: &str, game: &Ended, pace: &str| {
            let key = (person.to_owned(), game.game.to_owned(), pace.to_owned());
            now.get(&key).copied().unwrap_or((Rating::NEWCOMER, 0))
        };
        let next = waiting.iter().position(|(game, changes)| {
            changes.iter().all(|change| {
                before(&change.person, game, &change.pace).0.to_stored()[0] == change.before
            })
        });
        let (game, changes) =
            waiting.swap_remove(next.expect("a change begins where another ended"));
        let sides = game.sides.clone().map(|side| match side {
            Side::Person(id) => before(&id, game, &changes[0].pace).0,
            Side::Level(level) => {
                let points = agon_games::find(game.game).unwrap().level_ratings();
                let points = f64::from(points[usize::from(level) - 1]);
                Rating { points, deviation: LEVEL_DEVIATION, ..Rating::NEWCOMER }
            }
        });
        for change in &changes {
            let side = game
                .sides
                .iter()
                .position(|s| matches!(s, Side::Person(id) if *id == change.person));
            let side = side.unwrap();
            let other = sides[1 - side];
            let score = game.scores.unwrap()[side];
            let [points, deviation, volatility] =
                sides[side].after(&[(other.points, other.deviation, score)]).to_stored();
            assert_eq!(points, change.rating, "{change:?}");
            let key = (change.person.clone(), game.game.to_owned(), change.pace.clone());
            let games = now.get(&key).map_or(0, |(_, games)| *games) + 1;
            now.insert(key, (Rating::from_stored(points, deviation, volatility), games));
        }
    }
    for ((person, game, pace), (rating, games)) in now {
        let stored = site.store.rating(&person, &game, &pace).await.unwrap().unwrap();
        let found = ([stored.rating, stored.deviation, stored.volatility], stored.games);
        assert_eq!(found, (rating.to_stored(), games), "{person} {game} {pace}");
    }
}

/// A report and the accuracies that it states are stored together. One that could not be stored is made again when
/// somebody asks for it.
async fn check_reports(site: &Site, record: &Record) {
    let reports = std::mem::take(&mut *record.reports.lock().unwrap());
    for (id, report) in reports {
        let Some(stored) = site.store.report(&id).await.unwrap() else { continue };
        assert_eq!(serde_json::from_str::<GameReport>(&stored).unwrap(), report, "{id}");
        for change in site.store.changed_by(&id).await.unwrap() {
            let played = site.store.played(&change.person, 10_000).await.unwrap();
            let row = played.iter().find(|row| row.id == id).unwrap();
            let stated = report.accuracy[row.seat as usize].map(i64::from);
            assert_eq!(row.accuracy, stated, "{id}");
        }
    }
}

/// Each lobby whose host has left is closed.
async fn check_lobbies(site: &Site, record: &Record) {
    let lobbies = std::mem::take(&mut *record.lobbies.lock().unwrap());
    assert!(!lobbies.is_empty());
    for (id, _) in lobbies {
        let wait = async {
            while site.store.game(&id).await.unwrap().unwrap().phase != Phase::Closed {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(PATIENCE, wait).await.expect("a lobby without its host is closed");
    }
}
