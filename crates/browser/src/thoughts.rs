//! Searches: computer moves, draw offers, hints, analyses, reports.

use std::collections::HashMap;
use std::time::Duration;

use agon_games::report::{Effort, Review, Task};
use agon_games::{AnyMatch, Order, Thought};
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Event;
use agon_protocol::message::ToClient;
use agon_protocol::report::GameReport;
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_search::Level;
use agon_table::data::{OrderData, PositionData, ThoughtData};
use agon_table::opening::open;
use agon_table::thinking::{HINT, check_kind, strong_order};
use agon_table::{Deadline, analysis, catalog, draws, reports};

use crate::live::{Considering, PATIENCE, Thinking};
use crate::site::{Answer, Site};
use crate::wire::{Job, Write};

/// Maximum time per computer move without a clock.
const THINK: Duration = Duration::from_secs(2);
/// Total search time of a report.
const REPORT: Duration = Duration::from_secs(15);
/// Interval between progress messages of a report.
const TELL: Millis = Millis(200);

/// Running searches.
#[derive(Default)]
pub(crate) struct Thoughts {
    jobs: HashMap<u32, Purpose>,
    analysis: Option<Analysis>,
    reports: HashMap<String, Reported>,
}

/// Purpose of a job.
enum Purpose {
    Move { id: String },
    Draw { id: String },
    Hint { id: String, ply: u32, tag: Option<u32> },
    Analysis,
    Report { id: String, place: usize },
}

struct Analysis {
    job: u32,
    game: Box<dyn AnyMatch>,
    tag: Option<u32>,
    time: Duration,
    told: Millis,
    last: Option<Thought>,
}

struct Reported {
    review: Review,
    game: Box<dyn AnyMatch>,
    tags: Vec<Option<u32>>,
    told: Millis,
}

impl Thoughts {
    pub(crate) fn needs(&self, id: &str) -> bool {
        self.reports.contains_key(id)
    }
}

impl Site {
    /// Submits a job; `None` if the order cannot be serialised.
    fn submit(
        &mut self,
        game: &dyn AnyMatch,
        order: &Order,
        key: String,
        urgent: bool,
        purpose: Purpose,
    ) -> Option<u32> {
        let many = order.level == Level::FULL;
        let order = OrderData::of(order)?;
        let number = self.next_job();
        let position = PositionData::of(game);
        self.out.jobs.push(Job { number, urgent, many, threads: 1, key, position, order });
        self.thoughts.jobs.insert(number, purpose);
        Some(number)
    }

    fn drop_job(&mut self, number: u32) {
        if self.thoughts.jobs.remove(&number).is_some() {
            self.out.stops.push(number);
        }
    }

    pub(crate) fn hear_progress(&mut self, job: u32, thought: ThoughtData) {
        if !matches!(self.thoughts.jobs.get(&job), Some(Purpose::Analysis)) {
            return;
        }
        let Some(running) = self.thoughts.analysis.as_mut().filter(|one| one.job == job) else {
            return;
        };
        running.last = thought.thought();
        if self.now < running.told + analysis::REPORT {
            return;
        }
        running.told = self.now;
        let (tag, last) = (running.tag, running.last.as_ref());
        let message = analysis::message(&*running.game, last, None);
        self.tell(tag, &message);
    }

    pub(crate) fn hear_thought(&mut self, job: u32, thought: Option<ThoughtData>) {
        let thought = thought.and_then(ThoughtData::thought);
        match self.thoughts.jobs.remove(&job) {
            None => {}
            Some(Purpose::Move { id }) => {
                let live = self.live.get_mut(&id);
                let thinks = |live: &&mut crate::live::Live| {
                    live.thinking.as_ref().is_some_and(|thinking| thinking.job == job)
                };
                if let Some(live) = live.filter(thinks) {
                    live.hear_thought(thought.as_ref());
                }
            }
            Some(Purpose::Draw { id }) => {
                let Some(live) = self.live.get_mut(&id) else { return };
                let Some(mut considering) = live.considering.take_if(|c| c.job == Some(job)) else {
                    return;
                };
                considering.job = None;
                considering.found = thought.and_then(|thought| {
                    draws::judge(&live.table, considering.seat, considering.ply, &thought)
                });
                live.considering = Some(considering);
            }
            Some(Purpose::Hint { id, ply, tag }) => {
                let found = thought.and_then(|thought| Some((thought.best?, thought.verdicts)));
                let message = match found {
                    Some((text, verdicts)) => {
                        let verdicts = verdicts.as_deref();
                        let verdict = verdicts.and_then(catalog::verdict);
                        let verdicts = verdicts.and_then(catalog::verdicts);
                        ToClient::Hint { id, ply, text, verdict, verdicts }
                    }
                    None => {
                        let fault = Fault::new(Code::Busy, "all computers are busy; try again");
                        ToClient::refusal(fault, Some(id))
                    }
                };
                self.tell(tag, &message);
            }
            Some(Purpose::Analysis) => {
                let Some(done) = self.thoughts.analysis.take_if(|one| one.job == job) else {
                    return;
                };
                let message = match &thought {
                    Some(thought) => {
                        let end = analysis::end(thought, done.time);
                        analysis::message(&*done.game, Some(thought), Some(end))
                    }
                    None => {
                        let fault = Fault::new(Code::Busy, "the analysis failed; try again");
                        ToClient::refusal(fault, None)
                    }
                };
                self.tell(done.tag, &message);
            }
            Some(Purpose::Report { id, place }) => {
                if let Some(report) = self.thoughts.reports.get_mut(&id) {
                    // Positions whose search failed are skipped.
                    if let Some(thought) = &thought {
                        report.review.take(place, thought);
                    }
                    self.go_on_with_report(&id);
                }
            }
        }
    }

