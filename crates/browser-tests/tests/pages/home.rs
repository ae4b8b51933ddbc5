//! Home page and archive: own games, running games, finished games.

use agon_browser_tests::{Browser, Look, Site};
use agon_client::Person;
use serde_json::{Value, json};

/// Creates a guest without a browser.
async fn enter(site: &Site, name: &str) -> Person {
    Person::enter(&agon_client::Site::new(&site.url).unwrap(), name).await.unwrap()
}

/// Creates a public game between two people without moves.
async fn table(host: &Person, guest: &Person, game: &str) -> String {
    let settings = json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }] });
    let id = host.make(&settings).await.unwrap().id;
    act(guest, &id, json!({ "do": "sit" })).await;
    id
}

async fn act(person: &Person, id: &str, action: Value) {
    person.post(&format!("/api/games/{id}/actions"), &action).await.unwrap().good().unwrap();
}

/// Plays this move, or the first legal one.
async fn play(person: &Person, id: &str, text: Option<&str>) {
    let seen = person.look(id).await.unwrap();
    let first = seen["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
    let text = text.map_or(first, str::to_owned);
    act(person, id, json!({ "do": "move", "ply": seen["state"]["ply"], "text": text })).await;
}

/// Positions of the pieces on a small board, in cells from the corner.
const MEN: &str = "return [...document.querySelectorAll(`${arguments[0]} .men .holder`)] \
    .map((man) => man.style.transform).sort().join(' ');";

/// Small boards update live, sorted by the last move with computer games last; own games are at the
/// top and show the turn.
#[tokio::test(flavor = "multi_thread")]
async fn small_boards_update_live() {
    let site = Site::start().await;
    let (anna, ben) = (enter(&site, "Anna").await, enter(&site, "Ben").await);
    let old = table(&anna, &ben, "morris").await;
    play(&anna, &old, None).await;
    let new = table(&anna, &ben, "chess").await;
    let computers = json!({ "game": "tablut",
        "seats": [{ "who": "computer", "level": 1 }, { "who": "computer", "level": 1 }] });
    let computers = anna.make(&computers).await.unwrap().id;

    let browser = Browser::open(&site.url).await;
    // Cards show positions with pieces even if the board starts empty.
    browser.wait(&["[data-game=morris] .men .holder"]).await;
    assert!(browser.count("[data-game=chess] .men .holder").await < 32);
    browser.wait_text("h1", "What shall we play?").await;
    assert!(!browser.is_visible("#home-mine").await);
    browser.wait(&["#home-lobbies .empty button"]).await;

    let small = format!("#home-running li[data-id=\"{new}\"]");
    browser.wait(&[&format!("{small} .men .holder")]).await;
    let order = "return [...document.querySelectorAll('#home-running li')] \
        .map((tile) => tile.dataset.id).join(' ');";
    let order = browser.until("three games", order, &[]).await;
    assert_eq!(order, json!([new.as_str(), &old, &computers].join(" ")));
    browser.wait_text(&format!("#home-running li[data-id=\"{old}\"]"), "1 move").await;
    browser.wait_text(&small, "0 moves").await;
    browser.wait_text(&small, "Anna to move").await;
    let before = browser.until("a board", MEN, &[json!(small)]).await;
    play(&anna, &new, Some("e2e4")).await;
    browser.wait_text(&small, "1 move").await;
    browser.wait_text(&small, "Ben to move").await;
    let moved = format!("const now = (() => {{ {MEN} }})(); return now !== arguments[1];");
    browser.until("another board", &moved, &[json!(small), before]).await;
    browser.wait(&[&format!("{small} .marks .last")]).await;

    // An own game moves to the top, also if it is not public.
    browser.against_the_computer("tablut").await;
    let id = browser.game().await["id"].as_str().unwrap().to_owned();
    browser.go("/").await;
    let mine = format!("#home-mine li[data-id=\"{id}\"]");
    browser.wait_text(&format!("{mine} .badge"), "your turn").await;
    browser.wait_text("h1", "It is your turn").await;
    browser.wait_text("#home-mine", "Computer").await;
    let first = "return document.querySelector('main section').id === 'home-mine'";
    assert_eq!(browser.script(first, &[]).await, json!(true));
    // A game that ends elsewhere disappears at once.
    browser.post(&format!("/api/games/{id}/actions"), json!({ "do": "abort" })).await;
    browser.wait_gone("#home-mine li").await;

    // Finished games leave the running list; open tables can be joined.
    act(&anna, &new, json!({ "do": "resign" })).await;
    browser.wait_gone(&small).await;
    let settings = json!({ "game": "chess", "name": "Evening",
        "seats": [{ "who": "me" }, { "who": "open" }] });
    anna.make(&settings).await.unwrap();
    browser.wait_text("#home-lobbies li", "1 free place").await;
    browser.click("#home-lobbies li a").await;
    browser.wait(&["[data-do=sit-1]"]).await;
    browser.close().await;
}

/// The archive starts with results, and filters are kept in the URL.
#[tokio::test(flavor = "multi_thread")]
async fn archive_keeps_filters_in_the_url() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.go("/archive").await;
    browser.wait_text(".empty", "No game has been finished here yet").await;

    let (anna, ben) = (enter(&site, "Anna").await, enter(&site, "Ben").await);
    let won = table(&anna, &ben, "chess").await;
    play(&anna, &won, Some("e2e4")).await;
    act(&ben, &won, json!({ "do": "resign" })).await;
    let drawn = table(&anna, &ben, "morris").await;
    play(&anna, &drawn, None).await;
    for person in [&anna, &ben] {
        act(person, &drawn, json!({ "do": "offer_draw" })).await;
    }
    // Without own finished games, all games are shown.
    browser.reload().await;
    browser.wait_text(&format!(".finals li[data-id=\"{won}\"]"), "Anna beat Ben").await;
    browser.wait_text(&format!(".finals li[data-id=\"{drawn}\"]"), "Anna and Ben drew").await;
    browser.wait_text(".days h2", "Today").await;
    let last = format!(".finals li[data-id=\"{won}\"] .men .pawn");
    browser.wait(&[&last]).await;
    browser.wait_count(&last, 16).await;

    browser.select("select[name=result]", "drawn").await;
    browser.wait_gone(&format!(".finals li[data-id=\"{won}\"]")).await;
    browser.select("select[name=game]", "chess").await;
    browser.wait_text(".empty", "No game fits this").await;
    let address = browser.script("return location.search", &[]).await;
    assert_eq!(address, json!("?game=chess&result=drawn&whose=all"));
    // Filters work with the back button and as a link.
    browser.script("history.back()", &[]).await;
    browser.wait(&[&format!(".finals li[data-id=\"{drawn}\"]")]).await;
    browser.wait_count(".finals li", 1).await;
    browser.go("/archive?game=chess&player=ann&whose=all").await;
    browser.wait(&[&format!(".finals li[data-id=\"{won}\"]")]).await;
    browser.wait_count(".finals li", 1).await;
    let chosen = "return ['game', 'player', 'whose', 'result'] \
        .map((name) => document.querySelector(`[name=${name}]`).value).join()";
    assert_eq!(browser.script(chosen, &[]).await, json!("chess,ann,all,"));
    browser.click(".finals .what a").await;
    browser.wait_ply(1).await;
    browser.close().await;
}

