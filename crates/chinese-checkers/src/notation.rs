//! Texts: `g/gg/ggg/gggg/13/12/11/10/9/10/11/12/13/rrrr/rrr/rr/r g gr 0` and `d1-e5`.

use agon_core::{Cell, MAX_PLAYERS, Notation, Player, PlayerSet, Position, Rules, TextError};
use agon_core::{Field, FieldKind, Sheet, View};
use agon_core::{read_count, read_row, split_exactly, write_row};

use crate::board::{FIRSTS, POINTS, ROWS, WIDTHS, name, parse_hole, row_letter};
use crate::holes::Holes;
use crate::position::{MAX_ROUNDS, second_set_index};
use crate::rules::{ALTERNATE_COLOURS, COLOURS, LETTERS, SET, opposite};
use crate::{ChineseCheckers, ChineseCheckersRules, Move};

impl Notation for ChineseCheckers {
    fn text(&self) -> String {
        let rules = self.rules();
        let letter = |hole: Cell| {
            let mut armies = Player::all(self.players()).flat_map(|player| self.armies(player));
            let army = armies.find(|army| army.marbles.has(hole));
            army.map(|army| COLOURS[army.colour].letter)
        };
        let mut text = String::new();
        for row in 0..ROWS {
            let holes = FIRSTS[row]..FIRSTS[row] + WIDTHS[row];
            write_row(&mut text, holes.map(|hole| letter(Cell::new(hole))));
            text.push(if row + 1 < ROWS { '/' } else { ' ' });
        }
        let turn = rules.letter(self.turn());
        let mut colours = rules.letters(|_| true);
        if !self.gone().is_empty() {
            colours += &format!("-{}", rules.letters(|player| self.gone().has(player)));
        }
        text + &format!("{turn} {colours} {}", self.round())
    }

    fn parse_position(
        text: &str,
        rules: &ChineseCheckersRules,
    ) -> Result<ChineseCheckers, TextError> {
        let names = ["board", "colour to move", "colours in the game", "round"];
        let [board, turn, colours, round] = split_exactly(text, ' ', names)?;
        let marbles = parse_board(board)?;
        let (colors, left) = parse_colours(colours)?;
        let sets = count_sets(&marbles, colors)?;
        let rules = ChineseCheckersRules { colors, sets, ..*rules };
        rules.check()?;

        let mut by_seat = [Holes::NONE; MAX_PLAYERS];
        let mut gone = PlayerSet::EMPTY;
        for player in Player::all(rules.players()) {
            let colour = rules.colour(player);
            by_seat[player.index()] = marbles[colour];
            if let (true, Some(place)) = (rules.has_two_opposite_points(), second_set_index(player))
            {
                by_seat[place] = marbles[opposite(colour)];
                by_seat[player.index()] = marbles[colour] | by_seat[place];
            }
            if left & 1 << colour != 0 {
                gone = gone.with(player);
            }
        }
        let mut playing = Player::all(rules.players()).filter(|&player| !gone.has(player));
        let to_move = playing.find(|&player| turn.chars().eq([rules.letter(player)]));
        let turn = to_move.ok_or_else(|| {
            let expected = format!("one of {}", rules.letters(|player| !gone.has(player)));
            TextError::new("colour to move", turn, expected)
        })?;
        let round = read_count("round", round, MAX_ROUNDS)?;
        Ok(ChineseCheckers::new(by_seat, turn, gone, round, rules))
    }

    fn sheet(rules: &ChineseCheckersRules) -> Option<Sheet> {
        let turns = Player::all(rules.players()).map(|player| rules.letter(player)).collect();
        let round = FieldKind::Count { least: 0, most: MAX_ROUNDS };
        Some(Sheet {
            rows: Sheet::rows_of(&ChineseCheckers::board(rules)),
            empty: None,
            men: Sheet::kinds_of(ChineseCheckers::start(rules).pieces()),
            fields: vec![
                Field::new("side to move", FieldKind::Turn(turns)),
                Field::new("colours in the game", FieldKind::Kept),
                Field::new("round", round),
            ],
        })
    }

