//! Small screens and touch input.

use agon_browser_tests::play::{Clicks, find, games};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// Asserts that nothing is wider than the page, which is as wide as the screen. (Board shadows may
/// overflow, and option rows in the dialog scroll.)
async fn fits(browser: &Browser, page: &str) {
    let wide = "const box = document.scrollingElement; \
        const wide = [...document.querySelectorAll('body *')].filter((element) => \
            element.checkVisibility() && !element.closest('.unseen, .skip, .ground, .new-game .choices') \
            && (element.getBoundingClientRect().right > innerWidth + 1 \
                || element.getBoundingClientRect().left < -1)); \
        return [innerWidth, box.scrollWidth, wide.slice(0, 3).map((element) => element.outerHTML)]";
    let found = browser.script(wide, &[]).await;
    assert_eq!(found, json!([360, 360, []]), "{page}");
}

/// Asserts minimum sizes of touch targets: 44 pixels, in move lists 32.
async fn can_be_hit(browser: &Browser, page: &str) {
    let small = "return [...document.querySelectorAll('button, select, input, a.button, nav a')] \
        .filter((element) => element.checkVisibility() && !element.closest('.list')) \
        .map((element) => element.closest('label') ?? element) \
        .filter((element) => { \
            const { width, height } = element.getBoundingClientRect(); \
            return Math.round(height) < 44 || Math.round(width) < 24; }) \
        .map((element) => element.outerHTML)";
    assert_eq!(browser.script(small, &[]).await, json!([]), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits() {
    let site = Site::start().await;
    // The language with the longest words, and a right-to-left one.
    for language in ["es", "he"] {
        let browser = Browser::with(&site.url, &Look::phone().language(language)).await;
        browser.remember(&json!({"level": 1, "sound": false})).await;
        browser.wait(&[".card:last-child .board"]).await;
        fits(&browser, "home").await;
        can_be_hit(&browser, "home").await;
        for page in browser.pages().await {
            browser.go(&page).await;
            browser.wait(&["h1"]).await;
            fits(&browser, &page).await;
            can_be_hit(&browser, &page).await;
        }
        for game in games() {
            browser.go("/").await;
            browser.tap(&format!("[data-game=\"{game}\"] .buttons button:not(.main-action)")).await;
            browser.wait(&["dialog"]).await;
            fits(&browser, "new game").await;
            browser.tap("dialog input[name=mode][value=local]").await;
            browser.tap("dialog .ends .main-action").await;
            browser.wait(&[".status.mine"]).await;
            fits(&browser, game).await;
            can_be_hit(&browser, game).await;
            let width = "return document.querySelector('agon-board').getBoundingClientRect().width";
            let width = browser.script(width, &[]).await.as_f64().unwrap();
            assert!(width > 330.0, "the board of {game} is {width} wide");
        }
        browser.tap("[data-do=resign]").await;
        browser.tap("[data-do=yes]").await;
        browser.wait(&[".result"]).await;
        fits(&browser, "result").await;
        browser.go("/archive").await;
        browser.wait(&[".finals li"]).await;
        fits(&browser, "archive").await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_a_whole_game_by_touch() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::phone()).await;
    let listen = "window.kinds = []; for (const kind of ['pointerdown', 'touchstart']) \
        addEventListener(kind, (e) => window.kinds.push(e.pointerType ?? kind), true)";
    browser.wait(&[".card:last-child .board"]).await;
    browser.script(listen, &[]).await;
    browser.tap("[data-game=chess] .buttons button:not(.main-action)").await;
    browser.tap("dialog input[name=mode][value=local]").await;
    browser.tap("dialog .ends .main-action").await;
    browser.wait(&[".status.mine"]).await;
    // A tap on an empty square does nothing; taps and drags play until mate.
    browser.tap_cells(&["e5".into()]).await;
    browser.wait_text(".status.warn", "Choose one of your pieces").await;
    browser.tap_cells(&["f2".into(), "f3".into()]).await;
    browser.wait_ply(1).await;
    browser.drag_by_finger("e7", "e5").await;
    browser.wait_ply(2).await;
    browser.tap_cells(&["g2".into(), "g4".into()]).await;
    browser.wait_ply(3).await;
    browser.drag_by_finger("d8", "h4").await;
    browser.wait_text(".result .reason", "checkmate").await;
    let kinds = browser.script("return [...new Set(window.kinds)].sort()", &[]).await;
    assert_eq!(kinds, json!(["touch", "touchstart"]), "only a finger was used");
    // The page did not scroll during the drags.
    assert_eq!(browser.script("return scrollX", &[]).await, 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hits_small_cells() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::phone()).await;
    for game in ["chinese-checkers", "abalone", "morris"] {
        browser.go("/").await;
        browser.tap(&format!("[data-game=\"{game}\"] .buttons button:not(.main-action)")).await;
        browser.tap("dialog input[name=mode][value=local]").await;
        browser.tap("dialog .ends .main-action").await;
        for ply in 1..=4 {
            browser.wait(&[".status.mine"]).await;
            let now = browser.game().await;
            let moves = now["view"]["moves"].as_array().unwrap();
            let text = moves[moves.len() * 2 / 3]["text"].as_str().unwrap();
            let Clicks { cells, .. } = Clicks::of(&now, find(&now, text));
            browser.tap_cells(&cells).await;
            browser.wait_ply(ply).await;
            let last: Value = browser.game().await["steps"][ply as usize - 1]["text"].clone();
            assert_eq!(last, text, "{game}: the finger hit another hole");
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chooses_a_promotion_by_touch() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::phone()).await;
    // The touch that moves the pawn does not choose a promotion.
    browser.until_promotion().await;
    browser.tap("[data-kind=knight]").await;
    browser.wait_ply(9).await;
    assert_eq!(browser.game().await["steps"][8]["text"], "h7g8n");
    browser.close().await;
}
