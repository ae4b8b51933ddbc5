//! No page violates an axe-core rule in any theme and language.

use std::path::Path;

use agon_browser_tests::play::{games, puzzled, taught};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::json;

/// All rules in the current theme, and the colour rules in the others.
const RUN: &str = "const [others, done] = arguments; \
    const { dataset } = document.documentElement; \
    const chosen = dataset.theme; \
    const still = new CSSStyleSheet(); \
    still.replaceSync('* { transition: none !important }'); \
    document.adoptedStyleSheets = [still]; \
    const told = (theme, found) => \
        found.violations.map((v) => [theme, v.id, v.nodes.map((n) => n.html)]); \
    (async () => { \
        const all = told(chosen, await axe.run(document, {resultTypes: ['violations']})); \
        for (const theme of others) { \
            dataset.theme = theme; \
            const rules = {runOnly: ['color-contrast'], resultTypes: ['violations']}; \
            all.push(...told(theme, await axe.run(document, rules))); \
        } \
        dataset.theme = chosen; \
        document.adoptedStyleSheets = []; \
        return all; \
    })().then(done)";

/// Returns the axe-core script, in the version of package.json.
fn axe() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(file).expect(
        "axe-core is missing: `npm install --no-save`, or `cargo xtask test` for everything",
    )
}

pub(crate) struct Checker {
    pub(crate) browser: Browser,
    axe: String,
    /// Themes to check for colour rules as well.
    others: &'static [&'static str],
}

impl Checker {
    pub(crate) fn of(browser: Browser) -> Checker {
        Checker { browser, axe: axe(), others: &["dark"] }
    }

    pub(crate) async fn check(&self, page: &str) {
        let Checker { browser, axe, others } = self;
        if browser.script("return typeof axe", &[]).await != "object" {
            browser.script(axe, &[]).await;
        }
        let found = browser.script_async(RUN, &[json!(others)]).await;
        assert_eq!(found, json!([]), "{page}");
    }

    async fn visit(&self, page: &str, sign: &str) {
        self.browser.follow(page).await;
        self.browser.wait(&[sign]).await;
        self.check(page).await;
    }

    async fn pages(&self) {
        self.visit("/", ".card:last-child .board").await;
        let pages = self.browser.pages().await;
        for game in games() {
            assert!(pages.contains(&format!("/help/{game}")), "{pages:?}");
        }
        for page in pages {
            let drawn = page.matches('/').count() > 1;
            self.visit(&page, if drawn { "main .board" } else { "h1" }).await;
        }
        for game in taught() {
            self.visit(&format!("/learn/{game}"), ".lesson .board").await;
        }
        self.visit("/puzzles", ".card:last-child .board").await;
        for game in puzzled() {
            self.visit(&format!("/puzzles/{game}"), ".solve[data-phase=asking]").await;
        }
        self.browser.click("[data-do=solve]").await;
        self.browser.wait(&[".solve[data-phase=known]"]).await;
        self.check("a puzzle that is solved").await;
        self.visit("/learn/chess/mate", ".lesson[data-phase=asking]").await;
        self.browser.click("[data-do=hint]").await;
        self.browser.wait(&[".board .hint"]).await;
        self.check("a hint of a lesson").await;
        self.browser.click_cells(&["d1".into(), "d8".into()]).await;
        self.browser.wait(&["[data-do=next]"]).await;
        self.check("a lesson that is done").await;
        self.visit("/game/nothing", "h1").await;
    }

    async fn games(&self) {
        for game in games() {
            self.browser.go("/").await;
            self.browser.against_the_computer(game).await;
            self.check(game).await;
        }
        // With a selection, its targets and a hint on the board.
        self.browser.click("[data-do=hint]").await;
        self.browser.wait(&[".board .hint"]).await;
        self.check("hint").await;
    }

    async fn dialogs(&self) {
        let browser = &self.browser;
        browser.go("/").await;
        browser.plan("chinese-checkers", "computer").await;
        self.check("new game against computers").await;
        browser.click("dialog .ends button:not(.main-action)").await;
        browser.plan("tablut", "online").await;
        browser.click("dialog details summary").await;
        self.check("new game").await;
        browser.start().await;
        browser.wait(&[".invite"]).await;
        self.check("lobby").await;
        browser.click("#header button").await;
        browser.wait(&["dialog"]).await;
        browser.click("dialog summary").await;
        self.check("settings").await;
        browser.click("dialog [data-do=account]").await;
        browser.wait(&[".account form"]).await;
        self.check("account of a guest").await;
        browser.click(".account form:has([data-do=keep]) [name=login]").await;
        browser.keys("Anna\tcorrect horse\n".chars()).await;
        browser.wait(&[".account .sessions"]).await;
        self.check("account").await;
    }

