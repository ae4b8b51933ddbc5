//! The computer's part in a game.

use std::sync::Arc;

use agon_games::solved::Probe;
use agon_games::{Order, Thought};
use agon_protocol::setup::Setup;
use agon_protocol::units::{Millis, Version};
use agon_table::Table;
use agon_table::thinking::{Turn, check_kind, strong_order};
use tokio::sync::oneshot;

use super::audience::Audience;
use crate::computers::Ticket;
use crate::pool::{Answer, Claim, Class, Job, Refused, Sort};
use crate::state::App;

/// A computer thinks about its move. Dropped, it stops.
pub(crate) struct Thinking {
    /// The version of the game that it thinks about.
    pub(crate) version: Version,
    turn: Turn,
    class: Class,
    ticket: Ticket,
    pub(crate) answer: oneshot::Receiver<Option<Thought>>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.ticket.stop();
    }
}

/// How urgent the moves of a game's computers are: does a person at the table wait for them,
/// does somebody watch at least?
pub(crate) fn urgency(table: &Table, audience: &Audience) -> Class {
    if table.people().iter().any(|person| audience.has(person)) {
        Class::Awaited
    } else if audience.is_empty() {
        Class::Unwatched
    } else {
        Class::Watched
    }
}

/// Whose turns the computers of a game take: the host's; without a host those of whoever plays,
/// or of the game itself.
pub(super) fn payer(table: &Table) -> String {
    let host = table.setup.host.as_ref().map(|host| host.id.clone());
    host.or_else(|| table.people().into_iter().next()).unwrap_or_else(|| table.id.clone())
}

/// The claim of a game's computers. Among themselves a move counts as far as it was thought
/// about; where a person plays it gets all of its time.
fn claim(table: &Table, class: Class) -> Claim {
    Claim { class, person: payer(table), resumes: !table.people().is_empty() }
}

impl Thinking {
    /// Lets the computer to move think; `None` when none is to move.
    pub(crate) fn start(
        table: &Table,
        app: &App,
        class: Class,
        now: Millis,
    ) -> Result<Option<Thinking>, Refused> {
        let Some((seat, ..)) = table.computer_to_move() else { return Ok(None) };
        let Setup { game, rules, .. } = &table.setup;
        let able = |kind: &str| check_kind(kind, || app.tablebases.has(game, rules)).is_ok();
        let oracle = app.tablebases.oracle();
        let turn = table.computers_turn(app.config.think_time, able, oracle, now);
        let Some(turn) = turn else { return Ok(None) };
        let order = turn.order.clone();
        let (job, answer) = job(table, Sort::Move, claim(table, class), &seat.to_string(), order);
        Ok(Some(Thinking {
            version: table.version,
            turn,
            class,
            ticket: app.computers.submit(job)?,
            answer,
        }))
    }

    /// Somebody came or went: it may be more or less urgent than it was.
    pub(crate) fn reclass(&mut self, class: Class) {
        if self.class != class {
            self.class = class;
            self.ticket.reclass(class);
        }
    }

    /// When the move that was found is to be made.
    pub(crate) fn due(&self, thought: Option<&Thought>) -> Millis {
        self.turn.due(thought)
    }
}

/// What a strong player would do.
pub(crate) struct Advice {
    /// The ply it is meant for.
    pub(crate) ply: u32,
    /// The move as text.
    pub(crate) text: String,
    /// What is known of the position and of every move.
    pub(crate) verdicts: Option<Arc<Probe>>,
}

/// A job about the game's position, and where its answer comes out. Jobs of the same purpose
/// help each other from move to move.
fn job(
    table: &Table,
    sort: Sort,
    claim: Claim,
    purpose: &str,
    order: Order,
) -> (Job, oneshot::Receiver<Option<Thought>>) {
    let (sender, answer) = oneshot::channel();
    let job = Job {
        id: format!("{}.{}.{purpose}", table.id, table.version.0),
        sort,
        claim,
        key: format!("{}/{purpose}", table.id),
        game: table.game.fork(),
        order,
        report: Box::new(|_| {}),
        done: Box::new(move |answer: Answer| {
            // Who is refused asks again. The game may have gone on without the answer.
            if !matches!(answer, Answer::Refused(_)) {
                let _ = sender.send(answer.thought());
            }
        }),
    };
    (job, answer)
}

/// A job for somebody at the table who waits: what a strong player thinks of the position after
/// so much time, or knows of it.
pub(super) fn strong_view(
    table: &Table,
    app: &App,
    person: String,
    purpose: &str,
    span: Millis,
) -> (Job, oneshot::Receiver<Option<Thought>>) {
    let perfect = app.tablebases.has(&table.setup.game, &table.setup.rules);
    let order = strong_order(span, perfect, app.tablebases.oracle());
    let claim = Claim { class: Class::Awaited, person, resumes: false };
    job(table, Sort::Hint, claim, purpose, order)
}
