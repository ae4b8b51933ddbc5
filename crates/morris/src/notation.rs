//! Texts: `......../......../........ r 9 9 0` and `d6`, `d6-d5`, `d6xb4`, `d6-d5xc3`.

use agon_core::{Cell, Field, FieldKind, Notation, Piece, Player, Position, Sheet, TextError};
use agon_core::{read_count, split_exactly};

use crate::board::Board;
use crate::moves::Move;
use crate::position::{BLUE, MAX_QUIET_PLIES, Men, Morris, RED};
use crate::rules::{LAYERS, MIN_MEN, MorrisRules};

impl Notation for Morris {
    fn text(&self) -> String {
        let [red, blue] = self.men().on_board;
        let letter = |point: usize| match 1 << point {
            bit if red & bit != 0 => 'r',
            bit if blue & bit != 0 => 'b',
            _ => '.',
        };
        let layers = 0..self.board().layers;
        let groups: Vec<String> =
            layers.map(|layer| (8 * layer..8 * layer + 8).map(letter).collect()).collect();
        let side = if self.turn() == RED { 'r' } else { 'b' };
        let [red, blue] = self.men().in_hand;
        format!("{} {side} {red} {blue} {}", groups.join("/"), self.quiet())
    }

    fn parse_position(text: &str, rules: &MorrisRules) -> Result<Morris, TextError> {
        let names = ["board", "side to move", "red hand", "blue hand", "quiet plies"];
        let [board, side, red, blue, quiet] = split_exactly(text, ' ', names)?;
        let (layers, on_board) = parse_board(board)?;
        let turn = match side {
            "r" => RED,
            "b" => BLUE,
            _ => return Err(TextError::new("side to move", side, "r or b")),
        };
        let most = Board::with_layers(layers).men;
        let hand = |name, text| read_count(name, text, u32::from(most)).map(|men| men as u8);
        let men = Men { on_board, in_hand: [hand("red hand", red)?, hand("blue hand", blue)?] };
        check_counts(&men, most, turn)?;
        let quiet = read_count("quiet plies", quiet, MAX_QUIET_PLIES)?;
        if quiet > 0 && men.in_hand != [0, 0] {
            let expected = "0 as long as men are being placed";
            return Err(TextError::new("quiet plies", &quiet.to_string(), expected));
        }
        Ok(Morris::new(men, turn, quiet, MorrisRules { layers, ..*rules }))
    }

    fn sheet(rules: &MorrisRules) -> Option<Sheet> {
        let board = Board::with_layers(rules.layers);
        let group =
            |layer: u32| (8 * layer as usize..8 * layer as usize + 8).map(Cell::new).collect();
        let piece = |player, letter, glyph| {
            let cell = Cell::new(0);
            Piece { cell, player, kind: "man", tone: None, letter, glyph }
        };
        let count = |name, most| Field::new(name, FieldKind::Count { least: 0, most });
        let hand = |player| count("in hand", u32::from(board.men)).of(player);
        Some(Sheet {
            rows: (0..rules.layers).map(group).collect(),
            empty: Some('.'),
            men: vec![piece(RED, 'r', '●'), piece(BLUE, 'b', '○')],
            fields: vec![
                Field::new("side to move", FieldKind::Turn(vec!['r', 'b'])),
                hand(RED),
                hand(BLUE),
                count("quiet plies", MAX_QUIET_PLIES),
            ],
        })
    }

    fn move_text(&self, m: Move) -> String {
        let name = |point: Cell| self.board().name(point);
        let from = m.from.map_or(String::new(), |from| name(from) + "-");
        let removal = m.remove.map_or(String::new(), |enemy| format!("x{}", name(enemy)));
        from + &name(m.to) + &removal
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let point = |name: &str| {
            let expected = "points of the board, such as d6, d6-d5, d6xb4 or d6-d5xc3";
            self.board().parse_point(name).ok_or_else(|| TextError::new("move", text, expected))
        };
        let (placed, remove) = match text.split_once('x') {
            Some((placed, enemy)) => (placed, Some(point(enemy)?)),
            None => (text, None),
        };
        let (from, to) = match placed.split_once('-') {
            Some((from, to)) => (Some(point(from)?), point(to)?),
            None => (None, point(placed)?),
        };
        self.find_move(text, |m| m == Move { from, to, remove })
    }
}

/// Parses the number of layers and the pieces of red and blue.
fn parse_board(text: &str) -> Result<(u32, [u128; 2]), TextError> {
    let layers = text.split('/').count() as u32;
    if !LAYERS.contains(&layers) {
        let expected =
            format!("{} to {} groups of 8 points separated by /", LAYERS.start(), LAYERS.end());
        return Err(TextError::new("board", text, expected));
    }
    let mut men = [0; 2];
    for (layer, group) in text.split('/').enumerate() {
        let wrong = || {
            TextError::new(format!("group {}", layer + 1), group, "8 points, each one of r, b, .")
        };
        if group.chars().count() != 8 {
            return Err(wrong());
        }
        for (place, letter) in group.chars().enumerate() {
            let point = 1 << (8 * layer + place);
            match letter {
                'r' => men[RED.index()] |= point,
                'b' => men[BLUE.index()] |= point,
                '.' => {}
                _ => return Err(wrong()),
            }
        }
    }
    Ok((layers, men))
}

/// Rejects impossible piece counts.
fn check_counts(men: &Men, most: u8, turn: Player) -> Result<(), TextError> {
    let [red, blue] = men.in_hand;
    let lead = if turn == RED { 0 } else { 1 };
    if [red, blue] != [0, 0] && red + lead != blue {
        let expected = "as many for both with red to move, one less for red with blue to move";
        return Err(TextError::new("hands", &format!("{red} {blue}"), expected));
    }
    for (what, player) in [("red men", RED), ("blue men", BLUE)] {
        let left = men.left(player);
        if left > u32::from(most) {
            let expected = format!("at most {most} on the board and in hand");
            return Err(TextError::new(what, &left.to_string(), expected));
        }
    }
    // Taking the enemy's third-last piece wins, so only the side to move can have fewer than three.
    if men.left(turn.other()) < MIN_MEN {
        let side = if turn == RED { "r" } else { "b" };
        let expected = format!("a side whose enemy has at least {MIN_MEN} men");
        return Err(TextError::new("side to move", side, expected));
    }
    Ok(())
}
