//! Studies that the person keeps.

use agon_protocol::error::Fault;
use agon_protocol::study::{KeptStudy, NewStudy};
use agon_table::studies::{self, MOST, Written};

use crate::site::{Answer, Site};
use crate::wire::StudyRow;

impl Site {
    fn told(&self, id: &str, row: &StudyRow) -> KeptStudy {
        KeptStudy {
            id: id.to_owned(),
            title: row.title.clone(),
            game: row.game.clone(),
            owner: self.me.as_ref().map(|me| me.name.clone()).unwrap_or_default(),
            mine: true,
            version: row.version,
            updated: row.updated.0,
            study: None,
        }
    }

    fn row(&self, id: &str) -> Result<&StudyRow, Fault> {
        self.studies.get(id).ok_or_else(studies::none)
    }

    /// All of them, the latest first.
    pub(crate) fn my_studies(&self) -> Answer<Vec<KeptStudy>> {
        self.known()?;
        let mut all: Vec<KeptStudy> =
            self.studies.iter().map(|(id, row)| self.told(id, row)).collect();
        all.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
        Ok(all)
    }

    pub(crate) fn study(&self, id: &str) -> Answer<KeptStudy> {
        let row = self.row(id)?;
        Ok(KeptStudy { study: Some(studies::kept(&row.content)?), ..self.told(id, row) })
    }

    pub(crate) fn new_study(&mut self, new: &NewStudy) -> Answer<KeptStudy> {
        self.known()?;
        let written = studies::write(new)?;
        if self.studies.len() >= MOST {
            return Err(studies::too_many().into());
        }
        let id = self.new_id().0;
        Ok(self.keep(&id, written, 1))
    }

    pub(crate) fn save_study(&mut self, id: &str, new: &NewStudy) -> Answer<KeptStudy> {
        self.known()?;
        let version = self.row(id)?.version;
        let Some(replaced) = new.version else { return Err(studies::no_version().into()) };
        let written = studies::write(new)?;
        if replaced != version {
            return Err(studies::overtaken().into());
        }
        Ok(self.keep(id, written, version + 1))
    }

    pub(crate) fn remove_study(&mut self, id: &str) -> Answer<()> {
        self.known()?;
        self.row(id)?;
        self.keep_study(id, None);
        Ok(())
    }

    fn keep(&mut self, id: &str, written: Written, version: u32) -> KeptStudy {
        let Written { title, game, content } = written;
        let row = StudyRow { title, game, version, updated: self.now, content };
        let told = self.told(id, &row);
        self.keep_study(id, Some(row));
        told
    }
}
