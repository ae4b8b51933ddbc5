//! Studies: move trees with comments and drawings, saving, sharing, export and import; position
//! setup.

use agon_browser_tests::input::keys::{DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB, UP};
use agon_browser_tests::play::{Clicks, games};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

use crate::accessibility::Checker;

/// Sends a request with the page's content and session.
const POST: &str = "const [path, body, done] = arguments; \
    fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, \
        body: JSON.stringify(body ?? history.state.study) }) \
        .then((answer) => answer.text()).then(done)";

/// Removes the focus, so that keys go to the page.
const LET_GO: &str = "document.activeElement.blur()";

/// The Delete key.
const DELETE: char = '\u{e017}';

/// A user editing a study.
struct Student<'b> {
    browser: &'b Browser,
    game: &'static str,
    by_finger: bool,
}

impl Student<'_> {
    async fn click(&self, selector: &str) {
        if self.by_finger {
            self.browser.tap(selector).await;
        } else {
            self.browser.click(selector).await;
        }
    }

    async fn press(&self, name: &str) {
        self.click(&format!("[data-do={name}]")).await;
    }

    /// Makes a move on the board.
    async fn make(&self, position: &Value, play: &Value) {
        let Clicks { cells, kind } = Clicks::of(position, play);
        if self.by_finger {
            self.browser.tap_cells(&cells).await;
        } else {
            self.browser.click_cells(&cells).await;
        }
        assert!(kind.is_none(), "no promotion in the first moves");
    }

    /// Builds a main line, a promoted variation, a mark, a comment and a drawing.
    async fn build(&self) {
        let Student { browser, game, by_finger } = self;
        browser.go(&format!("/analysis/{game}")).await;
        browser.wait(&[".analysis .tree .none"]).await;
        let start =
            browser.script_async(POST, &[json!("/api/positions"), json!({ "game": game })]).await;
        let start: Value = serde_json::from_str(start.as_str().unwrap()).unwrap();
        let moves = start["view"]["moves"].as_array().unwrap();
        let (first, second) = (&moves[0], &moves[moves.len() / 2]);
        self.make(&start, first).await;
        browser.wait(&[".tree [data-ply='1'][aria-current]"]).await;
        self.click("[data-walk=previous]").await;
        browser.wait_gone(".tree [aria-current]").await;
        self.click(".typed input").await;
        browser.keys(format!("{}\n", second["text"].as_str().unwrap()).chars()).await;
        browser.wait(&[".tree .side [aria-current]"]).await;
        self.press("promote").await;
        browser.wait(&[".tree [data-ply='1'][aria-current]"]).await;
        let main = browser.text(".tree [data-ply='1']").await;
        assert_eq!(main, second["display"].as_str().unwrap(), "{game}");
        assert_eq!(browser.text(".tree .side button").await, first["display"].as_str().unwrap());
        self.click("[data-glyph='3']").await;
        browser.wait(&[".tree [data-ply='1'] .glyph-3"]).await;
        self.click("#study-comment").await;
        browser.keys("Why {not} this?".chars()).await;
        browser.wait_text(".tree .said", "Why {not} this?").await;
        let cells = &start["board"]["cells"];
        let [from, to] = [0, 10].map(|cell: usize| cells[cell]["name"].as_str().unwrap());
        if *by_finger {
            self.press("pencil").await;
            browser.script("scrollTo(0, 0)", &[]).await;
            browser.drag_by_finger(from, to).await;
            browser.wait(&[".board .drawn"]).await;
            self.press("pencil").await;
        } else {
            browser.draw(from, to).await;
            browser.wait(&[".board .drawn"]).await;
        }
        // Deletion can be undone.
        self.click(".tree .side button").await;
        browser.wait(&[".tree .side [aria-current]"]).await;
        self.press("remove").await;
        browser.wait_gone(".tree .side").await;
        self.press("undo").await;
        browser.wait(&[".tree .side [aria-current]"]).await;
        assert!(
            !browser.is_visible(".board .drawn").await,
            "the drawing belongs to another position"
        );
    }

    /// Saves the study under a title and returns its URL.
    async fn keep(&self, title: &str) -> String {
        let Student { browser, .. } = self;
        self.press("keep").await;
        browser.wait(&["#study-title:focus"]).await;
        browser.keys(format!("{title}\n").chars()).await;
        browser.wait_text(".kept", title).await;
        browser.reload().await;
        browser.wait_text(".tree .said", "Why {not} this?").await;
        browser.wait_text(".kept", title).await;
        let address = browser.script("return location.pathname + location.search", &[]).await;
        let address = address.as_str().unwrap().to_owned();
        assert!(address.contains("?study="), "{address}");
        address
    }

    /// Exports the study and imports one of two games; a damaged file shows the position of the
    /// error.
    async fn exchange(&self) {
        let Student { browser, game, .. } = self;
        let text = browser.script_async(POST, &[json!("/api/studies/file"), Value::Null]).await;
        let text = text.as_str().unwrap().to_owned();
        assert!(text.contains("Why {not) this?") && text.contains("$3"), "{text}");
        self.click("details:has(#import-text) > summary").await;
        browser.wait(&["details[open] #import-text"]).await;
        let fill = "document.querySelector('#import-text').value = arguments[0]";
        let steps = "return document.querySelectorAll('.tree [data-step]').length";
        let before = browser.script(steps, &[]).await;
        let damaged = text.replace("$3", "$3 (");
        browser.script(fill, &[json!(damaged)]).await;
        self.click("form.import .main-action").await;
        let line = text.lines().position(|line| line.contains("$3")).unwrap() + 1;
        browser.wait_text("#import-problem", &line.to_string()).await;
        // The tree is unchanged.
        assert_eq!(browser.script(steps, &[]).await, before, "{game}");
        browser.script(fill, &[json!(format!("{text}\n{damaged}\n{text}"))]).await;
        self.click("form.import .main-action").await;
        browser.wait(&["dialog .unread .problem"]).await;
        browser.wait_count("dialog [data-pick]", 2).await;
        self.click("dialog [data-pick='2']").await;
        browser.wait_gone("dialog").await;
        browser.wait_gone(".kept").await;
        browser.wait_text(".tree .said", "Why {not) this?").await;
        assert_eq!(browser.script(steps, &[]).await, before, "{game}");
    }

    /// Sets up positions: an illegal one shows the reason in the language of the page.
    async fn set_up(&self, language: &str) {
        let Student { browser, game, .. } = self;
        self.press("editor").await;
        browser.wait(&[".editor .palette [aria-pressed=true]"]).await;
        // A full board of the first piece is illegal in every game.
        let first = "const [game, done] = arguments; \
            const ask = (body) => fetch('/api/setup', { method: 'POST', \
                headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }); \
            ask({ game }).then((answer) => answer.json()).then(({ men, cells, fields }) => \
                ask({ game, cells: men[0].letter.repeat(cells.length), \
                    values: fields.map((field) => field.value) })) \
                .then((answer) => answer.json()).then(({ position }) => done(position))";
        let crowded = browser.script_async(first, &[json!(game)]).await;
        let write = "const field = document.querySelector('#setup-text'); \
            field.value = arguments[0]; field.dispatchEvent(new Event('change'))";
        browser.script(write, &[crowded]).await;
        browser.wait(&["[data-do=use]:disabled"]).await;
        let problem = browser.text("#setup-problem").await;
        assert!(!problem.is_empty(), "{game}");
        if language == "he" {
            let latin = problem.contains(|c: char| c.is_ascii_alphabetic());
            assert!(!latin, "{game}: {problem}");
        }
        self.press("editor-clear").await;
        browser.wait_gone(".board .men .holder").await;
        self.press("editor-start").await;
        browser.wait(&["[data-do=use]:enabled"]).await;
        let text = "return document.querySelector('#setup-text').value";
        let start = browser.script(text, &[]).await;
        // Clear or fill the first cell, then restore the start position.
        let cell = "return document.querySelector('.board [data-cell]').dataset.cell";
        let cell = browser.script(cell, &[]).await.as_str().unwrap().to_owned();
        if self.by_finger {
            browser.tap_cells(&[cell]).await;
        } else {
            browser.click_cells(&[cell]).await;
        }
        let is_start = "return (document.querySelector('#setup-text').value === arguments[0]) \
                        === arguments[1] || null";
        browser.until("another text", is_start, &[start.clone(), json!(false)]).await;
        self.press("editor-start").await;
        browser.until("the start", is_start, &[start, json!(true)]).await;
        self.press("use").await;
        browser.wait_gone(".editor").await;
        browser.wait(&[".analysis .tree .none"]).await;
    }
}

