//! Tic-tac-toe: what a game crate must contain, in the smallest form.

use agon_core::{
    Board, ByPlayer, Cell, Cells, Ending, Evaluation, Game, Label, MoveView, Notation, Opt, Piece,
    Player, Position, Rules, Seat, Shape, Site, Tactics, TextError, Tone, Value, Values, View,
    split_exactly,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TicTacToeRules {
    pub(crate) noughts_begin: bool,
}

impl Rules for TicTacToeRules {
    const OPTIONS: &'static [Opt<Self>] = &[Opt {
        name: "noughts_begin",
        about: "noughts make the first move",
        values: Values::Flag,
        get: |rules| Value::Flag(rules.noughts_begin),
        set: |rules, value| rules.noughts_begin = value.flag(),
    }];
}

#[derive(Clone, Debug)]
pub(crate) struct TicTacToe {
    men: [u128; 2],
    rules: TicTacToeRules,
}

const LINES: [u128; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn empty(&self) -> u128 {
        0o777 & !(self.men[0] | self.men[1])
    }

    fn winner(&self) -> Option<Player> {
        let won = |p: &Player| LINES.iter().any(|line| self.men[p.index()] & line == *line);
        Player::all(2).find(won)
    }
}

impl Position for TicTacToe {
    type Move = Cell;
    type Rules = TicTacToeRules;

    fn start(rules: &TicTacToeRules) -> Self {
        TicTacToe { men: [0; 2], rules: *rules }
    }

    fn rules(&self) -> TicTacToeRules {
        self.rules
    }

    fn turn(&self) -> Player {
        let even = self.empty().count_ones() % 2 == 1;
        if even != self.rules.noughts_begin { Player::FIRST } else { Player::SECOND }
    }

    fn moves(&self, out: &mut impl FnMut(Cell)) {
        if self.winner().is_none() {
            Cells(self.empty()).for_each(out);
        }
    }

    fn play(&mut self, cell: Cell) {
        self.men[self.turn().index()] |= cell.bit();
    }

    fn ending(&self) -> Option<Ending> {
        match self.winner() {
            Some(winner) => Some(Ending::win(winner, 2, "three in a row")),
            None => (self.empty() == 0).then(|| Ending::draw(2, "full board")),
        }
    }

    fn key(&self) -> u64 {
        (self.men[0] | self.men[1] << 16) as u64 | u64::from(self.rules.noughts_begin) << 32
    }
}

fn name(cell: Cell) -> String {
    let column = char::from(b'a' + (cell.index() % 3) as u8);
    format!("{column}{}", cell.index() / 3 + 1)
}

impl Notation for TicTacToe {
    fn text(&self) -> String {
        let letter = |i: usize| match 1 << i {
            bit if self.men[0] & bit != 0 => 'x',
            bit if self.men[1] & bit != 0 => 'o',
            _ => '.',
        };
        let row = |row: usize| (3 * row..3 * row + 3).map(letter).collect::<String>();
        let side = if self.turn() == Player::FIRST { 'x' } else { 'o' };
        format!("{}/{}/{} {side}", row(2), row(1), row(0))
    }

    fn parse_position(text: &str, _rules: &TicTacToeRules) -> Result<Self, TextError> {
        let [board, side] = split_exactly(text, ' ', ["board", "side"])?;
        let rows = split_exactly(board, '/', ["row 3", "row 2", "row 1"])?;
        let mut men = [0; 2];
        for (row, text) in rows.into_iter().rev().enumerate() {
            if text.chars().count() != 3 {
                return Err(TextError::new("row", text, "three cells"));
            }
            for (column, c) in text.chars().enumerate() {
                let bit = 1 << (3 * row + column);
                match c {
                    'x' => men[0] |= bit,
                    'o' => men[1] |= bit,
                    '.' => {}
                    _ => return Err(TextError::new("row", text, "x, o and .")),
                }
            }
        }
        for noughts_begin in [false, true] {
            let position = TicTacToe { men, rules: TicTacToeRules { noughts_begin } };
            let [first, second] = men.map(u128::count_ones);
            let (lead, follow) = if noughts_begin { (second, first) } else { (first, second) };
            let fair = lead == follow || lead == follow + 1;
            if fair && position.text().ends_with(side) {
                return Ok(position);
            }
        }
        Err(TextError::new("side", side, "x or o, whose turn it can be"))
    }

    fn move_text(&self, cell: Cell) -> String {
        name(cell)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        self.find_move(text, |cell| name(cell) == text)
    }
}

impl View for TicTacToe {
    fn seats(_: &TicTacToeRules) -> ByPlayer<Seat> {
        let seat = |name, tone| Seat { plural: true, ..Seat::new(name, tone) };
        ByPlayer::new(2, |player| match player {
            Player::FIRST => seat("crosses", Tone::Red),
            _ => seat("noughts", Tone::Blue),
        })
    }

    fn board(_: &TicTacToeRules) -> Board {
        let site = |i: usize| Site {
            name: name(Cell::new(i)),
            x: (i % 3) as f32,
            y: (2 - i / 3) as f32,
            shape: Shape::Square,
            zone: "",
            mark: '.',
        };
        let label = |i: u8| Label { text: char::from(b'a' + i).into(), x: f32::from(i), y: 3.0 };
        let across = (0..9).filter(|i| i % 3 < 2).map(|i| (Cell::new(i), Cell::new(i + 1)));
        let along = (0..6).map(|i| (Cell::new(i), Cell::new(i + 3)));
        Board {
            sites: (0..9).map(site).collect(),
            links: across.chain(along).collect(),
            lined: false,
            labels: (0..3).map(label).collect(),
            turning: None,
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let side = |player: Player, letter| {
            let cells = Cells(self.men[player.index()]);
            cells.map(move |cell| Piece {
                cell,
                player,
                kind: "mark",
                tone: None,
                letter,
                glyph: letter,
            })
        };
        side(Player::FIRST, 'x').chain(side(Player::SECOND, 'o')).collect()
    }

    fn move_view(&self, cell: Cell) -> MoveView {
        let step = MoveView::step(name(cell), name(cell), cell, cell);
        MoveView { from: Vec::new(), shifts: Vec::new(), ..step }
    }
}

impl Tactics for TicTacToe {
    const SLOTS: usize = 9;
    const TARGETS: usize = 9;

    fn id(cell: Cell) -> u32 {
        cell.index() as u32
    }

    fn slot(&self, cell: Cell) -> usize {
        cell.index()
    }

    fn target(&self, cell: Cell) -> usize {
        cell.index()
    }

    const EVALUATIONS: &'static [Evaluation<Self>] = &[Evaluation {
        name: "even",
        about: "everything is even until it is decided",
        evaluate: |_, _| 0,
        terms: |_| Vec::new(),
        tunable: None,
    }];
}

impl Game for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";
    const ABOUT: &'static str = "Three in a row wins.";
}
