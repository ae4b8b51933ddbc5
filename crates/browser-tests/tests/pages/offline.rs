//! Offline play: with a server stopped after the first visit, and with static files only. Every
//! game is played to its end against the computer and locally.

mod threads;

use std::path::Path;
use std::time::Duration;

use agon_browser_tests::{Browser, MoveChooser, Site, play};
use agon_games::find;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Upper bound of own moves per game.
const MOST_MOVES: usize = 600;
/// Nodes per move.
const EXPERIENCE: u64 = 300;
const LEVEL: u8 = 5;

/// Expected browser errors without a server.
const AWAY: [&str; 4] = ["ERR_CONNECTION_REFUSED", "WebSocket", "404 (", "status of 404"];

/// Waits until the whole site is cached, which happens some seconds after the page was drawn.
const KEEP: &str = "const done = arguments[0]; \
    const kept = async (file) => { while (!(await caches.match(file))) \
        await new Promise((go) => setTimeout(go, 100)); }; \
    navigator.serviceWorker.ready.then(async ({ active }) => { \
        active.postMessage('keep'); await kept('/shell.json'); \
        active.postMessage('complete'); \
        const { later } = await (await caches.match('/shell.json')).json(); \
        for (const file of Object.keys(later)) await kept(file); done(true); });";

/// Creates a game and watches it.
const BEGIN: &str = "const [wish, done] = arguments; \
    import('/net.js').then(async ({ ask, connection }) => { \
        const { id } = await ask('/api/games', wish); \
        await connection.send({ type: 'watch', id }); done(id); }).catch((error) => done(`${error}`));";

/// Plays a move, if given, waits for the next own turn or the end, and returns the game.
const STEP: &str = "const [id, text, done] = arguments; \
    import('/net.js').then(async ({ ask, connection }) => { \
        let now = await ask('/api/games/' + id); \
        const { mine, state } = now; \
        const ours = ({ phase, turn }) => phase !== 'playing' || mine.includes(turn); \
        let heard = () => {}; \
        const there = new Promise((go) => { heard = go; }); \
        const unlisten = connection.listen((message) => { \
            if (message.type === 'event' && message.id === id && ours(message.state)) heard(); }); \
        const { ply, version } = state; \
        if (text) await connection.act(id, { do: 'move', ply, version, text }); \
        now = await ask('/api/games/' + id); \
        if (!ours(now.state)) { await there; now = await ask('/api/games/' + id); } \
        unlisten(); done(now); \
    }).catch((error) => done({ error: `${error} ${error.code}` }));";

/// Records a skip without the WebAssembly program.
pub(crate) fn is_built() -> bool {
    let built = agon_server::site_alone().is_some();
    agon_testkit::require(built, "needs the WebAssembly program: cargo xtask wasm")
}

/// Plays a whole game locally or against this level.
async fn whole_game(browser: &Browser, game: &str, rules: &str, level: Option<u8>) {
    let count = find(game).unwrap().open(rules, None).unwrap().seats().count();
    let seat = |number: usize| match level {
        Some(level) if number > 0 => json!({ "who": "computer", "level": level }),
        _ => json!({ "who": "me" }),
    };
    let seats: Vec<Value> = (0..count).map(seat).collect();
    let settings =
        json!({ "game": game, "rules": rules, "seats": seats, "listed": false, "pace": 0 });
    let id = browser.script_async(BEGIN, &[settings]).await;
    assert!(id.as_str().unwrap().starts_with("local"), "{id}");
    let mut move_chooser = MoveChooser::new(EXPERIENCE);
    let mut text = Value::Null;
    for _ in 0..MOST_MOVES {
        let now = browser.script_async(STEP, &[id.clone(), text]).await;
        assert_eq!(now["id"], id, "{now}");
        if now["state"]["phase"] != "playing" {
            let outcome = &now["state"]["outcome"]["verdict"];
            println!("{game} {rules} {level:?}: {} plies, {outcome}", now["state"]["ply"]);
            assert_eq!(now["state"]["phase"], "ended");
            assert_ne!(now["state"]["outcome"]["reason"], "unfinished");
            return;
        }
        text = json!(move_chooser.choose(&now));
    }
    panic!("{game} {rules}: no end");
}

/// Returns a browser with a cached site and a stopped server.
async fn after_the_first_visit() -> Browser {
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    browser.set_script_timeout(Duration::from_secs(120)).await;
    browser.script_async(KEEP, &[]).await;
    site.stop().await;
    browser.expected.extend(AWAY);
    browser.go("/").await;
    browser.wait(&[".card:last-child .board"]).await;
    browser
}

