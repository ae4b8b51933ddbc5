//! The player that looks up its moves in a tablebase.

use std::sync::Arc;

use agon_core::{Game, Match, TextError};
use agon_search::{Instant, Score, human_time};
use agon_solver::Value;

use crate::searcher::{Order, Searcher, Thought, ThoughtLine};
use crate::solved::{Knowledge, PERFECT, Probe};

/// Looks up the best move. `None` if the tablebase lacks the position or one of its successors, so
/// that a search has to decide.
pub(crate) fn look_up<G: Game>(
    game: &Match<G>,
    knowledge: Option<&dyn Knowledge<G>>,
    searcher: &mut Searcher,
    order: &Order,
    verdicts: Option<Arc<Probe>>,
) -> Result<Option<Thought>, TextError> {
    let begin = Instant::now();
    let position = game.position();
    let Some(knowledge) = knowledge else {
        let expected = "a kind that needs no tablebase, or a tablebase: `agon solve` computes one, \
                       the option Database or AGON_DATABASE selects it";
        return Err(TextError::new("kind", PERFECT, expected));
    };
    // Damaged files count as missing: the search takes over.
    let moves = knowledge.answer(position, searcher.rng()).unwrap_or_default();
    let Some((best, _)) = moves.first() else { return Ok(None) };
    let score = |value: Value| match value {
        Value::Won(plies) => Score::known_win(plies as usize),
        Value::Drawn => Score::DRAW,
        Value::Lost(plies) => Score::known_loss(plies as usize),
    };
    let line = |(text, value): &(String, Value)| ThoughtLine {
        score: score(*value),
        moves: vec![text.clone()],
    };
    Ok(Some(Thought {
        best: Some(best.clone()),
        lines: moves.iter().take(order.lines).map(line).collect(),
        depth: 1,
        deepest: 1,
        nodes: moves.len() as u64,
        time: begin.elapsed(),
        human_time: human_time(moves.len(), game.past().len(), 0.5, searcher.rng()),
        fullness: 0,
        verdicts,
    }))
}
