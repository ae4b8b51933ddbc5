//! A browser session.

use std::time::{Duration, Instant};

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::TimeoutConfiguration;
use serde_json::{Value, json};
use tokio::process::Child;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::driver::{self, DriverCommand, Look};

/// Timeout of every wait, long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Milliseconds that one wait script polls in the page before it is sent again.
const POLL_MILLIS: u64 = 2_000;
/// Time for closing the session after a failed test.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// JavaScript function that tests whether an element exists and is visible.
const VISIBLE: &str = "const seen = (selector) => { \
    const element = document.querySelector(selector); \
    return !!element && element.checkVisibility({visibilityProperty: true}); };";

/// A Chromium session with its own cookies.
pub struct Browser {
    pub(crate) client: Client,
    driver: Child,
    url: String,
    closed: bool,
    /// Substrings of expected error messages, for tests that stop the server or request missing
    /// games.
    /// there.
    pub expected: Vec<&'static str>,
}

impl Browser {
    /// Opens the home page in an English desktop window.
    pub async fn open(url: &str) -> Browser {
        Browser::with(url, &Look::default()).await
    }

    /// Opens the home page.
    pub async fn with(url: &str, look: &Look) -> Browser {
        let browser = Browser::blank(url, look).await;
        browser.go("/").await;
        browser
    }

    /// Starts a session without opening a page.
    pub async fn blank(url: &str, look: &Look) -> Browser {
        let (driver, client) = driver::open(look).await;
        let browser =
            Browser { client, driver, url: url.into(), closed: false, expected: Vec::new() };
        // Preset a slow engine speed so that games are created on the server, where the tests look
        // for them.
        let slow = json!({"source": "if (location.origin !== 'null') localStorage['agon.speed'] ??= '1';"});
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", slow).await;
        browser
    }

    /// Navigates to a path of the site.
    pub async fn go(&self, path: &str) {
        let address = format!("{}{path}", self.url);
        load(|| self.client.goto(&address)).await;
    }

    /// Navigates within the page as a link does, without a reload, and waits until the old page is
    /// gone.
    pub async fn follow(&self, path: &str) {
        let script = "const [path, done] = arguments; \
            import('/router.js').then(({ go }) => { \
                go(path); document.querySelector('#main').replaceChildren(); done(); })";
        self.script_async(script, &[json!(path)]).await;
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        load(|| self.client.refresh()).await;
    }

    /// Returns unexpected console and network errors since the last call.
    pub async fn complaints(&self) -> Vec<String> {
        let mut found = driver::console_complaints(&driver::log(&self.client, "browser").await);
        found.extend(driver::network_complaints(&self.network().await));
        found.retain(|text| !self.expected.iter().any(|part| text.contains(part)));
        found
    }

    /// Returns network events since the last call.
    pub async fn network(&self) -> Vec<(String, Value)> {
        driver::network_events(&driver::log(&self.client, "performance").await)
    }

    /// Closes the session; fails if there were unexpected errors.
    pub async fn close(mut self) {
        let complaints = self.complaints().await;
        self.closed = true;
        self.client.clone().close().await.unwrap();
        self.driver.kill().await.unwrap();
        assert!(complaints.is_empty(), "browser errors: {complaints:#?}");
    }

    /// Runs a script and returns its result.
    pub async fn script(&self, script: &str, arguments: &[Value]) -> Value {
        self.client.execute(script, arguments.to_vec()).await.unwrap()
    }

    /// Runs an asynchronous script, which passes its result to its last argument.
    pub async fn script_async(&self, script: &str, arguments: &[Value]) -> Value {
        self.client.execute_async(script, arguments.to_vec()).await.unwrap()
    }

    /// Waits until the server has created a session: new visitors become guests after the page has
    /// loaded.
    pub async fn wait_for_session(&self) {
        let known = "return document.querySelector('#header .myself .portrait') !== null";
        self.until("a session", known, &[]).await;
    }

    /// Sends a request with the session of the page and returns the response body.
    pub async fn request(&self, method: &str, path: &str, body: Value) -> Value {
        let ask = "const [method, path, body, done] = arguments; \
            fetch(path, { method, headers: { 'content-type': 'application/json' }, \
                body: body === null ? undefined : JSON.stringify(body) }) \
            .then((answer) => answer.text()).then((text) => done(text ? JSON.parse(text) : null))";
        self.wait_for_session().await;
        self.script_async(ask, &[json!(method), json!(path), body]).await
    }

