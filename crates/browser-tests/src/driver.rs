//! Starting Chromium, and what it says about the pages.

use std::path::Path;
use std::process::Stdio;

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Chromium without its own windows, menus and services: pages are the same, and it starts in half the time. Not the
/// script of this name in the path, whose children outlive it.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// How a browser looks at the site.
#[derive(Clone, Debug)]
pub struct Look {
    /// The language of the browser.
    pub language: &'static str,
    /// The window; for a phone the whole screen.
    pub size: (u32, u32),
    /// A phone has a finger instead of a mouse.
    pub phone: bool,
    /// Does the person wish to see things move?
    pub motion: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { language: "en", size: (1280, 900), phone: false, motion: false }
    }
}

impl Look {
    /// A phone of the narrowest kind.
    pub fn phone() -> Look {
        Look { size: (360, 740), phone: true, ..Look::default() }
    }

    /// With another language.
    #[must_use]
    pub fn language(self, language: &'static str) -> Look {
        Look { language, ..self }
    }

    fn capabilities(&self) -> serde_json::Map<String, Value> {
        let (width, height) = self.size;
        let mut args = vec![
            "--headless".to_owned(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-background-networking".into(),
            "--disable-dev-shm-usage".into(),
            format!("--accept-lang={}", self.language),
            format!("--window-size={width},{height}"),
        ];
        if !self.motion {
            args.push("--force-prefers-reduced-motion".into());
        }
        let mut options = json!({"args": args, "perfLoggingPrefs": {"enablePage": false}});
        if Path::new(SHELL).exists() {
            options["binary"] = json!(SHELL);
        }
        if self.phone {
            let screen = json!({
                "width": width, "height": height, "pixelRatio": 2.0, "touch": true, "mobile": true,
            });
            options["mobileEmulation"] = json!({"deviceMetrics": screen});
        }
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        });
        let Value::Object(wanted) = wanted else { unreachable!("it is written as an object") };
        wanted
    }
}

/// Starts a driver on a free port. Two that start at once may take the same one: then the
/// second ends, and is started again.
async fn start() -> (Child, String) {
    for _ in 0..5 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver is missing: install chromium and chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            if let Some(port) = line.split("successfully on port ").nth(1) {
                let port = port.trim_end_matches('.').to_owned();
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return (driver, port);
            }
        }
    }
    panic!("chromedriver does not start");
}

/// Opens a browser: a session of its own, other cookies, another person.
pub(crate) async fn open(look: &Look) -> (Child, Client) {
    let (driver, port) = start().await;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(look.capabilities())
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("no session with Chromium");
    (driver, client)
}

/// A command that only Chromium's driver knows.
#[derive(Debug)]
pub(crate) struct Special {
    /// The last part of its address.
    pub(crate) path: &'static str,
    pub(crate) body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _request: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// What a log of the browser has had to say since it was read last.
pub(crate) async fn log(client: &Client, kind: &str) -> Vec<Value> {
    let read = Special { path: "se/log", body: json!({"type": kind}) };
    match client.issue_cmd(read).await.unwrap() {
        Value::Array(lines) => lines,
        other => panic!("no log of {kind}: {other}"),
    }
}

/// Errors and warnings of the console.
pub(crate) fn console_complaints(lines: &[Value]) -> Vec<String> {
    let bad = |line: &&Value| line["level"] == "SEVERE" || line["level"] == "WARNING";
    let text = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
    lines.iter().filter(bad).map(text).collect()
}

/// Events of the network, in order.
pub(crate) fn network_events(lines: &[Value]) -> Vec<(String, Value)> {
    let event = |line: &Value| {
        let whole: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
        let method = whole["message"]["method"].as_str()?.to_owned();
        Some((method, whole["message"]["params"].clone()))
    };
    lines.iter().filter_map(event).collect()
}

/// Requests that failed or were answered with an error. One that the page itself gave up, since
/// it was left, did not fail.
pub(crate) fn network_complaints(events: &[(String, Value)]) -> Vec<String> {
    let mut asked = std::collections::HashMap::new();
    let mut complaints = Vec::new();
    for (method, params) in events {
        let id = params["requestId"].as_str().unwrap_or_default();
        match method.as_str() {
            "Network.requestWillBeSent" => {
                asked.insert(id, params["request"]["url"].as_str().unwrap_or_default());
            }
            "Network.responseReceived" => {
                let status = params["response"]["status"].as_u64().unwrap_or_default();
                if status >= 400 {
                    complaints.push(format!("{status} for {}", params["response"]["url"]));
                }
            }
            "Network.loadingFailed" if params["canceled"] != true => {
                let url = asked.get(id).copied().unwrap_or("a request");
                complaints.push(format!("{} for {url}", params["errorText"]));
            }
            _ => {}
        }
    }
    complaints
}
