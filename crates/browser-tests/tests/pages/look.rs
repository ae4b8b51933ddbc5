//! Appearance of boards and pieces.

use agon_browser_tests::input::{cell, keys};
use agon_browser_tests::play::games;
use agon_browser_tests::{Browser, Look, Site};
use serde_json::json;

/// Fills of the board squares.
const FILLS: &str = "return [...new Set([...document.querySelectorAll('main .board .square')] \
    .map((square) => square.getAttribute('fill').replace(/^url\\(#([a-z]+).*$/, '$1')))].sort()";

#[tokio::test(flavor = "multi_thread")]
async fn chooses_boards_and_pieces_by_picture() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    assert_eq!(browser.script(FILLS, &[]).await, json!(["maple", "walnut"]));
    let knight = "return document.querySelector('.men .knight use').getAttribute('href')";
    assert_eq!(browser.script(knight, &[]).await, "#classic-knight-white");
    browser.click("#header button").await;
    browser.click("dialog input[name=boards][value=slate]").await;
    browser.until("slate", "return !!document.querySelector('main .boards-slate')", &[]).await;
    assert_eq!(browser.script(FILLS, &[]).await, json!(["limestone", "slate"]));
    browser.click("dialog input[name=pieces][value=flat]").await;
    let flat = "return document.querySelector('.men .knight use').getAttribute('href') \
                === '#flat-knight-white'";
    browser.until("flat pieces", flat, &[]).await;
    let token = "return document.querySelector('.player .token use').getAttribute('href')";
    assert!(browser.script(token, &[]).await.as_str().unwrap().starts_with("#flat-"));
    // The choice persists, and the pieces remain usable.
    browser.reload().await;
    browser.wait(&["main .boards-slate"]).await;
    browser.until("flat pieces", flat, &[]).await;
    browser.play("e2e4").await;
    browser.wait(&[".marks .last", ".marks .trail"]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_and_coordinates_are_settings() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("abalone").await;
    assert!(!browser.is_visible(".men .mark").await, "marks are off by default");
    assert!(browser.is_visible(".lettering").await);
    browser.click("#header button").await;
    browser.click("dialog .check:has(+ .check) input").await;
    let unlettered = "return getComputedStyle(document.querySelector('.lettering')).display \
                      === 'none'";
    browser.until("no letters", unlettered, &[]).await;
    browser.click("dialog .check + .check input").await;
    browser.wait(&[".men .mark"]).await;
    browser.keys([keys::ESCAPE]).await;
    browser.wait_gone("dialog").await;
    // The contrast theme turns marks on.
    browser.remember(&json!({"theme": "contrast"})).await;
    browser.reload().await;
    browser.wait(&[".men .mark"]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_cell_names_on_hover_and_focus() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chinese-checkers").await;
    browser.click_cells(&["h5".into()]).await;
    let named = "return document.querySelector('.finder .tag')?.textContent === arguments[0]";
    browser.until("the name of h5", named, &[json!("h5")]).await;
    browser.wait_count(".finder .straight", 3).await;
    browser.keys([keys::RIGHT]).await;
    browser.until("the name of h4", named, &[json!("h4")]).await;
    // Boards with squares have edge coordinates only.
    browser.go("/").await;
    browser.on_one_screen("tablut").await;
    browser.click_cells(&["e3".into()]).await;
    assert_eq!(browser.count(".finder *").await, 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn highlights_mills_and_check() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("morris").await;
    for text in ["a1", "b2", "a4", "d2"] {
        browser.play(text).await;
    }
    // Already while the user chooses the piece to remove.
    browser.click_cells(&["a7".into()]).await;
    browser.wait(&[".marks .row", ".above .ring.asked"]).await;
    browser.click_cells(&["b2".into()]).await;
    browser.wait_ply(5).await;
    browser.wait(&[".marks .row"]).await;
    browser.play("g1").await;
    browser.wait_gone(".marks .row").await;
    browser.go("/").await;
    browser.on_one_screen("chess").await;
    for text in ["e2e4", "d7d6", "f1b5"] {
        browser.play(text).await;
    }
    browser.wait(&[".marks .alarm"]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn animations_use_transforms_and_never_block() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look { motion: true, ..Look::default() }).await;
    browser.on_one_screen("chess").await;
    for text in ["e2e4", "d7d5"] {
        browser.play(text).await;
    }
    // Click and read the animations in the same task.
    let animated = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', \
            {bubbles: true})); \
        document.querySelector(arguments[1]).dispatchEvent(new MouseEvent('click', \
            {bubbles: true})); \
        return [...new Set(document.getAnimations() \
            .filter((one) => one.effect.target.closest('.men')) \
            .flatMap((one) => one.effect.getKeyframes().flatMap((frame) => Object.keys(frame))))] \
            .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)) \
            .sort()";
    let names = browser.script(animated, &[json!(cell("e4")), json!(cell("d5"))]).await;
    assert_eq!(names, json!(["opacity", "transform"]));
    browser.wait_ply(3).await;
    // The captured piece is removed at the end.
    browser
        .until("31 men", "return document.querySelectorAll('.board .man').length === 31", &[])
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reduced_motion_disables_animations() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    for game in games() {
        browser.go("/").await;
        browser.on_one_screen(game).await;
        let known = browser.game().await;
        let text = known["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
        browser.play(&text).await;
        let moving =
            "return document.querySelector('.board').getAnimations({subtree: true}).length";
        assert_eq!(browser.script(moving, &[]).await, 0, "{game}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn textures_are_generated_locally_and_once() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    let pictures = "return [...document.querySelectorAll('pattern image')] \
        .map((image) => image.getAttribute('href').slice(0, 15))";
    let found = browser.script(pictures, &[]).await;
    let found = found.as_array().unwrap();
    assert!((3..=6).contains(&found.len()), "{found:?}");
    assert!(found.iter().all(|address| address == "data:image/bmp;"), "{found:?}");
    // Another board of the same material generates no new texture.
    let before = found.len();
    browser.on_one_screen("chess").await;
    let after = browser.script(pictures, &[]).await;
    assert!(after.as_array().unwrap().len() <= before);
    browser.close().await;
}
