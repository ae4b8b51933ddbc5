//! The options of Chinese Checkers: players, numbers of marbles, homes and targets.

use agon_core::{Cell, Opt, Player, Preset, Rules, TextError, Tone, Value, Values};

use crate::board::{HOLES, POINTS, point_of};
use crate::holes::Holes;

/// A colour of marbles and the zone name of its point.
pub(crate) struct Colour {
    pub(crate) letter: char,
    pub(crate) tone: Tone,
    pub(crate) zone: &'static str,
}

/// The colours in the order of their points, clockwise from the top.
pub(crate) const COLOURS: [Colour; POINTS] = [
    Colour { letter: 'g', tone: Tone::Green, zone: "home-green" },
    Colour { letter: 'y', tone: Tone::Yellow, zone: "home-yellow" },
    Colour { letter: 'o', tone: Tone::Orange, zone: "home-orange" },
    Colour { letter: 'r', tone: Tone::Red, zone: "home-red" },
    Colour { letter: 'p', tone: Tone::Purple, zone: "home-purple" },
    Colour { letter: 'b', tone: Tone::Blue, zone: "home-blue" },
];

/// Marbles of a set, and holes of a point.
pub(crate) const SET: usize = 10;

pub(crate) const LETTERS: &str = "gyorpb";

/// Whether moves may end in foreign points, which are neither a start nor a target of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guests {
    /// Chains of hops may pass through foreign points, but no move may end there.
    Pass,
    /// Moves may end in foreign points.
    Stay,
}

/// In the order of the option's words.
const GUESTS: [Guests; 2] = [Guests::Pass, Guests::Stay];

/// Rules of Chinese Checkers. Equality compares the effective value of `guests`.
#[derive(Clone, Copy, Eq, Debug)]
pub struct ChineseCheckersRules {
    /// The colours in the game: bit `i` is the `i`-th of green, yellow, orange, red, purple and
    /// blue.
    pub colors: u8,
    /// Sets of ten marbles for each player.
    pub sets: u8,
    /// Whether owners who stay at home are ignored from round 25 on.
    pub anti_block: bool,
    /// Whether moves may end in foreign points; `None` for the default, see
    /// [`ChineseCheckersRules::guests`].
    pub guests: Option<Guests>,
}

impl Default for ChineseCheckersRules {
    fn default() -> Self {
        ChineseCheckersRules { colors: 0b00_1001, sets: 1, anti_block: true, guests: None }
    }
}

impl PartialEq for ChineseCheckersRules {
    fn eq(&self, other: &Self) -> bool {
        let all = |rules: &Self| (rules.colors, rules.sets, rules.anti_block, rules.guests());
        all(self) == all(other)
    }
}

impl Rules for ChineseCheckersRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "colors",
            about: "the colours in the game, at least two",
            values: Values::Letters(LETTERS),
            get: |rules| Value::Letters(rules.colors),
            set: |rules, value| rules.colors = value.letters(),
        },
        Opt {
            name: "sets",
            about: "sets of ten marbles for each player: up to 3 for two opposite colours, \
                    up to 2 for three colours at every second point",
            values: Values::Number { min: 1, max: 3, words: &[] },
            get: |rules| Value::Number(rules.sets.into()),
            set: |rules, value| rules.sets = value.number() as u8,
        },
        Opt {
            name: "anti_block",
            about: "from round 25 on, owners who stay at home cannot prevent others from winning",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.anti_block),
            set: |rules, value| rules.anti_block = value.flag(),
        },
        Opt {
            name: "guests",
            about: "whether a move may end in a point that is neither a start nor a target of the mover: \
                   stay: yes, pass: only hop through; default: stay with two players, pass with more",
            values: Values::Words(&["pass", "stay"]),
            get: |rules| Value::Word(rules.guests() as usize),
            set: |rules, value| rules.guests = Some(GUESTS[value.word()]),
        },
    ];

    /// Records from before the option existed were played with `stay`.
    const BEFORE: &'static str = "guests=stay";

    const PRESETS: &'static [Preset] = &[
        Preset { name: "two", about: "green against red", rules: "colors=gr" },
        Preset { name: "three", about: "every second point", rules: "colors=gop" },
        Preset { name: "four", about: "two pairs of opposites", rules: "colors=gyrp" },
        Preset { name: "five", about: "all but blue", rules: "colors=gyorp" },
        Preset { name: "six", about: "all colours", rules: "colors=gyorpb" },
        Preset { name: "double", about: "two with 20 marbles each", rules: "colors=gr,sets=2" },
        Preset { name: "triple", about: "two with 30 marbles each", rules: "colors=gr,sets=3" },
    ];

    fn check(&self) -> Result<(), TextError> {
        let letters = self.letters(|_| true);
        if self.players() < 2 {
            return Err(TextError::new("option colors", &letters, "at least two colours"));
        }
        let (most, expected) = match letters.as_str() {
            "gr" | "yp" | "ob" => (3, "1, 2 or 3"),
            _ if ALTERNATE_COLOURS.contains(&self.colors) => (2, "1 or 2"),
            _ => (1, "1"),
        };
        if self.sets > most {
            let expected = format!("{expected} with the colours {letters}");
            return Err(TextError::new("option sets", &self.sets.to_string(), expected));
        }
        Ok(())
    }
}

/// Colours of three players who may have two opposite points each: alternate points.
pub(crate) const ALTERNATE_COLOURS: [u8; 2] = [0b01_0101, 0b10_1010];

