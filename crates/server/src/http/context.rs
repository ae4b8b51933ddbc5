//! What handlers of the route table need from the server.

use agon_protocol::action::Command;
use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::error::Fault;
use agon_protocol::event::Recorded;
use agon_protocol::host::SiteDefaults;
use agon_protocol::lists::{KeyQuery, ListQuery};
use agon_protocol::people::{Introduction, Me};
use agon_protocol::puzzle::PuzzleAttempt;
use agon_protocol::reach::Reach;
use agon_protocol::report::GameReport;
use agon_protocol::setup::{Made, Setup};
use agon_protocol::state::{Snapshot, Summary};
use agon_protocol::study::KeptStudy;
use agon_protocol::units::{Millis, Version};
use agon_requests::{Allowance, Backend, Played, StoredStudy};
use agon_store::{
    ArchiveFilter, Condition, ExploredRow, StoreError, StudyHead, StudyRow, Write, column,
};
use agon_table::Table;
use agon_table::explorer::Way;
use agon_table::puzzles::Standing;
use agon_table::studies::{self, Written};
use axum::http::HeaderValue;

use super::fault::{Answer, HttpFault};
use super::games::{made, may_begin, viewer};
use super::sessions::Device;
use super::{archive, games, people, puzzles};
use crate::identity::Caller;
use crate::limits::{self, Cost};
use crate::live::{Ask, Fork};
use crate::state::App;
use crate::{archiving, reach, reports, secrets, time};

/// Maximum number of studies of a person.
const MAX_STUDIES: i64 = studies::MOST as i64;
/// Games of the site that the explorer names.
const EXPLORED_GAMES: i64 = 3;

/// A request: the server, and who sent it.
pub(crate) struct Context {
    pub(crate) app: App,
    pub(crate) caller: Caller,
    pub(crate) device: Device,
    /// Cookie for the response.
    pub(crate) cookie: Option<HeaderValue>,
}

impl Context {
    async fn head(&self, row: StudyHead) -> Result<KeptStudy, StoreError> {
        let owner = self.app.person_now(&row.person).await?;
        Ok(KeptStudy {
            mine: self.caller.known().is_ok_and(|person| person.id == row.person),
            id: row.id,
            title: row.title,
            game: row.game,
            owner: owner.map_or_else(|| "?".into(), |owner| owner.name),
            version: u32::try_from(row.version).unwrap_or_default(),
            updated: u64::try_from(row.updated).unwrap_or_default(),
            study: None,
        })
    }

    fn new_head(&self, id: String, version: i64, study: &Written) -> Result<StudyHead, Fault> {
        Ok(StudyHead {
            id,
            person: self.caller.known()?.id.clone(),
            game: study.game.clone(),
            title: study.title.clone(),
            version,
            updated: column(time::now().0),
        })
    }
}

impl Backend for Context {
    type Error = HttpFault;

    fn me(&self) -> Result<Me, Fault> {
        self.caller.known().map(Me::from)
    }

    fn now(&self) -> Millis {
        time::now()
    }

    fn new_id(&mut self) -> (String, String) {
        (secrets::id(), secrets::random(12))
    }

    fn random(&mut self) -> u64 {
        secrets::random_u64()
    }

    async fn spend(&mut self, allowance: Allowance) -> Answer<()> {
        let (kind, cost) = match allowance {
            Allowance::Message => (limits::Allowance::Message, Cost::ONE),
            Allowance::NewGame => (limits::Allowance::NewGame, Cost::ONE),
            Allowance::MoreGames(count) => (limits::Allowance::NewGame, Cost::more(count)),
        };
        Ok(self.caller.spend_cost(&self.app, kind, cost).await?)
    }

    async fn run<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Answer<T> {
        Ok(self.app.offload.run(&self.caller.address, work).await??)
    }

    fn has_tablebase(&self, game: &str, rules: Option<&str>) -> bool {
        let tablebases = &self.app.tablebases;
        rules.map_or_else(|| tablebases.has_game(game), |rules| tablebases.has(game, rules))
    }

    async fn defaults(&mut self) -> Answer<SiteDefaults> {
        Ok((*self.app.site.get()).clone())
    }

    async fn reach(&mut self) -> Answer<Reach> {
        Ok(reach::reach(&self.app.config))
    }

    async fn introduce(&mut self, introduction: Introduction) -> Answer<Me> {
        let (person, cookie) =
            people::introduce(&self.app, &self.caller, &self.device, introduction).await?;
        self.cookie = cookie;
        Ok(Me::from(&person))
    }

    async fn games(&mut self, query: ListQuery) -> Answer<Vec<Summary>> {
        games::list(&self.app, &self.caller, query).await
    }

    async fn archive(&mut self, query: ArchiveQuery) -> Answer<ArchivePage> {
        archive::search(&self.app, &self.caller, query).await
    }

    async fn may_begin(&mut self) -> Answer<()> {
        may_begin(&self.app, &self.caller).await
    }

    async fn begin(&mut self, setup: Setup) -> Answer<Made> {
        games::begin(&self.app, &self.caller, setup).await
    }