    /// Carries out what is due in a game.
    pub(crate) fn act_by_clock(&mut self, id: &str) {
        let now = self.now;
        let Some(live) = self.live.get_mut(id) else { return };
        if live.resume_at > now {
            return;
        }
        let deadline = live.table.deadline(PATIENCE, live.attended, now);
        if let Some(Deadline { event, .. }) = deadline.filter(|deadline| deadline.at <= now) {
            let _ = self.commit(id, vec![event], None);
            return;
        }
        if let Some(considering) = live.considering.take_if(|c| c.due() <= now) {
            let seat = considering.seat;
            let accept = considering.found.unwrap_or(false);
            let event =
                if accept { Event::DrawOffered { seat } } else { Event::DrawDeclined { seat } };
            if let Some(job) = considering.job {
                self.drop_job(job);
            }
            let _ = self.commit(id, vec![event], None);
            return;
        }
        let Some(found) = live.found.take_if(|found| found.at <= now) else { return };
        let Some((seat, ..)) = live.table.computer_to_move() else { return };
        if found.version != live.table.version || !live.may_think(now) {
            return;
        }
        live.stepping = false;
        if let Ok(events) = live.table.moved(seat, &found.text, now, Some(found.spent)) {
            let _ = self.commit(id, events, None);
        }
    }

    /// Starts the search about a pending draw offer, and stops any outdated one.
    pub(crate) fn consider_draw(&mut self, id: &str) {
        let now = self.now;
        let Some(live) = self.live.get_mut(id) else { return };
        let asked = draws::asked(&live.table);
        let ply = live.table.ply();
        let considered = live.considering.as_ref().map(|c| (c.ply, c.seat));
        if considered == asked.map(|seat| (ply, seat)) {
            return;
        }
        let old = live.considering.take().and_then(|considering| considering.job);
        let hopeless = draws::is_hopeless(&live.table);
        let game = live.table.game.fork();
        if let Some(old) = old {
            self.drop_job(old);
        }
        let Some(seat) = asked else { return };
        let job = if hopeless {
            None
        } else {
            let order = strong_order(draws::LOOK, false, None);
            let purpose = Purpose::Draw { id: id.to_owned() };
            self.submit(&*game, &order, format!("{id}/draw"), true, purpose)
        };
        if let Some(live) = self.live.get_mut(id) {
            let found = hopeless.then_some(false);
            live.considering = Some(Considering { ply, seat, begun: now, job, found });
        }
    }

    /// Starts the search of the computer to move, and stops any outdated one.
    pub(crate) fn think(&mut self, id: &str) {
        let now = self.now;
        let Some(live) = self.live.get_mut(id) else { return };
        let version = live.table.version;
        let wanted = live.may_think(now);
        live.found.take_if(|found| !wanted || found.version != version);
        let stale = live.thinking.take_if(|thinking| !wanted || thinking.version != version);
        let free = wanted && live.thinking.is_none() && live.found.is_none();
        let turn = if free {
            let able = |kind: &str| check_kind(kind, || false).is_ok();
            live.table.computers_turn(THINK, able, None, now)
        } else {
            None
        };
        let game = live.table.game.fork();
        let seat = live.table.turn();
        if let Some(stale) = stale {
            self.drop_job(stale.job);
        }
        let (Some(turn), Some(seat)) = (turn, seat) else { return };
        let purpose = Purpose::Move { id: id.to_owned() };
        let job = self.submit(&*game, &turn.order, format!("{id}/{seat}"), true, purpose);
        if let (Some(job), Some(live)) = (job, self.live.get_mut(id)) {
            live.thinking = Some(Thinking { version, job, turn });
        }
    }