    fn move_text(&self, m: Move) -> String {
        match m {
            Move::Go { from, to } => format!("{}-{}", name(from), name(to)),
            Move::Pass => "pass".into(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let ends = text.split_once('-').map(|(from, to)| (parse_hole(from), parse_hole(to)));
        let wanted = match ends {
            Some((Some(from), Some(to))) => Move::Go { from, to },
            _ if text == "pass" => Move::Pass,
            _ => return Err(TextError::new("move", text, "two holes, such as d1-e5, or pass")),
        };
        self.find_move(text, |m| m == wanted)
    }

    /// Returns all holes of the path: `i5-i7-k7`.
    fn display_move(&self, m: Move) -> String {
        let Move::Go { from, to } = m else { return self.move_text(m) };
        let holes: Vec<String> = self.path(from, to).into_iter().map(name).collect();
        holes.join("-")
    }
}

fn parse_board(text: &str) -> Result<[Holes; POINTS], TextError> {
    let names: [String; ROWS] = std::array::from_fn(|row| format!("row {}", row_letter(row)));
    let rows: [&str; ROWS] = split_exactly(text, '/', names.each_ref().map(String::as_str))?;
    let mut marbles = [Holes::NONE; POINTS];
    for (row, text) in rows.into_iter().enumerate() {
        read_row(&names[row], text, WIDTHS[row], "g, y, o, r, p, b", |i, letter| {
            let Some(colour) = LETTERS.find(letter) else { return false };
            marbles[colour] = marbles[colour].with(Cell::new(FIRSTS[row] + i));
            true
        })?;
    }
    Ok(marbles)
}

/// Parses the colours in the game and those that left: `gop` or `gop-o`.
fn parse_colours(text: &str) -> Result<(u8, u8), TextError> {
    let Some((all, left)) = text.split_once('-') else {
        return Ok((parse_letters("colours in the game", text)?, 0));
    };
    let colors = parse_letters("colours in the game", all)?;
    let gone = parse_letters("colours that left", left)?;
    if gone & !colors != 0 || gone == colors {
        let expected = format!("some of {all}, but not all");
        return Err(TextError::new("colours that left", left, expected));
    }
    Ok((colors, gone))
}

fn parse_letters(part: &str, text: &str) -> Result<u8, TextError> {
    let known = text.chars().filter_map(|letter| LETTERS.find(letter));
    let set = known.fold(0, |set, colour| set | 1 << colour);
    let ordered = LETTERS.chars().enumerate().filter(|(i, _)| set & 1 << i != 0);
    if set == 0 || !text.chars().eq(ordered.map(|(_, letter)| letter)) {
        let expected = format!("letters of {LETTERS}, each at most once, in this order");
        return Err(TextError::new(part, text, expected));
    }
    Ok(set)
}

/// Returns the number of sets of each player and checks the numbers of marbles. Sets have the
/// player's colour; the second sets of three players with distinct sets have the colours that are
/// not in the game. Other colours must have no marbles.
fn count_sets(marbles: &[Holes; POINTS], colors: u8) -> Result<u8, TextError> {
    let first = colors.trailing_zeros() as usize % POINTS;
    let has_two_opposite_points =
        ALTERNATE_COLOURS.contains(&colors) && !marbles[opposite(first)].is_empty();
    let most = if ALTERNATE_COLOURS.contains(&colors) { 1 } else { 3 };
    let sets = (marbles[first].count() / SET as u32).clamp(1, most);
    for (i, colour) in COLOURS.iter().enumerate() {
        let count = marbles[i].count();
        let is_there = has_two_opposite_points || colors & 1 << i != 0;
        let expected = if is_there { SET as u32 * sets } else { 0 };
        if count != expected {
            let part = format!("{} marbles", colour.tone.name());
            let expected = format!("{expected}, by the colours in the game");
            return Err(TextError::new(part, &count.to_string(), expected));
        }
    }
    Ok(if has_two_opposite_points { 2 } else { sets as u8 })
}
