//! In Hebrew the pages run from right to left.

use agon_browser_tests::{Browser, Look, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_turned_and_the_board_is_not() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::default().language("he")).await;
    browser.wait_text("h1", "במה נשחק").await;
    assert_eq!(browser.script("return document.documentElement.dir", &[]).await, "rtl");
    let side = "const x = (c) => document.querySelector(c).getBoundingClientRect().x; \
                return x(arguments[0]) < x(arguments[1])";
    // The first card is on the right, and the sign of the house too.
    let cards = [json!(".card:nth-child(2)"), json!(".card:nth-child(1)")];
    assert_eq!(browser.script(side, &cards).await, true);
    browser.on_one_screen("chess").await;
    browser.wait_text(".status", "לבן").await;
    let corners = [json!("[data-cell=a1]"), json!("[data-cell=h1]")];
    assert_eq!(browser.script(side, &corners).await, true);
    // Notation stays as it is, also in its order.
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        browser.play(text).await;
    }
    browser.wait_text(".result .reason", "מט").await;
    assert_eq!(browser.text(".moves [data-ply=\"4\"]").await, "Qh4#");
    let moves = [json!(".moves [data-ply=\"1\"]"), json!(".moves [data-ply=\"2\"]")];
    assert_eq!(browser.script(side, &moves).await, true);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_is_switched_and_remembered() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait_text("h1", "What shall we play?").await;
    browser.click("#header button").await;
    browser.select("dialog .field:has(option[value=he]) select", "he").await;
    browser.wait_text("h1", "במה נשחק").await;
    browser.reload().await;
    browser.wait_text("h1", "במה נשחק").await;
    // No English is left on the pages of the games.
    for game in agon_browser_tests::play::games() {
        browser.go(&format!("/help/{game}")).await;
        browser.wait(&[".help h2"]).await;
        let text = browser.text("main").await;
        let latin: Vec<&str> = text
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter(|word| word.len() > 3 && !["Enter", "Escape", "Space", "Home"].contains(word))
            .collect();
        assert_eq!(latin, Vec::<&str>::new(), "{game}");
    }
    browser.close().await;
}
