//! The rules again, with coordinates and loops instead of bit sets, for comparison.

use std::collections::BTreeMap;

use agon_abalone::{Abalone, AbaloneRules, Layout};
use agon_core::{Cell, Match, Notation, Position, Rng, Rules, View};
use proptest::prelude::*;

/// Row from 0 for A, and diagonal number.
type Hole = (i32, i32);

const DIRECTIONS: [Hole; 6] = [(0, 1), (0, -1), (1, 1), (1, 0), (-1, 0), (-1, -1)];

fn step((row, number): Hole, (up, on): Hole, times: i32) -> Hole {
    (row + up * times, number + on * times)
}

fn name((row, number): Hole) -> String {
    format!("{}{number}", char::from(b'a' + row as u8))
}

fn numbers(row: i32) -> std::ops::RangeInclusive<i32> {
    1.max(row - 3)..=9.min(row + 5)
}

/// A position as in its text.
#[derive(Clone)]
struct Naive {
    /// Every hole, with a marble or a dot.
    holes: BTreeMap<Hole, char>,
    pushed_off: [u32; 2],
    second_moves: bool,
    quiet: u32,
    number: u32,
}

impl Naive {
    fn read(text: &str) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut holes = BTreeMap::new();
        for (row, line) in (0..9).rev().zip(fields[0].split('/')) {
            let marbles = line.chars().flat_map(|c| match c.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![c],
            });
            holes.extend(numbers(row).map(|number| (row, number)).zip(marbles));
        }
        assert_eq!(holes.len(), 61);
        Naive {
            holes,
            pushed_off: [1, 2].map(|i| fields[i].parse().expect("a count")),
            second_moves: fields[3] == "w",
            quiet: fields[4].parse().expect("a count"),
            number: fields[5].parse().expect("a number"),
        }
    }

    fn write(&self) -> String {
        let row = |row: i32| -> String {
            numbers(row).map(|number| self.holes[&(row, number)]).collect()
        };
        let mut rows = (0..9).rev().map(row).collect::<Vec<_>>().join("/");
        for run in (1..=9).rev() {
            rows = rows.replace(&".".repeat(run), &run.to_string());
        }
        let [first, second] = self.pushed_off;
        let side = if self.second_moves { 'w' } else { 'b' };
        format!("{rows} {first} {second} {side} {} {}", self.quiet, self.number)
    }

    /// Returns the marble or dot in a hole; `None` off the board.
    fn at(&self, hole: Hole) -> Option<char> {
        self.holes.get(&hole).copied()
    }

    /// Returns the position after the marbles of these holes moved one step, the farthest first.
    fn moved(&self, from: &[Hole], direction: Hole) -> Naive {
        let mut next = self.clone();
        next.quiet += 1;
        for &hole in from {
            let marble = next.holes.insert(hole, '.').expect("a hole");
            match next.holes.get_mut(&step(hole, direction, 1)) {
                Some(target) => *target = marble,
                None => {
                    next.pushed_off[usize::from(self.second_moves)] += 1;
                    next.quiet = 0;
                }
            }
        }
        next.number += u32::from(self.second_moves);
        next.second_moves = !self.second_moves;
        next
    }

    /// Returns every legal move with the text of the position after it.
    fn moves(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        if self.pushed_off.contains(&6) {
            return found;
        }
        let (own, enemy) = if self.second_moves { ('s', 'S') } else { ('S', 's') };
        for (&hole, _) in self.holes.iter().filter(|&(_, &marble)| marble == own) {
            for direction in DIRECTIONS {
                let run = |mut at: Hole, marble| {
                    let mut holes = Vec::new();
                    while self.at(at) == Some(marble) {
                        holes.push(at);
                        at = step(at, direction, 1);
                    }
                    holes
                };
                let group = run(hole, own);
                let front = step(hole, direction, group.len() as i32);
                let pushed = run(front, enemy);
                let behind = step(front, direction, pushed.len() as i32);
                let room = match self.at(behind) {
                    Some(marble) => marble == '.',
                    None => !pushed.is_empty(),
                };
                if group.len() <= 3 && pushed.len() < group.len() && room {
                    let from: Vec<Hole> = group.into_iter().chain(pushed).rev().collect();
                    let text = name(hole) + &name(step(hole, direction, 1));
                    found.insert(text, self.moved(&from, direction).write());
                }
            }
            for line in [(0, 1), (1, 0), (1, 1)] {
                for count in [2, 3] {
                    let group: Vec<Hole> = (0..count).map(|i| step(hole, line, i)).collect();
                    for direction in DIRECTIONS {
                        let along = direction == line || direction == (-line.0, -line.1);
                        let can = |&h: &Hole| {
                            self.at(h) == Some(own) && self.at(step(h, direction, 1)) == Some('.')
                        };
                        if !along && group.iter().all(can) {
                            let text = name(hole)
                                + &name(group[group.len() - 1])
                                + &name(step(hole, direction, 1));
                            found.insert(text, self.moved(&group, direction).write());
                        }
                    }
                }
            }
        }
        found
    }
}

