//! People's pages, and what the site knows of oneself.

use std::collections::{BTreeMap, HashMap};

use agon_games::GAMES;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Event;
use agon_protocol::lists::Ended;
use agon_protocol::people::{Me, Person, Token};
use agon_protocol::profile::{
    AccuracyPoint, ComputerName, Farewell, FavouriteOpening, GameResults, OpponentResults, OwnData,
    OwnGame, OwnPuzzles, OwnStudy, Profile, RatingHistory, RatingPoint, Score,
};
use agon_protocol::rating::Pace;
use agon_protocol::state::Summary;
use agon_store::{EventRow, PersonRow, PlayedRow, StoreError, Write, column, millis};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::accounts::is_right;
use super::extract::Body;
use super::fault::Answer;
use super::puzzles;
use crate::archiving::{self, OPENING};
use crate::cluster::Ending;
use crate::identity::{Caller, forget};
use crate::limits::Allowance;
use crate::loading::LoadError;
use crate::names;
use crate::ratings::{rating_of, told};
use crate::security;
use crate::state::App;
use crate::time::now;

/// Games that a page is made of.
const MOST_PLAYED: i64 = 2_000;
/// Changes of ratings on a page.
const MOST_CHANGES: i64 = 2_000;
/// Opponents on a page.
const MOST_OPPONENTS: usize = 12;
/// Openings of each game on a page, and how often they were played at least.
const MOST_OPENINGS: usize = 3;
const OFTEN: u32 = 2;
/// The most bytes of a name in an address.
const LONGEST_NAME: usize = 200;
/// Games in a file of one's own.
const MOST_GAMES: i64 = 10_000;

/// A person's page. What others see is what everybody may find; a guest's page is seen by nobody else.
#[utoipa::path(get, path = "/api/people/{id}", tag = "people",
    params(("id" = String, Path, description = "The id of a person, or what they sign in with")),
    responses((status = 200, body = Profile), (status = "4XX", body = Fault)))]
pub(crate) async fn show(
    State(app): State<App>,
    caller: Caller,
    Path(wanted): Path<String>,
) -> Answer<Json<Profile>> {
    let nobody = || Fault::new(Code::NotFound, "there is no page of this person");
    let site = app.site.get();
    if wanted.len() > LONGEST_NAME {
        return Err(nobody().into());
    }
    let person = match app.person_now(&wanted).await? {
        Some(person) => Some(person),
        None => app.store.person_by_login(&wanted.to_lowercase()).await?,
    };
    let person = person.ok_or_else(nobody)?;
    let id = person.id.clone();
    let me = caller.person.as_ref().is_some_and(|me| me.id == id);
    let hidden = site.no_profiles || person.login.is_none() || person.banned.is_some();
    if hidden && !me {
        return Err(nobody().into());
    }
    archiving::catch_up(&app).await?;
    let mut played = app.store.played(&id, MOST_PLAYED).await?;
    if !me {
        played.retain(|game| game.listed == 1);
    }
    let ratings = if site.no_ratings { Vec::new() } else { histories(&app, &id).await? };
    Ok(Json(Profile {
        person: Person::from(&person),
        registered: person.login.is_some(),
        since: millis(person.created),
        me,
        ratings,
        games: results(&app, &played).await?,
        opponents: opponents(&app, &played).await?,
    }))
}

/// A person's ratings with how they came about.
async fn histories(app: &App, person: &str) -> Result<Vec<RatingHistory>, StoreError> {
    let mut changes = app.store.rating_changes(person, MOST_CHANGES).await?;
    changes.reverse();
    let history = |row: agon_store::RatingRow| {
        let own = changes.iter().filter(|c| c.game == row.game && c.pace == row.pace);
        let point = |change: &agon_store::RatingChangeRow| RatingPoint {
            at: millis(change.at),
            points: (change.rating as f64 / 1e3).round().max(0.0) as u32,
        };
        Some(RatingHistory {
            pace: Pace::named(&row.pace)?,
            rating: told(rating_of(&row), row.games),
            points: own.map(point).collect(),
            game: row.game,
        })
    };
    Ok(app.store.ratings_of(person).await?.into_iter().filter_map(history).collect())
}

