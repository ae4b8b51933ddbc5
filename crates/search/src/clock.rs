//! What time it is. Where a program runs in a browser's worker the page's side is asked: the
//! standard library knows no time there.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use asked::Instant;

#[cfg(target_arch = "wasm32")]
mod asked {
    use std::time::Duration;

    #[link(wasm_import_module = "agon")]
    #[allow(unsafe_code, reason = "functions of the page's side are foreign ones")]
    unsafe extern "C" {
        /// Milliseconds since some moment, with fractions; never goes back.
        safe fn now() -> f64;
    }

    /// A moment.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default())
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
