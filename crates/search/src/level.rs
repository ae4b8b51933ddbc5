//! How strong a computer player is.

use agon_core::Rng;

use crate::{Limits, Line};

/// A strength from 1 (beginner) to 10 (everything).
///
/// Weaker levels look less far and are less particular: among moves of nearly the same worth
/// they take any, and what "nearly" means grows as the level falls. So they err as people
/// do, by overlooking what lies deeper and by not caring for small things.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// Everything there is.
    pub const FULL: Level = Level(10);

    /// The level with this number, 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The given limits, narrowed to what the level may spend.
    #[must_use]
    pub fn limit(self, limits: Limits) -> Limits {
        let (depth, nodes) = match self.0 {
            1 => (1, 200),
            2 => (1, 400),
            3 => (2, 1_000),
            4 => (3, 3_000),
            5 => (4, 8_000),
            6 => (6, 20_000),
            7 => (8, 60_000),
            8 => (12, 200_000),
            9 => (20, 800_000),
            _ => return limits,
        };
        Limits {
            depth: Some(limits.depth.map_or(depth, |given| given.min(depth))),
            nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))),
            time: limits.time,
        }
    }

    /// Within how many hundredths of a man moves count as nearly the same; 0 for the best only.
    #[must_use]
    pub fn temperature(self) -> f64 {
        match self.0 {
            1 => 120.0,
            2 => 60.0,
            3 => 40.0,
            4 => 25.0,
            5 => 15.0,
            6 => 8.0,
            7 => 4.0,
            _ => 0.0,
        }
    }

    /// How many lines have to be known to choose among them.
    #[must_use]
    pub fn lines(self) -> usize {
        match self.0 {
            1..=2 => 40,
            3..=4 => 12,
            5..=7 => 4,
            _ => 1,
        }
    }

    /// Chooses a line: the best one, or one of the nearly best.
    #[must_use]
    pub fn choose<M>(self, lines: &[Line<M>], rng: &mut Rng) -> usize {
        let temperature = self.temperature();
        let Some(best) = lines.first().map(|line| line.score.value()) else { return 0 };
        if temperature == 0.0 {
            return 0;
        }
        let weight = |line: &Line<M>| (f64::from(line.score.value() - best) / temperature).exp();
        let total: f64 = lines.iter().map(weight).sum();
        let mut left = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        for (i, line) in lines.iter().enumerate() {
            left -= weight(line);
            if left < 0.0 {
                return i;
            }
        }
        0
    }
}
