//! Layout of game pages: everything needed to play is inside the window.

use agon_browser_tests::input::keys::TAB;
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// A small laptop and a small phone.
const SIZES: [(u32, u32); 2] = [(1280, 720), (360, 640)];

/// Creates local games with clocks for every game and preset, and for the largest board; returns
/// their URLs with player count and preset.
const MAKE: &str = "const done = arguments[0]; \
    make().then(done); \
    async function make() { \
        const entries = await (await fetch('/api/catalog')).json(); \
        const wanted = entries.flatMap((entry) => [ \
            { game: entry.id, rules: '', seats: entry.seats }, \
            ...entry.presets.filter(({ seats }) => seats.length > 2) \
                .map(({ rules, seats }) => ({ game: entry.id, rules, seats })), \
            ...entry.options.filter(({ name }) => name === 'layers') \
                .map(({ values }) => ({ game: entry.id, rules: `layers=${values.max}`, seats: entry.seats })), \
        ]); \
        const made = []; \
        for (const { game, rules, seats } of wanted) { \
            const body = JSON.stringify({ game, rules, \
                clock: { kind: 'increment', main: 600000, add: 0 }, \
                seats: seats.map((_, i) => ({ who: 'me', name: `Somebody ${i + 1}` })) }); \
            const headers = { 'content-type': 'application/json' }; \
            const { id } = await (await fetch('/api/games', { method: 'POST', headers, body })).json(); \
            made.push({ path: `/game/${id}`, game, rules, players: seats.length }); \
        } \
        return made; \
    }";

/// Returns layout errors: parts outside the window, and player panels that cover the board or are
/// detached from it.
const MISPLACED: &str = "const seen = (selector) => [...document.querySelectorAll(selector)] \
        .filter((element) => element.checkVisibility()); \
    const box = (element) => element.getBoundingClientRect(); \
    const name = (element) => element.className || element.localName; \
    const wanted = { '.play > .stage > agon-board': 1, '.player': arguments[0], \
        '.player .clock': arguments[0], '.play .tools': 1, '.status': 1, '.play > .top': 1 }; \
    const wrong = []; \
    for (const [selector, count] of Object.entries(wanted)) { \
        const found = seen(selector); \
        if (found.length !== count) wrong.push(`${found.length} times ${selector}`); \
        for (const element of [...found, ...seen('.play .tools .tool')]) { \
            const { left, top, right, bottom } = box(element); \
            if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) \
                wrong.push(`${name(element)} outside: ${[left, top, right, bottom]}`); \
        } \
    } \
    const board = box(document.querySelector('.stage > agon-board')); \
    const covers = (one) => one.left < board.right && one.right > board.left \
        && one.top < board.bottom && one.bottom > board.top; \
    for (const element of seen('.player, .result, .question, .play .tools')) \
        if (covers(box(element))) wrong.push(`${name(element)} covers the board`); \
    const above = box(document.querySelector('.above-board')); \
    const below = box(document.querySelector('.below-board')); \
    if (seen('.above-board .player').length && Math.abs(board.top - above.bottom) > 12) \
        wrong.push(`above: ${above.bottom} and ${board.top}`); \
    if (Math.abs(below.top - board.bottom) > 12) wrong.push(`below: ${board.bottom} and ${below.top}`); \
    if (document.scrollingElement.scrollWidth > innerWidth) wrong.push('wider than the window'); \
    return wrong";

/// Resizes the window.
async fn resize(browser: &Browser, (width, height): (u32, u32)) {
    let metrics =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    browser.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    let there = "return innerWidth === arguments[0] && innerHeight === arguments[1]";
    browser.until("another size", there, &[json!(width), json!(height)]).await;
}

