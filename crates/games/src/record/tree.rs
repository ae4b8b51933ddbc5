//! The moves of a file as a tree: the main line, side lines, and what is said about them.

use std::collections::HashSet;

use agon_core::{Player, TextError};

use crate::{AnyMatch, MoveError, Played};

/// The most steps of a tree, side lines included.
pub const MOST_STEPS: usize = 5_000;
/// Side lines within side lines.
pub const DEEPEST: usize = 64;
/// The most characters of a comment.
pub const LONGEST_COMMENT: usize = 4_000;
/// The most arrows and circles on one position.
const MOST_DRAWN: usize = 64;

/// How a step of somebody who leaves begins; the seat follows.
pub(crate) const OUT: &str = "out ";

/// All steps of a file, each below the one that it follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The first one is the beginning, where nothing has been played yet.
    nodes: Vec<Node>,
}

/// A step, and what is said about the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The step before; the beginning is its own.
    pub parent: usize,
    /// The steps that follow, that of the main line first.
    pub children: Vec<usize>,
    /// The move as text, or `out` and the seat that left; nothing at the beginning.
    pub text: String,
    /// The move as people like to read it.
    pub display: String,
    /// Who made it.
    pub player: Option<Player>,
    /// Marks by their numbers in PGN: 1 for `!`, 2 for `?` and so on.
    pub glyphs: Vec<u8>,
    /// What is said about it: words, single spaces, no closing brace.
    pub comment: String,
    /// What is drawn on the board.
    pub drawn: Vec<Drawn>,
}

/// An arrow on the board; a circle where both ends are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Its colour by a letter, as programs for PGN write it.
    pub tone: char,
    /// The cell where it begins, by its name.
    pub from: String,
    /// The cell where it ends.
    pub to: String,
}

/// The colours of what is drawn: green, red, yellow, blue.
pub const TONES: &str = "GRYB";

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The steps of a match, without side lines.
    #[must_use]
    pub fn of(game: &dyn AnyMatch) -> Tree {
        let seats = game.seats();
        let mut tree = Tree::default();
        for (at, step) in game.past().into_iter().enumerate() {
            let node = match step {
                Played::Move { player, view } => Node {
                    text: view.text,
                    display: view.display,
                    player: Some(player),
                    ..Node::default()
                },
                Played::Withdrawal(player) => Node {
                    text: format!("{OUT}{}", seats[player].name),
                    player: Some(player),
                    ..Node::default()
                },
            };
            tree.add(at, node, Place::Last);
        }
        tree
    }

    /// All steps; the first one is the beginning.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The step at this place, to say something about it.
    pub fn node_mut(&mut self, at: usize) -> &mut Node {
        &mut self.nodes[at]
    }

    /// The same steps in the order of reading: each line to its end, then what else could be played,
    /// the later branches first.
    #[must_use]
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            order.push(at);
            open.extend(self.nodes[at].children.iter().rev());
        }
        order
    }

    /// How many side lines lie within each other.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut depths = vec![0; self.nodes.len()];
        for at in self.in_order() {
            for (i, &child) in self.nodes[at].children.iter().enumerate() {
                depths[child] = depths[at] + usize::from(i > 0);
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    fn add(&mut self, parent: usize, node: Node, place: Place) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { parent, ..node });
        let children = &mut self.nodes[parent].children;
        match place {
            Place::First => children.insert(0, at),
            Place::Last => children.push(at),
        }
        at
    }
}

/// Where a step goes among those that follow the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It is the line itself that goes on.
    First,
    /// It is another way.
    Last,
}

/// A tree that grows, with the match at one of its steps.
pub struct Grower {
    tree: Tree,
    game: Box<dyn AnyMatch>,
    at: usize,
    cells: HashSet<String>,
}

impl Grower {
    /// Begins where the match stands; what was played before does not belong to the tree.
    #[must_use]
    pub fn new(game: Box<dyn AnyMatch>) -> Grower {
        let cells = game.board().sites.into_iter().map(|site| site.name).collect();
        Grower { tree: Tree::default(), game, at: 0, cells }
    }

    /// Which step the match stands at.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The match, where it stands.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The tree, and the match where it stands.
    #[must_use]
    pub fn finish(self) -> (Tree, Box<dyn AnyMatch>) {
        (self.tree, self.game)
    }

