//! The bench signature: total node count on fixed positions of all games. It changes with the
//! behaviour of the search.

use std::io::Write;

use agon_games::GAMES;
use agon_games::signature::{OPENINGS, search};
use anyhow::Result;

/// Searches all positions to fixed depths.
pub(super) fn run(out: &mut impl Write) -> Result<()> {
    let mut total = 0;
    writeln!(out, "game                 nodes    nodes/s   depths")?;
    for game in GAMES {
        let mut searched = Vec::new();
        for plies in OPENINGS {
            searched.push(search(*game, plies)?);
        }
        let nodes: u64 = searched.iter().map(|s| s.nodes).sum();
        let seconds: f64 = searched.iter().map(|s| s.time.as_secs_f64()).sum();
        let depths: Vec<String> = searched.iter().map(|s| s.depth.to_string()).collect();
        let speed = nodes as f64 / seconds;
        writeln!(out, "{:<16} {nodes:>9} {speed:>10.0}   {}", game.id(), depths.join(" "))?;
        total += nodes;
    }
    writeln!(out, "signature {total}")?;
    Ok(())
}
