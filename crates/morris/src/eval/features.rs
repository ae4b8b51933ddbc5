//! What our own evaluation counts.

use agon_core::{Player, Position};

use crate::Morris;
use crate::board::{Board, Pairs, Way};
use crate::eval::lines::{MIDDLES, Spread, lines, total};
use crate::eval::stage::Stage;
use crate::position::{BLUE, RED};
use crate::rules::FEWEST_MEN;
use crate::set::Set;

/// Names what is counted, in the order of the weights.
macro_rules! features {
    ($($feature:ident $name:literal,)*) => {
        /// What is counted for each side.
        #[derive(Clone, Copy)]
        pub(super) enum Feature { $($feature,)* }

        /// How it is called.
        pub(super) const NAMES: [&str; [$($name,)*].len()] = [$($name,)*];
    };
}

features! {
    Men "men",
    // What the last men are worth is another matter than what one more or less of many is.
    Short "men short of six",
    // Men of mills that may step out and back: the enemy cannot take their place meanwhile.
    SafeMills "men free to open a mill",
    RiskyMills "men that open a mill at a risk",
    // Men that step from mill to mill and take a man each time.
    DoubleMills "men between two mills",
    // Points where the next move closes a mill. The search looks at those of the side to move,
    // but of the other side it sees only the threat.
    ClosingNow "closing, to move",
    ClosingNowTwice "closing twice, to move",
    ClosingNext "closing, waiting",
    ClosingNextTwice "closing twice, waiting",
    ClosingUnopposed "closing unopposed",
    GapsUnopposed "third points out of reach",
    LinesBegun "lines begun",
    PairsHeldUp "pairs held up",
    HoldingAlone "holding up alone",
    Steps "steps",
    // Who has few steps left may soon have none, and lose.
    FirstSteps "first three steps",
    Stuck "men without a step",
    OwnPoints "points out of their reach",
    Lone "men without a neighbour",
    Touching "men next to enemies",
    Crossings "men on crossings",
    OtherMiddles "men on other middles",
    MiddleCorners "men on middle corners",
    ToMove "to move",
}

/// So many men are enough; a side with fewer is short of them.
const ENOUGH_MEN: usize = 6;

/// What is done with the counts.
pub(super) trait Sink {
    /// What follows belongs to the next side, red's first, which is at this stage.
    fn begin(&mut self, stage: Stage);

    /// What is never counted is not there.
    fn count(&mut self, feature: Feature, count: usize);
}

/// Counts what both sides have.
#[inline(always)]
pub(super) fn look(position: &Morris, sink: &mut impl Sink) {
    if position.board().layers <= u64::LAYERS {
        look_in::<u64>(position, sink);
    } else {
        look_in::<u128>(position, sink);
    }
}

#[inline(always)]
fn look_in<S: Set>(position: &Morris, sink: &mut impl Sink) {
    let board = position.board();
    let (red, blue) = (Side::<S>::new(position, RED), Side::new(position, BLUE));
    let empty = Spread::new(board, S::of(board.points).without(red.men.here | blue.men.here));
    let in_hand = position.in_hand(RED) + position.in_hand(BLUE);
    let stages = if in_hand > 0 {
        [Stage::placing(in_hand as usize, board); 2]
    } else {
        match (red.flies, blue.flies) {
            (false, false) => [Stage::moving(red.left + blue.left, board); 2],
            (false, true) => [Stage::AGAINST_FLYING, Stage::FLYING],
            (true, false) => [Stage::FLYING, Stage::AGAINST_FLYING],
            (true, true) => [Stage::BOTH_FLYING; 2],
        }
    };
    sink.begin(stages[0]);
    count(board, &red, &blue, &empty, sink);
    sink.begin(stages[1]);
    count(board, &blue, &red, &empty, sink);
}

/// A side, with what is needed more than once.
struct Side<S> {
    men: Spread<S>,
    near: S,
    /// Where a man completes a line.
    third: Pairs<S>,
    left: usize,
    places: bool,
    flies: bool,
    to_move: bool,
}

