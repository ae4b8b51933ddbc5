//! Keyboard operation.

use agon_browser_tests::input::keys::{DOWN, END, ENTER, ESCAPE, HOME, LEFT, RIGHT, TAB, UP};
use agon_browser_tests::{Browser, Site};
use serde_json::json;

/// Records all mouse and touch events.
const LISTEN: &str = "window.pointed = []; \
    for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart']) \
        addEventListener(kind, () => window.pointed.push(kind), true); \
    addEventListener('click', (event) => event.detail > 0 && window.pointed.push('click'), true)";

/// Presses Tab until an element with this selector has the focus.
async fn tab_to(browser: &Browser, selector: &str, back: bool) {
    let there = "return document.activeElement.matches(arguments[0])";
    for _ in 0..120 {
        if browser.script(there, &[json!(selector)]).await == true {
            return;
        }
        if back {
            browser.shifted(TAB).await;
        } else {
            browser.keys([TAB]).await;
        }
    }
    panic!("Tab does not lead to {selector}");
}

/// Moves the focus to a cell with the arrow keys.
async fn walk_to(browser: &Browser, name: &str) {
    let at = "return document.activeElement.dataset.cell";
    let now = browser.script(at, &[]).await;
    let now = now.as_str().expect("the focus is on the board").to_owned();
    let by = |i: usize| i32::from(name.as_bytes()[i]) - i32::from(now.as_bytes()[i]);
    let times = |n: i32, less: char, more: char| {
        std::iter::repeat_n(if n < 0 { less } else { more }, n.unsigned_abs() as usize)
    };
    browser.keys(times(by(0), LEFT, RIGHT).chain(times(by(1), DOWN, UP))).await;
    assert_eq!(browser.script(at, &[]).await, name);
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_a_whole_game() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    browser.script(LISTEN, &[]).await;
    // The first tab stop is the skip link.
    browser.keys([TAB]).await;
    browser.wait(&[".skip:focus"]).await;
    tab_to(&browser, "[data-game=chess] .buttons button:not(.main-action)", false).await;
    browser.keys([ENTER]).await;
    // Enter would start a game against the computer; the test needs the next mode.
    browser.wait(&["dialog .main-action:focus"]).await;
    tab_to(&browser, "dialog input[name=mode]", true).await;
    browser.keys([RIGHT]).await;
    browser.wait(&["input[name=mode][value=local]:focus"]).await;
    browser.keys([ENTER]).await;
    browser.wait(&[".status.mine"]).await;
    tab_to(&browser, ".cell", false).await;
    let moves = [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")];
    for (i, (from, to)) in moves.into_iter().enumerate() {
        if i == 1 {
            // Select, deselect, and select again.
            walk_to(&browser, "a7").await;
            browser.keys([ENTER]).await;
            browser.wait(&["[data-cell=a7][aria-pressed=true]"]).await;
            browser.keys([ESCAPE]).await;
            browser.wait_gone(".cell[aria-pressed=true]").await;
        }
        walk_to(&browser, from).await;
        let spoken = "return document.activeElement.getAttribute('aria-label')";
        if i == 1 {
            let spoken = browser.script(spoken, &[]).await;
            assert_eq!(spoken, "e7, Black pawn, can move to e5, e6");
        }
        browser.keys([ENTER]).await;
        browser.wait(&[&format!("[data-cell={from}][aria-pressed=true]")]).await;
        walk_to(&browser, to).await;
        browser.keys([' ']).await;
        browser.wait_ply(i as u64 + 1).await;
    }
    browser.wait_text(".result .reason", "checkmate").await;
    // The move is announced to screen readers.
    let announced =
        browser.script("return document.querySelector('#spoken').textContent", &[]).await;
    assert!(announced.as_str().unwrap().contains("Qh4#"), "{announced}");
    // The focus stays on the board, so a key does not start a new game.
    browser.wait(&[".board :focus"]).await;
    browser.keys([HOME]).await;
    browser.wait_text(".status", "Looking at move 0 of 4").await;
    browser.keys([END]).await;
    browser.wait_text(".status", "Black wins").await;
    assert_eq!(browser.script("return window.pointed", &[]).await, json!([]));
    browser.close().await;
}

/// Types a move into the move field and leaves it.
async fn type_move(browser: &Browser, text: &str) {
    browser.keys(['m']).await;
    browser.wait(&[".typed input:focus"]).await;
    browser.keys(text.chars().chain([ENTER])).await;
    browser.script("document.activeElement.blur()", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_moves_and_shortcuts() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    for (i, text) in ["e2e4", "e5", "Nf3"].into_iter().enumerate() {
        type_move(&browser, text).await;
        browser.wait_ply(i as u64 + 1).await;
    }
    // An illegal move is refused with a message and changes nothing.
    type_move(&browser, "Ke3").await;
    browser.wait_text("#notice", "not a possible move").await;
    assert_eq!(browser.game().await["state"]["ply"], 3);
    browser.keys([LEFT]).await;
    browser.wait_text(".status", "Looking at move 2 of 3").await;
    browser.keys([RIGHT]).await;
    browser.wait(&[".status.mine"]).await;
    browser.keys(['?']).await;
    browser.wait_text("dialog #keys-title", "Keys").await;
    browser.keys([ESCAPE]).await;
    browser.until("no dialog", "return !document.querySelector('dialog')", &[]).await;
    let top = "const y = (c) => document.querySelector(c).getBoundingClientRect().y; \
               return y('[data-cell=a1]') < y('[data-cell=a8]')";
    browser.keys(['f']).await;
    browser.until("a turned board", top, &[]).await;
    browser.keys(['h']).await;
    browser.wait(&[".board .hint"]).await;
    browser.keys(['u']).await;
    browser.wait_gone(".moves [data-ply=\"3\"]").await;
    browser.close().await;
}
