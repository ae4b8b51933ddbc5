//! Takes screenshots of all pages and boards with different screens, themes and languages: `cargo
//! xtask screenshots [DIR]`.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use agon_browser_tests::{Browser, Look, MoveChooser, Site, play};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

/// Take screenshots of all pages and boards
#[derive(Parser)]
struct Arguments {
    /// Output directory
    #[arg(default_value = "target/screenshots")]
    folder: PathBuf,
    /// Take only the small images for the README
    #[arg(long)]
    readme: bool,
}

/// Screens, themes and languages.
const LOOKS: [(&str, &str, &str); 6] = [
    ("desktop", "light", "en"),
    ("desktop", "dark", "en"),
    ("desktop", "light", "he"),
    ("phone", "light", "en"),
    ("phone", "dark", "en"),
    ("phone", "dark", "he"),
];
/// Number of screenshots that `Photographer::everything` takes, apart from the pages linked from
/// the home page.
const SCENES: u64 = 17;
/// Boards: game, variant, file name, number of moves. Games that are not listed are added with a
/// few moves.
const BOARDS: [(&str, &str, &str, usize); 8] = [
    ("chess", "", "chess", 12),
    ("chinese-checkers", "", "chinese-checkers", 16),
    ("chinese-checkers", "six", "chinese-checkers-six", 18),
    ("tablut", "", "tablut", 6),
    ("abalone", "", "abalone", 14),
    ("morris", "2", "morris-2", 4),
    ("morris", "", "morris", 14),
    ("morris", "9", "morris-9", 20),
];

#[tokio::main]
async fn main() {
    let Arguments { folder, readme } = Arguments::parse();
    fs::create_dir_all(&folder).unwrap();
    let pictures = if readme { 5 } else { SCENES * LOOKS.len() as u64 };
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} {elapsed} {msg}").unwrap();
    let bar = ProgressBar::new(pictures).with_style(style);
    if readme {
        for_readme(&folder, &bar).await;
    } else {
        for look in LOOKS {
            let site = Site::start().await;
            let photographer = Photographer::new(&site, look, &folder, &bar).await;
            bar.inc_length(photographer.browser.pages().await.len() as u64);
            photographer.everything().await;
        }
    }
    bar.finish_with_message(folder.display().to_string());
}

struct Photographer<'a> {
    browser: Browser,
    folder: &'a Path,
    prefix: String,
    bar: &'a ProgressBar,
}

impl<'a> Photographer<'a> {
    async fn new(
        site: &Site,
        (screen, theme, language): (&str, &str, &'static str),
        folder: &'a Path,
        bar: &'a ProgressBar,
    ) -> Photographer<'a> {
        let desktop = Look { size: (1280, 800), ..Look::default() };
        let look = if screen == "phone" { Look::phone() } else { desktop }.language(language);
        let browser = Browser::with(&site.url, &look).await;
        if screen == "desktop" {
            // The window is larger than the page by its borders.
            let size =
                json!({"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false});
            browser.devtools("Emulation.setDeviceMetricsOverride", size).await;
        }
        browser.devtools("Emulation.setScrollbarsHidden", json!({"hidden": true})).await;
        browser.remember(&json!({"theme": theme, "level": 2, "sound": false})).await;
        Photographer { browser, folder, prefix: format!("{screen}-{theme}-{language}"), bar }
    }

    /// Saves a screenshot of the viewport or the whole page.
    async fn take(&self, name: &str, whole: bool) {
        let name = format!("{}-{name}.png", self.prefix);
        self.bar.set_message(name.clone());
        let picture = if whole { self.whole_page().await } else { self.browser.picture().await };
        fs::write(self.folder.join(&name), picture).unwrap();
        self.bar.inc(1);
    }

    async fn whole_page(&self) -> Vec<u8> {
        let size = "return [innerWidth, document.documentElement.scrollHeight]";
        let size = self.browser.script(size, &[]).await;
        let screen = self.browser.script("return innerHeight", &[]).await;
        if size[1] == screen {
            return self.browser.picture().await;
        }
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1});
        shot(&self.browser, json!({"captureBeyondViewport": true, "clip": clip})).await
    }

    async fn page(&self, path: &str, sign: &str, name: &str) {
        self.browser.go(path).await;
        self.browser.wait(&[sign]).await;
        self.take(name, true).await;
    }

