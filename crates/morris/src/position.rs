//! Positions: pieces, moves and endings.

use agon_core::{Cells, Ending, Player, Position, Rng};

use crate::board::Board;
use crate::moves::{Move, Moves, Phase};
use crate::rules::{MIN_MEN, MorrisRules};
use crate::set::Set;

pub(crate) const RED: Player = Player::FIRST;
pub(crate) const BLUE: Player = Player::SECOND;

/// Maximum of the counter of quiet plies, far beyond every limit.
pub(crate) const MAX_QUIET_PLIES: u32 = 1_000_000;

/// A position of Nine Men's Morris.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Morris {
    men: Men,
    turn: Player,
    quiet: u32,
    key: u64,
    rules: MorrisRules,
}

/// The pieces of both sides, red's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Men {
    pub(crate) on_board: [u128; 2],
    pub(crate) in_hand: [u8; 2],
}

impl Men {
    /// Returns the pieces on the board and in hand.
    pub(crate) fn left(&self, player: Player) -> u32 {
        let side = player.index();
        self.on_board[side].count_ones() + u32::from(self.in_hand[side])
    }
}

impl Morris {
    pub(crate) fn new(men: Men, turn: Player, quiet: u32, rules: MorrisRules) -> Morris {
        let mut key = if turn == RED { 0 } else { SIDE_KEY };
        for side in 0..2 {
            key ^= HAND_KEYS[side][usize::from(men.in_hand[side])];
            key = Cells(men.on_board[side]).fold(key, |key, piece| key ^ KEYS[side][piece.index()]);
        }
        Morris { men, turn, quiet, key, rules }
    }

    /// Returns the points of the player's pieces, as bits `8 * layer + point`: layer 0 is the
    /// innermost, points go clockwise from the top middle.
    #[inline]
    #[must_use]
    pub fn on_board(&self, player: Player) -> u128 {
        self.men.on_board[player.index()]
    }

    /// Returns the pieces that the player has yet to place.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, player: Player) -> u32 {
        u32::from(self.men.in_hand[player.index()])
    }

    /// Returns the plies since the last placement or removal.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    pub(crate) fn men(&self) -> Men {
        self.men
    }

    pub(crate) fn board(&self) -> &'static Board {
        Board::with_layers(self.rules.layers)
    }

    #[inline]
    pub(crate) fn phase(&self) -> Phase {
        match self.men.left(self.turn) {
            ..MIN_MEN => Phase::Lost,
            _ if self.in_hand(self.turn) > 0 => Phase::Placing,
            MIN_MEN if self.rules.flying => Phase::Flying,
            _ => Phase::Moving,
        }
    }

    /// Returns the moves, computed in words wide enough for the board; see
    /// [`Morris::fits_64_bits`].
    #[inline(always)]
    fn moves_in<S: Set>(&self) -> Moves<S> {
        let (own, enemy) = (self.on_board(self.turn), self.on_board(self.turn.other()));
        Moves::new(self.board(), self.phase(), own, enemy)
    }

    #[inline]
    fn fits_64_bits(&self) -> bool {
        self.rules.layers as usize <= u64::LAYERS
    }
}

impl Position for Morris {
    type Move = Move;
    type Rules = MorrisRules;

    fn start(rules: &MorrisRules) -> Morris {
        let in_hand = [Board::with_layers(rules.layers).men; 2];
        Morris::new(Men { on_board: [0, 0], in_hand }, RED, 0, *rules)
    }

    fn rules(&self) -> MorrisRules {
        self.rules
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut impl FnMut(Move)) {
        match self.fits_64_bits() {
            true => self.moves_in::<u64>().each(out),
            false => self.moves_in::<u128>().each(out),
        }
    }

    fn count_moves(&self) -> u64 {
        let count = match self.fits_64_bits() {
            true => self.moves_in::<u64>().count(),
            false => self.moves_in::<u128>().count(),
        };
        count as u64
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        match self.fits_64_bits() {
            true => self.moves_in::<u64>().random(rng),
            false => self.moves_in::<u128>().random(rng),
        }
    }

    fn play(&mut self, m: Move) {
        let (mover, enemy) = (self.turn.index(), self.turn.other().index());
        let Men { on_board, in_hand } = &mut self.men;
        on_board[mover] ^= m.to.bit();
        self.key ^= KEYS[mover][m.to.index()];
        if let Some(from) = m.from {
            on_board[mover] ^= from.bit();
            self.key ^= KEYS[mover][from.index()];
            self.quiet = (self.quiet + 1).min(MAX_QUIET_PLIES);
        } else {
            let hand = usize::from(in_hand[mover]);
            self.key ^= HAND_KEYS[mover][hand] ^ HAND_KEYS[mover][hand - 1];
            in_hand[mover] -= 1;
            self.quiet = 0;
        }
        if let Some(removed) = m.remove {
            on_board[enemy] ^= removed.bit();
            self.key ^= KEYS[enemy][removed.index()];
            self.quiet = 0;
        }
        self.turn = self.turn.other();
        self.key ^= SIDE_KEY;
    }

    fn ending(&self) -> Option<Ending> {
        let reason = if self.phase() == Phase::Lost {
            "fewer than three men"
        } else if self.count_moves() == 0 {
            "no legal move"
        } else {
            return None;
        };
        Some(Ending::win(self.turn.other(), 2, reason))
    }

    fn limit(&self) -> Option<Ending> {
        let limit = self.rules.quiet_plies;
        (limit > 0 && self.quiet >= limit).then(|| Ending::draw(2, "no progress"))
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }

    fn reversible(&self) -> usize {
        self.quiet as usize
    }
}

/// Hash keys of pieces on the board, red's first.
const KEYS: [[u64; 72]; 2] = [Rng::keys(0x3011), Rng::keys(0x3012)];
/// Hash keys of the number of pieces in hand.
const HAND_KEYS: [[u64; 28]; 2] = [Rng::keys(0x3013), Rng::keys(0x3014)];
/// Hash key of blue to move.
const SIDE_KEY: u64 = Rng::keys::<1>(0x3015)[0];
