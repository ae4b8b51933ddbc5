//! Search in games that are over.

use std::collections::HashSet;

use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::error::{Code, Fault};
use agon_protocol::position::PositionRequest;
use agon_protocol::state::Summary;
use agon_store::{ArchiveFilter, GameRow, column};
use agon_table::opening::find;

use super::fault::{Answer, HttpFault};
use super::games::ending;
use crate::archiving;
use crate::identity::Caller;
use crate::state::App;

/// Returns a page of the archive.
pub(crate) async fn search(app: &App, caller: &Caller, query: ArchiveQuery) -> Answer<ArchivePage> {
    let filter = filter_of(app, caller, query).await?;
    archiving::catch_up(app).await?;
    let (games, next) = summaries(app, &filter).await?;
    Ok(ArchivePage { games, next: next.map(|(at, id)| format!("{at}.{id}")) })
}

/// The games of a page, with the names that people have now.
pub(crate) async fn summaries(
    app: &App,
    filter: &ArchiveFilter,
) -> Answer<(Vec<Summary>, Option<(i64, String)>)> {
    let found = app.store.archive(filter).await?;
    let mut games: Vec<Summary> =
        found.games.iter().map(GameRow::summary).filter_map(Result::ok).collect();
    let people: HashSet<String> = games.iter().flat_map(Summary::people).map(Into::into).collect();
    let people = app.people_now(&people.into_iter().collect::<Vec<_>>()).await?;
    for game in &mut games {
        for person in &people {
            game.know(person);
        }
    }
    Ok((games, found.next))
}

/// What is looked for, if it can be.
async fn filter_of(app: &App, caller: &Caller, query: ArchiveQuery) -> Answer<ArchiveFilter> {
    let bad = |message: &str| HttpFault::from(Fault::new(Code::BadRequest, message));
    let mine = query.mine.unwrap_or(false);
    let (result, won) = ending(query.result, mine);
    let rules = query.rules.unwrap_or_default();
    let (mut options, mut position) = (Vec::new(), None);
    if !rules.is_empty() || query.position.is_some() {
        let game = query.game.clone().ok_or_else(|| bad("say which game, too"))?;
        options = options_of(&game, &rules)?;
        if let Some(text) = query.position {
            let request = PositionRequest { game, rules, position: Some(text), moves: Vec::new() };
            let key = move || agon_table::explorer::key_of(&request);
            position = Some(app.offload.run(&caller.address, key).await??);
            // The rules are part of what a position is.
            options.clear();
        }
    }
    let after = query.after.map(|text| {
        let (at, id) = text.split_once('.')?;
        Some((at.parse().ok()?, id.to_owned()))
    });
    let person = if mine { Some(caller.known()?.id.clone()) } else { query.person };
    Ok(ArchiveFilter {
        game: query.game,
        options,
        player: query.player.filter(|player| !player.trim().is_empty()),
        person,
        result,
        won,
        listed_only: !mine,
        plies: (query.shortest.map(i64::from), query.longest.map(i64::from)),
        time: (query.from.map(|at| column(at.0)), query.until.map(|at| column(at.0))),
        position,
        after: after.map(|after| after.ok_or_else(|| bad("`after` is no place"))).transpose()?,
        limit: query.limit.map(i64::from).unwrap_or_default(),
    })
}

/// The options that a text names, each as it stands among the rules of a game.
fn options_of(game: &str, rules: &str) -> Result<Vec<String>, Fault> {
    let game = find(game)?;
    let written = game.open(rules, None)?.rules();
    let preset = |name: &str| game.presets().iter().find(|preset| preset.name == name);
    let named: Vec<&str> = rules
        .split(',')
        .flat_map(|item| preset(item).map_or(item, |preset| preset.rules).split(','))
        .filter_map(|item| item.split_once('='))
        .map(|(name, _)| name)
        .collect();
    let is_named =
        |item: &&str| item.split_once('=').is_some_and(|(name, _)| named.contains(&name));
    Ok(written.split(',').filter(is_named).map(Into::into).collect())
}
