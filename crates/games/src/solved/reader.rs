//! Tablebase queries: values of positions and moves, best moves.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use agon_core::{Exit, Game, Indexed, Notation, Position, Rng, Solvable, Space, TextError};
use agon_search::Verdict;
use agon_solver::{FileError, Kept, Tablebase, Value, Wdl};
use agon_tactics::Tactics;
use thiserror::Error;

use super::{Oracle, read};

/// Slots of a space that are tried before another space is drawn.
const MAX_SLOTS_TRIED: usize = 1_000;
/// Spaces that are tried before giving up.
const MAX_SPACES_TRIED: usize = 1_000;

/// An open tablebase.
pub trait AnyTablebase: Oracle {
    /// Returns the files that could not be opened.
    fn problems(&self) -> &[FileError];
    /// Parses a position by these rules.
    fn read(&self, rules: &str, text: &str) -> Result<Box<dyn Lookup + '_>, TextError>;
    /// Draws a random position of the finished spaces, with the given value if any; `None` if none
    /// is found.
    ///
    /// Every space has the same probability, so that the small spaces, which have the longest wins,
    /// are not neglected.
    fn draw(
        &self,
        wdl: Option<Wdl>,
        rng: &mut Rng,
    ) -> Result<Option<Box<dyn Lookup + '_>>, FileError>;
}

/// A position to look up.
pub trait Lookup {
    /// Returns the position as text.
    fn text(&self) -> String;
    /// Its value; `None` if a space is missing.
    fn value(&self) -> Result<Option<Value>, FileError>;
    /// Returns the known values of the position and its moves.
    fn probe(&self) -> Result<Probe, FileError>;
    /// Returns whether the last move was irreversible.
    fn is_settled(&self) -> bool;
    /// Returns the number of reversible plies left before a draw by the rules; `None` without a
    /// limit.
    fn plies_left(&self) -> Option<u32>;
}

/// Known values of a position and its moves.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Value of the position; `None` if a space is missing.
    pub value: Option<Value>,
    /// Moves as texts with their values for the mover, best first.
    pub moves: Vec<(String, Option<Value>)>,
}

/// Why a query failed.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The rules or the position are invalid.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder has no tables for these rules.
    #[error("{}: there are no tables for these rules; `agon solve {game} --dir {}` makes them", folder.display(), folder.display())]
    Empty {
        /// Id of the game.
        game: &'static str,
        /// The folder.
        folder: PathBuf,
    },
    /// The board is too large to be solved.
    #[error("{0}")]
    TooLarge(&'static str),
}

/// Known values, as computer players use them.
pub(crate) trait Knowledge<G: Position>: Sync {
    /// Returns the stored value of a position, without trying moves, for every node of a search.
    /// `None` if the win takes longer than the rules allow, so that the evaluation
    /// decides, and for finished games.
    fn verdict(&self, position: &G) -> Option<Verdict>;
    /// Returns the known values of a position and its moves; `None` if its own value is unknown.
    fn probe(&self, position: &G) -> Option<Probe>;
    /// Returns the moves of a position with their values, the one to play first. Empty without
    /// moves, or if a space is missing.
    fn answer(&self, position: &G, rng: &mut Rng) -> Result<Vec<(String, Value)>, FileError>;
}

/// The tablebase of a game with the spaces `S`.
pub(super) struct Reader<S> {
    spaces: S,
    tablebase: Tablebase,
    problems: Vec<FileError>,
}

type Move<S> = <<S as Solvable>::Game as Position>::Move;
type Valued<S> = Vec<(Move<S>, Option<Value>)>;

impl<S: Solvable> Reader<S> {
    pub(super) fn open(
        rules: &<S::Game as Position>::Rules,
        folder: &Path,
    ) -> Result<Reader<S>, ProbeError> {
        let spaces = S::new(rules).ok_or(ProbeError::TooLarge(S::TOO_LARGE))?;
        let (tablebase, mut problems) = Tablebase::open(&spaces, folder);
        if tablebase.is_empty() {
            let empty = || ProbeError::Empty { game: S::Game::ID, folder: folder.into() };
            return Err(problems.pop().map_or_else(empty, Into::into));
        }
        Ok(Reader { spaces, tablebase, problems })
    }