/// Opening a game page causes no layout shift.
#[tokio::test(flavor = "multi_thread")]
async fn causes_no_layout_shift() {
    let moved = "const done = arguments[0]; let sum = 0; \
        new PerformanceObserver((seen) => { for (const { value } of seen.getEntries()) sum += value; }) \
            .observe({ type: 'layout-shift', buffered: true }); \
        requestAnimationFrame(() => setTimeout(() => done(sum), 100));";
    let site = Site::start().await;
    for look in [Look::default(), Look::phone()] {
        let browser = Browser::with(&site.url, &look).await;
        browser.against_the_computer("tablut").await;
        browser.go("/").await;
        browser.wait(&["#home-mine li .board", ".card:last-child .board"]).await;
        let sum = browser.script_async(moved, &[]).await.as_f64().unwrap();
        assert!(sum < 0.02, "{sum} of the page has moved");
        browser.close().await;
    }
}

/// A page that is left during loading and opened again still receives table updates.
#[tokio::test(flavor = "multi_thread")]
async fn early_navigation_keeps_subscriptions() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.against_the_computer("tablut").await;
    let slow = json!({ "offline": false, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1 });
    browser.devtools("Network.emulateNetworkConditions", slow).await;
    browser.follow("/").await;
    browser.wait(&[".home[aria-busy]"]).await;
    browser.follow("/").await;
    browser.wait(&["#home-mine li .board", ".card:last-child .board"]).await;
    let anna = enter(&site, "Anna").await;
    let settings = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    anna.make(&settings).await.unwrap();
    browser.wait(&["#home-lobbies li a"]).await;
    browser.close().await;
}
