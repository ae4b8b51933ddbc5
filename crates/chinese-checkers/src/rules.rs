//! The options of Chinese Checkers: who plays, with how many marbles, towards where.

use agon_core::{Cell, Opt, Player, Preset, Rules, TextError, Tone, Value, Values};

use crate::board::{HOLES, POINTS, point_of};
use crate::holes::Holes;

/// A colour of marbles, and the point of the star that belongs to it.
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

/// Their letters in texts.
pub(crate) const LETTERS: &str = "gyorpb";

/// May a move end in a foreign point, one that is neither a start nor a target of the mover?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guests {
    /// No, but a chain of hops may go through it.
    Pass,
    /// Yes.
    Stay,
}

/// All of them, in the order of their words.
const GUESTS: [Guests; 2] = [Guests::Pass, Guests::Stay];

/// The options of Chinese Checkers. Two are equal when the same holds by them.
#[derive(Clone, Copy, Eq, Debug)]
pub struct ChineseCheckersRules {
    /// The colours in the game: bit `i` for the `i`-th of green, yellow, orange, red, purple
    /// and blue.
    pub colors: u8,
    /// How many sets of ten marbles each player has.
    pub sets: u8,
    /// May owners who stay at home be ignored from round 25 on?
    pub anti_block: bool,
    /// May moves end in foreign points? `None`: as is usual with so many players, see
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
            about: "from round 25 on, owners who stay at home do not keep others from winning",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.anti_block),
            set: |rules, value| rules.anti_block = value.flag(),
        },
        Opt {
            name: "guests",
            about: "may a move end in a point that is neither a start nor a target of the mover? \
                    stay: yes, pass: it may only go through; if not given, stay with two \
                    players, pass with more",
            values: Values::Words(&["pass", "stay"]),
            get: |rules| Value::Word(rules.guests() as usize),
            set: |rules, value| rules.guests = Some(GUESTS[value.word()]),
        },
    ];

    /// Every marble could stay everywhere before there was the option.
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
            _ if SWAPPERS.contains(&self.colors) => (2, "1 or 2"),
            _ => (1, "1"),
        };
        if self.sets > most {
            let expected = format!("{expected} with the colours {letters}");
            return Err(TextError::new("option sets", &self.sets.to_string(), expected));
        }
        Ok(())
    }
}

/// The colours of three players who may swap two points each: every second one.
pub(crate) const SWAPPERS: [u8; 2] = [0b01_0101, 0b10_1010];

/// The points that belong to a player, counted clockwise from that of the player's colour:
/// with one, two and three sets, and for three players with two sets.
pub(crate) const OWNED: [&[usize]; 4] = [&[0], &[0, 1], &[0, 1, 5], &[0, 3]];

/// The holes of these points for each colour.
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

/// The holes that are in no foreign point for each colour: the middle, the own points and those
/// opposite to them.
static FAMILIAR: [[Holes; POINTS]; OWNED.len()] = {
    let mut familiar = [[Holes::NONE; POINTS]; OWNED.len()];
    let mut i = 0;
    while i < OWNED.len() * POINTS * HOLES {
        let (hole, colour, plan) = (i % HOLES, i / HOLES % POINTS, i / HOLES / POINTS);
        let is_familiar = match point_of(hole) {
            None => true,
            Some(point) => {
                let further = (point + POINTS - colour) % POINTS;
                owns(plan, further) || owns(plan, opposite(further))
            }
        };
        if is_familiar {
            familiar[plan][colour] = familiar[plan][colour].with(Cell::new(hole));
        }
        i += 1;
    }
    familiar
};

/// Does a player own the point that lies so much further than that of the player's colour?
const fn owns(plan: usize, further: usize) -> bool {
    let mut i = 0;
    while i < OWNED[plan].len() {
        if OWNED[plan][i] == further {
            return true;
        }
        i += 1;
    }
    false
}

/// The point across the board.
pub(crate) const fn opposite(point: usize) -> usize {
    if point < POINTS / 2 { point + POINTS / 2 } else { point - POINTS / 2 }
}

impl ChineseCheckersRules {
    /// May moves end in foreign points? If nothing was said, they may with two players. With more,
    /// marbles of others would block targets for ever.
    #[must_use]
    pub fn guests(&self) -> Guests {
        let usual = if self.players() > 2 { Guests::Pass } else { Guests::Stay };
        self.guests.unwrap_or(usual)
    }

    /// The holes in which a move of the player may end.
    #[inline]
    pub(crate) fn open_to(&self, player: Player) -> Holes {
        match self.guests() {
            Guests::Pass => FAMILIAR[self.plan()][self.colour(player)],
            Guests::Stay => Holes::ALL,
        }
    }

    #[inline]
    pub(crate) fn players(&self) -> usize {
        self.colors.count_ones() as usize
    }

    /// The index of the player's colour.
    #[inline]
    pub(crate) fn colour(&self, player: Player) -> usize {
        let later = (0..player.index()).fold(self.colors, |left, _| left & left.wrapping_sub(1));
        later.trailing_zeros() as usize % POINTS
    }

    /// The letter of the player's colour.
    pub(crate) fn letter(&self, player: Player) -> char {
        COLOURS[self.colour(player)].letter
    }

    /// The letters of the players who satisfy the condition.
    pub(crate) fn letters(&self, wanted: impl Fn(Player) -> bool) -> String {
        let players = Player::all(self.players()).filter(|&player| wanted(player));
        players.map(|player| self.letter(player)).collect()
    }

    /// Do the players own two opposite points each and swap their marbles? Then the two sets of a
    /// player are told apart.
    #[inline]
    pub(crate) fn swaps(&self) -> bool {
        self.sets == 2 && self.players() == 3
    }

    /// Which of [`OWNED`] holds.
    #[inline]
    pub(crate) fn plan(&self) -> usize {
        if self.swaps() { 3 } else { usize::from(self.sets).clamp(1, 3) - 1 }
    }

    #[inline]
    fn homes(&self) -> &'static [Holes; POINTS] {
        &HOMES[self.plan()]
    }

    /// Where the player's marbles stand at the start.
    #[inline]
    pub(crate) fn home(&self, player: Player) -> Holes {
        self.homes()[self.colour(player)]
    }

    /// Where the second set of a player stands at the start who swaps two points.
    pub(crate) fn second_home(&self, player: Player) -> Holes {
        HOMES[0][opposite(self.colour(player))]
    }

    /// Where the player's marbles have to go: the points opposite to the own ones.
    #[inline]
    pub(crate) fn target(&self, player: Player) -> Holes {
        self.homes()[opposite(self.colour(player))]
    }

    /// The points that the player's target is made of.
    pub(crate) fn target_points(&self, player: Player) -> impl Iterator<Item = Holes> + use<> {
        let target = self.target(player);
        let single = HOMES[0].iter().copied();
        single.filter(move |&point| !(point & target).is_empty())
    }

    /// Which opponent's home the player's target is, if any's.
    pub(crate) fn owner_of_target(&self, player: Player) -> Option<Player> {
        let target = self.target(player);
        let mut others = Player::all(self.players()).filter(|&other| other != player);
        others.find(|&owner| self.home(owner) == target)
    }
}
