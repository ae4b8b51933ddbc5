//! Converts reports to wire types.

use agon_games::report::{Judged, Judgement as Judges, Report};
use agon_games::{AnyMatch, Played};
use agon_protocol::error::{Code, Fault};
use agon_protocol::report::{BetterLine, GameReport, JudgedMove, Judgement, Moment};
use agon_protocol::state::{GameState, Phase};

/// Creates the error for a report on an unfinished game.
#[must_use]
pub fn not_over() -> Fault {
    Fault::new(Code::NotAllowed, "there is a report when the game is over")
}

/// Returns the ply at which an analysis should start: before the turning point, else before the
/// last move.
#[must_use]
pub fn moment(state: &GameState, report: Option<&GameReport>) -> Moment {
    if state.phase != Phase::Ended {
        return Moment { ply: state.ply, turning: false };
    }
    let turn = report.and_then(|report| report.turning_points.first().copied());
    Moment { ply: turn.unwrap_or(state.ply).saturating_sub(1), turning: turn.is_some() }
}

/// Converts a report, with moves in human notation.
#[must_use]
pub fn report(game: &dyn AnyMatch, report: &Report) -> GameReport {
    let steps = game.past();
    let mut replayed = game.fork();
    while replayed.undo() {}
    let mut judged = report.moves.iter().peekable();
    let mut moves = Vec::with_capacity(report.moves.len());
    for (place, step) in steps.iter().enumerate() {
        match step {
            Played::Move { view, .. } => {
                if let Some(one) = judged.next_if(|one| one.moment.ply == place + 1) {
                    moves.push(told(&*replayed, one, &view.display));
                }
                // Moves of a match are legal in their positions.
                let _ = replayed.play(&view.text);
            }
            Played::Withdrawal(player) => replayed.leave(*player),
        }
    }
    let rounded = |shares: &Vec<f64>| shares.iter().map(|&share| round(share)).collect();
    GameReport {
        format: GameReport::FORMAT,
        chances: report.chances.iter().map(rounded).collect(),
        moves,
        accuracy: report.accuracy.iter().map(|one| one.map(|part| part.round() as u8)).collect(),
        turning_points: report
            .turning_points
            .iter()
            .map(|&place| report.moves[place].moment.ply as u32)
            .collect(),
    }
}

fn told(before: &dyn AnyMatch, one: &Judged, display: &str) -> JudgedMove {
    let moment = &one.moment;
    let better = (one.judgement != Judges::Best)
        .then(|| BetterLine { display: read(before, &moment.line), moves: moment.line.clone() });
    JudgedMove {
        ply: moment.ply as u32,
        seat: moment.player.into(),
        display: display.to_owned(),
        judgement: match one.judgement {
            Judges::Best => Judgement::Best,
            Judges::Good => Judgement::Good,
            Judges::Inaccuracy => Judgement::Inaccuracy,
            Judges::Mistake => Judgement::Mistake,
            Judges::Blunder => Judgement::Blunder,
        },
        before: round(moment.best),
        after: round(moment.played),
        exact: moment.exact,
        better,
    }
}

/// Rounds to three decimal places; the search is not more precise.
fn round(chance: f64) -> f64 {
    (1000.0 * chance).round() / 1000.0
}

/// Converts moves from a position to human notation.
#[must_use]
pub fn read(game: &dyn AnyMatch, moves: &[String]) -> Vec<String> {
    let mut game = game.fork();
    let mut texts = Vec::new();
    for text in moves {
        let found = game.move_views().into_iter().find(|view| view.text == *text);
        texts.push(found.map_or_else(|| text.clone(), |view| view.display));
        if game.play(text).is_err() {
            break;
        }
    }
    texts
}