/// Waits until the layout has no errors.
async fn all_in_place(browser: &Browser, what: &str, players: &Value) {
    for size in SIZES {
        resize(browser, size).await;
        // Two frames for the redraw after a resize.
        let frames = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
        browser.script_async(frames, &[]).await;
        let wrong = browser.script(MISPLACED, std::slice::from_ref(players)).await;
        assert_eq!(wrong, json!([]), "{what} at {size:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_needed_to_play_is_inside_the_window() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait_for_session().await;
    let made = browser.script_async(MAKE, &[]).await;
    let made = made.as_array().unwrap();
    let many: Vec<&Value> = made.iter().map(|one| &one["players"]).collect();
    assert!((2..=6).all(|players| many.contains(&&json!(players))), "{many:?}");
    for language in ["en", "he"] {
        browser.remember(&json!({"language": language, "sound": false})).await;
        for one in made {
            // Hebrew is checked with two and six players only.
            let usual = [2, 6].map(Value::from).contains(&one["players"]);
            if language == "he" && !usual {
                continue;
            }
            browser.go(one["path"].as_str().unwrap()).await;
            browser.wait(&[".status.mine"]).await;
            all_in_place(&browser, &format!("{language} {one}"), &one["players"]).await;
            // Rules other than the default are named.
            if one["rules"] != "" {
                browser.wait(&[".play > .top .variant:not(:empty)"]).await;
            }
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn result_and_rules_are_beside_the_board() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait_for_session().await;
    let made = browser.script_async(MAKE, &[]).await;
    let path = |players: u64| {
        let found = made.as_array().unwrap().iter().find(|one| one["players"] == players);
        found.unwrap()["path"].as_str().unwrap().to_owned()
    };
    resize(&browser, SIZES[0]).await;
    browser.go(&path(2)).await;
    // The rules open beside the board on the same page.
    browser.click("[data-do=show-rules]").await;
    browser.wait(&[".drawer section h2"]).await;
    browser.wait(&[".stage > agon-board"]).await;
    browser.click("[data-do=close-drawer]").await;
    browser.wait_gone(".drawer").await;
    // A link for spectators.
    browser.tool("link").await;
    let link = "const field = document.querySelector('.drawer input'); \
        return field && field.value.startsWith(location.href) ? field.value : null";
    browser.until("a link", link, &[]).await;
    browser.click("[data-do=close-drawer]").await;
    // A tool shows its name on keyboard focus.
    assert!(!browser.is_visible(".tools [data-do=turn] .tip").await);
    browser.script("document.querySelector('.tools [data-do=resign]').focus()", &[]).await;
    browser.keys([TAB]).await;
    browser.wait_text(".tools [data-do=turn]:focus .tip", "Turn the board").await;
    // The result covers nothing, also on a phone.
    for players in [2, 3] {
        resize(&browser, SIZES[0]).await;
        browser.go(&path(players)).await;
        browser.wait(&[".status.mine"]).await;
        for _ in 1..players {
            browser.click("[data-do=resign]").await;
            browser.click("[data-do=yes]").await;
        }
        browser.wait(&["#result-title"]).await;
        for size in SIZES {
            resize(&browser, size).await;
            let covers = "const box = (s) => document.querySelector(s).getBoundingClientRect(); \
                const [board, panel] = [box('.stage > agon-board'), box('.result')]; \
                return panel.left < board.right && panel.right > board.left \
                    && panel.top < board.bottom && panel.bottom > board.top";
            assert_eq!(browser.script(covers, &[]).await, false, "{players} at {size:?}");
            let main = "return document.querySelector('.result .main-action') \
                .getBoundingClientRect().bottom <= innerHeight";
            if players == 2 {
                assert_eq!(browser.script(main, &[]).await, true, "main action at {size:?}");
            }
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn announces_the_turn_after_the_computer_move() {
    let site = Site::start().await;
    let look = Look { motion: true, ..Look::default() };
    let browser = Browser::with(&site.url, &look).await;
    browser.against_the_computer("chess").await;
    let watch = "window.announced = 0; window.early = 0; \
        const board = document.querySelector('.stage > agon-board'); \
        const look = () => { \
            if (board.state.announced) { \
                window.announced += 1; \
                if (document.querySelector('.status.mine') || document.title.startsWith('●')) \
                    window.early += 1; \
            } \
            requestAnimationFrame(look); \
        }; look();";
    let title = "return document.title.startsWith('● Your turn') \
        && document.querySelector('link[rel=icon]').href.endsWith('/icon-turn.svg')";
    browser.until("a sign in the tab", title, &[]).await;
    browser.script(watch, &[]).await;
    browser.play("e2e4").await;
    browser.wait_ply(2).await;
    browser.until("my turn in the tab", title, &[]).await;
    browser.wait(&[".status.mine"]).await;
    let seen = browser.script("return [window.announced > 0, window.early]", &[]).await;
    assert_eq!(seen, json!([true, 0]));
    // Other pages have the default tab icon.
    browser.go("/about").await;
    browser.until("no sign", "return !document.title.startsWith('●')", &[]).await;
    browser.close().await;
}

/// No layout shift while the user replays moves and the computer is thinking.
#[tokio::test(flavor = "multi_thread")]
async fn causes_no_layout_shift() {
    let site = Site::start().await;
    for look in [Look::default(), Look::phone()] {
        let browser = Browser::blank(&site.url, &look).await;
        browser.watch_controls(".list").await;
        browser.go("/").await;
        browser.against_the_computer("chess").await;
        browser.watch_controls_anew().await;
        for (text, ply) in [("e2e4", 2), ("d2d4", 4)] {
            browser.play(text).await;
            browser.wait_ply(ply).await;
            browser.wait(&[".status.mine"]).await;
        }
        let moved = browser.moved_controls().await;
        assert!(moved.is_empty(), "{look:?}: {moved:#?}");
        browser.close().await;
    }
}
