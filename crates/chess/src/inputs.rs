//! Network inputs: the pieces by colour. Castling rights and en passant are left to the search.

use std::sync::LazyLock;

use agon_tactics::{Anchor, Inputs, MAX_PLANES, Network, Planes};
use cozy_chess::{Color, Piece, Square};

use crate::Chess;

pub(crate) static INPUTS: Inputs<Chess> = Inputs {
    planes: Color::NUM * Piece::NUM,
    cells: Square::NUM,
    look,
    buckets: 8,
    bucket,
    swapped: Some(|square| square ^ 0b11_1000),
    symmetries: || vec![(0..Square::NUM).map(|square| square ^ 0b111).collect()],
    // Symmetric positions are normalised to a king on files a to d.
    anchor: Some(Anchor {
        plane: Piece::King as usize,
        turn: |square| usize::from(square & 7 > 3),
        room: Some(king_region),
    }),
    network: Some(|| &NETWORK),
};

/// Origin and training: network.md.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let file = include_bytes!("network.net");
    Network::parse(file, INPUTS.shape())
        .expect("the file in the sources is a network for this game")
});

fn look(position: &Chess) -> Planes {
    let board = &position.board;
    let mut planes = [0; MAX_PLANES];
    for color in Color::ALL {
        for piece in Piece::ALL {
            planes[color as usize * Piece::NUM + piece as usize] =
                u128::from(board.colored_pieces(color, piece).0);
        }
    }
    planes
}

/// Returns the king regions: first rank near the corner, first rank in the middle, second rank,
/// elsewhere.
fn king_region(square: usize) -> usize {
    let (rank, file) = (square >> 3, (square & 7).min(7 - (square & 7)));
    match rank {
        0 => usize::from(file > 1),
        1 => 2,
        _ => 3,
    }
}

/// Returns the bucket by the number of pieces on the board, kings included.
fn bucket(position: &Chess) -> Option<usize> {
    Some((position.board.occupied().len() as usize - 2) / 4)
}
