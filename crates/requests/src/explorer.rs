//! What was played in a position, and how it ended.

use agon_protocol::archive::Explored;
use agon_protocol::position::PositionRequest;
use agon_table::explorer::{PLIES, Place};
use agon_table::opening::open;

use crate::backend::{Answer, Backend};

pub(crate) async fn explore<B: Backend>(
    site: &mut B,
    request: PositionRequest,
) -> Answer<Explored, B> {
    let work = move || open(&request).map(|game| (game.id(), Place::of(game)));
    let (game, place) = site.run(work).await?;
    let engine = site.engine_games(game, place.key).await?;
    let (ways, games) = site.site_games(place.key).await?;
    Ok(Explored { moves: place.moves(&ways, &engine), games, plies: PLIES as u32 })
}
