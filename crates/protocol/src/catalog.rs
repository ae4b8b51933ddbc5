//! Which games there are.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that can be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Entry"))]
pub struct CatalogEntry {
    /// The id, as in `game` of a new game.
    pub id: String,
    /// The name that people read.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The options.
    pub options: Vec<GameOption>,
    /// Named settings of the options.
    pub presets: Vec<Preset>,
    /// The seats when nothing is said.
    pub seats: Vec<SeatInfo>,
    /// Kinds of computers, the usual one first.
    pub kinds: Vec<ComputerKind>,
    /// A position from the middle of a game by the usual rules, for pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
}

/// An option.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Option"))]
pub struct GameOption {
    /// The name in texts.
    pub name: String,
    /// What it does.
    pub about: String,
    /// What can be chosen.
    pub values: Values,
    /// What holds when nothing is said.
    pub default: String,
    /// Does the start look different with another value, so that pictures tell the values apart?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pictured: bool,
}

/// What can be chosen for an option.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Values {
    /// `on` or `off`.
    Flag,
    /// A number or one of some words.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Words that may stand instead.
        words: Vec<String>,
    },
    /// One of these.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// Some of these letters, in this order.
    Letters {
        /// The letters.
        letters: String,
    },
}

/// A named setting.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Preset {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The options that it sets.
    pub rules: String,
    /// The seats with it.
    pub seats: Vec<SeatInfo>,
}

/// A seat of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Seat"))]
pub struct SeatInfo {
    /// What it is called.
    pub name: String,
    /// Is the name a plural ("attackers win", but "white wins")?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// The colour of the men.
    pub tone: String,
    /// The kind of piece that stands for the player in lists.
    pub piece: String,
    /// How far the board is turned clockwise for whoever sits here.
    pub degrees: u16,
}

/// A kind of computer.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Kind"))]
pub struct ComputerKind {
    /// Its name.
    pub name: String,
    /// How it plays.
    pub about: String,
    /// `false` when it cannot be chosen here; missing when it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<bool>,
    /// What it lacks: `database`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl From<agon_core::Values> for Values {
    fn from(values: agon_core::Values) -> Values {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match values {
            agon_core::Values::Flag => Values::Flag,
            agon_core::Values::Number { min, max, words } => {
                Values::Number { min, max, words: owned(words) }
            }
            agon_core::Values::Words(words) => Values::Words { words: owned(words) },
            agon_core::Values::Letters(letters) => Values::Letters { letters: letters.into() },
        }
    }
}

impl GameOption {
    /// The option as it is told, with what whoever can open the game has found out.
    #[must_use]
    pub fn new(info: agon_core::OptionInfo, pictured: bool) -> GameOption {
        GameOption {
            name: info.name.into(),
            about: info.about.into(),
            values: info.values.into(),
            default: info.default,
            pictured,
        }
    }
}

impl From<&agon_core::Seat> for SeatInfo {
    fn from(seat: &agon_core::Seat) -> SeatInfo {
        SeatInfo {
            name: seat.name.into(),
            plural: seat.plural,
            tone: seat.tone.name().into(),
            piece: seat.piece.into(),
            degrees: seat.degrees,
        }
    }
}
