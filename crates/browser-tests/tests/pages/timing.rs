//! Speed of the pages. `cargo nextest run -p agon-browser-tests timing --no-capture` prints the
//! figures. Limits that other load could break apply to the best of several tries.

use agon_browser_tests::input::cell;
use agon_browser_tests::play::{self, Clicks};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

use crate::offline::is_built;

/// Maximum total size of the home page in bytes.
const MOST_BYTES: u64 = 150_000;
/// Maximum time until the home page is usable, in milliseconds.
const LONGEST_START: f64 = 1_000.0;
/// Maximum time until the first computer move in a browser without cache, also under load.
const LONGEST_FIRST_MOVE: f64 = 2_000.0;
/// Maximum time until the server confirms a move.
const LONGEST_CONFIRMATION: f64 = 50.0;
/// Frame duration at 60 frames per second, in milliseconds.
const FRAME: f64 = 1_000.0 / 60.0;
const TRIES: usize = 5;
/// Moves per try.
const BATCH: usize = 10;
/// Thirty quiet chess moves.
const QUIET: &str = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 \
    h7h6 b1d2 b8d7 g1e2 g8e7 f1g2 f8g7 c1b2 c8b7 a3a4 a6a5 b3b4 b6b5 c3c4 c6c5";

/// Runs before the page's scripts: records when this number of cards is usable.
const WHEN_READY: &str = "const ready = () => { \
        const cards = document.querySelectorAll('.card .board'); \
        if (cards.length === GAMES) requestAnimationFrame(() => window.readyAt = performance.now()); \
        else requestAnimationFrame(ready); }; ready();";

/// Records for each press whether the board changes in the next frame, and for each move the
/// confirmation time.
const OBSERVE: &str = "window.feedback = []; window.confirmed = []; \
    let sent = 0; \
    const look = () => ['.marks', '.above', '.men'] \
        .map((layer) => document.querySelector(`.game agon-board ${layer}`).innerHTML).join(); \
    addEventListener('pointerdown', ({ target }) => { \
        if (!target.closest('.game agon-board')) return; \
        const before = look(); \
        requestAnimationFrame(() => window.feedback.push(look() !== before)); \
    }, true); \
    const send = WebSocket.prototype.send; \
    WebSocket.prototype.send = function (text) { \
        if (!this.heard) { \
            this.heard = true; \
            this.addEventListener('message', ({ data }) => { \
                const message = JSON.parse(data); \
                if (message.type !== 'event' || message.event.kind !== 'moved') return; \
                window.confirmed.push(performance.now() - sent); \
            }); \
        } \
        if (JSON.parse(text).action?.do === 'move') sent = performance.now(); \
        send.call(this, text); \
    };";

