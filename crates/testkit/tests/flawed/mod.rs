//! Tic-tac-toe with one deliberate flaw, selected by the option `flaw`.

use agon_core::{
    Board, ByPlayer, Cell, Ending, Game, MoveView, Notation, Opt, Piece, Player, Position, Rng,
    Rules, Seat, TextError, Value, Values, View,
};
use agon_tactics::{Evaluation, Tactics, Term};
use agon_testkit::lines::{Lines, TIC_TAC_TOE};

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
    "another-piece",
    "slot",
    "danger",
    "noisy-slot",
    "target",
    "noisy-elsewhere",
    "noisy-for-nothing",
    "terms",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FlawedRules {
    /// Index in [`FLAWS`].
    flaw: usize,
}

impl Rules for FlawedRules {
    const OPTIONS: &'static [Opt<Self>] = &[Opt {
        name: "flaw",
        about: "the flaw",
        values: Values::Words(FLAWS),
        get: |rules| Value::Word(rules.flaw),
        set: |rules, value| rules.flaw = value.word(),
    }];
}

#[derive(Clone, Debug)]
pub(crate) struct Flawed {
    rules: FlawedRules,
    game: Lines,
    /// Included in the key to make it depend on earlier positions.
    past: u64,
}

impl Flawed {
    fn has(&self, flaw: &str) -> bool {
        FLAWS[self.rules.flaw] == flaw
    }

    fn stones(&self) -> Vec<Cell> {
        self.game.pieces().iter().map(|piece| piece.cell).collect()
    }
}

impl Position for Flawed {
    type Move = u8;
    type Rules = FlawedRules;

    fn start(rules: &FlawedRules) -> Flawed {
        Flawed { rules: *rules, game: Lines::start(&TIC_TAC_TOE), past: 0 }
    }

    fn rules(&self) -> FlawedRules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.game.turn()
    }

    fn moves(&self, out: &mut impl FnMut(u8)) {
        if self.has("moves-after-the-end") && self.ending().is_some() {
            out(0);
        }
        self.game.moves(&mut |m| {
            out(m);
            if self.has("move-twice") {
                out(m);
            }
        });
    }

    fn count_moves(&self) -> u64 {
        let mut count = u64::from(self.has("miscounted"));
        self.moves(&mut |_| count += 1);
        count
    }

    fn random_move(&self, rng: &mut Rng) -> Option<u8> {
        if self.has("random-elsewhere") { Some(9) } else { self.game.random_move(rng) }
    }

    fn play(&mut self, m: u8) {
        if self.has("key-of-the-past") {
            self.past = self.key();
        }
        self.game.play(m);
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.past
    }
}

impl Notation for Flawed {
    fn text(&self) -> String {
        self.game.text()
    }

    fn parse_position(text: &str, rules: &FlawedRules) -> Result<Flawed, TextError> {
        let game = Lines::parse_position(text, &TIC_TAC_TOE)?;
        let read = Flawed { rules: *rules, game, past: 0 };
        if read.has("unreadable") && read.stones().len() > 4 {
            return Err(TextError::new("board", text, "less"));
        }
        Ok(read)
    }

    fn move_text(&self, m: u8) -> String {
        self.game.move_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        match self.game.parse_move(text) {
            Err(_) if self.has("lenient") => Ok(100),
            read => read,
        }
    }
}

impl View for Flawed {
    fn seats(_rules: &FlawedRules) -> ByPlayer<Seat> {
        Lines::seats(&TIC_TAC_TOE)
    }

    fn board(rules: &FlawedRules) -> Board {
        let mut board = Lines::board(&TIC_TAC_TOE);
        match FLAWS[rules.flaw] {
            "names" => board.sites[1].name = board.sites[0].name.clone(),
            "links" => drop(board.links.remove(0)),
            _ => {}
        }
        board
    }

    fn pieces(&self) -> Vec<Piece> {
        self.game.pieces()
    }

    fn move_view(&self, m: u8) -> MoveView {
        let mut view = self.game.move_view(m);
        if self.has("picked-alike") {
            let stones = self.stones();
            view.to = (0..9).map(Cell::new).find(|cell| !stones.contains(cell));
        }
        if self.has("another-piece") {
            view.captures = self.stones().into_iter().take(1).collect();
        }
        view
    }
}

impl Tactics for Flawed {
    type Threats = ();
    const SLOTS: usize = Lines::SLOTS;
    const TARGETS: usize = Lines::TARGETS;
    const EVALUATIONS: &'static [Evaluation<Flawed>] = &[Evaluation {
        name: "flaw",
        about: "nothing",
        evaluate: |position, _| if position.has("terms") { 10 } else { 0 },
        terms: |_| vec![Term { name: "all", values: vec![0, 0] }],
        tunable: None,
    }];

    fn id(m: u8) -> u32 {
        m.into()
    }

    fn slot(&self, m: u8) -> usize {
        if self.has("slot") { Flawed::SLOTS } else { m.into() }
    }

    fn danger(&self, _m: u8, _threats: &()) -> usize {
        usize::from(self.has("danger"))
    }

    fn noisy_slot(&self, m: u8) -> usize {
        if self.has("noisy-slot") { Flawed::NOISY_SLOTS } else { m.into() }
    }

    fn target(&self, m: u8) -> usize {
        if self.has("target") { Flawed::TARGETS } else { m.into() }
    }

    fn noisy_moves(&self, out: &mut impl FnMut(u8)) {
        if self.has("noisy-elsewhere") {
            out(9);
        } else if self.has("noisy-for-nothing") {
            self.moves(out);
        }
    }
}

impl Game for Flawed {
    const ID: &'static str = "flawed";
    const TITLE: &'static str = "Flawed";
    const ABOUT: &'static str = "Three in a row.";
    const REASONS: &'static [&'static str] = Lines::REASONS;
}
