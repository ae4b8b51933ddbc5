//! Thinking about any position for somebody who asks.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_games::{AnyMatch, Order, Thought};
use agon_search::{Limits, Outcome, Time};

use crate::error::{Code, Fault};
use crate::live::Listener;
use crate::pool::{Job, Purpose};
use crate::protocol::message::{AnalysisRequest, Line, ToClient};
use crate::protocol::verdict::{MoveVerdict, VerdictDto};
use crate::secrets;
use crate::state::App;
use crate::time::now;

/// Milliseconds between two reports.
const REPORT: u64 = 100;
/// The longest time to think.
const LONGEST: u64 = 30_000;
/// The most moves from a position.
pub(crate) const MOST_MOVES: usize = 2_000;
/// Lines are shown to this length.
const LONGEST_LINE: usize = 12;

/// The match of a request: the position after the moves.
pub(crate) fn open(
    game: &str,
    rules: &str,
    position: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn AnyMatch>, Fault> {
    if moves.len() > MOST_MOVES {
        return Err(Fault::new(Code::TooLarge, format!("at most {MOST_MOVES} moves")));
    }
    let mut game = agon_games::find(game)?.open(rules, position)?;
    for (i, text) in moves.iter().enumerate() {
        game.import(text).map_err(|error| {
            let fault = Fault::from(error);
            Fault { message: format!("move {}: {}", i + 1, fault.message), ..fault }
        })?;
    }
    Ok(game)
}

/// The analyses that are running, by person: each has one at a time.
#[derive(Default)]
pub(crate) struct Analyses(Mutex<HashMap<String, Arc<AtomicBool>>>);

impl Analyses {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A new one ends the old one.
    fn begin(&self, person: &str, stop: &Arc<AtomicBool>) {
        if let Some(old) = self.running().insert(person.to_owned(), Arc::clone(stop)) {
            old.store(true, Ordering::Relaxed);
        }
    }

    fn end(&self, person: &str, stop: &Arc<AtomicBool>) {
        let mut running = self.running();
        if running.get(person).is_some_and(|current| Arc::ptr_eq(current, stop)) {
            running.remove(person);
        }
    }
}

/// Begins to think and reports to the listener until done or stopped.
pub(crate) fn stream(
    app: &App,
    person: &str,
    request: AnalysisRequest,
    tag: Option<u32>,
    listener: Listener,
) -> Result<Arc<AtomicBool>, Fault> {
    let AnalysisRequest { game, rules, position, moves, lines, time } = request;
    if !(1..=5).contains(&lines) || time > LONGEST {
        let message = format!("1 to 5 lines, at most {LONGEST} ms");
        return Err(Fault::new(Code::BadRequest, message));
    }
    let game = open(&game, &rules, position.as_deref(), &moves)?;
    let stop = Arc::new(AtomicBool::new(false));
    let order = Order {
        lines: usize::from(lines),
        limits: Limits {
            time: Some(Time::Exactly(Duration::from_millis(time))),
            ..Limits::default()
        },
        database: app.databases.folder().map(Into::into),
        verdicts: true,
        ..Order::default()
    };
    let (copy, last_copy) = (game.fork(), game.fork());
    let last_listener = listener.clone();
    let (ended, person, own_stop) = (app.clone(), person.to_owned(), Arc::clone(&stop));
    app.analyses.begin(&person, &stop);
    let mut reported = now();
    let job = Job {
        purpose: Purpose::Advice,
        key: secrets::id(),
        game,
        order,
        stop: Arc::clone(&stop),
        report: Box::new(move |thought| {
            if now() >= reported + REPORT {
                reported = now();
                listener.tell_if_room(&message(&*copy, thought, tag, false));
            }
        }),
        done: Box::new(move |thought| {
            ended.analyses.end(&person, &own_stop);
            let message = match thought {
                Some(thought) => message(&*last_copy, &thought, tag, true),
                None => ToClient::Error {
                    tag,
                    code: Code::Busy,
                    message: "the analysis failed; try again".into(),
                    id: None,
                    current: None,
                },
            };
            last_listener.tell(&message);
        }),
    };
    let busy = |_| Fault::new(Code::Busy, "all computers are busy; try again");
    app.pool.submit(job).map_err(busy)?;
    Ok(stop)
}

fn message(game: &dyn AnyMatch, thought: &Thought, tag: Option<u32>, done: bool) -> ToClient {
    let line = |line: &agon_games::ThoughtLine| {
        let mate = line.score.outcome().map(|outcome| match outcome {
            Outcome::Win(plies) => plies as i32,
            Outcome::Loss(plies) => -(plies as i32),
        });
        let moves: Vec<String> = line.moves.iter().take(LONGEST_LINE).cloned().collect();
        Line {
            score: mate.is_none().then(|| line.score.value()),
            mate,
            display: display(game, &moves),
            moves,
        }
    };
    ToClient::Analysis {
        tag,
        depth: thought.depth as u32,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        lines: thought.lines.iter().map(line).collect(),
        done,
        verdict: thought.verdicts.as_deref().and_then(VerdictDto::of),
        verdicts: thought.verdicts.as_deref().and_then(MoveVerdict::all),
    }
}

/// The moves as people like to read them.
fn display(game: &dyn AnyMatch, moves: &[String]) -> Vec<String> {
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
