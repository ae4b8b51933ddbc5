//! Hebrew pages are laid out from right to left.

use agon_browser_tests::{Browser, Look, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn mirrors_the_page_but_not_the_board() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::default().language("he")).await;
    browser.wait_text("h1", "במה נשחק").await;
    assert_eq!(browser.script("return document.documentElement.dir", &[]).await, "rtl");
    let side = "const x = (c) => document.querySelector(c).getBoundingClientRect().x; \
                return x(arguments[0]) < x(arguments[1])";
    // The first card and the home link are on the right.
    let cards = [json!(".card:nth-child(2)"), json!(".card:nth-child(1)")];
    assert_eq!(browser.script(side, &cards).await, true);
    browser.on_one_screen("chess").await;
    browser.wait_text(".status", "לבן").await;
    let corners = [json!("[data-cell=a1]"), json!("[data-cell=h1]")];
    assert_eq!(browser.script(side, &corners).await, true);
    // Notation keeps its direction.
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
async fn switches_and_stores_the_language() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait_text("h1", "What shall we play?").await;
    browser.click("#header button").await;
    browser.select("dialog .field:has(option[value=he]) select", "he").await;
    browser.wait_text("h1", "במה נשחק").await;
    browser.reload().await;
    browser.wait_text("h1", "במה נשחק").await;
    // Game pages contain no English text.
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
