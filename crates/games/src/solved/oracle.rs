//! Questions to a database: the value of a position and of its moves, and the best one.

use std::any::Any;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{Notation, Position, Rng, TextError};
use agon_morris::{Census, Leaving, Morris, MorrisRules, Ply};
use agon_search::Verdict;
use agon_solver::{Database, FileError, Kept, Outcome, Value};
use thiserror::Error;

use super::morris::{MorrisSpaces, SEARCHED};

/// A database that is open.
pub struct Oracle {
    pub(super) spaces: MorrisSpaces,
    pub(super) database: Database,
    problems: Vec<FileError>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum OracleError {
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is nothing to ask.
    #[error("{}: there are no tables for these rules; `agon solve morris --dir {}` makes them", .0.display(), .0.display())]
    Empty(PathBuf),
    /// No such game or board is ever solved.
    #[error("only positions of morris with 2 or 3 layers can be looked up")]
    Foreign,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The value of the position; `None` when its table, or one it needs, is not there.
    pub value: Option<Value>,
    /// The moves as texts with their values for whoever makes them, best first.
    pub moves: Vec<(String, Option<Value>)>,
}

/// Databases that were opened before, by folder and rules.
type Opened = Mutex<Vec<(PathBuf, MorrisRules, Arc<Oracle>)>>;
static OPENED: Opened = Mutex::new(Vec::new());

impl Oracle {
    /// Opens the tables in a folder for a game by these rules.
    pub fn open(rules: &MorrisRules, folder: &Path) -> Result<Oracle, OracleError> {
        let spaces = MorrisSpaces::new(rules).ok_or(OracleError::Foreign)?;
        let (database, mut problems) = Database::open(&spaces, folder);
        if database.is_empty() {
            return Err(problems.pop().map_or(OracleError::Empty(folder.into()), Into::into));
        }
        Ok(Oracle { spaces, database, problems })
    }

    /// The database for a position, opened once for all.
    pub(crate) fn shared(position: &dyn Any, folder: &Path) -> Result<Arc<Oracle>, OracleError> {
        let position = position.downcast_ref::<Morris>().ok_or(OracleError::Foreign)?;
        let rules = MorrisRules { quiet_plies: 0, ..position.rules() };
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = opened.iter().find(|(path, by, _)| path == folder && *by == rules);
        if let Some((_, _, oracle)) = known {
            return Ok(oracle.clone());
        }
        let oracle = Arc::new(Oracle::open(&rules, folder)?);
        opened.push((folder.into(), rules, oracle.clone()));
        Ok(oracle)
    }

    /// The tables in a folder have changed: whoever asks next gets them as they are then.
    pub fn forget(folder: &Path) {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|(path, ..)| path != folder);
    }

    /// Files that were refused, and why.
    #[must_use]
    pub fn problems(&self) -> &[FileError] {
        &self.problems
    }

    /// Opens the tables in a folder for a game by rules given as text.
    pub fn open_for(rules: &str, folder: &Path) -> Result<Oracle, OracleError> {
        Oracle::open(&agon_core::Rules::parse(rules)?, folder)
    }

    /// Reads a position of the game that the tables are for.
    pub fn read(&self, text: &str) -> Result<Morris, OracleError> {
        Ok(Morris::parse_position(text, &self.spaces.rules())?)
    }

    /// Looks up a position given as text, and its moves.
    pub fn probe(folder: &Path, rules: &str, text: &str) -> Result<(Oracle, Probe), OracleError> {
        let rules = agon_core::Rules::parse(rules)?;
        let position = Morris::parse_position(text, &rules)?;
        let oracle = Oracle::open(&position.rules(), folder)?;
        let probe = oracle.report(&position)?;
        Ok((oracle, probe))
    }

    /// All that is known of a position and its moves.
    pub(crate) fn report(&self, position: &Morris) -> Result<Probe, FileError> {
        let moves = self.moves(position)?;
        let moves = moves.into_iter().map(|(ply, value)| (position.move_text(ply), value));
        Ok(Probe { value: self.value(position)?, moves: moves.collect() })
    }

    /// The same for a position of any game; `None` when its value is not known.
    pub(crate) fn report_any(&self, position: &dyn Any) -> Option<Probe> {
        let position = position.downcast_ref::<Morris>()?;
        self.report(position).ok().filter(|probe| probe.value.is_some())
    }

    /// The value of a position; `None` when a table is missing.
    pub fn value(&self, position: &Morris) -> Result<Option<Value>, FileError> {
        self.value_by(position, &mut Search::new(self))
    }

