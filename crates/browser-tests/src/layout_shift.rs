//! Detects layout shifts: content that arrives late must not move controls that the user is about
//! to click.

use serde_json::{Value, json};

use crate::Browser;

/// JavaScript that compares the positions of the board and all controls with their first positions
/// in every frame, apart from transient controls.
const WATCH: &str = "(() => { \
    const first = new Map(); \
    const moved = new Map(); \
    window.watchControls = () => { first.clear(); moved.clear(); }; \
    window.movedControls = () => [...moved].map(([name, places]) => `${name}: ${places}`); \
    const nameOf = (element) => [element.localName, element.id, ...Object.values(element.dataset), \
        element.innerText.slice(0, 20)].join(' '); \
    const look = () => { \
        for (const element of document.querySelectorAll( \
                'main :is(agon-board, a, button, input, select, summary, textarea)')) { \
            if (element.closest(EXCEPT) || !element.checkVisibility({ visibilityProperty: true })) continue; \
            const name = element.localName === 'agon-board' ? 'board' : nameOf(element); \
            const { x, y } = element.getBoundingClientRect(); \
            const place = [x + scrollX, y + scrollY].map(Math.round); \
            const before = first.get(name); \
            if (!before) first.set(name, place); \
            else if (place.some((at, i) => Math.abs(at - before[i]) > 1)) moved.set(name, `${before} > ${place}`); \
        } \
        requestAnimationFrame(look); \
    }; \
    requestAnimationFrame(look); \
})()";

impl Browser {
    /// Watches the controls of all pages loaded from now on, except those within the selector
    /// `except`.
    pub async fn watch_controls(&self, except: &str) {
        let source = WATCH.replace("EXCEPT", &json!(except).to_string());
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Resets the reference positions.
    pub async fn watch_controls_anew(&self) {
        self.script("watchControls()", &[]).await;
    }

    /// Returns the controls that moved since the page was loaded: name, old and new position.
    pub async fn moved_controls(&self) -> Vec<String> {
        // Two frames, so that changes of the current frame are recorded.
        let frames = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
        self.script_async(frames, &[]).await;
        let moved = self.script("return movedControls()", &[]).await;
        moved.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
