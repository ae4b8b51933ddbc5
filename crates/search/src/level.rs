//! Strength levels of computer players.

use agon_core::Rng;

use crate::{Limits, Line};

/// A strength from 1 (beginner) to 10 (full strength).
///
/// Lower levels search less deep, ignore small differences in score and overlook moves. The share
/// of overlooked moves separates the levels in every game, independently of piece values and draw
/// rates. The lowest levels also play some moves at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// Parameters of a level below the highest.
struct Skill {
    depth: usize,
    nodes: u64,
    /// Score difference, in hundredths of a piece, that makes a move e times less likely.
    indifference: f64,
    /// Probability that a move is overlooked.
    overlooks: f64,
    /// Number of principal variations to choose from.
    lines: usize,
    /// Probability of a random move.
    guesses: f64,
}

const SKILLS: [Skill; 9] = [
    Skill {
        depth: 1,
        nodes: 2_000,
        indifference: 300.0,
        overlooks: 0.78,
        lines: 18,
        guesses: 0.92,
    },
    Skill {
        depth: 1,
        nodes: 2_000,
        indifference: 150.0,
        overlooks: 0.62,
        lines: 16,
        guesses: 0.66,
    },
    Skill { depth: 2, nodes: 4_000, indifference: 60.0, overlooks: 0.45, lines: 10, guesses: 0.25 },
    Skill { depth: 3, nodes: 4_000, indifference: 25.0, overlooks: 0.260, lines: 8, guesses: 0.0 },
    Skill { depth: 4, nodes: 4_000, indifference: 15.0, overlooks: 0.165, lines: 6, guesses: 0.0 },
    Skill { depth: 5, nodes: 4_000, indifference: 9.0, overlooks: 0.125, lines: 6, guesses: 0.0 },
    Skill { depth: 8, nodes: 10_000, indifference: 6.0, overlooks: 0.040, lines: 3, guesses: 0.0 },
    Skill { depth: 12, nodes: 13_000, indifference: 4.0, overlooks: 0.025, lines: 3, guesses: 0.0 },
    Skill { depth: 20, nodes: 60_000, indifference: 2.0, overlooks: 0.004, lines: 2, guesses: 0.0 },
];

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// Returns the level with this number, or `None` outside 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Returns the number, 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns `None` for the highest level, which has no limits of its own.
    fn skill(self) -> Option<&'static Skill> {
        SKILLS.get(usize::from(self.0) - 1)
    }

    /// Narrows the limits to those of the level.
    #[must_use]
    pub fn limit(self, limits: Limits) -> Limits {
        let Some(skill) = self.skill() else { return limits };
        Limits {
            depth: Some(limits.depth.map_or(skill.depth, |given| given.min(skill.depth))),
            nodes: Some(limits.nodes.map_or(skill.nodes, |given| given.min(skill.nodes))),
            ..limits
        }
    }

    /// Number of principal variations that [`Level::choose`] needs.
    #[must_use]
    pub fn lines(self) -> usize {
        self.skill().map_or(1, |skill| skill.lines)
    }

    /// Chooses one of the lines, which are sorted best first, and returns its index.
    #[must_use]
    pub fn choose<M>(self, lines: &[Line<M>], rng: &mut Rng) -> usize {
        let Some(skill) = self.skill() else { return 0 };
        if skill.guesses > 0.0 && !lines.is_empty() && fraction(rng) < skill.guesses {
            return rng.below(lines.len());
        }
        let noticed: Vec<usize> =
            (0..lines.len()).filter(|_| fraction(rng) >= skill.overlooks).collect();
        let Some(&first) = noticed.first() else { return 0 };
        let best = lines[first].score.value();
        let attraction =
            |i: usize| (f64::from(lines[i].score.value() - best) / skill.indifference).exp();
        let mut left = fraction(rng) * noticed.iter().map(|&i| attraction(i)).sum::<f64>();
        let chosen = noticed.iter().find(|&&i| {
            left -= attraction(i);
            left < 0.0
        });
        *chosen.unwrap_or(&first)
    }
}

/// Returns a number in [0, 1).
fn fraction(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
