//! `cargo xtask new-game NAME`: a small game that plays, passes all checks and stands where a game
//! has to stand, to be made into the one that is wanted (docs/adding-a-game.md).

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

/// The files of the crate: where they go, and what is in them. Names and places of the new game
/// are written as `__id__`, `__snake__`, `__Type__` and `__Title__`.
const FILES: [(&str, &str); 13] = [
    ("Cargo.toml", include_str!("../new-game/Cargo.toml.txt")),
    ("src/lib.rs", include_str!("../new-game/src/lib.rs")),
    ("src/rules.rs", include_str!("../new-game/src/rules.rs")),
    ("src/board.rs", include_str!("../new-game/src/board.rs")),
    ("src/position.rs", include_str!("../new-game/src/position.rs")),
    ("src/notation.rs", include_str!("../new-game/src/notation.rs")),
    ("src/view.rs", include_str!("../new-game/src/view.rs")),
    ("src/tactics.rs", include_str!("../new-game/src/tactics.rs")),
    ("src/eval.rs", include_str!("../new-game/src/eval.rs")),
    ("tests/golden.rs", include_str!("../new-game/tests/golden.rs")),
    ("tests/rules.rs", include_str!("../new-game/tests/rules.rs")),
    ("tests/__id__.perft", include_str!("../new-game/tests/perft.txt")),
    ("tests/playthroughs/random.txt", include_str!("../new-game/tests/random.txt")),
];

/// What pages say of it, by language; others begin with the English words.
const TEXTS: [(&str, &str, &str); 2] = [
    ("en", include_str!("../new-game/texts/en.txt"), include_str!("../new-game/texts/help-en.txt")),
    ("he", include_str!("../new-game/texts/he.txt"), include_str!("../new-game/texts/help-he.txt")),
];

const WORKSPACE: &str = "Cargo.toml";
const GAMES: &str = "crates/games/Cargo.toml";
const REGISTRY: &str = "crates/games/src/registry.rs";
const PAGES: &str = "web/texts";

/// What a game is called in each place.
struct Name {
    id: String,
    snake: String,
    type_name: String,
    title: String,
}

impl Name {
    fn new(id: &str) -> Result<Name> {
        let is_word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let words: Vec<&str> = id.split('-').collect();
        ensure!(
            words.iter().all(|word| is_word(word)),
            "{id}: expected small letters, such as connect-four"
        );
        let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Name {
            id: id.to_owned(),
            snake: words.join("_"),
            type_name: capitals.concat(),
            title: capitals.join(" "),
        })
    }

    fn fill(&self, template: &str) -> String {
        // A name in JavaScript stands in quotes where it needs them.
        let key = if self.id.contains('-') { format!("\"{}\"", self.id) } else { self.id.clone() };
        let filled = template.replace("__id__", &self.id).replace("__snake__", &self.snake);
        let filled = filled.replace("__key__", &key);
        filled.replace("__Type__", &self.type_name).replace("__Title__", &self.title)
    }
}

/// Writes the crate, its line of the registry and its texts.
pub(crate) fn write(id: &str) -> Result<()> {
    let name = Name::new(id)?;
    let folder = Path::new("crates").join(id);
    ensure!(!folder.exists(), "{} is there already", folder.display());
    for (file, template) in FILES {
        let path = folder.join(name.fill(file));
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, name.fill(template)).with_context(|| path.display().to_string())?;
    }
    insert(WORKSPACE, "agon-games = ", &name.fill("agon-__id__ = { path = \"crates/__id__\" }\n"))?;
    insert(GAMES, "agon-core.workspace", &name.fill("agon-__id__.workspace = true\n"))?;
    insert(REGISTRY, "];", &name.fill("    &Entry::<agon___snake__::__Type__>::new(),\n"))?;
    for file in fs::read_dir(PAGES)? {
        let path = file?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).context("a name of letters")?;
        let (is_help, language) = match stem.strip_prefix("help-") {
            Some(language) => (true, language),
            None => (false, stem),
        };
        let (_, texts, help) =
            TEXTS.iter().find(|(known, ..)| *known == language).unwrap_or(&TEXTS[0]);
        let text = name.fill(if is_help { help } else { texts });
        let path = path.to_str().context("a path of letters")?;
        let known = fs::read_to_string(path)?;
        let key = |line: &str| line.split_once("\":").map(|(key, _)| format!("{key}\":"));
        let is_new = |line: &&str| key(line).is_none_or(|key| !known.contains(&key));
        let lines: String = text.lines().filter(is_new).map(|line| format!("{line}\n")).collect();
        insert(path, "};", &lines)?;
    }
    Ok(())
}

/// Inserts lines before the first line that begins so.
fn insert(file: &str, before: &str, lines: &str) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.to_owned())?;
    let Some(at) = text.find(&format!("\n{before}")) else {
        bail!("{file}: no line begins with {before}");
    };
    let (head, tail) = text.split_at(at + 1);
    fs::write(file, format!("{head}{lines}{tail}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_each_place_wants_them() {
        let name = Name::new("connect-four").unwrap();
        let all = name.fill("__id__ __snake__ __Type__ __Title__");
        assert_eq!(all, "connect-four connect_four ConnectFour Connect Four");
    }

    #[test]
    fn odd_names_are_refused() {
        for id in ["", "-", "Go", "go!", "go-", "4x4", "../go", "go game"] {
            assert!(Name::new(id).is_err(), "{id}");
        }
    }

    #[test]
    fn nothing_is_left_of_the_template() {
        let name = Name::new("go").unwrap();
        for (file, template) in FILES {
            let text = name.fill(file) + &name.fill(template);
            assert!(!text.contains("__"), "{file}");
        }
    }
}
