//! Canonical form of a position under the symmetries of the board, to detect duplicates.

use agon_games::AnyMatch;

/// Returns the smallest text among the symmetric images of the position.
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