fn count(score: &mut Score, result: Ended) {
    match result {
        Ended::Won => score.won += 1,
        Ended::Drawn => score.drawn += 1,
        Ended::Lost => score.lost += 1,
        Ended::Unfinished => {}
    }
}

/// Game by game, the most played first.
async fn results(app: &App, played: &[PlayedRow]) -> Result<Vec<GameResults>, StoreError> {
    let mut by_game: BTreeMap<&str, Vec<&PlayedRow>> = BTreeMap::new();
    for row in played {
        by_game.entry(&row.game).or_default().push(row);
    }
    let mut results = Vec::new();
    for (game, rows) in by_game {
        let mut score = Score::default();
        rows.iter().for_each(|row| count(&mut score, row.result));
        let accuracy = rows.iter().rev().filter_map(|row| {
            let accuracy = u8::try_from(row.accuracy?).ok()?;
            Some(AccuracyPoint { at: millis(row.at), id: row.id.clone(), accuracy })
        });
        let accuracy = accuracy.collect();
        let openings = openings(app, &rows).await?;
        results.push(GameResults { game: game.into(), score, accuracy, openings });
    }
    results.retain(|game| game.score.games() > 0);
    results.sort_by_key(|game| std::cmp::Reverse(game.score.games()));
    Ok(results)
}

/// The beginnings that somebody had most often in a game.
async fn openings(app: &App, rows: &[&PlayedRow]) -> Result<Vec<FavouriteOpening>, StoreError> {
    let mut found: HashMap<i64, (Score, &PlayedRow)> = HashMap::new();
    for &row in rows.iter().rev() {
        if let Some(key) = row.opening {
            let (score, latest) = found.entry(key).or_insert((Score::default(), row));
            count(score, row.result);
            *latest = row;
        }
    }
    let mut found: Vec<(Score, &PlayedRow)> =
        found.into_values().filter(|(score, _)| score.games() >= OFTEN).collect();
    found.sort_by(|(a, latest_a), (b, latest_b)| {
        b.games().cmp(&a.games()).then_with(|| latest_b.at.cmp(&latest_a.at))
    });
    let mut openings = Vec::new();
    for (score, latest) in found.into_iter().take(MOST_OPENINGS) {
        let (table, _) = match app.load(&latest.id).await {
            Ok(loaded) => loaded,
            Err(LoadError::Store(error)) => return Err(error),
            Err(LoadError::Missing | LoadError::Removed | LoadError::Damaged(_)) => continue,
        };
        let steps = table.steps.iter().take(OPENING).filter_map(|step| match step {
            agon_protocol::state::Step::Move { play, .. } => {
                Some((play.text.clone(), play.display.clone()))
            }
            agon_protocol::state::Step::Out { .. } => None,
        });
        let (moves, display) = steps.unzip();
        openings.push(FavouriteOpening { moves, display, rules: table.setup.rules, score });
    }
    Ok(openings)
}

/// Those whom somebody played most often.
async fn opponents(app: &App, played: &[PlayedRow]) -> Result<Vec<OpponentResults>, StoreError> {
    let mut found: BTreeMap<(Option<&str>, Option<&str>), Score> = BTreeMap::new();
    for row in played {
        let key = (row.opponent.as_deref(), row.computer.as_deref());
        if key != (None, None) {
            count(found.entry(key).or_default(), row.result);
        }
    }
    let mut found: Vec<_> = found.into_iter().filter(|(_, score)| score.games() > 0).collect();
    found.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    found.truncate(MOST_OPPONENTS);
    let ids: Vec<String> = found.iter().filter_map(|((id, _), _)| id.map(Into::into)).collect();
    let people = app.people_now(&ids).await?;
    let told = |((id, computer), score): ((Option<&str>, Option<&str>), Score)| {
        let person = id.and_then(|id| people.iter().find(|person| person.id == id).cloned());
        let computer = computer.and_then(|name| {
            let (kind, level) = name.rsplit_once(' ')?;
            Some(ComputerName { kind: kind.into(), level: level.parse().ok()? })
        });
        (person.is_some() || computer.is_some()).then_some(OpponentResults {
            person,
            computer,
            score,
        })
    };
    Ok(found.into_iter().filter_map(told).collect())
}

