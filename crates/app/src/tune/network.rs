//! Data exchange with the network trainer.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_games::solved::find_solved;
use agon_games::{AnyGame, Layout};
use agon_tactics::Network;
use agon_tuner::Record;
use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::count::counted;

use super::open;

/// Reads a network file.
pub(crate) fn read_network(game: &'static dyn AnyGame, file: &Path) -> Result<Arc<Network>> {
    let name = || file.display().to_string();
    let bytes = fs::read(file).with_context(name)?;
    Ok(Arc::new(game.read_network(&bytes).with_context(name)?))
}

/// Writes a header with the input layout, followed by records.
pub(super) fn write_records(
    game: &'static dyn AnyGame,
    games: &[PathBuf],
    database: Option<&Path>,
    out: &mut impl Write,
) -> Result<()> {
    let open_tables = |folder| -> Result<_> { Ok(find_solved(game.id())?.open("", folder)?) };
    let tablebase = database.map(open_tables).transpose()?;
    let mut out = BufWriter::new(out);
    write_layout(game, &mut out)?;
    for file in games {
        game.tuning().write_records(&mut open(file)?, tablebase.as_deref(), &mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// Writes the header with the input layout.
pub(super) fn write_layout(game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
    let Layout { shape, symmetries } = game.tuning().layout()?;
    let about = json!({
        "planes": shape.planes,
        "cells": shape.cells,
        "buckets": shape.buckets,
        "swapped": shape.swapped,
        "anchor": shape.anchor.as_ref().map(|anchor| json!({
            "plane": anchor.plane,
            "turns": anchor.turns,
            "by_cell": anchor.by_cell,
            "rooms": anchor.rooms,
        })),
        "symmetries": symmetries,
        "size": Record::size(shape.planes, shape.cells),
    });
    Ok(writeln!(out, "{about}")?)
}

/// Compares network outputs with samples: records followed by the floating-point output (32 bits)
/// and the quantised output in units of 1 / (255 * 1024) (32 bits).
pub(super) fn check(
    game: &'static dyn AnyGame,
    network: &Path,
    samples: &Path,
    out: &mut impl Write,
) -> Result<()> {
    let network = read_network(game, network)?;
    let (planes, cells) = (network.shape().planes, network.shape().cells);
    let size = Record::size(planes, cells);
    let bytes = fs::read(samples).with_context(|| samples.display().to_string())?;
    ensure!(
        bytes.len().is_multiple_of(size + 8),
        "{}: the size is not a multiple of a sample",
        samples.display()
    );
    let (mut count, mut largest, mut sum) = (0, 0.0_f64, 0.0);
    for sample in bytes.chunks_exact(size + 8) {
        let (record, expected) = sample.split_at(size);
        let record = Record::read(record, planes, cells);
        let float = f32::from_le_bytes([expected[0], expected[1], expected[2], expected[3]]);
        let whole = i32::from_le_bytes([expected[4], expected[5], expected[6], expected[7]]);
        let found = network.output(&record.planes, record.bucket, record.turn);
        let parts = (found * 255.0 * 1_024.0).round() as i32;
        ensure!(parts == whole, "position {count}: output {parts}, expected {whole}");
        let off = (found - f64::from(float)).abs();
        (count, largest, sum) = (count + 1, largest.max(off), sum + off);
    }
    ensure!(count > 0, "{} is empty", samples.display());
    let mean = sum / f64::from(count);
    writeln!(
        out,
        "{} equal to the trainer's; rounding error {mean:.4}, at most {largest:.4}",
        counted(count, "position")
    )?;
    Ok(())
}