fn random_position(layout: Layout, seed: u64, plies: usize) -> Abalone {
    let mut rng = Rng::new(seed);
    let mut position = Abalone::start(&AbaloneRules { layout, ..AbaloneRules::default() });
    for _ in 0..plies {
        let Some(m) = position.random_move(&mut rng) else { break };
        position.play(m);
    }
    position
}

fn moves(position: &Abalone) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        let twice = found.insert(position.move_text(m), next.text());
        assert_eq!(twice, None, "listed twice in {}", position.text());
    });
    found
}

fn layouts() -> impl Strategy<Value = Layout> {
    (0..Layout::ALL.len()).prop_map(|i| Layout::ALL[i])
}

#[test]
fn naive_rules_agree_on_start_positions() {
    for layout in Layout::ALL {
        let start = random_position(layout, 0, 0);
        assert_eq!(Naive::read(&start.text()).write(), start.text());
        assert_eq!(Naive::read(&start.text()).moves(), moves(&start), "{layout:?}");
    }
}

proptest! {
    #[test]
    fn naive_rules_agree_on_random_positions(
        layout in layouts(),
        seed: u64,
        plies in 0_usize..600,
    ) {
        let position = random_position(layout, seed, plies);
        prop_assert_eq!(Naive::read(&position.text()).moves(), moves(&position));
    }

    /// A half turn with colours exchanged changes nothing.
    #[test]
    fn rules_are_colour_symmetric(layout in layouts(), seed: u64, plies in 0_usize..600) {
        let position = random_position(layout, seed, plies);
        let text = position.text();
        let (rows, rest) = text.split_once(' ').unwrap();
        let swap = |c: char| match c {
            'S' => 's',
            's' => 'S',
            other => other,
        };
        let rows: String = rows.chars().rev().map(swap).collect();
        let fields: Vec<&str> = rest.split(' ').collect();
        let side = if fields[2] == "b" { "w" } else { "b" };
        let text = format!("{rows} {} {} {side} 0 1", fields[1], fields[0]);
        let turned = Abalone::parse_position(&text, &position.rules()).unwrap();
        prop_assert_eq!(turned.count_moves(), position.count_moves());
        prop_assert_eq!(turned.ending().is_some(), position.ending().is_some());
    }

    /// Nacre's two holes, the move text and the displayed text all parse to the move.
    #[test]
    fn every_move_can_be_imported(layout in layouts(), seed: u64, plies in 0_usize..600) {
        let position = random_position(layout, seed, plies);
        let sites = Abalone::board(&position.rules()).sites;
        for m in Match::new(position.clone()).moves() {
            let view = position.move_view(m);
            let target = view.to.unwrap();
            // The rear marble is the one farthest from the target.
            let distance = |cell: &Cell| {
                let (a, b) = (&sites[cell.index()], &sites[target.index()]);
                (a.x - b.x).hypot(a.y - b.y)
            };
            let rear = view.from.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
            let nacre = [*rear.unwrap(), target].map(|cell| sites[cell.index()].name.clone());
            for text in [nacre.concat(), view.display, view.text.to_uppercase(), view.text] {
                prop_assert_eq!(position.import_move(&text), Ok(m), "{}", text);
            }
        }
    }

    #[test]
    fn parsers_never_panic(text in ".{0,40}") {
        let position = Abalone::start(&AbaloneRules::default());
        let _ = Abalone::parse_position(&text, &AbaloneRules::default());
        let _ = AbaloneRules::parse(&text);
        let _ = position.parse_move(&text);
        let _ = position.import_move(&text);
    }
}
