//! The numbers by which a search cuts short what is not worth its time.

/// A number of a search, or one that a game may do without.
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

/// One of the [`Margins`], as something to be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// The name of the field.
    pub name: &'static str,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
    /// A difference that games can feel.
    pub step: i32,
    /// Is the field an option?
    pub is_optional: bool,
    /// What it is; `None` where the game does without.
    pub get: fn(&Margins) -> Option<i32>,
    /// Changes it.
    pub set: fn(&mut Margins, i32),
}

/// Says once which numbers there are, what they usually are, between what they make sense and by how much they
/// are varied.
macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $usual:expr, $least:literal to $most:literal by $step:literal;)*) => {
        /// By which numbers a search prunes, reduces and extends: how far an evaluation may be off before it
        /// is not trusted, in hundredths of a piece, and by how much moves are searched less deep, in
        /// hundredths of a ply.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl Margins {
            /// For evaluations where a piece is worth 100.
            pub const USUAL: Margins = Margins { $($name: $usual,)* };

            /// All of them.
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
    /// Half the first aspiration window.
    aspiration: i32 = 18, 6 to 80 by 3;
    /// For each ply left: so far above the window that nothing will change it.
    reverse_futility: i32 = 75, 20 to 400 by 9;
    /// For each ply left: so far below that only noisy moves could help.
    razoring: i32 = 240, 60 to 1_200 by 30;
    /// For each ply left: so far below that a quiet move cannot help.
    futility: i32 = 110, 30 to 600 by 14;
    /// For each ply left: so far below that what a noisy move wins cannot help; `None`: each is tried.
    noisy_futility: Option<i32> = None, 30 to 600 by 14;
    /// A shallow search of a noisy move that refutes by so much is enough; `None`: never.
    probcut: Option<i32> = None, 60 to 800 by 20;
    /// For each such step above the window a pass is searched a ply less; `None`: no passing.
    null_move: Option<i32> = Some(200), 60 to 800 by 25;
    /// By how much less deep a pass is searched, in hundredths of a ply.
    null_move_reduction: i32 = 400, 200 to 700 by 35;
    /// The same for each ply left.
    null_move_depth: i32 = 25, 0 to 60 by 4;
    /// For each ply left: an exchange may lose so much.
    exchange: i32 = 90, 20 to 400 by 11;
    /// The same for quiet moves, by a quarter of the square of the plies left.
    quiet_exchange: i32 = 90, 20 to 400 by 11;
    /// For fifty plies: a move is singular when all others are so much worse.
    singular: i32 = 50, 10 to 300 by 8;
    /// A move that is better than all others by so much more is extended by two plies.
    double_extension: i32 = 16, 0 to 150 by 4;
    /// Besides what a noisy move wins.
    delta: i32 = 150, 30 to 800 by 18;
    /// How many quiet moves are tried before the rest is left out, in hundredths: this many times 3 at the
    /// last ply, more the deeper. Games with many quiet moves of like worth need more.
    late_moves: i32 = 100, 40 to 1_000 by 12;
    /// For each ply left: a quiet move with such a history, below nothing, is left out.
    bad_history: i32 = 4_000, 500 to 16_000 by 500;
    /// How much of a late move's reduction counts when it is asked whether the move is worth a try, in hundredths.
    late_depth: i32 = 0, 0 to 200 by 15;
    /// A move that is so much better than expected is searched a ply deeper again.
    deeper: i32 = 55, 10 to 400 by 8;
    /// By how much late moves are searched less deep at least, in hundredths of a ply.
    reduction: i32 = 80, 0 to 200 by 12;
    /// The product of the logarithms of depth and number of a move that reduces by a ply, in hundredths.
    reduction_logs: i32 = 230, 120 to 500 by 16;
    /// Less of it on the principal variation.
    reduction_principal: i32 = 100, -50 to 300 by 25;
    /// More of it where a move is expected to refute.
    reduction_cut: i32 = 100, -50 to 300 by 25;
    /// Still more of it there for a quiet move.
    reduction_cut_quiet: i32 = 100, -50 to 300 by 25;
    /// More of it where the evaluation does not become better.
    reduction_worsening: i32 = 100, -50 to 300 by 25;
    /// More of it where nearly all sisters were refuted.
    reduction_refuted: i32 = 100, -50 to 300 by 25;
    /// More of it for a quiet move after a noisy one that the table knows.
    reduction_table_noisy: i32 = 100, -50 to 300 by 25;
    /// Less of it under a threat.
    reduction_threatened: i32 = 100, -50 to 300 by 25;
    /// Less of it for killers.
    reduction_killer: i32 = 100, -50 to 300 by 25;
    /// Less of it for noisy moves.
    reduction_noisy: i32 = 100, -50 to 300 by 25;
    /// Still less of it for those that lose nothing.
    reduction_good: i32 = 100, -50 to 300 by 25;
    /// So much history makes it a ply less.
    reduction_history: i32 = 8_192, 2_000 to 40_000 by 900;
    /// History counts in steps of so much, in hundredths of a ply.
    reduction_grain: i32 = 100, 1 to 100 by 10;
    /// A move that is better than the best one by less than this is searched a ply less deep again.
    shallower: i32 = 0, 0 to 100 by 3;
    /// What a quiet move that was searched again gets by what came of it, in hundredths of the usual bonus.
    again_bonus: i32 = 0, 0 to 300 by 15;
    /// The same for a quiet move that no reply could refute.
    unrefuted_bonus: i32 = 0, 0 to 300 by 15;
    /// What a quiet move gets for each hundredth of a piece by which the evaluation is better after it.
    eval_bonus: i32 = 0, 0 to 40 by 2;
    /// How much evaluations are corrected by the last two moves, in hundredths of what structures do.
    correction_moves: i32 = 0, 0 to 300 by 20;
    /// By how many plies less a move is searched when others refute nearly as well.
    negative_extension: i32 = 1, 0 to 3 by 1;
    /// A node that was reduced by so many plies gets one back where its mover does not stand better than the
    /// opponent thought; 0: never.
    hindsight: i32 = 0, 0 to 6 by 1;
    /// A shallow entry of the table that refutes by so much is enough; `None`: never.
    table_probcut: Option<i32> = None, 60 to 1_200 by 30;
    /// How much history by the moves before counts, in hundredths.
    continuation_history: i32 = 100, 0 to 300 by 20;
    /// What a move gets that refutes a node, for each ply left.
    bonus: i32 = 150, 40 to 500 by 15;
    /// What the moves lose that were searched before it, in hundredths of what it gets.
    malus: i32 = 100, 20 to 300 by 12;
    /// From so many plies left on it is asked whether a move is singular.
    singular_depth: i32 = 7, 4 to 12 by 1;
    /// So far above the window a pass is tried.
    null_move_above: i32 = 0, -100 to 100 by 10;
    /// By how much experience corrects evaluations, in hundredths.
    correction: i32 = 100, 0 to 250 by 15;
    /// A noisy move with full history is a good one although it gives away so much.
    good_history: i32 = 0, 0 to 1_000 by 100;
}
