//! What goes wrong on a page does not stay hidden from the tests.

use agon_browser_tests::{Browser, Site};
use serde_json::json;

/// Does something wrong on a page; the browser must complain about it with these words.
async fn told(browser: &Browser, wrong: &str, words: &str) {
    let script = format!("const done = arguments[0]; {wrong}; setTimeout(done, 0)");
    browser.later(&script, &[]).await;
    let mut heard = Vec::new();
    for _ in 0..50 {
        heard.extend(browser.complaints().await);
        if heard.iter().any(|text| text.contains(words)) {
            return;
        }
        browser.later("setTimeout(arguments[0], 20)", &[]).await;
    }
    panic!("nobody complained about {wrong}: {heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_and_failed_requests_are_heard() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    assert_eq!(browser.complaints().await, Vec::<String>::new());
    told(&browser, "console.error('one thing')", "one thing").await;
    told(&browser, "console.warn('another thing')", "another thing").await;
    told(&browser, "setTimeout(() => { throw new Error('thrown'); })", "thrown").await;
    told(&browser, "Promise.reject(new Error('rejected'))", "rejected").await;
    told(&browser, "fetch('/api/games/nothing')", "404").await;
    told(&browser, "fetch('/no-such-file.js')", "no-such-file.js").await;
    told(&browser, "document.body.append(Object.assign(new Image(), {src: '/gone.png'}))", "gone")
        .await;
    // Nobody listens there.
    told(&browser, "fetch('http://127.0.0.1:9/').catch(() => {})", "127.0.0.1:9").await;
    // What a test expects is not told.
    let mut browser = browser;
    browser.expected = vec!["one thing"];
    browser.script("console.error('one thing'); console.error(arguments[0])", &[json!("x")]).await;
    let heard = browser.complaints().await;
    assert!(heard.len() == 1 && heard[0].contains("\"x\""), "{heard:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "the browser complains")]
async fn a_test_with_an_error_on_a_page_fails() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.script("console.error('wrong')", &[]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "close the browser")]
async fn a_test_that_does_not_ask_fails() {
    let site = Site::start().await;
    drop(Browser::open(&site.url).await);
}
