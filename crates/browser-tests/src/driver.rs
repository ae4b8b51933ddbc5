//! Starts Chromium and reads its logs.

use std::path::Path;
use std::process::Stdio;

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Headless Chromium without window and services, which starts in half the time. This is not the
/// wrapper script in PATH, because its child processes outlive it.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Language, screen and input of a browser.
#[derive(Clone, Debug)]
pub struct Look {
    /// Browser language.
    pub language: &'static str,
    /// Window size; on a phone the screen size.
    pub size: (u32, u32),
    /// Emulates a phone with touch input.
    pub phone: bool,
    /// Whether animations are enabled.
    pub motion: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { language: "en", size: (1280, 900), phone: false, motion: false }
    }
}

impl Look {
    /// Returns the smallest supported phone.
    pub fn phone() -> Look {
        Look { size: (360, 740), phone: true, ..Look::default() }
    }

    /// Sets the language.
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
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("json object") };
        capabilities
    }
}

/// Starts chromedriver on a free port. If another process takes the port first, it exits and is
/// started again.
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
    panic!("chromedriver did not start");
}

/// Starts a browser session.
pub(crate) async fn open(look: &Look) -> (Child, Client) {
    let (driver, port) = start().await;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(look.capabilities())
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("cannot create a Chromium session");
    (driver, client)
}

/// A command specific to chromedriver.
#[derive(Debug)]
pub(crate) struct DriverCommand {
    /// Last segment of the endpoint.
    pub(crate) path: &'static str,
    pub(crate) body: Value,
}

impl WebDriverCompatibleCommand for DriverCommand {
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

/// Returns the entries of a browser log since the last call.
pub(crate) async fn log(client: &Client, kind: &str) -> Vec<Value> {
    let read = DriverCommand { path: "se/log", body: json!({"type": kind}) };
    match client.issue_cmd(read).await.unwrap() {
        Value::Array(lines) => lines,
        other => panic!("cannot read the {kind} log: {other}"),
    }
}

/// Returns console errors and warnings.
pub(crate) fn console_complaints(lines: &[Value]) -> Vec<String> {
    let bad = |line: &&Value| line["level"] == "SEVERE" || line["level"] == "WARNING";
    let text = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
    lines.iter().filter(bad).map(text).collect()
}

/// Returns network events in order.
pub(crate) fn network_events(lines: &[Value]) -> Vec<(String, Value)> {
    let event = |line: &Value| {
        let whole: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
        let method = whole["message"]["method"].as_str()?.to_owned();
        Some((method, whole["message"]["params"].clone()))
    };
    lines.iter().filter_map(event).collect()
}

/// Returns failed requests, except those that were cancelled by leaving the page.
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
