//! Selection of games for lists.

use agon_protocol::lists::Ended;
use agon_protocol::state::Phase;

/// Selects games. Fields that are `None` select all.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Phase.
    pub phase: Option<Phase>,
    /// Id of the game that is played.
    pub game: Option<String>,
    /// Beginnings of one or more words of a player's name.
    pub player: Option<String>,
    /// Id of the host or of a player who has not hidden the game.
    pub person: Option<String>,
    /// How they ended; never [`Ended::Lost`].
    pub result: Option<Ended>,
    /// With `person`: whether that person won.
    pub won: Option<bool>,
    /// Only games on public lists.
    pub listed_only: bool,
    /// Only games whose last event is before this time.
    pub before: Option<i64>,
    /// Maximum number of games.
    pub limit: i64,
}
