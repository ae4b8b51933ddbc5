//! Puzzles, solved on the board.

use std::path::Path;

use agon_browser_tests::input::keys::ENTER;
use agon_browser_tests::play::{Clicks, find, puzzled};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// JavaScript that requests a position.
const POSITION: &str = "const [wanted, done] = arguments; \
    fetch('/api/positions', { method: 'POST', headers: { 'content-type': 'application/json' }, \
        body: JSON.stringify(wanted) }).then((answer) => answer.json()).then(done)";

/// Returns the bundled puzzles of a game.
fn shipped(game: &str) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = std::fs::read_to_string(root.join(format!("web/exercises/{game}.jsonl"))).unwrap();
    file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A user solving puzzles.
struct Solver {
    browser: Browser,
    by_finger: bool,
}

impl Solver {
    async fn with(site: &Site, look: &Look) -> Solver {
        let browser = Browser::blank(&site.url, look).await;
        browser.go("/learn").await;
        browser.wait(&[".courses .card"]).await;
        Solver { browser, by_finger: look.phone }
    }

    async fn open(&self, game: &str, puzzle: &Value) {
        let id = puzzle["id"].as_str().unwrap();
        self.browser.follow(&format!("/puzzles/{game}/{id}")).await;
        self.wait(0).await;
    }

    /// Waits until the user is to move after this number of moves.
    async fn wait(&self, count: usize) {
        self.browser.wait(&[&format!(".solve[data-at='{count}'][data-phase=asking]")]).await;
    }

    async fn position(&self, game: &str, puzzle: &Value, count: usize) -> Value {
        let moves = &puzzle["moves"].as_array().unwrap()[..count];
        let rules = puzzle["rules"].as_str().unwrap_or_default();
        let request =
            json!({"game": game, "rules": rules, "position": puzzle["position"], "moves": moves});
        self.browser.script_async(POSITION, &[request]).await
    }

    async fn make(&self, position: &Value, text: &str) {
        let Clicks { cells, kind } = Clicks::of(position, find(position, text));
        if self.by_finger {
            self.browser.tap_cells(&cells).await;
        } else {
            self.browser.click_cells(&cells).await;
        }
        if let Some(kind) = kind {
            self.browser.click(&format!("[data-kind=\"{kind}\"]")).await;
        }
    }

    /// Plays the solution.
    async fn solve(&self, game: &str, puzzle: &Value) {
        let moves = puzzle["moves"].as_array().unwrap();
        for count in (0..moves.len()).step_by(2) {
            self.wait(count).await;
            let position = self.position(game, puzzle, count).await;
            self.make(&position, moves[count].as_str().unwrap()).await;
        }
        self.browser.wait(&[".solve[data-phase=known] .says.right"]).await;
    }

    /// Plays a wrong move.
    async fn fail(&self, game: &str, puzzle: &Value) {
        let position = self.position(game, puzzle, 0).await;
        let plays = position["view"]["moves"].as_array().unwrap();
        let wrong = plays.iter().find(|play| play["text"] != puzzle["moves"][0]).unwrap();
        self.make(&position, wrong["text"].as_str().unwrap()).await;
        self.browser.wait(&[".says.wrong"]).await;
        self.wait(0).await;
    }

    async fn fact(&self, name: &str) -> String {
        self.browser.text(&format!("[data-fact={name}] dd bdi")).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn solves_a_puzzle_of_every_game() {
    let site = Site::start().await;
    let solver = Solver::with(&site, &Look::default()).await;
    for game in puzzled() {
        let puzzles = shipped(game);
        // The longest one, and one with a mistake.
        let longest = puzzles.iter().max_by_key(|one| one["moves"].as_array().unwrap().len());
        let longest = longest.unwrap();
        solver.open(game, longest).await;
        solver.solve(game, longest).await;
        solver.browser.wait_text("[data-fact=count] dd", "1/1").await;
        assert_eq!(solver.fact("streak").await, "1", "{game}");
        assert!(solver.fact("rating").await.parse::<u32>().unwrap() > 1200, "{game}");
        let other = puzzles.iter().find(|one| one["id"] != longest["id"]).unwrap();
        solver.open(game, other).await;
        solver.fail(game, other).await;
        solver.solve(game, other).await;
        solver.browser.wait_text("[data-fact=count] dd", "1/2").await;
        assert_eq!(solver.fact("streak").await, "0", "{game}");
    }
    solver.browser.close().await;
}

/// Descriptions of all cells.
const MEN: &str = "[...document.querySelectorAll('[data-cell]')] \
    .map((cell) => cell.getAttribute('aria-label').split(', ').slice(0, 2)).join()";

#[tokio::test(flavor = "multi_thread")]
async fn shows_and_replays_the_solution() {
    let site = Site::start().await;
    let solver = Solver::with(&site, &Look::default()).await;
    let browser = &solver.browser;
    browser.click(".card[data-game=chess] [href='/puzzles/chess']").await;
    solver.wait(0).await;
    let first = [browser.script(&format!("return {MEN}"), &[]).await];
    browser.click("[data-do=solve]").await;
    browser.wait(&[".solve[data-phase=known] .says.hint"]).await;
    browser.wait_text("[data-fact=count] dd", "0/1").await;
    browser.click("[data-walk=last]").await;
    browser.until("the last position", &format!("return {MEN} !== arguments[0]"), &first).await;
    browser.click("[data-walk=first]").await;
    browser.until("the first position", &format!("return {MEN} === arguments[0]"), &first).await;
    // Go to the next puzzle by keyboard.
    let before = browser.script("return location.pathname", &[]).await;
    browser.script("document.querySelector('[data-do=next]').focus()", &[]).await;
    browser.keys([ENTER]).await;
    let gone = "return location.pathname !== arguments[0] \
        && !!document.querySelector('.solve[data-phase=asking]')";
    browser.until("another puzzle", gone, std::slice::from_ref(&before)).await;
    // A theme, and the daily puzzle.
    let theme =
        browser.script("return document.querySelector('[data-do=theme]').options[1].value", &[]);
    let theme = theme.await;
    browser.select("[data-do=theme]", theme.as_str().unwrap()).await;
    let themed = "return location.search.includes(arguments[0]) \
        && !!document.querySelector('.solve[data-phase=asking]')";
    browser.until("a puzzle of the theme", themed, std::slice::from_ref(&theme)).await;
    browser.go("/puzzles").await;
    browser.wait(&[".card:last-child .board"]).await;
    browser.wait_count(".card", puzzled().count() as u64).await;
    browser.wait_text(".card[data-game=chess] .soft", "0 of").await;
    browser.click(".card[data-game=chess] [href$=today]").await;
    solver.wait(0).await;
    browser.wait_text("h1", "Puzzle of the day").await;
    solver.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone() {
    let site = Site::start().await;
    let look = Look { size: (360, 640), ..Look::phone() }.language("he");
    let solver = Solver::with(&site, &look).await;
    let seen = "const inside = (selector) => { \
            const { top, bottom, left, right } = \
                document.querySelector(selector).getBoundingClientRect(); \
            return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight; }; \
        return ['.solve .board', '.solve .asks', '.solve [data-do=solve]'].filter((s) => !inside(s))";
    for game in puzzled() {
        solver.open(game, &shipped(game)[0]).await;
        assert_eq!(solver.browser.script(seen, &[]).await, json!([]), "{game}");
    }
    let puzzle = &shipped("tablut")[0];
    solver.open("tablut", puzzle).await;
    solver.solve("tablut", puzzle).await;
    solver.browser.close().await;
}