    fn value(&self, position: &S::Game) -> Result<Option<Value>, FileError> {
        self.value_by(position, &mut Search::new(self))
    }

    fn value_by(
        &self,
        position: &S::Game,
        search: &mut Search<'_, S>,
    ) -> Result<Option<Value>, FileError> {
        if position.ending().is_some() {
            return Ok(Some(Value::Lost(0)));
        }
        let Some((space, slot)) = self.spaces.place(position) else { return Ok(None) };
        if self.tablebase.file(space).is_some() {
            return self.tablebase.value(&self.spaces, space, slot);
        }
        Ok(search.wdl(space, slot)?.map(|wdl| match wdl {
            Wdl::Won => Value::Won(1),
            Wdl::Drawn => Value::Drawn,
            Wdl::Lost => Value::Lost(0),
        }))
    }

    /// Returns the moves with their values for the mover, best first: fastest win, draw, unknown,
    /// slowest loss.
    fn moves(&self, position: &S::Game) -> Result<Valued<S>, FileError> {
        let mut legal = Vec::new();
        position.moves(&mut |m| legal.push(m));
        let mut moves = Vec::new();
        let mut search = Search::new(self);
        for m in legal {
            let mut next = position.clone();
            next.play(m);
            // Distances count the plies to the next irreversible move.
            let is_quiet = next.reversible() > 0;
            let value = self.value_by(&next, &mut search)?.map(|value| match value {
                Value::Lost(plies) => Value::Won(if is_quiet { plies + 1 } else { 1 }),
                Value::Drawn => Value::Drawn,
                Value::Won(plies) => Value::Lost(if is_quiet { plies + 1 } else { 1 }),
            });
            moves.push((m, value));
        }
        moves.sort_by_key(|&(_, value)| match value {
            Some(Value::Won(plies)) => (0, i64::from(plies)),
            Some(Value::Drawn) => (1, 0),
            None => (2, 0),
            Some(Value::Lost(plies)) => (3, -i64::from(plies)),
        });
        Ok(moves)
    }

    fn report(&self, position: &S::Game) -> Result<Probe, FileError> {
        let moves = self.moves(position)?;
        let moves = moves.into_iter().map(|(m, value)| (position.move_text(m), value));
        Ok(Probe { value: self.value(position)?, moves: moves.collect() })
    }

    /// Returns the move to play, with its value; `None` without moves, or if a space is missing.
    ///
    /// Among equal draws and losses it prefers moves that leave the opponent many ways to err.
    fn choose(
        &self,
        position: &S::Game,
        rng: &mut Rng,
    ) -> Result<Option<(Move<S>, Value)>, FileError> {
        let moves = self.moves(position)?;
        let Some(&(_, Some(best))) = moves.first() else { return Ok(None) };
        if moves.iter().any(|(_, value)| value.is_none()) && best.wdl() != Wdl::Won {
            return Ok(None);
        }
        let mut chosen: Option<(Move<S>, f64)> = None;
        let mut equals = 0;
        for &(m, _) in moves.iter().filter(|(_, value)| *value == Some(best)) {
            let mut next = position.clone();
            next.play(m);
            let practical_value = self.practical_value(&next, best)?;
            let better = chosen.is_none_or(|(_, known)| practical_value > known);
            equals = if better { 1 } else { equals + 1 };
            let equal = chosen.is_some_and(|(_, known)| practical_value == known);
            if better || equal && rng.below(equals) == 0 {
                chosen = Some((m, practical_value));
            }
        }
        Ok(chosen.map(|(m, _)| (m, best)))
    }

