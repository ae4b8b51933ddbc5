//! The race search: shortest paths, no false wins, limits.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod toys;

use std::sync::atomic::AtomicBool;

use agon_core::{Ending, History, Opt, Player, Position, Rules};
use agon_search::{Answer, Forced, Limits, Question, TranspositionTable, race};
use agon_tactics::{Evaluation, Race, Tactics, Term};
use toys::question;

/// Each player counts a number down to 0: minus one, or to a half or a third if divisible.
#[derive(Clone, Debug)]
struct Countdown {
    numbers: [u32; 2],
    turn: Player,
    rules: CountdownRules,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CountdownRules {
    numbers: [u32; 2],
    is_race: bool,
    /// The lowest number that can be reached.
    end: u32,
}

impl Default for CountdownRules {
    fn default() -> CountdownRules {
        CountdownRules { numbers: [10, 10], is_race: true, end: 0 }
    }
}

impl Rules for CountdownRules {
    const OPTIONS: &'static [Opt<CountdownRules>] = &[];
}

impl Position for Countdown {
    /// The next number.
    type Move = u32;
    type Rules = CountdownRules;

    fn start(rules: &CountdownRules) -> Countdown {
        Countdown { numbers: rules.numbers, turn: Player::FIRST, rules: *rules }
    }

    fn rules(&self) -> CountdownRules {
        self.rules
    }

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(u32)) {
        if self.ending().is_none() {
            let next = next_numbers(self.numbers[self.turn.index()]);
            next.filter(|&number| number >= self.rules.end).for_each(out);
        }
    }

    fn play(&mut self, m: u32) {
        self.numbers[self.turn.index()] = m;
        self.turn = self.turn.other();
    }

    fn ending(&self) -> Option<Ending> {
        let winner = Player::all(2).find(|player| self.numbers[player.index()] == 0)?;
        Some(Ending::win(winner, 2, "counted down"))
    }

    fn key(&self) -> u64 {
        let [a, b] = self.numbers.map(u64::from);
        (a << 34 | b << 2 | self.turn.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Tactics for Countdown {
    type Threats = ();
    const SLOTS: usize = 1;
    const TARGETS: usize = 1;

    fn id(m: u32) -> u32 {
        m
    }

    fn slot(&self, _m: u32) -> usize {
        0
    }

    fn target(&self, _m: u32) -> usize {
        0
    }

    fn pass(&self) -> Option<Countdown> {
        Some(Countdown { turn: self.turn.other(), ..self.clone() })
    }

    const EVALUATIONS: &'static [Evaluation<Countdown>] = &[Evaluation {
        name: "number",
        about: "the smaller the better",
        evaluate: countdown_eval,
        terms: |_| Vec::<Term>::new(),
        tunable: None,
    }];
}

fn racing(position: &Countdown, player: Player) -> Option<Race> {
    // No move is better than a third.
    let mut least = 0;
    let own = position.numbers[player.index()];
    let mut number = own;
    while number > 0 {
        number /= 3;
        least += 1;
    }
    position.rules.is_race.then(|| Race { least, key: own.into() })
}

fn countdown_eval(position: &Countdown, player: Player) -> i32 {
    let number = |player: Player| position.numbers[player.index()] as i32;
    number(player.other()) - number(player)
}

fn next_numbers(number: u32) -> impl Iterator<Item = u32> {
    let whole = move |part: u32| (number.is_multiple_of(part)).then_some(number / part);
    [Some(number - 1), whole(2), whole(3)].into_iter().flatten()
}

/// Minimum number of moves from each number, by exhaustive search.
fn fewest(most: u32) -> Vec<usize> {
    let mut table = vec![0];
    for number in 1..=most {
        table.push(1 + next_numbers(number).map(|next| table[next as usize]).min().unwrap());
    }
    table
}

fn countdown(numbers: [u32; 2]) -> Countdown {
    Countdown::start(&CountdownRules { numbers, ..CountdownRules::default() })
}

fn ask(
    question: &Question<'_, Countdown>,
    table: &TranspositionTable,
    stop: bool,
) -> Option<Answer<u32>> {
    let question = Question { race: Some(racing), ..*question };
    race(&question, table, &AtomicBool::new(stop), &mut |_| {})
}

#[test]
fn finds_the_shortest_path_and_follows_it() {
    let fewest = fewest(300);
    let history = History::default();
    for number in 1..=300 {
        let table = TranspositionTable::new(1);
        let mut position = countdown([number, 1_000_000]);
        let mut left = fewest[number as usize];
        while left > 0 {
            let answer = ask(&question(&position, &history, Limits::default()), &table, false);
            let answer = answer.unwrap();
            assert_eq!(answer.depth, left, "from {number}, {position:?}");
            position.play(answer.lines[0].moves[0]);
            if position.ending().is_none() {
                position.play(position.numbers[1] - 1);
            }
            left -= 1;
        }
        assert!(position.ending().is_some());
    }
}

#[test]
fn claimed_wins_are_wins() {
    let fewest = fewest(60);
    let history = History::default();
    let mut claimed = 0;
    for number in 1..=60 {
        for other in 1..=60 {
            let position = countdown([number, other]);
            let answer = ask(
                &question(&position, &history, Limits::default()),
                &TranspositionTable::new(1),
                false,
            );
            if let Some(Forced::Win(plies)) = answer.unwrap().lines[0].score.forced() {
                claimed += 1;
                assert_eq!(plies, 2 * fewest[number as usize] - 1);
                assert!(fewest[number as usize] <= fewest[other as usize], "{number} {other}");
            }
        }
    }
    assert!(claimed > 500, "{claimed} wins claimed");
}

#[test]
fn returns_a_legal_move_without_time() {
    let history = History::default();
    let position = countdown([97, 97]);
    let hurried = Limits { nodes: Some(1), ..Limits::default() };
    for (limits, stop) in [(hurried, false), (Limits::default(), true)] {
        let answer =
            ask(&question(&position, &history, limits), &TranspositionTable::new(1), stop).unwrap();
        let m = answer.lines[0].moves[0];
        assert!(next_numbers(97).any(|next| next == m));
        assert!(answer.nodes < 200, "{} nodes", answer.nodes);
    }
}

#[test]
fn returns_none_outside_a_race() {
    let rules = CountdownRules { is_race: false, ..CountdownRules::default() };
    let (position, history) = (Countdown::start(&rules), History::default());
    let limits = Limits::default();
    assert!(
        ask(&question(&position, &history, limits), &TranspositionTable::new(1), false).is_none()
    );
}

#[test]
fn returns_none_without_a_path() {
    let rules = CountdownRules { numbers: [50, 50], end: 4, ..CountdownRules::default() };
    let (position, history) = (Countdown::start(&rules), History::default());
    let limits = Limits::default();
    assert!(
        ask(&question(&position, &history, limits), &TranspositionTable::new(1), false).is_none()
    );
}

#[test]
fn does_not_repeat_positions() {
    let (position, mut history) = (countdown([9, 9]), History::default());
    let table = TranspositionTable::new(1);
    let ask = |history: &History| {
        ask(&question(&position, history, Limits::default()), &table, false).unwrap()
    };
    let first = ask(&history).lines[0].moves[0];
    let mut after = position.clone();
    after.play(first);
    history.push(&after);
    assert_ne!(ask(&history).lines[0].moves[0], first);
}
