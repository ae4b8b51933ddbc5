//! A few letters that stand for a game, for those who read them off a wall and type. They follow from the
//! game's id and the server's key: after a restart whoever shows them asks again and gets the same.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

use agon_protocol::reach::CodedGame;

use crate::secrets::Signer;

/// So many letters are 30 bits.
const SHORTEST: usize = 6;
/// Codes that are kept; the oldest one gives way.
const MOST: usize = 4_096;

/// The codes that somebody has asked for.
#[derive(Default)]
pub(crate) struct GameCodes(Mutex<Known>);

#[derive(Default)]
struct Known {
    games: HashMap<String, CodedGame>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl GameCodes {
    fn known(&self) -> MutexGuard<'_, Known> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The code of a game, which leads to it from now on.
    pub(crate) fn code(&self, signer: &Signer, game: CodedGame) -> String {
        let letters = signer.letters(&format!("code of {}", game.id));
        let mut known = self.known();
        // Two games with the same beginning: the second one's code is longer.
        let lengths = SHORTEST..=letters.len();
        let taken = |code: &str| known.games.get(code).is_some_and(|other| other.id != game.id);
        let length = lengths.into_iter().find(|&length| !taken(&letters[..length]));
        let code = letters[..length.unwrap_or(letters.len())].to_owned();
        if known.games.insert(code.clone(), game).is_none() {
            known.order.push_back(code.clone());
        }
        if known.order.len() > MOST
            && let Some(oldest) = known.order.pop_front()
        {
            known.games.remove(&oldest);
        }
        code
    }

    /// The game of a code.
    pub(crate) fn game(&self, code: &str) -> Option<CodedGame> {
        self.known().games.get(code).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_stays_the_same_and_leads_to_its_game() {
        let signer = Signer::new("key");
        let game = |id: &str| CodedGame { id: id.into(), key: Some("k".into()) };
        let codes = GameCodes::default();
        let code = codes.code(&signer, game("a"));
        assert_eq!(code.len(), SHORTEST);
        assert_eq!(codes.code(&signer, game("a")), code);
        assert_eq!(GameCodes::default().code(&signer, game("a")), code);
        assert_ne!(GameCodes::default().code(&Signer::new("other"), game("a")), code);
        assert_eq!(codes.game(&code), Some(game("a")));
        assert_eq!(codes.game("nobody"), None);
    }

    #[test]
    fn the_oldest_gives_way_and_nobody_gets_anothers() {
        let signer = Signer::new("key");
        let codes = GameCodes::default();
        let game = |id: usize| CodedGame { id: id.to_string(), key: None };
        let first = codes.code(&signer, game(0));
        let last: Vec<String> = (1..=MOST).map(|id| codes.code(&signer, game(id))).collect();
        assert_eq!(codes.game(&first), None);
        assert_eq!(codes.game(&last[MOST - 1]), Some(game(MOST)));
        assert_eq!(codes.known().games.len(), MOST);
        // A game whose letters are another one's gets a longer code.
        let own = signer.letters("code of x");
        codes.known().games.insert(own[..SHORTEST].to_owned(), game(7));
        assert_eq!(codes.code(&signer, CodedGame { id: "x".into(), key: None }), own[..7]);
    }
}
