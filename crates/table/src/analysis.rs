//! Converts analysis requests and results.

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

/// Interval between two progress messages.
pub const REPORT: Millis = Millis(100);
/// Maximum search time.
const LONGEST: Millis = Millis(30_000);
/// A search that ends within this margin of its limit has used up its time.
const MARGIN: Duration = Duration::from_millis(50);
/// Maximum length of a variation, in plies.
const LONGEST_LINE: usize = 12;

/// Converts a request to a search order; rejects requests beyond the limits.
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

/// Returns why a search ended that was not stopped, given its time limit.
#[must_use]
pub fn end(thought: &Thought, time: Duration) -> AnalysisEnd {
    if thought.time + MARGIN >= time { AnalysisEnd::Time } else { AnalysisEnd::Settled }
}

/// Builds an intermediate or final message.
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
