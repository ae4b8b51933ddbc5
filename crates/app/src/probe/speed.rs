//! Lookup times.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_games::solved::AnyTablebase;
use anyhow::{Result, ensure};

use crate::count::counted;

/// Looks up random positions twice: when their block may have to be read and decompressed, and when
/// it is cached.
pub(super) fn measure(
    tablebase: &dyn AnyTablebase,
    count: usize,
    rng: &mut Rng,
    out: &mut impl Write,
) -> Result<()> {
    let mut positions = Vec::new();
    for _ in 0..count {
        positions.extend(tablebase.draw(None, rng)?);
    }
    ensure!(!positions.is_empty(), "the tables have no positions");
    let (mut first, mut again) = (Vec::new(), Vec::new());
    for position in &positions {
        for times in [&mut first, &mut again] {
            let begin = Instant::now();
            black_box(black_box(position).value()?);
            times.push(begin.elapsed());
        }
    }
    let looked_up = counted(positions.len(), "position");
    writeln!(out, "{looked_up}, value and distance, in microseconds:")?;
    writeln!(out, "                    median    90 %    99 %")?;
    for (name, mut times) in [("first lookup", first), ("in memory", again)] {
        times.sort_unstable();
        let [half, most, nearly_all] =
            [0.5, 0.9, 0.99].map(|share| micros(times[(times.len() as f64 * share) as usize]));
        writeln!(out, "{name:18} {half:7.2} {most:7.2} {nearly_all:7.2}")?;
    }
    Ok(())
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
