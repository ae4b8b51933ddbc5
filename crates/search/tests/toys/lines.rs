//! Stones on a small board; so many in a row win. Tic-tac-toe, for up to six players.

use agon_core::{
    Ending, Evaluation, MAX_PLAYERS, Opt, Player, Position, Rng, Rules, Tactics, Term,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LinesRules {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) need: usize,
    pub(crate) players: usize,
    /// May a search suppose that somebody passes?
    pub(crate) may_pass: bool,
}

/// The game that everybody knows.
pub(crate) const TIC_TAC_TOE: LinesRules =
    LinesRules { width: 3, height: 3, need: 3, players: 2, may_pass: false };
/// For three players; somebody who is not stopped wins.
pub(crate) const THREE_PLAYERS: LinesRules =
    LinesRules { width: 4, height: 4, need: 3, players: 3, may_pass: true };

impl LinesRules {
    /// Every place for a winning line, as a set of cells.
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

impl Default for LinesRules {
    fn default() -> LinesRules {
        TIC_TAC_TOE
    }
}

impl Rules for LinesRules {
    const OPTIONS: &'static [Opt<LinesRules>] = &[];
}

#[derive(Clone, Debug)]
pub(crate) struct Lines {
    rules: LinesRules,
    lines: &'static [u32],
    stones: [u32; MAX_PLAYERS],
    turn: Player,
    key: u64,
}

const CELLS: usize = 25;
static KEYS: [[u64; CELLS]; MAX_PLAYERS] =
    [Rng::keys(1), Rng::keys(2), Rng::keys(3), Rng::keys(4), Rng::keys(5), Rng::keys(6)];
static TURNS: [u64; MAX_PLAYERS] = Rng::keys(7);

impl Lines {
    /// Reads rows of `x`, `o`, `z` (the first three players) and `.`, separated by spaces.
    pub(crate) fn drawn(rules: LinesRules, rows: &str, turn: Player) -> Lines {
        let mut position = Lines::start(&rules);
        for (cell, c) in rows.chars().filter(|c| *c != ' ').enumerate() {
            if let Some(owner) = "xoz".find(c) {
                position.stones[owner] |= 1 << cell;
                position.key ^= KEYS[owner][cell];
            }
        }
        position.turn_to(turn);
        position
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

    fn is_full(&self) -> bool {
        self.taken().count_ones() as usize == self.rules.width * self.rules.height
    }

    fn winner(&self) -> Option<Player> {
        Player::all(self.rules.players).find(|player| {
            let own = self.stones[player.index()];
            self.lines.iter().any(|&line| line & !own == 0)
        })
    }
}

impl Position for Lines {
    type Move = u8;
    type Rules = LinesRules;

    fn start(rules: &LinesRules) -> Lines {
        assert!(rules.width * rules.height <= CELLS);
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
        if self.winner().is_some() {
            return;
        }
        let taken = self.taken();
        for cell in 0..self.rules.width * self.rules.height {
            if taken & 1 << cell == 0 {
                out(cell as u8);
            }
        }
    }

    fn play(&mut self, m: u8) {
        self.stones[self.turn.index()] |= 1 << m;
        self.key ^= KEYS[self.turn.index()][usize::from(m)];
        self.next_turn();
    }

    fn ending(&self) -> Option<Ending> {
        let players = self.rules.players;
        match self.winner() {
            Some(winner) => Some(Ending::win(winner, players, "line")),
            None => self.is_full().then(|| Ending::draw(players, "board full")),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Tactics for Lines {
    const SLOTS: usize = CELLS;
    const TARGETS: usize = CELLS;
    const EVALUATIONS: &'static [Evaluation<Lines>] = &[Evaluation {
        name: "open-lines",
        about: "lines that can still be filled",
        evaluate: open_lines,
        terms: |position| {
            let values = Player::all(position.players()).map(|p| open_lines(position, p));
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

fn open_lines(position: &Lines, player: Player) -> i32 {
    let players = position.rules.players;
    let taken = position.taken();
    let mut worth = [0; MAX_PLAYERS];
    for line in position.lines {
        for own in Player::all(players).map(Player::index) {
            let stones = position.stones[own] & line;
            if stones != 0 && taken & line == stones {
                worth[own] += 1 << (3 * stones.count_ones());
            }
        }
    }
    let own = worth[player.index()];
    own - (worth.iter().sum::<i32>() - own) / (players as i32 - 1)
}
