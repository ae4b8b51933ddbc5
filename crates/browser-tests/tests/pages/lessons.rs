//! Courses, played through on the board.

use std::path::Path;

use agon_browser_tests::input::keys::{DOWN, ENTER, LEFT, RIGHT, TAB, UP};
use agon_browser_tests::play::{Clicks, find, taught};
use agon_browser_tests::{Browser, Look, Site};
use serde_json::{Value, json};

/// JavaScript that requests a position.
const POSITION: &str = "const [wanted, done] = arguments; \
    fetch('/api/positions', { method: 'POST', headers: { 'content-type': 'application/json' }, \
        body: JSON.stringify(wanted) }).then((answer) => answer.json()).then(done)";

fn course(game: &str) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join(format!("web/lessons/{game}/course.json"));
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    whole["steps"].as_array().unwrap().clone()
}

/// A user taking a course.
struct Learner {
    browser: Browser,
    game: &'static str,
    by_finger: bool,
}

impl Learner {
    async fn with(site: &Site, game: &'static str, look: &Look) -> Learner {
        let browser = Browser::blank(&site.url, look).await;
        browser.go("/learn").await;
        Learner { browser, game, by_finger: look.phone }
    }

    async fn press(&self, selector: &str) {
        if self.by_finger {
            self.browser.tap(selector).await;
        } else {
            self.browser.click(selector).await;
        }
    }

    /// Waits until the user is to move in a task of a step.
    async fn wait(&self, step: &str, task: usize) {
        let state = format!(".lesson[data-step='{step}'][data-task='{task}'][data-phase=asking]");
        self.browser.wait(&[&state]).await;
    }

    /// Returns the position of a step after some moves.
    async fn position(&self, step: &Value, moves: &[String]) -> Value {
        let rules = step["rules"].as_str().unwrap_or_default();
        let request = json!({"game": self.game, "rules": rules, "position": step["position"], "moves": moves});
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
            self.press(&format!("[data-kind=\"{kind}\"]")).await;
        }
    }

    /// Returns a move that is not accepted: a foreseen mistake, or any other.
    fn wrong(task: &Value, position: &Value) -> Option<String> {
        let accepted = task.get("accept")?.as_array().unwrap();
        let foreseen = task.get("wrong").and_then(|wrong| wrong.as_object()?.values().next());
        if let Some(foreseen) = foreseen {
            return foreseen["moves"][0].as_str().map(str::to_owned);
        }
        let texts = position["view"]["moves"].as_array().unwrap().iter();
        let mut texts = texts.map(|play| &play["text"]).filter(|text| !accepted.contains(text));
        texts.next().and_then(Value::as_str).map(str::to_owned)
    }

    /// Makes two wrong moves: each is explained and reverted, then a hint is shown.
    async fn fail_twice(&self, step: &Value, position: &Value, wrong: &str) {
        let id = step["id"].as_str().unwrap();
        for _ in 0..2 {
            self.make(position, wrong).await;
            self.browser.wait(&[".lesson[data-phase=answering] .says.wrong"]).await;
            self.wait(id, 0).await;
        }
        self.browser.wait(&[".board .hint"]).await;
        assert!(!self.browser.text(".says.wrong").await.is_empty());
    }

    /// Completes a step, after two wrong moves if `fails`.
    async fn step(&self, step: &Value, fails: bool) {
        let id = step["id"].as_str().unwrap();
        if step.get("show").is_some() {
            self.browser.wait(&[&format!(".lesson[data-step='{id}'][data-phase=showing]")]).await;
            self.press("[data-do=try]").await;
        }
        let mut moves: Vec<String> = Vec::new();
        for (i, task) in step["tasks"].as_array().unwrap().iter().enumerate() {
            self.wait(id, i).await;
            let position = self.position(step, &moves).await;
            if let Some(wrong) = Learner::wrong(task, &position).filter(|_| fails && i == 0) {
                self.fail_twice(step, &position, &wrong).await;
            }
            let right = match task.get("accept") {
                Some(accept) => accept[0].as_str().unwrap(),
                None => position["view"]["moves"][0]["text"].as_str().unwrap(),
            };
            self.make(&position, right).await;
            self.browser.wait(&[".says.right"]).await;
            moves.push(right.to_owned());
            moves.extend(task.get("reply").and_then(Value::as_str).map(str::to_owned));
        }
        self.browser.wait(&[&format!(".lesson[data-step='{id}'][data-phase=done]")]).await;
    }

    /// Number of completed steps in the course list.
    async fn done(&self) -> u64 {
        self.browser.go("/learn").await;
        let card = format!(".card[data-game='{}']", self.game);
        self.browser.wait(&[&format!("{card} .dots")]).await;
        self.browser.count(&format!("{card} .dots .done")).await
    }

    /// Completes the course, starting from the list.
    async fn course(&self) {
        let steps = course(self.game);
        self.press(&format!(".card[data-game='{}'] .main-action", self.game)).await;
        for (i, step) in steps.iter().enumerate() {
            self.step(step, i == 1).await;
            if i + 1 < steps.len() {
                self.press("[data-do=next]").await;
            }
        }
        self.browser.wait(&["[data-do=play]"]).await;
        assert_eq!(self.done().await, steps.len() as u64);
    }
}

