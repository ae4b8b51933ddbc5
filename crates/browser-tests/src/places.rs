//! Where the controls of a page are, and whether they stay there: what comes late must not move what somebody is
//! about to press.

use serde_json::{Value, json};

use crate::Browser;

/// Looks at each frame where the board and the controls are on the page, those aside that come and go by themselves;
/// whatever is elsewhere than when it was seen first is noted.
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
    /// Watches the controls of every page that is loaded from now on; not those within `except`, a selector.
    pub async fn watch_controls(&self, except: &str) {
        let source = WATCH.replace("EXCEPT", &json!(except).to_string());
        self.chromium("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Forgets where they were: from now on they stay.
    pub async fn watch_controls_anew(&self) {
        self.script("watchControls()", &[]).await;
    }

    /// The controls that have moved since this page was loaded: what, from where, and to where.
    pub async fn moved_controls(&self) -> Vec<String> {
        // Two frames: what has come just now has been looked at then.
        let frames = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
        self.later(frames, &[]).await;
        let moved = self.script("return movedControls()", &[]).await;
        moved.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
