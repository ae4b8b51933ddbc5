//! Texts that people paste: what they are, and where their moves lead.

use agon_games::find;
use agon_games::record::{Record, read_moves};
use agon_protocol::error::{Code, Fault};
use agon_protocol::file::TextFound;
use agon_protocol::position::PositionRequest;
use agon_protocol::study::{FileGame, Study};
use agon_table::opening::open;
use agon_table::studies::{heading, nodes, told};

/// Tells what the text is; moves begin somewhere on the board, or at the start.
pub(crate) fn read(
    text: &str,
    board: &PositionRequest,
    pick: Option<u32>,
) -> Result<TextFound, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let Some(first) = text.split_whitespace().next() else { return Ok(TextFound::Nothing) };
    if text.lines().any(is_tag) {
        return file_in(text, board, pick);
    }
    // Rows of a position are separated by strokes; no move has one.
    if first.contains('/') && first != "1/2-1/2" {
        let position = text.split_whitespace().collect::<Vec<_>>().join(" ");
        return position_in(position, board);
    }
    let study = moves_in(text, board)?;
    Ok(if study.nodes.len() == 1 { TextFound::Nothing } else { TextFound::Study { study } })
}

/// The game of a file, or its list of games. What is wrong with the only one is refused.
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
fn moves_in(text: &str, board: &PositionRequest) -> Result<Study, Fault> {
    let began = PositionRequest { moves: Vec::new(), ..board.clone() };
    let start = PositionRequest { position: None, ..began.clone() };
    let first = moves_from(text, &began);
    match &first {
        Ok(_) => first,
        Err(_) => moves_from(text, board).or_else(|_| moves_from(text, &start)).or(first),
    }
}

/// The moves after those that led to the position.
fn moves_from(text: &str, from: &PositionRequest) -> Result<Study, Fault> {
    let kind =
        find(&from.game).map_err(|error| Fault::new(Code::UnknownGame, error.to_string()))?;
    let before: String = from.moves.iter().flat_map(|text| [text, " "]).collect();
    // Commas may stand between moves, but they belong to comments, too.
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
