//! How well people play.

use agon_protocol::error::{Code, Fault};
use agon_protocol::lists::KeyQuery;
use agon_protocol::people::Person;
use agon_protocol::rating::{Leader, Leaders, LeadersQuery, Pace, SeatRating, TableRatings};
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_table::opening::find;
use axum::Json;
use axum::extract::{Path, State};

use super::extract::{Id, Params};
use super::fault::Answer;
use super::games::viewer;
use crate::archiving;
use crate::identity::Caller;
use crate::live::Ask;
use crate::ratings::{SURE, all_registered, levels, of_person, rating_of, told, told_level};
use crate::state::App;

/// People in the list of the best when nothing is said.
const USUAL: u8 = 50;
/// So many of them can be left out.
const MOST_SKIPPED: u32 = 5_000;

fn switched_off() -> Fault {
    Fault::new(Code::NotFound, "there are no ratings here")
}

/// How well those at a table play; after the game, what it has changed.
#[utoipa::path(get, path = "/api/games/{id}/ratings", tag = "ratings",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = TableRatings), (status = "4XX", body = Fault)))]
pub(crate) async fn of_table(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Json<TableRatings>> {
    if app.site.get().no_ratings {
        return Err(switched_off().into());
    }
    let viewer = viewer(&caller, query);
    let ask = |answer| Ask::Look { viewer: viewer.clone(), answer };
    let game = *app.hub.ask(&app, &id, ask).await?;
    let over = game.state.phase == Phase::Ended;
    if over && game.setup.rated {
        archiving::file(&app, &id).await?;
    }
    let changes = if over { app.store.changed_by(&id).await? } else { Vec::new() };
    let pace = Pace::of(game.setup.clock);
    let occupants: Vec<Option<Occupant>> =
        game.state.seats.into_iter().map(|seat| seat.occupant).collect();
    let counts = game.setup.rated
        && if over { !changes.is_empty() } else { all_registered(&app, &occupants).await? };
    let mut seats = Vec::new();
    for occupant in &occupants {
        seats.push(match occupant {
            Some(Occupant::Computer { kind, level }) => {
                let rating = told_level(&game.setup.game, kind, *level);
                rating.map(|rating| SeatRating { rating, change: None })
            }
            Some(Occupant::Person { id: person, picture: Some(_), .. }) => {
                let registered = app.store.person(person).await?.is_some_and(|p| p.login.is_some());
                if registered {
                    let mut rating = of_person(&app, person, &game.setup.game, pace).await?;
                    let change = changes.iter().find(|change| change.person == *person);
                    let points = |thousandths: i64| (thousandths as f64 / 1e3).round();
                    if let Some(change) = change {
                        rating.points = points(change.rating).max(0.0) as u32;
                    }
                    let change = change.map(|c| (points(c.rating) - points(c.before)) as i32);
                    Some(SeatRating { rating, change })
                } else {
                    None
                }
            }
            _ => None,
        });
    }
    Ok(Json(TableRatings { pace, rated: counts, seats }))
}

/// The best at a game and a pace.
#[utoipa::path(get, path = "/api/leaders/{game}/{pace}", tag = "ratings",
    params(("game" = String, Path), ("pace" = String, Path), LeadersQuery),
    responses((status = 200, body = Leaders), (status = "4XX", body = Fault)))]
pub(crate) async fn leaders(
    State(app): State<App>,
    caller: Caller,
    Path((game, pace)): Path<(String, String)>,
    Params(query): Params<LeadersQuery>,
) -> Answer<Json<Leaders>> {
    let site = app.site.get();
    if site.no_ratings || site.no_leaders {
        return Err(switched_off().into());
    }
    let game = find(&game)?.id();
    let unknown = || Fault::new(Code::NotFound, "there is no such pace");
    let pace = Pace::named(&pace).ok_or_else(unknown)?;
    let limit = query.limit.unwrap_or(USUAL);
    let skip = query.skip.unwrap_or(0);
    if !(1..=100).contains(&limit) || skip > MOST_SKIPPED {
        let message = format!("the limit is 1 to 100, and at most {MOST_SKIPPED} are left out");
        return Err(Fault::new(Code::BadRequest, message).into());
    }
    let surest = (SURE * 1e3) as i64;
    let limit = i64::from(limit);
    let mut found =
        app.store.leaders(game, pace.name(), surest, limit + 1, i64::from(skip)).await?;
    let more = found.len() as i64 > limit;
    found.truncate(limit as usize);
    let people = found.iter().map(|(row, person)| Leader {
        person: Person::from(person),
        rating: told(rating_of(row), row.games),
    });
    let mine = match &caller.person {
        Some(me) => app.store.rating(&me.id, game, pace.name()).await?,
        None => None,
    };
    Ok(Json(Leaders {
        people: people.collect(),
        more,
        mine: mine.map(|row| told(rating_of(&row), row.games)),
        levels: levels(game),
    }))
}
