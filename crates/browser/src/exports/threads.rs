//! Where threads share the memory: what a library has to do before its first function is called.

unsafe extern "C" {
    /// The first thread becomes one of those that the C library knows.
    fn __wasi_init_tp();
    /// Whatever is to run before all else. The linker lets every function do that where nobody calls it.
    fn __wasm_call_ctors();
}

/// Called once, before all else.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn _initialize() {
    // SAFETY: no other thread is there yet, and nothing of ours has run.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
}
