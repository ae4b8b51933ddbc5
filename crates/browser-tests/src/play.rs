//! Actions on game pages.

use std::path::Path;

use serde_json::{Value, json};

use crate::Browser;

/// Ids of all games.
pub fn games() -> impl Iterator<Item = &'static str> {
    agon_games::GAMES.iter().map(|game| game.id())
}

/// Ids of the games for which this page file exists; `*` stands for the id.
fn with_file(pattern: &'static str) -> impl Iterator<Item = &'static str> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    games().filter(move |id| web.join(pattern.replace('*', id)).exists())
}

/// Ids of the games with a course.
pub fn taught() -> impl Iterator<Item = &'static str> {
    with_file("lessons/*/course.json")
}

/// Ids of the games with puzzles.
pub fn puzzled() -> impl Iterator<Item = &'static str> {
    with_file("exercises/*.jsonl")
}

/// JavaScript that fetches the game of the page.
const GAME: &str = "const done = arguments[0]; \
    const key = new URLSearchParams(location.search).get('key'); \
    const id = document.querySelector('.game').dataset.id; \
    import('/net.js').then(({ ask }) => \
        ask('/api/games/' + id + (key ? '?key=' + encodeURIComponent(key) : ''))).then(done)";

/// Clicks that make a move.
#[derive(Debug)]
pub struct Clicks {
    /// Cells in order.
    pub cells: Vec<String>,
    /// Promotion piece.
    pub kind: Option<String>,
}

impl Clicks {
    /// Returns the clicks for a legal move, as listed in the game state.
    pub fn of(game: &Value, play: &Value) -> Clicks {
        let name = |cell: &Value| {
            let index = cell.as_u64().unwrap() as usize;
            game["board"]["cells"][index]["name"].as_str().unwrap().to_owned()
        };
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut cells: Vec<String> = list(&play["from"]).iter().map(name).collect();
        cells.extend(play.get("to").map(name));
        let mut kind = None;
        for choice in list(&play["more"]) {
            match choice.get("cell") {
                Some(cell) => cells.push(name(cell)),
                None => kind = choice["kind"].as_str().map(str::to_owned),
            }
        }
        Clicks { cells, kind }
    }
}

/// Returns the legal move with this text.
pub fn find<'a>(game: &'a Value, text: &str) -> &'a Value {
    let moves = game["view"]["moves"].as_array().unwrap();
    let found = moves.iter().find(|play| play["text"] == text);
    found.unwrap_or_else(|| panic!("{text} is not legal: {}", game["view"]["position"]))
}

/// Chess moves up to the position before a promotion.
const TO_PROMOTE: [&str; 8] = ["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "b8c6", "h6h7", "a7a6"];

impl Browser {
    /// Plays a local chess game up to the promotion choice.
    pub async fn until_promotion(&self) {
        self.go("/").await;
        self.on_one_screen("chess").await;
        for text in TO_PROMOTE {
            self.play(text).await;
        }
        self.click_cells(&["h7".into(), "g8".into()]).await;
        self.wait(&["[data-kind=queen]"]).await;
    }

    /// Opens the new-game dialog in this mode.
    pub async fn plan(&self, game: &str, mode: &str) {
        self.click(&format!("[data-game=\"{game}\"] .buttons button:not(.main-action)")).await;
        self.click(&format!("input[name=mode][value={mode}]")).await;
    }

    /// Sets a rules option in the dialog by its label.
    pub async fn option(&self, label: &str, value: &str) {
        self.more().await;
        self.select(&format!("dialog select[aria-label=\"{label}\"]"), value).await;
    }

    /// Opens the advanced section of the dialog.
    pub async fn more(&self) {
        if !self.is_visible("dialog details[open]").await {
            self.click("dialog details summary").await;
        }
    }

    /// Chooses the picture of an option value in the dialog.
    pub async fn choose_picture(&self, option: &str, value: &str) {
        self.click(&format!("dialog input[name=option-{option}][value=\"{value}\"]")).await;
    }

    /// Starts the game of the dialog.
    pub async fn start(&self) {
        self.click("dialog .ends .main-action").await;
    }

    /// Starts a local game from the home page.
    pub async fn on_one_screen(&self, game: &str) {
        self.plan(game, "local").await;
        self.start().await;
        self.wait(&[".status.mine"]).await;
    }

    /// Starts a game against the computer from the home page with one click.
    pub async fn against_the_computer(&self, game: &str) {
        self.click(&format!("[data-game=\"{game}\"] .main-action")).await;
        self.wait(&[".status.mine"]).await;
    }

    /// Clicks a tool of the game page, opening the "more" menu if necessary.
    pub async fn tool(&self, name: &str) {
        let tool = format!("[data-do={name}]");
        self.until(&tool, "return !!document.querySelector(arguments[0])", &[json!(tool)]).await;
        if !self.is_visible(&tool).await {
            let shown = if self.is_visible(".play .tools [data-do=more]").await {
                ".play .tools"
            } else {
                ".play > .top"
            };
            self.click(&format!("{shown} [data-do=more]")).await;
        }
        self.click(&tool).await;
    }

    /// Returns the state of the game on the page.
    pub async fn game(&self) -> Value {
        self.script_async(GAME, &[]).await
    }

    /// Clicks a legal move without waiting.
    pub async fn pick(&self, game: &Value, play: &Value) {
        let Clicks { cells, kind } = Clicks::of(game, play);
        if cells.is_empty() {
            self.click(".status button").await;
        } else {
            self.click_cells(&cells).await;
        }
        if let Some(kind) = kind {
            self.click(&format!("[data-kind=\"{kind}\"]")).await;
        }
    }

    /// Waits for the player's turn, plays the legal move with this text and waits until it is
    /// confirmed.
    pub async fn play(&self, text: &str) {
        self.wait(&[".status.mine"]).await;
        let game = self.game().await;
        self.pick(&game, find(&game, text)).await;
        self.wait_ply(game["state"]["ply"].as_u64().unwrap() + 1).await;
    }

    /// Waits until the move list has this number of plies and the last one is confirmed.
    pub async fn wait_ply(&self, ply: u64) {
        let shown = "return !!document.querySelector(`.moves [data-ply=\"${arguments[0]}\"]`);";
        self.until(&format!("ply {ply}"), shown, &[json!(ply)]).await;
    }
}
