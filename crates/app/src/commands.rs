//! Commands that list and show games and positions.

use std::io::{IsTerminal, Write};

use agon_core::{Paint, draw};
use agon_games::solved::PERFECT;
use agon_games::{AnyGame, AnyMatch, GAMES, Played};
use anyhow::Result;

use crate::setup::Setup;

pub(crate) fn games(long: bool, out: &mut impl Write) -> Result<()> {
    for game in GAMES {
        write!(out, "{}", game.id())?;
        for option in game.options() {
            write!(out, " {}={}", option.name, option.default)?;
        }
        writeln!(out)?;
        if long {
            explain(*game, out)?;
        }
    }
    Ok(())
}

fn explain(game: &dyn AnyGame, out: &mut impl Write) -> Result<()> {
    writeln!(out, "    {}: {}", game.title(), game.about())?;
    for option in game.options() {
        writeln!(out, "    {}: {} ({})", option.name, option.about, option.values.describe())?;
    }
    let perfect = game.kind(PERFECT).ok();
    for kind in game.kinds().into_iter().chain(perfect) {
        writeln!(out, "    kind {}: {}", kind.name, kind.about)?;
    }
    for preset in game.presets() {
        writeln!(out, "    preset {}: {} ({})", preset.name, preset.about, preset.rules)?;
    }
    Ok(())
}

pub(crate) fn perft(
    game: &str,
    depth: u32,
    setup: &Setup,
    divide: bool,
    out: &mut impl Write,
) -> Result<()> {
    let game = setup.open(game)?;
    let nodes = if divide && depth > 0 {
        let counts = game.divide(depth);
        for (text, count) in &counts {
            writeln!(out, "{text}: {count}")?;
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        game.perft(depth)
    };
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

pub(crate) fn moves(game: &str, setup: &Setup, out: &mut impl Write) -> Result<()> {
    let game = setup.open(game)?;
    if let Some(ending) = game.ending() {
        writeln!(out, "ended: {}", ending.verdict(&game.seats()))?;
    }
    for text in game.moves() {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

pub(crate) fn show(game: &str, setup: &Setup, ascii: bool, out: &mut impl Write) -> Result<()> {
    let game = setup.open(game)?;
    let paint = match ascii {
        true => Paint::Ascii,
        false if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() => {
            Paint::Colours
        }
        false => Paint::Symbols,
    };
    writeln!(out, "{}\n", game.position())?;
    write!(out, "{}", picture(&*game, paint))?;
    writeln!(out)?;
    let seats = game.seats();
    for counter in game.counters() {
        let whose = counter.player.map_or("", |player| seats[player].name);
        let limit = counter.limit.map_or(String::new(), |limit| format!(" of {limit}"));
        let line = format!("{whose} {}: {}{limit}", counter.name, counter.value);
        writeln!(out, "{}", line.trim_start())?;
    }
    match game.ending() {
        Some(ending) => writeln!(out, "ended: {}", ending.verdict(&seats))?,
        None => writeln!(out, "{} to move", seats[game.turn()].name)?,
    }
    Ok(())
}

/// Draws the current position with the last move marked.
fn picture(game: &dyn AnyMatch, paint: Paint) -> String {
    let marked = match game.past().pop() {
        Some(Played::Move { view, .. }) => view.to.into_iter().collect(),
        _ => Vec::new(),
    };
    draw(&game.board(), &game.seats(), &game.pieces(), &marked, paint)
}
