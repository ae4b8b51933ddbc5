//! A monotonic clock. WebAssembly has none in the standard library, so the host page provides it.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use host::Instant;

#[cfg(target_arch = "wasm32")]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "agon")]
    #[allow(unsafe_code, reason = "the host page provides the clock")]
    unsafe extern "C" {
        /// Milliseconds since an arbitrary point, with fractions; monotonic.
        safe fn now() -> f64;
    }

    /// A point in time.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current time.
        #[must_use]
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default())
        }

        /// Returns the time elapsed since this point.
        #[must_use]
        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
