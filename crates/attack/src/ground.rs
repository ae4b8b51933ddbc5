//! Where an attack takes place: a server of its own, with bystanders.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_client::{Launch, Server, Site};
use anyhow::{Context, Result};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::attacks::Attack;
use crate::bystander::Bystander;
use crate::report::Outcome;

/// Play before the attack, to compare with.
const CALM: Duration = Duration::from_secs(3);
/// Play after the attack: what it left behind may still hurt.
const AFTERWARDS: Duration = Duration::from_secs(1);
/// No attack takes longer.
const LONGEST: Duration = Duration::from_secs(900);

/// Everything that an attack needs.
pub(crate) struct Ground {
    pub(crate) program: PathBuf,
    pub(crate) launch: Launch,
    /// Runs, unless the attack has ended it.
    pub(crate) server: Option<Server>,
    pub(crate) site: Site,
    pub(crate) bystander: Option<Bystander>,
    /// Games for the measurement of lists.
    pub(crate) games: usize,
    folder: TempDir,
}

impl Ground {
    /// Starts a server, lets people play and attacks it.
    pub(crate) async fn attack(attack: &Attack, program: &Path, games: usize) -> Result<Outcome> {
        let folder = tempfile::tempdir()?;
        let launch = Launch::new(program, folder.path())?.with(attack.args);
        let program = program.to_owned();
        if let Some(prepare) = attack.prepare {
            prepare(&program, folder.path(), games).await.context("the database")?;
        }
        let server = launch.start()?;
        let site = server.site()?;
        let server = Some(server);
        let mut ground = Ground { program, launch, server, site, bystander: None, games, folder };
        if let Some(interval) = attack.bystanders {
            let bystander = Bystander::begin(&ground.site, interval);
            bystander.game().await?;
            sleep(CALM).await;
            bystander.mark();
            ground.bystander = Some(bystander);
        }
        let checks = timeout(LONGEST, (attack.run)(&mut ground)).await;
        let checks = checks.context("it took too long")?;
        let noticed = match ground.bystander.take() {
            Some(bystander) => {
                sleep(AFTERWARDS).await;
                Some(bystander.end().await?)
            }
            None => None,
        };
        Ok(Outcome { noticed, checks: checks? })
    }

    /// The folder with the data.
    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn server(&self) -> Result<&Server> {
        self.server.as_ref().context("the server has been ended")
    }

    pub(crate) fn bystander(&self) -> Result<&Bystander> {
        self.bystander.as_ref().context("nobody plays")
    }

    /// The server as the attacker sees it, who has one address.
    pub(crate) fn attacker(&self) -> Site {
        self.site.seen_from(IpAddr::from([127, 0, 0, 2]))
    }

    /// The server as one of many attackers sees it, each with an address of their own.
    pub(crate) fn crowd(&self, number: usize) -> Site {
        let (net, host) = ((number / 250) as u8, (number % 250) as u8 + 1);
        self.site.seen_from(IpAddr::from([127, 1, net, host]))
    }

    /// Somebody honest who is not one of those who play.
    pub(crate) fn honest(&self) -> Site {
        self.site.seen_from(IpAddr::from([127, 0, 0, 5]))
    }
}