async fn played_through(game: &'static str) {
    let site = Site::start().await;
    let learner = Learner::with(&site, game, &Look::default()).await;
    learner.course().await;
    learner.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess() {
    played_through("chess").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_checkers() {
    played_through("chinese-checkers").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablut() {
    played_through("tablut").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone() {
    played_through("abalone").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn morris() {
    played_through("morris").await;
}

/// By touch in Hebrew on a small screen: all controls are inside the window.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone() {
    let site = Site::start().await;
    let look = Look { size: (360, 640), ..Look::phone() }.language("he");
    let learner = Learner::with(&site, "morris", &look).await;
    let listed =
        "const done = arguments[0]; fetch('/lessons.json').then((a) => a.json()).then(done)";
    let mut courses: Vec<&str> = taught().collect();
    courses.sort_unstable();
    assert_eq!(learner.browser.script_async(listed, &[]).await, json!(courses));
    let seen = "const inside = (selector) => { \
            const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect(); \
            return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight; }; \
        return ['.lesson .board', '.lesson .asks', '.lesson [data-do=hint]'].filter((s) => !inside(s))";
    for game in taught() {
        for step in course(game) {
            let id = step["id"].as_str().unwrap();
            learner.browser.follow(&format!("/learn/{game}/{id}")).await;
            if step.get("show").is_some() {
                learner.press("[data-do=try]").await;
            }
            learner.wait(id, 0).await;
            let outside = learner.browser.script(seen, &[]).await;
            assert_eq!(outside, json!([]), "{game}: {id}");
        }
    }
    learner.browser.go("/learn/morris/mill").await;
    learner.step(&course("morris")[1], true).await;
    learner.browser.close().await;
}

/// A course resumes at the last step, and steps can be repeated.
#[tokio::test(flavor = "multi_thread")]
async fn resumes_at_the_last_step() {
    let site = Site::start().await;
    let learner = Learner::with(&site, "tablut", &Look::default()).await;
    let steps = course("tablut");
    let browser = &learner.browser;
    browser.go("/learn/tablut").await;
    learner.step(&steps[0], false).await;
    assert_eq!(learner.done().await, 1);
    browser.click(".card[data-game=tablut] .main-action").await;
    learner.step(&steps[1], false).await;
    browser.click("[data-do=again]").await;
    learner.step(&steps[1], false).await;
    // Each step can be opened by its mark in any order.
    browser.click(".step-links li:nth-child(7) a").await;
    learner.step(&steps[6], false).await;
    assert_eq!(learner.done().await, 3);
    learner.browser.close().await;
}

/// By keyboard: skip a demonstration, make a move, open the next step.
#[tokio::test(flavor = "multi_thread")]
async fn by_keyboard() {
    let site = Site::start().await;
    let learner = Learner::with(&site, "chess", &Look::default()).await;
    let browser = &learner.browser;
    browser.go("/learn/chess/promotion").await;
    learner.wait("promotion", 0).await;
    browser.keys(['h']).await;
    browser.wait(&[".board .hint"]).await;
    browser.wait_text(".says.hint", "e8").await;
    let on_board = "return document.activeElement.matches('.cell')";
    for _ in 0..40 {
        if browser.script(on_board, &[]).await == true {
            break;
        }
        browser.keys([TAB]).await;
    }
    let at = "return document.activeElement.dataset.cell";
    // The focus starts on any cell; move it to the pawn by rows and columns.
    let now = browser.script(at, &[]).await;
    let now = now.as_str().unwrap().as_bytes().to_vec();
    let (column, row) = (i32::from(b'e') - i32::from(now[0]), i32::from(b'7') - i32::from(now[1]));
    let times = |n: i32, less: char, more: char| {
        std::iter::repeat_n(if n < 0 { less } else { more }, n.unsigned_abs() as usize)
    };
    browser.keys(times(column, LEFT, RIGHT).chain(times(row, DOWN, UP))).await;
    browser.keys([ENTER, UP, ENTER]).await;
    browser.wait(&["[data-kind=queen]"]).await;
    browser.keys([ENTER]).await;
    browser.wait(&[".lesson[data-phase=done]"]).await;
    let announced =
        browser.script("return document.querySelector('#spoken').textContent", &[]).await;
    assert!(announced.as_str().unwrap().contains("A new queen"), "{announced}");
    browser.keys(['n']).await;
    browser.wait(&[".lesson[data-step=lines][data-phase=showing]"]).await;
    learner.browser.close().await;
}
