//! Recognises pasted texts and replays their moves.

use agon_games::find;
use agon_games::record::{Record, read_moves};
use agon_protocol::error::{Code, Fault};
use agon_protocol::file::TextFound;
use agon_protocol::position::PositionRequest;
use agon_protocol::study::{FileGame, Study};

use crate::opening::open;
use crate::studies::{heading, nodes, told};

/// Parses a pasted text; moves may start from any position of `board`, or from the start position.
pub fn read(text: &str, board: &PositionRequest, pick: Option<u32>) -> Result<TextFound, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let Some(first) = text.split_whitespace().next() else { return Ok(TextFound::Nothing) };
    if text.lines().any(is_tag) {
        return file_in(text, board, pick);
    }
    // Rows of a position are separated by slashes; no move contains one.
    if first.contains('/') && first != "1/2-1/2" {
        let position = text.split_whitespace().collect::<Vec<_>>().join(" ");
        return position_in(position, board);
    }
    let study = moves_in(text, board)?;
    Ok(if study.nodes.len() == 1 { TextFound::Nothing } else { TextFound::Study { study } })
}

/// Parses a game file: a single game, or the list of its games. Fails on an invalid single game.
fn file_in(text: &str, board: &PositionRequest, pick: Option<u32>) -> Result<TextFound, Fault> {
    let mut games = Record::parse_all(text, Some(&board.game));
    if pick.is_none() && games.len() != 1 {
        let games = games.iter().map(|game| match game {
            Ok(record) => heading(record),
            Err(error) => FileGame {
                game: String::new(),
                players: Vec::new(),
                date: None,
                event: None,
                result: String::new(),
                moves: 0,
                fault: Some(error.clone().into()),
            },
        });
        return Ok(TextFound::Games { games: games.collect() });
    }
    let pick = pick.unwrap_or(0) as usize;
    if pick >= games.len() {
        let message = format!("the file has {} games", games.len());
        return Err(Fault::new(Code::NotFound, message));
    }
    Ok(TextFound::Study { study: told(&games.swap_remove(pick)?) })
}

/// Returns whether the line is a tag such as `[Result "1-0"]`.
fn is_tag(line: &str) -> bool {
    let name = |inside: &str| {
        let rest = inside.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest.len() < inside.len() && rest.starts_with(char::is_whitespace) && {
            rest.trim_start().starts_with('"')
        }
    };
    line.trim_start().strip_prefix('[').is_some_and(name)
}

/// Parses a position; tries the rules of `board` first, then those implied by the text.
fn position_in(position: String, board: &PositionRequest) -> Result<TextFound, Fault> {
    let by_rules = PositionRequest { position: Some(position), moves: Vec::new(), ..board.clone() };
    if open(&by_rules).is_ok() {
        return Ok(TextFound::Position(by_rules));
    }
    let alone = PositionRequest { rules: String::new(), ..by_rules };
    open(&alone)?;
    Ok(TextFound::Position(alone))
}

/// Parses moves from the start of `board`, else from its current position, else from the start of
/// the game.
fn moves_in(text: &str, board: &PositionRequest) -> Result<Study, Fault> {
    let began = PositionRequest { moves: Vec::new(), ..board.clone() };
    let start = PositionRequest { position: None, ..began.clone() };
    let first = moves_from(text, &began);
    match &first {
        Ok(_) => first,
        Err(_) => moves_from(text, board).or_else(|_| moves_from(text, &start)).or(first),
    }
}

/// Parses moves that follow those of the request.
fn moves_from(text: &str, from: &PositionRequest) -> Result<Study, Fault> {
    let kind =
        find(&from.game).map_err(|error| Fault::new(Code::UnknownGame, error.to_string()))?;
    let before: String = from.moves.iter().flat_map(|text| [text, " "]).collect();
    // Commas can separate moves, but within comments they are text.
    let plain = !text.contains(['{', ';']);
    let text = if plain { text.replace(',', " ") } else { text.to_owned() };
    let game = open(&PositionRequest { moves: Vec::new(), ..from.clone() })?;
    let (tree, game) = read_moves(&(before + &text), game)?.finish();
    Ok(Study {
        game: kind.id().to_owned(),
        rules: from.rules.clone(),
        position: game.unusual_start(),
        tags: Vec::new(),
        nodes: nodes(&tree),
    })
}
