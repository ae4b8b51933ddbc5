//! Who thinks: the threads of this process or, where the site has some, workers elsewhere.

use std::sync::Arc;

use crate::cluster::Link;
use crate::pool::{self, Class, Job, Pool, Refused};
use crate::tablebases::ServedTablebases;
use crate::workers::{AwayTicket, Workers};

/// All who think for this server.
pub(crate) struct Computers {
    pub(crate) pool: Pool,
    workers: Option<Workers>,
}

/// What one keeps of a job that was handed in.
#[derive(Clone)]
pub(crate) enum Ticket {
    /// It is thought about here.
    Here(pool::Ticket),
    /// A worker may have it.
    Away(AwayTicket),
}

impl Computers {
    /// Starts threads, and uses workers where the site has several servers. `key` is the worker key.
    pub(crate) fn start(
        threads: usize,
        link: Option<Link>,
        key: &str,
        tablebases: &Arc<ServedTablebases>,
    ) -> Computers {
        let pool = Pool::start(threads);
        let workers =
            link.map(|link| Workers::new(link, key, pool.clone(), Arc::clone(tablebases)));
        Computers { pool, workers }
    }

    /// Takes the job in, or says why not.
    pub(crate) fn submit(&self, job: Job) -> Result<Ticket, Refused> {
        let found = self.workers.as_ref().and_then(|workers| Some((workers, workers.find(&job)?)));
        match found {
            Some((workers, chance)) => workers.submit(job, chance).map(Ticket::Away),
            None => self.pool.submit(job).map(Ticket::Here),
        }
    }

    pub(crate) fn workers(&self) -> Option<Workers> {
        self.workers.clone()
    }

    /// Ends the threads. Whatever waits or runs is dropped without an answer.
    pub(crate) fn close(&self) {
        self.pool.close();
        if let Some(workers) = &self.workers {
            workers.close();
        }
    }
}

impl Ticket {
    /// The answer is no longer wanted: the job ends at once.
    pub(crate) fn stop(&self) {
        match self {
            Ticket::Here(ticket) => ticket.stop(),
            Ticket::Away(ticket) => ticket.stop(),
        }
    }

    /// From now on the job is more or less urgent.
    pub(crate) fn reclass(&self, class: Class) {
        match self {
            Ticket::Here(ticket) => ticket.reclass(class),
            Ticket::Away(ticket) => ticket.reclass(class),
        }
    }
}
