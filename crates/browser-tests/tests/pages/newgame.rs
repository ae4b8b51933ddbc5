//! The new-game dialog: mode, variant, opponent and clock.

use agon_browser_tests::input::keys;
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// The pieces of the preview board, as comparable text.
const AHEAD: &str = "return [...document.querySelectorAll('.ahead .men .man')] \
                     .map((man) => `${man.getAttribute('class')} ${man.closest('[transform], [style]') \
                     ?.getAttribute('transform') ?? man.parentElement.getAttribute('style')}`).join()";

/// Waits until the preview differs from `before` and returns it.
async fn other_board(browser: &Browser, before: &Value) -> Value {
    let other = AHEAD.replacen("return", "const now =", 1) + "; return now !== arguments[0] && now";
    browser.until("another board ahead", &other, std::slice::from_ref(before)).await
}

async fn checked(browser: &Browser, name: &str) -> Value {
    let script = "return [...document.querySelectorAll(`dialog input[name=${arguments[0]}]:checked`)] \
                  .map((input) => input.value).join()";
    browser.script(script, &[json!(name)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_change_the_preview() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("abalone", "computer").await;
    // Each layout has its own picture, and the preview shows the chosen one.
    browser.wait(&["dialog .gallery label:last-child .men .man"]).await;
    browser.wait_count("dialog .gallery .board", 8).await;
    let first = other_board(&browser, &json!("")).await;
    browser.choose_picture("layout", "alien").await;
    let second = other_board(&browser, &first).await;
    // Switch to another game in the dialog.
    browser.click("dialog input[name=game][value=chinese-checkers]").await;
    let third = other_board(&browser, &second).await;
    // The default rules have a single name.
    assert_eq!(checked(&browser, "preset").await, "two");
    assert!(!browser.text("dialog .variant").await.contains("Usual"));
    browser.click("dialog input[name=preset][value=six]").await;
    let fourth = other_board(&browser, &third).await;
    assert_eq!(checked(&browser, "colour").await, "g,y,o,r,p,b");
    // Choosing colours selects the matching variant and updates the seats.
    for letter in ["y", "r", "b"] {
        browser.click(&format!("dialog input[name=colour][value={letter}]")).await;
    }
    other_board(&browser, &fourth).await;
    assert_eq!(checked(&browser, "preset").await, "three");
    browser.wait(&["dialog input[name=side][value=\"2\"]"]).await;
    browser.click("dialog input[name=side][value=\"2\"]").await;
    browser.wait_text(".ahead .sum", "You play Purple").await;
    browser.start().await;
    browser.wait(&[".player"]).await;
    let game = browser.game().await;
    assert_eq!(game["setup"]["rules"], "colors=gop,sets=1,anti_block=on,guests=pass");
    assert_eq!(game["mine"], json!([2]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn last_level_becomes_the_default() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    // By keyboard: the dialog focuses its start button, and Enter starts.
    browser.plan("chess", "computer").await;
    assert_eq!(checked(&browser, "level").await, "3");
    browser.click("dialog input[name=level][value=\"5\"]").await;
    browser.keys([keys::LEFT, keys::LEFT, keys::LEFT, keys::LEFT]).await;
    browser.wait_text("dialog .level-words", "1 Sprout has just learned the rules").await;
    browser.keys([keys::ENTER]).await;
    browser.wait(&[".status.mine"]).await;
    let level = |game: &Value| game["setup"]["seats"][1]["level"].clone();
    assert_eq!(level(&browser.game().await), 1);
    // Watching computer games or changing the level without playing does not change the default
    // level.
    browser.go("/").await;
    browser.plan("chess", "watch").await;
    browser.select("dialog select[aria-label=\"White: Level\"]", "9").await;
    browser.wait_text(".ahead .sum", "White: Cedar (9)").await;
    browser.start().await;
    browser.wait(&[".player"]).await;
    browser.go("/").await;
    browser.plan("tablut", "computer").await;
    browser.click("dialog input[name=level][value=\"8\"]").await;
    browser.click("dialog .ends button:not(.main-action)").await;
    browser.against_the_computer("chess").await;
    assert_eq!(level(&browser.game().await), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chooses_sides_and_clocks() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.plan("chess", "computer").await;
    // The preview is shown from the chosen side.
    let high = "const men = [...document.querySelectorAll('.ahead .tone-white')]; \
                return men.length > 0 && men[0].getBoundingClientRect().y < \
                document.querySelector('.ahead .tone-black').getBoundingClientRect().y";
    let low = high.replace('<', ">");
    browser.until("white at the bottom", &low, &[]).await;
    browser.click("dialog input[name=side][value=\"1\"]").await;
    browser.until("white at the top", high, &[]).await;
    // A random start position is drawn at once and used for the game.
    browser.click("dialog input[name=option-chess960][value=random]").await;
    browser.wait(&["dialog .drawn input"]).await;
    browser.click("dialog input[name=side][value=random]").await;
    browser.wait_text(".ahead .sum", "drawn").await;
    // An invalid clock shows an error; a valid one is used.
    browser.click("dialog input[name=clock][value=custom]").await;
    let typed = "const field = document.querySelector(`dialog input[name=${arguments[0]}]`); \
                 field.value = arguments[1]; field.dispatchEvent(new Event('input'))";
    browser.script(typed, &[json!("minutes"), json!("0")]).await;
    browser.start().await;
    browser.wait_text("dialog .problem", "half a minute").await;
    browser.script(typed, &[json!("minutes"), json!("7")]).await;
    browser.script(typed, &[json!("seconds"), json!("4")]).await;
    browser.wait_text(".ahead .sum", "7 minutes + 4 seconds").await;
    let drawn = browser.script("return document.querySelector('.drawn input').value", &[]).await;
    browser.start().await;
    browser.wait(&[".player .clock"]).await;
    let game = browser.game().await;
    assert_eq!(game["setup"]["clock"], json!({"kind": "increment", "main": 420_000, "add": 4_000}));
    assert_eq!(game["setup"]["rules"], format!("chess960={}", drawn.as_str().unwrap()));
    browser.close().await;
}

/// On a small screen nothing overflows and the start button is always visible.
#[tokio::test(flavor = "multi_thread")]
async fn fits_a_small_screen() {
    let site = Site::start().await;
    let look = Look { size: (360, 640), phone: true, ..Look::default() };
    let browser = Browser::with(&site.url, &look).await;
    let fits = "const box = document.querySelector('dialog'); \
                const start = box.querySelector('.main-action').getBoundingClientRect(); \
                return box.scrollWidth <= innerWidth && start.bottom <= innerHeight && start.width > 100";
    for (game, mode) in [("chess", "computer"), ("chinese-checkers", "online"), ("morris", "watch")]
    {
        browser.go("/").await;
        browser.plan(game, mode).await;
        browser.more().await;
        browser.until(&format!("{game}, {mode}: all within the screen"), fits, &[]).await;
    }
    browser.close().await;
}
