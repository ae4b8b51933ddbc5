//! What callers show for themselves, and the connections that were opened with it: they end at
//! once when it is no longer valid.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use agon_protocol::people::Scope;
use agon_store::{PersonRow, Store, StoreError, scopes};
use tokio::sync::Notify;

use crate::cluster::Ending;
use crate::names;

/// What a caller shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Credential {
    /// The id of a session, from a signed cookie.
    Session(String),
    /// The hash of a token.
    Token(String),
}

impl Credential {
    /// Returns its person and what it permits; `None` if it is not valid, or not any more.
    pub(crate) async fn owner(
        &self,
        store: &Store,
    ) -> Result<Option<(PersonRow, Permission)>, StoreError> {
        Ok(match self {
            Credential::Session(id) => {
                store.person_by_session(id).await?.map(|person| (person, Permission::Everything))
            }
            Credential::Token(hash) => {
                let found = store.person_by_token(hash).await?;
                found.map(|(person, column)| (person, Permission::Scopes(scopes(&column))))
            }
        })
    }

    fn text(&self) -> &str {
        match self {
            Credential::Session(text) | Credential::Token(text) => text,
        }
    }
}

/// What a caller may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Permission {
    /// Everything: the caller is signed in on a page, or not known.
    Everything,
    /// What these scopes of a token permit.
    Scopes(Vec<Scope>),
}

impl Permission {
    /// Returns whether requests of this scope are permitted.
    pub(crate) fn includes(&self, scope: Scope) -> bool {
        match self {
            Permission::Everything => true,
            Permission::Scopes(scopes) => scope == Scope::Read || scopes.contains(&scope),
        }
    }
}

/// So many are looked up at once.
const BATCH: usize = 500;

/// The connections that are open, by person.
#[derive(Clone, Default)]
pub(crate) struct Admissions(Arc<Mutex<HashMap<String, Vec<Open>>>>);

struct Open {
    credential: Credential,
    /// The key of a guest's name, which somebody else may register.
    guest: Option<String>,
    end: Arc<Notify>,
    changed: Arc<Notify>,
}

/// A connection is open; until this is dropped.
pub(crate) struct Admission {
    admissions: Admissions,
    person: String,
    end: Arc<Notify>,
    changed: Arc<Notify>,
}

impl Admissions {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Vec<Open>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes a connection. Whether the credential is valid is looked up afterwards: so either it is
    /// found to be invalid, or the connection hears of its end.
    pub(crate) fn admit(&self, person: &PersonRow, credential: &Credential) -> Admission {
        let (end, changed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let guest = person.login.is_none().then(|| names::key(&person.name));
        let credential = credential.clone();
        let open = Open { credential, guest, end: Arc::clone(&end), changed: Arc::clone(&changed) };
        self.open().entry(person.id.clone()).or_default().push(open);
        Admission { admissions: self.clone(), person: person.id.clone(), end, changed }
    }

    /// A person has another name or picture, or one device more: their connections tell it.
    pub(crate) fn tell_changed(&self, person: &str) {
        for open in self.open().get(person).into_iter().flatten() {
            open.changed.notify_one();
        }
    }

    /// Ends those of guests whose name has become somebody else's: they come back under another.
    fn end_namesakes(&self, name_key: &str) {
        for open in self.open().values().flatten() {
            if open.guest.as_deref() == Some(name_key) {
                open.end.notify_one();
            }
        }
    }

    /// Ends the connections of a person that were opened with one of these.
    fn end(&self, person: &str, which: impl Fn(&Credential) -> bool) {
        for open in self.open().get(person).into_iter().flatten() {
            if which(&open.credential) {
                open.end.notify_one();
            }
        }
    }

    /// Ends the connections whose end was not heard of: it happened at another server while this one could not hear it.
    pub(crate) async fn heal(&self, store: &Store) -> Result<(), StoreError> {
        self.check(store, |_, _| true).await
    }

    /// Ends the connections of a person whose credentials the store does not know any more.
    pub(crate) async fn check_person(&self, store: &Store, id: &str) -> Result<(), StoreError> {
        self.check(store, |person, _| person == id).await
    }

    /// Ends the connections of guests whose name is registered in the store.
    pub(crate) async fn check_name(&self, store: &Store, key: &str) -> Result<(), StoreError> {
        self.check(store, |_, open| open.guest.as_deref() == Some(key)).await
    }

    /// Ends those of the chosen connections that the store says are not valid any more.
    async fn check(
        &self,
        store: &Store,
        chosen: impl Fn(&str, &Open) -> bool,
    ) -> Result<(), StoreError> {
        let open: Vec<(String, Credential)> = {
            let all = self.open();
            let each = all.iter().flat_map(|(person, open)| open.iter().map(move |o| (person, o)));
            let chosen = each.filter(|(person, open)| chosen(person, open));
            chosen.map(|(person, open)| (person.clone(), open.credential.clone())).collect()
        };
        for batch in open.chunks(BATCH) {
            let shown: Vec<String> = batch.iter().map(|(_, shown)| shown.text().into()).collect();
            let valid: HashSet<String> =
                store.valid_credentials(&shown).await?.into_iter().collect();
            for (person, credential) in batch.iter().filter(|(_, c)| !valid.contains(c.text())) {
                self.end(person, |own| own == credential);
            }
            let people: Vec<String> = batch.iter().map(|(person, _)| person.clone()).collect();
            for (guest, _) in store.people(&people).await?.iter().filter(|(_, taken)| *taken) {
                self.end_namesakes(&guest.name_key);
            }
        }
        Ok(())
    }

    /// Ends the connections that were opened with what is no longer valid.
    pub(crate) fn end_with(&self, ending: &Ending) {
        let is_session = |credential: &Credential, id: &str| matches!(credential, Credential::Session(own) if own == id);
        match ending {
            Ending::Session { person, id } => {
                self.end(person, |credential| is_session(credential, id));
            }
            Ending::OtherSessions { person, id } => {
                let is_other = |credential: &Credential| !is_session(credential, id);
                self.end(person, |credential| {
                    matches!(credential, Credential::Session(_)) && is_other(credential)
                });
            }
            Ending::Sessions { person } => {
                self.end(person, |credential| matches!(credential, Credential::Session(_)));
            }
            Ending::Token { person, hash } => {
                self.end(person, |credential| *credential == Credential::Token(hash.clone()));
            }
            Ending::All { person } => self.end(person, |_| true),
            Ending::Namesakes { name_key } => self.end_namesakes(name_key),
        }
    }
}

impl Admission {
    /// Returns when the connection has to end.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }

