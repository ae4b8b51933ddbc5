//! Shared test helpers.

use agon_core::{Notation, Position};
use agon_morris::Morris;

/// Returns the legal moves as texts, sorted.
pub(crate) fn moves(position: &Morris) -> Vec<String> {
    let mut texts = Vec::new();
    position.moves(&mut |m| texts.push(position.move_text(m)));
    texts.sort();
    texts
}
