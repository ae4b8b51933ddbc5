//! Statistics of match results.

use anyhow::{Context, Result};

/// Score of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    games: f64,
    wins: usize,
    losses: usize,
    sum: f64,
    squares: f64,
}

impl Score {
    pub(crate) fn of(points: impl Iterator<Item = f64>) -> Score {
        points.fold(Score::default(), |score, points| Score {
            games: score.games + 1.0,
            wins: score.wins + usize::from(points == 1.0),
            losses: score.losses + usize::from(points == 0.0),
            sum: score.sum + points,
            squares: score.squares + points * points,
        })
    }

    fn mean(&self) -> f64 {
        self.sum / self.games.max(1.0)
    }

    /// Variance of the points per game.
    fn variance(&self) -> f64 {
        (self.squares / self.games.max(1.0) - self.mean().powi(2)).max(1e-6)
    }

    /// Wins, draws, losses and percentage.
    pub(crate) fn short(&self) -> String {
        let draws = self.games as usize - self.wins - self.losses;
        let percent = 100.0 * self.mean();
        format!("+{} ={draws} -{} ({percent:.1}%)", self.wins, self.losses)
    }

    /// Like `short`, with the error and, for two players, the Elo difference.
    pub(crate) fn long(&self, seats: usize) -> String {
        let error = 1.96 * (self.variance() / self.games.max(1.0)).sqrt();
        let text = format!("{} +- {:.1}%", self.short(), 100.0 * error);
        if seats != 2 {
            return format!("{text}, equal share {:.1}%", 100.0 / seats as f64);
        }
        let (low, mid, high) =
            (elo(self.mean() - error), elo(self.mean()), elo(self.mean() + error));
        format!("{text}, Elo {mid:+.0} ({low:+.0} to {high:+.0})")
    }
}

/// Elo difference that corresponds to an expected score.
fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / share - 1.0).log10()
}

fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Sequential probability ratio test between two Elo differences, with error rates of 5%.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// ln(0.95 / 0.05).
const BOUND: f64 = 2.944;

impl Sprt {
    pub(crate) fn parse(text: &str) -> Result<Sprt> {
        let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (elo0, elo1) = pair.context("--sprt: expected two numbers, such as 0,10")?;
        Ok(Sprt { elo0, elo1 })
    }

    /// Log-likelihood ratio, by the normal approximation.
    fn ratio(&self, score: &Score) -> f64 {
        let (s0, s1) = (share(self.elo0), share(self.elo1));
        score.games * (s1 - s0) * (2.0 * score.mean() - s0 - s1) / (2.0 * score.variance())
    }

    /// Whether ELO1 is accepted over ELO0; `None` while undecided.
    pub(crate) fn verdict(&self, score: &Score) -> Option<bool> {
        let ratio = self.ratio(score);
        (score.games >= 20.0 && ratio.abs() >= BOUND).then_some(ratio > 0.0)
    }

    pub(crate) fn describe(&self, score: &Score) -> String {
        let Sprt { elo0, elo1 } = self;
        let ratio = self.ratio(score);
        match self.verdict(score) {
            Some(true) => format!("SPRT: {elo1:+} Elo rather than {elo0:+} (ratio {ratio:.2})"),
            Some(false) => format!("SPRT: {elo0:+} Elo rather than {elo1:+} (ratio {ratio:.2})"),
            None => format!("SPRT: undecided between {elo0:+} and {elo1:+} Elo (ratio {ratio:.2})"),
        }
    }
}