    async fn import(&mut self, table: Table, events: Vec<Recorded>) -> Answer<Made> {
        self.app.store_events(&table, &events).await?;
        Ok(made(&self.app, table.id, table.secret))
    }

    async fn snapshot(&mut self, id: String, query: KeyQuery) -> Answer<Snapshot> {
        let viewer = viewer(&self.caller, query);
        let ask = |answer| Ask::Look { viewer: viewer.clone(), answer };
        Ok(*self.app.hub.ask(&self.app, &id, ask).await?)
    }

    async fn game(&mut self, id: &str, query: KeyQuery) -> Answer<Played> {
        let viewer = viewer(&self.caller, query);
        let ask = |answer| Ask::Fork { viewer: viewer.clone(), answer };
        let Fork { game, occupants, created, state } = self.app.hub.ask(&self.app, id, ask).await?;
        Ok(Played { game, occupants, created, state })
    }

    async fn act(&mut self, id: &str, query: KeyQuery, command: Command) -> Answer<Version> {
        let viewer = viewer(&self.caller, query);
        let ask = |answer| Ask::Act { viewer: viewer.clone(), action: command.clone(), answer };
        Ok(self.app.hub.ask(&self.app, id, ask).await?)
    }

    async fn hide(&mut self, id: &str) -> Answer<bool> {
        let person = self.caller.known()?.id.clone();
        match self.app.store.write(Write::Hide { person, game: id.into() }).await {
            Ok(()) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn report(&mut self, id: &str) -> Answer<Option<GameReport>> {
        Ok(reports::stored(&self.app, id).await?)
    }

    async fn engine_games(&mut self, game: &'static str, key: i64) -> Answer<Vec<Way>> {
        let app = self.app.clone();
        // Openings are read from a file the first time.
        self.run(move || Ok(app.openings.of(game).get(&key).cloned().unwrap_or_default())).await
    }

    async fn site_games(&mut self, key: i64) -> Answer<(Vec<Way>, Vec<Summary>)> {
        archiving::catch_up(&self.app).await?;
        let rows = self.app.store.explored(key).await?.into_iter();
        let ways = rows.map(|ExploredRow { next, outcome, games }| Way { next, outcome, games });
        let filter = ArchiveFilter {
            position: Some(key),
            listed_only: true,
            limit: EXPLORED_GAMES,
            ..ArchiveFilter::default()
        };
        Ok((ways.collect(), archive::summaries(&self.app, &filter).await?.0))
    }

    async fn puzzle_rating(&mut self, game: &'static str, puzzle: &str) -> Answer<Option<u32>> {
        Ok(puzzles::rating_of(game, puzzle))
    }

    async fn standing(&mut self, game: &'static str) -> Answer<(Standing, Vec<String>)> {
        let standing = puzzles::standing(&self.app, &self.caller.known()?.id, game).await?;
        Ok(standing.unwrap_or_else(|| (Standing::newcomer(), Vec::new())))
    }

    async fn store_attempt(
        &mut self,
        game: &'static str,
        attempt: &PuzzleAttempt,
        before: Standing,
        after: Standing,
    ) -> Answer<bool> {
        let person = &self.caller.known()?.id;
        let write = puzzles::attempt(person, game, attempt, before, after);
        match self.app.store.write(write).await {
            Ok(()) => Ok(true),
            Err(StoreError::Unmet(_) | StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn studies(&mut self) -> Answer<Vec<KeptStudy>> {
        let mut studies = Vec::new();
        for row in self.app.store.studies_of(&self.caller.known()?.id).await? {
            studies.push(self.head(row).await?);
        }
        Ok(studies)
    }

    async fn study(&mut self, id: &str) -> Answer<Option<StoredStudy>> {
        let Some(StudyRow { head, content }) = self.app.store.study(id).await? else {
            return Ok(None);
        };
        Ok(Some(StoredStudy { head: self.head(head).await?, content }))
    }

    async fn add_study(&mut self, study: Written) -> Answer<KeptStudy> {
        let head = self.new_head(secrets::id(), 1, &study)?;
        let below = Condition::StudiesBelow { person: head.person.clone(), limit: MAX_STUDIES };
        let kept = Write::KeepStudy { head: head.clone(), content: study.content };
        self.app.store.write(Write::Together(vec![Write::Require(below), kept])).await?;
        Ok(self.head(head).await?)
    }

    async fn replace_study(
        &mut self,
        id: String,
        version: u32,
        study: Written,
    ) -> Answer<KeptStudy> {
        let head = self.new_head(id, i64::from(version) + 1, &study)?;
        let write = Write::SaveStudy { head: head.clone(), content: study.content };
        match self.app.store.write(write).await {
            Ok(()) => Ok(self.head(head).await?),
            Err(StoreError::Conflict) => Err(studies::overtaken().into()),
            Err(error) => Err(error.into()),
        }
    }

    async fn remove_study(&mut self, id: String) -> Answer<()> {
        Ok(self.app.store.write(Write::RemoveStudy { id }).await?)
    }
}
