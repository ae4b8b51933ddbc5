//! What is known of a game from outside: every event that anybody was told of. After a crash
//! the server must know exactly these, and at most what an action caused whose answer was lost.

use serde_json::{Value, json};

use crate::tally::{Fault, Tally};

/// A game.
pub(crate) struct Record {
    pub(crate) id: String,
    /// One person has all seats.
    pub(crate) solo: bool,
    /// The events from version 2 on, as they were told.
    told: Vec<Value>,
    /// An action that was sent; nobody knows yet whether it was carried out.
    pub(crate) pending: Option<Value>,
    /// The same, by which of the two, to be repeated until it is answered.
    pub(crate) unanswered: Option<(usize, Value)>,
    /// How the game stands, as it was told last.
    pub(crate) state: Value,
    /// The legal moves.
    pub(crate) moves: Vec<String>,
    /// What was told does not fit together: nobody can go on with it.
    pub(crate) broken: bool,
}

impl Record {
    pub(crate) fn new(id: String, solo: bool) -> Record {
        let (state, moves) = (Value::Null, Vec::new());
        Record {
            id,
            solo,
            told: Vec::new(),
            pending: None,
            unanswered: None,
            state,
            moves,
            broken: false,
        }
    }

    /// The version of the last event that was told.
    pub(crate) fn version(&self) -> u64 {
        self.told.len() as u64 + 1
    }

    pub(crate) fn phase(&self) -> &str {
        self.state["phase"].as_str().unwrap_or("unknown")
    }

    /// The game that follows this one, if it is known.
    pub(crate) fn next(&self) -> Option<&str> {
        let last = self.told.iter().rev().find(|told| told["event"]["kind"] == "rematch")?;
        last["event"]["id"].as_str()
    }

    /// An event is told; the same may be told to each player.
    pub(crate) fn hear(&mut self, message: &Value, tally: &Tally) {
        let event = bare(message);
        let version = event["version"].as_u64().unwrap_or_default();
        let Some(index) = version.checked_sub(2).map(|index| index as usize) else { return };
        match self.told.get(index) {
            Some(known) if *known == event => {}
            Some(known) => {
                let text = format!("{}: version {version} was {known}, now {event}", self.id);
                tally.fault(Fault::Lost(1), text);
                self.broken = true;
            }
            None if index == self.told.len() => self.told.push(event),
            None => {
                let last = self.version();
                let text = format!("{}: version {version} was told after {last}", self.id);
                tally.fault(Fault::Other, text);
                self.broken = true;
            }
        }
        if version >= self.version() {
            self.stand(message);
        }
    }

    /// How it stands, from any message that tells.
    pub(crate) fn stand(&mut self, message: &Value) {
        if message["state"].is_object() {
            self.state = message["state"].clone();
        }
        if let Some(moves) = message["view"]["moves"].as_array() {
            let text = |play: &Value| play["text"].as_str().map(str::to_owned);
            self.moves = moves.iter().filter_map(text).collect();
        }
    }

    /// Compares with all events that are stored, those from version 2 on. `false` when the game
    /// is not what it was: it cannot be gone on with.
    pub(crate) fn check(&mut self, stored: &[Value], tally: &Tally) -> bool {
        let stored: Vec<Value> = stored.iter().map(bare).collect();
        let same =
            self.told.iter().zip(&stored).take_while(|(told, stored)| told == stored).count();
        if same < self.told.len() {
            let lost = self.told.len() - same;
            let (told, found) = (&self.told[same], stored.get(same));
            let text =
                format!("{}: {lost} events lost: {told} was told, stored is {found:?}", self.id);
            tally.fault(Fault::Lost(lost), text);
            return false;
        }
        let more = &stored[same..];
        // What is repeated until it is answered may still come, from whoever has it.
        let unanswered = self.unanswered.as_ref().map(|(_, action)| action.clone());
        let pending = self.pending.take().or(unanswered);
        if let Some(first) = more.first() {
            // What follows by itself.
            let follows = |event: &Value| {
                let kind = event["event"]["kind"].as_str().unwrap_or_default();
                ["started", "ended", "took_back", "rematch", "draw_offered", "credited"]
                    .contains(&kind)
            };
            // The server may have ended between telling an event and telling what follows from it.
            let last = self.told.last();
            let explained = pending.as_ref().is_some_and(|action| {
                causes(action, &first["event"])
                    || follows(first) && last.is_some_and(|last| causes(action, &last["event"]))
            });
            if !explained || !more[1..].iter().all(follows) {
                let text = format!("{}: {more:?} are stored, unsure was {pending:?}", self.id);
                tally.fault(Fault::Doubled(more.len()), text);
                return false;
            }
        }
        self.told = stored;
        let in_order =
            self.told.iter().zip(2..).all(|(event, version)| event["version"] == version);
        if !in_order {
            tally.fault(Fault::Other, format!("{}: versions are not in order", self.id));
        }
        in_order
    }
}

/// What is compared of an event.
fn bare(message: &Value) -> Value {
    json!({ "version": message["version"], "at": message["at"], "event": message["event"] })
}

/// Is this the first event that such an action causes?
fn causes(action: &Value, event: &Value) -> bool {
    let kind = event["kind"].as_str().unwrap_or_default();
    match action["do"].as_str().unwrap_or_default() {
        "move" => {
            kind == "moved" && event["text"] == action["text"] && event["ply"] == action["ply"]
        }
        "sit" => kind == "seated",
        "offer_draw" => kind == "draw_offered",
        "answer_draw" if action["accept"] == true => kind == "draw_offered",
        "answer_draw" => kind == "draw_declined",
        "take_back" => {
            matches!(kind, "take_back_asked" | "took_back") && event["ply"] == action["ply"]
        }
        "answer_take_back" if action["accept"] == true => {
            matches!(kind, "take_back_asked" | "took_back")
        }
        "answer_take_back" => kind == "take_back_declined",
        "resign" => kind == "withdrew",
        "rematch" => kind == "rematch_offered",
        // A game that is made with all seats taken begins at once.
        "make" => kind == "started",
        _ => false,
    }
}
