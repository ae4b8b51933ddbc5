//! Time that goes wrong.

use std::time::Duration;

use agon_client::Person;
use agon_store::{Store, Write};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::fill::now;
use crate::ground::Ground;
use crate::report::Check;

const GAP: Duration = Duration::from_secs(7);
/// A gap is noticed by a heartbeat that comes late; until then the clock may have run.
const UNNOTICED: u64 = 3_500;
const YEAR: i64 = 365 * 86_400_000;

/// A game of two people with five minutes each, and how much the first has left.
async fn timed_game(ground: &Ground) -> Result<(Person, String)> {
    let anna = Person::enter(&ground.honest(), "Anna").await?;
    let bob = Person::enter(&ground.attacker(), "Bob").await?;
    let clock = json!({ "kind": "increment", "main": 300_000, "add": 0 });
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let id = anna.make(&json!({ "game": "chess", "seats": seats, "clock": clock })).await?.id;
    bob.post(&format!("/api/games/{id}/actions"), &json!({ "do": "sit" })).await?.good()?;
    Ok((anna, id))
}

async fn left(person: &Person, id: &str) -> Result<u64> {
    let clock: Value = person.look(id).await?["state"]["clock"].clone();
    clock["left"][0].as_u64().context("no clock")
}

/// The machine sleeps while a clock runs.
pub(super) async fn stopped(ground: &mut Ground) -> Result<Vec<Check>> {
    let (anna, id) = timed_game(ground).await?;
    // Long enough that the server has noted that it is alive.
    sleep(Duration::from_secs(3)).await;
    let before = left(&anna, &id).await?;
    ground.server()?.signal("STOP")?;
    sleep(GAP).await;
    ground.server()?.signal("CONT")?;
    sleep(Duration::from_secs(3)).await;
    let spent = before.saturating_sub(left(&anna, &id).await?);
    // Three seconds after it went on are the player's own.
    let lost = spent.saturating_sub(3_000);
    let text = format!("7 s of standing still cost the player {lost} ms");
    Ok(vec![Check::that(lost <= UNNOTICED, text)])
}

/// Once the server was started with a wrong date, a year from now; now the date is right.
pub(super) async fn future(ground: &mut Ground) -> Result<Vec<Check>> {
    let (anna, id) = timed_game(ground).await?;
    let server = ground.server.take().context("no server")?;
    server.stop(Duration::from_secs(20))?;
    let store = Store::open(&ground.data().join("agon.db")).await?;
    let now = now();
    store.write(Write::Downtime { begin: now - 1_000, until: now + YEAR }).await?;
    store.write(Write::Fact { name: "alive".into(), value: (now + YEAR).to_string() }).await?;
    store.close().await;
    drop(store);
    ground.server = Some(ground.launch.start()?);
    let before = left(&anna, &id).await?;
    sleep(Duration::from_secs(3)).await;
    let after = left(&anna, &id).await?;
    let ran = before.saturating_sub(after);
    let text = format!("after a start with the date in the future a clock runs {ran} ms in 3 s");
    Ok(vec![Check::that((2_000..6_000).contains(&ran), text)])
}
