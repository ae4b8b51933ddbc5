//! Conversion of studies between files and the wire format.

use agon_games::record::{Grower, MOST_STEPS, Node, Place, Record, Tree};
use agon_games::{AnyGame, AnyMatch};
use agon_protocol::error::{Code, Fault};
use agon_protocol::study::{FileGame, NewStudy, Study, StudyMark, StudyNode};

use crate::names;
use crate::opening::{find, not_played};

/// Maximum number of tags.
const MOST_TAGS: usize = 100;
/// Maximum length of a tag, in characters.
const LONGEST_TAG: usize = 1_000;
/// Maximum number of glyphs per node.
const MOST_GLYPHS: usize = 16;

/// Maximum number of stored studies per person.
pub const MOST: usize = 200;
/// Maximum size of a stored study, in bytes.
const LARGEST: usize = 64 << 10;

/// Stored form of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Title of the study.
    pub title: String,
    /// Game id in the catalogue.
    pub game: String,
    /// File contents.
    pub content: String,
}

/// Converts a study to its stored form.
pub fn write(new: &NewStudy) -> Result<Written, Fault> {
    let title = names::clean(&new.title, names::LONGEST_TITLE)
        .ok_or_else(|| Fault::new(Code::BadName, "a study has a title"))?;
    let mut study = new.study.clone();
    study.tags.retain(|(name, _)| name != "Event");
    study.tags.push(("Event".into(), title.clone()));
    let record = read(&study)?;
    let content = record.to_string();
    if content.len() > LARGEST {
        let message = format!("a study has at most {} KiB", LARGEST >> 10);
        return Err(Fault::new(Code::TooLarge, message));
    }
    Ok(Written { title, game: record.kind.id().to_owned(), content })
}

/// Parses a stored study.
pub fn kept(content: &str) -> Result<Study, Fault> {
    Ok(told(&Record::parse(content, None)?))
}

/// Creates the error for an unknown study.
#[must_use]
pub fn none() -> Fault {
    Fault::new(Code::NotFound, "there is no such study")
}

/// Creates the error for a full store.
#[must_use]
pub fn too_many() -> Fault {
    let message = format!("nobody keeps more than {MOST} studies; delete some first");
    Fault::new(Code::TooManyStudies, message)
}

/// Creates the error for a concurrent save.
#[must_use]
pub fn overtaken() -> Fault {
    Fault::new(Code::Stale, "the study was saved elsewhere meanwhile")
}

/// Creates the error for a replacement without a version.
#[must_use]
pub fn no_version() -> Fault {
    Fault::new(Code::BadRequest, "say which version is replaced")
}

/// Converts a file record to a study.
#[must_use]
pub fn told(record: &Record) -> Study {
    let kind = record.kind;
    let usual = kind.open("", None).is_ok_and(|usual| usual.rules() == record.game.rules());
    Study {
        game: kind.id().to_owned(),
        rules: if usual { String::new() } else { record.game.rules() },
        position: record.game.unusual_start(),
        tags: record.all_tags(),
        nodes: nodes(&record.tree),
    }
}

/// Returns the nodes in depth-first order.
#[must_use]
pub fn nodes(tree: &Tree) -> Vec<StudyNode> {
    let order = tree.in_order();
    let mut places = vec![0; order.len()];
    for (place, &at) in order.iter().enumerate() {
        places[at] = place as u32;
    }
    let node = |&at: &usize| {
        let Node { parent, text, display, player, glyphs, comment, drawn, .. } = &tree.nodes()[at];
        StudyNode {
            parent: (at != 0).then(|| places[*parent]),
            text: text.clone(),
            display: display.clone(),
            seat: player.map(Into::into),
            glyphs: glyphs.clone(),
            comment: comment.clone(),
            drawn: drawn
                .iter()
                .map(|one| StudyMark { tone: one.tone, from: one.from.clone(), to: one.to.clone() })
                .collect(),
        }
    };
    order.iter().map(node).collect()
}

