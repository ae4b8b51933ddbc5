//! Search parameters: margins, reductions, history bonuses.

/// A parameter, or an optional one.
trait Number: Copy {
    fn get(self) -> Option<i32>;
    fn set(&mut self, value: i32);
}

impl Number for i32 {
    fn get(self) -> Option<i32> {
        Some(self)
    }

    fn set(&mut self, value: i32) {
        *self = value;
    }
}

impl Number for Option<i32> {
    fn get(self) -> Option<i32> {
        self
    }

    fn set(&mut self, value: i32) {
        *self = Some(value);
    }
}

/// Description of one of the [`Margins`], for tuning.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// Field name.
    pub name: &'static str,
    /// Minimum sensible value.
    pub least: i32,
    /// Maximum sensible value.
    pub most: i32,
    /// Smallest change with a measurable effect.
    pub step: i32,
    /// Whether the field is an `Option`.
    pub is_optional: bool,
    /// Reads the value; `None` if the game disables the technique.
    pub get: fn(&Margins) -> Option<i32>,
    /// Writes the value.
    pub set: fn(&mut Margins, i32),
}

/// Defines every parameter once: name, type, default, range and tuning step.
macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $usual:expr, $least:literal to $most:literal by $step:literal;)*) => {
        /// Parameters of pruning, reductions and extensions. Scores are in hundredths of a piece,
        /// depths in hundredths of a ply, unless stated otherwise.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl Margins {
            /// Defaults, for evaluations in which a piece is worth 100.
            pub const USUAL: Margins = Margins { $($name: $usual,)* };

            /// Descriptions of all parameters.
            pub const ALL: &'static [Margin] = &[$(Margin {
                name: stringify!($name),
                least: $least,
                most: $most,
                step: $step,
                is_optional: matches!(stringify!($type).as_bytes(), [b'O', ..]),
                get: |margins| margins.$name.get(),
                set: |margins, value| margins.$name.set(value),
            },)*];
        }
    };
}

