//! Comparison with other programs in the same run.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cozy_chess::Board;

use super::per_second;

/// Number of alternating rounds, so that both programs see the same background load.
const ROUNDS: u32 = 20;
const OPENSPIEL_ROLLOUTS: &str = include_str!("../../peers/openspiel_rollouts.py");

/// Compares chess perft with the bare move generator that it is built on.
pub(super) fn compare_perft(time: Duration, out: &mut impl Write) -> Result<()> {
    const DEPTH: u32 = 5;
    let ours = agon_games::find("chess")?.open("", None)?;
    let bare = Board::startpos();
    let (mut best_ours, mut best_bare) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        best_bare = best_bare.max(per_second(time / ROUNDS, || bare_perft(&bare, DEPTH)));
        best_ours = best_ours.max(per_second(time / ROUNDS, || ours.perft(DEPTH)));
    }
    let ratio = best_ours / best_bare;
    writeln!(out, "\nchess perft {DEPTH}, best of {ROUNDS} rounds, leaves/s")?;
    writeln!(out, "Agon {best_ours:.0}, cozy-chess {best_bare:.0}, ratio {ratio:.2}")?;
    Ok(())
}

fn bare_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                leaves += bare_perft(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

/// Compares random games with OpenSpiel, for the games it supports.
pub(super) fn compare_with_openspiel(
    python: &Path,
    time: Duration,
    ours: &[(&str, f64)],
    out: &mut impl Write,
) -> Result<()> {
    let seconds = (2 * time).as_secs().to_string();
    let output = Command::new(python)
        .args(["-c", OPENSPIEL_ROLLOUTS, "--seconds", &seconds])
        .output()
        .with_context(|| format!("cannot run {}", python.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "OpenSpiel failed: {}", errors.trim());
    writeln!(out, "\nrandom games, moves/s")?;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[id, theirs, _length] = fields.as_slice() else { continue };
        let theirs: f64 =
            theirs.parse().with_context(|| format!("unexpected output of OpenSpiel: {line}"))?;
        if let Some((_, ours)) = ours.iter().find(|(ours, _)| *ours == id) {
            let ratio = ours / theirs;
            writeln!(out, "{id:<16} Agon {ours:.0}, OpenSpiel {theirs:.0}, ratio {ratio:.2}")?;
        }
    }
    Ok(())
}
