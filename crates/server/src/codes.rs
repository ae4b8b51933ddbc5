//! A few letters that stand for a game, for those who read them off a wall and type. They follow from the
//! game's id and the server's key: after a restart whoever shows them asks again and gets the same.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

use agon_protocol::reach::CodedGame;
use agon_store::{Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::secrets::Signer;

/// So many letters are 30 bits.
const SHORTEST: usize = 6;
/// Codes that are kept; the oldest one gives way.
const MOST: usize = 4_096;

/// The codes that somebody has asked for.
#[derive(Default)]
pub(crate) struct GameCodes(Mutex<Known>);

/// The game of a code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CodeTarget {
    pub(crate) id: String,
    /// Does the code lead into a private game? The key of the game is read from the store when it is used.
    pub(crate) keyed: bool,
}

impl CodeTarget {
    /// The game with its key; `None` if there is no such game.
    pub(crate) async fn open(self, store: &Store) -> Result<Option<CodedGame>, StoreError> {
        let row = store.game(&self.id).await?;
        Ok(row.map(|row| CodedGame { id: self.id, key: self.keyed.then_some(row.secret) }))
    }
}

#[derive(Default)]
struct Known {
    /// By the digest of the code, which other servers may know.
    games: HashMap<String, CodeTarget>,
    /// The oldest first.
    order: VecDeque<String>,
}

/// What servers send to each other instead of a code.
pub(crate) fn digest(signer: &Signer, code: &str) -> String {
    signer.letters(&format!("digest of code {code}"))
}

impl GameCodes {
    fn known(&self) -> MutexGuard<'_, Known> {
        // No invariant spans the lock, so poisoning is ignored.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The code of a game, which leads to it from now on.
    pub(crate) fn code(&self, signer: &Signer, game: CodeTarget) -> String {
        let letters = signer.letters(&format!("code of {}", game.id));
        let mut known = self.known();
        // Two games with the same beginning: the second one's code is longer.
        let lengths = SHORTEST..=letters.len();
        let free = |code: &str| {
            let other = known.games.get(&digest(signer, code));
            other.is_none_or(|other| other.id == game.id)
        };
        let length = lengths.into_iter().find(|&length| free(&letters[..length]));
        let code = letters[..length.unwrap_or(letters.len())].to_owned();
        let digest = digest(signer, &code);
        if known.games.insert(digest.clone(), game).is_none() {
            known.order.push_back(digest);
        }
        if known.order.len() > MOST
            && let Some(oldest) = known.order.pop_front()
        {
            known.games.remove(&oldest);
        }
        code
    }

    /// The game of the code with this digest.
    pub(crate) fn game(&self, digest: &str) -> Option<CodeTarget> {
        self.known().games.get(digest).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str) -> CodeTarget {
        CodeTarget { id: id.into(), keyed: true }
    }

    #[test]
    fn a_code_stays_the_same_and_leads_to_its_game() {
        let signer = Signer::new("key");
        let codes = GameCodes::default();
        let code = codes.code(&signer, game("a"));
        assert_eq!(code.len(), SHORTEST);
        assert_eq!(codes.code(&signer, game("a")), code);
        assert_eq!(GameCodes::default().code(&signer, game("a")), code);
        assert_ne!(GameCodes::default().code(&Signer::new("other"), game("a")), code);
        assert_eq!(codes.game(&digest(&signer, &code)), Some(game("a")));
        assert_eq!(codes.game(&digest(&Signer::new("other"), &code)), None);
        assert_eq!(codes.game(&code), None);
    }

    #[test]
    fn the_oldest_gives_way_and_nobody_gets_anothers() {
        let signer = Signer::new("key");
        let codes = GameCodes::default();
        let find = |code: &str| codes.game(&digest(&signer, code));
        let first = codes.code(&signer, game("0"));
        let last: Vec<String> =
            (1..=MOST).map(|id| codes.code(&signer, game(&id.to_string()))).collect();
        assert_eq!(find(&first), None);
        assert_eq!(find(&last[MOST - 1]), Some(game(&MOST.to_string())));
        assert_eq!(codes.known().games.len(), MOST);
        // A game whose letters are another one's gets a longer code.
        let own = signer.letters("code of x");
        codes.known().games.insert(digest(&signer, &own[..SHORTEST]), game("7"));
        assert_eq!(codes.code(&signer, game("x")), own[..7]);
    }
}
