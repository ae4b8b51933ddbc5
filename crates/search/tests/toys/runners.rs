//! Pieces on a ring run to the opposite side, stepping or hopping in both directions: a game with
//! repetitions and a move limit for up to six players.

use agon_core::{ByPlayer, Ending, MAX_PLAYERS, Opt, Player, PlayerSet, Position, Rng, Rules};
use agon_tactics::{Evaluation, Tactics};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunnersRules {
    /// Number of cells: even, and a multiple of the number of players.
    pub(crate) ring: usize,
    pub(crate) men: usize,
    pub(crate) players: usize,
    pub(crate) most_plies: u32,
}

impl Default for RunnersRules {
    fn default() -> RunnersRules {
        RunnersRules { ring: 10, men: 2, players: 2, most_plies: 60 }
    }
}

impl Rules for RunnersRules {
    const OPTIONS: &'static [Opt<RunnersRules>] = &[];
}

#[derive(Clone, Debug)]
pub(crate) struct Runners {
    rules: RunnersRules,
    /// Occupant of each cell.
    cells: [Option<Player>; RING],
    turn: Player,
    plies: u32,
}

/// A move of a piece; `Stay` is legal only without other moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    Go { from: usize, to: usize },
    Stay,
}

const RING: usize = 24;
static KEYS: [[u64; RING]; MAX_PLAYERS] =
    [Rng::keys(11), Rng::keys(12), Rng::keys(13), Rng::keys(14), Rng::keys(15), Rng::keys(16)];
static TURNS: [u64; MAX_PLAYERS] = Rng::keys(17);

impl Runners {
    fn is_goal(&self, cell: usize, player: Player) -> bool {
        let RunnersRules { ring, men, players, .. } = self.rules;
        let first = player.index() * ring / players + ring / 2;
        (cell + 2 * ring - first) % ring < men
    }

    fn men(&self, player: Player) -> impl Iterator<Item = usize> + '_ {
        (0..self.rules.ring).filter(move |&cell| self.cells[cell] == Some(player))
    }

    /// Steps left for the player's pieces if the others are ignored.
    fn left_to_do(&self, player: Player) -> u32 {
        let ring = self.rules.ring;
        let far = |man: usize| {
            (0..=ring / 2)
                .find(|&d| {
                    self.is_goal((man + d) % ring, player)
                        || self.is_goal((man + ring - d) % ring, player)
                })
                .unwrap_or(ring)
        };
        self.men(player).map(far).sum::<usize>() as u32
    }

    fn is_home(&self, player: Player) -> bool {
        self.men(player).all(|man| self.is_goal(man, player))
    }

    fn is_won(&self) -> bool {
        Player::all(self.rules.players).any(|player| self.is_home(player))
    }
}

impl Position for Runners {
    type Move = Run;
    type Rules = RunnersRules;

    fn start(rules: &RunnersRules) -> Runners {
        assert!(rules.ring <= RING && rules.ring.is_multiple_of(rules.players));
        let mut cells = [None; RING];
        for player in Player::all(rules.players) {
            let home = player.index() * rules.ring / rules.players;
            cells[home..home + rules.men].fill(Some(player));
        }
        Runners { rules: *rules, cells, turn: Player::FIRST, plies: 0 }
    }

    fn rules(&self) -> RunnersRules {
        self.rules
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Run)) {
        if self.is_won() {
            return;
        }
        let ring = self.rules.ring;
        let mut stuck = true;
        for from in self.men(self.turn) {
            for way in [1, ring - 1] {
                let beside = (from + way) % ring;
                let behind = (beside + way) % ring;
                let to = if self.cells[beside].is_none() { beside } else { behind };
                if self.cells[to].is_none() {
                    out(Run::Go { from, to });
                    stuck = false;
                }
            }
        }
        if stuck {
            out(Run::Stay);
        }
    }

    fn play(&mut self, m: Run) {
        if let Run::Go { from, to } = m {
            self.cells[to] = self.cells[from].take();
        }
        let next = Player::new((self.turn.index() + 1) % self.rules.players);
        self.turn = next.expect("below the number of players");
        self.plies += 1;
    }

    fn ending(&self) -> Option<Ending> {
        let players = self.rules.players;
        let winner = Player::all(players).find(|&player| self.is_home(player))?;
        let left = ByPlayer::new(players, |player| self.left_to_do(player));
        Some(Ending::race(winner, &left, PlayerSet::EMPTY, "all home"))
    }

    fn limit(&self) -> Option<Ending> {
        let late = self.plies >= self.rules.most_plies;
        late.then(|| Ending::draw(self.rules.players, "limit"))
    }

    fn key(&self) -> u64 {
        let men = self.cells.iter().enumerate();
        men.filter_map(|(cell, man)| man.map(|player| KEYS[player.index()][cell]))
            .fold(TURNS[self.turn.index()], |key, man| key ^ man)
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }
}

impl Tactics for Runners {
    type Threats = ();
    const SLOTS: usize = RING * RING + 1;
    const TARGETS: usize = RING + 1;
    const EVALUATIONS: &'static [Evaluation<Runners>] = &[Evaluation {
        name: "distance",
        about: "steps left, compared with the others",
        evaluate: distance,
        terms: |_| Vec::new(),
        tunable: None,
    }];

    fn id(m: Run) -> u32 {
        match m {
            Run::Go { from, to } => (from * RING + to) as u32,
            Run::Stay => (RING * RING) as u32,
        }
    }

    fn slot(&self, m: Run) -> usize {
        Runners::id(m) as usize
    }

    fn target(&self, m: Run) -> usize {
        match m {
            Run::Go { to, .. } => to,
            Run::Stay => RING,
        }
    }
}

fn distance(position: &Runners, player: Player) -> i32 {
    let players = position.rules.players;
    let left = |p: Player| position.left_to_do(p) as i32 * 50;
    let others: i32 = Player::all(players).filter(|&p| p != player).map(left).sum();
    others / (players as i32 - 1) - left(player)
}
