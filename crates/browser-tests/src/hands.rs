//! Mouse, finger and keyboard: what they send are real events of the browser.

use std::time::Duration;

use fantoccini::actions::{
    ActionSequence, InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions,
};
use serde_json::{Value, json};

use crate::Browser;

/// The keys without a letter.
pub mod keys {
    /// To the next control.
    pub const TAB: char = '\u{e004}';
    /// Selects, drops, presses.
    pub const ENTER: char = '\u{e007}';
    /// Held with others.
    pub const SHIFT: char = '\u{e008}';
    /// Lets go.
    pub const ESCAPE: char = '\u{e00c}';
    /// To the next turning point.
    pub const PAGE_DOWN: char = '\u{e00f}';
    /// To the last position.
    pub const END: char = '\u{e010}';
    /// To the first position.
    pub const HOME: char = '\u{e011}';
    /// Arrows.
    pub const LEFT: char = '\u{e012}';
    /// Arrows.
    pub const UP: char = '\u{e013}';
    /// Arrows.
    pub const RIGHT: char = '\u{e014}';
    /// Arrows.
    pub const DOWN: char = '\u{e015}';
}

/// A place on the screen, in pixels.
pub type Point = (f64, f64);

/// The middle of an element, brought into view where it is not; nothing as long as something else
/// covers it, it cannot be used, or its page is busy and may still move it.
const MIDDLE: &str = "
    if (document.querySelector('main [aria-busy=true]')) return null;
    const element = document.querySelector(arguments[0]);
    if (!element || element.disabled) return null;
    const middle = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const point = [x + width / 2, y + height / 2];
        const hit = document.elementFromPoint(...point);
        const meant = hit && (element.contains(hit) || hit.closest('label')?.control === element);
        return width > 0 && meant ? point : null;
    };
    const point = middle();
    if (point) return point;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return middle();";

