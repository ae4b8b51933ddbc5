//! Tree of the moves of a file: main line, side lines, comments and marks.

use std::collections::HashSet;

use agon_core::{Player, TextError};

use crate::{AnyMatch, MoveError, Played};

/// Maximum number of steps of a tree, side lines included.
pub const MOST_STEPS: usize = 5_000;
/// Maximum nesting of side lines.
pub const MAX_NESTING: usize = 64;
/// Maximum length of a comment in characters.
pub const MAX_COMMENT_CHARS: usize = 4_000;
/// Maximum number of arrows and circles of a position.
const MAX_DRAWN: usize = 64;

/// Prefix of a withdrawal; the seat follows.
pub(crate) const OUT: &str = "out ";

/// All steps of a file as a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The first node is the root, before any step.
    nodes: Vec<Node>,
}

/// A step, with the annotations of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Preceding node; the root is its own parent.
    pub parent: usize,
    /// Following nodes, the main line first.
    pub children: Vec<usize>,
    /// The move as text, or `out` and the seat that left; empty for the root.
    pub text: String,
    /// The move for display.
    pub display: String,
    /// The player who made the step.
    pub player: Option<Player>,
    /// Numeric annotation glyphs of PGN: 1 for `!`, 2 for `?` and so on.
    pub glyphs: Vec<u8>,
    /// Comment, as normalised by [`tidy`].
    pub comment: String,
    /// Arrows and circles.
    pub drawn: Vec<Drawn>,
}

/// An arrow; a circle if both ends are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Colour letter, one of [`TONES`].
    pub tone: char,
    /// Cell name of the start.
    pub from: String,
    /// Cell name of the end.
    pub to: String,
}

/// Colours of arrows and circles: green, red, yellow, blue.
pub const TONES: &str = "GRYB";

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Creates the tree of a match, without side lines.
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

    /// Returns all nodes; the first is the root.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the node at this index.
    pub fn node_mut(&mut self, at: usize) -> &mut Node {
        &mut self.nodes[at]
    }

    /// Returns the node indices in depth-first order, main lines first.
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

    /// Returns the nesting depth of the side lines.
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

/// Where a new step is inserted among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// As the main line.
    First,
    /// As the last alternative.
    Last,
}

/// Builds a tree, with the match at the current node.
pub struct Grower {
    tree: Tree,
    game: Box<dyn AnyMatch>,
    at: usize,
    cells: HashSet<String>,
}

impl Grower {
    /// Starts at the present position; earlier moves are not part of the tree.
    #[must_use]
    pub fn new(game: Box<dyn AnyMatch>) -> Grower {
        let cells = game.board().sites.into_iter().map(|site| site.name).collect();
        Grower { tree: Tree::default(), game, at: 0, cells }
    }

    /// Returns the index of the current node.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the match at the current node.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// Returns the tree, and the match at the current node.
    #[must_use]
    pub fn finish(self) -> (Tree, Box<dyn AnyMatch>) {
        (self.tree, self.game)
    }

    /// Returns the current node.
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.tree.nodes[self.at]
    }

    /// Returns an error if the side lines are nested too deeply.
    pub fn check(&self) -> Result<(), TextError> {
        match self.tree.depth() {
            0..=MAX_NESTING => Ok(()),
            depth => {
                let expected = format!("at most {MAX_NESTING} side lines within each other");
                Err(TextError::new("side line", &depth.to_string(), expected))
            }
        }
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.nodes.len() - 1
    }

    /// Returns whether the tree has no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a step. An existing equal step is reused.
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

    /// Withdraws a player from a game of more than two.
    fn leave(&mut self, name: &str) -> Result<Player, TextError> {
        let wrong = || TextError::new("leaving", name, "a player who is still in the game");
        let seats = self.game.seats();
        let seat = seats.iter().find(|(_, seat)| seat.name == name);
        let (player, _) = seat.filter(|_| seats.count() > 2).ok_or_else(wrong)?;
        if self.game.ending().is_some() || self.has_left(name) {
            return Err(wrong());
        }
        self.game.leave(player);
        if self.game.last() != Some(Played::Withdrawal(player)) {
            // The withdrawal ended the game, which is not a step.
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

    /// Goes back one step; `false` at the root.
    pub fn back(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        self.game.undo();
        self.at = self.tree.nodes[self.at].parent;
        true
    }

    fn repeat(&mut self, child: usize) {
        let text = self.tree.nodes[child].text.clone();
        match text.strip_prefix(OUT) {
            Some(name) => {
                let _ = self.leave(name);
            }
            // It was legal here before.
            None => {
                let _ = self.game.play(&text);
            }
        }
        self.at = child;
    }

    /// Goes back from a side line to the step that it replaced.
    pub fn return_from_side_line(&mut self, step: usize) {
        let parent = self.tree.nodes[step].parent;
        while self.at != parent && self.back() {}
        self.repeat(step);
    }

    /// Adds a glyph unless the node has it.
    pub fn mark(&mut self, glyph: u8) {
        let node = self.node_mut();
        if !node.glyphs.contains(&glyph) {
            node.glyphs.push(glyph);
        }
    }

    /// Adds a comment, with its commands for arrows and circles.
    pub fn say(&mut self, text: &str) -> Result<(), TextError> {
        let (comment, drawn) = self.split_commands(text)?;
        let node = self.node_mut();
        for one in drawn {
            if !node.drawn.contains(&one) {
                node.drawn.push(one);
            }
        }
        if node.drawn.len() > MAX_DRAWN {
            let expected = format!("at most {MAX_DRAWN} arrows and circles");
            return Err(TextError::new("comment", text, expected));
        }
        if !comment.is_empty() {
            if !node.comment.is_empty() {
                node.comment.push(' ');
            }
            node.comment += &comment;
        }
        node.comment = tidy(&node.comment);
        if node.comment.chars().nth(MAX_COMMENT_CHARS).is_some() {
            let expected = format!("at most {MAX_COMMENT_CHARS} characters");
            return Err(TextError::new("comment", text, expected));
        }
        Ok(())
    }

    /// Separates a comment from its commands for arrows and circles.
    fn split_commands(&self, text: &str) -> Result<(String, Vec<Drawn>), TextError> {
        let mut rest = text;
        let (mut comment, mut drawn) = (String::new(), Vec::new());
        while let Some(begin) = rest.find("[%c") {
            let (before, command) = rest.split_at(begin);
            let list = ["[%cal ", "[%csl "].iter().find_map(|name| command.strip_prefix(name));
            let Some((list, after)) = list.and_then(|list| list.split_once(']')) else {
                // Other commands are kept unchanged.
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

    /// Parses `Ge2e4` or `Rd4`.
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

/// Normalises a comment so that it can be written and parsed unchanged: single spaces, no closing
/// braces, no control characters.
#[must_use]
pub fn tidy(text: &str) -> String {
    let text = text.replace('}', ")").replace(char::is_control, " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // A comment starting with [`OUT`] would be parsed as a withdrawal.
    match text.strip_prefix(OUT) {
        Some(rest) => format!("Out {rest}"),
        None => text,
    }
}
