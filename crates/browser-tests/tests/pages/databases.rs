//! The host builds a tablebase, and players can use it.

use agon_browser_tests::{Browser, Site};

/// Row of the small board, which is solved in seconds.
const SMALL: &str = "#host-databases li[data-id=morris2]";

#[tokio::test(flavor = "multi_thread")]
async fn builds_a_tablebase_and_plays_with_it() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    // Without the tablebase the perfect player is disabled, with the reason.
    browser.plan("morris", "computer").await;
    browser.more().await;
    browser.wait_text("dialog .missing[data-kind=perfect]", "database").await;
    browser.click("dialog .ends button:not(.main-action)").await;
    // The host key is in the printed address; without it the page shows nothing.
    browser.go(&format!("/host#key={}", site.host_key)).await;
    browser.wait_text(SMALL, "Not there").await;
    browser.click(&format!("{SMALL} button")).await;
    browser.wait_text(SMALL, "There").await;
    assert!(!browser.is_visible(&format!("{SMALL} button")).await);
    // The perfect player can be chosen without a reload.
    browser.click("#header a").await;
    browser.plan("morris", "computer").await;
    browser.wait_gone("dialog .missing").await;
    browser.choose_picture("layers", "2").await;
    browser.more().await;
    browser.select("dialog .kinds select[aria-label$=\"Kind\"]", "perfect").await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    browser.click("[data-do=hint]").await;
    browser.wait_text(".status", "(drawn)").await;
    browser.wait_count(".verdict", 16).await;
    let text = browser.game().await["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
    browser.play(&text).await;
    browser.wait_ply(2).await;
    // The analysis lists all moves; the lists keep their height while loading.
    browser.watch_controls(".best-lines, .verdicts, .tree .list, .explorer").await;
    browser.go("/analysis/morris?rules=layers=2").await;
    browser.wait_count(".verdicts li", 16).await;
    browser.watch_controls_anew().await;
    browser.click(".verdicts li:first-child button").await;
    browser.wait_count(".verdicts li", 15).await;
    browser.wait(&[".verdicts li"]).await;
    let moved = browser.moved_controls().await;
    assert!(moved.is_empty(), "{moved:#?}");
    browser.close().await;
}
