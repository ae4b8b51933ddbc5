//! Noughts and crosses, as a complete game. The option `flaw` breaks one promise on purpose,
//! for the tests of the conformance checks.

use agon_core::{
    Board, ByPlayer, Cell, Ending, Game, Label, MoveView, Notation, Opt, Piece, Player, Position,
    Rng, Rules, Seat, Shape, Site, TextError, Tone, Value, Values, View, read_row, split_exactly,
    write_row,
};

pub(crate) const FLAWS: &[&str] = &[
    "none",
    "moves-after-the-end",
    "move-twice",
    "miscounted",
    "random-elsewhere",
    "key-of-the-past",
    "unreadable",
    "lenient",
    "names",
    "links",
    "picked-alike",
    "another-man",
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noughts {
    rules: NoughtsRules,
    /// Cells of crosses and of noughts, row by row from the top left.
    men: [u16; 2],
    turn: Player,
    key: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NoughtsRules {
    /// The index in [`FLAWS`].
    flaw: usize,
}

const CROSSES: Player = Player::FIRST;
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl Rules for NoughtsRules {
    const OPTIONS: &'static [Opt<Self>] = &[Opt {
        name: "flaw",
        about: "the promise that is broken",
        values: Values::Words(FLAWS),
        get: |rules| Value::Word(rules.flaw),
        set: |rules, value| rules.flaw = value.word(),
    }];
}

impl Noughts {
    pub(crate) fn with(men: [u16; 2], turn: Player, rules: NoughtsRules) -> Noughts {
        let mut position = Noughts { rules, men, turn, key: 0 };
        position.key = position.fresh_key();
        position
    }

    fn fresh_key(&self) -> u64 {
        u64::from(self.men[0]) | u64::from(self.men[1]) << 9 | (self.turn.index() as u64) << 18
    }

    fn has(&self, flaw: &str) -> bool {
        FLAWS[self.rules.flaw] == flaw
    }

    fn is_won(&self) -> bool {
        let last = self.men[self.turn.other().index()];
        LINES.iter().any(|line| last & line == *line)
    }
}

impl Position for Noughts {
    type Move = Cell;
    type Rules = NoughtsRules;

    fn start(rules: &NoughtsRules) -> Noughts {
        Noughts::with([0; 2], CROSSES, *rules)
    }

