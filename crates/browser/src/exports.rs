//! What a worker calls: texts in, texts out. A text is an address and a length in the memory that both see; the
//! answer stays until the next call.
//!
//! - here: what thinks; - `site`: what one thread is enough for; - `threads`: what several need, where there are any.

#![allow(unsafe_code, reason = "functions for others, who hand in addresses")]

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
    /// What comes in, and what goes out.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Whoever is asked for the time may set it while a search runs.
static STOP: AtomicBool = AtomicBool::new(false);

#[link(wasm_import_module = "agon")]
unsafe extern "C" {
    /// Hears what was found so far.
    safe fn progress(address: *const u8, length: usize);
}

/// Room for a text of this length; its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// The length of the last answer, whose address was given back.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn length() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Where the flag is that stops a search.
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

/// The dice of the thinker fall by this seed.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn seed(seed: f64) {
    THINKER.set(Thinker::new(seed.to_bits()));
}

/// Does the job in the room; the answer is a thought, or empty where there is none.
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

/// The nodes of the search of a fixed position: to compare it with the same elsewhere. Below 0 where there is no
/// such position.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn signature(game: usize, opening: usize) -> f64 {
    let position = GAMES.get(game).zip(OPENINGS.get(opening));
    let searched = position.and_then(|(game, &plies)| search(*game, plies).ok());
    searched.map_or(-1.0, |searched| searched.nodes as f64)
}
