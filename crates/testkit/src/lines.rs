//! Tic-tac-toe and variants on other boards, for up to six players: a minimal example of a game
//! crate.

use agon_core::{
    Board, ByPlayer, Cell, Ending, Game, MAX_PLAYERS, MoveView, Notation, Opt, Piece, Player,
    Position, Rng, Rules, Seat, TextError, Tone, Value, Values, View, read_row, split_exactly,
    write_row,
};
use agon_tactics::{Evaluation, Tactics, Term};

/// Rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinesRules {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Length of a winning line.
    pub need: usize,
    /// Number of players.
    pub players: usize,
    /// Whether [`Tactics::pass`] is available.
    pub may_pass: bool,
}

/// Tic-tac-toe.
pub const TIC_TAC_TOE: LinesRules =
    LinesRules { width: 3, height: 3, need: 3, players: 2, may_pass: false };
/// A variant for three players, in which a player who is not stopped wins.
pub const THREE_PLAYERS: LinesRules =
    LinesRules { width: 4, height: 4, need: 3, players: 3, may_pass: true };

/// Maximum width and height.
const MAX_SIDE: usize = 5;
const CELLS: usize = MAX_SIDE * MAX_SIDE;
/// Letters of the players in texts.
const LETTERS: &str = "xozuvw";
const GLYPHS: [char; MAX_PLAYERS] = ['✕', '○', '△', '□', '◇', '☆'];
const SEATS: [(&str, Tone); MAX_PLAYERS] = [
    ("crosses", Tone::Blue),
    ("noughts", Tone::Orange),
    ("triangles", Tone::Green),
    ("squares", Tone::Red),
    ("diamonds", Tone::Purple),
    ("stars", Tone::Yellow),
];

impl Default for LinesRules {
    fn default() -> LinesRules {
        TIC_TAC_TOE
    }
}

impl Rules for LinesRules {
    const OPTIONS: &'static [Opt<LinesRules>] = &[
        Opt {
            name: "width",
            about: "cells of a row",
            values: Values::Number { min: 2, max: MAX_SIDE as u32, words: &[] },
            get: |rules| Value::Number(rules.width as u32),
            set: |rules, value| rules.width = value.number() as usize,
        },
        Opt {
            name: "height",
            about: "rows",
            values: Values::Number { min: 2, max: MAX_SIDE as u32, words: &[] },
            get: |rules| Value::Number(rules.height as u32),
            set: |rules, value| rules.height = value.number() as usize,
        },
        Opt {
            name: "need",
            about: "length of a winning line",
            values: Values::Number { min: 2, max: MAX_SIDE as u32, words: &[] },
            get: |rules| Value::Number(rules.need as u32),
            set: |rules, value| rules.need = value.number() as usize,
        },
        Opt {
            name: "players",
            about: "number of players",
            values: Values::Number { min: 2, max: MAX_PLAYERS as u32, words: &[] },
            get: |rules| Value::Number(rules.players as u32),
            set: |rules, value| rules.players = value.number() as usize,
        },
        Opt {
            name: "may_pass",
            about: "a search may use null moves",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.may_pass),
            set: |rules, value| rules.may_pass = value.flag(),
        },
    ];
}

impl LinesRules {
    fn cells(&self) -> usize {
        self.width * self.height
    }

    /// Returns all winning lines, as sets of cells.
    fn lines(&self) -> Vec<u32> {
        let (width, height) = (self.width as i32, self.height as i32);
        let far = self.need as i32 - 1;
        let mut lines = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                if (0..width).contains(&(x + dx * far)) && y + dy * far < height {
                    let cell = |i: i32| (y + dy * i) * width + x + dx * i;
                    lines.push((0..=far).fold(0, |line, i| line | 1 << cell(i)));
                }
            }
        }
        lines
    }
}

/// A position. Cells are numbered row by row from the top left.
#[derive(Clone, Debug)]
pub struct Lines {
    rules: LinesRules,
    lines: &'static [u32],
    stones: [u32; MAX_PLAYERS],
    turn: Player,
    key: u64,
}

