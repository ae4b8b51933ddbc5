//! Board input: groups, pieces in hand, promotion, confirmed and planned moves, drawing.

use agon_browser_tests::input::{cell, keys};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// Creates a local game in this position and opens it.
async fn begin(browser: &Browser, game: &str, rules: &str, position: &str) {
    let me = json!({"who": "me"});
    let mut request = json!({"game": game, "rules": rules, "seats": [me, me]});
    if !position.is_empty() {
        request["position"] = json!(position);
    }
    let made = browser.post("/api/games", request).await;
    browser.go(&format!("/game/{}", made["id"].as_str().unwrap_or_else(|| panic!("{made}")))).await;
    browser.wait(&[".status.mine"]).await;
}

async fn label(browser: &Browser, name: &str) -> String {
    let read = "return document.querySelector(arguments[0]).getAttribute('aria-label')";
    browser.script(read, &[json!(cell(name))]).await.as_str().unwrap().to_owned()
}

/// Names of the selected cells.
const SELECTED: &str = "return [...document.querySelectorAll('.cell[aria-pressed=true]')] \
    .map((cell) => cell.dataset.cell).sort().join(' ')";

async fn selected(browser: &Browser, names: &str) {
    let condition =
        format!("const names = (() => {{ {SELECTED} }})(); return names === arguments[0]");
    browser.until(&format!("{names} selected"), &condition, &[json!(names)]).await;
}

/// Two blue marbles in front of a red one at the edge.
const PUSHES: &str = "sssss/ssssss/ss5/8/6SSs/8/S6/SSSSSS/SSSSS 0 0 b 0 1";

#[tokio::test(flavor = "multi_thread")]
async fn groups_show_targets_joins_and_pushes() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("abalone").await;
    // One marble: its targets and the marbles that can join the group.
    browser.click_cells(&["c4".into()]).await;
    browser.wait(&[".above .dot", ".above .join"]).await;
    browser.wait_count(".above .join", 6).await;
    assert!(label(&browser, "c5").await.ends_with("can join them"));
    browser.wait_text(".status", "marbles").await;
    browser.keys([keys::ESCAPE]).await;
    // Sweeping over marbles selects them; each direction has an arrow.
    browser.sweep(&["c3", "c4", "c5"]).await;
    selected(&browser, "c3 c4 c5").await;
    browser.wait_count(".above .way", 4).await;
    // Sweeping back shortens the selection.
    browser.keys([keys::ESCAPE]).await;
    browser.sweep(&["c3", "c4", "c5", "c4"]).await;
    selected(&browser, "c3 c4").await;
    browser.keys([keys::ESCAPE]).await;
    // Sweeping past the group moves it, in line or broadside.
    browser.sweep(&["a1", "b2", "c3", "d4"]).await;
    browser.wait_ply(1).await;
    browser.wait_text(".moves [data-ply=\"1\"]", "a1-b2").await;
    browser.sweep(&["g5", "g6", "g7", "f6"]).await;
    browser.wait_ply(2).await;
    // A push marks the pushed marbles and the target of the last one.
    browser.go("/").await;
    begin(&browser, "abalone", "", PUSHES).await;
    browser.sweep(&["e7", "e8"]).await;
    browser.wait(&[".above .way.push.off"]).await;
    assert!(label(&browser, "e9").await.ends_with("can be taken or pushed"));
    let aimed = json!(cell("e9"));
    let over = "const {x, y, width, height} = document.querySelector(arguments[0]) \
            .getBoundingClientRect(); \
        document.querySelector('.board').dispatchEvent(new PointerEvent('pointermove', \
            {pointerType: 'mouse', clientX: x + width / 2, clientY: y + height / 2, bubbles: true})); \
        return document.querySelectorAll('.ahead .foreseen').length";
    assert!(browser.script(over, &[aimed]).await.as_u64().unwrap() > 0, "targets are previewed");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn selects_lines_by_touch() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::phone()).await;
    begin(&browser, "abalone", "", "").await;
    browser.sweep_by_finger(&["c3", "c4", "c5"]).await;
    selected(&browser, "c3 c4 c5").await;
    browser.tap_cells(&["d6".into()]).await;
    browser.wait_ply(1).await;
    browser.sweep_by_finger(&["i9", "h8", "g7", "f6"]).await;
    browser.wait_ply(2).await;
    // On a phone the pieces in hand are above and below the board.
    browser.go("/").await;
    begin(&browser, "morris", "layers=9", "").await;
    assert_eq!(hands(&browser).await, json!([27, 27]));
    let placed = "const box = (selector) => document.querySelector(selector).getBoundingClientRect(); \
        const plate = box('.board .plate'); \
        return [...document.querySelectorAll('.hands .man')].every((man) => { \
            const {y, height} = man.getBoundingClientRect(); \
            return y + height <= plate.y + 4 || y >= plate.y + plate.height - 4; })";
    assert_eq!(browser.script(placed, &[]).await, json!(true), "pieces are on the board");
    browser.close().await;
}

