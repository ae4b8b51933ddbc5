//! Operations of the store that fail: afterwards everything is archived, rated and woken exactly once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_server::Config;
use agon_store::{StoreError, trial};
use serde_json::{Value, json};

use crate::harness::{PATIENCE, Person, Site, config};

/// Operations that are to fail.
#[derive(Default)]
struct Plan {
    /// Operations that succeed before.
    pass: u32,
    /// Operations that fail then.
    fail: u32,
    /// Only those of this name, if one is named.
    only: Option<&'static str>,
    /// Names of those that ran meanwhile.
    seen: BTreeSet<&'static str>,
}

#[derive(Clone, Default)]
struct Plans(Arc<Mutex<Plan>>);

impl Plans {
    fn arm(&self, pass: u32, fail: u32, only: Option<&'static str>) {
        *self.0.lock().unwrap() = Plan { pass, fail, only, seen: BTreeSet::new() };
    }

    /// Whether fewer operations ran than were to be passed.
    fn is_unused(&self) -> bool {
        self.0.lock().unwrap().pass > 0
    }

    fn disarm(&self) -> BTreeSet<&'static str> {
        std::mem::take(&mut *self.0.lock().unwrap()).seen
    }

    fn check(&self, operation: &'static str) -> Option<StoreError> {
        let mut plan = self.0.lock().unwrap();
        plan.seen.insert(operation);
        if plan.only.is_some_and(|only| only != operation) {
            return None;
        }
        if plan.pass > 0 {
            plan.pass -= 1;
            return None;
        }
        plan.fail = plan.fail.checked_sub(1)?;
        Some(StoreError::Failed("disk I/O error (SQLite 266), injected".into()))
    }
}

async fn site_with(config: Config, plans: &Plans) -> Site {
    let folder = tempfile::tempdir().unwrap();
    let store = trial::open(folder.path()).await.unwrap();
    let plans = plans.clone();
    let store = store.with_faults(Arc::new(move |operation| plans.check(operation)));
    Site::on(config, folder, store).await
}

/// Does something until it is neither refused for the database nor overtaken by itself.
async fn insist(person: &Person, path: &str, body: &Value) -> (u16, Value) {
    let mut answer = person.post(path, body.clone()).await;
    for _ in 0..20 {
        if answer.0 != 503 {
            break;
        }
        answer = person.post(path, body.clone()).await;
    }
    answer
}

/// A rated game that the first player resigns while the plan holds.
async fn resigned(anna: &Person, bob: &Person, arm: impl FnOnce()) -> String {
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let wish = json!({ "game": "chess", "seats": seats, "rated": true });
    let (id, _) = anna.make(wish).await;
    assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
    for (who, ply, text) in [(anna, 0, "e2e4"), (bob, 1, "e7e5")] {
        let action = json!({ "do": "move", "ply": ply, "text": text });
        assert_eq!(who.act(&id, action).await.0, 200);
    }
    arm();
    let path = format!("/api/games/{id}/actions");
    let (status, answer) = insist(anna, &path, &json!({ "do": "resign" })).await;
    assert!(status == 200 || answer["code"] == "over", "{answer}");
    id
}