/// Returns the list entry of a game in a file.
#[must_use]
pub fn heading(record: &Record) -> FileGame {
    let event = record.tags.iter().find(|(name, _)| name == "Event");
    FileGame {
        game: record.kind.id().to_owned(),
        players: record.players.clone(),
        date: record.date.clone(),
        event: event.map(|(_, value)| value.clone()),
        result: record.result(),
        moves: record.game.past().len() as u32,
        fault: None,
    }
}

/// Validates a study sent by a client: every move must be legal.
pub fn read(study: &Study) -> Result<Record, Fault> {
    let wrong = |message: &str| Fault::new(Code::BadRequest, message);
    let kind = find(&study.game)?;
    let game = kind.reopen(&study.rules, study.position.as_deref())?;
    if study.nodes.len() > MOST_STEPS + 1 {
        return Err(Fault::new(Code::TooLarge, format!("at most {MOST_STEPS} moves")));
    }
    let [begin, steps @ ..] = &study.nodes[..] else {
        return Err(wrong("the first node is the beginning"));
    };
    if begin.parent.is_some() || !begin.text.is_empty() {
        return Err(wrong("the first node has no move"));
    }
    let mut grower = Grower::new(game);
    say(&mut grower, begin)?;
    // Path to the last node, as indexes in the list.
    let mut way = vec![0];
    for (i, node) in steps.iter().enumerate() {
        let parent = node.parent.ok_or_else(|| wrong("each node but the first has a parent"))?;
        while way.last().is_some_and(|&last| last != parent) {
            way.pop();
            grower.back();
        }
        if way.is_empty() {
            return Err(wrong("a parent lies on the way to the node before"));
        }
        let steps = grower.len();
        grower.step(&node.text, Place::Last).map_err(|error| {
            let fault = not_played(&error);
            Fault { message: format!("node {}: {}", i + 1, fault.message), ..fault }
        })?;
        if grower.len() == steps {
            return Err(wrong("no move twice in the same position"));
        }
        say(&mut grower, node)?;
        way.push(i as u32 + 1);
    }
    grower.check()?;
    check_tags(&study.tags)?;
    while grower.back() {}
    let (tree, game) = grower.finish();
    Ok(Record::of_tree(kind, main_line(game, &tree)?, tree, study.tags.clone()))
}

/// Replays the match to the end of the main line.
fn main_line(game: Box<dyn AnyMatch>, tree: &Tree) -> Result<Box<dyn AnyMatch>, Fault> {
    let mut walker = Grower::new(game);
    let mut at = 0;
    while let Some(&next) = tree.nodes()[at].children.first() {
        let text = &tree.nodes()[next].text;
        walker.step(text, Place::First).map_err(|error| not_played(&error))?;
        at = next;
    }
    Ok(walker.finish().1)
}

fn say(grower: &mut Grower, node: &StudyNode) -> Result<(), Fault> {
    if node.glyphs.len() > MOST_GLYPHS || node.glyphs.contains(&0) {
        return Err(Fault::new(Code::BadRequest, format!("at most {MOST_GLYPHS} marks, from 1")));
    }
    for &glyph in &node.glyphs {
        grower.mark(glyph);
    }
    grower.say(&node.comment)?;
    for StudyMark { tone, from, to } in &node.drawn {
        let text = if from == to { format!("{tone}{from}") } else { format!("{tone}{from}{to}") };
        let one = grower.drawing(&text)?;
        let command = if one.from == one.to { "csl" } else { "cal" };
        grower.say(&format!("[%{command} {text}]"))?;
    }
    Ok(())
}

fn check_tags(tags: &[(String, String)]) -> Result<(), Fault> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let fine = |(name, value): &(String, String)| {
        (1..=60).contains(&name.len())
            && name.chars().all(is_name)
            && value.chars().nth(LONGEST_TAG).is_none()
    };
    if tags.len() <= MOST_TAGS && tags.iter().all(fine) {
        return Ok(());
    }
    let message = format!("at most {MOST_TAGS} tags of {LONGEST_TAG} characters");
    Err(Fault::new(Code::BadRequest, message))
}

/// Creates a study of a played match.
#[must_use]
pub fn of_match(kind: &'static dyn AnyGame, game: Box<dyn AnyMatch>) -> Study {
    told(&Record::new(kind, game))
}