    fn value_by(
        &self,
        position: &Morris,
        search: &mut Search<'_>,
    ) -> Result<Option<Value>, FileError> {
        if position.ending().is_some() {
            return Ok(Some(Value::Lost(0)));
        }
        let Some((census, slot)) = self.spaces.index().place(position) else { return Ok(None) };
        let Some(space) = self.spaces.space(census) else { return Ok(None) };
        if self.database.table(space).is_some() {
            return self.database.value(&self.spaces, space, slot);
        }
        let outcome = search.outcome(census, slot)?;
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Won => Value::Won(1),
            Outcome::Drawn => Value::Drawn,
            Outcome::Lost => Value::Lost(0),
        }))
    }

    /// What a search may ask at every node: what a table says of the position itself, without
    /// trying moves. A win that takes longer than the rules allow is not told, so that the
    /// search goes by its judgement; nor is a game that is over.
    pub(crate) fn verdict(&self, position: &dyn Any) -> Option<Verdict> {
        let position = position.downcast_ref::<Morris>()?;
        let (census, slot) = self.spaces.index().place(position)?;
        let space = self.spaces.space(census)?;
        // A damaged file is as good as none.
        let value = match self.database.kept(space, slot).ok()?? {
            Kept::Lost(0) if position.ending().is_some() => return None,
            // The distance takes a look at every move, and is of use only to somebody who has
            // yet to make the next step: a placement or a removal has just been one.
            Kept::Won if position.quiet() == 0 => Value::Won(1),
            Kept::Won => self.database.value(&self.spaces, space, slot).ok()??,
            Kept::Drawn => Value::Drawn,
            Kept::Lost(plies) => Value::Lost(plies),
        };
        let limit = position.rules().quiet_plies;
        let in_time = |plies: u32| limit == 0 || position.quiet() + plies <= limit;
        match value {
            Value::Won(plies) => in_time(plies).then_some(Verdict::Won(plies as usize)),
            Value::Drawn => Some(Verdict::Drawn),
            Value::Lost(plies) => in_time(plies).then_some(Verdict::Lost(plies as usize)),
        }
    }

    /// The moves with their values for whoever makes them, best first: the quickest win, a
    /// draw, what is not known, the slowest loss.
    pub fn moves(&self, position: &Morris) -> Result<Vec<(Ply, Option<Value>)>, FileError> {
        let mut plies = Vec::new();
        position.moves(&mut |ply| plies.push(ply));
        let mut moves = Vec::new();
        let mut search = Search::new(self);
        for ply in plies {
            let mut next = position.clone();
            next.play(ply);
            let is_quiet = ply.from.is_some() && ply.remove.is_none();
            let value = self.value_by(&next, &mut search)?.map(|value| match value {
                Value::Lost(plies) => Value::Won(if is_quiet { plies + 1 } else { 1 }),
                Value::Drawn => Value::Drawn,
                Value::Won(plies) => Value::Lost(if is_quiet { plies + 1 } else { 1 }),
            });
            moves.push((ply, value));
        }
        moves.sort_by_key(|&(_, value)| match value {
            Some(Value::Won(plies)) => (0, i64::from(plies)),
            Some(Value::Drawn) => (1, 0),
            None => (2, 0),
            Some(Value::Lost(plies)) => (3, -i64::from(plies)),
        });
        Ok(moves)
    }

    /// The moves of a position as texts with their values, the one to make first. Empty when
    /// there is none, or a table is missing.
    pub(crate) fn answer(
        &self,
        position: &dyn Any,
        rng: &mut Rng,
    ) -> Result<Vec<(String, Value)>, OracleError> {
        let position = position.downcast_ref::<Morris>().ok_or(OracleError::Foreign)?;
        let Some((best, value)) = self.choose(position, rng)? else { return Ok(Vec::new()) };
        let others = self.moves(position)?.into_iter().filter(|&(ply, _)| ply != best);
        let others = others.filter_map(|(ply, value)| Some((ply, value?)));
        let text = |(ply, value): (Ply, Value)| (position.move_text(ply), value);
        Ok([(best, value)].into_iter().chain(others).map(text).collect())
    }

    /// The move to make, with its value; `None` when there is none, or a table is missing.
    ///
    /// Among moves that keep a draw it takes one that leaves the enemy many ways to go wrong.
    pub fn choose(
        &self,
        position: &Morris,
        rng: &mut Rng,
    ) -> Result<Option<(Ply, Value)>, FileError> {
        let moves = self.moves(position)?;
        let Some(&(_, Some(best))) = moves.first() else { return Ok(None) };
        if moves.iter().any(|(_, value)| value.is_none()) && best.outcome() != Outcome::Won {
            return Ok(None);
        }
        let mut chosen: Option<(Ply, f64)> = None;
        let mut equals = 0;
        for &(ply, _) in moves.iter().filter(|(_, value)| *value == Some(best)) {
            let mut next = position.clone();
            next.play(ply);
            let promise = self.promise(&next, best)?;
            let better = chosen.is_none_or(|(_, known)| promise > known);
            equals = if better { 1 } else { equals + 1 };
            let equal = chosen.is_some_and(|(_, known)| promise == known);
            if better || equal && rng.below(equals) == 0 {
                chosen = Some((ply, promise));
            }
        }
        Ok(chosen.map(|(ply, _)| (ply, best)))
    }

    /// How much hope there is in a position for whoever led the enemy there.
    fn promise(&self, next: &Morris, value: Value) -> Result<f64, FileError> {
        if let Value::Won(_) = value {
            // Of several ways to win a man at once, the one that wins soonest afterwards.
            let after = if next.ending().is_some() { None } else { self.value(next)? };
            return Ok(match after {
                Some(Value::Lost(plies)) => -1.0 - f64::from(plies),
                _ => 0.0,
            });
        }
        if self.is_searched(next) {
            return Ok(0.0);
        }
        let hoped = if value == Value::Drawn { Outcome::Lost } else { Outcome::Drawn };
        let replies = self.moves(next)?;
        let slips = |reply: &Option<Value>| reply.is_some_and(|v| v.outcome() == hoped);
        let slips = replies.iter().filter(|(_, reply)| slips(reply)).count();
        Ok(slips as f64 / replies.len().max(1) as f64)
    }

    /// Are the positions after this one not looked up, but searched?
    fn is_searched(&self, position: &Morris) -> bool {
        let in_hand: u32 = [position.turn(), position.turn().other()]
            .into_iter()
            .map(|player| position.in_hand(player))
            .sum();
        (2..=SEARCHED + 1).contains(&in_hand)
    }
}

