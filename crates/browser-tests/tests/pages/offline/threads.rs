//! Searches with several threads, where pages may share memory with their workers, and with one elsewhere.

use std::time::Duration;

use agon_browser_tests::{Browser, Site};
use serde_json::{Value, json};

use super::{AWAY, KEEP, host, write_site};

/// Milliseconds that a search is given.
const TIME: u64 = 1_500;
/// What is left for beginning and telling, on a machine with other work.
const LATE: f64 = 1_500.0;
/// As soon as this a search ends that is told to.
const AT_ONCE: f64 = 50.0;

/// Lets a team of so many threads (1: without helpers) think about a position for some time, and once more until it
/// is told to stop after a third of that: what it found, how many threads helpers ran, and how long all took.
const THINK: &str = "const [threads, game, time, done] = arguments; \
    Promise.all(['team', 'threads', 'module'].map((name) => import(`/here/${name}.js`))) \
    .then(async ([{ Team }, { load }, { compile }]) => { \
        const team = threads > 1 ? await Team.gather(await load(), threads) \
            : Team.alone(await compile()); \
        let number = 0; \
        const think = (time, stopAfter) => new Promise((told, failed) => { \
            number += 1; \
            const order = { kind: 'agon', level: 10, time: { exactly: time }, variety: false, lines: 1, \
                verdicts: false }; \
            const position = { game, rules: '', steps: [] }; \
            const begun = performance.now(); \
            let stopped = 0; \
            team.failed = () => failed(new Error('the team failed')); \
            team.heard = ({ progress, thought }) => { \
                if (progress === undefined) { \
                    const { nodes, depth, best } = JSON.parse(thought); \
                    const now = performance.now(); \
                    told({ nodes, depth, best, took: now - begun, after: now - stopped }); } }; \
            if (stopAfter) setTimeout(() => { stopped = performance.now(); team.stop(number); }, stopAfter); \
            team.think({ number, urgent: false, many: true, key: 'test', position, order }); }); \
        await think(50); \
        const whole = await think(time); \
        const broken = []; \
        for (let i = 0; i < 3; i += 1) broken.push(await think(60_000, time / 3)); \
        const { helped } = team; \
        team.end(); \
        done({ whole, broken, helped }); \
    }).catch((error) => done({ error: `${error} ${error.stack}` }));";

/// A search in the site of this browser, however it is done there: the moment of its end.
const ANALYSE: &str = "const done = arguments[0]; \
    import('/net.js').then(({ connection }) => { \
        connection.listen((message) => { if (message.type === 'analysis' && message.done) done(message); }); \
        connection.send({ type: 'analyse', game: 'chess', rules: '', lines: 1, time: 700 }).catch((error) => done(`${error}`)); \
    });";

/// Waits until the program with threads is kept.
const KEPT: &str = "const done = arguments[0]; \
    const look = async () => { \
        if (await caches.match('/agon-threads.wasm')) done(true); else setTimeout(look, 50); }; \
    look();";

fn has_threads() -> bool {
    let files = agon_server::site_alone().unwrap_or_default();
    let built = files.iter().any(|(name, _)| name == "agon-threads.wasm");
    agon_testkit::require(built, "needs the WebAssembly program with threads: cargo xtask wasm")
}

async fn think(browser: &Browser, threads: u64, game: &str) -> Value {
    let found = browser.later(THINK, &[json!(threads), json!(game), json!(TIME)]).await;
    assert!(found["error"].is_null(), "{found}");
    assert!(found["whole"]["best"].is_string(), "{found}");
    let took = found["whole"]["took"].as_f64().unwrap();
    assert!((TIME as f64 - 100.0..TIME as f64 + LATE).contains(&took), "{took} ms");
    let broken = found["broken"].as_array().unwrap();
    let soonest = broken.iter().map(|one| one["after"].as_f64().unwrap()).fold(f64::MAX, f64::min);
    // Other work on the machine may delay one of them, and not all.
    assert!((0.0..AT_ONCE).contains(&soonest), "{soonest} ms after it was to stop: {found}");
    let nodes = found["whole"]["nodes"].as_u64().unwrap();
    println!(
        "{game}, {threads} threads: {} positions a second, depth {}, stopped after {soonest:.0} ms",
        1_000 * nodes / took as u64,
        found["whole"]["depth"],
    );
    found
}