/// The points of a player, counted clockwise from that of the player's colour: with one, two and
/// three sets, and for three players with two sets.
pub(crate) const OWNED: [&[usize]; 4] = [&[0], &[0, 1], &[0, 1, 5], &[0, 3]];

/// The start holes of each colour, by [`ChineseCheckersRules::plan`].
static HOMES: [[Holes; POINTS]; OWNED.len()] = {
    let mut homes = [[Holes::NONE; POINTS]; OWNED.len()];
    let mut plan = 0;
    while plan < OWNED.len() {
        let mut hole = 0;
        while hole < HOLES {
            let mut i = 0;
            while let (Some(point), true) = (point_of(hole), i < OWNED[plan].len()) {
                let colour = (point + POINTS - OWNED[plan][i]) % POINTS;
                homes[plan][colour] = homes[plan][colour].with(Cell::new(hole));
                i += 1;
            }
            hole += 1;
        }
        plan += 1;
    }
    homes
};

/// The holes of each colour outside foreign points: the middle, the own points and the points
/// opposite to them.
static HOLES_NOT_FOREIGN: [[Holes; POINTS]; OWNED.len()] = {
    let mut familiar = [[Holes::NONE; POINTS]; OWNED.len()];
    let mut i = 0;
    while i < OWNED.len() * POINTS * HOLES {
        let (hole, colour, plan) = (i % HOLES, i / HOLES % POINTS, i / HOLES / POINTS);
        let is_familiar = match point_of(hole) {
            None => true,
            Some(point) => {
                let offset = (point + POINTS - colour) % POINTS;
                owns(plan, offset) || owns(plan, opposite(offset))
            }
        };
        if is_familiar {
            familiar[plan][colour] = familiar[plan][colour].with(Cell::new(hole));
        }
        i += 1;
    }
    familiar
};

/// Returns whether a player owns the point `offset` points clockwise from that of the player's
/// colour.
const fn owns(plan: usize, offset: usize) -> bool {
    let mut i = 0;
    while i < OWNED[plan].len() {
        if OWNED[plan][i] == offset {
            return true;
        }
        i += 1;
    }
    false
}

pub(crate) const fn opposite(point: usize) -> usize {
    if point < POINTS / 2 { point + POINTS / 2 } else { point - POINTS / 2 }
}

impl ChineseCheckersRules {
    /// Returns whether moves may end in foreign points, with the default resolved: yes with two
    /// players; not with more, where other players' marbles could block targets forever.
    #[must_use]
    pub fn guests(&self) -> Guests {
        let usual = if self.players() > 2 { Guests::Pass } else { Guests::Stay };
        self.guests.unwrap_or(usual)
    }

    /// Returns the holes where the player's moves may end.
    #[inline]
    pub(crate) fn open_to(&self, player: Player) -> Holes {
        match self.guests() {
            Guests::Pass => HOLES_NOT_FOREIGN[self.plan()][self.colour(player)],
            Guests::Stay => Holes::ALL,
        }
    }

    #[inline]
    pub(crate) fn players(&self) -> usize {
        self.colors.count_ones() as usize
    }

    /// Returns the index of the player's colour.
    #[inline]
    pub(crate) fn colour(&self, player: Player) -> usize {
        let later = (0..player.index()).fold(self.colors, |left, _| left & left.wrapping_sub(1));
        later.trailing_zeros() as usize % POINTS
    }

    pub(crate) fn letter(&self, player: Player) -> char {
        COLOURS[self.colour(player)].letter
    }

    /// Returns the letters of the players that `wanted` accepts.
    pub(crate) fn letters(&self, wanted: impl Fn(Player) -> bool) -> String {
        let players = Player::all(self.players()).filter(|&player| wanted(player));
        players.map(|player| self.letter(player)).collect()
    }

    /// Returns whether each player owns two opposite points, so that the player's two sets are
    /// distinct.
    #[inline]
    pub(crate) fn has_two_opposite_points(&self) -> bool {
        self.sets == 2 && self.players() == 3
    }

    /// Returns the index into [`OWNED`].
    #[inline]
    pub(crate) fn plan(&self) -> usize {
        if self.has_two_opposite_points() { 3 } else { usize::from(self.sets).clamp(1, 3) - 1 }
    }

    #[inline]
    fn homes(&self) -> &'static [Holes; POINTS] {
        &HOMES[self.plan()]
    }

    /// Returns the start holes of the player's marbles.
    #[inline]
    pub(crate) fn home(&self, player: Player) -> Holes {
        self.homes()[self.colour(player)]
    }

    /// Returns the start holes of the second set of a player with two opposite points.
    pub(crate) fn second_home(&self, player: Player) -> Holes {
        HOMES[0][opposite(self.colour(player))]
    }

    /// Returns the target holes: the points opposite to the player's own.
    #[inline]
    pub(crate) fn target(&self, player: Player) -> Holes {
        self.homes()[opposite(self.colour(player))]
    }

    /// Returns the points that make up the player's target.
    pub(crate) fn target_points(&self, player: Player) -> impl Iterator<Item = Holes> + use<> {
        let target = self.target(player);
        let single = HOMES[0].iter().copied();
        single.filter(move |&point| !(point & target).is_empty())
    }

    /// Returns the opponent whose home is the player's target, if any.
    pub(crate) fn owner_of_target(&self, player: Player) -> Option<Player> {
        let target = self.target(player);
        let mut others = Player::all(self.players()).filter(|&other| other != player);
        others.find(|&owner| self.home(owner) == target)
    }
}