    /// Starts the search for a hint; a limited hint is charged first.
    pub(crate) fn hint(&mut self, id: &str, tag: Option<u32>) -> Answer<()> {
        let person = self.known()?;
        let now = self.now;
        let live = self.game(id, None)?;
        let counted = live.table.hint(&person.id).map_err(|fault| {
            let current = Some(Box::new(live.table.current(now)));
            Fault { current, ..fault }
        })?;
        let (game, ply) = (live.table.game.fork(), live.table.ply());
        let order = strong_order(HINT, false, None);
        if let Some(seat) = counted {
            self.commit(id, vec![Event::Hinted { seat }], None)?;
        }
        let purpose = Purpose::Hint { id: id.to_owned(), ply, tag };
        self.submit(&*game, &order, format!("{id}/hint"), true, purpose);
        Ok(())
    }

    pub(crate) fn analyse(&mut self, request: &AnalysisRequest, tag: Option<u32>) -> Answer<()> {
        self.stop_analysis();
        let order = analysis::order(request, None)?;
        let game = open(&request.position)?;
        let job = self.submit(&*game, &order, "analysis".into(), false, Purpose::Analysis);
        if let Some(job) = job {
            let (time, told) = (request.time.duration(), self.now);
            self.thoughts.analysis = Some(Analysis { job, game, tag, time, told, last: None });
        }
        Ok(())
    }

    pub(crate) fn stop_analysis(&mut self) {
        let Some(stopped) = self.thoughts.analysis.take() else { return };
        self.drop_job(stopped.job);
        if self.connected {
            let end = Some(AnalysisEnd::Stopped);
            let message = analysis::message(&*stopped.game, stopped.last.as_ref(), end);
            self.tell(stopped.tag, &message);
        }
    }

    /// Returns a copy of a finished game.
    fn over(&mut self, id: &str, key: Option<&str>) -> Answer<Box<dyn AnyMatch>> {
        let live = self.game(id, key)?;
        if live.table.phase != Phase::Ended {
            return Err(reports::not_over().into());
        }
        Ok(live.table.game.fork())
    }

    /// Returns the stored report if it has the current format.
    pub(crate) fn stored_report(&self, id: &str) -> Option<GameReport> {
        let report = self.live.get(id)?.report.clone()?;
        (report.format == GameReport::FORMAT).then_some(report)
    }

    /// Sends the stored report, or starts one and sends its progress.
    pub(crate) fn report(&mut self, id: &str, key: Option<&str>, tag: Option<u32>) -> Answer<()> {
        let game = self.over(id, key)?;
        if let Some(report) = self.stored_report(id) {
            self.tell(tag, &finished(id, report));
            return Ok(());
        }
        self.known()?;
        if let Some(report) = self.thoughts.reports.get_mut(id) {
            report.tags.push(tag);
            let (done, all) = report.review.progress();
            self.tell(tag, &progress(id, done, all));
            return Ok(());
        }
        let review = Review::new(&*game, Effort::Time(REPORT), None);
        let report = Reported { review, game, tags: vec![tag], told: self.now };
        self.thoughts.reports.insert(id.to_owned(), report);
        self.go_on_with_report(id);
        Ok(())
    }

    /// Submits the next search of a report, or sends and stores the finished report.
    fn go_on_with_report(&mut self, id: &str) {
        loop {
            let now = self.now;
            let Some(report) = self.thoughts.reports.get_mut(id) else { return };
            let (done, all) = report.review.progress();
            let tags = if now >= report.told + TELL {
                report.told = now;
                report.tags.clone()
            } else {
                Vec::new()
            };
            let Some(Task { game, order, place }) = report.review.next_task() else { break };
            for tag in tags {
                self.tell(tag, &progress(id, done, all));
            }
            let purpose = Purpose::Report { id: id.to_owned(), place };
            // Positions of a game share one transposition table.
            if self.submit(&*game, &order, format!("{id}/report"), false, purpose).is_some() {
                return;
            }
        }
        let Some(done) = self.thoughts.reports.remove(id) else { return };
        let report = reports::report(&*done.game, &done.review.report());
        let kept = Write::Report { id: id.to_owned(), report: Box::new(report.clone()) };
        self.out.writes.push(kept);
        for tag in done.tags {
            self.tell(tag, &finished(id, report.clone()));
        }
        if let Some(live) = self.live.get_mut(id) {
            live.report = Some(report);
        }
    }
}

fn progress(id: &str, done: usize, all: usize) -> ToClient {
    ToClient::Report { id: id.to_owned(), done: done as u32, all: all as u32, report: None }
}

fn finished(id: &str, report: GameReport) -> ToClient {
    let count = report.chances.len() as u32;
    let report = Some(Box::new(report));
    ToClient::Report { id: id.to_owned(), done: count, all: count, report }
}
