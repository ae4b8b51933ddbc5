//! Game-independent types: positions, players, endings, rule options and board views.
//! Performs no I/O and names no game.
//!
//! In reading order:
//!
//! - [`Player`], [`ByPlayer`], [`PlayerSet`]: seats;
//! - [`Cell`], [`Cells`]: cells of a board and bit sets of them;
//! - [`Ending`]: result of a game and its reason;
//! - [`TextError`], [`PlacedError`]: parse errors, without and with line and column;
//! - [`Rules`]: rule options as data, with their parser;
//! - [`Position`], [`Notation`], [`View`], [`Game`]: traits that a game implements;
//! - [`Sheet`]: structure of a position text, for position editors;
//! - [`draw`]: boards as text;
//! - [`Match`]: a game in progress, with history, limits, undo, resignation and draws;
//! - [`perft`]: move generator counts and random playouts;
//! - [`Indexed`], [`Solvable`]: games that can be solved.

mod cell;
mod drawing;
mod ending;
mod history;
mod indexed;
mod matches;
mod player;
mod position;
mod rng;
mod rules;
mod sheet;
mod solvable;
mod text;
mod view;

pub mod perft;

pub use cell::{Cell, Cells};
pub use drawing::{Paint, draw};
pub use ending::Ending;
pub use history::History;
pub use indexed::{Exit, Indexed, MOST_MOVES, Space};
pub use matches::{Match, PlayError, Step};
pub use player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
pub use position::{Game, Notation, Position};
pub use rng::Rng;
pub use rules::{Opt, OptionInfo, Preset, Rules, Value, Values, check_repetition};
pub use sheet::{Field, FieldKind, Sheet};
pub use solvable::{Solvable, TablebaseInfo};
pub use text::{PlacedError, TextError, read_count, read_row, split_exactly, write_row};
pub use view::{
    Board, Choice, Counter, Hand, Label, Lost, MoveView, Piece, Seat, Shape, Shift, Site, Tone,
    View,
};
