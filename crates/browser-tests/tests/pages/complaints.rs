//! Errors on a page fail the test.

use agon_browser_tests::{Browser, Site};
use serde_json::json;

/// Runs a faulty script and expects an error message that contains `words`.
async fn expect_error(browser: &Browser, script: &str, words: &str) {
    let script = format!("const done = arguments[0]; {script}; setTimeout(done, 0)");
    browser.script_async(&script, &[]).await;
    let mut errors = Vec::new();
    for _ in 0..50 {
        errors.extend(browser.complaints().await);
        if errors.iter().any(|text| text.contains(words)) {
            return;
        }
        browser.script_async("setTimeout(arguments[0], 20)", &[]).await;
    }
    panic!("no error reported for {script}: {errors:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_errors_and_failed_requests() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    assert_eq!(browser.complaints().await, Vec::<String>::new());
    expect_error(&browser, "console.error('one thing')", "one thing").await;
    expect_error(&browser, "console.warn('another thing')", "another thing").await;
    expect_error(&browser, "setTimeout(() => { throw new Error('thrown'); })", "thrown").await;
    expect_error(&browser, "Promise.reject(new Error('rejected'))", "rejected").await;
    expect_error(&browser, "fetch('/api/games/nothing')", "404").await;
    expect_error(&browser, "fetch('/no-such-file.js')", "no-such-file.js").await;
    expect_error(
        &browser,
        "document.body.append(Object.assign(new Image(), {src: '/gone.png'}))",
        "gone",
    )
    .await;
    // No server listens there.
    expect_error(&browser, "fetch('http://127.0.0.1:9/').catch(() => {})", "127.0.0.1:9").await;
    // Expected errors are not reported.
    let mut browser = browser;
    browser.expected = vec!["one thing"];
    browser.script("console.error('one thing'); console.error(arguments[0])", &[json!("x")]).await;
    let errors = browser.complaints().await;
    assert!(errors.len() == 1 && errors[0].contains("\"x\""), "{errors:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "browser errors")]
async fn page_error_fails_the_test() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.script("console.error('wrong')", &[]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "call Browser::close")]
async fn unclosed_browser_fails_the_test() {
    let site = Site::start().await;
    drop(Browser::open(&site.url).await);
}