    /// The step at which the match stands, to say something about it.
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.tree.nodes[self.at]
    }

    /// Lines that lie too deep within each other are an error.
    pub fn check(&self) -> Result<(), TextError> {
        match self.tree.depth() {
            0..=DEEPEST => Ok(()),
            depth => {
                let expected = format!("at most {DEEPEST} side lines within each other");
                Err(TextError::new("side line", &depth.to_string(), expected))
            }
        }
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.nodes.len() - 1
    }

    /// Has nothing been played?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a step. One that is there already is taken again, so that no two ways are the same.
    pub fn step(&mut self, text: &str, place: Place) -> Result<(), MoveError> {
        let player = match text.strip_prefix(OUT) {
            Some(name) => self.leave(name)?,
            None => {
                let player = self.game.turn();
                self.game.import(text)?;
                player
            }
        };
        let (text, display) = match self.game.last() {
            Some(Played::Move { view, .. }) => (view.text, view.display),
            _ => (text.to_owned(), String::new()),
        };
        let siblings = &self.tree.nodes[self.at].children;
        let same = siblings.iter().position(|&child| self.tree.nodes[child].text == text);
        self.at = match same {
            Some(index) => {
                let children = &mut self.tree.nodes[self.at].children;
                let child = children[index];
                if place == Place::First {
                    children[..=index].rotate_right(1);
                }
                child
            }
            None => {
                let node = Node { text, display, player: Some(player), ..Node::default() };
                self.tree.add(self.at, node, place)
            }
        };
        Ok(())
    }

    /// A player of more than two leaves, and the others play on.
    fn leave(&mut self, name: &str) -> Result<Player, TextError> {
        let wrong = || TextError::new("leaving", name, "somebody who still plays, with others");
        let seats = self.game.seats();
        let seat = seats.iter().find(|(_, seat)| seat.name == name);
        let (player, _) = seat.filter(|_| seats.count() > 2).ok_or_else(wrong)?;
        if self.game.ending().is_some() || self.has_left(name) {
            return Err(wrong());
        }
        self.game.leave(player);
        if self.game.last() != Some(Played::Withdrawal(player)) {
            // The last but one: that is the end, and no step.
            self.game.undo();
            return Err(wrong());
        }
        Ok(player)
    }

    fn has_left(&self, name: &str) -> bool {
        let mut at = self.at;
        while at != 0 {
            let node = &self.tree.nodes[at];
            if node.text.strip_prefix(OUT) == Some(name) {
                return true;
            }
            at = node.parent;
        }
        false
    }

    /// Goes back one step; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        self.game.undo();
        self.at = self.tree.nodes[self.at].parent;
        true
    }

    /// Makes a step again that is there already.
    fn again(&mut self, child: usize) {
        let text = self.tree.nodes[child].text.clone();
        match text.strip_prefix(OUT) {
            Some(name) => {
                let _ = self.leave(name);
            }
            // It was made here before.
            None => {
                let _ = self.game.play(&text);
            }
        }
        self.at = child;
    }

    /// Goes back from a side line to the step that it replaced.
    pub fn return_beside(&mut self, step: usize) {
        let parent = self.tree.nodes[step].parent;
        while self.at != parent && self.back() {}
        self.again(step);
    }

    /// Adds a mark, once.
    pub fn mark(&mut self, glyph: u8) {
        let node = self.node_mut();
        if !node.glyphs.contains(&glyph) {
            node.glyphs.push(glyph);
        }
    }

    /// Adds a comment. What it says of arrows and circles is drawn.
    pub fn say(&mut self, text: &str) -> Result<(), TextError> {
        let (comment, drawn) = self.understood(text)?;
        let node = self.node_mut();
        for one in drawn {
            if !node.drawn.contains(&one) {
                node.drawn.push(one);
            }
        }
        if node.drawn.len() > MOST_DRAWN {
            let expected = format!("at most {MOST_DRAWN} arrows and circles");
            return Err(TextError::new("comment", text, expected));
        }
        if !comment.is_empty() {
            if !node.comment.is_empty() {
                node.comment.push(' ');
            }
            node.comment += &comment;
        }
        node.comment = tidy(&node.comment);
        if node.comment.chars().nth(LONGEST_COMMENT).is_some() {
            let expected = format!("at most {LONGEST_COMMENT} characters");
            return Err(TextError::new("comment", text, expected));
        }
        Ok(())
    }

    /// A comment without what is drawn, and that.
    fn understood(&self, text: &str) -> Result<(String, Vec<Drawn>), TextError> {
        let mut rest = text;
        let (mut comment, mut drawn) = (String::new(), Vec::new());
        while let Some(begin) = rest.find("[%c") {
            let (before, command) = rest.split_at(begin);
            let list = ["[%cal ", "[%csl "].iter().find_map(|name| command.strip_prefix(name));
            let Some((list, after)) = list.and_then(|list| list.split_once(']')) else {
                // A command for somebody else is kept as it is.
                comment += before;
                comment += "[%c";
                rest = &command[3..];
                continue;
            };
            comment += before;
            comment.push(' ');
            for one in list.split(',') {
                drawn.push(self.drawing(one.trim())?);
            }
            rest = after;
        }
        comment += rest;
        Ok((tidy(&comment), drawn))
    }

    /// `Ge2e4` or `Rd4`.
    pub fn drawing(&self, text: &str) -> Result<Drawn, TextError> {
        let wrong =
            || TextError::new("drawing", text, "a colour and one or two cells, as in Ge2e4");
        let tone = text.chars().next().filter(|&tone| TONES.contains(tone)).ok_or_else(wrong)?;
        let names = &text[1..];
        if self.cells.contains(names) {
            return Ok(Drawn { tone, from: names.into(), to: names.into() });
        }
        let mut cuts = names.char_indices().map(|(cut, _)| names.split_at(cut));
        let (from, to) = cuts
            .find(|(from, to)| self.cells.contains(*from) && self.cells.contains(*to))
            .ok_or_else(wrong)?;
        Ok(Drawn { tone, from: from.into(), to: to.into() })
    }
}

/// A comment as it can stand in a file and be read again the same.
#[must_use]
pub fn tidy(text: &str) -> String {
    let text = text.replace('}', ")").replace(char::is_control, " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // In small letters it says that somebody left.
    match text.strip_prefix(OUT) {
        Some(rest) => format!("Out {rest}"),
        None => text,
    }
}
