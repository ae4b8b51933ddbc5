//! How strong a computer player is.

use agon_core::Rng;

use crate::{Limits, Line};

/// A strength from 1 (beginner) to 10 (everything).
///
/// Weaker levels err as people do. They look less far, so that what lies deeper surprises
/// them; they do not care for small things, so that among moves of nearly the same worth any
/// will do; and now and then they overlook a move. How often that happens is what keeps the
/// levels apart in every game, whatever a man is worth there and however many games are drawn.
/// The lowest ones also make moves without a look, as whoever has just learned the rules does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level below the highest can do.
struct Skill {
    depth: usize,
    nodes: u64,
    /// So many hundredths of a man make a move e times less attractive.
    indifference: f64,
    /// The share of moves that are overlooked.
    overlooks: f64,
    /// How many moves are compared.
    lines: usize,
    /// The share of moves that are made without a look.
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

    /// `None` for the highest level, which has no limits of its own.
    fn skill(self) -> Option<&'static Skill> {
        SKILLS.get(usize::from(self.0) - 1)
    }

    /// The given limits, narrowed to what the level may spend.
    #[must_use]
    pub fn limit(self, limits: Limits) -> Limits {
        let Some(skill) = self.skill() else { return limits };
        Limits {
            depth: Some(limits.depth.map_or(skill.depth, |given| given.min(skill.depth))),
            nodes: Some(limits.nodes.map_or(skill.nodes, |given| given.min(skill.nodes))),
            ..limits
        }
    }

    /// How many lines have to be known to choose among them.
    #[must_use]
    pub fn lines(self) -> usize {
        self.skill().map_or(1, |skill| skill.lines)
    }

    /// Chooses one of the lines, which come best first: the best one, or one that is nearly as
    /// good, or what is left when better ones are overlooked.
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

/// A number from 0 to 1, without 1.
fn fraction(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
