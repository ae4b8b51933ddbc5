//! The host has a game solved, and whoever plays gets to know what its positions are worth.

use agon_browser_tests::{Browser, Site};

/// The row of the small board, which is solved in seconds.
const SMALL: &str = "#host-databases li[data-id=morris2]";

#[tokio::test(flavor = "multi_thread")]
async fn the_host_computes_a_database_and_computers_play_perfectly_with_it() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    // Without it the kind is shown, with the reason why nobody can choose it.
    browser.plan("morris", "computer").await;
    browser.more().await;
    browser.wait_text("dialog .missing[data-kind=perfect]", "database").await;
    browser.click("dialog .ends button:not(.main-action)").await;
    // The key is in the address that the server prints; with another one nothing is told.
    browser.go(&format!("/host#key={}", site.host_key)).await;
    browser.wait_text(SMALL, "Not there").await;
    browser.click(&format!("{SMALL} button")).await;
    browser.wait_text(SMALL, "There").await;
    assert!(!browser.sees(&format!("{SMALL} button")).await);
    // Without a reload the kind can be chosen now.
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
    // Beside an analysis every move is listed; until the next list comes, its room is kept.
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
