//! The Adam optimiser.

/// Decay rates of the moving averages of gradients and squared gradients.
const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
/// Avoids division by zero.
const EPSILON: f64 = 1e-12;

/// Adam optimiser state.
pub(crate) struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    pub(crate) fn step(&mut self, weights: &mut [f64], gradients: &[f64], rate: f64) {
        self.steps += 1;
        // Corrects the bias from initialising the averages with 0.
        let mean_bias = 1.0 - BETA_1.powi(self.steps);
        let square_bias = 1.0 - BETA_2.powi(self.steps);
        let past = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradients).zip(past) {
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * gradient;
            *square = BETA_2 * *square + (1.0 - BETA_2) * gradient * gradient;
            *weight -= rate * (*mean / mean_bias) / ((*square / square_bias).sqrt() + EPSILON);
        }
    }
}
