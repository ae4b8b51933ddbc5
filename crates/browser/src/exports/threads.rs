//! Initialisation of the C library when threads share the memory.

unsafe extern "C" {
    /// Registers the first thread with the C library.
    fn __wasi_init_tp();
    /// Runs static constructors. If nothing calls it, the linker wraps every exported function with
    /// it.
    fn __wasm_call_ctors();
}

/// Initialises the module; called once, before all other functions.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn _initialize() {
    // SAFETY: no other thread exists yet, and no other code has run.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
}
