//! Positions of a game by ply.

use agon_games::AnyMatch;
use agon_protocol::board::View;
use agon_protocol::position::Frame;

use crate::views::view;

/// Returns every position from the first to the current one, which is at `ply`.
#[must_use]
pub fn frames(mut game: Box<dyn AnyMatch>, ply: u32) -> Vec<Frame> {
    let mut frames = vec![Frame { ply, view: view(&*game, false) }];
    while game.undo() {
        let view = view(&*game, false);
        // A declared result, such as a resignation, is not a step on the board.
        if frames.last().is_some_and(|frame| frame.ply > 0) && !is_same(&frames, &view) {
            let ply = frames.last().map_or(0, |frame| frame.ply - 1);
            frames.push(Frame { ply, view });
        }
    }
    frames.reverse();
    frames
}

fn is_same(frames: &[Frame], view: &View) -> bool {
    frames.last().is_some_and(|frame| frame.view.position == view.position)
}