    /// Returns the practical value of a position for the player who moved there.
    fn practical_value(&self, next: &S::Game, value: Value) -> Result<f64, FileError> {
        if let Value::Won(_) = value {
            // Among immediate conversions, the one that wins soonest afterwards.
            let after = if next.ending().is_some() { None } else { self.value(next)? };
            return Ok(match after {
                Some(Value::Lost(plies)) => -1.0 - f64::from(plies),
                _ => 0.0,
            });
        }
        if self.is_searched(next) {
            return Ok(0.0);
        }
        let hoped = if value == Value::Drawn { Wdl::Lost } else { Wdl::Drawn };
        let replies = self.moves(next)?;
        let slips = |reply: &Option<Value>| reply.is_some_and(|v| v.wdl() == hoped);
        let slips = replies.iter().filter(|(_, reply)| slips(reply)).count();
        Ok(slips as f64 / replies.len().max(1) as f64)
    }

    /// Returns whether the successors are searched instead of looked up.
    fn is_searched(&self, position: &S::Game) -> bool {
        let Some((space, _)) = self.spaces.place(position) else { return false };
        self.spaces.beyond(space).into_iter().any(|next| self.spaces.is_passing(next))
    }

    /// Returns the finished spaces with positions of this value, and their slot counts.
    fn spaces_with(&self, wdl: Option<Wdl>) -> Vec<(Space, u64)> {
        let has = |space: &Space| {
            self.tablebase.file(*space).is_some_and(|file| {
                let tally = file.tally();
                let count = match wdl {
                    None => tally.positions(),
                    Some(Wdl::Won) => tally.won,
                    Some(Wdl::Drawn) => tally.drawn,
                    Some(Wdl::Lost) => tally.lost,
                };
                count > 0
            })
        };
        let spaces = Indexed::units(&self.spaces).into_iter().flatten().filter(has);
        spaces.map(|space| (space, Indexed::slots(&self.spaces, space))).collect()
    }

    fn lookup(&self, position: S::Game) -> Box<dyn Lookup + '_> {
        Box::new(Found { reader: self, position })
    }
}

impl<S: Solvable> Knowledge<S::Game> for Reader<S> {
    fn verdict(&self, position: &S::Game) -> Option<Verdict> {
        let (space, slot) = self.spaces.place(position)?;
        // Damaged files count as missing.
        let value = match self.tablebase.kept(space, slot).ok()?? {
            Kept::Lost(0) if position.ending().is_some() => return None,
            // Computing the distance tries all moves and only matters before the next irreversible
            // move; after one, the exact distance is not needed.
            Kept::Won if position.reversible() == 0 => Value::Won(1),
            Kept::Won => self.tablebase.value(&self.spaces, space, slot).ok()??,
            Kept::Drawn => Value::Drawn,
            Kept::Lost(plies) => Value::Lost(plies),
        };
        let in_time = |plies: u32| S::plies_left(position).is_none_or(|left| plies <= left);
        match value {
            Value::Won(plies) => in_time(plies).then_some(Verdict::Won(plies as usize)),
            Value::Drawn => Some(Verdict::Drawn),
            Value::Lost(plies) => in_time(plies).then_some(Verdict::Lost(plies as usize)),
        }
    }

    fn probe(&self, position: &S::Game) -> Option<Probe> {
        self.report(position).ok().filter(|probe| probe.value.is_some())
    }

    fn answer(&self, position: &S::Game, rng: &mut Rng) -> Result<Vec<(String, Value)>, FileError> {
        let Some((best, value)) = self.choose(position, rng)? else { return Ok(Vec::new()) };
        let others = self.moves(position)?.into_iter().filter(|&(m, _)| m != best);
        let others = others.filter_map(|(m, value)| Some((m, value?)));
        let text = |(m, value): (Move<S>, Value)| (position.move_text(m), value);
        Ok([(best, value)].into_iter().chain(others).map(text).collect())
    }
}

