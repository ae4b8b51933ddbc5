//! What a position looks like, however the board is turned or mirrored: two puzzles that look the same
//! are one.

use agon_games::AnyMatch;

/// The least of all texts that a turn or a mirror makes of the men and who is to move.
pub(super) fn of(game: &dyn AnyMatch) -> String {
    let board = game.board();
    let pieces = game.pieces();
    let hands: Vec<u32> = game.hands().iter().map(|hand| hand.count).collect();
    let mut men: Vec<char> = vec!['.'; board.sites.len()];
    for piece in &pieces {
        men[piece.cell.index()] = piece.letter;
    }
    let pictures = board.symmetries().into_iter().map(|places| {
        let mut turned = vec!['.'; men.len()];
        for (from, &to) in places.iter().enumerate() {
            turned[to.index()] = men[from];
        }
        turned.into_iter().collect::<String>()
    });
    let least = pictures.min().unwrap_or_default();
    format!("{} {:?} {hands:?} {least}", game.rules(), game.turn())
}
