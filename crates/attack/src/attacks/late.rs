//! Messages that come late: what they were meant for is gone.

use agon_client::{Person, Refusal, Socket};
use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};

use crate::ground::Ground;
use crate::report::Check;

/// Two people in a game of chess.
struct Two {
    id: String,
    sockets: [Socket; 2],
}

impl Two {
    async fn begin(ground: &Ground) -> Result<Two> {
        let anna = Person::enter(&ground.honest(), "Anna").await?;
        let bob = Person::enter(&ground.attacker(), "Bob").await?;
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let id = anna.make(&json!({ "game": "chess", "seats": seats })).await?.id;
        let mut sockets = [anna.connect().await?, bob.connect().await?];
        for socket in &mut sockets {
            socket.watch(&id, None, None).await?;
        }
        let mut two = Two { id, sockets };
        two.must(1, &json!({ "do": "sit" })).await?;
        Ok(two)
    }

    async fn act(
        &mut self,
        who: usize,
        action: &Value,
    ) -> Result<std::result::Result<u64, Refusal>> {
        Ok(self.sockets[who].act(&self.id, None, action).await?)
    }

    async fn must(&mut self, who: usize, action: &Value) -> Result<u64> {
        let done = self.act(who, action).await?;
        done.map_err(|refusal| anyhow!("{action} was refused: {}", refusal.message["message"]))
    }

    async fn state(&mut self) -> Result<Value> {
        let seen = self.sockets[0].watch(&self.id, None, None).await?;
        Ok(seen["state"].clone())
    }

    /// A move as a page sends it: for the version that it shows, where the server tells one.
    async fn play(&mut self, who: usize, text: &str) -> Result<Value> {
        let state = self.state().await?;
        let mut action = json!({ "do": "move", "ply": state["ply"], "text": text });
        if speaks_of_versions(&state) {
            action["version"] = state["version"].clone();
        }
        self.must(who, &action).await?;
        Ok(action)
    }

    /// Asks to take back to a ply: the answer that the other one would give to it.
    async fn ask(&mut self, who: usize, ply: u64) -> Result<Value> {
        self.must(who, &json!({ "do": "take_back", "ply": ply })).await?;
        let asked = self.state().await?["take_back"].clone();
        let mut answer = json!({ "do": "answer_take_back", "accept": true });
        if let Some(version) = asked.get("version") {
            answer["offer"] = version.clone();
        }
        Ok(answer)
    }
}

fn speaks_of_versions(state: &Value) -> bool {
    state.get("draw_version").is_some()
}

/// A move that was taken back arrives once more.
pub(super) async fn copies(ground: &mut Ground) -> Result<Vec<Check>> {
    let mut two = Two::begin(ground).await?;
    let first = two.play(0, "e2e4").await?;
    two.play(1, "e7e5").await?;
    let yes = two.ask(0, 0).await?;
    two.must(1, &yes).await?;
    let before = two.state().await?;
    let copy = two.act(0, &first).await?;
    let after = two.state().await?;
    let same = before["ply"] == after["ply"] && before["version"] == after["version"];
    let told = match &copy {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => format!("refused as {}", refusal.code),
    };
    let mut checks =
        vec![Check::that(same, format!("a copy of a move that was taken back is {told}"))];
    // The same action with the same id twice: one effect, and the same answer.
    let state = two.state().await?;
    if speaks_of_versions(&state) {
        let mut action = json!({ "do": "move", "ply": 0, "text": "d2d4", "id": "attack-1" });
        action["version"] = state["version"].clone();
        let answers = [two.act(0, &action).await?, two.act(0, &action).await?];
        let versions: Vec<_> = answers.iter().map(|answer| answer.as_ref().ok()).collect();
        let ply = two.state().await?["ply"].clone();
        let text = format!("an action with an id, twice: answers {versions:?}, ply {ply}");
        checks.push(Check::that(versions[0] == versions[1] && ply == 1, text));
    } else {
        checks.push(Check::that(false, "actions have neither versions nor ids"));
    }
    Ok(checks)
}

/// Anna asks for ply 6, withdraws, asks for ply 0; Bob's yes to the first comes late.
pub(super) async fn consent(ground: &mut Ground) -> Result<Vec<Check>> {
    let mut two = Two::begin(ground).await?;
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    for (ply, text) in line.into_iter().enumerate() {
        two.play(ply % 2, text).await?;
    }
    let late_yes = two.ask(0, 6).await?;
    let mut withdraw = late_yes.clone();
    withdraw["accept"] = json!(false);
    two.must(0, &withdraw).await?;
    two.ask(0, 0).await?;
    let answer = two.act(1, &late_yes).await?;
    let ply = two.state().await?["ply"].as_u64().context("no ply")?;
    let told =
        answer.map_or_else(|refusal| format!("refused as {}", refusal.code), |_| "accepted".into());
    let text = format!("yes to a withdrawn take-back is {told}; {ply} of 8 plies stand");
    Ok(vec![Check::that(ply == 8, text)])
}