impl<S: Solvable> AnyTablebase for Reader<S>
where
    S::Game: Game + Tactics,
{
    fn problems(&self) -> &[FileError] {
        &self.problems
    }

    fn read(&self, rules: &str, text: &str) -> Result<Box<dyn Lookup + '_>, TextError> {
        Ok(self.lookup(S::Game::parse_position(text, &read::<S>(rules)?)?))
    }

    fn draw(
        &self,
        wdl: Option<Wdl>,
        rng: &mut Rng,
    ) -> Result<Option<Box<dyn Lookup + '_>>, FileError> {
        let spaces = self.spaces_with(wdl);
        for _ in 0..if spaces.is_empty() { 0 } else { MAX_SPACES_TRIED } {
            let (space, slots) = spaces[rng.below(spaces.len())];
            for _ in 0..MAX_SLOTS_TRIED {
                let slot = rng.below(slots as usize) as u64;
                let kept = self.tablebase.kept(space, slot)?;
                if kept.is_some_and(|kept| wdl.is_none_or(|wanted| kept.wdl() == wanted))
                    && let Some(position) = self.spaces.position(space, slot)
                {
                    return Ok(Some(self.lookup(position)));
                }
            }
        }
        Ok(None)
    }
}

struct Found<'a, S: Solvable> {
    reader: &'a Reader<S>,
    position: S::Game,
}

impl<S: Solvable> Lookup for Found<'_, S> {
    fn text(&self) -> String {
        self.position.text()
    }

    fn value(&self) -> Result<Option<Value>, FileError> {
        self.reader.value(&self.position)
    }

    fn probe(&self) -> Result<Probe, FileError> {
        self.reader.report(&self.position)
    }

    fn is_settled(&self) -> bool {
        self.position.reversible() == 0
    }

    fn plies_left(&self) -> Option<u32> {
        S::plies_left(&self.position)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    Draw,
    Win,
}

/// Searches spaces that are not stored, down to finished ones.
struct Search<'a, S> {
    reader: &'a Reader<S>,
    known: HashMap<(Space, u64, Aim), bool>,
}

impl<'a, S: Solvable> Search<'a, S> {
    fn new(reader: &'a Reader<S>) -> Search<'a, S> {
        Search { reader, known: HashMap::new() }
    }

    fn wdl(&mut self, space: Space, slot: u64) -> Result<Option<Wdl>, FileError> {
        let draws = self.reaches(space, slot, Aim::Draw)?;
        let wins = if draws == Some(true) { self.reaches(space, slot, Aim::Win)? } else { draws };
        Ok(match (draws, wins) {
            (Some(true), Some(true)) => Some(Wdl::Won),
            (Some(true), Some(false)) => Some(Wdl::Drawn),
            (Some(false), _) => Some(Wdl::Lost),
            _ => None,
        })
    }

    /// Returns whether the player to move can reach the aim; `None` if a space is missing.
    fn reaches(&mut self, space: Space, slot: u64, aim: Aim) -> Result<Option<bool>, FileError> {
        let Reader { spaces, tablebase, .. } = self.reader;
        if let Some(kept) = tablebase.kept(space, slot)? {
            return Ok(Some(match aim {
                Aim::Draw => kept.wdl() != Wdl::Lost,
                Aim::Win => kept.wdl() == Wdl::Won,
            }));
        }
        if !spaces.is_passing(space) {
            return Ok(None);
        }
        if let Some(&known) = self.known.get(&(space, slot, aim)) {
            return Ok(Some(known));
        }
        let mut exits = Vec::new();
        spaces.leave(space, slot, &mut |exit| {
            exits.push(exit);
            ControlFlow::Continue(())
        });
        let against = if aim == Aim::Win { Aim::Draw } else { Aim::Win };
        let mut result = Some(false);
        for exit in exits {
            let avoided = match exit {
                Exit::Won => Some(false),
                Exit::To(space, slot) => self.reaches(space, slot, against)?,
            };
            match avoided {
                Some(false) => {
                    result = Some(true);
                    break;
                }
                Some(true) => {}
                None => result = None,
            }
        }
        if let Some(result) = result {
            self.known.insert((space, slot, aim), result);
        }
        Ok(result)
    }
}
