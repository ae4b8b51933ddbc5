//! Writes game files.

use std::fmt;

use agon_core::Player;

use super::Record;
use super::reader::ENDS;
use super::tree::{Drawn, Node, OUT, Tree};
use crate::AnyMatch;

/// Maximum line width in characters.
const WIDTH: usize = 79;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.all_tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{}\"]", value.replace(char::is_control, " "))?;
        }
        let mut game = self.game.fork();
        while game.undo() {}
        let mut writer = Writer { tree: &self.tree, game, words: Vec::new() };
        writer.say(&self.tree.nodes()[0]);
        writer.line(0, Count { number: 1, last: None, written: false });
        writer.words.push(self.result());
        let mut column = 0;
        for word in writer.words {
            let length = word.chars().count();
            if column == 0 || column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            } else {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

/// Move numbering: the number grows when the turn returns to an earlier seat.
#[derive(Clone, Copy)]
struct Count {
    number: u32,
    last: Option<Player>,
    /// Whether the number has been written.
    written: bool,
}

struct Writer<'t> {
    tree: &'t Tree,
    /// The match at the node being written.
    game: Box<dyn AnyMatch>,
    words: Vec<String>,
}

impl Writer<'_> {
    /// Writes the nodes after `at` and leaves the match at `at`.
    fn line(&mut self, mut at: usize, mut count: Count) {
        let mut steps = 0;
        while let [next, others @ ..] = &self.tree.nodes()[at].children[..] {
            let before = count;
            count = self.step(*next, count);
            if !others.is_empty() {
                self.game.undo();
                for other in others {
                    let begin = self.words.len();
                    let after = self.step(*other, Count { written: false, ..before });
                    self.line(*other, after);
                    self.game.undo();
                    enclose(&mut self.words, begin, '(', ')');
                }
                self.make(*next);
                count.written = false;
            }
            at = *next;
            steps += 1;
        }
        for _ in 0..steps {
            self.game.undo();
        }
    }

    fn make(&mut self, at: usize) {
        let node = &self.tree.nodes()[at];
        match node.player.filter(|_| node.text.starts_with(OUT)) {
            Some(player) => self.game.leave(player),
            // Steps of a tree are legal.
            None => drop(self.game.play(&node.text)),
        }
    }

    /// Makes and writes a step with its annotations.
    fn step(&mut self, at: usize, mut count: Count) -> Count {
        let node = &self.tree.nodes()[at];
        if node.text.starts_with(OUT) {
            self.make(at);
            self.words.push(format!("{{{}}}", node.text));
        } else {
            let player = self.game.turn();
            if count.last.is_some_and(|last| player <= last) {
                count.number += 1;
                count.written = false;
            }
            if !count.written {
                let dots = if player == Player::FIRST { "." } else { "..." };
                self.words.push(format!("{}{dots}", count.number));
            }
            count = Count { last: Some(player), written: true, ..count };
            let word = written(&mut *self.game, &node.text, &node.display);
            self.words.push(word);
        }
        self.words.extend(node.glyphs.iter().map(|glyph| format!("${glyph}")));
        if self.say(node) {
            count.written = false;
        }
        count
    }

    /// Writes the comment of a node; returns whether there is one.
    fn say(&mut self, node: &Node) -> bool {
        let begin = self.words.len();
        let [circles, arrows] = [true, false].map(|round| {
            let wanted = node.drawn.iter().filter(|one| (one.from == one.to) == round);
            wanted.map(drawing).collect::<Vec<_>>().join(",")
        });
        for (command, list) in [("csl", circles), ("cal", arrows)] {
            if !list.is_empty() {
                self.words.push(format!("[%{command} {list}]"));
            }
        }
        self.words.extend(node.comment.split(' ').filter(|word| !word.is_empty()).map(Into::into));
        let some = self.words.len() > begin;
        if some {
            enclose(&mut self.words, begin, '{', '}');
        }
        some
    }
}

/// Adds characters before and after the words from `begin` on.
fn enclose(words: &mut [String], begin: usize, open: char, close: char) {
    if let Some(first) = words.get_mut(begin) {
        first.insert(0, open);
    }
    if let Some(last) = words.last_mut() {
        last.push(close);
    }
}

/// `Ge2e4`, or `Rd4` for a circle.
fn drawing(Drawn { tone, from, to }: &Drawn) -> String {
    if from == to { format!("{tone}{from}") } else { format!("{tone}{from}{to}") }
}

/// Makes the move and returns its text: the display form if it can be imported again, otherwise the
/// canonical one.
fn written(game: &mut dyn AnyMatch, text: &str, display: &str) -> String {
    let special = |c: char| c.is_whitespace() || ENDS.contains(&c) || "[]!?".contains(c);
    let plain = !display.contains(special) && !display.is_empty();
    let understood = plain && display != text && game.import(display).is_ok();
    let read = understood.then(|| game.position());
    if understood {
        game.undo();
    }
    // Steps of a tree are legal.
    let _ = game.play(text);
    if read.is_some_and(|read| read == game.position()) { display.into() } else { text.into() }
}