async fn whole_games(game: &str, rules: &[&str]) {
    if !is_built() {
        return;
    }
    let browser = after_the_first_visit().await;
    for rules in rules {
        whole_game(&browser, game, rules, Some(LEVEL)).await;
        whole_game(&browser, game, rules, None).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess() {
    whole_games("chess", &[""]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_checkers() {
    whole_games("chinese-checkers", &["", "six"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut() {
    whole_games("tablut", &[""]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone() {
    whole_games("abalone", &[""]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn morris() {
    whole_games("morris", &["", "layers=9"]).await;
}

/// A hint, a reload, a take-back and an analysis.
async fn by_hand(browser: &Browser) {
    browser.against_the_computer("morris").await;
    for ply in [1, 3] {
        let now = browser.game().await;
        browser.pick(&now, &now["view"]["moves"][0]).await;
        browser.wait_ply(ply + 1).await;
        browser.wait(&[".status.mine"]).await;
    }
    let before = browser.game().await;
    browser.reload().await;
    browser.wait(&[".status.mine"]).await;
    browser.wait_ply(4).await;
    let after = browser.game().await;
    assert_eq!((&before["steps"], &before["id"]), (&after["steps"], &after["id"]));
    browser.click("[data-do=hint]").await;
    browser.wait(&[".board .hint"]).await;
    browser.tool("back").await;
    browser.wait_gone(".moves [data-ply=\"4\"]").await;
    let back = browser.game().await;
    assert_eq!(back["state"]["ply"], 2);
    // The game is in the list of own games with its replay.
    browser.go("/").await;
    let tile = format!("[data-id=\"{}\"]", before["id"].as_str().unwrap());
    browser.wait(&[&tile]).await;
    browser.go("/analysis/chess").await;
    browser.wait(&[".best-lines li"]).await;
    study(browser).await;
    browser.go("/learn").await;
    browser.wait(&["main a[href^=\"/learn/\"]"]).await;
    browser.go("/help/tablut").await;
    browser.wait(&["main h1"]).await;
}

/// Explores computer games and saves a study.
async fn study(browser: &Browser) {
    browser.click(".explored-moves button").await;
    browser.wait(&[".tree [data-ply='1'][aria-current]"]).await;
    browser.click("[data-do=keep]").await;
    browser.wait(&["#study-title:focus"]).await;
    browser.keys("On my way\n".chars()).await;
    browser.wait_text(".kept", "On my way").await;
    browser.reload().await;
    browser.wait_text(".kept", "On my way").await;
    browser.wait(&[".tree [data-ply='1']"]).await;
}

/// Games played offline are uploaded to the archive of the server.
#[tokio::test(flavor = "multi_thread")]
async fn uploads_games_when_the_server_is_back() {
    if !is_built() {
        return;
    }
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    browser.set_script_timeout(Duration::from_secs(120)).await;
    browser.script_async(KEEP, &[]).await;
    let stopped = site.stop().await;
    browser.expected.extend(AWAY);
    browser.go("/").await;
    browser.wait(&[".card:last-child .board"]).await;
    browser.on_one_screen("tablut").await;
    for text in ["a6b6", "e7b7", "d9a9", "e6h6", "f9f8", "e5e7", "f1f2", "e7i7"] {
        browser.play(text).await;
    }
    browser.wait(&[".result"]).await;
    let here = browser.game().await;
    assert!(here["id"].as_str().unwrap().starts_with("local"), "{}", here["id"]);
    let site = stopped.start().await;
    browser.reload().await;
    browser.wait(&[".result"]).await;
    browser.tool("archive").await;
    // The URL changes before the page, which may show a result as well.
    let there = "const id = document.querySelector('.game')?.dataset.id; \
        return !!id && !id.startsWith('local')";
    browser.until("the game at the server", there, &[]).await;
    browser.wait(&[".result"]).await;
    let there = browser.game().await;
    let texts = |game: &Value| -> Vec<Value> {
        game["steps"].as_array().unwrap().iter().map(|step| step["text"].clone()).collect()
    };
    assert_eq!(texts(&there), texts(&here));
    browser.go("/archive").await;
    browser.wait(&[".finals li"]).await;
    browser.close().await;
    drop(site);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_playing_without_server() {
    if !is_built() {
        return;
    }
    let browser = after_the_first_visit().await;
    by_hand(&browser).await;
    browser.close().await;
}

/// A static file server that does not know page URLs, with or without the headers that enable
/// shared memory.
async fn host(folder: std::path::PathBuf, isolated: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(send_file(folder.clone(), isolated, stream));
        }
    });
    url
}

const ISOLATED: &str = "cross-origin-opener-policy: same-origin\r\n\
    cross-origin-embedder-policy: require-corp\r\n";

async fn send_file(folder: std::path::PathBuf, isolated: bool, mut stream: TcpStream) {
    let mut request = vec![0; 8 << 10];
    let mut length = 0;
    while !request[..length].windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut request[length..]).await {
            Ok(more) if more > 0 => length += more,
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request[..length]);
    let path = request.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let mut file = folder.join(path.trim_matches('/'));
    if file.is_dir() {
        file = file.join("index.html");
    }
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, content) = match std::fs::read(&file) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", b"there is no such file".to_vec()),
    };
    let more = if isolated { ISOLATED } else { "" };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n{more}\r\n",
        content.len()
    );
    // Ignore clients that disconnect.
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&content).await;
}

fn write_site(folder: &Path) {
    for (name, content) in agon_server::site_alone().unwrap() {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn works_on_a_static_file_server() {
    if !is_built() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_site(folder.path());
    let url = host(folder.path().to_owned(), false).await;
    let mut browser = Browser::open(&url).await;
    browser.set_script_timeout(Duration::from_secs(120)).await;
    browser.expected.extend(AWAY);
    browser.wait(&[".card:last-child .board"]).await;
    browser.script_async(KEEP, &[]).await;
    by_hand(&browser).await;
    browser.go("/").await;
    browser.wait(&[".card:last-child .board"]).await;
    for game in play::games() {
        whole_game(&browser, game, "", Some(LEVEL)).await;
    }
    browser.close().await;
}
