//! What people do at a table besides moving, and what they read of it.

use agon_browser_tests::{Browser, Site};
use serde_json::{Value, json};

/// Makes a game as the pages do, and opens it.
async fn game(browser: &Browser, wish: Value) -> String {
    let made = browser.post("/api/games", wish).await;
    let path = made["link"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    browser.go(&path).await;
    path
}

/// Where the browser is.
async fn address(browser: &Browser) -> Value {
    browser.script("return location.pathname", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_one_screen_draws_are_asked_for_and_it_is_said_who_resigns() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    let seats = json!([{ "who": "me", "name": "Noa" }, { "who": "me", "name": "Dan" }]);
    game(&browser, json!({ "game": "chess", "seats": seats, "hint_budget": 1 })).await;
    for (seat, name) in ["Noa", "Dan"].iter().enumerate() {
        browser.wait_text(&format!(".player[data-seat=\"{seat}\"]"), name).await;
    }
    // One hint each, and Dan's is still there.
    browser.wait_text("[data-do=hint] .left", "1").await;
    browser.tool("hint").await;
    browser.wait(&[".board .hint"]).await;
    browser.wait_text("[data-do=hint] .left", "0").await;
    browser.play("e2e4").await;
    browser.wait_text("[data-do=hint] .left", "1").await;
    browser.play("e7e5").await;
    browser.wait(&["[data-do=hint]:disabled"]).await;
    browser.tool("draw").await;
    browser.wait_text(".question", "Noa offers a draw. What do you say, Dan?").await;
    browser.click(".question [data-do=decline]").await;
    browser.wait_text("#notice", "Dan declines the draw.").await;
    browser.tool("resign").await;
    browser.wait_text(".question", "Who resigns?").await;
    browser.wait_text(".question [data-do=yes-1]", "Black (Dan) resigns").await;
    browser.click(".question [data-do=no]").await;
    // Once more from the beginning, with the same names.
    let before = address(&browser).await;
    browser.tool("restart").await;
    browser.click(".question [data-do=yes]").await;
    let elsewhere = "return location.pathname !== arguments[0]";
    browser.until("the new game", elsewhere, &[before]).await;
    browser.wait(&[".moves .none"]).await;
    browser.wait_text(".player[data-seat=\"1\"]", "Dan").await;
    // And with other options: the dialog knows how it was played.
    let before = address(&browser).await;
    browser.tool("again").await;
    browser.wait(&["dialog .main-action"]).await;
    browser.start().await;
    browser.until("another game", elsewhere, std::slice::from_ref(&before)).await;
    browser.wait_text(".player[data-seat=\"1\"]", "Dan").await;
    assert_eq!(browser.game().await["setup"]["hint_budget"], 1);
    // Nothing unfinished is left behind.
    browser.go(before.as_str().unwrap()).await;
    browser.wait_text("main", "called off").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_read_what_becomes_of_an_offer_and_the_win_is_claimed_when_it_can_be() {
    let site = Site::with_grace(4_000).await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    for (browser, name) in [(&anna, "Anna"), (&ben, "Ben")] {
        browser.post("/api/me", json!({ "name": name })).await;
    }
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let link = game(&anna, json!({ "game": "chess", "seats": seats })).await;
    anna.wait_text(".questions", "Without hints.").await;
    ben.go(&link).await;
    ben.click("[data-do=sit-1]").await;
    anna.wait_text("#notice", "Ben sits down: Black. The game begins.").await;
    assert!(!anna.sees("[data-do=hint]").await);
    // Offered and withdrawn, then declined.
    anna.tool("draw").await;
    ben.wait_text(".question", "Anna offers a draw.").await;
    anna.click(".question [data-do=withdraw]").await;
    anna.wait_text("#notice", "You no longer offer a draw.").await;
    ben.wait_text("#notice", "Anna no longer offers a draw.").await;
    anna.tool("draw").await;
    ben.click(".question [data-do=decline]").await;
    anna.wait_text("#notice", "Ben declines the draw.").await;
    ben.wait_text("#notice", "You declined the draw.").await;
    anna.play("e2e4").await;
    ben.wait_ply(1).await;
    // A move that came too late says who was faster.
    let late = "const [id, done] = arguments; \
                import('/net.js').then(({ connection }) => connection.act(id, \
                {do: 'move', ply: 0, text: 'e7e5'})).catch((error) => \
                import('/notice.js').then(({ explain }) => \
                done(explain(error, [{occupant: {who: 'person', name: 'Anna'}}]))))";
    let id = json!(address(&ben).await.as_str().unwrap().trim_start_matches("/game/"));
    assert_eq!(ben.later(late, &[id]).await, "Anna moved first. Here is the new position.");
    anna.tool("back").await;
    ben.click(".question [data-do=decline]").await;
    anna.wait_text("#notice", "Ben does not allow the take-back.").await;
    // Ben goes away: first it is said when the win can be claimed, then it can.
    ben.go("/about").await;
    anna.wait_text(".question", "Ben is away. You can claim the win in").await;
    assert!(!anna.sees("[data-do=claim]").await);
    anna.click("[data-do=claim]").await;
    anna.wait_text("#result-title", "You won").await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_stays_as_it_is_when_one_plays_on_and_refusals_are_in_ones_language() {
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    // A browser notes what was refused.
    browser.expected = vec!["422"];
    // Black is to move, and White is at the bottom.
    browser.go("/analysis/chess?moves=e2e4").await;
    browser.wait_text("[data-do=play-on]", "as White").await;
    browser.click("[data-do=play-on]").await;
    browser.wait_text(".status", "Your turn").await;
    browser.wait_ply(1).await;
    let degrees = "return document.querySelector('agon-board').degrees";
    assert_eq!(browser.script(degrees, &[]).await, 0);
    assert_eq!(browser.game().await["mine"], json!([0]));
    // A file says how it ended, although the board does not show it.
    let made = browser.post("/api/import", json!({ "text": "1. e4 e5 1-0" })).await;
    browser.go(made["link"].as_str().unwrap()).await;
    browser.wait_text("main", "White wins (as the file says)").await;
    browser.remember(&json!({"language": "he"})).await;
    browser.go("/analysis/chess").await;
    browser.wait(&["[data-do=play-on]"]).await;
    browser.click("details:has(#import-text) > summary").await;
    browser.script("document.querySelector('#import-text').value = '1. e4 Qxh9'", &[]).await;
    browser.click("form.import .main-action").await;
    browser.wait_text("#import-problem", "„Qxh9”").await;
    let said = browser.text("#import-problem").await;
    let english = said.replace("Qxh9", "").contains(|c: char| c.is_ascii_alphabetic());
    assert!(!english, "{said}");
    browser.close().await;
}
