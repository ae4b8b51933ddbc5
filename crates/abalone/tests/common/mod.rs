//! Positions from drawings.
#![allow(dead_code, reason = "each test file uses some of these")]

use agon_abalone::{Abalone, AbaloneRules};
use agon_core::{Notation, Player, Position, Rules};
use agon_testkit::drawn;

pub(crate) const BLUE: Player = Player::FIRST;
pub(crate) const RED: Player = Player::SECOND;

/// Returns a position from a drawing with row letters in front. Missing marbles have been pushed
/// off.
pub(crate) fn position(side: &str, board: &str) -> Abalone {
    let rows = rows(board);
    let off = |letter| 14 - rows.matches(letter).count();
    parse(&format!("{rows} {} {} {side} 0 1", off('s'), off('S')))
}

/// Returns a position of which only the rows F to A matter; the rows above hold unrelated marbles.
pub(crate) fn lower(side: &str, board: &str) -> Abalone {
    let upper = "
            I   S S S S S
           H   s s s s s s
          G   S S S . s s s";
    position(side, &format!("{upper}{board}"))
}

pub(crate) fn rows(board: &str) -> String {
    let lines = board.lines().filter_map(|line| line.trim().split_once(' '));
    drawn(&lines.map(|(_, cells)| cells).collect::<Vec<_>>().join("\n"))
}

pub(crate) fn parse(text: &str) -> Abalone {
    Abalone::parse_position(text, &AbaloneRules::default())
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

pub(crate) fn start(rules: &str) -> Abalone {
    Abalone::start(&AbaloneRules::parse(rules).expect("rules of a test"))
}

#[track_caller]
pub(crate) fn forbidden(position: &Abalone, texts: &str) {
    for text in texts.split(' ') {
        assert!(position.parse_move(text).is_err(), "{text} in {}", position.text());
    }
}

pub(crate) fn after(position: &Abalone, texts: &str) -> Abalone {
    let mut next = position.clone();
    for text in texts.split(' ') {
        let m = next.parse_move(text).unwrap_or_else(|e| panic!("{e}"));
        next.play(m);
    }
    next
}

/// Both sides have pushed off five, and a sixth is on the edge.
pub(crate) const FIVE_ALL: &str = "
            I   S S S S .
           H   s s s . . .
          G   . S S . s s .
         F   . . . . . . . .
        E   S s . . . . S S s
         D   s . . . . . . .
          C   s . . . . . .
           B   . . . . . .
            A   . . . . .";