    fn rules(&self) -> NoughtsRules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Cell)) {
        if self.is_won() && !self.has("moves-after-the-end") {
            return;
        }
        for i in (0..9).filter(|i| (self.men[0] | self.men[1]) & 1 << i == 0) {
            out(Cell::new(i));
            if self.has("move-twice") {
                out(Cell::new(i));
            }
        }
    }

    fn count_moves(&self) -> u64 {
        let mut count = u64::from(self.has("miscounted"));
        self.moves(&mut |_| count += 1);
        count
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Cell> {
        let mut moves = Vec::new();
        self.moves(&mut |m| moves.push(m));
        if self.has("random-elsewhere") {
            return Some(Cell::new(9));
        }
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    fn play(&mut self, m: Cell) {
        self.men[self.turn.index()] |= 1 << m.index();
        self.turn = self.turn.other();
        let past = if self.has("key-of-the-past") { self.key << 20 } else { 0 };
        self.key = self.fresh_key() ^ past;
    }

    fn ending(&self) -> Option<Ending> {
        if self.is_won() {
            Some(Ending::win(self.turn.other(), 2, "three in a row"))
        } else if self.men[0] | self.men[1] == 0o777 {
            Some(Ending::draw(2, "full board"))
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Notation for Noughts {
    fn text(&self) -> String {
        let letter = |i: usize| match 1 << i {
            bit if self.men[0] & bit != 0 => Some('x'),
            bit if self.men[1] & bit != 0 => Some('o'),
            _ => None,
        };
        let mut text = String::new();
        for row in 0..3 {
            write_row(&mut text, (3 * row..3 * row + 3).map(letter));
            text.push(if row < 2 { '/' } else { ' ' });
        }
        text + if self.turn == CROSSES { "x" } else { "o" }
    }

    fn parse_position(text: &str, rules: &NoughtsRules) -> Result<Noughts, TextError> {
        let [board, side] = split_exactly(text, ' ', ["board", "side"])?;
        let rows = split_exactly(board, '/', ["top", "middle", "bottom"])?;
        let mut men = [0; 2];
        for (i, row) in rows.into_iter().enumerate() {
            read_row("row", row, 3, "x, o", |column, c| {
                let Some(side) = "xo".find(c) else { return false };
                men[side] |= 1 << (3 * i + column);
                true
            })?;
        }
        let turn = match side {
            "x" => Player::FIRST,
            "o" => Player::SECOND,
            _ => return Err(TextError::new("side", side, "x or o")),
        };
        let position = Noughts::with(men, turn, *rules);
        if position.has("unreadable") && men[0].count_ones() > 2 {
            return Err(TextError::new("board", board, "less"));
        }
        Ok(position)
    }

    fn move_text(&self, m: Cell) -> String {
        site(m.index()).name
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        let cell = (0..9).map(Cell::new).find(|cell| site(cell.index()).name == text);
        match cell {
            None if self.has("lenient") => Ok(Cell::new(100)),
            _ => self.find_move(text, |m| Some(m) == cell),
        }
    }
}

fn site(i: usize) -> Site {
    let (column, row) = (i % 3, i / 3);
    Site {
        name: format!("{}{}", char::from(b'a' + column as u8), 3 - row),
        x: column as f32,
        y: row as f32,
        shape: Shape::Square,
        zone: "",
        mark: '.',
    }
}

impl View for Noughts {
    fn seats(_rules: &NoughtsRules) -> ByPlayer<Seat> {
        ByPlayer::new(2, |player| match player {
            CROSSES => Seat { plural: true, ..Seat::new("crosses", Tone::Blue) },
            _ => Seat::new("nought", Tone::Orange),
        })
    }

    fn board(rules: &NoughtsRules) -> Board {
        let mut sites: Vec<Site> = (0..9).map(site).collect();
        if FLAWS[rules.flaw] == "names" {
            sites[1].name = sites[0].name.clone();
        }
        let across = (0..9).filter(|i| i % 3 < 2).map(|i| (i, i + 1));
        let down = (0..6).map(|i| (i, i + 3));
        let links = across.chain(down).map(|(a, b)| (Cell::new(a), Cell::new(b)));
        let missing = usize::from(FLAWS[rules.flaw] == "links");
        let labels = (0..3).map(|i| Label { text: (3 - i).to_string(), x: -1.0, y: i as f32 });
        Board {
            sites,
            links: links.skip(missing).collect(),
            lined: false,
            labels: labels.collect(),
            turning: None,
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let looks = [('x', '✕', "cross"), ('o', '○', "nought")];
        Player::all(2)
            .zip(looks)
            .flat_map(|(player, (letter, glyph, kind))| {
                let men = (0..9).filter(move |i| self.men[player.index()] & 1 << i != 0);
                men.map(move |i| Piece {
                    cell: Cell::new(i),
                    player,
                    kind,
                    tone: None,
                    letter,
                    glyph,
                })
            })
            .collect()
    }

    fn move_view(&self, m: Cell) -> MoveView {
        let text = self.move_text(m);
        let step = MoveView::step(text.clone(), text, m, m);
        let first = (0..9).find(|i| (self.men[0] | self.men[1]) & 1 << i == 0).map(Cell::new);
        let to = if self.has("picked-alike") { first } else { Some(m) };
        let taken = self.pieces().first().map(|man| man.cell).filter(|_| self.has("another-man"));
        MoveView {
            from: Vec::new(),
            to,
            shifts: Vec::new(),
            captures: taken.into_iter().collect(),
            ..step
        }
    }
}

impl Game for Noughts {
    const ID: &'static str = "noughts";
    const TITLE: &'static str = "Noughts and crosses";
    const ABOUT: &'static str = "Three in a row.";
}
