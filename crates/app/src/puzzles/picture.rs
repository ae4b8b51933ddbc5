//! What a position looks like, however the board is turned or mirrored: two puzzles that look the same
//! are one.

use agon_core::Site;
use agon_games::AnyMatch;

/// Nearer than this two places are the same.
const NEAR: f32 = 0.1;
/// Ways to turn a board, in degrees: whatever a square or a six-sided board allows.
const TURNS: [u16; 10] = [0, 60, 90, 120, 180, 240, 270, 300, 30, 150];

/// The least of all texts that a turn or a mirror makes of the men and who is to move.
pub(super) fn of(game: &dyn AnyMatch) -> String {
    let board = game.board();
    let pieces = game.pieces();
    let hands: Vec<u32> = game.hands().iter().map(|hand| hand.count).collect();
    let mut men: Vec<char> = vec!['.'; board.sites.len()];
    for piece in &pieces {
        men[piece.cell.index()] = piece.letter;
    }
    let pictures = symmetries(&board.sites).into_iter().map(|places| {
        let mut turned = vec!['.'; men.len()];
        for (from, &to) in places.iter().enumerate() {
            turned[to] = men[from];
        }
        turned.into_iter().collect::<String>()
    });
    let least = pictures.min().unwrap_or_default();
    format!("{} {:?} {hands:?} {least}", game.rules(), game.turn())
}

/// Where each place goes, for every way to lay the board onto itself.
fn symmetries(sites: &[Site]) -> Vec<Vec<usize>> {
    let count = sites.len() as f32;
    let middle_x = sites.iter().map(|site| site.x).sum::<f32>() / count;
    let middle_y = sites.iter().map(|site| site.y).sum::<f32>() / count;
    let ways = TURNS.into_iter().flat_map(|degrees| [(degrees, 1.0), (degrees, -1.0)]);
    let place = |(degrees, mirror): (u16, f32), site: &Site| {
        let (sin, cos) = f32::from(degrees).to_radians().sin_cos();
        let (x, y) = ((site.x - middle_x) * mirror, site.y - middle_y);
        let (x, y) = (x * cos - y * sin + middle_x, x * sin + y * cos + middle_y);
        let near = |other: &Site| (other.x - x).abs() < NEAR && (other.y - y).abs() < NEAR;
        sites.iter().position(|other| near(other) && other.zone == site.zone)
    };
    ways.filter_map(|way| sites.iter().map(|site| place(way, site)).collect()).collect()
}
