//! Archive, explorer, ratings and profiles.

use agon_browser_tests::input::keys::{ENTER, LEFT};
use agon_browser_tests::play::games;
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// Plays these moves in a local game and resigns; returns the id.
async fn played(browser: &Browser, game: &str, moves: &[&str]) -> String {
    let me = json!({ "who": "me" });
    let settings = json!({ "game": game, "seats": [me, me] });
    let made = browser.post("/api/games", settings).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let act = format!("/api/games/{id}/actions");
    for (ply, text) in moves.iter().enumerate() {
        let body = json!({ "do": "move", "ply": ply, "text": text });
        let done = browser.post(&act, body).await;
        assert!(done["version"].is_u64(), "{done}");
    }
    browser.post(&act, json!({ "do": "resign" })).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn explorer_of_every_game() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::default()).await;
    for game in games() {
        browser.go(&format!("/explorer/{game}")).await;
        browser.wait(&[".explore .board", ".explored-moves button[data-move]"]).await;
        browser.wait(&["[data-source=engine][aria-pressed=true]"]).await;
        // A move of the list is played on the board and its replies are shown.
        browser.click(".explored-moves li:first-child button").await;
        browser.wait(&[".line-so-far span"]).await;
        browser.wait(&[".explored-moves button[data-move]"]).await;
        assert!(browser.script("return location.search", &[]).await.as_str().unwrap().len() > 7);
        browser.script("document.activeElement?.blur()", &[]).await;
        browser.keys([LEFT]).await;
        browser.until("the start", "return location.search === ''", &[]).await;
    }
    // Games with symmetric moves are counted together.
    let one = played(&browser, "morris", &["a1", "d1", "g7"]).await;
    let two = played(&browser, "morris", &["g7", "d7"]).await;
    browser.go("/explorer/morris").await;
    browser.wait_text("[data-source=site] small", "2").await;
    browser.wait_text(".explored-moves li:first-child .often b", "2").await;
    browser.wait(&[&format!(".explored-games [data-id='{one}']")]).await;
    browser.click("[data-do=games-here]").await;
    for id in [&one, &two] {
        browser.wait(&[&format!(".archive .days [data-id='{id}']")]).await;
    }
    // The explorer beside an analysis, by keyboard.
    browser.go("/analysis/morris?moves=g1").await;
    browser.wait_text("[data-source=site] small", "2").await;
    browser.script("document.querySelector('.explored-moves button').focus()", &[]).await;
    browser.keys([ENTER]).await;
    browser
        .until(
            "two moves",
            "return /g1.+d1/.test(decodeURIComponent(location.search)) \
        || document.querySelectorAll('.moves .list button').length >= 2",
            &[],
        )
        .await;
    // Archive filters: length, date and player.
    browser.go("/archive?whose=all&game=morris&shortest=3").await;
    browser.wait(&[&format!(".days [data-id='{one}']"), ".more-filters[open]"]).await;
    browser.wait_count(".days [data-id]", 1).await;
    browser.go("/archive?whose=all&until=2020-01-01").await;
    browser.wait(&[".archive .empty a"]).await;
    // Search by position.
    browser.go("/archive?whose=all&shortest=0").await;
    browser.wait(&[".days [data-id]"]).await;
    browser.click("[name=position]").await;
    browser.keys("x".chars()).await;
    browser.wait_text(".archive .empty [role=alert]", "Choose the game").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_game_in_panels_profile_and_leaderboard() {
    let site = Site::start().await;
    let mut browser = Browser::with(&site.url, &Look::default()).await;
    let body = json!({ "login": "Noa", "password": "correct horse" });
    let me = browser.post("/api/register", body).await;
    let id = me["id"].as_str().unwrap();
    browser.reload().await;
    // A rated game from the dialog.
    browser.plan("tablut", "computer").await;
    browser.click("[data-do=rated] input").await;
    browser.start().await;
    browser.wait_text(".player[data-seat='0'] .rating", "1200?").await;
    browser.wait_text(".game .rated", "Rated").await;
    assert_eq!(browser.count(".tools [data-do=back]").await, 0);
    browser.tool("resign").await;
    browser.click("[data-do=yes]").await;
    browser.wait(&[".player[data-seat='0'] .rating .loss"]).await;
    // The profile: rating chart with text, game and opponent.
    browser.go(&format!("/people/{id}")).await;
    browser.wait(&[".person .chart[role=img]", ".person .finals [data-id]"]).await;
    browser.wait_text(".person .rows", "Computer").await;
    browser.wait_text(".of-game .score", "1 lost").await;
    // The leaderboard: a provisional rating is not listed, with the reason.
    browser.go("/leaders/tablut/unlimited").await;
    browser.wait_text(".best .own", "from 1 rated").await;
    browser.wait_count(".levels li", 10).await;
    browser.select("[name=pace]", "blitz").await;
    browser.until("another pace", "return location.pathname.endsWith('/blitz')", &[]).await;
    browser.wait_text(".best .own", "no rating").await;
    // After the account is deleted it can no longer be found.
    browser.request("DELETE", "/api/me", json!({ "password": "correct horse" })).await;
    let gone = browser.request("GET", "/api/people/noa", Value::Null).await;
    assert_eq!(gone["code"], "not_found");
    browser.expected = vec!["404", "401"];
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fits_a_phone() {
    let site = Site::start().await;
    let look = Look { size: (360, 640), ..Look::phone() }.language("he");
    let browser = Browser::with(&site.url, &look).await;
    played(&browser, "chess", &["e2e4", "e7e5"]).await;
    for (page, sign) in [
        ("/archive?whose=all&shortest=1", ".days [data-id]"),
        ("/explorer", ".rows a"),
        ("/explorer/chess", ".explored-moves button"),
        ("/leaders", ".levels li"),
        ("/people", ".person h1"),
    ] {
        browser.go(page).await;
        browser.wait(&[sign]).await;
        let wide = "return document.documentElement.scrollWidth - innerWidth";
        assert!(browser.script(wide, &[]).await.as_i64().unwrap() <= 0, "{page}");
        assert_eq!(browser.script("return document.dir", &[]).await, "rtl");
    }
    browser.close().await;
}

/// Following moves in the explorer causes no layout shift of the back button.
#[tokio::test(flavor = "multi_thread")]
async fn explorer_causes_no_layout_shift() {
    let site = Site::start().await;
    for look in [Look::default(), Look::phone()] {
        let browser = Browser::with(&site.url, &look).await;
        browser.wait_for_session().await;
        browser.watch_controls(".explorer").await;
        browser.go("/explorer/chess").await;
        for count in 1..=8 {
            browser.click(".explored-moves li:first-child button").await;
            browser.wait_count(".line-so-far span", count).await;
        }
        let moved = browser.moved_controls().await;
        assert!(moved.is_empty(), "{look:?}: {moved:#?}");
        browser.close().await;
    }
}