/// Desktop, in English.
#[tokio::test(flavor = "multi_thread")]
async fn edits_saves_shares_and_imports_studies() {
    let site = Site::start().await;
    let mut browser = Browser::open(&site.url).await;
    // The refusal was intended.
    browser.expected = vec!["422"];
    browser.remember(&json!({"engine": false})).await;
    let mut address = String::new();
    for game in games().take(3) {
        let student = Student { browser: &browser, game, by_finger: false };
        student.build().await;
        address = student.keep(&format!("A study of {game}")).await;
        student.exchange().await;
        student.set_up("en").await;
    }
    // Another person opens the link and copies the study.
    let other = Browser::open(&site.url).await;
    other.remember(&json!({"engine": false})).await;
    other.go(&address).await;
    other.wait_text(".kept", "A study of").await;
    other.wait_text(".tree .said", "Why {not) this?").await;
    other.click("[data-do=keep]").await;
    other.wait_text("[data-do=save]", "copy").await;
    other.click("[data-do=save]").await;
    other.wait_text(".kept", "saved").await;
    let own = other.script("return location.pathname + location.search", &[]).await;
    assert_ne!(own, json!(address));
    other.wait(&[".studies [data-study]"]).await;
    other.click(".studies [data-do=delete]").await;
    other.click("dialog [data-do=sure]").await;
    other.wait_gone(".studies [data-study]").await;
    other.close().await;
    browser.go(&address).await;
    browser.wait_text(".kept", "saved").await;
    browser.close().await;
}

