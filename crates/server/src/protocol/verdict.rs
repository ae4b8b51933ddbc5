//! What a database knows of a position: how it ends when both play their best.

use agon_games::solved::{Probe, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a position ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictValue {
    /// The player to move wins; of a move: who makes it.
    Won,
    /// Nobody can win by force.
    Drawn,
    /// The player to move loses; of a move: who makes it.
    Lost,
}

/// How a position ends, and how soon something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VerdictDto {
    /// For the player to move.
    pub value: VerdictValue,
    /// Plies until the winner's next move that cannot be taken back; `null` in a draw.
    pub distance: Option<u32>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveVerdict {
    /// The move as text.
    pub text: String,
    /// For the player who makes it.
    #[serde(flatten)]
    pub verdict: VerdictDto,
}

impl From<Value> for VerdictDto {
    fn from(value: Value) -> VerdictDto {
        let (value, distance) = match value {
            Value::Won(plies) => (VerdictValue::Won, Some(plies)),
            Value::Drawn => (VerdictValue::Drawn, None),
            Value::Lost(plies) => (VerdictValue::Lost, Some(plies)),
        };
        VerdictDto { value, distance }
    }
}

impl VerdictDto {
    /// What is known of the position.
    #[must_use]
    pub fn of(probe: &Probe) -> Option<VerdictDto> {
        probe.value.map(Into::into)
    }
}

impl MoveVerdict {
    /// What is known of the moves, the best one first; `None` unless all are known.
    #[must_use]
    pub fn all(probe: &Probe) -> Option<Vec<MoveVerdict>> {
        let known = |(text, value): &(String, Option<Value>)| {
            Some(MoveVerdict { text: text.clone(), verdict: (*value)?.into() })
        };
        probe.moves.iter().map(known).collect()
    }
}
