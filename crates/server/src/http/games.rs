//! Lists of games, and new games.

use std::collections::HashSet;

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::Opening;
use agon_protocol::lists::{Ended, KeyQuery, ListQuery};
use agon_protocol::setup::{Made, Occupant, Setup};
use agon_protocol::state::Summary;
use agon_store::{GameFilter, GameRow, StoreError, column};

use super::fault::Answer;
use super::people::check_name;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::live::Viewer;
use crate::ratings;
use crate::state::App;

/// Returns the result that the store filters by, and whether the person won.
pub(crate) fn ending(result: Option<Ended>, mine: bool) -> (Option<Ended>, Option<bool>) {
    match result {
        None => (None, None),
        Some(Ended::Won) => (Some(Ended::Won), mine.then_some(true)),
        Some(Ended::Lost) => (Some(Ended::Won), Some(false)),
        Some(other) => (Some(other), None),
    }
}

pub(crate) async fn list(app: &App, caller: &Caller, query: ListQuery) -> Answer<Vec<Summary>> {
    let mine = query.mine.unwrap_or(false);
    let (result, won) = ending(query.result, mine);
    let filter = GameFilter {
        result,
        won,
        phase: query.phase,
        game: query.game,
        player: query.player.filter(|player| !player.is_empty()),
        person: if mine { Some(caller.known()?.id.clone()) } else { None },
        listed_only: !mine,
        before: query.before.map(|before| column(before.0)),
        limit: query.limit.map(i64::from).unwrap_or_default(),
    };
    Ok(summaries(app, &filter).await?)
}

/// The games of a list, as they stand now.
pub(crate) async fn summaries(app: &App, filter: &GameFilter) -> Result<Vec<Summary>, StoreError> {
    let rows = app.store.games(filter).await?;
    let read = |row: &GameRow| {
        let mut summary = row.summary().ok()?;
        app.hub.refresh(&mut summary);
        Some(summary)
    };
    let mut games: Vec<Summary> = rows.iter().filter_map(read).collect();
    // Names as they are now.
    let people: HashSet<String> = games.iter().flat_map(Summary::people).map(Into::into).collect();
    let people = app.people_now(&people.into_iter().collect::<Vec<_>>()).await?;
    for game in &mut games {
        for person in &people {
            game.know(person);
        }
    }
    Ok(games)
}

/// A game that has been made, with the link for others.
pub(crate) fn made(app: &App, id: String, key: String) -> Made {
    let site = app.config.public_url.as_deref().unwrap_or("").trim_end_matches('/');
    let link = format!("{site}/game/{id}?key={key}");
    Made { id, key, link }
}

/// Begins a game, and stores it.
pub(crate) async fn begin(app: &App, caller: &Caller, setup: Setup) -> Answer<Made> {
    let person = caller.known_ref()?;
    for occupant in setup.seats.iter().flatten() {
        // Those on the same screen must not pass for somebody else either.
        if let Occupant::Person { name, .. } = occupant
            && *name != person.name
        {
            check_name(app, name, &person.id, false).await?;
        }
    }
    if setup.rated {
        ratings::check(app, &setup, caller.known()?)?;
    }
    app.lobby.note_origin(&person.id, &caller.address);
    let game = app.begin(setup)?;
    app.store.write(game.write()).await?;
    let made = made(app, game.table.id.clone(), game.table.secret.clone());
    app.open(game);
    Ok(made)
}

/// Takes a new game from the caller's allowance, and checks that the host lets this person begin games. The
/// number of games is checked when the game is stored.
pub(crate) async fn may_begin(app: &App, caller: &Caller) -> Answer<()> {
    let person = caller.known()?;
    caller.spend(app, Allowance::NewGame).await?;
    let closed = |message: &str| Err(Fault::new(Code::OpeningClosed, message).into());
    match app.site.get().opening {
        Opening::Registered if person.login.is_none() => {
            closed("here only people with a password may begin games")
        }
        Opening::Nobody => closed("no games are begun here now"),
        Opening::Registered | Opening::Everybody => Ok(()),
    }
}

pub(crate) fn viewer(caller: &Caller, query: KeyQuery) -> Viewer {
    Viewer { person: caller.reference(), key: query.key }
}
