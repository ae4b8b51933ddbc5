//! How Tablut is displayed.

use agon_core::{
    Board, ByPlayer, Cell, Cells, Counter, Game, Label, MoveView, Notation, Piece, Player,
    Position, Seat, Shape, Site, Tone, View,
};

use crate::board::{ALL_CAMPS, AROUND, CASTLE, CELLS, ESCAPES, SIZE, name};
use crate::position::{ATTACKERS, KINGS_SIDE};
use crate::{Move, Tablut, TablutRules};

/// Number of plies before the draw at which the counter warns.
const WARNING: u32 = 10;

impl Game for Tablut {
    const ID: &'static str = "tablut";
    const TITLE: &'static str = "Tablut";
    const ABOUT: &'static str = "Unequal sides: the king escapes or is captured.";
    const SCENE: Option<&'static str> =
        Some("3ttt3/4t4/4T4/t3T3t/ttTT1TTtt/6K1t/6t2/2t6/3t3T1 d 9");
    const REASONS: &'static [&'static str] =
        &["king captured", "king escaped", "no legal move", "ply limit"];
    const NOTES: &'static [&'static str] = &["king attacked"];
}

impl View for Tablut {
    fn seats(_rules: &TablutRules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            ATTACKERS => Seat { plural: true, ..Seat::new("attackers", Tone::Black) },
            _ => Seat { plural: true, ..Seat::new("defenders", Tone::White).with("crowned") },
        })
    }

    fn board(_rules: &TablutRules) -> Board {
        let cells = || (0..CELLS).map(Cell::new);
        let sites = cells().map(site).collect();
        let links = cells()
            .flat_map(|a| Cells(AROUND[a.index()]).map(move |b| (a, b)))
            .filter(|(a, b)| a < b)
            .collect();
        let labels = (0..SIZE)
            .flat_map(|i| {
                let at = i as f32;
                let column = char::from(b'a' + i as u8).to_string();
                let row = (SIZE - i).to_string();
                [Label { text: column, x: at, y: SIZE as f32 }, Label { text: row, x: -1.0, y: at }]
            })
            .collect();
        Board { sites, links, lined: false, labels, turning: Some(180) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let men = self.men();
        let kinds = [
            (men.attackers, ATTACKERS, "man", 't', '●'),
            (men.defenders, KINGS_SIDE, "man", 'T', '○'),
            (men.king, KINGS_SIDE, "crowned", 'K', '♔'),
        ];
        let piece =
            |(set, player, kind, letter, glyph): (u128, Player, &'static str, char, char)| {
                Cells(set).map(move |cell| Piece { cell, player, kind, tone: None, letter, glyph })
            };
        kinds.into_iter().flat_map(piece).collect()
    }

    fn counters(&self) -> Vec<Counter> {
        let men = self.men();
        let limit = Some(self.rules().max_plies).filter(|&limit| limit > 0);
        let warn = limit.is_some_and(|limit| self.plies() + WARNING >= limit);
        let lost = |player, start: u32, left: u128| Counter {
            name: "lost",
            player: Some(player),
            value: start - left.count_ones(),
            limit: None,
            warn: false,
            piece: Some("man"),
        };
        vec![
            Counter { name: "plies", player: None, value: self.plies(), limit, warn, piece: None },
            lost(ATTACKERS, 16, men.attackers),
            lost(KINGS_SIDE, 8, men.defenders),
        ]
    }

    /// Returns the king, if an attacker is next to it.
    fn alarms(&self) -> Vec<Cell> {
        let men = self.men();
        Cells(men.king).filter(|king| AROUND[king.index()] & men.attackers != 0).collect()
    }

    /// Shown to the defenders when it is their turn.
    fn notes(&self) -> Vec<&'static str> {
        let attacked = self.turn() == KINGS_SIDE && !self.alarms().is_empty();
        if attacked { vec!["king attacked"] } else { Vec::new() }
    }

    fn move_view(&self, m: Move) -> MoveView {
        let captures = Cells(self.captures(m)).collect();
        let step = MoveView::step(self.move_text(m), self.display_move(m), m.from, m.to);
        MoveView { captures, ..step }
    }

    fn symmetries(rules: &TablutRules) -> Vec<Vec<Cell>> {
        Tablut::board(rules).symmetries()
    }
}

fn site(cell: Cell) -> Site {
    let (zone, mark) = match cell.bit() {
        bit if bit & CASTLE != 0 => ("castle", '+'),
        bit if bit & ALL_CAMPS != 0 => ("camp", ':'),
        bit if bit & ESCAPES != 0 => ("escape", '*'),
        _ => ("", '.'),
    };
    Site {
        name: name(cell),
        x: (cell.index() % SIZE) as f32,
        y: (SIZE - 1 - cell.index() / SIZE) as f32,
        shape: Shape::Square,
        zone,
        mark,
    }
}
