//! Actions besides moves, and their messages.

use agon_browser_tests::{Browser, Site};
use serde_json::{Value, json};

/// Creates a game through the page's session and opens it.
async fn game(browser: &Browser, settings: Value) -> String {
    let made = browser.post("/api/games", settings).await;
    let path = made["link"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    browser.go(&path).await;
    path
}

/// Returns the path of the page.
async fn address(browser: &Browser) -> Value {
    browser.script("return location.pathname", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn local_games_have_draws_and_resignation() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    let seats = json!([{ "who": "me", "name": "Noa" }, { "who": "me", "name": "Dan" }]);
    game(&browser, json!({ "game": "chess", "seats": seats, "hint_budget": 1 })).await;
    for (seat, name) in ["Noa", "Dan"].iter().enumerate() {
        browser.wait_text(&format!(".player[data-seat=\"{seat}\"]"), name).await;
    }
    // One hint each; Dan's is still available.
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
    // A rematch with the same names.
    let before = address(&browser).await;
    browser.tool("restart").await;
    browser.click(".question [data-do=yes]").await;
    let elsewhere = "return location.pathname !== arguments[0]";
    browser.until("the new game", elsewhere, &[before]).await;
    browser.wait(&[".moves .none"]).await;
    browser.wait_text(".player[data-seat=\"1\"]", "Dan").await;
    // A new game with other options: the dialog is prefilled.
    let before = address(&browser).await;
    browser.tool("again").await;
    browser.wait(&["dialog .main-action"]).await;
    browser.start().await;
    browser.until("another game", elsewhere, std::slice::from_ref(&before)).await;
    browser.wait_text(".player[data-seat=\"1\"]", "Dan").await;
    assert_eq!(browser.game().await["setup"]["hint_budget"], 1);
    // No unfinished game is left.
    browser.go(before.as_str().unwrap()).await;
    browser.wait_text("main", "called off").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_offers_and_claimed_wins() {
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
    assert!(!anna.is_visible("[data-do=hint]").await);
    // A draw offer, withdrawn and then declined.
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
    // A stale move names the player who moved first.
    let late = "const [id, done] = arguments; \
                import('/net.js').then(({ connection }) => connection.act(id, \
                {do: 'move', ply: 0, text: 'e7e5'})).catch((error) => \
                import('/notice.js').then(({ explain }) => \
                done(explain(error, [{occupant: {who: 'person', name: 'Anna'}}]))))";
    let id = json!(address(&ben).await.as_str().unwrap().trim_start_matches("/game/"));
    assert_eq!(ben.script_async(late, &[id]).await, "Anna moved first. Here is the new position.");
    anna.tool("back").await;
    ben.click(".question [data-do=decline]").await;
    anna.wait_text("#notice", "Ben does not allow the take-back.").await;
    // After Ben disconnects, the page counts down until the win can be claimed.
    ben.go("/about").await;
    anna.wait_text(".question", "Ben is away. You can claim the win in").await;
    assert!(!anna.is_visible("[data-do=claim]").await);
    anna.click("[data-do=claim]").await;
    anna.wait_text("#result-title", "You won").await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_orientation_and_translates_refusals() {
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    // The refusal was intended.
    browser.expected = vec!["422"];
    // Black to move, White at the bottom.
    browser.go("/analysis/chess?moves=e2e4").await;
    browser.wait_text("[data-do=play-on]", "as White").await;
    browser.click("[data-do=play-on]").await;
    browser.wait_text(".status", "Your turn").await;
    browser.wait_ply(1).await;
    let degrees = "return document.querySelector('agon-board').state.degrees";
    assert_eq!(browser.script(degrees, &[]).await, 0);
    assert_eq!(browser.game().await["mine"], json!([0]));
    // An imported result is shown although the position is not final.
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