/// Number of pieces in each hand.
async fn hands(browser: &Browser) -> Value {
    let count = "return [...document.querySelectorAll('.hands .hand')] \
        .map((hand) => hand.querySelectorAll('.man').length)";
    browser.script(count, &[]).await
}

/// Red has three men and may fly; blue has four.
const THREE: &str = "r......r/b......b/r.b...b. r 0 0 0";

#[tokio::test(flavor = "multi_thread")]
async fn pieces_in_hand_mills_and_flying() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    begin(&browser, "morris", "", "").await;
    assert_eq!(hands(&browser).await, json!([9, 9]));
    // A piece can be dragged from the hand to a point.
    browser.carry(".hand[data-seat=\"0\"] .man", "a1").await;
    browser.wait_ply(1).await;
    assert_eq!(hands(&browser).await, json!([8, 9]));
    for text in ["b2", "a4", "d2"] {
        browser.play(text).await;
    }
    assert_eq!(hands(&browser).await, json!([7, 7]));
    // Clicking an occupied point shows the reason from the rules.
    browser.click_cells(&["b2".into()]).await;
    browser.wait_text(".status.warn", "That point is taken.").await;
    browser.click_cells(&["a7".into()]).await;
    browser.wait(&[".marks .row"]).await;
    browser.wait_text(".status", "A mill! Choose a man to take off").await;
    browser.click_cells(&["b2".into()]).await;
    browser.wait_ply(5).await;
    browser.wait(&[".marks .row"]).await;
    assert_eq!(hands(&browser).await, json!([6, 7]));
    browser.go("/").await;
    begin(&browser, "morris", "", THREE).await;
    browser.wait_text(".status", "You may fly").await;
    assert_eq!(hands(&browser).await, json!([0, 0]));
    // The colour of an announced move differs from that of a capture.
    let colours = "const layer = document.querySelector('.above'); \
        layer.innerHTML = '<circle class=\"ring announced\"/><circle class=\"ring asked\"/>'; \
        const [ring, asked] = [...layer.children].map((one) => getComputedStyle(one).stroke); \
        return ring !== asked";
    assert_eq!(browser.script(colours, &[]).await, json!(true));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn promotion_on_the_board_and_check() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.until_promotion().await;
    assert_eq!(browser.count("dialog").await, 0, "nothing covers the board");
    let kinds = "return [...document.querySelectorAll('.picker .option')] \
        .map((option) => option.dataset.kind)";
    assert_eq!(browser.script(kinds, &[]).await, json!(["queen", "rook", "bishop", "knight"]));
    let on = "const box = (selector) => document.querySelector(selector).getBoundingClientRect(); \
        const [a, b] = [box('.picker .option .hit'), box('[data-cell=g8] .hit')]; \
        return Math.hypot(a.x - b.x, a.y - b.y) < 2";
    assert_eq!(browser.script(on, &[]).await, json!(true), "the queen is on the square");
    // A click beside the board cancels; the keyboard chooses the second piece.
    browser.click_cells(&[]).await;
    browser.keys([keys::ESCAPE]).await;
    browser.wait_gone(".picker .option").await;
    browser.click_cells(&["h7".into(), "g8".into()]).await;
    browser.wait(&[".picker .option"]).await;
    browser.keys([keys::DOWN, keys::ENTER]).await;
    browser.wait_ply(9).await;
    browser.wait_text(".moves [data-ply=\"9\"]", "=R").await;
    browser.go("/").await;
    begin(&browser, "chess", "", "4k3/8/8/8/8/8/4q3/4K2R w K - 0 1").await;
    browser.wait_text(".status", "Check!").await;
    browser.wait(&[".marks .alarm"]).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn optional_confirmation_and_drawing() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    browser.click("#header button").await;
    browser.click("dialog input[name=confirm]").await;
    browser.keys([keys::ESCAPE]).await;
    browser.wait_gone("dialog").await;
    // The move is shown but made only after confirmation.
    browser.click_cells(&["e2".into(), "e4".into()]).await;
    browser.wait_text(".status", "Play e4?").await;
    assert_eq!(browser.game().await["state"]["ply"], 0);
    browser.keys([keys::ESCAPE]).await;
    browser.wait_gone("[data-do=confirm]").await;
    browser.wait_text(".status", "White to move").await;
    browser.click_cells(&["d2".into(), "d4".into()]).await;
    browser.click("[data-do=confirm]").await;
    browser.wait_ply(1).await;
    // A second click on the target confirms, another square cancels.
    browser.click_cells(&["d7".into(), "d5".into(), "a5".into()]).await;
    browser.wait_gone("[data-do=confirm]").await;
    browser.click_cells(&["e7".into(), "e6".into(), "e6".into()]).await;
    browser.wait_ply(2).await;
    // The right button draws arrows and circles; repeating or clicking removes them.
    browser.draw("g1", "f3").await;
    browser.draw("e4", "e4").await;
    browser.wait(&[".above .arrow.drawn"]).await;
    browser.wait(&[".above .ring.drawn"]).await;
    browser.draw("e4", "e4").await;
    browser.wait_gone(".above .ring.drawn").await;
    browser.click_cells(&["e5".into()]).await;
    browser.wait_gone(".above .arrow.drawn").await;
    // When drawing is off, the right button opens the browser menu.
    browser.click("#header button").await;
    browser.click("dialog input[name=drawing]").await;
    browser.keys([keys::ESCAPE]).await;
    browser.wait_gone("dialog").await;
    browser.draw("g1", "f3").await;
    assert_eq!(browser.count(".above .arrow.drawn").await, 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_moves_out_of_turn() {
    let site = Site::start().await;
    let anna = Browser::open(&site.url).await;
    let ben = Browser::open(&site.url).await;
    anna.plan("chess", "online").await;
    anna.start().await;
    ben.click("#home-lobbies li a").await;
    ben.click("[data-do=sit-1]").await;
    anna.wait(&[".status.mine"]).await;
    ben.wait(&[".moves"]).await;
    ben.click_cells(&["e7".into()]).await;
    ben.wait_text(".status.warn", "is to move").await;
    assert_eq!(ben.count(".marks .selected").await, 0);
    ben.click("#header button").await;
    ben.click("dialog input[name=premove]").await;
    ben.keys([keys::ESCAPE]).await;
    ben.wait_gone("dialog").await;
    // Planned moves are cancelled by Escape and by a click.
    let planned = ["e7".to_owned(), "e5".to_owned()];
    ben.click_cells(&planned).await;
    ben.wait(&[".above .arrow.wished"]).await;
    ben.wait_text(".status", "as soon as it is your turn").await;
    ben.keys([keys::ESCAPE]).await;
    ben.wait_gone(".above .arrow.wished").await;
    ben.click_cells(&planned).await;
    ben.wait(&[".above .arrow.wished"]).await;
    ben.click_cells(&["e5".into()]).await;
    ben.wait_gone(".above .arrow.wished").await;
    // A move planned by dragging is made at the start of the turn.
    ben.drag("e7", "e5").await;
    ben.wait(&[".above .arrow.wished"]).await;
    anna.play("e2e4").await;
    ben.wait_ply(2).await;
    ben.wait_text(".moves [data-ply=\"2\"]", "e5").await;
    ben.wait_gone(".above .arrow.wished").await;
    // An illegal planned move is dropped with a message.
    ben.drag("e5", "e4").await;
    ben.wait(&[".above .arrow.wished"]).await;
    anna.play("g1f3").await;
    ben.wait_text("#notice", "not possible now").await;
    ben.wait(&[".status.mine"]).await;
    assert_eq!(ben.game().await["state"]["ply"], 3);
    anna.close().await;
    ben.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_contrast_once_if_the_system_prefers_it() {
    let site = Site::start().await;
    let browser = Browser::blank(&site.url, &Look::default()).await;
    let wish = json!({"features": [{"name": "prefers-contrast", "value": "more"},
        {"name": "prefers-reduced-motion", "value": "reduce"}]});
    browser.devtools("Emulation.setEmulatedMedia", wish).await;
    browser.go("/").await;
    let marks = "return document.documentElement.dataset.marks";
    browser.wait(&["[data-do=contrast-all]"]).await;
    assert_eq!(browser.script(marks, &[]).await, "off", "marks are off by default");
    browser.click("[data-do=contrast-marks]").await;
    browser.wait_gone(".offer").await;
    browser.until("marks", &format!("{marks} === 'on'"), &[]).await;
    browser.reload().await;
    browser.wait(&[".card:last-child .board"]).await;
    assert!(!browser.is_visible(".offer").await, "offered only once");
    browser.close().await;
}
