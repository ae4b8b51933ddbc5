//! Registering, signing in on another device and signing out.

use std::time::Duration;

use agon_browser_tests::{Browser, Site};

/// Opens the account dialog.
async fn account(browser: &Browser) {
    browser.click("#header button").await;
    browser.click("dialog [data-do=account]").await;
    browser.wait(&[".account .inside"]).await;
}

/// Fills in the fields of a form, starting at `field`, and submits it.
async fn fill(browser: &Browser, field: &str, texts: &[&str]) {
    browser.click(field).await;
    browser.script("document.activeElement.select()", &[]).await;
    browser.keys(format!("{}\n", texts.join("\t")).chars()).await;
}

const KEEP: &str = ".account form[aria-label='Keep my name'] input";
const ENTER: &str = ".account form[aria-label='I have a password'] input";
const CHANGE: &str = ".account form[aria-label='Change the password'] input";

#[tokio::test(flavor = "multi_thread")]
async fn registers_and_ends_sessions() {
    let site = Site::start().await;
    let mut here = Browser::open(&site.url).await;
    account(&here).await;
    here.wait_text(".account", "You are here as a guest").await;
    fill(&here, KEEP, &["Anna", "correct horse"]).await;
    here.wait_text(".account", "You are signed in as Anna").await;
    here.wait_text(".account .sessions .badge", "this device").await;

    let mut there = Browser::open(&site.url).await;
    account(&there).await;
    fill(&there, ENTER, &["anna", "wrong horse"]).await;
    there.wait_text(".account .problem:not(:empty)", "Name or password are wrong").await;
    fill(&there, ENTER, &["anna", "correct horse"]).await;
    there.wait_gone(".account").await;
    account(&there).await;
    there.wait_text(".account", "You are signed in as Anna").await;
    there.wait_count(".account .sessions li", 2).await;

    // Ending the other session turns that browser into a guest.
    here.click(".account .ends button").await;
    account(&here).await;
    here.click(".account .sessions li button").await;
    let alone = "return document.querySelectorAll('.account .sessions li').length === 1";
    here.until("one session", alone, &[]).await;
    there.wait_text("#notice", "You were signed out").await;
    there.go("/").await;
    account(&there).await;
    there.wait_text(".account", "You are here as a guest").await;

    // A taken name is refused, even with a look-alike letter.
    fill(&there, KEEP, &["\u{410}nna", "battery staple"]).await;
    there.wait_text(".account .problem:not(:empty)", "belongs to somebody else").await;

    // Change the password and sign out.
    fill(&here, CHANGE, &["wrong horse", "battery staple"]).await;
    here.wait_text(".account .problem:not(:empty)", "Name or password are wrong").await;
    fill(&here, CHANGE, &["correct horse", "battery staple"]).await;
    here.wait_text("#notice", "The password is changed").await;
    here.wait_text(".account", "You are signed in as Anna").await;
    // The socket reconnects after a password change; the confirmation must remain visible.
    tokio::time::sleep(Duration::from_millis(700)).await;
    here.wait_text("#notice", "The password is changed").await;
    here.click("[data-do=sign-out]").await;
    here.wait_gone(".account").await;
    account(&here).await;
    here.wait_text(".account", "You are here as a guest").await;
    // The refusal was intended.
    here.expected = vec!["401"];
    there.expected = vec!["401", "409"];
    here.close().await;
    there.close().await;
}