static KEYS: [[u64; CELLS]; MAX_PLAYERS] =
    [Rng::keys(1), Rng::keys(2), Rng::keys(3), Rng::keys(4), Rng::keys(5), Rng::keys(6)];
static TURNS: [u64; MAX_PLAYERS] = Rng::keys(7);

impl Lines {
    /// Parses rows of player letters and `.`, separated by spaces.
    #[must_use]
    pub fn drawn(rules: LinesRules, rows: &str, turn: Player) -> Lines {
        let mut position = Lines::start(&rules);
        for (cell, c) in rows.chars().filter(|c| *c != ' ').enumerate() {
            if let Some(owner) = LETTERS.find(c) {
                position.put(owner, cell);
            }
        }
        position.turn_to(turn);
        position
    }

    fn put(&mut self, owner: usize, cell: usize) {
        self.stones[owner] |= 1 << cell;
        self.key ^= KEYS[owner][cell];
    }

    fn turn_to(&mut self, turn: Player) {
        self.key ^= TURNS[self.turn.index()] ^ TURNS[turn.index()];
        self.turn = turn;
    }

    fn next_turn(&mut self) {
        let next = Player::new((self.turn.index() + 1) % self.rules.players);
        self.turn_to(next.expect("below the number of players"));
    }

    fn taken(&self) -> u32 {
        self.stones.iter().fold(0, |all, own| all | own)
    }

    fn winner(&self) -> Option<Player> {
        Player::all(self.rules.players).find(|player| {
            let own = self.stones[player.index()];
            self.lines.iter().any(|&line| line & !own == 0)
        })
    }

    fn letter(&self, cell: usize) -> Option<char> {
        LETTERS.chars().zip(self.stones).find(|(_, own)| own & 1 << cell != 0).map(|(c, _)| c)
    }

    /// Returns the name of a cell, with rows counted from the bottom.
    fn name(rules: &LinesRules, cell: usize) -> String {
        let column = char::from(b'a' + (cell % rules.width) as u8);
        format!("{column}{}", rules.height - cell / rules.width)
    }
}

impl Position for Lines {
    type Move = u8;
    type Rules = LinesRules;

    fn start(rules: &LinesRules) -> Lines {
        Lines {
            rules: *rules,
            lines: rules.lines().leak(),
            stones: [0; MAX_PLAYERS],
            turn: Player::FIRST,
            key: TURNS[Player::FIRST.index()],
        }
    }

    fn rules(&self) -> LinesRules {
        self.rules
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(u8)) {
        if self.winner().is_none() {
            let taken = self.taken();
            (0..self.rules.cells() as u8).filter(|cell| taken & 1 << cell == 0).for_each(out);
        }
    }

    fn play(&mut self, m: u8) {
        self.put(self.turn.index(), m.into());
        self.next_turn();
    }