    /// An account with a rated game, the explorer, and the archive with all filters.
    async fn people(&self) {
        const PLAY: &str = "const [done] = arguments; \
            const ask = (path, body) => fetch(path, { method: 'POST', \
                headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) \
                .then((answer) => answer.json()); \
            const seats = [{ who: 'me' }, { who: 'computer', level: 1 }]; \
            ask('/api/games', { game: 'tablut', seats, rated: true }) \
                .then(({ id }) => ask(`/api/games/${id}/actions`, { do: 'resign' })).then(done)";
        self.browser.wait_for_session().await;
        let played = self.browser.script_async(PLAY, &[]).await;
        assert!(played["version"].is_u64(), "{played}");
        self.visit("/people", ".person .chart").await;
        self.visit("/leaders/tablut/unlimited", ".levels li").await;
        self.visit("/explorer/tablut", ".explored-moves button").await;
        self.visit("/archive?shortest=0", ".more-filters[open]").await;
    }

    /// The report of the finished game.
    async fn report(&self) {
        self.browser.click(".teaser [data-do=report]").await;
        self.browser.wait(&[".report .chances .walkway"]).await;
        self.check("report").await;
    }

    /// Promotion, dialog, result, report and archived game.
    async fn end(&self) {
        let browser = &self.browser;
        browser.until_promotion().await;
        self.check("promotion").await;
        browser.click("[data-kind=queen]").await;
        browser.wait_ply(9).await;
        browser.click("[data-walk=first]").await;
        self.check("replay").await;
        browser.click("[data-walk=last]").await;
        browser.click("[data-do=resign]").await;
        browser.wait(&["[data-do=yes]"]).await;
        self.check("really give up?").await;
        browser.click("[data-do=yes]").await;
        browser.wait(&[".result"]).await;
        self.check("result").await;
        self.report().await;
        self.visit("/archive", ".finals li").await;
    }
}

/// The report pages alone, in every theme: only reports use these colours.
#[tokio::test(flavor = "multi_thread")]
async fn reports() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.remember(&json!({"theme": "light", "level": 1, "sound": false})).await;
    let checker = Checker { browser, axe: axe(), others: &["dark", "contrast"] };
    checker.browser.on_one_screen("tablut").await;
    for text in ["a6b6", "e7b7", "d9a9", "e6h6", "f9f8", "e5e7", "f1f2", "e7i7"] {
        checker.browser.play(text).await;
    }
    checker.report().await;
    checker.browser.close().await;
}

async fn all_pages(language: &'static str, theme: &str, others: &'static [&'static str]) {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::default().language(language)).await;
    browser.remember(&json!({"theme": theme, "level": 1, "sound": false})).await;
    let mut checker = Checker { browser, axe: axe(), others };
    checker.pages().await;
    checker.games().await;
    checker.dialogs().await;
    checker.people().await;
    checker.end().await;
    // A missing game was requested intentionally.
    checker.browser.expected = vec!["404"];
    checker.browser.close().await;
}

// Each language in a different theme: colours do not depend on the language.

#[tokio::test(flavor = "multi_thread")]
async fn english() {
    all_pages("en", "light", &["dark", "contrast"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hebrew() {
    all_pages("he", "dark", &[]).await;
}

/// The longest texts, on the pages with most text; colours are checked in English.
#[tokio::test(flavor = "multi_thread")]
async fn spanish() {
    let site = Site::start().await;
    let browser = Browser::with(&site.url, &Look::default().language("es")).await;
    browser.remember(&json!({"theme": "contrast", "level": 1, "sound": false})).await;
    let checker = Checker { browser, axe: axe(), others: &[] };
    checker.dialogs().await;
    checker.people().await;
    checker.end().await;
    checker.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "image-alt")]
async fn detects_a_violation() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    browser.script("document.querySelector('main').append(new Image())", &[]).await;
    Checker { browser, axe: axe(), others: &["dark"] }.check("home").await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "color-contrast")]
async fn detects_low_contrast_in_another_theme() {
    let site = Site::start().await;
    let browser = Browser::open(&site.url).await;
    browser.wait(&[".card:last-child .board"]).await;
    let pale = "const pale = document.createElement('p'); pale.textContent = 'pale'; \
        pale.style.color = '#444'; document.documentElement.dataset.theme = 'light'; \
        document.querySelector('main').append(pale)";
    browser.script(pale, &[]).await;
    Checker { browser, axe: axe(), others: &["dark"] }.check("home").await;
}
