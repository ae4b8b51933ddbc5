//! Functions exported to a worker. A text is passed as address and length in shared memory; an
//! answer is valid until the next call.
//!
//! - here: search; - `site`: single-threaded site; - `threads`: initialisation for multi-threaded
//!   builds.

#![allow(unsafe_code, reason = "exported functions take raw addresses")]

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use agon_games::GAMES;
use agon_games::signature::{OPENINGS, search};

use crate::Thinker;
use crate::wire::Job;

#[cfg(not(target_os = "wasi"))]
mod site;
#[cfg(target_os = "wasi")]
mod threads;

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::default();
    /// Buffer for requests and answers.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Set by the host's clock function to stop a running search.
static STOP: AtomicBool = AtomicBool::new(false);

#[link(wasm_import_module = "agon")]
unsafe extern "C" {
    /// Receives intermediate results.
    safe fn progress(address: *const u8, length: usize);
}

/// Allocates the request buffer for this length and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Returns the length of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn length() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Returns the address of the flag that stops a search.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn stop_flag() -> *const AtomicBool {
    &raw const STOP
}

fn answer(text: Vec<u8>) -> *const u8 {
    TEXT.with_borrow_mut(|kept| {
        *kept = text;
        kept.as_ptr()
    })
}

/// Seeds the random numbers of the thinker.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn seed(seed: f64) {
    THINKER.set(Thinker::new(seed.to_bits()));
}

/// Runs the job in the buffer. Returns the search result, or an empty text on failure.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn think() -> *const u8 {
    let read = TEXT.with_borrow(|text| serde_json::from_slice::<Job>(text).ok());
    let Some(job) = read else { return answer(Vec::new()) };
    let thought = THINKER.with_borrow_mut(|thinker| {
        thinker.think(job, &STOP, &mut |thought| {
            let text = serde_json::to_vec(thought).unwrap_or_default();
            progress(text.as_ptr(), text.len());
        })
    });
    let text = thought.and_then(|thought| serde_json::to_vec(&thought).ok());
    answer(text.unwrap_or_default())
}

/// Returns the node count of a fixed-position search, for comparison with native builds; negative
/// if the position does not exist.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn signature(game: usize, opening: usize) -> f64 {
    let position = GAMES.get(game).zip(OPENINGS.get(opening));
    let searched = position.and_then(|(game, &plies)| search(*game, plies).ok());
    searched.map_or(-1.0, |searched| searched.nodes as f64)
}