    fn ending(&self) -> Option<Ending> {
        let players = self.rules.players;
        let is_full = self.taken().count_ones() as usize == self.rules.cells();
        match self.winner() {
            Some(winner) => Some(Ending::win(winner, players, "line")),
            None => is_full.then(|| Ending::draw(players, "full board")),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Notation for Lines {
    /// Rows from the top and the player to move: `x1o/1x1/3 o`.
    fn text(&self) -> String {
        let mut text = String::new();
        for row in 0..self.rules.height {
            let first = row * self.rules.width;
            write_row(&mut text, (first..first + self.rules.width).map(|cell| self.letter(cell)));
            text.push(if row + 1 < self.rules.height { '/' } else { ' ' });
        }
        text.extend(LETTERS.chars().nth(self.turn.index()));
        text
    }

    fn parse_position(text: &str, rules: &LinesRules) -> Result<Lines, TextError> {
        let [board, side] = split_exactly(text, ' ', ["board", "side"])?;
        let rows: Vec<&str> = board.split('/').collect();
        let height = rows.len();
        if !(2..=MAX_SIDE).contains(&height) {
            return Err(TextError::new("board", board, "2 to 5 rows"));
        }
        let letters = &LETTERS[..rules.players];
        // A digit is a run of empty cells.
        let width = rows[0].chars().map(|c| c.to_digit(10).unwrap_or(1) as usize).sum();
        if !(2..=MAX_SIDE).contains(&width) {
            return Err(TextError::new("row", rows[0], "2 to 5 cells"));
        }
        let mut position = Lines::start(&LinesRules { width, height, ..*rules });
        for (i, row) in rows.into_iter().enumerate() {
            read_row("row", row, width, letters, |column, c| {
                let Some(owner) = letters.find(c) else { return false };
                position.put(owner, width * i + column);
                true
            })?;
        }
        let turn = (side.len() == 1).then(|| letters.find(side)).flatten().and_then(Player::new);
        position.turn_to(turn.ok_or_else(|| TextError::new("side", side, letters))?);
        Ok(position)
    }

    fn move_text(&self, m: u8) -> String {
        Lines::name(&self.rules, m.into())
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        self.find_move(text, |m| self.move_text(m) == text)
    }
}

impl View for Lines {
    fn seats(rules: &LinesRules) -> ByPlayer<Seat> {
        ByPlayer::new(rules.players, |player| {
            let (name, tone) = SEATS[player.index()];
            Seat { plural: true, ..Seat::new(name, tone).with("stone") }
        })
    }

    fn board(rules: &LinesRules) -> Board {
        Board::grid(rules.width, rules.height)
    }

    fn pieces(&self) -> Vec<Piece> {
        let looks = LETTERS.chars().zip(GLYPHS);
        let all = Player::all(self.rules.players).zip(looks).flat_map(|(player, look)| {
            let (letter, glyph) = look;
            let own = (0..CELLS).filter(move |cell| self.stones[player.index()] & 1 << cell != 0);
            let cells = own.map(Cell::new);
            cells.map(move |cell| Piece { cell, player, kind: "stone", tone: None, letter, glyph })
        });
        all.collect()
    }

    fn move_view(&self, m: u8) -> MoveView {
        let text = self.move_text(m);
        MoveView::place(text.clone(), text, Cell::new(m.into()))
    }
}

impl Tactics for Lines {
    type Threats = ();
    const SLOTS: usize = CELLS;
    const TARGETS: usize = CELLS;
    const EVALUATIONS: &'static [Evaluation<Lines>] = &[Evaluation {
        name: "open-lines",
        about: "lines that can still be filled",
        evaluate: open_lines,
        terms: |position| {
            let values = Player::all(position.players()).map(|player| worth(position, player));
            vec![Term { name: "open lines", values: values.collect() }]
        },
        tunable: None,
    }];

    fn id(m: u8) -> u32 {
        m.into()
    }

    fn slot(&self, m: u8) -> usize {
        m.into()
    }

    fn target(&self, m: u8) -> usize {
        m.into()
    }

    fn pass(&self) -> Option<Lines> {
        let mut passed = self.clone();
        passed.next_turn();
        self.rules.may_pass.then_some(passed)
    }
}

/// Returns the value of the player's lines minus the average of the opponents'.
fn open_lines(position: &Lines, player: Player) -> i32 {
    let players = position.rules.players;
    let others = Player::all(players).filter(|other| *other != player);
    let others: i32 = others.map(|other| worth(position, other)).sum();
    worth(position, player) - others / (players as i32 - 1)
}

fn worth(position: &Lines, player: Player) -> i32 {
    let (own, taken) = (position.stones[player.index()], position.taken());
    let open = position.lines.iter().filter(|&line| own & line != 0 && taken & line == own & line);
    open.map(|line| 1 << (3 * (own & line).count_ones())).sum()
}

impl Game for Lines {
    const ID: &'static str = "lines";
    const TITLE: &'static str = "Lines";
    const ABOUT: &'static str = "Get a number in a row; tic-tac-toe by default.";
    const REASONS: &'static [&'static str] = &["line", "full board"];
}
