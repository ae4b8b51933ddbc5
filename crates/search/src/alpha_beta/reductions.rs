//! How much less deep late moves are searched.

/// By how much late moves are searched less deep.
pub(super) struct Reductions([[i8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, less) in row.iter_mut().enumerate().skip(1) {
                *less = (0.8 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as i8;
            }
        }
        Reductions(table)
    }

    pub(super) fn get(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}