impl<S: Set> Side<S> {
    #[inline(always)]
    fn new(position: &Morris, player: Player) -> Side<S> {
        let board = position.board();
        let men = Spread::new(board, S::of(position.on_board(player)));
        let left = men.here.len() + position.in_hand(player) as usize;
        let places = position.in_hand(player) > 0;
        Side {
            men,
            near: men.near(),
            third: board.pairs(men.here),
            left,
            places,
            flies: !places && left == FEWEST_MEN as usize && position.rules().flying,
            to_move: position.turn() == player,
        }
    }
}

/// Counts what one side has.
#[inline(always)]
fn count<S: Set>(
    board: &Board,
    own: &Side<S>,
    enemy: &Side<S>,
    empty: &Spread<S>,
    sink: &mut impl Sink,
) {
    use Feature as F;
    let men = own.men.here;
    let near_empty = empty.near();
    sink.count(F::Men, own.left);
    sink.count(F::Short, ENOUGH_MEN.saturating_sub(own.left));

    let [sides, spokes] = lines(&own.men, &enemy.men, empty);
    sink.count(F::LinesBegun, total(sides.begun) + total(spokes.begun));
    sink.count(F::PairsHeldUp, total(sides.held_up) + total(spokes.held_up));
    let holding = men & enemy.third.all();
    sink.count(F::HoldingAlone, holding.without(own.near).len());

    let in_mills = men & own.third.all();
    let opening = in_mills & near_empty;
    sink.count(F::SafeMills, opening.without(enemy.near).len());
    sink.count(F::RiskyMills, (opening & enemy.near).len());
    let gaps = empty.here & own.third.all();
    sink.count(F::GapsUnopposed, gaps.without(enemy.near).len());

    let [a, b, c, d] = own.men.by;
    let steps = [a & empty.here, b & empty.here, c & empty.here, d & empty.here];
    let closing = if own.places || own.flies {
        gaps
    } else {
        let closing = |way: usize| steps[way] & own.third.for_slide(Way::ALL[way]);
        let [a, b, c, d] = [closing(0), closing(1), closing(2), closing(3)];
        let closing = a | b | c | d;
        // Rare enough to be worth a look before the steps back.
        if !closing.is_empty() && !in_mills.is_empty() {
            let closers = board.step(a, Way::Counterclockwise)
                | board.step(b, Way::Clockwise)
                | board.step(c, Way::Inwards)
                | board.step(d, Way::Outwards);
            sink.count(F::DoubleMills, (closers & in_mills).len());
        }
        closing
    };
    let closings = closing.len();
    if own.to_move {
        sink.count(F::ToMove, 1);
        sink.count(F::ClosingNow, closings.min(1));
        sink.count(F::ClosingNowTwice, closings.saturating_sub(1));
    } else {
        sink.count(F::ClosingNext, closings.min(1));
        sink.count(F::ClosingNextTwice, closings.saturating_sub(1));
        sink.count(F::ClosingUnopposed, closing.without(enemy.near).len());
    }

    let steps = total(steps);
    sink.count(F::Steps, steps);
    sink.count(F::FirstSteps, steps.min(3));
    sink.count(F::Stuck, men.without(near_empty).len());
    sink.count(F::OwnPoints, (own.near & empty.here).without(enemy.near).len());
    sink.count(F::Lone, men.without(own.near).len());
    sink.count(F::Touching, (men & enemy.near).len());

    // Crossings have four neighbours; the corners of their squares lie next to two crossings.
    let points = S::of(board.points);
    let crossings = board.step(points, Way::Outwards) & board.step(points, Way::Inwards);
    sink.count(F::Crossings, (men & crossings).len());
    let middles = S::in_every_layer(MIDDLES);
    sink.count(F::OtherMiddles, (men & middles).without(crossings).len());
    sink.count(F::MiddleCorners, (men & board.step(crossings, Way::Clockwise)).len());
}