/// Waits until no game waits to be archived.
async fn archived(site: &Site) {
    let wait = async {
        while !site.store.unarchived(i64::MAX, 1).await.is_ok_and(|waiting| waiting.is_empty()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("all games are archived");
}

/// Asserts that this game is archived, rated once, and not called damaged.
async fn check(site: &Site, anna: &Person, id: &str, games: i64, case: &str) {
    let found = site.store.played(&anna.id, 1_000).await.unwrap();
    assert_eq!(found.iter().filter(|row| row.id == id).count(), 1, "archived: {case}");
    assert_eq!(found.len() as i64, games, "{case}");
    let changes = site.store.changed_by(id).await.unwrap();
    assert_eq!(changes.len(), 2, "rated: {case}");
    let rating = site.store.rating(&anna.id, "chess", "unlimited").await.unwrap().unwrap();
    assert_eq!(rating.games, games, "rated once: {case}");
    assert_eq!(site.store.damaged_games(1).await.unwrap(), [], "{case}");
}

#[tokio::test]
async fn a_game_is_archived_and_rated_once_whichever_operation_fails() {
    let plans = Plans::default();
    let site = site_with(config(), &plans).await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let mut games = 0;
    let mut seen = BTreeSet::new();
    // The n-th operation fails, until the end is reached.
    for pass in 0.. {
        let id = resigned(&anna, &bob, || plans.arm(pass, 1, None)).await;
        archived(&site).await;
        let unused = plans.is_unused();
        seen.append(&mut plans.disarm());
        games += 1;
        check(&site, &anna, &id, games, &format!("operation {pass}")).await;
        if unused || games > 60 {
            break;
        }
    }
    assert!(games > 10, "{games} operations");
    for operation in OPERATIONS {
        assert!(seen.contains(operation), "{operation} is not a part of archiving: {seen:?}");
    }
}

/// The operations of archiving and rating.
const OPERATIONS: [&str; 10] = [
    "unarchived",
    "is_unarchived",
    "game",
    "events",
    "people",
    "person",
    "changed_by",
    "rating",
    "report",
    "write",
];

#[tokio::test]
async fn a_game_is_archived_and_rated_once_if_the_same_operation_fails_again() {
    let plans = Plans::default();
    let site = site_with(config(), &plans).await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    for (games, only) in (1..).zip(OPERATIONS) {
        let id = resigned(&anna, &bob, || plans.arm(0, 3, Some(only))).await;
        archived(&site).await;
        plans.disarm();
        check(&site, &anna, &id, games, only).await;
    }
}

#[tokio::test]
async fn a_lobby_is_closed_in_spite_of_failing_reads() {
    let plans = Plans::default();
    let site = site_with(Config { lobby_grace: 200, rest: 100, ..config() }, &plans).await;
    let anna = site.guest("Anna").await;
    for only in ["game", "events", "people", "take_due", "next_due", "write"] {
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let (id, key) = anna.make(json!({ "game": "morris", "seats": seats })).await;
        plans.arm(0, 3, Some(only));
        let closed = async {
            loop {
                let (status, game) = anna.get(&format!("/api/games/{id}?key={key}")).await;
                if status == 200 && game["state"]["phase"] == "closed" {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, closed).await.expect(only);
        plans.disarm();
        assert_eq!(site.store.damaged_games(1).await.unwrap(), [], "{only}");
    }
}

async fn host(site: &Site, method: &str, path: &str) -> (u16, Value) {
    let header = ("x-agon-host", site.store.fact("host key").await.unwrap().unwrap());
    let host = Person { header, ..site.stranger() };
    let body = (method != "GET").then(|| json!({}));
    host.request(method, path, body).await
}

/// Waits until the host page lists this game as damaged.
async fn listed(site: &Site, id: &str) {
    let wait = async {
        loop {
            let (status, games) = host(site, "GET", "/api/host/damaged").await;
            assert_eq!(status, 200, "{games}");
            if games.as_array().unwrap().iter().any(|game| game["id"] == id) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("the game is listed as damaged");
}

#[tokio::test]
async fn a_damaged_game_is_listed_and_archived_after_a_repair() {
    let plans = Plans::default();
    let site = site_with(Config { rest: 50, ..config() }, &plans).await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    // It is damaged before it can be archived.
    let id = resigned(&anna, &bob, || plans.arm(0, u32::MAX, Some("changed_by"))).await;
    let damage = |from: &str, to: &str| {
        format!(
            "UPDATE events SET payload = replace(payload, '{from}', '{to}') WHERE game = '{id}'"
        )
    };
    site.store.run_sql(&damage("e2e4", "e2e5")).await.unwrap();
    // The task of the game ends; the next one reads what is stored.
    tokio::time::sleep(Duration::from_millis(300)).await;
    plans.disarm();
    listed(&site, &id).await;
    assert_eq!(site.store.unarchived(i64::MAX, 9).await.unwrap(), [""; 0]);
    assert_eq!(site.store.changed_by(&id).await.unwrap(), []);
    // Another attempt finds the same; after a repair the game is archived and rated.
    let path = format!("/api/host/damaged/{id}");
    assert_eq!(host(&site, "POST", &path).await.0, 204);
    listed(&site, &id).await;
    site.store.run_sql(&damage("e2e5", "e2e4")).await.unwrap();
    assert_eq!(host(&site, "POST", &path).await.0, 204);
    archived(&site).await;
    check(&site, &anna, &id, 1, "after the repair").await;
    assert_eq!(host(&site, "POST", &path).await.0, 404);
    assert_eq!(site.stranger().get("/api/host/damaged").await.0, 403);
}

#[tokio::test]
async fn a_damaged_game_that_is_due_is_listed_and_woken_after_a_repair() {
    let site = Site::with(Config { lobby_grace: 60_000, rest: 50, ..config() }).await;
    let anna = site.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let (id, _) = anna.make(json!({ "game": "morris", "seats": seats })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let damage = |from: &str, to: &str| {
        format!(
            "UPDATE events SET payload = replace(payload, '{from}', '{to}') WHERE game = '{id}'"
        )
    };
    site.store.run_sql(&damage("morris", "mortis")).await.unwrap();
    site.store.run_sql(&format!("UPDATE games SET due = 1 WHERE id = '{id}'")).await.unwrap();
    listed(&site, &id).await;
    site.store.run_sql(&damage("mortis", "morris")).await.unwrap();
    assert_eq!(host(&site, "POST", &format!("/api/host/damaged/{id}")).await.0, 204);
    let (status, game) = anna.get(&format!("/api/games/{id}")).await;
    assert_eq!((status, &game["state"]["phase"]), (200, &json!("open")));
    // A damaged game can be removed, too.
    site.store.run_sql(&damage("morris", "mortis")).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(host(&site, "DELETE", &format!("/api/host/games/{id}")).await.0, 204);
    assert_eq!(host(&site, "GET", "/api/host/damaged").await.1, json!([]));
}
