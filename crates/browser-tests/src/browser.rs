//! A browser and somebody who looks at it.

use std::time::{Duration, Instant};

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::TimeoutConfiguration;
use serde_json::{Value, json};
use tokio::process::Child;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::driver::{self, Look, Special};

/// Nothing takes longer, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The page itself looks for what is awaited, for so many milliseconds at a time.
const SLICE: u64 = 2_000;
/// How long a session may take to end after a test has failed.
const FAREWELL: Duration = Duration::from_secs(10);

/// A function that tells whether an element is there and can be seen.
const SEEN: &str = "const seen = (selector) => { \
    const element = document.querySelector(selector); \
    return !!element && element.checkVisibility({visibilityProperty: true}); };";

/// Chromium with a session of its own: other cookies, another person.
pub struct Browser {
    pub(crate) client: Client,
    driver: Child,
    url: String,
    closed: bool,
    /// Parts of what the browser may complain about: a server that is away, a game that is not
    /// there.
    pub expected: Vec<&'static str>,
}

impl Browser {
    /// Opens the home page in an English window.
    pub async fn open(url: &str) -> Browser {
        Browser::with(url, &Look::default()).await
    }

    /// Opens the home page.
    pub async fn with(url: &str, look: &Look) -> Browser {
        let browser = Browser::blank(url, look).await;
        browser.go("/").await;
        browser
    }

    /// Opens no page yet.
    pub async fn blank(url: &str, look: &Look) -> Browser {
        let (driver, client) = driver::open(look).await;
        let browser =
            Browser { client, driver, url: url.into(), closed: false, expected: Vec::new() };
        // A machine that was measured, and is slow: games are where the tests look for them, at the server.
        let slow = json!({"source": "if (location.origin !== 'null') localStorage['agon.speed'] ??= '1';"});
        browser.chromium("Page.addScriptToEvaluateOnNewDocument", slow).await;
        browser
    }

    /// Types an address of the site.
    pub async fn go(&self, path: &str) {
        let address = format!("{}{path}", self.url);
        load(|| self.client.goto(&address)).await;
    }

    /// Goes to an address of the site as a link does: nothing is loaded anew, and nothing of the page that
    /// is left can be taken for the other one.
    pub async fn follow(&self, path: &str) {
        let script = "const [path, done] = arguments; \
            import('/router.js').then(({ go }) => { \
                go(path); document.querySelector('#main').replaceChildren(); done(); })";
        self.later(script, &[json!(path)]).await;
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        load(|| self.client.refresh()).await;
    }

    /// Everything that the console and the network have complained about since they were asked
    /// last, what was expected aside.
    pub async fn complaints(&self) -> Vec<String> {
        let mut found = driver::console_complaints(&driver::log(&self.client, "browser").await);
        found.extend(driver::network_complaints(&self.network().await));
        found.retain(|text| !self.expected.iter().any(|part| text.contains(part)));
        found
    }

    /// What happened on the network since it was asked last.
    pub async fn network(&self) -> Vec<(String, Value)> {
        driver::network_events(&driver::log(&self.client, "performance").await)
    }

    /// Ends the session; nothing may have gone wrong in it.
    pub async fn close(mut self) {
        let complaints = self.complaints().await;
        self.closed = true;
        self.client.clone().close().await.unwrap();
        self.driver.kill().await.unwrap();
        assert!(complaints.is_empty(), "the browser complains: {complaints:#?}");
    }

    /// Does a script; what it returns.
    pub async fn script(&self, script: &str, arguments: &[Value]) -> Value {
        self.client.execute(script, arguments.to_vec()).await.unwrap()
    }

    /// Does a script that calls its last argument when it is done, with what it returns.
    pub async fn later(&self, script: &str, arguments: &[Value]) -> Value {
        self.client.execute_async(script, arguments.to_vec()).await.unwrap()
    }

    /// Waits until the server knows who is here: a newcomer becomes a guest once the page has come.
    pub async fn known(&self) {
        let known = "return document.querySelector('#header .myself .portrait') !== null";
        self.until("somebody who is known", known, &[]).await;
    }

