//! Mouse, touch and keyboard input as native browser events.

use std::time::Duration;

use fantoccini::actions::{
    ActionSequence, InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions,
};
use serde_json::{Value, json};

use crate::Browser;

/// WebDriver codes of keys without a character.
pub mod keys {
    /// Tab.
    pub const TAB: char = '\u{e004}';
    /// Enter.
    pub const ENTER: char = '\u{e007}';
    /// Shift.
    pub const SHIFT: char = '\u{e008}';
    /// Escape.
    pub const ESCAPE: char = '\u{e00c}';
    /// Page Down.
    pub const PAGE_DOWN: char = '\u{e00f}';
    /// End.
    pub const END: char = '\u{e010}';
    /// Home.
    pub const HOME: char = '\u{e011}';
    /// Arrow left.
    pub const LEFT: char = '\u{e012}';
    /// Arrow up.
    pub const UP: char = '\u{e013}';
    /// Arrow right.
    pub const RIGHT: char = '\u{e014}';
    /// Arrow down.
    pub const DOWN: char = '\u{e015}';
}

/// A point in the viewport, in CSS pixels.
pub type Point = (f64, f64);

/// JavaScript that scrolls an element into view and returns its centre, or null while it is covered
/// or disabled or the page is busy and may still move it.
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
    /// Waits until an element can be clicked and returns its centre.
    pub async fn place(&self, selector: &str) -> Point {
        let what = format!("a way to click {selector}");
        let point = self.until(&what, MIDDLE, &[json!(selector)]).await;
        (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
    }

    /// Waits until an element can be clicked and has not moved for two frames.
    async fn resting_place(&self, selector: &str) -> Point {
        let frames = "const done = arguments[0]; \
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))";
        let mut last = self.place(selector).await;
        loop {
            // The page may be left meanwhile; the element is then located again.
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

    /// Waits for an element and taps it.
    pub async fn tap(&self, selector: &str) {
        self.act(finger(&press(self.resting_place(selector).await))).await;
    }

    /// Presses the left mouse button on an element and holds it.
    pub async fn press(&self, selector: &str) {
        let (x, y) = self.resting_place(selector).await;
        let down =
            [PointerAction::MoveTo { duration: None, x, y }, PointerAction::Down { button: 0 }];
        self.act(mouse(&down)).await;
    }

    /// Releases the left mouse button.
    pub async fn release(&self) {
        self.act(mouse(&[PointerAction::Up { button: 0 }])).await;
    }

    /// Clicks board cells in order.
    pub async fn click_cells(&self, names: &[String]) {
        self.act(mouse(&self.presses(names).await)).await;
    }

    /// Taps board cells in order.
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

    /// Drags from one cell to another with the mouse.
    pub async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.place(&cell(from)).await, self.place(&cell(to)).await);
        self.act(mouse(&drag(from, to))).await;
    }

    /// Drags an element to a cell with the mouse.
    pub async fn carry(&self, selector: &str, to: &str) {
        let (from, to) = (self.place(selector).await, self.place(&cell(to)).await);
        self.act(mouse(&drag(from, to))).await;
    }

    /// Drags from one cell to another by touch.
    pub async fn drag_by_finger(&self, from: &str, to: &str) {
        let (from, to) = (self.place(&cell(from)).await, self.place(&cell(to)).await);
        self.act(finger(&drag(from, to))).await;
    }

    /// Moves over cells with the left mouse button held.
    pub async fn sweep(&self, names: &[&str]) {
        let way = self.way(names).await;
        self.act(mouse(&along(&way, 0))).await;
    }

    /// Moves over cells by touch.
    pub async fn sweep_by_finger(&self, names: &[&str]) {
        let way = self.way(names).await;
        self.act(finger(&along(&way, 0))).await;
    }

    /// Moves from one cell to another with the right mouse button held.
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

    /// Types keys into the focused element.
    pub async fn keys(&self, pressed: impl IntoIterator<Item = char>) {
        let mut actions = KeyActions::new("keyboard".into());
        for value in pressed {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.act(actions).await;
    }

    /// Types a key with Shift held.
    pub async fn shifted(&self, value: char) {
        let shift = keys::SHIFT;
        let actions = KeyActions::new("keyboard".into())
            .then(KeyAction::Down { value: shift })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: shift });
        self.act(actions).await;
    }

    /// Selects an option of a `select` element.
    pub async fn select(&self, selector: &str, value: &str) {
        self.wait(&[selector]).await;
        let choose = "const list = document.querySelector(arguments[0]); \
            list.value = arguments[1]; list.dispatchEvent(new Event('change')); \
            return list.value";
        let now = self.script(choose, &[json!(selector), json!(value)]).await;
        assert_eq!(now, Value::from(value), "{selector} has no option with this value");
    }

    async fn act(&self, actions: impl Into<ActionSequence>) {
        self.client.perform_actions(actions).await.unwrap();
    }
}

/// Returns the selector of a board cell.
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

/// Pointer actions of a drag with the left button.
fn drag(from: Point, to: Point) -> Vec<PointerAction> {
    along(&[from, to], 0)
}

/// Pointer actions: button down at the first point, moves along the path, button up.
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
