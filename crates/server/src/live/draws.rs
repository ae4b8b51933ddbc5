//! How a computer answers the offer of a draw.
//!
//! In a game for two it looks at the position for a moment, as a strong player does at every
//! level, and by what it finds it
//!
//! - accepts when it stands worse by a man or more, or is lost, at any time;
//! - accepts when it stands equal or worse, after twenty moves of each: before that nearly every
//!   game is equal, and there is something to play for;
//! - declines when it stands better.
//!
//! Among more than two players it declines: a draw would be one for all of them.
//!
//! There is always an answer. Whoever finds no time to think within [`LATEST`], because all
//! computers are busy, declines. Meanwhile the computer makes no move; one of the other player
//! leaves the offer as it is, and the new position is judged. The answer follows from how the
//! game stands, so an offer that was open when the server stopped is answered after the restart.

use std::time::Duration;

use agon_games::Thought;
use agon_protocol::event::Event;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_protocol::units::{Millis, Seat};
use agon_search::Score;
use agon_table::Table;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::actor::Actor;
use super::thinking::{payer, strong_view};
use crate::computers::Ticket;
use crate::state::App;

/// How long the position is looked at, in milliseconds.
const LOOK: Millis = Millis(350);
/// Who offers sees the offer before the answer. It also keeps a store that fails from being
/// asked without a pause.
const EARLIEST: Duration = Duration::from_millis(250);
/// The answer comes at the latest after this time: within a second, with all that follows.
const LATEST: Duration = Duration::from_millis(850);
/// Moves that each has made before an equal position is a draw.
const MOVES: u32 = 20;
/// Up to here, in hundredths of a man, the computer does not stand better.
const EQUAL: i32 = 15;
/// From here on it is glad of a draw at any time.
const WORSE: i32 = -100;

/// Does a computer agree to a draw that stands like this, after so many moves of each?
fn accepts(score: Score, moves: u32) -> bool {
    let equal = score.value() <= EQUAL && moves >= MOVES;
    equal || score.value() <= WORSE
}

/// The computer that has to answer an offer, if one has to.
fn asked(table: &Table) -> Option<Seat> {
    let offered = table.seats().any(|seat| table.offers_draw(seat));
    if table.phase != Phase::Playing || !offered {
        return None;
    }
    let waits = |&seat: &Seat| {
        let computer = matches!(table.occupant(seat), Some(Occupant::Computer { .. }));
        computer && !table.is_out(seat) && !table.offers_draw(seat)
    };
    table.seats().find(waits)
}

/// A computer considers an offer. Dropped, it stops.
pub(super) struct Considering {
    ply: u32,
    seat: Seat,
    begun: Instant,
    search: Option<(Ticket, oneshot::Receiver<Option<Thought>>)>,
    /// Is the answer known? Then it is given as early as may be.
    found: Option<bool>,
}

impl Drop for Considering {
    fn drop(&mut self) {
        if let Some((ticket, _)) = &self.search {
            ticket.stop();
        }
    }
}

impl Considering {
    fn start(table: &Table, app: &App, seat: Seat) -> Considering {
        let many = table.occupants.len() > 2;
        let search = || {
            let (job, answer) = strong_view(table, app, payer(table), "draw", LOOK);
            Some((app.computers.submit(job).ok()?, answer))
        };
        Considering {
            ply: table.ply(),
            seat,
            begun: Instant::now(),
            search: if many { None } else { search() },
            found: many.then_some(false),
        }
    }

    /// What the search has to say of it.
    fn judge(&self, table: &Table, thought: &Thought) -> Option<bool> {
        let score = thought.lines.first()?.score;
        let mine = table.turn() == Some(self.seat);
        Some(accepts(if mine { score } else { -score }, self.ply / 2))
    }
}

/// Returns when the offer is to be answered, and how; never, while none is considered. Whoever
/// stops waiting can begin again.
pub(super) async fn answer(considering: &mut Option<Considering>, table: &Table) -> bool {
    let Some(considering) = considering else { return std::future::pending().await };
    let latest = considering.begun + LATEST;
    if let Some((_, search)) = &mut considering.search {
        let heard = timeout_at(latest, search).await;
        let thought = heard.ok().and_then(Result::ok).flatten();
        considering.found = thought.and_then(|thought| considering.judge(table, &thought));
        considering.search = None;
    }
    let at = if considering.found.is_some() { considering.begun + EARLIEST } else { latest };
    sleep_until(at).await;
    considering.found.unwrap_or(false)
}

impl Actor {
    /// Lets a computer consider an offer if one has to, and no other.
    pub(super) fn consider_draw(&mut self) {
        let asked = asked(&self.table);
        let ply = self.table.ply();
        let considered = self.considering.as_ref().map(|c| (c.ply, c.seat));
        if considered != asked.map(|seat| (ply, seat)) {
            self.considering = asked.map(|seat| Considering::start(&self.table, &self.app, seat));
        }
    }

    /// Answers the offer that was considered.
    pub(super) async fn answer_draw(&mut self, accept: bool) {
        let Some(considering) = self.considering.take() else { return };
        let seat = considering.seat;
        drop(considering);
        let event = if accept { Event::DrawOffered { seat } } else { Event::DrawDeclined { seat } };
        self.commit(vec![event]).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_within_a_second() {
        assert!(EARLIEST < LOOK.duration() && LOOK.duration() < LATEST);
        assert!(LATEST < Duration::from_secs(1));
    }

    #[test]
    fn a_draw_is_accepted_by_score_and_not_before_there_was_a_game() {
        let dead_equal = Score::DRAW;
        let cases = [
            (dead_equal, 0, false),
            (dead_equal, 19, false),
            (dead_equal, 20, true),
            (Score::from_eval(EQUAL), 20, true),
            (Score::from_eval(EQUAL + 1), 200, false),
            (Score::from_eval(-50), 5, false),
            (Score::from_eval(-50), 20, true),
            (Score::from_eval(WORSE), 0, true),
            (Score::loss_in(6), 0, true),
            (Score::known_loss(90), 0, true),
            (Score::win_in(6), 200, false),
            (Score::known_win(90), 200, false),
        ];
        for (score, moves, accepted) in cases {
            assert_eq!(accepts(score, moves), accepted, "{score:?} after {moves} moves");
        }
    }
}