/// Everything that the site knows of me, as a file.
#[utoipa::path(get, path = "/api/me/data", tag = "people",
    responses((status = 200, body = OwnData), (status = "4XX", body = Fault)))]
pub(crate) async fn own_data(State(app): State<App>, caller: Caller) -> Answer<Response> {
    let (person, session) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    let sessions = app.store.sessions(&person.id).await?;
    let mut solved = Vec::new();
    for game in GAMES {
        if let Some((standing, tried)) = puzzles::standing(&app, &person.id, game.id()).await? {
            solved.push(OwnPuzzles { game: game.id().into(), standing: standing.told(tried) });
        }
    }
    let mut studies = Vec::new();
    for head in app.store.studies_of(&person.id).await? {
        let row = app.store.study(&head.id).await?;
        studies.extend(row.map(|row| OwnStudy { title: row.head.title, file: row.content }));
    }
    let ids = app.store.games_of(&person.id, MOST_GAMES + 1).await?;
    let more_games = ids.len() as i64 > MOST_GAMES;
    let mut games = Vec::new();
    for id in ids.iter().take(MOST_GAMES as usize) {
        games.extend(own_game(&app, id).await?);
    }
    let data = OwnData {
        me: Me::from(person),
        since: millis(person.created),
        sessions: sessions.iter().map(|row| row.session(row.id == session)).collect(),
        tokens: app.store.tokens(&person.id).await?.iter().map(Token::from).collect(),
        ratings: histories(&app, &person.id).await?,
        puzzles: solved,
        studies,
        games,
        more_games,
    };
    let disposition = [(header::CONTENT_DISPOSITION, "attachment; filename=\"agon-my-data.json\"")];
    Ok((disposition, Json(data)).into_response())
}

/// A game of mine, if it can be read.
async fn own_game(app: &App, id: &str) -> Result<Option<OwnGame>, StoreError> {
    let Some(row) = app.store.game(id).await? else { return Ok(None) };
    let events = app.store.events(id, 0).await?;
    let mut setup = None;
    let mut moves: Vec<String> = Vec::new();
    for (recorded, _) in events.iter().map(EventRow::event).filter_map(Result::ok) {
        match recorded.event {
            Event::Created { setup: created } => setup = Some(*created),
            Event::Moved { text, .. } => moves.push(text),
            Event::TookBack { ply, .. } => moves.truncate(ply as usize),
            _ => {}
        }
    }
    if let Some(setup) = &mut setup {
        let people = setup.people();
        for person in app.people_now(&people).await? {
            setup.know(&person);
        }
    }
    let verdict = row.summary().ok().and_then(|Summary { outcome, .. }| Some(outcome?.verdict));
    let created = millis(row.created);
    Ok(setup.map(|setup| OwnGame { id: id.into(), setup, created, moves, verdict }))
}

/// Takes leave: name, password, sessions, tokens, ratings and what I tried go. My games stay with those
/// whom I played, under a guest's name.
#[utoipa::path(delete, path = "/api/me", tag = "people", request_body = Farewell,
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn farewell(
    State(app): State<App>,
    caller: Caller,
    Body(Farewell { password }): Body<Farewell>,
) -> Answer<Response> {
    let (person, _) = caller.signed_in()?;
    caller.spend(&app, Allowance::Entrance).await?;
    if person.password.is_some() {
        let password = password.unwrap_or_default();
        if !is_right(&app, &caller, &password, person.password.clone()).await? {
            security::log_refusal(&caller.address, "wrong password", Some(person));
            return Err(Fault::new(Code::BadLogin, "the password is wrong").into());
        }
    }
    let name = names::of_guest(&person.id);
    let name_key = names::key(&name);
    let id = person.id.clone();
    let gone = PersonRow { name: name.clone(), picture: String::new(), ..person.clone() };
    let at = column(now().0);
    app.store.write(Write::Forget { person: id.clone(), name, name_key, at }).await?;
    security::log(&caller, "account deleted", "");
    app.end(Ending::All { person: id });
    app.tell_changed(&Person::from(&gone)).await;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget(&app))]).into_response())
}
