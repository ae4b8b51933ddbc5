//! Site of a single person.

use std::cell::RefCell;

use agon_protocol::units::Millis;

use super::{TEXT, answer};
use crate::Site;
use crate::wire::Input;

thread_local! {
    static SITE: RefCell<Site> = RefCell::default();
}

/// Passes the input in the buffer to the site at this time. Returns its output, or an empty text if
/// the input is invalid.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn tell(now: f64) -> *const u8 {
    let read = TEXT.with_borrow(|text| serde_json::from_slice::<Input>(text).ok());
    let Some(input) = read else { return answer(Vec::new()) };
    let output = SITE.with_borrow_mut(|site| site.hear(Millis(now as u64), input));
    answer(serde_json::to_vec(&output).unwrap_or_default())
}
