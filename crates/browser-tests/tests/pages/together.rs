//! Two people with two browsers.

use agon_browser_tests::{Browser, Site};

/// What browsers say of a server that is away.
const AWAY: [&str; 2] = ["WebSocket", "ERR_CONN"];

/// Opens the dialog of a game and chooses to play with others.
async fn open_table(host: &Browser, game: &str, listed: bool) {
    host.plan(game, "online").await;
    if !listed {
        host.click("dialog input[name=joining][value=link]").await;
    }
    host.start().await;
    host.wait(&[".invite input"]).await;
}

/// Two people at a table that one of them has opened and the other has found.
async fn two_at_chess(site: &Site) -> (Browser, Browser) {
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    open_table(&anna, "chess", true).await;
    // Without a reload the table appears in Ben's list.
    ben.click("#home-lobbies li a").await;
    ben.click("[data-do=sit-1]").await;
    (anna, ben)
}

/// The link for others, without the name of the site.
async fn invitation(host: &Browser, site: &Site) -> String {
    let link = host.script("return document.querySelector('.invite input').value", &[]).await;
    link.as_str().unwrap().strip_prefix(&site.url).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn through_the_lobby_with_offers_a_rematch_and_resignation() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    // Whoever looks at another tab sees whose turn it is, once.
    ben.until("a sign", "return document.title.startsWith('●')", &[]).await;
    anna.until("no sign", "return !document.title.startsWith('●')", &[]).await;
    ben.play("e7e5").await;
    // The board of Ben is turned: his men are at the bottom.
    let turned = "const y = (c) => document.querySelector(`[data-cell=${c}]`) \
                  .getBoundingClientRect().y; return y('e8') > y('e1')";
    ben.until("Ben's men at the bottom", turned, &[]).await;
    // Taking back needs consent: it is declined once, then given.
    ben.click("[data-do=back]").await;
    ben.wait(&[".question"]).await;
    anna.click(".question [data-do=decline]").await;
    ben.wait_gone(".question").await;
    ben.wait_ply(2).await;
    ben.click("[data-do=back]").await;
    anna.click(".question [data-do=accept]").await;
    ben.wait(&[".moves [data-ply=\"1\"][aria-current]"]).await;
    ben.play("c7c5").await;
    // A draw is offered and declined, then the other way round offered and accepted.
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
    // Another game, sides swapped: Ben has white now.
    ben.click(".result [data-do=swap]").await;
    ben.click(".result [data-do=rematch]").await;
    ben.wait_text(".result .wish", "You asked for another game, with other sides").await;
    anna.wait_text(".result .wish", "wants another game, with other sides").await;
    // Anna would rather keep hers, and thinks it over when Ben sees that and insists.
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
    // Resignation is confirmed in place, and can be thought over.
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
async fn through_an_invitation_and_a_restart_of_the_server() {
    let site = Site::start().await;
    let mut anna = Browser::open(&site.url).await;
    let mut ben = Browser::open(&site.url).await;
    open_table(&anna, "morris", false).await;
    // A private table is in nobody's list; the link is enough to come in.
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
    // Nobody does anything, and the game goes on.
    anna.play("g1").await;
    ben.wait_ply(3).await;
    // A reload comes back to the same position.
    ben.reload().await;
    ben.wait_ply(3).await;
    ben.play("a4").await;
    anna.wait_ply(4).await;
    assert_eq!(anna.game().await["view"]["position"], ben.game().await["view"]["position"]);
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_closed_or_filled_says_so() {
    let site = Site::start().await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    open_table(&anna, "tablut", true).await;
    let link = invitation(&anna, &site).await;
    ben.click("#home-lobbies li a").await;
    ben.wait(&["[data-do=sit-1]"]).await;
    anna.click("[data-do=close]").await;
    ben.wait_text(".status", "was closed").await;
    assert!(!ben.sees("[data-do=sit-1]").await);
    anna.wait(&[".cards"]).await;
    // Whoever comes later by the link reads the same, and the list is empty again.
    ben.go(&link).await;
    ben.wait_text("main", "closed").await;
    ben.go("/").await;
    open_table(&anna, "tablut", true).await;
    ben.wait(&["#home-lobbies li a"]).await;
    // Anna sits down on the last seat herself while Ben looks at the list.
    anna.click("[data-do=fill-1]").await;
    ben.wait_gone("#home-lobbies li a").await;
    ben.wait(&["#home-running li a"]).await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_leaves_is_missed() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    ben.go("/about").await;
    anna.wait_text(".questions", "is away").await;
    // The game waits among his games, and he comes back to it.
    ben.go("/").await;
    ben.wait_text("#home-mine li .badge", "your turn").await;
    ben.click("#home-mine li a").await;
    ben.play("e7e5").await;
    anna.wait_gone(".question").await;
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_is_held_down_stays_while_the_other_one_moves() {
    let site = Site::start().await;
    let (anna, ben) = two_at_chess(&site).await;
    anna.play("e2e4").await;
    anna.press("[data-do=resign]").await;
    ben.play("e7e5").await;
    anna.wait_ply(2).await;
    assert!(!anna.sees("[data-do=no]").await);
    anna.release().await;
    anna.click("[data-do=no]").await;
    // What was put off meanwhile is seen now.
    anna.play("g1f3").await;
    anna.close().await;
    ben.close().await;
}
