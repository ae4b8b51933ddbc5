//! A new visitor needs three clicks to the first move against a beginner; a whole game of each kind
//! is played.

use agon_browser_tests::{Browser, MoveChooser, Site, play};

/// Upper bound of moves per game.
const MOST_MOVES: u64 = 300;
/// Nodes per move that suffice to beat a beginner.
const EXPERIENCE: u64 = 4_000;

/// Plays a whole game against a beginner.
async fn whole_game(game: &str) {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.click(&format!("[data-game=\"{game}\"] .buttons button:not(.main-action)")).await;
    browser.click("dialog input[name=level][value=\"1\"]").await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    let mut move_chooser = MoveChooser::new(EXPERIENCE);
    for _ in 0..MOST_MOVES {
        if browser.wait_either(&[".result", ".status.mine"]).await == 0 {
            break;
        }
        let now = browser.game().await;
        assert_eq!(now["state"]["phase"], "playing");
        let text = move_chooser.choose(&now);
        browser.pick(&now, play::find(&now, &text)).await;
        // The move is made, and the computer has replied or the game is over.
        let ply = now["state"]["ply"].as_u64().unwrap() + 1;
        browser.wait_ply(ply).await;
        browser.wait_either(&[".result", &format!(".moves [data-ply=\"{}\"]", ply + 1)]).await;
    }
    browser.wait_text("#result-title", "You won!").await;
    let reason = browser.text(".result .reason").await;
    assert!(!reason.is_empty());
    println!("{game}: {reason}");
    // Replay from the first to the last position.
    browser.click("[data-walk=first]").await;
    browser.wait_text(".status", "Looking at move 0").await;
    browser.click("[data-walk=next]").await;
    browser.wait_text(".status", "Looking at move 1 ").await;
    browser.click("[data-walk=last]").await;
    browser.wait_text(".status", "You won!").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess() {
    whole_game("chess").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_checkers() {
    whole_game("chinese-checkers").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut() {
    whole_game("tablut").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone() {
    whole_game("abalone").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn morris() {
    whole_game("morris").await;
}

/// Games without a test of their own.
#[tokio::test(flavor = "multi_thread")]
async fn every_other_game() {
    let above = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
    for game in play::games().filter(|game| !above.contains(game)) {
        whole_game(game).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_and_take_back() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.against_the_computer("morris").await;
    browser.click("[data-do=hint]").await;
    browser.wait(&[".board .hint"]).await;
    // The hint is also given as text, and can be played.
    browser.wait_text(".status", "Hint:").await;
    let shown = browser.text(".status bdi").await;
    let game = browser.game().await;
    let moves = game["view"]["moves"].as_array().unwrap();
    let hinted = moves.iter().find(|play| play["display"] == shown).unwrap();
    browser.pick(&game, hinted).await;
    browser.wait_ply(2).await;
    browser.wait(&[".status.mine"]).await;
    // A take-back reverts the own move and the reply.
    browser.click("[data-do=back]").await;
    browser.wait(&[".moves .none"]).await;
    assert_eq!(browser.game().await["state"]["ply"], 0);
    browser.wait(&[".status.mine", "[data-do=back]:disabled"]).await;
    browser.play("a1").await;
    browser.close().await;
}
