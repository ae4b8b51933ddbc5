//! Thinking about any position for somebody who asks.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use agon_games::{AnyMatch, Order, Thought, ThoughtLine};
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest, Line};
use agon_protocol::error::{Code, Fault};
use agon_protocol::message::ToClient;
use agon_protocol::units::Millis;
use agon_search::{Forced, Limits, Time};
use agon_table::opening::open;
use agon_table::reports::read;

use crate::catalog;
use crate::computers::Ticket;
use crate::identity::Caller;
use crate::live::Listener;
use crate::pool::{Answer, Claim, Class, Job, Refused, Sort};
use crate::secrets;
use crate::state::App;
use crate::time::now;

/// Milliseconds between two reports.
const REPORT: Millis = Millis(100);
/// The longest time to think.
const LONGEST: Millis = Millis(30_000);
/// A search that comes so near to its time has spent it.
const MARGIN: Duration = Duration::from_millis(50);
/// Lines are shown to this length.
const LONGEST_LINE: usize = 12;

/// The analyses that are running, by person: each has one at a time.
#[derive(Default)]
pub(crate) struct Analyses(Mutex<HashMap<String, Running>>);

struct Running {
    /// Unlike all others.
    id: String,
    ticket: Ticket,
}

impl Analyses {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A new one ends the old one.
    fn begin(&self, app: &App, job: Job) -> Result<Ticket, Refused> {
        let (person, id) = (job.claim.person.clone(), job.key.clone());
        let mut running = self.running();
        // It cannot end before it is noted here.
        let ticket = app.computers.submit(job)?;
        let old = running.insert(person, Running { id, ticket: ticket.clone() });
        drop(running);
        if let Some(old) = old {
            old.ticket.stop();
        }
        Ok(ticket)
    }

    fn end(&self, person: &str, id: &str) {
        let mut running = self.running();
        if running.get(person).is_some_and(|current| current.id == id) {
            running.remove(person);
        }
    }
}

/// Begins to think and reports to the listener until done or stopped. An analysis that has to
/// give way goes on later: it ends by itself only when it has had its time, or when there is
/// nothing more to find.
pub(crate) async fn stream(
    app: &App,
    caller: &Caller,
    request: AnalysisRequest,
    tag: Option<u32>,
    listener: Listener,
) -> Result<Ticket, Fault> {
    let person = caller.known()?.id.clone();
    let AnalysisRequest { position, lines, time } = request;
    if !(1..=5).contains(&lines) || time > LONGEST {
        let message = format!("1 to 5 lines, at most {LONGEST} ms");
        return Err(Fault::new(Code::BadRequest, message));
    }
    let game = app.offload.run(&caller.address, move || open(&position)).await??;
    let time = time.duration();
    let order = Order {
        lines: usize::from(lines),
        limits: Limits { time: Some(Time::Exactly(time)), ..Limits::default() },
        oracle: app.tablebases.oracle(),
        verdicts: true,
        ..Order::default()
    };
    let id = secrets::id();
    let telling = Telling { listener, game: game.fork(), tag };
    let last_telling = telling.clone();
    let (ended, own_id) = (app.clone(), id.clone());
    let mut reported = now();
    let job = Job {
        id: format!("analysis.{id}"),
        sort: Sort::Analysis,
        claim: Claim { class: Class::Watched, person: person.clone(), resumes: true },
        key: id,
        game,
        order,
        report: Box::new(move |thought| {
            if now() >= reported + REPORT {
                reported = now();
                telling.progress(thought);
            }
        }),
        done: Box::new(move |answer| {
            ended.analyses.end(&person, &own_id);
            last_telling.end(answer, time);
        }),
    };
    Ok(app.analyses.begin(app, job)?)
}

/// Who hears of an analysis, and of what.
struct Telling {
    listener: Listener,
    game: Box<dyn AnyMatch>,
    tag: Option<u32>,
}

impl Clone for Telling {
    fn clone(&self) -> Telling {
        Telling { listener: self.listener.clone(), game: self.game.fork(), tag: self.tag }
    }
}

impl Telling {
    fn progress(&self, thought: &Thought) {
        self.listener.answer_if_room(self.tag, &self.message(Some(thought), None));
    }

    /// The last message, after so much time at most.
    fn end(&self, answer: Answer, time: Duration) {
        let message = match answer {
            Answer::Thought(thought) => {
                let spent = thought.time + MARGIN >= time;
                let end = if spent { AnalysisEnd::Time } else { AnalysisEnd::Settled };
                self.message(Some(&thought), Some(end))
            }
            Answer::Stopped(thought) => self.message(thought.as_ref(), Some(AnalysisEnd::Stopped)),
            Answer::Refused(refused) => ToClient::refusal(refused.into(), None),
            Answer::Failed => {
                ToClient::refusal(Fault::new(Code::Busy, "the analysis failed; try again"), None)
            }
        };
        self.listener.answer(self.tag, &message);
    }

    fn message(&self, thought: Option<&Thought>, end: Option<AnalysisEnd>) -> ToClient {
        let verdicts = thought.and_then(|thought| thought.verdicts.as_deref());
        let lines = thought.map_or(&[][..], |thought| &thought.lines);
        ToClient::Analysis {
            depth: thought.map_or(0, |thought| thought.depth as u32),
            nodes: thought.map_or(0, |thought| thought.nodes),
            time: thought.map_or(Millis::ZERO, |thought| thought.time.into()),
            lines: lines.iter().map(|line| self.line(line)).collect(),
            done: end.is_some(),
            end,
            verdict: verdicts.and_then(catalog::verdict),
            verdicts: verdicts.and_then(catalog::verdicts),
        }
    }

    fn line(&self, line: &ThoughtLine) -> Line {
        let mate = line.score.forced().map(|forced| match forced {
            Forced::Win(plies) => plies as i32,
            Forced::Loss(plies) => -(plies as i32),
        });
        let moves: Vec<String> = line.moves.iter().take(LONGEST_LINE).cloned().collect();
        Line {
            score: mate.is_none().then(|| line.score.value()),
            mate,
            display: read(&*self.game, &moves),
            moves,
        }
    }
}
