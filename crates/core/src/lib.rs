//! The vocabulary of board games: what a position, a player, an ending, a rule option and a
//! picture of a board are. No input or output, and no game's name.
//!
//! In reading order:
//!
//! - [`Player`], [`ByPlayer`], [`PlayerSet`]: who sits at the board;
//! - [`Cell`], [`Cells`]: where pieces stand;
//! - [`Ending`]: who won, and why;
//! - [`TextError`]: what was wrong with a text, in one sentence; [`PlacedError`]: and in which line;
//! - [`Rules`]: options as data, with their parser;
//! - [`Position`], [`Notation`], [`View`], [`Game`]: what a game implements;
//! - [`Sheet`]: the parts of a position text, for those who set one up;
//! - [`draw`]: a board in characters;
//! - [`Match`]: a game being played, with history, limits, undo, resignation and draws;
//! - [`perft`]: counting move sequences;
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
