//! Catalogue entries and tablebase results.

use agon_core::{OptionInfo, Values};
use agon_games::solved::{PERFECT, Probe, Value};
use agon_games::{AnyGame, Kind};
use agon_protocol::catalog::{CatalogEntry, ComputerKind, GameOption, Preset, SeatInfo};
use agon_protocol::verdict::{MoveVerdict, Verdict, VerdictValue};

use crate::views;

/// Returns the seats by these rules; empty if the rules are invalid.
fn seats(game: &dyn AnyGame, rules: &str) -> Vec<SeatInfo> {
    game.open(rules, None).map(|opened| views::seats(&*opened)).unwrap_or_default()
}

/// Returns whether the start position depends on the option. Tests only the extreme values, and
/// ignores values that are invalid on their own.
fn is_pictured(game: &dyn AnyGame, option: &OptionInfo) -> bool {
    let look = |rules: &str| {
        let opened = game.open(rules, None).ok()?;
        Some((opened.board().sites, opened.pieces()))
    };
    let values: Vec<String> = match option.values {
        Values::Flag => vec!["on".into(), "off".into()],
        Values::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
        Values::Words(words) => words.iter().map(|&word| word.into()).collect(),
        Values::Letters(letters) => vec![letters.into()],
    };
    let usual = look("");
    let looks = values.iter().filter_map(|value| look(&format!("{}={value}", option.name)));
    looks.map(Some).any(|other| other != usual)
}

/// Returns the catalogue entry of a game.
pub fn entry(game: &dyn AnyGame, has_tablebase: bool) -> CatalogEntry {
    let presets = game.presets().iter().map(|preset| Preset {
        name: preset.name.into(),
        about: preset.about.into(),
        rules: preset.rules.into(),
        seats: seats(game, preset.rules),
    });
    let kind = |kind: Kind, lacks: Option<&str>| ComputerKind {
        name: kind.name.into(),
        about: kind.about.into(),
        available: lacks.map(|_| false),
        reason: lacks.map(Into::into),
    };
    let option = |info: OptionInfo| {
        let pictured = is_pictured(game, &info);
        GameOption::new(info, pictured)
    };
    let lacks = if has_tablebase { None } else { Some("database") };
    let perfect = game.kind(PERFECT).ok().map(|perfect| kind(perfect, lacks));
    CatalogEntry {
        id: game.id().into(),
        title: game.title().into(),
        about: game.about().into(),
        options: game.options().into_iter().map(option).collect(),
        presets: presets.collect(),
        seats: seats(game, ""),
        kinds: game.kinds().into_iter().map(|k| kind(k, None)).chain(perfect).collect(),
        scene: game.scene().map(Into::into),
    }
}

fn verdict_of(value: Value) -> Verdict {
    let (value, distance) = match value {
        Value::Won(plies) => (VerdictValue::Won, Some(plies)),
        Value::Drawn => (VerdictValue::Drawn, None),
        Value::Lost(plies) => (VerdictValue::Lost, Some(plies)),
    };
    Verdict { value, distance }
}

/// Converts the tablebase result of the position.
pub fn verdict(probe: &Probe) -> Option<Verdict> {
    probe.value.map(verdict_of)
}

/// Converts the tablebase results of the moves, best first; `None` unless all are known.
pub fn verdicts(probe: &Probe) -> Option<Vec<MoveVerdict>> {
    let known = |(text, value): &(String, Option<Value>)| {
        Some(MoveVerdict { text: text.clone(), verdict: verdict_of((*value)?) })
    };
    probe.moves.iter().map(known).collect()
}
