//! What is found out about a position, as it is told to whoever asked.

use std::sync::Arc;
use std::time::Duration;

use agon_games::solved::Oracle;
use agon_games::{AnyMatch, Order, Thought, ThoughtLine};
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest, Line};
use agon_protocol::error::{Code, Fault};
use agon_protocol::message::ToClient;
use agon_protocol::units::Millis;
use agon_search::{Forced, Limits, Time};

use crate::catalog;
use crate::reports::read;

/// Milliseconds between two reports.
pub const REPORT: Millis = Millis(100);
/// The longest time to think.
const LONGEST: Millis = Millis(30_000);
/// A search that comes so near to its time has spent it.
const MARGIN: Duration = Duration::from_millis(50);
/// Lines are shown to this length.
const LONGEST_LINE: usize = 12;

/// What a strong player is asked; refused where that is too much.
pub fn order(request: &AnalysisRequest, oracle: Option<Arc<dyn Oracle>>) -> Result<Order, Fault> {
    let AnalysisRequest { lines, time, .. } = *request;
    if !(1..=5).contains(&lines) || time > LONGEST {
        let message = format!("1 to 5 lines, at most {LONGEST} ms");
        return Err(Fault::new(Code::BadRequest, message));
    }
    Ok(Order {
        lines: usize::from(lines),
        limits: Limits { time: Some(Time::Exactly(time.duration())), ..Limits::default() },
        oracle,
        verdicts: true,
        ..Order::default()
    })
}

/// Why the search ended that was not stopped, after so much time at most.
#[must_use]
pub fn end(thought: &Thought, time: Duration) -> AnalysisEnd {
    if thought.time + MARGIN >= time { AnalysisEnd::Time } else { AnalysisEnd::Settled }
}

/// What was found so far, or in the end.
#[must_use]
pub fn message(
    game: &dyn AnyMatch,
    thought: Option<&Thought>,
    end: Option<AnalysisEnd>,
) -> ToClient {
    let verdicts = thought.and_then(|thought| thought.verdicts.as_deref());
    let lines = thought.map_or(&[][..], |thought| &thought.lines);
    ToClient::Analysis {
        depth: thought.map_or(0, |thought| thought.depth as u32),
        nodes: thought.map_or(0, |thought| thought.nodes),
        time: thought.map_or(Millis::ZERO, |thought| thought.time.into()),
        lines: lines.iter().map(|line| line_of(game, line)).collect(),
        done: end.is_some(),
        end,
        verdict: verdicts.and_then(catalog::verdict),
        verdicts: verdicts.and_then(catalog::verdicts),
    }
}

fn line_of(game: &dyn AnyMatch, line: &ThoughtLine) -> Line {
    let mate = line.score.forced().map(|forced| match forced {
        Forced::Win(plies) => plies as i32,
        Forced::Loss(plies) => -(plies as i32),
    });
    let moves: Vec<String> = line.moves.iter().take(LONGEST_LINE).cloned().collect();
    Line {
        score: mate.is_none().then(|| line.score.value()),
        mate,
        display: read(game, &moves),
        moves,
    }
}
