//! Studies that people store, and others read by their id.

use agon_protocol::error::{Code, Fault};
use agon_protocol::study::{KeptStudy, NewStudy};
use agon_table::studies::{self, write};

use crate::backend::{Allowance, Answer, Backend, StoredStudy};

async fn find<B: Backend>(site: &mut B, id: &str) -> Answer<StoredStudy, B> {
    Ok(site.study(id).await?.ok_or_else(studies::none)?)
}

/// Fails unless the study belongs to the person.
async fn check_owner<B: Backend>(site: &mut B, id: &str) -> Answer<(), B> {
    site.known()?;
    if find(site, id).await?.head.mine {
        return Ok(());
    }
    Err(Fault::new(Code::NotAllowed, "this study is somebody else's").into())
}

pub(crate) async fn list<B: Backend>(site: &mut B) -> Answer<Vec<KeptStudy>, B> {
    site.known()?;
    site.studies().await
}

pub(crate) async fn keep<B: Backend>(site: &mut B, new: NewStudy) -> Answer<KeptStudy, B> {
    site.known()?;
    site.spend(Allowance::NewGame).await?;
    let study = site.run(move || write(&new)).await?;
    site.add_study(study).await
}

pub(crate) async fn show<B: Backend>(site: &mut B, id: String) -> Answer<KeptStudy, B> {
    let StoredStudy { head, content } = find(site, &id).await?;
    let study = site.run(move || studies::kept(&content)).await?;
    Ok(KeptStudy { study: Some(study), ..head })
}

pub(crate) async fn save<B: Backend>(
    site: &mut B,
    id: String,
    new: NewStudy,
) -> Answer<KeptStudy, B> {
    check_owner(site, &id).await?;
    let version = new.version.ok_or_else(studies::no_version)?;
    site.spend(Allowance::NewGame).await?;
    let study = site.run(move || write(&new)).await?;
    site.replace_study(id, version, study).await
}

pub(crate) async fn remove<B: Backend>(site: &mut B, id: String) -> Answer<(), B> {
    check_owner(site, &id).await?;
    site.remove_study(id).await
}
