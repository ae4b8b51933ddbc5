//! Which games are looked for.

/// Which games are looked for. What is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Where they are in their life.
    pub phase: Option<String>,
    /// Which game.
    pub game: Option<String>,
    /// The beginnings of one or more words of a player's name.
    pub player: Option<String>,
    /// Somebody who sits there or made it, and has not hidden it.
    pub person: Option<String>,
    /// How they ended: `won`, `drawn` or `unfinished`.
    pub result: Option<String>,
    /// Of somebody's games only those that they won, or only others.
    pub won: Option<bool>,
    /// Only what everybody may find.
    pub listed_only: bool,
    /// Only games whose last change is older.
    pub before: Option<i64>,
    /// How many at most.
    pub limit: i64,
}
