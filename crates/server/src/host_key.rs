//! The key of the site's host. It is stored with the data, and read again for every request that shows one,
//! so that a replaced key is invalid at once on every server of the site.

use agon_store::{Store, StoreError, Write, column};

use crate::secrets;
use crate::time::now;

/// Name of the stored value.
const FACT: &str = "host key";
/// Random bytes of a key.
const BYTES: usize = 32;

/// The key of a site.
#[derive(Clone, Debug)]
pub struct HostKey {
    /// What the host shows.
    pub text: String,
    /// Whether it was made by this call, because the site is new.
    pub is_new: bool,
}

/// Returns the key, and makes one for a new site.
pub async fn load_host_key(store: &Store) -> Result<HostKey, StoreError> {
    if let Some(text) = store.fact(FACT).await? {
        return Ok(HostKey { text, is_new: false });
    }
    let text = secrets::random(BYTES);
    let made = Write::FirstFact { name: FACT.into(), value: text.clone() };
    match store.write(made).await {
        Ok(()) => Ok(HostKey { text, is_new: true }),
        // Another server of the site was first.
        Err(StoreError::Conflict) => {
            let text = store.fact(FACT).await?.ok_or(StoreError::Conflict)?;
            Ok(HostKey { text, is_new: false })
        }
        Err(error) => Err(error),
    }
}

/// Replaces the key by a new one, which is returned. The previous one is invalid from then on.
pub async fn rotate_host_key(store: &Store) -> Result<String, StoreError> {
    let text = secrets::random(BYTES);
    let replaced = Write::Fact { name: FACT.into(), value: text.clone() };
    let act =
        Write::HostAct { at: column(now().0), act: "rotate_key".into(), about: String::new() };
    store.write(Write::Together(vec![replaced, act])).await?;
    Ok(text)
}

/// Whether this is the key of the site now.
pub(crate) async fn is_host_key(store: &Store, shown: &str) -> Result<bool, StoreError> {
    let key = store.fact(FACT).await?;
    Ok(key.is_some_and(|key| secrets::same(shown, &key)))
}