/// What a player may aim for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    Draw,
    Win,
}

/// Tries all placements until both hands are empty, or a table knows the answer.
struct Search<'a> {
    oracle: &'a Oracle,
    known: HashMap<(Census, u64, Aim), bool>,
}

impl<'a> Search<'a> {
    fn new(oracle: &'a Oracle) -> Search<'a> {
        Search { oracle, known: HashMap::new() }
    }

    fn outcome(&mut self, census: Census, slot: u64) -> Result<Option<Outcome>, FileError> {
        let draws = self.reaches(census, slot, Aim::Draw)?;
        let wins = if draws == Some(true) { self.reaches(census, slot, Aim::Win)? } else { draws };
        Ok(match (draws, wins) {
            (Some(true), Some(true)) => Some(Outcome::Won),
            (Some(true), Some(false)) => Some(Outcome::Drawn),
            (Some(false), _) => Some(Outcome::Lost),
            _ => None,
        })
    }

    /// Does whoever is to move get at least this? `None` when a table is missing.
    fn reaches(&mut self, census: Census, slot: u64, aim: Aim) -> Result<Option<bool>, FileError> {
        let Some(space) = self.oracle.spaces.space(census) else { return Ok(None) };
        if let Some(kept) = self.oracle.database.kept(space, slot)? {
            return Ok(Some(match aim {
                Aim::Draw => kept.outcome() != Outcome::Lost,
                Aim::Win => kept.outcome() == Outcome::Won,
            }));
        }
        if census.in_hand == 0 || census.in_hand > SEARCHED {
            return Ok(None);
        }
        if let Some(&known) = self.known.get(&(census, slot, aim)) {
            return Ok(Some(known));
        }
        let mut moves = Vec::new();
        self.oracle.spaces.index().leave(census, slot, &mut |leaving| {
            moves.push(leaving);
            ControlFlow::Continue(())
        });
        let against = if aim == Aim::Win { Aim::Draw } else { Aim::Win };
        let mut result = Some(false);
        for leaving in moves {
            let avoided = match leaving {
                Leaving::Won => Some(false),
                Leaving::To(census, slot) => self.reaches(census, slot, against)?,
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
            self.known.insert((census, slot, aim), result);
        }
        Ok(result)
    }
}
