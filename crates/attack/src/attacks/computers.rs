//! Games of computers against each other, beside that of a person.

use std::time::{Duration, Instant};

use agon_client::{Delays, Person, Socket};
use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::ground::Ground;
use crate::report::Check;

const GUESTS: usize = 4;
const GAMES: usize = 215;
/// A computer that has a clock is charged the time that it thought: the clock tells.
const CLOCK: u64 = 86_400_000;
/// Moves of the computer in peace, and under attack.
const MOVES: usize = 4;
/// A computer that waits longer for its turn is no opponent.
const LONGEST: f64 = 10_000.0;

/// A person against the strongest level.
struct Duel {
    socket: Socket,
    id: String,
    state: Value,
    moves: Vec<String>,
}

/// How a computer answered.
struct Answer {
    thought: Duration,
    waited: Duration,
}

impl Duel {
    async fn begin(person: &Person) -> Result<Duel> {
        let seats =
            json!([{ "who": "me" }, { "who": "computer", "kind": "alpha-beta", "level": 10 }]);
        let clock = json!({ "kind": "increment", "main": CLOCK, "add": 0 });
        let wish = json!({ "game": "chess", "seats": seats, "clock": clock, "pace": 0 });
        let id = person.make(&wish).await?.id;
        let mut socket = person.connect().await?;
        let seen = socket.watch(&id, None, None).await?;
        let mut duel = Duel { socket, id, state: Value::Null, moves: Vec::new() };
        duel.stand(&seen);
        Ok(duel)
    }

    fn stand(&mut self, message: &Value) {
        self.state = message["state"].clone();
        let moves = message["view"]["moves"].as_array();
        let text = |play: &Value| play["text"].as_str().map(str::to_owned);
        self.moves = moves.into_iter().flatten().filter_map(text).collect();
    }

    /// Milliseconds on the computer's clock.
    fn clock(&self) -> Result<u64> {
        self.state["clock"]["left"][1].as_u64().context("no clock")
    }

    async fn play(&mut self) -> Result<Answer> {
        let before = self.clock()?;
        // Quiet moves: the computer shall have something to think about.
        let quiet = ["e2e4", "d2d4", "g1f3", "b1c3", "f1e2", "e1g1", "a2a3", "h2h3", "c1e3"];
        let legal = |text: &&&str| self.moves.iter().any(|listed| listed == **text);
        let text = quiet.iter().find(legal).map(|text| (*text).to_owned());
        let text = text.or_else(|| self.moves.first().cloned()).context("no legal move")?;
        let action = json!({ "do": "move", "ply": self.state["ply"], "text": text });
        let begin = Instant::now();
        let done = self.socket.act(&self.id, None, &action).await?;
        done.map_err(|refusal| anyhow::anyhow!("refused: {}", refusal.message))?;
        loop {
            let heard = self.socket.hear_type(&["event"]).await?;
            if heard["event"]["kind"] == "moved" && heard["event"]["seat"] == 1 {
                self.stand(&heard);
                let left = heard["event"]["left"].as_u64().context("no time told")?;
                let thought = Duration::from_millis(before.saturating_sub(left));
                return Ok(Answer { thought, waited: begin.elapsed() });
            }
        }
    }

    /// Several answers: the times thought, and the times until the answer.
    async fn answers(&mut self) -> Result<(Delays, Delays)> {
        let (mut thought, mut waited) = (Delays::default(), Delays::default());
        for _ in 0..MOVES {
            let answer = self.play().await?;
            thought.add(answer.thought);
            waited.add(answer.waited);
        }
        Ok((thought, waited))
    }
}

/// Guests let computers play each other in as many games as they may, and watch them.
pub(super) async fn crowd(ground: &mut Ground) -> Result<Vec<Check>> {
    let person = Person::enter(&ground.honest(), "Anna").await?;
    let (peace, peace_waited) = Duel::begin(&person).await?.answers().await?;
    let computer = json!({ "who": "computer", "kind": "alpha-beta", "level": 10 });
    let wish = json!({ "game": "chess", "seats": [computer, computer], "pace": 0 });
    let mut watching = Vec::new();
    let mut made = 0;
    for number in 0..GUESTS {
        let guest = Person::enter(&ground.crowd(number), &format!("Bots {number}")).await?;
        let mut socket = guest.connect().await?;
        let mut refused = 0;
        for _ in 0..GAMES.div_ceil(GUESTS) {
            // Within the allowance for new games; what comes after is refused.
            match guest.make(&wish).await {
                Ok(game) => {
                    socket.watch(&game.id, None, None).await?;
                    drop(socket.take_unread());
                    made += 1;
                }
                Err(_) if refused > 3 => break,
                Err(_) => refused += 1,
            }
        }
        watching.push(tokio::spawn(async move { while socket.hear_text().await.is_ok() {} }));
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (thought, waited) = Duel::begin(&person).await?.answers().await?;
    for task in watching {
        task.abort();
    }
    let (before, after) = (peace.median().unwrap_or(0.0), thought.median().unwrap_or(0.0));
    let text = format!(
        "beside {made} games of computers level 10 thought {after:.0} ms (median of {MOVES}), alone {before:.0} ms"
    );
    let text_waited = format!("its answer came after {waited}, alone {peace_waited}");
    Ok(vec![
        Check::that(after >= before / 2.0 && after > 0.0, text),
        Check::that(waited.share(1.0).is_some_and(|worst| worst < LONGEST), text_waited),
    ])
}
