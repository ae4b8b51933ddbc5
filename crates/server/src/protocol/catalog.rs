//! Which games there are.

use agon_core::Values;
use agon_games::solved::PERFECT;
use agon_games::{AnyGame, Kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that can be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CatalogEntry {
    /// The id, as in `game` of a new game.
    pub id: String,
    /// The name that people read.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The options.
    pub options: Vec<OptionDto>,
    /// Named settings of the options.
    pub presets: Vec<PresetDto>,
    /// The seats when nothing is said.
    pub seats: Vec<SeatDto>,
    /// Kinds of computers, the usual one first.
    pub kinds: Vec<KindDto>,
}

/// An option.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionDto {
    /// The name in texts.
    pub name: String,
    /// What it does.
    pub about: String,
    /// What can be chosen.
    pub values: ValuesDto,
    /// What holds when nothing is said.
    pub default: String,
}

/// What can be chosen for an option.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ValuesDto {
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
pub struct PresetDto {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The options that it sets.
    pub rules: String,
    /// The seats with it.
    pub seats: Vec<SeatDto>,
}

/// A seat of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatDto {
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
pub struct KindDto {
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

impl From<Values> for ValuesDto {
    fn from(values: Values) -> ValuesDto {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match values {
            Values::Flag => ValuesDto::Flag,
            Values::Number { min, max, words } => {
                ValuesDto::Number { min, max, words: owned(words) }
            }
            Values::Words(words) => ValuesDto::Words { words: owned(words) },
            Values::Letters(letters) => ValuesDto::Letters { letters: letters.into() },
        }
    }
}

/// The seats by these rules; none where the rules are not understood.
#[must_use]
pub fn seats(game: &dyn AnyGame, rules: &str) -> Vec<SeatDto> {
    let Ok(opened) = game.open(rules, None) else { return Vec::new() };
    let seats = opened.seats();
    let seat = |(_, seat): (_, &agon_core::Seat)| SeatDto {
        name: seat.name.into(),
        plural: seat.plural,
        tone: seat.tone.name().into(),
        piece: seat.piece.into(),
        degrees: seat.degrees,
    };
    seats.iter().map(seat).collect()
}

impl CatalogEntry {
    /// What there is to know of a game before it begins; is there a database of it?
    #[must_use]
    pub fn of(game: &dyn AnyGame, has_database: bool) -> CatalogEntry {
        let options = game.options().into_iter().map(|info| OptionDto {
            name: info.name.into(),
            about: info.about.into(),
            values: info.values.into(),
            default: info.default,
        });
        let presets = game.presets().iter().map(|preset| PresetDto {
            name: preset.name.into(),
            about: preset.about.into(),
            rules: preset.rules.into(),
            seats: seats(game, preset.rules),
        });
        let kind = |kind: Kind, lacks: Option<&str>| KindDto {
            name: kind.name.into(),
            about: kind.about.into(),
            available: lacks.map(|_| false),
            reason: lacks.map(Into::into),
        };
        let lacks = if has_database { None } else { Some("database") };
        let perfect = game.kind(PERFECT).ok().map(|perfect| kind(perfect, lacks));
        CatalogEntry {
            id: game.id().into(),
            title: game.title().into(),
            about: game.about().into(),
            options: options.collect(),
            presets: presets.collect(),
            seats: seats(game, ""),
            kinds: game.kinds().into_iter().map(|k| kind(k, None)).chain(perfect).collect(),
        }
    }
}