/// Records the time of every frame.
const FRAMES: &str = "window.frames_ = []; \
    const tick = (now) => { window.frames_.push(now); requestAnimationFrame(tick); }; \
    requestAnimationFrame(tick);";

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Opens the home page without cache and returns the bytes transferred and the milliseconds until
/// all cards are usable.
async fn cold_start(site: &Site) -> (u64, f64) {
    let browser = Browser::blank(&site.url, &Look::default()).await;
    let games = play::games().count().to_string();
    let script = json!({"source": WHEN_READY.replace("GAMES", &games)});
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", script).await;
    // Requests served by the worker would not be counted, and when it takes over is random.
    browser.devtools("Network.setBypassServiceWorker", json!({"bypass": true})).await;
    browser.go("/").await;
    let ready = browser.until("all cards", "return window.readyAt", &[]).await;
    // Includes the connection, the worker and the lists.
    browser.until("no more requests", "return document.readyState === 'complete'", &[]).await;
    browser.script_async("navigator.serviceWorker.ready.then(() => arguments[0]())", &[]).await;
    let events = browser.network().await;
    let finished = events.iter().filter(|(method, _)| method == "Network.loadingFinished");
    let bytes = finished.map(|(_, p)| p["encodedDataLength"].as_f64().unwrap_or_default() as u64);
    let bytes = bytes.sum();
    browser.close().await;
    (bytes, ready.as_f64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn home_page_is_small_and_fast() {
    let site = Site::start().await;
    let mut starts = Vec::new();
    for _ in 0..TRIES {
        let (bytes, ready) = cold_start(&site).await;
        println!("home page: {bytes} bytes, usable after {ready:.0} ms");
        assert!(bytes < MOST_BYTES, "the home page weighs {bytes} bytes");
        assert!(bytes > 20_000, "{bytes} bytes is too little for the whole page");
        starts.push(ready);
    }
    let best = starts.iter().copied().fold(f64::INFINITY, f64::min);
    println!("home page: median {:.0} ms, best {best:.0} ms", median(starts));
    assert!(best < LONGEST_START, "the home page took {best} ms");
}

/// A page that creates a game in which the computer moves first and records the time of its
/// creation, starting with an empty cache.
const FIRST_MOVE: &str = "if (location.pathname === '/') addEventListener('DOMContentLoaded', async () => { \
    localStorage['agon.speed'] = '1000000'; \
    const { ask, connection } = await import('/net.js'); \
    connection.preferLocal(() => true); \
    await ask('/api/me', {}); \
    connection.listen((message) => { \
        if (message.type === 'event' && message.event.kind === 'moved') window.movedAt ??= performance.now(); }); \
    const seats = [{ who: 'computer', level: 5 }, { who: 'me' }]; \
    const { id } = await ask('/api/games', { game: 'chess', seats, listed: false, pace: 0 }); \
    await connection.send({ type: 'watch', id }); window.madeAt = [id, performance.now()]; \
    const { steps } = await ask('/api/games/' + id); \
    if (steps.length > 0) window.movedAt ??= performance.now(); });";

#[tokio::test(flavor = "multi_thread")]
async fn computer_moves_soon_after_a_cold_start() {
    if !is_built() {
        return;
    }
    let site = Site::start().await;
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let browser = Browser::blank(&site.url, &Look::default()).await;
        let script = json!({"source": FIRST_MOVE});
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", script).await;
        browser.go("/").await;
        let moved = browser.until("a move", "return window.movedAt", &[]).await;
        let made = browser.script("return window.madeAt", &[]).await;
        assert!(made[0].as_str().unwrap().starts_with("local"), "{made}");
        println!("first move after {moved} ms, the game was made after {}", made[1]);
        times.push(moved.as_f64().unwrap());
        browser.close().await;
    }
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    println!("first move: median {:.0} ms, best {best:.0} ms", median(times));
    assert!(best < LONGEST_FIRST_MOVE, "the computer took {best} ms");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_shown_at_once_and_confirmed_soon() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.script(OBSERVE, &[]).await;
    browser.on_one_screen("chess").await;
    for text in QUIET.split_whitespace() {
        browser.play(text).await;
    }
    let feedback = browser.script("return window.feedback", &[]).await;
    let feedback = feedback.as_array().unwrap();
    let late = feedback.iter().filter(|seen| **seen != true).count();
    println!("presses on the board: {}, not shown in the next frame: {late}", feedback.len());
    assert!(feedback.len() >= 50, "two presses a move");
    assert_eq!(late, 0);
    let confirmed = numbers(&browser.script("return window.confirmed", &[]).await);
    assert!(confirmed.len() >= 25, "{confirmed:?}");
    let best = confirmed.chunks(BATCH).map(|some| median(some.to_vec()));
    let best = best.fold(f64::INFINITY, f64::min);
    let all = confirmed.len();
    println!(
        "moves confirmed: {all}, median {:.1} ms, of the best {BATCH} {best:.1} ms",
        median(confirmed)
    );
    assert!(best < LONGEST_CONFIRMATION);
    browser.close().await;
}

/// Plays moves and returns the milliseconds between frames during animations.
async fn frames(browser: &Browser, moves: usize) -> Vec<f64> {
    let mut deltas = Vec::new();
    for _ in 0..moves {
        browser.wait(&[".status.mine"]).await;
        let game = browser.game().await;
        // The move with the longest path.
        let moves = game["view"]["moves"].as_array().unwrap();
        let way = |play: &&Value| play["path"].as_array().map_or(0, Vec::len);
        let play = moves.iter().max_by_key(way).unwrap();
        let Clicks { cells, .. } = Clicks::of(&game, play);
        let (last, first) = cells.split_last().unwrap();
        browser.click_cells(first).await;
        browser.place(&cell(last)).await;
        browser.script("window.frames_.length = 0", &[]).await;
        browser.click_cells(std::slice::from_ref(last)).await;
        browser.wait_ply(game["state"]["ply"].as_u64().unwrap() + 1).await;
        let rest = "return document.getAnimations().every((a) => a.playState !== 'running')";
        browser.until("rest", rest, &[]).await;
        let times = numbers(&browser.script("return window.frames_", &[]).await);
        deltas.extend(times.windows(2).map(|pair| pair[1] - pair[0]));
    }
    deltas
}

async fn smooth(game: &str, choose: impl AsyncFn(&Browser)) {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look { motion: true, ..Look::default() }).await;
    browser.plan(game, "local").await;
    choose(&browser).await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    browser.script(FRAMES, &[]).await;
    let mut smooth = false;
    for _ in 0..TRIES {
        let deltas = frames(&browser, 4).await;
        let mean = deltas.iter().sum::<f64>() / deltas.len() as f64;
        let late = deltas.iter().filter(|delta| **delta > 1.5 * FRAME).count();
        let rate = 1_000.0 / mean;
        let (all, middle) = (deltas.len(), median(deltas));
        println!("{game}: {rate:.1} frames a second, median {middle:.2} ms, {late} of {all} late");
        smooth |= middle < FRAME * 1.05 && late * 10 < all;
    }
    assert!(smooth, "{game} never animated smoothly");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nine_layers_animate_smoothly() {
    smooth("morris", async |browser| browser.choose_picture("layers", "9").await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn six_players_animate_smoothly() {
    smooth("chinese-checkers", async |browser| {
        browser.click("input[name=preset][value=six]").await;
    })
    .await;
}
