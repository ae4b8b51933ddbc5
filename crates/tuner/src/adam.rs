//! Descent with a step for each weight of its own size.

/// How fast the mean of past slopes, and of their squares, forgets.
const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;
/// Keeps the division sane where there is no slope.
const LEAST: f64 = 1e-12;

/// Adam: each weight moves by about the rate, against the mean of its past slopes, less
/// where these disagree.
pub(crate) struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    pub(crate) fn step(&mut self, weights: &mut [f64], slopes: &[f64], rate: f64) {
        self.steps += 1;
        // Both means began at 0; this takes it out again.
        let mean_share = 1.0 - MEAN.powi(self.steps);
        let square_share = 1.0 - SQUARE.powi(self.steps);
        let past = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(past) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + LEAST);
        }
    }
}
