//! First visits: home page, invitation link, second device, wall display.

use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// Returns the picture in an element.
async fn drawn(browser: &Browser, selector: &str) -> Value {
    let read = "return document.querySelector(arguments[0])?.innerHTML || null";
    browser.until(&format!("a picture in {selector}"), read, &[json!(selector)]).await
}

/// Replaces the text of a field.
async fn write(browser: &Browser, selector: &str, text: &str) {
    browser.click(selector).await;
    browser.script("document.activeElement.select()", &[]).await;
    browser.keys(text.chars()).await;
}

/// Creates a table with this number of seats and returns its id and link.
async fn table(browser: &Browser, settings: Value) -> (String, String) {
    let made = browser.post("/api/games", settings).await;
    let text = |name: &str| made[name].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    (text("id"), text("link"))
}

const NAME: &str = "#welcome input[name=nickname]";
const MYSELF: &str = "#header [data-do=me]";

#[tokio::test(flavor = "multi_thread")]
async fn first_visits_and_name_changes() {
    let site = Site::start().await;
    let noa = Browser::open(&site.url).await;
    // The welcome card does not block: one click on Play starts a game.
    noa.wait(&["#welcome"]).await;
    noa.wait_text(MYSELF, "Guest").await;
    noa.click(".card .main-action").await;
    noa.wait(&[".game agon-board .board"]).await;
    assert!(!noa.is_visible("#welcome").await && !noa.is_visible("dialog").await);
    noa.go("/").await;
    // The chosen picture stays selected and is saved with the name.
    noa.click("#welcome .portraits label:nth-child(3) input").await;
    let chosen = drawn(&noa, "#welcome .portraits label:nth-child(3) .portrait").await;
    assert_eq!(drawn(&noa, "#welcome .large .portrait").await, chosen);
    noa.click("#welcome [data-do=others]").await;
    assert_eq!(drawn(&noa, "#welcome .portraits label:first-child .portrait").await, chosen);
    write(&noa, NAME, "Noa\n").await;
    noa.wait_gone("#welcome").await;
    noa.wait_text(MYSELF, "Noa").await;
    assert_eq!(drawn(&noa, &format!("{MYSELF} .portrait")).await, chosen);
    noa.reload().await;
    noa.wait_text(MYSELF, "Noa").await;
    assert!(!noa.is_visible("#welcome").await);

    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let (_, link) = table(&noa, json!({ "game": "tablut", "seats": seats, "listed": false })).await;
    noa.go(&link).await;
    // A visitor with an invitation is asked for a name before joining, and the name is used.
    let ben = Browser::blank(&site.url, &Look::default()).await;
    ben.go(&link).await;
    ben.wait_text("#welcome", "Noa invites you to Tablut").await;
    write(&ben, NAME, "Ben").await;
    ben.click("[data-do=sit-1]").await;
    noa.wait_text(".player[data-seat=\"1\"]", "Ben").await;
    ben.wait_gone("#welcome").await;
    ben.wait_text(".player[data-seat=\"0\"]", "Noa").await;
    let plate = ".player[data-seat=\"0\"] .portrait";
    assert_eq!(drawn(&ben, plate).await, chosen);
    // A new name and picture appear at once on both sides during the game.
    noa.click(MYSELF).await;
    noa.click(".account .portraits label:nth-child(2) input").await;
    let other = drawn(&noa, ".account .large .portrait").await;
    write(&noa, ".account input[name=nickname]", "Noa Levi\n").await;
    noa.wait_text("#notice", "Saved").await;
    ben.wait_text(".player[data-seat=\"0\"]", "Noa Levi").await;
    assert_eq!(drawn(&ben, plate).await, other);
    noa.wait_text(MYSELF, "Noa Levi").await;

    // A visitor who declines is not asked again.
    ben.devtools("Network.clearBrowserCookies", json!({})).await;
    ben.script("localStorage.clear()", &[]).await;
    ben.go("/").await;
    ben.click("#welcome [data-do=skip]").await;
    ben.wait_gone("#welcome").await;
    ben.reload().await;
    ben.wait_text(MYSELF, "Guest").await;
    assert!(!ben.is_visible("#welcome").await);
    noa.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_device_and_wall_display() {
    let site = Site::start().await;
    let here = Browser::open(&site.url).await;
    write(&here, NAME, "Noa\n").await;
    here.wait_text(MYSELF, "Noa").await;
    let seats = json!([{ "who": "me" }, { "who": "open" }, { "who": "open" }]);
    let settings =
        json!({ "game": "chinese-checkers", "rules": "three", "seats": seats, "listed": false });
    let (id, link) = table(&here, settings).await;
    here.click(MYSELF).await;
    here.click("[data-do=show-code]").await;
    let letters = here.text(".account .device-code .letters").await;
    here.wait_text(".device-code", "Valid for").await;

    let mut there = Browser::blank(&site.url, &Look::default()).await;
    there.go("/device").await;
    write(&there, ".device-page input", "abcd-efgh\n").await;
    there.wait_text(".device-page .problem:not(:empty)", "not valid").await;
    write(&there, ".device-page input", &format!("{}\n", letters.to_lowercase())).await;
    there.wait(&[".cards"]).await;
    there.wait_text(MYSELF, "Noa").await;
    // The first device is notified, lists both, and the seat moved along.
    here.wait_text("#notice", "yours now, too").await;
    here.wait_count(".account .sessions li", 2).await;
    there.go(&link).await;
    there.wait(&["[data-do=close]"]).await;
    assert_eq!(there.game().await["mine"], json!([0]));
    // The code can be used only once.
    there.devtools("Network.clearBrowserCookies", json!({})).await;
    there.script("localStorage.clear()", &[]).await;
    there.go(&format!("/device#{}", letters.replace('-', "").to_lowercase())).await;
    there.click("[data-do=enter-code]").await;
    there.wait_text(".device-page .problem:not(:empty)", "not valid").await;

    // The wall display: QR code, link to type, and players who joined.
    here.click(".account .ends button").await;
    here.go(&link).await;
    here.click("[data-do=wall]").await;
    here.wait(&[".wall .qr"]).await;
    let code = here.text(".wall .letters").await;
    here.wait_text(".wall .count", "Still free: 2").await;
    here.wait_text(".wall .joined", "Noa").await;
    // The page says that the server listens on loopback only.
    here.wait_text(".wall .problem", "agon serve --lan").await;
    there.go("/join").await;
    write(&there, ".device-page input", &format!("{code}\n")).await;
    there.wait_text("#welcome", "Noa invites you").await;
    write(&there, NAME, "Ben").await;
    there.click("[data-do=sit-1]").await;
    here.wait_text(".wall .joined", "Ben").await;
    here.wait_text(".wall .count", "Still free: 1").await;
    here.wait_count(".wall .joined .portrait:not(.free)", 2).await;
    // The wall shows the game when all seats are taken.
    let fill = json!({ "do": "fill", "seat": 2, "level": 1 });
    here.post(&format!("/api/games/{id}/actions"), fill).await;
    here.wait(&[".game agon-board .board"]).await;
    there.expected = vec!["404"];
    here.close().await;
    there.close().await;
}
