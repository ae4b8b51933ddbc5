//! Questions to a tablebase: the value of a position and of its moves, and the best one.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use agon_core::{Exit, Game, Indexed, Notation, Position, Rng, Solvable, Space, TextError};
use agon_search::Verdict;
use agon_solver::{FileError, Kept, Tablebase, Value, Wdl};
use agon_tactics::Tactics;
use thiserror::Error;

use super::{Oracle, read};

/// So many slots of a space are tried before another space is.
const TRIES: usize = 1_000;
/// So many spaces are tried before there seems to be no such position.
const SPACES: usize = 1_000;

/// A tablebase that is open.
pub trait AnyTablebase: Oracle {
    /// Files that were refused, and why.
    fn problems(&self) -> &[FileError];
    /// Reads a position by these rules.
    fn read(&self, rules: &str, text: &str) -> Result<Box<dyn Lookup + '_>, TextError>;
    /// A position of the finished spaces, with this value if one is wanted; `None` when none is
    /// found.
    ///
    /// First a space is drawn, each with the same chance, then a position of it. So the small
    /// spaces, which have the longest wins, get their share.
    fn draw(
        &self,
        wdl: Option<Wdl>,
        rng: &mut Rng,
    ) -> Result<Option<Box<dyn Lookup + '_>>, FileError>;
}

/// A position to be looked up.
pub trait Lookup {
    /// The position as text.
    fn text(&self) -> String;
    /// Its value; `None` when a space is missing.
    fn value(&self) -> Result<Option<Value>, FileError>;
    /// All that is known of it and of its moves.
    fn probe(&self) -> Result<Probe, FileError>;
    /// Did a move lead here that cannot be taken back?
    fn is_settled(&self) -> bool;
    /// How many more plies that can be taken back the rules allow; `None` for any number.
    fn plies_left(&self) -> Option<u32>;
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The value of the position; `None` when its space, or one it needs, is not there.
    pub value: Option<Value>,
    /// The moves as texts with their values for whoever makes them, best first.
    pub moves: Vec<(String, Option<Value>)>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The rules or the position were not understood.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is nothing to ask.
    #[error("{}: there are no tables for these rules; `agon solve {game} --dir {}` makes them", folder.display(), folder.display())]
    Empty {
        /// The game.
        game: &'static str,
        /// Where nothing is.
        folder: PathBuf,
    },
    /// The board is never solved.
    #[error("{0}")]
    TooLarge(&'static str),
}

/// What a computer player may know of the positions of its game.
pub(crate) trait Knowledge<G: Position>: Sync {
    /// What a search may ask at every node: what is kept of the position itself, without trying
    /// moves. A win that takes longer than the rules allow is not told, so that the search goes
    /// by its evaluation; nor is a game that is over.
    fn verdict(&self, position: &G) -> Option<Verdict>;
    /// All that is known of a position and its moves; `None` when its value is not.
    fn probe(&self, position: &G) -> Option<Probe>;
    /// The moves of a position as texts with their values, the one to make first. Empty when
    /// there is none, or a space is missing.
    fn answer(&self, position: &G, rng: &mut Rng) -> Result<Vec<(String, Value)>, FileError>;
}

/// The tablebase of a game whose spaces are `S`.
pub(super) struct Reader<S> {
    spaces: S,
    tablebase: Tablebase,
    problems: Vec<FileError>,
}

type Move<S> = <<S as Solvable>::Game as Position>::Move;
/// Moves, and what is known of each.
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

    /// The moves with their values for whoever makes them, best first: the quickest win, a
    /// draw, what is not known, the slowest loss.
    fn moves(&self, position: &S::Game) -> Result<Valued<S>, FileError> {
        let mut legal = Vec::new();
        position.moves(&mut |m| legal.push(m));
        let mut moves = Vec::new();
        let mut search = Search::new(self);
        for m in legal {
            let mut next = position.clone();
            next.play(m);
            // The distance counts up to the next move that cannot be taken back.
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

    /// The move to make, with its value; `None` when there is none, or a space is missing.
    ///
    /// Among moves that keep a draw it takes one that leaves the enemy many ways to go wrong.
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
            let promise = self.promise(&next, best)?;
            let better = chosen.is_none_or(|(_, known)| promise > known);
            equals = if better { 1 } else { equals + 1 };
            let equal = chosen.is_some_and(|(_, known)| promise == known);
            if better || equal && rng.below(equals) == 0 {
                chosen = Some((m, promise));
            }
        }
        Ok(chosen.map(|(m, _)| (m, best)))
    }

    /// How much hope there is in a position for whoever led the enemy there.
    fn promise(&self, next: &S::Game, value: Value) -> Result<f64, FileError> {
        if let Value::Won(_) = value {
            // Of several ways to win a piece at once, the one that wins soonest afterwards.
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

    /// Are the positions after this one not looked up, but searched?
    fn is_searched(&self, position: &S::Game) -> bool {
        let Some((space, _)) = self.spaces.place(position) else { return false };
        self.spaces.beyond(space).into_iter().any(|next| self.spaces.is_passing(next))
    }

    /// The finished spaces that have positions with this value, and their slots.
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
        // A damaged file is as good as none.
        let value = match self.tablebase.kept(space, slot).ok()?? {
            Kept::Lost(0) if position.ending().is_some() => return None,
            // The distance takes a look at every move, and is of use only to somebody who has
            // yet to make the next step: a move that cannot be taken back has just been one.
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
        for _ in 0..if spaces.is_empty() { 0 } else { SPACES } {
            let (space, slots) = spaces[rng.below(spaces.len())];
            for _ in 0..TRIES {
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

/// A position beside the tablebase that may know it.
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

/// What a player may aim for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    Draw,
    Win,
}

/// Tries all moves through spaces that are not kept, until a finished one knows the answer.
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

    /// Does whoever is to move get at least this? `None` when a space is missing.
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