margins! {
    /// Half width of the first aspiration window.
    aspiration: i32 = 18, 6 to 80 by 3;
    /// Reverse futility pruning: margin above beta per ply.
    reverse_futility: i32 = 75, 20 to 400 by 9;
    /// Razoring: margin below alpha per ply.
    razoring: i32 = 240, 60 to 1_200 by 30;
    /// Futility pruning of quiet moves: margin below alpha per ply.
    futility: i32 = 110, 30 to 600 by 14;
    /// Futility pruning of noisy moves: margin below alpha per ply; `None` disables it.
    noisy_futility: Option<i32> = None, 30 to 600 by 14;
    /// ProbCut: margin above beta of a shallow search; `None` disables it.
    probcut: Option<i32> = None, 60 to 800 by 20;
    /// Null move: each multiple of this above beta reduces by one more ply; `None` disables it.
    null_move: Option<i32> = Some(200), 60 to 800 by 25;
    /// Null move: base reduction.
    null_move_reduction: i32 = 400, 200 to 700 by 35;
    /// Null move: additional reduction per ply of depth.
    null_move_depth: i32 = 25, 0 to 60 by 4;
    /// Static exchange pruning of noisy moves: allowed loss per ply.
    exchange: i32 = 90, 20 to 400 by 11;
    /// Static exchange pruning of quiet moves: allowed loss per quarter of the squared depth.
    quiet_exchange: i32 = 90, 20 to 400 by 11;
    /// Singular extension: margin below the table score per 50 plies of depth.
    singular: i32 = 50, 10 to 300 by 8;
    /// Double extension: margin below the singular bound.
    double_extension: i32 = 16, 0 to 150 by 4;
    /// Delta pruning in quiescence: margin on top of the gain of a noisy move.
    delta: i32 = 150, 30 to 800 by 18;
    /// Late move pruning: (3 + depth²) × value/100 quiet moves are tried, half as many if the evaluation is not
    /// improving. Games with many equivalent quiet moves need more.
    late_moves: i32 = 100, 40 to 1_000 by 12;
    /// History pruning of quiet moves: negative history per ply.
    bad_history: i32 = 4_000, 500 to 16_000 by 500;
    /// Percentage of the late move reduction to subtract from the depth in pruning decisions.
    late_depth: i32 = 0, 0 to 200 by 15;
    /// After a reduced search: margin above alpha for searching one ply deeper.
    deeper: i32 = 55, 10 to 400 by 8;
    /// Late move reduction: constant part.
    reduction: i32 = 80, 0 to 200 by 12;
    /// Late move reduction: divisor of ln(depth) × ln(move number), in hundredths.
    reduction_logs: i32 = 230, 120 to 500 by 16;
    /// Subtracted in principal variation nodes.
    reduction_principal: i32 = 100, -50 to 300 by 25;
    /// Added in expected cut nodes.
    reduction_cut: i32 = 100, -50 to 300 by 25;
    /// Added again in expected cut nodes for quiet moves.
    reduction_cut_quiet: i32 = 100, -50 to 300 by 25;
    /// Added if the evaluation is not improving.
    reduction_worsening: i32 = 100, -50 to 300 by 25;
    /// Added if most sibling nodes failed high.
    reduction_refuted: i32 = 100, -50 to 300 by 25;
    /// Added for quiet moves if the table move is noisy.
    reduction_table_noisy: i32 = 100, -50 to 300 by 25;
    /// Subtracted if the player to move is threatened.
    reduction_threatened: i32 = 100, -50 to 300 by 25;
    /// Subtracted for killer moves.
    reduction_killer: i32 = 100, -50 to 300 by 25;
    /// Subtracted for noisy moves.
    reduction_noisy: i32 = 100, -50 to 300 by 25;
    /// Subtracted again for noisy moves that win or hold the exchange.
    reduction_good: i32 = 100, -50 to 300 by 25;
    /// Amount of history that changes the reduction by one ply.
    reduction_history: i32 = 8_192, 2_000 to 40_000 by 900;
    /// Granularity of the reduction by history.
    reduction_grain: i32 = 100, 1 to 100 by 10;
    /// After a reduced search: margin above the best score for searching one ply shallower.
    shallower: i32 = 0, 0 to 100 by 3;
    /// History bonus of a quiet move by the result of its re-search, in percent of the usual bonus.
    again_bonus: i32 = 0, 0 to 300 by 15;
    /// History bonus of a quiet move that no reply refutes, in percent of the usual bonus.
    unrefuted_bonus: i32 = 0, 0 to 300 by 15;
    /// History bonus of a quiet move per hundredth of a piece of evaluation gained.
    eval_bonus: i32 = 0, 0 to 40 by 2;
    /// Weight of the last two moves in correction history, in percent of that of structures.
    correction_moves: i32 = 0, 0 to 300 by 20;
    /// Negative extension in plies, if the table score exceeds beta but the move is not singular.
    negative_extension: i32 = 1, 0 to 3 by 1;
    /// Extends by one ply if the parent's reduction was at least this many plies and the
    /// evaluation did not turn in the mover's favour; 0 disables it.
    hindsight: i32 = 0, 0 to 6 by 1;
    /// ProbCut from shallow table entries: margin above beta; `None` disables it.
    table_probcut: Option<i32> = None, 60 to 1_200 by 30;
    /// Weight of continuation history, in percent.
    continuation_history: i32 = 100, 0 to 300 by 20;
    /// History bonus of a move that causes a cutoff, per ply.
    bonus: i32 = 150, 40 to 500 by 15;
    /// History penalty of the moves searched before it, in percent of the bonus.
    malus: i32 = 100, 20 to 300 by 12;
    /// Minimum depth of singular extensions, in plies.
    singular_depth: i32 = 7, 4 to 12 by 1;
    /// Null move: margin above beta of the evaluation.
    null_move_above: i32 = 0, -100 to 100 by 10;
    /// Weight of correction history, in percent.
    correction: i32 = 100, 0 to 250 by 15;
    /// Material that a noisy move with maximal history may lose and still be ordered first.
    good_history: i32 = 0, 0 to 1_000 by 100;
}