    async fn everything(self) {
        for (game, variant, name, moves) in BOARDS {
            self.board(game, variant, moves).await;
            self.take(&format!("board-{name}"), true).await;
        }
        let is_listed = |game: &str| BOARDS.iter().any(|(listed, ..)| *listed == game);
        for game in play::games().filter(|game| !is_listed(game)) {
            self.board(game, "", 4).await;
            self.take(&format!("board-{game}"), true).await;
        }
        self.dialogs().await;
        self.ending().await;
        self.page("/", "#home-mine .tile .board", "home").await;
        for page in self.browser.pages().await {
            let sign = match page.matches('/').count() {
                1 if page == "/archive" => ".finals li",
                1 => "h1",
                _ => "main .board",
            };
            self.page(&page, sign, &page[1..].replace('/', "-")).await;
        }
        self.page("/game/nothing", "h1", "missing").await;
        let mut browser = self.browser;
        browser.expected = vec!["404"];
        browser.close().await;
    }

    /// Opens a local game, plays some moves and selects a piece if there is one.
    async fn board(&self, game: &str, variant: &str, moves: usize) {
        let browser = &self.browser;
        browser.go("/").await;
        browser.plan(game, "local").await;
        match variant {
            "" => {}
            "six" => browser.click("input[name=preset][value=six]").await,
            layers => browser.choose_picture("layers", layers).await,
        }
        browser.start().await;
        browser.wait(&[".status.mine"]).await;
        let mut move_chooser = MoveChooser::new(2_000);
        for _ in 0..moves {
            let text = move_chooser.choose(&browser.game().await);
            browser.play(&text).await;
        }
        let now = browser.game().await;
        let text = move_chooser.choose(&now);
        let play = agon_browser_tests::play::find(&now, &text);
        if let Some(Value::Array(from)) = play.get("from") {
            let name =
                |i: &Value| now["board"]["cells"][i.as_u64().unwrap() as usize]["name"].clone();
            let names: Vec<_> = from.iter().map(|i| name(i).as_str().unwrap().to_owned()).collect();
            browser.click_cells(&names).await;
        }
        browser.script("scrollTo(0, 0)", &[]).await;
    }

    async fn dialogs(&self) {
        let browser = &self.browser;
        browser.go("/").await;
        browser.plan("chinese-checkers", "computer").await;
        browser.click("input[name=preset][value=four]").await;
        browser.script("document.querySelector('dialog').scrollTop = 0", &[]).await;
        self.take("new-game", false).await;
        browser.click("dialog details summary").await;
        browser.script("document.querySelector('dialog').scrollTop = 9999", &[]).await;
        self.take("new-game-options", false).await;
        browser.click("dialog .ends button:not(.main-action)").await;
        browser.plan("tablut", "online").await;
        browser.start().await;
        browser.wait(&[".qr"]).await;
        self.take("lobby", true).await;
        browser.go("/").await;
        browser.click("#header button").await;
        browser.wait(&["dialog"]).await;
        browser.click("dialog summary").await;
        self.take("settings", false).await;
        browser.click("dialog .ends button").await;
    }

    async fn ending(&self) {
        let browser = &self.browser;
        browser.until_promotion().await;
        self.take("promotion", false).await;
        browser.click("[data-kind=queen]").await;
        for text in ["f7f6", "g8g6"] {
            browser.play(text).await;
        }
        browser.wait(&[".result"]).await;
        self.take("result", false).await;
        self.take("ended", true).await;
    }
}

async fn shot(browser: &Browser, how: Value) -> Vec<u8> {
    let answer = browser.devtools("Page.captureScreenshot", how).await;
    STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
}

/// Takes five small lossy images for the README.
async fn for_readme(folder: &Path, bar: &ProgressBar) {
    let wanted = [
        ("home", ("desktop", "light", "en"), None),
        ("chinese-checkers", ("desktop", "light", "en"), Some(("chinese-checkers", "six", 18))),
        ("abalone", ("desktop", "dark", "en"), Some(("abalone", "", 14))),
        ("tablut", ("phone", "light", "en"), Some(("tablut", "", 6))),
        ("morris", ("phone", "dark", "he"), Some(("morris", "", 14))),
    ];
    for (name, look, board) in wanted {
        bar.set_message(name);
        let site = Site::start().await;
        let photographer = Photographer::new(&site, look, folder, bar).await;
        match board {
            Some((game, variant, moves)) => photographer.board(game, variant, moves).await,
            None => photographer.browser.wait(&[".card:last-child .board"]).await,
        }
        let (width, height, scale) =
            if look.0 == "phone" { (360, 740, 0.5) } else { (1280, 800, 0.6) };
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": scale});
        let how = json!({"format": "webp", "quality": 80, "clip": clip});
        let picture = shot(&photographer.browser, how).await;
        fs::write(folder.join(format!("{name}.webp")), picture).unwrap();
        photographer.browser.close().await;
        bar.inc(1);
    }
}
