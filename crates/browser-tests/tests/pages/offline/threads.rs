//! Multithreaded search in pages with shared memory, and single-threaded search elsewhere.

use std::time::Duration;

use agon_browser_tests::{Browser, Site};
use serde_json::{Value, json};

use super::{AWAY, KEEP, host, write_site};

/// Search time in milliseconds.
const TIME: u64 = 1_500;
/// Tolerance for starting and reporting on a busy machine.
const LATE: f64 = 1_500.0;
/// Maximum milliseconds from stop to the end of a search.
const AT_ONCE: f64 = 50.0;

/// Runs a timed search with this number of threads, and a second one that is stopped after a third
/// of the time; returns the results, the number of helper threads used and the times.
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
            team.onMessage = ({ progress, thought }) => { \
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

/// Runs a search in the page's site and returns its end time.
const ANALYSE: &str = "const done = arguments[0]; \
    import('/net.js').then(({ connection }) => { \
        connection.listen((message) => { if (message.type === 'analysis' && message.done) done(message); }); \
        connection.send({ type: 'analyse', game: 'chess', rules: '', lines: 1, time: 700 }).catch((error) => done(`${error}`)); \
    });";

/// Waits until the threaded WebAssembly module is cached.
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
    let found = browser.script_async(THINK, &[json!(threads), json!(game), json!(TIME)]).await;
    assert!(found["error"].is_null(), "{found}");
    assert!(found["whole"]["best"].is_string(), "{found}");
    let took = found["whole"]["took"].as_f64().unwrap();
    assert!((TIME as f64 - 100.0..TIME as f64 + LATE).contains(&took), "{took} ms");
    let broken = found["broken"].as_array().unwrap();
    let soonest = broken.iter().map(|one| one["after"].as_f64().unwrap()).fold(f64::MAX, f64::min);
    // Other load may delay some of the stops, but not all.
    assert!((0.0..AT_ONCE).contains(&soonest), "{soonest} ms after the stop: {found}");
    let nodes = found["whole"]["nodes"].as_u64().unwrap();
    println!(
        "{game}, {threads} threads: {} positions a second, depth {}, stopped after {soonest:.0} ms",
        1_000 * nodes / took as u64,
        found["whole"]["depth"],
    );
    found
}

/// Asserts that the searches had helper threads. On a busy machine some may have had fewer.
fn assert_helped(found: &Value, threads: u64) {
    let (helped, all) = (found["helped"].as_u64().unwrap(), 5 * (threads - 1));
    assert!((all / 2..=all).contains(&helped), "{helped} of {all} threads");
}

/// Node counts of a fixed single-threaded search of each game in both modules.
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

/// Whether the threaded module is cached, which happens on first use.
async fn keeps_threads(browser: &Browser) -> bool {
    let kept = "const done = arguments[0]; \
        caches.match('/agon-threads.wasm').then((kept) => done(Boolean(kept)));";
    browser.script_async(kept, &[]).await == true
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_search_together_and_stop_at_once() {
    if !has_threads() {
        return;
    }
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    browser.set_script_timeout(Duration::from_secs(120)).await;
    assert!(is_isolated(&browser).await);
    browser.script_async(KEEP, &[]).await;
    assert!(!keeps_threads(&browser).await, "not requested yet");
    let signatures = browser.script_async(SIGNATURES, &[]).await;
    assert_eq!(signatures[0], signatures[1], "{signatures}");
    assert!(signatures[0][0].as_f64().unwrap() > 1_000.0, "{signatures}");
    for game in ["chess", "chinese-checkers"] {
        let one = think(&browser, 1, game).await;
        assert_eq!(one["helped"], 0);
        let two = think(&browser, 2, game).await;
        assert_helped(&two, 2);
    }
    // More threads than cores.
    assert_helped(&think(&browser, 4, "chess").await, 4);
    // Still available offline.
    browser.script_async(KEPT, &[]).await;
    site.stop().await;
    browser.expected.extend(AWAY);
    browser.go("/").await;
    browser.wait(&[".card:last-child .board"]).await;
    assert_helped(&think(&browser, 2, "chess").await, 2);
    browser.script_async(ANALYSE, &[]).await;
    browser.close().await;
}

/// The site loads the threaded module for full-strength searches only.
#[tokio::test(flavor = "multi_thread")]
async fn loads_the_threaded_module_on_first_use() {
    if !has_threads() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_site(folder.path());
    for isolated in [true, false] {
        let url = host(folder.path().to_owned(), isolated).await;
        let mut browser = Browser::open(&url).await;
        browser.set_script_timeout(Duration::from_secs(120)).await;
        browser.expected.extend(AWAY);
        assert_eq!(is_isolated(&browser).await, isolated);
        browser.wait(&[".card:last-child .board"]).await;
        browser.script_async(KEEP, &[]).await;
        assert!(!keeps_threads(&browser).await, "not requested yet");
        let found = browser.script_async(ANALYSE, &[]).await;
        assert!(found["nodes"].as_u64().unwrap() > 1_000, "{found}");
        let cores = browser.script("return navigator.hardwareConcurrency", &[]).await;
        if isolated && cores.as_u64().unwrap() > 1 {
            browser.script_async(KEPT, &[]).await;
        } else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert!(!keeps_threads(&browser).await, "no shared memory");
        }
        browser.close().await;
    }
}
