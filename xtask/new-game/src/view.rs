//! What a page or a terminal needs to draw.

use agon_core::{
    Board, ByPlayer, Cell, Game, MoveView, Notation, Piece, Player, Seat, Tone, View,
};

use crate::__Type__;
use crate::board::{CELLS, SIDE};
use crate::notation::LETTERS;
use crate::rules::__Type__Rules;

impl Game for __Type__ {
    const ID: &'static str = "__id__";
    const TITLE: &'static str = "__Title__";
    const ABOUT: &'static str = "Three in a row win.";
    const REASONS: &'static [&'static str] = &["three in a row", "board full"];
}

impl View for __Type__ {
    fn seats(_rules: &__Type__Rules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            Player::FIRST => Seat::new("white", Tone::White),
            _ => Seat::new("black", Tone::Black),
        })
    }

    fn board(_rules: &__Type__Rules) -> Board {
        Board::grid(SIDE, SIDE)
    }

    fn pieces(&self) -> Vec<Piece> {
        let looks = LETTERS.chars().zip(['○', '●']);
        let all = Player::all(2).zip(looks).flat_map(|(player, (letter, glyph))| {
            let own = (0..CELLS).filter(move |cell| self.stones(player) & 1 << cell != 0);
            own.map(Cell::new).map(move |cell| Piece {
                cell,
                player,
                kind: "man",
                tone: None,
                letter,
                glyph,
            })
        });
        all.collect()
    }

    fn move_view(&self, m: u8) -> MoveView {
        let text = self.move_text(m);
        MoveView::place(text.clone(), text, Cell::new(m.into()))
    }
}