/// Phone, in Hebrew, by touch; accessibility checked.
#[tokio::test(flavor = "multi_thread")]
async fn edits_studies_on_a_phone_in_hebrew() {
    let site = Site::start().await;
    let mut browser = Browser::with(&site.url, &Look::phone().language("he")).await;
    browser.expected = vec!["422"];
    browser.remember(&json!({"engine": false})).await;
    for game in games().skip(3) {
        let student = Student { browser: &browser, game, by_finger: true };
        student.build().await;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(browser.script(wide, &[]).await, false, "{game} is wider than the screen");
        student.keep("ניתוח").await;
        student.exchange().await;
        student.set_up("he").await;
    }
    let student = Student { browser: &browser, game: "chess", by_finger: true };
    student.build().await;
    let checker = Checker::of(browser);
    checker.check("a study").await;
    checker.browser.tap("[data-do=editor]").await;
    checker.browser.wait(&[".editor .palette [aria-pressed=true]"]).await;
    checker.check("a position that is set up").await;
    checker.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_a_study_by_keyboard() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.remember(&json!({"engine": false})).await;
    browser.go("/analysis/chess?moves=e2e4+e7e5").await;
    browser.wait(&[".tree [data-ply='2'][aria-current]"]).await;
    browser.keys([LEFT]).await;
    browser.wait(&[".tree [data-ply='1'][aria-current]"]).await;
    // Typing makes a move, here a variation.
    browser.keys("c7c5\n".chars()).await;
    browser.wait(&[".tree .side [aria-current]"]).await;
    browser.script(LET_GO, &[]).await;
    browser.keys([UP]).await;
    browser.wait(&[".tree [data-ply='2'][aria-current]"]).await;
    browser.keys([DOWN]).await;
    browser.wait(&[".tree .side [aria-current]"]).await;
    browser.keys(['5']).await;
    browser.wait(&[".tree .side .glyph-5"]).await;
    browser.keys(['p']).await;
    browser.wait_text(".tree [data-ply='2']", "c5").await;
    // A prefix of a move waits for the next letter.
    browser.keys(['c']).await;
    browser.wait(&["#study-comment:focus"]).await;
    browser.keys("Sicilian".chars()).await;
    browser.wait_text(".tree .said", "Sicilian").await;
    browser.keys([ESCAPE]).await;
    // An arrow drawn from cell to cell by keyboard.
    browser.script("document.querySelector('[data-cell=g1]').focus()", &[]).await;
    browser.keys(['a']).await;
    browser.wait_text("#notice", "g1").await;
    browser.keys([UP, UP, LEFT, 'a']).await;
    browser.wait(&[".board .arrow.drawn"]).await;
    browser.script(LET_GO, &[]).await;
    browser.keys(['z']).await;
    browser.wait_gone(".board .arrow.drawn").await;
    // Keys are handled before the server has replied.
    browser.keys([LEFT, LEFT, RIGHT, RIGHT, RIGHT]).await;
    browser.wait(&[".tree [data-ply='2'][aria-current]"]).await;
    browser.keys([DELETE]).await;
    browser.wait_gone(".tree .side").await;
    browser.keys(['z']).await;
    browser.wait(&[".tree .side"]).await;
    browser.keys(['?']).await;
    browser.wait_text("dialog", "set up a position").await;
    browser.keys([ESCAPE]).await;
    let closed = "return document.querySelector('dialog') === null && document.activeElement === document.body";
    browser.until("no dialog", closed, &[]).await;
    // Position setup by keyboard.
    browser.keys(['e']).await;
    browser.wait(&[".palette button:focus"]).await;
    browser.keys([TAB, ENTER]).await;
    browser.wait(&[".palette button:nth-child(2)[aria-pressed=true]"]).await;
    browser.script("document.querySelector('[data-cell=e5]').focus()", &[]).await;
    browser.keys([ENTER]).await;
    let placed = "return document.querySelector('#setup-text').value.includes('2p1N3/') || null";
    browser.until("a knight on e5", placed, &[]).await;
    browser.script(LET_GO, &[]).await;
    browser.keys([ESCAPE]).await;
    browser.wait_gone(".editor").await;
    browser.wait(&[".tree .side"]).await;
    browser.keys(['s']).await;
    browser.wait(&["#study-title:focus"]).await;
    browser.keys("By keys\n".chars()).await;
    browser.wait_text(".kept", "By keys").await;
    browser.close().await;
}