/// Each of the searches had threads besides its own. Where the machine has other work a helper may not be free in time:
/// then one goes on with fewer.
fn assert_helped(found: &Value, threads: u64) {
    let (helped, all) = (found["helped"].as_u64().unwrap(), 5 * (threads - 1));
    assert!((all / 2..=all).contains(&helped), "{helped} of {all} threads");
}

/// The positions that both programs visit with one thread, in a fixed search of each game.
const SIGNATURES: &str = "const done = arguments[0]; \
    Promise.all(['threads', 'module'].map((name) => import(`/here/${name}.js`))) \
    .then(async ([{ load, makeMemory }, { begin, compile }]) => { \
        const heard = { now: () => performance.now(), progress() {} }; \
        const one = await begin(await compile(), heard); \
        const shared = { memory: makeMemory(), spawn: () => -1 }; \
        const many = await begin(await load(), heard, shared); \
        many.program._initialize(); \
        done([one, many].map(({ program }) => \
            [0, 1, 2, 3, 4].map((game) => program.signature(game, 0)))); \
    }).catch((error) => done(`${error}`));";

async fn is_isolated(browser: &Browser) -> bool {
    browser.script("return crossOriginIsolated", &[]).await == true
}

/// Is the program with threads kept? It is when it has been asked for.
async fn keeps_threads(browser: &Browser) -> bool {
    let kept = "const done = arguments[0]; \
        caches.match('/agon-threads.wasm').then((kept) => done(Boolean(kept)));";
    browser.later(kept, &[]).await == true
}

#[tokio::test(flavor = "multi_thread")]
async fn several_threads_think_together_and_stop_at_once() {
    if !has_threads() {
        return;
    }
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    browser.client_patience(Duration::from_secs(120)).await;
    assert!(is_isolated(&browser).await);
    browser.later(KEEP, &[]).await;
    assert!(!keeps_threads(&browser).await, "nobody has asked for it");
    let signatures = browser.later(SIGNATURES, &[]).await;
    assert_eq!(signatures[0], signatures[1], "{signatures}");
    assert!(signatures[0][0].as_f64().unwrap() > 1_000.0, "{signatures}");
    for game in ["chess", "chinese-checkers"] {
        let one = think(&browser, 1, game).await;
        assert_eq!(one["helped"], 0);
        let two = think(&browser, 2, game).await;
        assert_helped(&two, 2);
    }
    // There may be more threads than cores.
    assert_helped(&think(&browser, 4, "chess").await, 4);
    // Offline all of it is still there.
    browser.later(KEPT, &[]).await;
    site.stop().await;
    browser.expected.extend(AWAY);
    browser.go("/").await;
    browser.wait(&[".card:last-child .board"]).await;
    assert_helped(&think(&browser, 2, "chess").await, 2);
    browser.later(ANALYSE, &[]).await;
    browser.close().await;
}

/// The site itself uses them, for a search of full strength and not before.
#[tokio::test(flavor = "multi_thread")]
async fn the_site_in_the_browser_asks_for_them_when_it_needs_them() {
    if !has_threads() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_site(folder.path());
    for isolated in [true, false] {
        let url = host(folder.path().to_owned(), isolated).await;
        let mut browser = Browser::open(&url).await;
        browser.client_patience(Duration::from_secs(120)).await;
        browser.expected.extend(AWAY);
        assert_eq!(is_isolated(&browser).await, isolated);
        browser.wait(&[".card:last-child .board"]).await;
        browser.later(KEEP, &[]).await;
        assert!(!keeps_threads(&browser).await, "nobody has asked for it");
        let found = browser.later(ANALYSE, &[]).await;
        assert!(found["nodes"].as_u64().unwrap() > 1_000, "{found}");
        let cores = browser.script("return navigator.hardwareConcurrency", &[]).await;
        if isolated && cores.as_u64().unwrap() > 1 {
            browser.later(KEPT, &[]).await;
        } else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert!(!keeps_threads(&browser).await, "it cannot be used");
        }
        browser.close().await;
    }
}
