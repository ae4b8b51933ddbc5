//! A whole local game of each kind, from the home page to the result, with every move clicked.

use agon_browser_tests::{Browser, Site};

/// A white pawn promotes to a queen and mates.
const CHESS: &str = "h2h4 g7g5 h4g5 h7h6 g5h6 b8c6 h6h7 a7a6 h7g8q f7f6 g8g6";
const CHINESE_CHECKERS: &str = "\
    d1-e6 o2-m6 b1-f6 n1-l6 c3-g5 o3-k5 d2-f7 n2-l7 a1-g7 n4-j5 b2-f5 q1-k7 c2-e8 p1-o2 d3-h6 \
    p2-l5 e8-i6 l6-h7 g7-i5 n3-h5 e6-k4 l7-j7 d4-e8 k7-e7 e8-k6 o2-p1 i5-j6 p1-j4 j6-p1 o1-n1 \
    i6-j6 n1-l6 c1-d2 j4-i4 f7-g6 k5-g7 g5-m5 m6-m7 k6-k5 h5-f7 g6-m8 j7-i6 d2-e6 j5-h4 h6-j5 \
    l6-h5 f5-g5 m7-l6 e6-g6 f7-e8 f6-h6 h4-d3 g5-k7 h5-d2 g6-h5 l5-j7 k4-m6 l6-j4 j5-n2 e7-f6 \
    h6-l5 i4-c2 m5-q1 d3-c3 h5-h6 h7-b2 j6-n3 c3-a1 k5-o3 g7-f7 k7-l7 i6-e6 h6-i5 f6-b1 i5-j6 \
    j4-i4 j6-k7 j7-i6 k7-o1 i6-h6 n2-p2 i4-i5 l5-n2 i5-c3 l7-n4 h6-g7 m8-o2 g7-c1 m6-n1";
/// The king escapes at the edge.
const TABLUT: &str = "a6b6 e7b7 d9a9 e6h6 f9f8 e5e7 f1f2 e7i7";
/// The attackers capture the king.
const TABLUT_CAUGHT: &str = "e8c8 d5d8 d1d5 e6f6 d5d7 f6c6 i6e6 e5c5 d7d5";
/// One side loses its marbles.
const ABALONE: &str = "\
    a2b3 h4h5g3 a4b5 g4g5f3 d5e6 i7h6 a1b2 g5g7f5 b6c6 f5f6g6 a5b5 f3g3g4 c4d5 h9g9 c6d6d7 h6h7 \
    d5e6 i8h7 e6f7 f5g6e5 d7e7 i5i6h5 e7f7 h6i6 f7g7 e5f6f5 g7g8 f4f5e3 g9h9";
/// Mills on both sides, until one side cannot move.
const MORRIS: &str = "\
    d6 f6 b4 f2 f4 c4 g7 d7 d1 a4 g4 a7 d2 a1xg4 g4 b2 e3 b6 e3-d3xc4";

async fn whole_game(game: &str, moves: &str, title: &str, reason: &str) {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen(game).await;
    for text in moves.split_whitespace() {
        browser.play(text).await;
    }
    browser.wait_text("#result-title", title).await;
    browser.wait_text(".result .reason", reason).await;
    assert_eq!(browser.game().await["state"]["phase"], "ended");
    // After the last move no prompt for another one is announced.
    let announced = "return document.querySelector('#spoken').lastElementChild.textContent";
    let announced = browser.script(announced, &[]).await;
    assert!(!announced.as_str().unwrap().contains("place a man"), "{announced}");
    // A rematch is one click away and starts from the beginning.
    browser.click(".result [data-do=rematch]").await;
    browser.wait(&[".moves .none"]).await;
    browser.wait(&[".status.mine"]).await;
    browser.play(moves.split_whitespace().next().unwrap()).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess() {
    whole_game("chess", CHESS, "White wins", "checkmate").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_checkers() {
    whole_game("chinese-checkers", CHINESE_CHECKERS, "wins", "all marbles are home").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut() {
    whole_game("tablut", TABLUT, "Defenders win", "the king escaped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut_with_a_captured_king() {
    whole_game("tablut", TABLUT_CAUGHT, "Attackers win", "the king was caught").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone() {
    whole_game("abalone", ABALONE, "Blue wins", "six marbles pushed off").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn morris() {
    whole_game("morris", MORRIS, "Red wins", "no move was left").await;
}

/// A pawn promotes to the chosen piece; nothing is preselected, and cancelling does not move.
#[tokio::test(flavor = "multi_thread")]
async fn promotion() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.on_one_screen("chess").await;
    for text in CHESS.split_whitespace().take(8) {
        browser.play(text).await;
    }
    browser.click_cells(&["h7".into(), "g8".into()]).await;
    browser.wait(&[".picker [data-kind=knight]"]).await;
    browser.keys([agon_browser_tests::input::keys::ESCAPE]).await;
    browser.wait_gone(".picker .option").await;
    assert_eq!(browser.game().await["state"]["ply"], 8);
    browser.play("h7g8n").await;
    assert_eq!(browser.text(".moves [data-ply=\"9\"]").await, "hxg8=N");
    assert_eq!(browser.count(".men .knight.tone-white").await, 3);
    assert_eq!(browser.count(".men .pawn.tone-white").await, 7);
    browser.close().await;
}