impl Browser {
    /// Where an element is, as soon as it can be clicked.
    pub async fn place(&self, selector: &str) -> Point {
        let what = format!("a way to click {selector}");
        let point = self.until(&what, MIDDLE, &[json!(selector)]).await;
        (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
    }

    /// Where an element is, as soon as it stays there: a page that is still being drawn moves its
    /// parts.
    async fn resting_place(&self, selector: &str) -> Point {
        let frames = "const done = arguments[0]; \
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))";
        let mut last = self.place(selector).await;
        loop {
            // Leaving the page in between is fine: it is looked for again.
            drop(self.client.execute_async(frames, Vec::new()).await);
            let now = self.place(selector).await;
            if now == last {
                return now;
            }
            last = now;
        }
    }

    /// Waits for an element and clicks it.
    pub async fn click(&self, selector: &str) {
        self.act(mouse(&press(self.resting_place(selector).await))).await;
    }

    /// Waits for an element and taps it with a finger.
    pub async fn tap(&self, selector: &str) {
        self.act(finger(&press(self.resting_place(selector).await))).await;
    }

    /// Presses the button of the mouse on an element, and holds it.
    pub async fn press(&self, selector: &str) {
        let (x, y) = self.resting_place(selector).await;
        let down =
            [PointerAction::MoveTo { duration: None, x, y }, PointerAction::Down { button: 0 }];
        self.act(mouse(&down)).await;
    }

    /// Releases the button of the mouse where it is.
    pub async fn release(&self) {
        self.act(mouse(&[PointerAction::Up { button: 0 }])).await;
    }

    /// Clicks cells of the board by their names, one after the other.
    pub async fn click_cells(&self, names: &[String]) {
        self.act(mouse(&self.presses(names).await)).await;
    }

    /// Taps cells of the board.
    pub async fn tap_cells(&self, names: &[String]) {
        self.act(finger(&self.presses(names).await)).await;
    }

    async fn presses(&self, names: &[String]) -> Vec<PointerAction> {
        let mut actions = Vec::new();
        for name in names {
            actions.extend(press(self.place(&cell(name)).await));
        }
        actions
    }

    /// Drags what is on a cell to another one, with the mouse.
    pub async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.place(&cell(from)).await, self.place(&cell(to)).await);
        self.act(mouse(&drag(from, to))).await;
    }

    /// Drags an element to a cell, with the mouse.
    pub async fn carry(&self, selector: &str, to: &str) {
        let (from, to) = (self.place(selector).await, self.place(&cell(to)).await);
        self.act(mouse(&drag(from, to))).await;
    }

    /// Drags with a finger.
    pub async fn drag_by_finger(&self, from: &str, to: &str) {
        let (from, to) = (self.place(&cell(from)).await, self.place(&cell(to)).await);
        self.act(finger(&drag(from, to))).await;
    }

    /// Draws a line over cells with the mouse held down.
    pub async fn sweep(&self, names: &[&str]) {
        let way = self.way(names).await;
        self.act(mouse(&along(&way, 0))).await;
    }

    /// Draws a line over cells with a finger.
    pub async fn sweep_by_finger(&self, names: &[&str]) {
        let way = self.way(names).await;
        self.act(finger(&along(&way, 0))).await;
    }

    /// Goes from one cell to another with the right button held down.
    pub async fn draw(&self, from: &str, to: &str) {
        let way = self.way(&[from, to]).await;
        self.act(mouse(&along(&way, 2))).await;
    }

    async fn way(&self, names: &[&str]) -> Vec<Point> {
        let mut way = Vec::new();
        for name in names {
            way.push(self.place(&cell(name)).await);
        }
        way
    }

    /// Presses and releases keys, wherever the focus is.
    pub async fn keys(&self, pressed: impl IntoIterator<Item = char>) {
        let mut actions = KeyActions::new("keyboard".into());
        for value in pressed {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.act(actions).await;
    }

    /// Presses a key while Shift is held.
    pub async fn shifted(&self, value: char) {
        let shift = keys::SHIFT;
        let actions = KeyActions::new("keyboard".into())
            .then(KeyAction::Down { value: shift })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: shift });
        self.act(actions).await;
    }

    /// Chooses a value of a list, as its menu would.
    pub async fn select(&self, selector: &str, value: &str) {
        self.wait(&[selector]).await;
        let choose = "const list = document.querySelector(arguments[0]); \
            list.value = arguments[1]; list.dispatchEvent(new Event('change')); \
            return list.value";
        let now = self.script(choose, &[json!(selector), json!(value)]).await;
        assert_eq!(now, Value::from(value), "{selector} has no such value");
    }

    async fn act(&self, actions: impl Into<ActionSequence>) {
        self.client.perform_actions(actions).await.unwrap();
    }
}

/// The selector of a cell.
pub fn cell(name: &str) -> String {
    format!("[data-cell=\"{name}\"]")
}

fn press((x, y): Point) -> [PointerAction; 3] {
    [
        PointerAction::MoveTo { duration: None, x, y },
        PointerAction::Down { button: 0 },
        PointerAction::Up { button: 0 },
    ]
}

/// Down, over some places between, up.
fn drag(from: Point, to: Point) -> Vec<PointerAction> {
    along(&[from, to], 0)
}

/// Down, over some places between each two of these, up, with a button of the mouse.
fn along(way: &[Point], button: u64) -> Vec<PointerAction> {
    let (x, y) = way[0];
    let begin = [PointerAction::MoveTo { duration: None, x, y }, PointerAction::Down { button }];
    let between = way.windows(2).flat_map(|ends| {
        [0.3, 0.7, 1.0].map(|part| PointerAction::MoveTo {
            duration: Some(Duration::from_millis(20)),
            x: ends[0].0 + (ends[1].0 - ends[0].0) * part,
            y: ends[0].1 + (ends[1].1 - ends[0].1) * part,
        })
    });
    begin.into_iter().chain(between).chain([PointerAction::Up { button }]).collect()
}

fn mouse(actions: &[PointerAction]) -> MouseActions {
    actions.iter().cloned().fold(MouseActions::new("mouse".into()), MouseActions::then)
}

fn finger(actions: &[PointerAction]) -> TouchActions {
    actions.iter().cloned().fold(TouchActions::new("finger".into()), TouchActions::then)
}
