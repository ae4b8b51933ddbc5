//! Game reports: graph, turning points, better lines on the board and retries.

use agon_browser_tests::input::keys;
use agon_browser_tests::{Browser, Look, Site};
use serde_json::json;

/// Games with a blunder.
const CHESS: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 f3d4 e5d4 a2a3 d4c3";
const CHINESE_CHECKERS: &str = "\
    d1-e6 o2-m6 b1-f6 n1-l6 c3-g5 o3-k5 d2-f7 n2-l7 a1-g7 n4-j5 b2-f5 q1-k7 c2-e8 p1-o2 g7-f8 k7-j6 \
    f6-h4 m6-g4";
const TABLUT: &str = "a6b6 e7b7 d9a9 e6h6 f9f8 e5e7 f1f2 e7i7";
/// Both sides have lost five marbles; one side misses its own win and the opponent's.
const ABALONE: &str = "\
    [Position \"1sS1s/ss1SsS/1s1s1SS/2ss4/9/3S4/2S1S2/4S1/5 5 5 w 0 14\"]\n\nf4f5e3 g9h9";
const MORRIS: &str = "d6 f6 b4 f2 f4 c4 g7 d7 d1 a4 g4 a7 d2 a1xg4 g4 b2 e3 b6 e3-d3xc4";

/// Imports a game and opens its report; returns the id.
async fn open_report(browser: &Browser, game: &str, moves: &str) -> String {
    let made = browser.post("/api/import", json!({ "game": game, "text": moves })).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    // One click from the finished game.
    browser.go(&format!("/game/{id}")).await;
    browser.click(".teaser [data-do=report]").await;
    browser.wait(&[".report .chances .walkway"]).await;
    id
}

/// Returns the text of the graph for screen readers.
async fn graph_text(browser: &Browser) -> String {
    let script = "return document.querySelector('.report .walkway').ariaValueText";
    browser.script(script, &[]).await.as_str().unwrap().to_owned()
}

async fn at(browser: &Browser) -> u64 {
    let at = "return Number(document.querySelector('.report .walkway').ariaValueNow)";
    browser.script(at, &[]).await.as_u64().unwrap()
}