    /// Returns when the person has another name or picture, or one device more.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut all = self.admissions.open();
        if let Some(open) = all.get_mut(&self.person) {
            open.retain(|open| !Arc::ptr_eq(&open.end, &self.end));
            if open.is_empty() {
                all.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agon_store::{SessionRow, Write, trial};
    use tokio::time::timeout;

    use super::*;

    async fn has_ended(admission: &Admission) -> bool {
        timeout(Duration::from_millis(20), admission.ended()).await.is_ok()
    }

    fn person(id: &str) -> PersonRow {
        PersonRow {
            id: id.into(),
            name: id.into(),
            name_key: names::key(id),
            picture: String::new(),
            login: None,
            password: None,
            created: 0,
            banned: None,
        }
    }

    fn session(id: &str) -> Credential {
        Credential::Session(id.into())
    }

    #[tokio::test]
    async fn an_end_that_was_not_heard_of_is_found_in_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let store = trial::open(folder.path()).await.unwrap();
        let admissions = Admissions::default();
        let mut open = Vec::new();
        for id in ["anna", "bob", "carl", "dora"] {
            store.write(Write::NewPerson(person(id))).await.unwrap();
            let row = SessionRow {
                id: format!("{id}'s"),
                person: id.into(),
                label: String::new(),
                created: 0,
                seen: 0,
            };
            store.write(Write::NewSession(row)).await.unwrap();
            open.push(admissions.admit(&person(id), &session(&format!("{id}'s"))));
        }
        admissions.heal(&store).await.unwrap();
        for admission in &open {
            assert!(!has_ended(admission).await, "{}", admission.person);
        }
        let end = Write::EndSession { person: "anna".into(), id: "anna's".into() };
        let ban = Write::Ban { person: "bob".into(), reason: Some("rude".into()) };
        let namesake = PersonRow {
            id: "another".into(),
            login: Some("carl".into()),
            password: Some("secret".into()),
            ..person("carl")
        };
        store.write(Write::Together(vec![end, ban, Write::NewPerson(namesake)])).await.unwrap();
        admissions.heal(&store).await.unwrap();
        let mut ended = Vec::new();
        for admission in &open {
            ended.push(has_ended(admission).await);
        }
        assert_eq!(ended, [true, true, true, false]);
    }

    #[tokio::test]
    async fn only_what_was_opened_with_it_ends() {
        let admissions = Admissions::default();
        let (anna, bob) = (person("anna"), person("bob"));
        let (first, second) =
            (admissions.admit(&anna, &session("a")), admissions.admit(&anna, &session("b")));
        let token = admissions.admit(&anna, &Credential::Token("a".into()));
        let other = admissions.admit(&bob, &session("a"));
        admissions.end_with(&Ending::Session { person: "anna".into(), id: "a".into() });
        assert!(has_ended(&first).await);
        for open in [&second, &token, &other] {
            assert!(!has_ended(open).await);
        }
        admissions.end_with(&Ending::Sessions { person: "anna".into() });
        assert!(has_ended(&second).await && !has_ended(&token).await && !has_ended(&other).await);
        admissions.end_with(&Ending::Namesakes { name_key: names::key("Bob") });
        assert!(has_ended(&other).await && !has_ended(&token).await);
        drop((first, second, token, other));
        assert!(admissions.open().is_empty());
    }
}
