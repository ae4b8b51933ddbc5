//! The evaluations of the original program.

use agon_core::{Player, Position};
use agon_tactics::{Evaluation, Tactics, Term};

use crate::Morris;
use crate::eval::lines::{Lines, Spread, lines, shared, total};
use crate::rules::MIN_MEN;
use crate::set::Set;

pub(crate) const MATERIAL: Evaluation<Morris> = Evaluation {
    name: "material",
    about: "difference of pieces",
    evaluate: material,
    terms: |position| whole(position, material),
    tunable: None,
};

pub(crate) const PAPER: Evaluation<Morris> = Evaluation {
    name: "paper",
    about: "the weighted sum of Petcu and Holban",
    evaluate: paper,
    terms: |position| whole(position, paper),
    tunable: None,
};

/// Returns the whole evaluation as a single term.
fn whole(position: &Morris, evaluate: fn(&Morris, Player) -> i32) -> Vec<Term> {
    vec![Term { name: "all", values: Player::all(2).map(|p| evaluate(position, p)).collect() }]
}

/// Pieces in hand count, otherwise the player who has just placed one would seem ahead.
fn material(position: &Morris, player: Player) -> i32 {
    100 * more_men(position, player)
}

fn more_men(position: &Morris, player: Player) -> i32 {
    let left = |player: Player| position.men().left(player) as i32;
    left(player) - left(player.other())
}

/// Returns the weighted sum of Petcu and Holban, "Nine Men's Morris: Evaluation Functions", times
/// ten, so that a piece is worth about 100. Where the paper is silent:
/// - The placing phase lasts until both hands are empty. After that each player's phase counts.
/// - A position does not store the last move. It counts as closing a mill if the counter of quiet
///   plies is 0, the player to move has lost a piece and the other player has a mill. During
///   placement the counter is always 0, so a mill may count as new for several plies.
/// - On boards with four layers or more, overlapping lines along a spoke may share two pieces and
///   count twice.
fn paper(position: &Morris, player: Player) -> i32 {
    let sum = if position.board().layers <= u64::LAYERS {
        weighted_sum::<u64>(position, player)
    } else {
        weighted_sum::<u128>(position, player)
    };
    10 * sum
}

fn weighted_sum<S: Set>(position: &Morris, player: Player) -> i32 {
    let board = position.board();
    let spread = |men: u128| Spread::new(board, S::of(men));
    let [own, enemy] = [player, player.other()].map(|p| spread(position.on_board(p)));
    let empty = Spread::new(board, S::of(board.points).without(own.here | enemy.here));
    let [ours, theirs] = [lines(&own, &enemy, &empty), lines(&enemy, &own, &empty)];
    let more = |count: fn(&Lines<S>) -> usize| {
        ours.iter().map(count).sum::<usize>() as i32
            - theirs.iter().map(count).sum::<usize>() as i32
    };
    let more_shared = |men: fn(&Lines<S>) -> [S; 3]| {
        let shared = |[sides, spokes]: &[Lines<S>; 2]| shared(board, [men(sides), men(spokes)]);
        shared(&ours) as i32 - shared(&theirs) as i32
    };

    let last = position.turn().other();
    let took = position.quiet() == 0 && position.men().left(last.other()) < u32::from(board.men);
    let has_mill = |lines: &[Lines<S>; 2]| lines.iter().any(|axis| !axis.mills.is_empty());
    let closed = match last == player {
        true => i32::from(took && has_mill(&ours)),
        false => -i32::from(took && has_mill(&theirs)),
    };
    let won = match position.decided().and_then(|ending| ending.winner()) {
        Some(winner) if winner == player => 1,
        Some(_) => -1,
        None => 0,
    };
    let mills = more(|axis| axis.mills.len());
    let blocked = |men: Spread<S>| men.here.without(empty.near()).len() as i32;
    let blocked = blocked(enemy) - blocked(own);
    let men = more_men(position, player);
    let two_pieces = || more(|axis| total(axis.pairs));
    let three_pieces = || {
        more_shared(|axis| {
            let [ahead, behind, between] = axis.pairs;
            [ahead | behind, ahead | between, behind | between]
        })
    };

    let left = position.men().left(player);
    if position.men().in_hand != [0, 0] {
        18 * closed + 26 * mills + blocked + 9 * men + 10 * two_pieces() + 7 * three_pieces()
    } else if left == MIN_MEN && position.rules().flying {
        16 * two_pieces() + 10 * three_pieces() + closed + 1190 * won
    } else {
        let double_mills = more_shared(|axis| [axis.mills; 3]);
        14 * closed + 43 * mills + 10 * blocked + 11 * men + 8 * double_mills + 1086 * won
    }
}