    /// Asks the server for something as the pages do, as whoever is here: method, address, body; its answer.
    pub async fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let ask = "const [method, path, body, done] = arguments; \
            fetch(path, { method, headers: { 'content-type': 'application/json' }, \
                body: body === null ? undefined : JSON.stringify(body) }) \
            .then((answer) => answer.text()).then((text) => done(text ? JSON.parse(text) : null))";
        self.known().await;
        self.later(ask, &[json!(method), json!(path), body]).await
    }

    /// Asks the server with POST.
    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, body).await
    }

    /// For so long a script may take that says itself when it is done.
    pub async fn client_patience(&self, time: Duration) {
        let times = TimeoutConfiguration::new(Some(time), None, None);
        self.client.update_timeouts(times).await.unwrap();
    }

    /// A command of Chromium's own protocol.
    pub async fn chromium(&self, command: &str, params: Value) -> Value {
        let body = json!({"cmd": command, "params": params});
        self.client.issue_cmd(Special { path: "goog/cdp/execute", body }).await.unwrap()
    }

    /// Waits until a condition holds: a script whose value counts once it is neither nothing nor
    /// false. `what` says in words what is awaited.
    pub async fn until(&self, what: &str, condition: &str, arguments: &[Value]) -> Value {
        let script = format!(
            "const [wanted, done] = arguments; {SEEN} \
             function check() {{ {condition} }} \
             const end = performance.now() + {SLICE}; \
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
            // A page that is left in between forgets the question.
            let asked = self.client.execute_async(&script, vec![json!(arguments)]).await;
            if let Ok(Value::Array(found)) = &asked
                && let Some(value) = found.first()
            {
                return value.clone();
            }
            if begin.elapsed() > PATIENCE {
                let text = self.script("return document.body.innerText", &[]).await;
                panic!("{what}: not within {PATIENCE:?}: {asked:?}\n{text}");
            }
        }
    }

    /// Waits until something of every selector is seen.
    pub async fn wait(&self, selectors: &[&str]) {
        let all = "return [...arguments].every((selector) => seen(selector));";
        let selectors: Vec<Value> = selectors.iter().map(|selector| json!(selector)).collect();
        self.until(&format!("{selectors:?}"), all, &selectors).await;
    }

    /// Waits until one of the selectors is seen; which one.
    pub async fn wait_either(&self, selectors: &[&str]) -> usize {
        let first = "const found = [...arguments].findIndex((selector) => seen(selector)); return found < 0 ? null : found;";
        let selectors: Vec<Value> = selectors.iter().map(|selector| json!(selector)).collect();
        let found = self.until(&format!("one of {selectors:?}"), first, &selectors).await;
        found.as_u64().unwrap() as usize
    }

    /// Waits until nothing of the kind is seen.
    pub async fn wait_gone(&self, selector: &str) {
        let gone = "return !seen(arguments[0]);";
        self.until(&format!("no {selector}"), gone, &[json!(selector)]).await;
    }

    /// Waits until a text is in an element.
    pub async fn wait_text(&self, selector: &str, part: &str) {
        let says = "return seen(arguments[0]) \
            && document.querySelector(arguments[0]).innerText.includes(arguments[1]);";
        let what = format!("{part:?} in {selector}");
        self.until(&what, says, &[json!(selector), json!(part)]).await;
    }

    /// Waits until there are so many of such elements.
    pub async fn wait_count(&self, selector: &str, count: u64) {
        let many = "return document.querySelectorAll(arguments[0]).length === arguments[1];";
        self.until(&format!("{count} of {selector}"), many, &[json!(selector), json!(count)]).await;
    }

    /// Is there such an element, and is it seen?
    pub async fn sees(&self, selector: &str) -> bool {
        let script = format!("{SEEN} return seen(arguments[0]);");
        self.script(&script, &[json!(selector)]).await == json!(true)
    }

    /// The text of an element that is there or will be.
    pub async fn text(&self, selector: &str) -> String {
        let read = "return seen(arguments[0]) \
            && [document.querySelector(arguments[0]).innerText];";
        let text = self.until(&format!("text of {selector}"), read, &[json!(selector)]).await;
        text[0].as_str().unwrap_or_default().to_owned()
    }

    /// How many such elements there are.
    pub async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.script(script, &[json!(selector)]).await.as_u64().unwrap()
    }

    /// The pages that the home page leads to, games aside.
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

    /// Sets what this browser remembers of its reader, and begins anew at the home page.
    pub async fn remember(&self, settings: &Value) {
        self.script("localStorage.agon = arguments[0]", &[json!(settings.to_string())]).await;
        self.go("/").await;
    }

    /// A picture of what is seen.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }
}

impl Drop for Browser {
    /// A test that failed leaves no Chromium behind, and none can forget to ask for complaints.
    fn drop(&mut self) {
        if self.closed {
            return;
        }
        let end = tokio::time::timeout(FAREWELL, self.client.clone().close());
        drop(block_in_place(|| Handle::current().block_on(end)));
        assert!(std::thread::panicking(), "close the browser: nobody heard its complaints");
    }
}

/// Loads a page. Now and then the driver asks the page that is just being left, and gives up because it is gone: then it
/// is asked once more.
async fn load<F: Future<Output = Result<(), CmdError>>>(page: impl Fn() -> F) {
    let mut loaded = page().await;
    if loaded.as_ref().is_err_and(|error| error.to_string().contains("aborted by navigation")) {
        loaded = page().await;
    }
    loaded.unwrap();
}
