//! Player specifications such as `kind=agon,level=7,eval=classic` and `cmd=stockfish,Hash=16`.

use std::path::Path;
use std::sync::Arc;

use agon_core::TextError;
use agon_games::solved::{PERFECT, Tablebases};
use agon_games::{AnyGame, Order};
use agon_search::Level;
use anyhow::{Context, Result, ensure};

use super::contestant::{Contestant, Own, Uci};
use crate::engine::{parse_features, tablebases};
use crate::tune::{read_margins, read_network};

/// A player as specified on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    order: Order,
    hash: usize,
    /// Network file.
    network: Option<String>,
    /// Margins file of `agon tune GAME spsa`.
    margins: Option<String>,
    /// Command line and options of an external UCI engine.
    command: Option<(String, Vec<(String, String)>)>,
}

impl Spec {
    pub(crate) fn parse(text: &str) -> Result<Spec> {
        let mut spec =
            Spec { order: Order::default(), hash: 16, network: None, margins: None, command: None };
        for item in text.split(',').filter(|item| !item.is_empty()) {
            let (name, value) = item
                .split_once('=')
                .with_context(|| format!("expected name=value, found \"{item}\""))?;
            if let Some((_, options)) = &mut spec.command {
                options.push((name.into(), value.into()));
                continue;
            }
            let number = || value.parse::<usize>().ok().filter(|&n| n > 0);
            match name {
                "cmd" => spec.command = Some((value.into(), Vec::new())),
                "kind" => spec.order.kind = value.into(),
                "eval" => spec.order.evaluation = Some(value.into()),
                "network" => spec.network = Some(value.into()),
                "margins" => spec.margins = Some(value.into()),
                "features" => spec.order.features = parse_features(value)?,
                "database" => spec.order.oracle = Some(Arc::new(Tablebases::new(value))),
                "level" => {
                    let level = value.parse().ok().and_then(Level::new);
                    spec.order.level = level.context("level: expected a number from 1 to 10")?;
                }
                "variety" => {
                    ensure!(matches!(value, "on" | "off"), "variety: expected on or off");
                    spec.order.variety = value == "on";
                }
                "hash" => spec.hash = number().context("hash: expected megabytes")?,
                "threads" => {
                    spec.order.threads = number().context("threads: expected a number")?;
                }
                "nodes" => {
                    let nodes = number().context("nodes: expected a number")?;
                    spec.order.limits.nodes = Some(nodes as u64);
                }
                _ => anyhow::bail!(
                    "unknown name \"{name}\", expected one of cmd, kind, eval, network, margins, level, variety, features, hash, threads, nodes, database"
                ),
            }
        }
        // Only `perfect` gets the default tablebase directory, because it cannot play without. For
        // other players a tablebase must be part of the specification, so that results do not
        // depend on the environment.
        if spec.order.kind == PERFECT && spec.order.oracle.is_none() {
            spec.order.oracle = tablebases().map(|tablebases| tablebases as _);
        }
        Ok(spec)
    }

    /// Rejects unknown names and options without effect before the first game.
    pub(crate) fn check(&self, game: &'static dyn AnyGame, seats: usize) -> Result<()> {
        if self.command.is_some() {
            return Ok(());
        }
        let kind = game.kind(&self.order.kind).map_err(|error| with_perfect(game, error))?;
        for (name, file) in [("network", &self.network), ("margins", &self.margins)] {
            ensure!(
                file.is_none() || kind.is_full_search && seats == 2,
                "{name}: only the full search for two players uses it, not \"{}\" for {seats}",
                kind.name
            );
        }
        if let Some(eval) = &self.order.evaluation {
            let known = game.evaluations().iter().any(|(name, _)| name == eval);
            ensure!(known, "unknown evaluation \"{eval}\"");
        }
        Ok(())
    }

    pub(crate) fn contestant(&self, game: &'static dyn AnyGame) -> Result<Box<dyn Contestant>> {
        match &self.command {
            None => {
                let read = |file: &String| read_network(game, Path::new(file));
                let network = self.network.as_ref().map(read).transpose()?;
                let read = |file: &String| read_margins(game, Path::new(file)).map(Arc::new);
                let margins = self.margins.as_ref().map(read).transpose()?;
                let order = Order { network, margins, ..self.order.clone() };
                Ok(Box::new(Own::new(order, self.hash)))
            }
            Some((command, options)) => Ok(Box::new(Uci::start(command, options)?)),
        }
    }
}

/// Adds `perfect` to the expected kinds of an error, if the game has tablebases.
fn with_perfect(game: &dyn AnyGame, error: TextError) -> TextError {
    match game.kind(PERFECT) {
        Ok(perfect) => {
            let expected = format!("{}, {}", error.expected(), perfect.name);
            TextError::new(error.part(), error.found().unwrap_or_default(), expected)
        }
        Err(_) => error,
    }
}
