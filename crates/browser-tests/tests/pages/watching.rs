//! Games between computers.

use agon_browser_tests::{Browser, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn pauses_steps_and_changes_speed() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("abalone", "watch").await;
    browser.start().await;
    browser.wait_ply(2).await;
    browser.click("[data-do=pause]").await;
    browser.wait_text(".status", "Paused").await;
    // While paused, each step plays exactly one move.
    let before = browser.game().await["state"]["ply"].as_u64().unwrap();
    browser.click("[data-do=step]").await;
    browser.wait_ply(before + 1).await;
    browser.click("[data-do=step]").await;
    browser.wait_ply(before + 2).await;
    let game = browser.game().await;
    assert_eq!(game["state"]["ply"], before + 2);
    assert_eq!(game["state"]["paused"], true);
    // Faster, then resume.
    for pace in [2_500, 100] {
        browser.select("[data-do=pace]", &pace.to_string()).await;
        let script = "return fetch('/api/games/' + document.querySelector('.game').dataset.id \
            + location.search).then((answer) => answer.json()) \
            .then((game) => game.state.pace)";
        for _ in 0..100 {
            if browser.script(script, &[]).await == json!(pace) {
                break;
            }
        }
        assert_eq!(browser.script(script, &[]).await, json!(pace));
    }
    browser.click("[data-do=resume]").await;
    browser.wait_ply(before + 6).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_cannot_control_the_game() {
    let site = Site::start().await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    anna.on_one_screen("tablut").await;
    // The game appears in Ben's list without a reload.
    ben.click("#home-running li a").await;
    ben.wait_text(".question", "You are watching").await;
    anna.wait_text(".spectators", "1 watching").await;
    let game = anna.game().await;
    let text = game["view"]["moves"][0]["text"].as_str().unwrap();
    anna.play(text).await;
    ben.wait_ply(1).await;
    let cell = game["board"]["cells"][40]["name"].as_str().unwrap().to_owned();
    ben.click_cells(&[cell]).await;
    assert!(!ben.is_visible("[data-do=resign]").await);
    assert_eq!(ben.count(".cell.live").await, 0);
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_survive_joining_and_leaving() {
    let site = Site::start().await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    anna.on_one_screen("chess").await;
    anna.tool("hint").await;
    anna.wait_text(".status", "Hint:").await;
    ben.click("#home-running li a").await;
    anna.wait_text(".spectators", "1 watching").await;
    assert!(anna.text(".status").await.contains("Hint:"));
    // No piece can move to e5 yet.
    anna.click_cells(&["e5".into()]).await;
    anna.wait(&[".status.warn"]).await;
    let refused = anna.text(".status").await;
    assert!(!refused.contains("Hint:"), "{refused}");
    // A second attempt is announced again.
    anna.click_cells(&["e5".into()]).await;
    let twice = "return [...document.querySelectorAll('#spoken p')] \
        .filter((said) => said.textContent === arguments[0]).length === 2";
    anna.until("what is spoken twice", twice, &[refused.as_str().into()]).await;
    ben.go("/about").await;
    anna.wait_gone(".spectators").await;
    assert!(anna.is_visible(".status.warn").await);
    assert_eq!(anna.text(".status").await, refused);
    // The next move clears the message.
    anna.play("e2e4").await;
    assert!(!anna.is_visible(".status.warn").await);
    anna.close().await;
    ben.close().await;
}
