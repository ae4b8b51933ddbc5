//! How a computer answers the offer of a draw: by the rules of [`agon_table::draws`], in time.

use agon_games::Thought;
use agon_protocol::event::Event;
use agon_protocol::units::Seat;
use agon_table::{Table, draws};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::actor::Actor;
use super::thinking::{payer, strong_view};
use crate::computers::Ticket;
use crate::state::App;

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
        let many = draws::is_hopeless(table);
        let search = || {
            let (job, answer) = strong_view(table, app, payer(table), "draw", draws::LOOK);
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
}

/// Returns when the offer is to be answered, and how; never, while none is considered. Whoever
/// stops waiting can begin again.
pub(super) async fn answer(considering: &mut Option<Considering>, table: &Table) -> bool {
    let Some(considering) = considering else { return std::future::pending().await };
    let latest = considering.begun + draws::LATEST.duration();
    if let Some((_, search)) = &mut considering.search {
        let heard = timeout_at(latest, search).await;
        let thought = heard.ok().and_then(Result::ok).flatten();
        considering.found = {
            let (seat, ply) = (considering.seat, considering.ply);
            thought.and_then(|thought| draws::judge(table, seat, ply, &thought))
        };
        considering.search = None;
    }
    let at = if considering.found.is_some() {
        considering.begun + draws::EARLIEST.duration()
    } else {
        latest
    };
    sleep_until(at).await;
    considering.found.unwrap_or(false)
}

impl Actor {
    /// Lets a computer consider an offer if one has to, and no other.
    pub(super) fn consider_draw(&mut self) {
        let asked = draws::asked(&self.table);
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
