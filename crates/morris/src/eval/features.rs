//! Features of the tuned evaluation.

use agon_core::{Player, Position};

use crate::Morris;
use crate::board::{Board, Direction, Pairs};
use crate::eval::lines::{MIDDLES, Spread, lines, total};
use crate::eval::stage::Stage;
use crate::position::{BLUE, RED};
use crate::rules::MIN_MEN;
use crate::set::Set;

/// Declares the features in the order of the weights.
macro_rules! features {
    ($($feature:ident $name:literal,)*) => {
        #[derive(Clone, Copy)]
        pub(super) enum Feature { $($feature,)* }

        pub(super) const NAMES: [&str; [$($name,)*].len()] = [$($name,)*];
    };
}

features! {
    Men "pieces",
    // The last pieces are worth more than one of many.
    Short "pieces short of six",
    // Pieces that can leave a mill and return: no enemy is near enough to take the point.
    SafeMills "pieces free to open a mill",
    RiskyMills "pieces that open a mill at a risk",
    // Pieces that close a mill with every move, back and forth between two.
    DoubleMills "pieces between two mills",
    // Points where the next move closes a mill. For the side to move the search resolves them; for
    // the other side they are threats.
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
    // A side with few moves left may soon be blocked and lose.
    FirstSteps "first three steps",
    Stuck "pieces without a step",
    OwnPoints "points out of their reach",
    Lone "pieces without a neighbour",
    Touching "pieces next to enemies",
    Crossings "pieces on crossings",
    OtherMiddles "pieces on other middles",
    MiddleCorners "pieces on middle corners",
    ToMove "to move",
}

/// A side with fewer pieces is short of them.
const ENOUGH_MEN: usize = 6;

/// Receiver of the counts.
pub(super) trait Sink {
    /// Starts the counts of the next side, red first, at this stage.
    fn begin(&mut self, stage: Stage);

    /// Counts a feature. Features that do not apply are not reported and count as 0.
    fn count(&mut self, feature: Feature, count: usize);
}

#[inline(always)]
pub(super) fn count_features(position: &Morris, sink: &mut impl Sink) {
    if position.board().layers <= u64::LAYERS {
        count_features_in::<u64>(position, sink);
    } else {
        count_features_in::<u128>(position, sink);
    }
}

#[inline(always)]
fn count_features_in<S: Set>(position: &Morris, sink: &mut impl Sink) {
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

struct Side<S> {
    men: Spread<S>,
    near: S,
    /// Points where a piece completes a line.
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
            flies: !places && left == MIN_MEN as usize && position.rules().flying,
            to_move: position.turn() == player,
        }
    }
}

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
        let closing =
            |direction: usize| steps[direction] & own.third.for_slide(Direction::ALL[direction]);
        let [a, b, c, d] = [closing(0), closing(1), closing(2), closing(3)];
        let closing = a | b | c | d;
        // Rare enough to be tested before computing the steps back.
        if !closing.is_empty() && !in_mills.is_empty() {
            let closers = board.step(a, Direction::Counterclockwise)
                | board.step(b, Direction::Clockwise)
                | board.step(c, Direction::Inwards)
                | board.step(d, Direction::Outwards);
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

    // Crossings have four neighbours; the corners of a layer with crossings are next to two of
    // them.
    let points = S::of(board.points);
    let crossings =
        board.step(points, Direction::Outwards) & board.step(points, Direction::Inwards);
    sink.count(F::Crossings, (men & crossings).len());
    let middles = S::in_every_layer(MIDDLES);
    sink.count(F::OtherMiddles, (men & middles).without(crossings).len());
    sink.count(F::MiddleCorners, (men & board.step(crossings, Direction::Clockwise)).len());
}