    /// Sends a POST request with the session of the page.
    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.request("POST", path, body).await
    }

    /// Sets the timeout of asynchronous scripts.
    pub async fn set_script_timeout(&self, time: Duration) {
        let times = TimeoutConfiguration::new(Some(time), None, None);
        self.client.update_timeouts(times).await.unwrap();
    }

    /// Sends a Chrome DevTools command.
    pub async fn devtools(&self, command: &str, params: Value) -> Value {
        let body = json!({"cmd": command, "params": params});
        self.client.issue_cmd(DriverCommand { path: "goog/cdp/execute", body }).await.unwrap()
    }

    /// Waits until a script returns a value other than null and false, and returns it. `what` names
    /// the condition in the failure message.
    pub async fn until(&self, what: &str, condition: &str, arguments: &[Value]) -> Value {
        let script = format!(
            "const [wanted, done] = arguments; {VISIBLE} \
             function check() {{ {condition} }} \
             const end = performance.now() + {POLL_MILLIS}; \
             const look = () => {{ \
                 let value; \
                 try {{ value = check.apply(null, wanted); }} catch (error) {{ value = null; }} \
                 if ((value ?? false) !== false) done([value]); \
                 else if (performance.now() > end) done([]); \
                 else setTimeout(look, 8); \
             }}; look();"
        );
        let begin = Instant::now();
        loop {
            // A navigation aborts the script; send it again.
            let asked = self.client.execute_async(&script, vec![json!(arguments)]).await;
            if let Ok(Value::Array(found)) = &asked
                && let Some(value) = found.first()
            {
                return value.clone();
            }
            if begin.elapsed() > TIMEOUT {
                let text = self.script("return document.body.innerText", &[]).await;
                panic!("timed out after {TIMEOUT:?} waiting for {what}: {asked:?}\n{text}");
            }
        }
    }

    /// Waits until every selector matches a visible element.
    pub async fn wait(&self, selectors: &[&str]) {
        let all = "return [...arguments].every((selector) => seen(selector));";
        let selectors: Vec<Value> = selectors.iter().map(|selector| json!(selector)).collect();
        self.until(&format!("{selectors:?}"), all, &selectors).await;
    }

    /// Waits until one of the selectors matches a visible element and returns its index.
    pub async fn wait_either(&self, selectors: &[&str]) -> usize {
        let first = "const found = [...arguments].findIndex((selector) => seen(selector)); return found < 0 ? null : found;";
        let selectors: Vec<Value> = selectors.iter().map(|selector| json!(selector)).collect();
        let found = self.until(&format!("one of {selectors:?}"), first, &selectors).await;
        found.as_u64().unwrap() as usize
    }

    /// Waits until the selector matches no visible element.
    pub async fn wait_gone(&self, selector: &str) {
        let gone = "return !seen(arguments[0]);";
        self.until(&format!("no {selector}"), gone, &[json!(selector)]).await;
    }

    /// Waits until an element contains a text.
    pub async fn wait_text(&self, selector: &str, part: &str) {
        let says = "return seen(arguments[0]) \
            && document.querySelector(arguments[0]).innerText.includes(arguments[1]);";
        let what = format!("{part:?} in {selector}");
        self.until(&what, says, &[json!(selector), json!(part)]).await;
    }

    /// Waits until the selector matches this number of elements.
    pub async fn wait_count(&self, selector: &str, count: u64) {
        let many = "return document.querySelectorAll(arguments[0]).length === arguments[1];";
        self.until(&format!("{count} of {selector}"), many, &[json!(selector), json!(count)]).await;
    }

    /// Whether the selector matches a visible element.
    pub async fn is_visible(&self, selector: &str) -> bool {
        let script = format!("{VISIBLE} return seen(arguments[0]);");
        self.script(&script, &[json!(selector)]).await == json!(true)
    }

    /// Waits for an element and returns its text.
    pub async fn text(&self, selector: &str) -> String {
        let read = "return seen(arguments[0]) \
            && [document.querySelector(arguments[0]).innerText];";
        let text = self.until(&format!("text of {selector}"), read, &[json!(selector)]).await;
        text[0].as_str().unwrap_or_default().to_owned()
    }

    /// Number of elements that match the selector.
    pub async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.script(script, &[json!(selector)]).await.as_u64().unwrap()
    }

    /// Returns the pages linked from the home page, apart from games.
    pub async fn pages(&self) -> Vec<String> {
        self.go("/").await;
        self.wait(&[".card:last-child .board"]).await;
        let listed = "const inner = (link) => link.origin === location.origin \
                && !/^\\/(api|game)?($|\\/)/.test(link.pathname); \
            const links = [...document.querySelectorAll('nav a, main a')].filter(inner); \
            return [...new Set(links.map((link) => link.pathname))]";
        let pages = self.script(listed, &[]).await;
        pages.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Stores settings of this browser and reloads the home page.
    pub async fn remember(&self, settings: &Value) {
        self.script("localStorage.agon = arguments[0]", &[json!(settings.to_string())]).await;
        self.go("/").await;
    }

    /// Returns a screenshot of the viewport.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }
}

impl Drop for Browser {
    /// Ends Chromium after a failed test, and fails tests that do not call `close`.
    fn drop(&mut self) {
        if self.closed {
            return;
        }
        let end = tokio::time::timeout(CLOSE_TIMEOUT, self.client.clone().close());
        drop(block_in_place(|| Handle::current().block_on(end)));
        assert!(std::thread::panicking(), "call Browser::close to check for browser errors");
    }
}

/// Loads a page, with one retry: chromedriver occasionally queries the page that is being left and
/// fails.
async fn load<F: Future<Output = Result<(), CmdError>>>(page: impl Fn() -> F) {
    let mut loaded = page().await;
    if loaded.as_ref().is_err_and(|error| error.to_string().contains("aborted by navigation")) {
        loaded = page().await;
    }
    loaded.unwrap();
}
