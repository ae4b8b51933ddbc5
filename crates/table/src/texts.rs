//! Texts that people paste: what they are, and where their moves lead.

use crate::opening::open;
use agon_games::record::read_moves;
use agon_games::{AnyMatch, Played};
use agon_protocol::error::Fault;
use agon_protocol::file::TextFound;
use agon_protocol::position::PositionRequest;

/// Tells what the text is; moves begin somewhere on the board, or at the start.
pub fn read(text: &str, board: &PositionRequest) -> Result<TextFound, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let Some(first) = text.split_whitespace().next() else { return Ok(TextFound::Nothing) };
    if text.lines().any(is_tag) {
        return Ok(TextFound::File);
    }
    // Rows of a position are separated by strokes; no move has one.
    if first.contains('/') && first != "1/2-1/2" {
        let position = text.split_whitespace().collect::<Vec<_>>().join(" ");
        return position_in(position, board);
    }
    let moves = moves_in(&text.replace(',', " "), board)?;
    Ok(if moves.moves.is_empty() { TextFound::Nothing } else { TextFound::Position(moves) })
}

/// `[Result "1-0"]` and the like.
fn is_tag(line: &str) -> bool {
    let name = |inside: &str| {
        let rest = inside.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest.len() < inside.len() && rest.starts_with(char::is_whitespace) && {
            rest.trim_start().starts_with('"')
        }
    };
    line.trim_start().strip_prefix('[').is_some_and(name)
}

/// A position says itself what it can of its rules; other rules may contradict it.
fn position_in(position: String, board: &PositionRequest) -> Result<TextFound, Fault> {
    let by_rules = PositionRequest { position: Some(position), moves: Vec::new(), ..board.clone() };
    if open(&by_rules).is_ok() {
        return Ok(TextFound::Position(by_rules));
    }
    let alone = PositionRequest { rules: String::new(), ..by_rules };
    open(&alone)?;
    Ok(TextFound::Position(alone))
}

/// The moves from where the board began; else from where it is; else from the start.
fn moves_in(text: &str, board: &PositionRequest) -> Result<PositionRequest, Fault> {
    let began = PositionRequest { moves: Vec::new(), ..board.clone() };
    let start = PositionRequest { position: None, ..began.clone() };
    let first = moves_from(text, &began);
    match &first {
        Ok(_) => first,
        Err(_) => moves_from(text, board).or_else(|_| moves_from(text, &start)).or(first),
    }
}

fn moves_from(text: &str, from: &PositionRequest) -> Result<PositionRequest, Fault> {
    let mut game = open(from)?;
    read_moves(text, &mut *game)?;
    Ok(PositionRequest { moves: moves_of(&*game), ..from.clone() })
}

fn moves_of(game: &dyn AnyMatch) -> Vec<String> {
    let text = |played: Played| match played {
        Played::Move { view, .. } => Some(view.text),
        Played::Withdrawal(_) => None,
    };
    game.past().into_iter().filter_map(text).collect()
}
