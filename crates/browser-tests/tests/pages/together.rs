//! Two people in two browsers.

use agon_browser_tests::{Browser, Site};

/// Browser errors while the server is stopped.
const AWAY: [&str; 2] = ["WebSocket", "ERR_CONN"];

/// Opens the dialog of a game and creates a table for others.
async fn open_table(host: &Browser, game: &str, listed: bool) {
    host.plan(game, "online").await;
    if !listed {
        host.click("dialog input[name=joining][value=link]").await;
    }
    host.start().await;
    host.wait(&[".invite input"]).await;
}

/// Returns two people at a table found in the lobby.
async fn two_at_chess(site: &Site) -> (Browser, Browser) {
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    open_table(&anna, "chess", true).await;
    // The table appears in Ben's list without a reload.
    ben.click("#home-lobbies li a").await;
    ben.click("[data-do=sit-1]").await;
    (anna, ben)
}

/// Returns the path of the invitation link.
async fn invitation(host: &Browser, site: &Site) -> String {
    let link = host.script("return document.querySelector('.invite input').value", &[]).await;
    link.as_str().unwrap().strip_prefix(&site.url).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_game_with_offers_rematch_and_resignation() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    // The tab of a hidden page shows once that it is the user's turn.
    ben.until("a sign", "return document.title.startsWith('●')", &[]).await;
    anna.until("no sign", "return !document.title.startsWith('●')", &[]).await;
    ben.play("e7e5").await;
    // Ben's board is rotated: his pieces are at the bottom.
    let turned = "const y = (c) => document.querySelector(`[data-cell=${c}]`) \
                  .getBoundingClientRect().y; return y('e8') > y('e1')";
    ben.until("Ben's men at the bottom", turned, &[]).await;
    // A take-back is declined, then accepted.
    ben.click("[data-do=back]").await;
    ben.wait(&[".question"]).await;
    anna.click(".question [data-do=decline]").await;
    ben.wait_gone(".question").await;
    ben.wait_ply(2).await;
    ben.click("[data-do=back]").await;
    anna.click(".question [data-do=accept]").await;
    ben.wait(&[".moves [data-ply=\"1\"][aria-current]"]).await;
    ben.play("c7c5").await;
    // A draw is offered and declined, then offered by the other side and accepted.
    anna.wait(&[".status.mine"]).await;
    anna.click("[data-do=draw]").await;
    anna.wait_text(".question", "You offered a draw").await;
    ben.click(".question [data-do=decline]").await;
    anna.wait(&["[data-do=draw]:not(:disabled)"]).await;
    anna.play("g1f3").await;
    ben.wait(&[".status.mine"]).await;
    ben.click("[data-do=draw]").await;
    anna.click(".question [data-do=accept]").await;
    for browser in [&anna, &ben] {
        browser.wait_text("#result-title", "Draw").await;
        browser.wait_text(".result .reason", "agreed").await;
    }
    // A rematch with swapped sides: Ben has white.
    ben.click(".result [data-do=swap]").await;
    ben.click(".result [data-do=rematch]").await;
    ben.wait_text(".result .wish", "You asked for another game, with other sides").await;
    anna.wait_text(".result .wish", "wants another game, with other sides").await;
    // Anna asks for the same sides; Ben insists on swapping, and she accepts.
    anna.click(".result [data-do=swap]").await;
    anna.click(".result [data-do=rematch]").await;
    ben.wait_text(".result .wish", "wants another game.").await;
    ben.click(".result [data-do=swap]").await;
    ben.click(".result [data-do=rematch]").await;
    anna.wait_text(".result .wish", "wants another game, with other sides").await;
    anna.click(".result [data-do=rematch]").await;
    ben.wait_gone(".moves [data-ply=\"1\"]").await;
    ben.play("d2d4").await;
    anna.play("d7d5").await;
    // Resignation is confirmed in place and can be cancelled.
    anna.click("[data-do=resign]").await;
    anna.click("[data-do=no]").await;
    anna.wait_gone(".question").await;
    anna.click("[data-do=resign]").await;
    anna.click("[data-do=yes]").await;
    ben.wait_text("#result-title", "You won").await;
    anna.wait_text("#result-title", "White wins").await;
    anna.wait_text(".result .reason", "by resignation").await;
    // Both find both games in the archive.
    ben.go("/archive").await;
    ben.until("two games", "return document.querySelectorAll('.finals li').length === 2", &[])
        .await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitation_and_server_restart() {
    let site = Site::start().await;
    let mut anna = Browser::open(&site.url).await;
    let mut ben = Browser::open(&site.url).await;
    open_table(&anna, "morris", false).await;
    // A private table is not listed but can be joined by its link.
    let link = invitation(&anna, &site).await;
    assert_eq!(ben.count("#home-lobbies li").await, 0);
    ben.go(&link).await;
    ben.click("[data-do=sit-1]").await;
    anna.play("a1").await;
    ben.play("d1").await;
    anna.expected = AWAY.to_vec();
    ben.expected = AWAY.to_vec();
    let stopped = site.stop().await;
    for browser in [&anna, &ben] {
        browser.wait_text(".status.warn", "Connection lost").await;
    }
    let _site = stopped.start().await;
    // The game continues after the restart without user action.
    anna.play("g1").await;
    ben.wait_ply(3).await;
    // A reload shows the same position.
    ben.reload().await;
    ben.wait_ply(3).await;
    ben.play("a4").await;
    anna.wait_ply(4).await;
    assert_eq!(anna.game().await["view"]["position"], ben.game().await["view"]["position"]);
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_and_full_tables_are_announced() {
    let site = Site::start().await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    open_table(&anna, "tablut", true).await;
    let link = invitation(&anna, &site).await;
    ben.click("#home-lobbies li a").await;
    ben.wait(&["[data-do=sit-1]"]).await;
    anna.click("[data-do=close]").await;
    ben.wait_text(".status", "was closed").await;
    assert!(!ben.is_visible("[data-do=sit-1]").await);
    anna.wait(&[".cards"]).await;
    // A late visitor gets the same message, and the list is empty again.
    ben.go(&link).await;
    ben.wait_text("main", "closed").await;
    ben.go("/").await;
    open_table(&anna, "tablut", true).await;
    ben.wait(&["#home-lobbies li a"]).await;
    // Anna fills the last seat while Ben looks at the list.
    anna.click("[data-do=fill-1]").await;
    ben.wait_gone("#home-lobbies li a").await;
    ben.wait(&["#home-running li a"]).await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_a_disconnected_opponent() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    ben.go("/about").await;
    anna.wait_text(".questions", "is away").await;
    // The game is listed among his games and can be resumed.
    ben.go("/").await;
    ben.wait_text("#home-mine li .badge", "your turn").await;
    ben.click("#home-mine li a").await;
    ben.play("e7e5").await;
    anna.wait_gone(".question").await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pressed_button_survives_an_update() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    anna.press("[data-do=resign]").await;
    ben.play("e7e5").await;
    anna.wait_ply(2).await;
    assert!(!anna.is_visible("[data-do=no]").await);
    anna.release().await;
    anna.click("[data-do=no]").await;
    // The deferred update is shown now.
    anna.play("g1f3").await;
    anna.close().await;
    ben.close().await;
}
