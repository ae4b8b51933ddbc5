//! Catalogue of games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Game in the catalogue.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Entry"))]
pub struct CatalogEntry {
    /// Id, as in `game` of a new game.
    pub id: String,
    /// Display name.
    pub title: String,
    /// Short description.
    pub about: String,
    /// Options of the rules.
    pub options: Vec<GameOption>,
    /// Named sets of options.
    pub presets: Vec<Preset>,
    /// Seats with the default options.
    pub seats: Vec<SeatInfo>,
    /// Kinds of computers, the default first.
    pub kinds: Vec<ComputerKind>,
    /// Middle-game position with the default rules, for illustrations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
}

/// Option of the rules.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Option"))]
pub struct GameOption {
    /// Name in option texts.
    pub name: String,
    /// Short description.
    pub about: String,
    /// Allowed values.
    pub values: Values,
    /// Default value.
    pub default: String,
    /// Whether the start position depends on the value, so that a picture can show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pictured: bool,
}

/// Allowed values of an option.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Values {
    /// `on` or `off`.
    Flag,
    /// Number, or one of the words.
    Number {
        /// Smallest number.
        min: u32,
        /// Largest number.
        max: u32,
        /// Words allowed instead of a number.
        words: Vec<String>,
    },
    /// One of the words.
    Words {
        /// Allowed words.
        words: Vec<String>,
    },
    /// Subset of the letters, in their order.
    Letters {
        /// Allowed letters.
        letters: String,
    },
}

/// Named set of options.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Preset {
    /// Name of the preset.
    pub name: String,
    /// Short description.
    pub about: String,
    /// Options that it sets, as text.
    pub rules: String,
    /// Seats with these options.
    pub seats: Vec<SeatInfo>,
}

/// Seat of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Seat"))]
pub struct SeatInfo {
    /// Name of the seat, such as `white`.
    pub name: String,
    /// Whether the name is a plural ("attackers win", but "white wins").
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// Colour of the pieces.
    pub tone: String,
    /// Kind of piece that represents the player in lists.
    pub piece: String,
    /// Clockwise rotation of the board for this seat, in degrees.
    pub degrees: u16,
}

/// Kind of computer.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Kind"))]
pub struct ComputerKind {
    /// Name of the kind.
    pub name: String,
    /// Short description.
    pub about: String,
    /// `false` if the kind is not available here; missing otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<bool>,
    /// Missing requirement: `database`.
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
    /// Converts an option; `pictured` is determined by the caller, which can set up the game.
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