/// The analysis of a finished game opens at its turning point.
#[tokio::test(flavor = "multi_thread")]
async fn analysis_opens_at_the_turning_point() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.remember(&json!({"engine": false})).await;
    let file = json!({ "text": "1. f3 e5 2. g4 Qh4# 0-1", "game": "chess" });
    let made = browser.script_async(POST, &[json!("/api/import"), file]).await;
    let made: Value = serde_json::from_str(made.as_str().unwrap()).unwrap();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    browser.go(&format!("/game/{id}?key={key}")).await;
    browser.click("[data-do=analyse]").await;
    browser.wait(&[".tree [data-ply='3'][aria-current]"]).await;
    browser.wait(&[".tree [data-ply='4']"]).await;
    // With a report, at the losing move.
    browser.go(&format!("/report/{id}?key={key}")).await;
    browser.wait(&[".turns .turn"]).await;
    let ply = browser
        .script("return Number(document.querySelector('.turns .turn').dataset.ply)", &[])
        .await;
    browser.go(&format!("/analysis/chess?id={id}&key={key}")).await;
    let before = ply.as_u64().unwrap() - 1;
    let there = "return (document.querySelector('.tree [aria-current]')?.dataset.ply ?? '0') === String(arguments[0]) \
                 && document.querySelectorAll('.tree [data-ply]').length === 4";
    browser.until("the turning point", there, &[json!(before)]).await;
    browser.close().await;
}

/// Parts of the analysis page that may grow; nothing is below them.
const LATE: &str = ".best-lines, .tree .list, .explorer";

/// Waits for three engine lines and a deeper iteration.
async fn wait_for_lines(browser: &Browser) {
    browser.wait(&[".best-lines li:nth-child(3) button"]).await;
    let deep =
        "return Number(/\\d+/.exec(document.querySelector('.engine .depth').textContent)?.[0]) > 5";
    browser.until("lines that have grown", deep, &[]).await;
}

/// Engine lines that arrive, grow and change cause no layout shift.
#[tokio::test(flavor = "multi_thread")]
async fn causes_no_layout_shift() {
    let site = Site::start().await;
    for look in [Look::default(), Look::phone(), Look::phone().language("he")] {
        let browser = Browser::with(&site.url, &look).await;
        browser.wait_for_session().await;
        browser.watch_controls(LATE).await;
        // Short moves, and long ones that exceed the width.
        for game in ["chess", "chinese-checkers"] {
            browser.go(&format!("/analysis/{game}")).await;
            wait_for_lines(&browser).await;
            for ply in ["1", "2"] {
                browser.click(".best-lines li:first-child button").await;
                browser.wait(&[&format!(".tree [data-ply='{ply}'][aria-current]")]).await;
                wait_for_lines(&browser).await;
            }
            browser.wait(&[".explorer .explorer-head"]).await;
            let moved = browser.moved_controls().await;
            assert!(moved.is_empty(), "{game}, {look:?}: {moved:#?}");
        }
        browser.close().await;
    }
}
