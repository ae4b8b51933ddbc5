//! Local games on one screen.

use agon_browser_tests::input::cell;
use agon_browser_tests::{Browser, Site};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn six_players() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("chinese-checkers", "local").await;
    browser.click("input[name=preset][value=six]").await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    browser.wait_count(".player", 6).await;
    browser.wait_count(".men .man", 60).await;
    // Everyone moves twice; the status names the players in the order of the panels.
    let mut sides = Vec::new();
    for _ in 0..12 {
        let game = browser.game().await;
        let moves = game["view"]["moves"].as_array().unwrap();
        let text = moves[moves.len() / 2]["text"].as_str().unwrap().to_owned();
        let said = browser.text(".status").await;
        let panel = browser.text(".player.turn").await;
        let side = said.strip_suffix(" to move").unwrap().to_owned();
        assert!(panel.contains(&side), "panel {panel:?}, status {side}");
        sides.push(side);
        browser.play(&text).await;
    }
    assert_eq!(sides[..6], sides[6..]);
    sides.truncate(6);
    sides.sort();
    assert_eq!(sides, ["Blue", "Green", "Orange", "Purple", "Red", "Yellow"]);
    browser.close().await;
}

/// Waits until an option of the dialog has this value.
async fn wait_option(browser: &Browser, label: &str, value: &str) {
    let shown = "return document.querySelector(`dialog select[aria-label=\"${arguments[0]}\"]`)?.value \
                 === arguments[1]";
    browser.until(&format!("{label}: {value}"), shown, &[json!(label), json!(value)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dialog_shows_default_options() {
    let guests = "In points that are neither start nor target";
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("chinese-checkers", "local").await;
    wait_option(&browser, guests, "stay").await;
    browser.click("input[name=preset][value=six]").await;
    wait_option(&browser, guests, "pass").await;
    browser.option(guests, "stay").await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    let rules = &browser.game().await["setup"]["rules"];
    assert_eq!(rules, "colors=gyorpb,sets=1,anti_block=on,guests=stay");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_players_with_two_sets_each() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("chinese-checkers", "local").await;
    browser.click("input[name=preset][value=three]").await;
    browser.option("Sets of ten marbles each", "2").await;
    browser.start().await;
    browser.wait(&[".status.mine"]).await;
    browser.wait_count(".player", 3).await;
    for tone in ["green", "yellow", "orange", "red", "purple", "blue"] {
        assert_eq!(browser.count(&format!(".men .man.tone-{tone}")).await, 10, "{tone}");
    }
    let said = "return document.querySelector('[data-cell=n1]').getAttribute('aria-label')";
    let said = browser.script(said, &[]).await;
    assert!(said.as_str().unwrap().starts_with("n1, Red marble of Green"), "{said}");
    browser.play("n1-m5").await;
    browser.wait_count(".men .man.tone-red", 10).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_clicks_change_nothing() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    let position = browser.game().await["view"]["position"].clone();
    // An empty square, a piece of the other side, a blocked piece: a message only.
    let words =
        [("e5", "Choose one of your pieces"), ("e7", "White to move"), ("a1", "cannot move now")];
    for (name, word) in words {
        browser.click_cells(&[name.to_owned()]).await;
        browser.wait_text(".status.warn", word).await;
        assert_eq!(browser.count(".marks .selected").await, 0);
        browser.keys([agon_browser_tests::input::keys::ESCAPE]).await;
    }
    // A movable piece with an illegal target.
    browser.click_cells(&["e2".into(), "e5".into()]).await;
    browser.wait_text(".status.warn", "cannot go there").await;
    // Dropped on an illegal target, the piece returns.
    let place = "return [...document.querySelectorAll('.board .pawn.tone-white')] \
                 .map((pawn) => pawn.getBoundingClientRect()).map(({x, y}) => `${x} ${y}`).sort()";
    let before = browser.script(place, &[]).await;
    browser.drag("a2", "a6").await;
    browser.wait_text(".status.warn", "cannot go there").await;
    // A selected piece is raised a little.
    browser.keys([agon_browser_tests::input::keys::ESCAPE]).await;
    let back = format!("{place}.join() === arguments[0].join()");
    browser.until("the pawn back in its place", &back, &[before]).await;
    // Click beside the board.
    browser.click("h1").await;
    let game = browser.game().await;
    assert_eq!(game["view"]["position"], position);
    assert_eq!(game["state"]["ply"], 0);
    // A drag to a legal target is a move.
    browser.drag("e2", "e4").await;
    browser.wait_ply(1).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_replay_and_reload() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    for text in ["e2e4", "e7e5", "g1f3"] {
        browser.play(text).await;
    }
    browser.click("[data-do=back]").await;
    browser.wait_gone(".moves [data-ply=\"3\"]").await;
    browser.play("b1c3").await;
    // Replay stays at its position while the page is used, and no moves can be made.
    browser.click(".moves [data-ply=\"1\"]").await;
    browser.wait_text(".status", "Looking at move 1 of 3").await;
    assert_eq!(browser.count(".cell.live").await, 0);
    browser.click("[data-do=turn]").await;
    browser.wait_text(".status", "Looking at move 1 of 3").await;
    browser.click("[data-walk=last]").await;
    browser.wait(&[".status.mine"]).await;
    let before = browser.game().await;
    browser.reload().await;
    browser.wait(&[".status.mine"]).await;
    browser.wait_ply(3).await;
    let after = browser.game().await;
    assert_eq!(after["view"]["position"], before["view"]["position"]);
    assert_eq!(after["steps"], before["steps"]);
    browser.play("b8c6").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_cancelled_and_removed_from_the_list() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    browser.play("e2e4").await;
    browser.tool("abort").await;
    browser.wait_text("#result-title", "Game over").await;
    browser.wait_text(".result .reason", "called off").await;

    browser.go("/").await;
    browser.on_one_screen("chess").await;
    for text in ["e2e4", "e7e5"] {
        browser.play(text).await;
    }
    assert_eq!(browser.count("[data-do=abort]").await, 0);
    browser.tool("leave").await;
    browser.click("[data-do=no]").await;
    browser.play("g1f3").await;
    browser.tool("leave").await;
    browser.click("[data-do=yes]").await;
    browser.wait_text(".result .reason", "not finished").await;

    browser.go("/").await;
    browser.on_one_screen("chess").await;
    browser.go("/").await;
    browser.click("#home-mine [data-do=remove]").await;
    browser.wait_gone("#home-mine [data-do=remove]").await;
    browser.close().await;
}

/// Starts a local game with an option chosen by picture, makes two moves and returns the number of
/// cells.
async fn with_picture(browser: &Browser, game: &str, option: &str, value: &str) -> u64 {
    browser.go("/").await;
    browser.plan(game, "local").await;
    browser.choose_picture(option, value).await;
    browser.start().await;
    for _ in 0..2 {
        browser.wait(&[".status.mine"]).await;
        let game = browser.game().await;
        let moves = game["view"]["moves"].as_array().unwrap();
        let text = moves[moves.len() / 2]["text"].as_str().unwrap().to_owned();
        browser.play(&text).await;
    }
    browser.count(".cell").await
}

#[tokio::test(flavor = "multi_thread")]
async fn morris_with_every_number_of_layers() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    for layers in [2, 3, 5, 9] {
        let cells = with_picture(&browser, "morris", "layers", &layers.to_string()).await;
        assert_eq!(cells, layers * 8);
    }
    browser.close().await;
}

/// Positions of the pieces by side.
fn piece_positions(game: &Value) -> Vec<(u64, u64)> {
    let number = |piece: &Value, key: &str| piece[key].as_u64().unwrap();
    let pieces = game["view"]["pieces"].as_array().unwrap();
    let mut positions: Vec<_> =
        pieces.iter().map(|p| (number(p, "cell"), number(p, "seat"))).collect();
    positions.sort_unstable();
    positions
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone_in_all_layouts() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("abalone", "local").await;
    // All layouts of the dialog.
    let listed = "return [...document.querySelectorAll('dialog input[name=option-layout]')] \
                  .map((input) => input.value)";
    let layouts = browser.script(listed, &[]).await;
    let layouts: Vec<&str> = layouts.as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert_eq!(layouts.len(), 8, "{layouts:?}");
    let mut seen = Vec::new();
    for layout in layouts {
        assert_eq!(with_picture(&browser, "abalone", "layout", layout).await, 61, "{layout}");
        let men = browser.count(".men .man").await;
        assert!((22..=28).contains(&men), "{layout} has {men} marbles");
        let now = piece_positions(&browser.game().await);
        assert!(!seen.contains(&now), "{layout} looks like another one");
        seen.push(now);
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_turns_to_the_side_to_move() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    let below = "const y = (c) => document.querySelector(c).getBoundingClientRect().y; \
                 return y(arguments[0]) > y(arguments[1])";
    let corners = [json!(cell("a1")), json!(cell("a8"))];
    assert_eq!(browser.script(below, &corners).await, true);
    browser.tool("autoturn").await;
    browser.play("e2e4").await;
    browser.until("black at the bottom", &below.replace("> y", "< y"), &corners).await;
    browser.play("e7e5").await;
    browser.until("white at the bottom", below, &corners).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_of_the_bottom_side_is_below_the_board() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    for (game, own) in [("chess", "a1"), ("chinese-checkers", "a1"), ("abalone", "a1")] {
        browser.go("/").await;
        browser.on_one_screen(game).await;
        let shown = browser.game().await;
        let cells = shown["board"]["cells"].as_array().unwrap();
        let index = cells.iter().position(|cell| cell["name"] == own).unwrap() as u64;
        assert!(piece_positions(&shown).contains(&(index, 0)), "{game}: seat 0 begins at {own}");
        let low = "const box = (s) => document.querySelector(s).getBoundingClientRect(); \
            return box(arguments[0]).y > box('agon-board').y + box('agon-board').height / 2 \
                && box('.below-board [data-seat=\"0\"]').y > box('.above-board .player').y";
        browser.until(&format!("{game}: seat 0 at the bottom"), low, &[json!(cell(own))]).await;
    }
    browser.close().await;
}
