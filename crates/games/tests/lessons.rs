//! Courses are correct: positions are valid, the accepted moves are exactly those that satisfy the
//! step's claims, and every language has all texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use agon_core::{Choice, MoveView};
use agon_games::{AnyMatch, GAMES, find};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Allowed number of steps of a course.
const STEPS: std::ops::RangeInclusive<usize> = 8..=12;
/// Maximum length of a text, for phone screens.
const LONGEST: usize = 330;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    id: String,
    #[serde(default)]
    rules: String,
    position: String,
    show: Option<Show>,
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Show {
    position: Option<String>,
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    accept: Option<BTreeSet<String>>,
    claims: Option<Claims>,
    #[serde(default)]
    wrong: BTreeMap<String, Foreseen>,
    reply: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Foreseen {
    moves: Vec<String>,
    reply: Option<String>,
}

/// Properties of a move; unspecified ones may have any value.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Claims {
    /// Number of captured pieces.
    captures: Option<usize>,
    /// Kind of a captured piece.
    takes: Option<String>,
    /// Number of opponents' pieces pushed.
    pushes: Option<usize>,
    /// Number of own pieces moved.
    group: Option<usize>,
    /// Whether the moved pieces move sideways, none to the origin of another.
    sideways: Option<bool>,
    /// Number of completed lines.
    lines: Option<usize>,
    /// Minimum number of hops.
    hops: Option<usize>,
    /// The origin is one of these cells.
    from: Option<Vec<String>>,
    /// The target is one of these cells.
    to: Option<Vec<String>>,
    /// Kind of the promoted piece.
    becomes: Option<String>,
    /// Note for the opponent after the move.
    note: Option<String>,
    /// Reason of the mover's win.
    wins: Option<String>,
    /// Counters of the mover after the move.
    counter: Option<BTreeMap<String, u32>>,
    /// After every reply there is a move with these properties.
    next: Option<Box<Claims>>,
    /// No reply has these properties.
    prevents: Option<Box<Claims>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    steps: BTreeMap<String, StepWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepWords {
    title: String,
    text: String,
    tasks: Vec<TaskWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskWords {
    ask: String,
    hint: String,
    #[serde(default)]
    wrong: BTreeMap<String, String>,
    /// Text for all other wrong moves; the page has a default.
    otherwise: Option<String>,
    praise: String,
}

/// Returns the number of hops of a move; steps have a path only if they are not straight.
fn hops(game: &dyn AnyMatch, view: &MoveView) -> usize {
    let beside = |from, to| {
        game.board().links.iter().any(|&(a, b)| (a, b) == (from, to) || (a, b) == (to, from))
    };
    match (view.path.len(), view.from.first(), view.to) {
        (0, Some(&from), Some(to)) => usize::from(!beside(from, to)),
        (touched, ..) => touched.saturating_sub(1),
    }
}

fn holds<T: PartialEq>(wanted: Option<&T>, found: &T) -> bool {
    wanted.is_none_or(|wanted| wanted == found)
}

impl Claims {
    /// Returns whether the legal move at `index` has all of these properties.
    fn hold(&self, game: &dyn AnyMatch, index: usize, view: &MoveView) -> bool {
        self.hold_at_once(game, view) && {
            let mut after = game.fork();
            after.play_listed(index) && self.hold_after(game, &*after)
        }
    }

    /// Checks the properties that the move itself shows.
    fn hold_at_once(&self, game: &dyn AnyMatch, view: &MoveView) -> bool {
        let sites = game.board().sites;
        let named = |cells: &[agon_core::Cell], wanted: &Vec<String>| {
            cells.iter().any(|cell| wanted.contains(&sites[cell.index()].name))
        };
        let pieces = game.pieces();
        let taken = |kind: &String| {
            let is_it = |piece: &&agon_core::Piece| view.captures.contains(&piece.cell);
            pieces.iter().filter(is_it).any(|piece| piece.kind == kind)
        };
        let becomes = |kind: &String| {
            view.more.iter().any(|choice| matches!(choice, Choice::Kind(other) if other == kind))
        };
        let own = view.from.len();
        let pushed = |view: &MoveView| {
            let foreign = view.shifts.iter().filter(|shift| !view.from.contains(&shift.from));
            foreign.count() + view.captures.len()
        };
        let sideways = own > 1 && !view.shifts.iter().any(|shift| view.from.contains(&shift.to));
        holds(self.captures.as_ref(), &view.captures.len())
            && holds(self.group.as_ref(), &own)
            && holds(self.sideways.as_ref(), &sideways)
            && holds(self.lines.as_ref(), &view.lines.len())
            && self.pushes.is_none_or(|n| pushed(view) == n)
            && self.hops.is_none_or(|n| hops(game, view) >= n)
            && self.from.as_ref().is_none_or(|cells| named(&view.from, cells))
            && self.to.as_ref().is_none_or(|cells| view.to.is_some_and(|to| named(&[to], cells)))
            && self.takes.as_ref().is_none_or(taken)
            && self.becomes.as_ref().is_none_or(becomes)
    }

    /// Checks the properties of the position after the move.
    fn hold_after(&self, before: &dyn AnyMatch, after: &dyn AnyMatch) -> bool {
        let mover = before.turn();
        let wins = |reason: &String| {
            after.ending().is_some_and(|end| end.winner() == Some(mover) && end.reason() == reason)
        };
        let counts = |wanted: &BTreeMap<String, u32>| {
            let counters = after.counters();
            wanted.iter().all(|(name, value)| {
                counters.iter().any(|counter| {
                    counter.name == name && counter.player == Some(mover) && counter.value == *value
                })
            })
        };
        let goes_on = |claims: &Claims| {
            let replies = after.move_views();
            !replies.is_empty()
                && (0..replies.len()).all(|reply| {
                    let mut later = after.fork();
                    later.play_listed(reply) && claims.some(&*later)
                })
        };
        self.note.as_ref().is_none_or(|note| after.notes().iter().any(|other| other == note))
            && self.wins.as_ref().is_none_or(wins)
            && self.counter.as_ref().is_none_or(counts)
            && self.prevents.as_ref().is_none_or(|claims| !claims.some(after))
            && self.next.as_ref().is_none_or(|claims| goes_on(claims))
    }

    /// Returns the legal moves with all of these properties.
    fn all(&self, game: &dyn AnyMatch) -> BTreeSet<String> {
        let views = game.move_views();
        let doing = views.iter().enumerate().filter(|(i, view)| self.hold(game, *i, view));
        doing.map(|(_, view)| view.text.clone()).collect()
    }

    fn some(&self, game: &dyn AnyMatch) -> bool {
        game.move_views().iter().enumerate().any(|(i, view)| self.hold(game, i, view))
    }
}

fn lessons() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/lessons")
}

fn read<T: DeserializeOwned>(file: &Path) -> T {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn courses() -> Vec<(&'static str, Course)> {
    let has_one = |id: &&str| lessons().join(id).is_dir();
    let ids = GAMES.iter().map(|game| game.id()).filter(has_one);
    ids.map(|id| (id, read(&lessons().join(id).join("course.json")))).collect()
}

fn play(game: &mut dyn AnyMatch, text: &str, place: &str) {
    game.play(text).unwrap_or_else(|e| panic!("{place}: {text}: {e}"));
}

/// Checks that foreseen wrong moves are legal and not accepted, and that their replies are legal.
fn check_foreseen(game: &dyn AnyMatch, task: &Task, place: &str) {
    let mut named = BTreeSet::new();
    for (name, Foreseen { moves, reply }) in &task.wrong {
        assert!(!moves.is_empty(), "{place}: {name} is about no move");
        for text in moves {
            let accepted = task.accept.as_ref().is_none_or(|accept| accept.contains(text));
            assert!(!accepted, "{place}: {text} is accepted, and called wrong");
            assert!(named.insert(text), "{place}: two explanations of {text}");
            let mut after = game.fork();
            play(&mut *after, text, place);
            if let Some(reply) = reply {
                play(&mut *after, reply, place);
            }
        }
    }
}

fn check_step(id: &str, step: &Step) -> Vec<String> {
    let place = format!("{id}, {}", step.id);
    let open = |position: &str| {
        let game = find(id).expect("a game of the registry").open(&step.rules, Some(position));
        game.unwrap_or_else(|e| panic!("{place}: {e}"))
    };
    if let Some(show) = &step.show {
        let mut game = open(show.position.as_ref().unwrap_or(&step.position));
        assert!(!show.moves.is_empty(), "{place}: nothing is shown");
        for text in &show.moves {
            play(&mut *game, text, &place);
        }
    }
    let mut problems = Vec::new();
    let mut game = open(&step.position);
    assert!(!step.tasks.is_empty(), "{place}: nothing to do");
    for (i, task) in step.tasks.iter().enumerate() {
        let place = format!("{place}, task {}", i + 1);
        assert!(game.ending().is_none(), "{place}: the game is over");
        let right = match (&task.accept, &task.claims) {
            (Some(accept), Some(claims)) => {
                let doing = claims.all(&*game);
                if doing.is_empty() || *accept != doing {
                    problems
                        .push(format!("{place}: accepted {accept:?}, but claimed of {doing:?}"));
                }
                check_foreseen(&*game, task, &place);
                doing
            }
            (None, None) => {
                assert!(task.wrong.is_empty(), "{place}: any move is right");
                game.moves().into_iter().collect()
            }
            _ => panic!("{place}: moves and claims belong together"),
        };
        // The tasks of a step continue from one position.
        let is_last = i + 1 == step.tasks.len();
        assert!(is_last || right.len() == 1, "{place}: {right:?} lead to different tasks");
        for text in task.reply.iter().flat_map(|_| &right) {
            let mut after = game.fork();
            play(&mut *after, text, &place);
            play(&mut *after, task.reply.as_ref().expect("an answer"), &place);
        }
        let Some(first) = right.first() else { break };
        play(&mut *game, first, &place);
        if let Some(reply) = &task.reply {
            play(&mut *game, reply, &place);
        }
    }
    problems
}

#[test]
fn accepted_moves_match_the_claims() {
    let courses = courses();
    assert!(courses.len() >= 5, "{} courses", courses.len());
    let mut problems = Vec::new();
    for (id, course) in &courses {
        assert!(STEPS.contains(&course.steps.len()), "{id}: {} steps", course.steps.len());
        let ids: BTreeSet<_> = course.steps.iter().map(|step| &step.id).collect();
        assert_eq!(ids.len(), course.steps.len(), "{id}: two steps with one name");
        for step in &course.steps {
            problems.extend(check_step(id, step));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn languages() -> Vec<String> {
    let texts = lessons().join("../texts");
    let names = fs::read_dir(texts).expect("the texts of the pages").map(|file| {
        file.expect("a file").file_name().to_string_lossy().trim_end_matches(".js").to_owned()
    });
    names.filter(|name| !name.starts_with("help-")).collect()
}

#[test]
fn every_step_has_texts_in_every_language() {
    for (id, course) in courses() {
        for language in languages() {
            let words: Words = read(&lessons().join(id).join(format!("{language}.json")));
            let place = format!("{id} in {language}");
            let wanted: BTreeSet<_> = course.steps.iter().map(|step| &step.id).collect();
            assert_eq!(words.steps.keys().collect::<BTreeSet<_>>(), wanted, "{place}");
            for step in &course.steps {
                let StepWords { title, text, tasks } = &words.steps[&step.id];
                assert_eq!(tasks.len(), step.tasks.len(), "{place}: tasks of {}", step.id);
                let mut said = vec![title, text];
                for (task, words) in step.tasks.iter().zip(tasks) {
                    let names: Vec<_> = task.wrong.keys().collect();
                    assert_eq!(
                        words.wrong.keys().collect::<Vec<_>>(),
                        names,
                        "{place}: {}",
                        step.id
                    );
                    said.extend([&words.ask, &words.hint, &words.praise]);
                    said.extend(&words.otherwise);
                    said.extend(words.wrong.values());
                }
                for text in said {
                    let length = text.chars().count();
                    assert!((1..=LONGEST).contains(&length), "{place}: {}: {text:?}", step.id);
                }
            }
        }
    }
}

/// Detects a course that accepts the wrong move.
#[test]
fn false_claim_is_detected() {
    let (id, course) = courses().into_iter().next().expect("a course");
    let asking = |step: &&Step| step.tasks[0].claims.is_some();
    let mut step = course.steps.into_iter().rfind(|step| asking(&step)).expect("a claim");
    let game = find(id).expect("registered").open(&step.rules, Some(&step.position)).expect("one");
    let accept = step.tasks[0].accept.take().expect("demanded moves");
    let other = game.moves().into_iter().find(|text| !accept.contains(text)).expect("another");
    step.tasks.truncate(1);
    step.tasks[0].wrong.clear();
    step.tasks[0].reply = None;
    step.tasks[0].accept = Some(BTreeSet::from([other]));
    assert!(!check_step(id, &step).is_empty());
}
