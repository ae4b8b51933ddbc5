//! Lists of games.

use std::cmp::Reverse;

use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::error::{Code, Fault};
use agon_protocol::lists::{Ended, ListQuery};
use agon_protocol::state::{Phase, Summary};
use agon_protocol::units::Millis;
use agon_table::opening::find as find_game;

use crate::wire::Row;

/// Returns whether this person created the game or plays in it.
pub(crate) fn is_of(game: &Summary, person: &str) -> bool {
    game.host.as_deref() == Some(person) || game.people().any(|other| other == person)
}

/// Returns the requested games, latest first: those of this person, or listed ones.
pub(crate) fn find<'a>(
    rows: impl Iterator<Item = &'a Row>,
    query: &ListQuery,
    mine: Option<&str>,
) -> Vec<Summary> {
    let wanted = |row: &&Row| {
        let game = &row.summary;
        let shown = match mine {
            Some(person) => is_of(game, person) && !row.hidden,
            None => game.listed,
        };
        shown
            && query.phase.is_none_or(|phase| game.phase == phase)
            && query.game.as_ref().is_none_or(|id| game.game == *id)
            && query.before.is_none_or(|before| game.updated < before)
            && query.result.is_none_or(|result| ended(game, result, mine))
            && query.player.as_ref().is_none_or(|player| has_player(game, player))
    };
    let mut games: Vec<&Summary> = rows.filter(wanted).map(|row| &row.summary).collect();
    games.sort_by_key(|game| (Reverse(game.updated), &game.id));
    games.into_iter().take(query.limit.unwrap_or_default().into()).cloned().collect()
}

/// Returns a page of finished games; search by position needs a server.
pub(crate) fn archive<'a>(
    rows: impl Iterator<Item = &'a Row>,
    query: &ArchiveQuery,
    mine: Option<&str>,
) -> Result<ArchivePage, Fault> {
    if query.position.is_some() {
        return Err(Fault::new(Code::NotAllowed, "this needs a server"));
    }
    let rules = match (&query.game, &query.rules) {
        (Some(game), Some(rules)) => Some(find_game(game)?.open(rules, None)?.rules()),
        _ => None,
    };
    let after: Option<Millis> =
        query.after.as_ref().and_then(|text| Some(Millis(text.parse().ok()?)));
    let wanted = |row: &&Row| {
        let game = &row.summary;
        let shown = match mine.or(query.person.as_deref()) {
            Some(person) => is_of(game, person) && !row.hidden,
            None => game.listed,
        };
        shown
            && game.phase == Phase::Ended
            && query.game.as_ref().is_none_or(|id| game.game == *id)
            && rules.as_ref().is_none_or(|rules| game.rules == *rules)
            && query.player.as_ref().is_none_or(|player| has_player(game, player))
            && query.result.is_none_or(|result| ended(game, result, mine))
            && query.from.is_none_or(|from| game.updated >= from)
            && query.until.is_none_or(|until| game.updated < until)
            && query.shortest.is_none_or(|least| game.ply >= least)
            && query.longest.is_none_or(|most| game.ply <= most)
            && after.is_none_or(|after| game.updated < after)
    };
    let mut games: Vec<Summary> = rows.filter(wanted).map(|row| row.summary.clone()).collect();
    games.sort_by_key(|game| Reverse(game.updated));
    let limit = usize::from(query.limit.unwrap_or_default());
    let more = games.len() > limit;
    games.truncate(limit);
    let next = games.last().filter(|_| more).map(|game| game.updated.to_string());
    Ok(ArchivePage { games, next })
}

fn ended(game: &Summary, result: Ended, mine: Option<&str>) -> bool {
    if game.phase != Phase::Ended {
        return false;
    }
    let outcome = game.outcome.as_ref();
    let winner = outcome.and_then(|outcome| outcome.winner);
    let unfinished = outcome.is_none_or(|outcome| outcome.places.is_empty());
    let is_mine = |person: &str| {
        let seat = winner.and_then(|seat| game.seats.get(seat.index()));
        let occupant = seat.and_then(|seat| seat.occupant.as_ref());
        matches!(occupant, Some(agon_protocol::setup::Occupant::Person { id, .. }) if id == person)
    };
    match result {
        Ended::Won => winner.is_some() && mine.is_none_or(is_mine),
        Ended::Lost => winner.is_some() && mine.is_some_and(|person| !is_mine(person)),
        Ended::Drawn => winner.is_none() && !unfinished,
        Ended::Unfinished => unfinished,
    }
}

/// Returns whether every search word is the prefix of a word of a player's name.
fn has_player(game: &Summary, wanted: &str) -> bool {
    let occupants = game.seats.iter().filter_map(|seat| seat.occupant.as_ref());
    let names: Vec<String> = occupants.map(|one| one.name().to_lowercase()).collect();
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(Into::into)
            .collect()
    };
    let known: Vec<String> = names.iter().flat_map(|name| words(name)).collect();
    let wanted = words(&wanted.to_lowercase());
    wanted.iter().all(|word| known.iter().any(|name| name.starts_with(word.as_str())))
}
