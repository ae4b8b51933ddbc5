//! Thinking about any position for somebody who asks.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use agon_games::{AnyMatch, Thought};
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest};
use agon_protocol::error::{Code, Fault};
use agon_table::analysis;
use agon_table::opening::open;

use crate::computers::Ticket;
use crate::http::fault::{Answer, refusing};
use crate::identity::Caller;
use crate::live::Listener;
use crate::pool::{Answer as Outcome, Claim, Class, Job, Refused, Sort};
use crate::secrets;
use crate::state::App;
use crate::time::now;

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
) -> Answer<Ticket> {
    let person = caller.known()?.id.clone();
    let order = analysis::order(&request, app.tablebases.oracle())?;
    let AnalysisRequest { position, time, .. } = request;
    let game = app.offload.run(&caller.address, move || open(&position)).await??;
    let time = time.duration();
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
            if now() >= reported + analysis::REPORT {
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
        let message = analysis::message(&*self.game, Some(thought), None);
        self.listener.answer_if_room(self.tag, &message);
    }

    /// The last message, after so much time at most.
    fn end(&self, answer: Outcome, time: Duration) {
        let message = match answer {
            Outcome::Thought(thought) => {
                let end = analysis::end(&thought, time);
                analysis::message(&*self.game, Some(&thought), Some(end))
            }
            Outcome::Stopped(thought) => {
                let end = Some(AnalysisEnd::Stopped);
                analysis::message(&*self.game, thought.as_ref(), end)
            }
            Outcome::Refused(refused) => refusing(refused, None),
            Outcome::Failed => {
                refusing(Fault::new(Code::Busy, "the analysis failed; try again"), None)
            }
        };
        self.listener.answer(self.tag, &message);
    }
}