/// Checks the report of a game in which the side at seat `first` moves first.
async fn whole_report(game: &str, moves: &str, first: u64) {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    let id = open_report(&browser, game, moves).await;
    let tagless = moves.rsplit(']').next().unwrap_or_default();
    let plies = tagless.split_whitespace().count() as u64;
    browser.wait_count(".report .accuracies li", 2).await;
    // It opens at a turning point with the better move.
    let turns = browser.count(".walkway .dot").await;
    assert!(turns >= 1, "{game}: no turning point");
    browser.wait(&[".turn.open .better [data-step=\"1\"]"]).await;
    assert!(at(&browser).await < plies);
    assert!(graph_text(&browser).await.contains('%'), "{}", graph_text(&browser).await);
    assert!(browser.count(".moves .mark").await >= 1);
    // The better line, step by step.
    let before = browser.text(".report .status").await;
    browser.click(".turn.open [data-do=line-next]").await;
    browser.wait(&[".report.beside .turn.open [data-step=\"1\"][aria-current]"]).await;
    let steps = browser.count(".turn.open [data-step]").await;
    if steps > 1 {
        browser.click(".turn.open [data-do=line-next]").await;
        browser.wait(&[".turn.open [data-step=\"2\"][aria-current]"]).await;
    }
    browser.click("[data-do=leave-line]").await;
    browser.wait_gone(".report.beside").await;
    assert_eq!(browser.text(".report .status").await, before);
    // A click on the graph selects a position, and the keys move on from there.
    browser.click(".report .walkway").await;
    let middle = at(&browser).await;
    assert!(middle.abs_diff(plies / 2) <= 1 + plies / 8, "{middle} of {plies}");
    browser.script("document.querySelector('.walkway').focus()", &[]).await;
    browser.keys([keys::END]).await;
    assert_eq!(at(&browser).await, plies);
    browser.keys([keys::LEFT]).await;
    assert_eq!(at(&browser).await, plies - 1);
    browser.keys([keys::HOME]).await;
    assert_eq!(at(&browser).await, 0);
    browser.keys([keys::PAGE_DOWN]).await;
    browser.wait(&[".turn.open [data-do=try]"]).await;
    // After a reload the report is shown at once.
    browser.reload().await;
    browser.wait(&[".turn.open [data-do=try]"]).await;
    assert!(!browser.is_visible(".report .making").await);
    // A retry starts at the mistake.
    let turned = at(&browser).await;
    browser.click(".turn.open [data-do=try]").await;
    browser.wait(&[".play .status.mine"]).await;
    let other = browser.game().await;
    assert_ne!(other["id"], json!(id));
    assert_eq!(other["state"]["phase"], "playing");
    assert_eq!(other["mine"], json!([(turned - 1 + first) % 2]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess() {
    whole_report("chess", CHESS, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_checkers() {
    whole_report("chinese-checkers", CHINESE_CHECKERS, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut() {
    whole_report("tablut", TABLUT, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone() {
    whole_report("abalone", ABALONE, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn morris() {
    whole_report("morris", MORRIS, 0).await;
}

/// With several players each one has a curve.
#[tokio::test(flavor = "multi_thread")]
async fn several_players() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait_for_session().await;
    let play = "const [done] = arguments; (async () => { \
        const post = async (path, body) => (await fetch(path, {method: 'POST', \
            headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).json(); \
        const me = {who: 'me'}; \
        const made = await post('/api/games', {game: 'chinese-checkers', rules: 'colors=gop', seats: [me, me, me]}); \
        for (let ply = 0; ply < 6; ply += 1) { \
            const {view} = await (await fetch(`/api/games/${made.id}`)).json(); \
            await post(`/api/games/${made.id}/actions`, {do: 'move', ply, text: view.moves[0].text}); \
        } \
        for (const seat of [0, 1]) await post(`/api/games/${made.id}/actions`, {do: 'resign', seat}); \
        done(made.id); })()";
    let id = browser.script_async(play, &[]).await;
    browser.go(&format!("/report/{}", id.as_str().unwrap())).await;
    browser.wait(&[".report .chances .walkway"]).await;
    browser.wait_count(".curve .part", 3).await;
    browser.wait_count(".report .accuracies li", 3).await;
    browser.close().await;
}

/// After a game against the computer the report can be made automatically.
#[tokio::test(flavor = "multi_thread")]
async fn makes_a_report_automatically() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.remember(&json!({"report": true, "level": 1, "sound": false})).await;
    browser.against_the_computer("morris").await;
    browser.wait(&[".status.mine"]).await;
    let text = browser.game().await["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
    browser.play(&text).await;
    browser.wait_ply(2).await;
    browser.click("[data-do=resign]").await;
    browser.click("[data-do=yes]").await;
    browser.wait(&[".teaser.made .curve"]).await;
    browser.wait_count(".teaser .short b", 2).await;
    browser.click(".teaser [data-do=report]").await;
    browser.wait(&[".report .chances .walkway"]).await;
    browser.close().await;
}

/// On a phone in Hebrew nothing overflows, and time runs from left to right.
#[tokio::test(flavor = "multi_thread")]
async fn hebrew_on_a_phone() {
    let site = Site::start().await;
    let look = Look::phone().language("he");
    let browser = Browser::with(&site.url, &look).await;
    open_report(&browser, "tablut", TABLUT).await;
    browser.wait(&[".turn.open [data-do=try]"]).await;
    let wide = "return document.documentElement.scrollWidth > innerWidth";
    assert_eq!(browser.script(wide, &[]).await, json!(false));
    let along = "const [first, last] = ['.walkway', '.walkway .now'].map((one) => \
            document.querySelector(one).getBoundingClientRect()); \
        return (last.left - first.left) / first.width";
    let part = browser.script(along, &[]).await.as_f64().unwrap();
    let expected = at(&browser).await as f64 / 8.0;
    assert!((part - expected).abs() < 0.05, "{part} {expected}");
    browser.close().await;
}

/// A report that arrives while the user does something else causes no layout shift.
#[tokio::test(flavor = "multi_thread")]
async fn causes_no_layout_shift() {
    let site = Site::start().await;
    for look in [Look::default(), Look::phone()] {
        let browser = Browser::with(&site.url, &look).await;
        browser.watch_controls(".found, .list").await;
        browser.remember(&json!({"report": true, "level": 1, "sound": false})).await;
        browser.against_the_computer("morris").await;
        let text = browser.game().await["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
        browser.play(&text).await;
        browser.wait_ply(2).await;
        browser.tool("resign").await;
        browser.click("[data-do=yes]").await;
        browser.wait(&[".teaser.coming", ".result [data-do=rematch]"]).await;
        browser.watch_controls_anew().await;
        browser.wait(&[".teaser.made .curve"]).await;
        let moved = browser.moved_controls().await;
        assert!(moved.is_empty(), "after a game, {look:?}: {moved:#?}");
        let made = browser.post("/api/import", json!({ "game": "chess", "text": CHESS })).await;
        browser.go(&format!("/report/{}", made["id"].as_str().unwrap())).await;
        browser.wait(&[".report .chances .walkway", ".turn.open [data-do=try]"]).await;
        let moved = browser.moved_controls().await;
        assert!(moved.is_empty(), "a report, {look:?}: {moved:#?}");
        browser.close().await;
    }
}
