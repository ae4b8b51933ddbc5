//! Network files: a header line, weights, checksum.
//!
//! ```text
//! agon network 2 planes 12 cells 64 views 2 buckets 8 anchor 5 rooms 4 hidden 256 scale 180 corrects yes
//! ```
//!
//! `anchor` is the plane of the piece that orients the board and `rooms` the number of input
//! buckets; both are optional. `corrects` is `no` if the network evaluates alone, `yes` if it is
//! added to the handcrafted evaluation, `half` if it is averaged with it. The header is followed,
//! in little-endian order, by the input rows, hidden bias and output weights (16 bits each), the
//! output bias (32 bits each), and a checksum (FNV-1a, 64 bits) of everything before it.

use std::fmt::{self, Write};

use super::{Blend, Network, WEIGHT_ONE, starts};
use crate::inputs::Shape;

/// Hidden layer widths are multiples of this.
const WIDTH_STEP: usize = 32;
/// Maximum width of the hidden layer.
const MAX_WIDTH: usize = 1 << 12;
/// Maximum output weight.
const MAX_WEIGHT: i16 = (8 * WEIGHT_ONE - 1) as i16;

/// Reason why a file is not a network of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a network for this game: {}", self.0)
    }
}

impl std::error::Error for NetworkError {}

impl NetworkError {
    /// Creates the error for games without network inputs.
    #[must_use]
    pub fn no_inputs() -> NetworkError {
        NetworkError("the game does not support networks".into())
    }
}

impl Network {
    /// Parses a network file for inputs of this shape.
    pub fn parse(file: &[u8], mut shape: Shape) -> Result<Network, NetworkError> {
        let fail = |what: String| Err(NetworkError(what));
        let Some(end) = file.iter().take(200).position(|&byte| byte == b'\n') else {
            return fail("no first line".into());
        };
        let line = String::from_utf8_lossy(&file[..end]).into_owned();
        let words: Vec<&str> = line.split(' ').collect();
        let [rest @ .., "hidden", hidden, "scale", scale, "corrects", corrects] = &words[..] else {
            return fail(format!("found \"{line}\""));
        };
        let blend = match *corrects {
            "no" => Blend::Replace,
            "yes" => Blend::Add,
            "half" => Blend::Average,
            _ => return fail(format!("found \"{line}\"")),
        };
        let Shape { planes, cells, buckets, .. } = shape;
        let views = shape.views();
        let mut expected =
            format!("agon network 2 planes {planes} cells {cells} views {views} buckets {buckets}");
        if let Some(anchor) = &mut shape.anchor {
            let _ = write!(expected, " anchor {}", anchor.plane);
            if rest.contains(&"rooms") {
                let _ = write!(expected, " rooms {}", anchor.bucket_count());
            } else {
                anchor.rooms.fill(0);
            }
        }
        if rest.join(" ") != expected {
            return fail(format!("found \"{line}\", expected \"{expected}\""));
        }
        let hidden: usize = hidden.parse().unwrap_or(0);
        let scale: i32 = scale.parse().unwrap_or(0);
        if hidden == 0
            || !hidden.is_multiple_of(WIDTH_STEP)
            || hidden > MAX_WIDTH
            || !(1..10_000).contains(&scale)
        {
            return fail(format!(
                "found \"{line}\", expected a multiple of {WIDTH_STEP} and a scale"
            ));
        }
        let rows = shape.rooms() * shape.planes * shape.cells * hidden;
        let outputs = shape.outputs() * shape.views() * hidden;
        let size = end + 1 + 2 * (rows + hidden + outputs) + 4 * shape.outputs() + 8;
        if file.len() != size {
            return fail(format!("{} bytes, expected {size}", file.len()));
        }
        let (content, sum) = file.split_at(size - 8);
        if checksum(content).to_le_bytes() != *sum {
            return fail("the checksum does not match".into());
        }
        let mut numbers =
            content[end + 1..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<i16>>();
        let network = Network {
            hidden,
            scale,
            blend,
            rows: take(rows),
            bias: take(hidden),
            outputs: take(outputs),
            output_bias: content[size - 8 - 4 * shape.outputs()..]
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
            starts: starts(&shape, hidden),
            shape,
        };
        if network.outputs.iter().any(|weight| weight.unsigned_abs() > MAX_WEIGHT.unsigned_abs()) {
            return fail(format!("a weight of an output above {MAX_WEIGHT}"));
        }
        Ok(network)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use agon_core::Player;

    use super::*;
    use crate::inputs::Turning;

    fn shape() -> Shape {
        Shape { planes: 2, cells: 3, swapped: Some(vec![2, 1, 0]), buckets: 2, anchor: None }
    }

    /// Returns a network file with arbitrary weights.
    fn file() -> Vec<u8> {
        let mut file =
            b"agon network 2 planes 2 cells 3 views 2 buckets 2 hidden 32 scale 100 corrects no\n"
                .to_vec();
        let numbers = (0..6 * 32 + 32).map(|i| (i * 37 % 201 - 100) as i16);
        let outputs = (0..2 * 2 * 32).map(|i| (i * 53 % 255 * 16 - 2_000) as i16);
        file.extend(numbers.chain(outputs).flat_map(i16::to_le_bytes));
        file.extend([4_000_i32, -70_000].into_iter().flat_map(i32::to_le_bytes));
        file.extend(checksum(&file).to_le_bytes());
        file
    }

    /// Like [`file`], with an anchor that has two input buckets, and weights for `rooms` of them.
    fn with_rooms(rooms: usize) -> (Vec<u8>, Shape) {
        let anchor = Turning {
            plane: 0,
            turns: vec![vec![0, 1, 2]],
            by_cell: vec![0; 3],
            rooms: vec![0, 1, 1],
        };
        let declared = if rooms > 1 { format!(" rooms {rooms}") } else { String::new() };
        let head = "agon network 2 planes 2 cells 3 views 2 buckets 2 anchor 0";
        let mut file = format!("{head}{declared} hidden 32 scale 100 corrects no\n").into_bytes();
        let count = rooms * 6 * 32 + 32 + 2 * 2 * 32;
        let numbers = (0..count).map(|i| (i * 37 % 201) as i16 - 100);
        file.extend(numbers.flat_map(i16::to_le_bytes));
        file.extend([4_000_i32, -70_000].into_iter().flat_map(i32::to_le_bytes));
        file.extend(checksum(&file).to_le_bytes());
        (file, Shape { anchor: Some(anchor), ..shape() })
    }

    #[test]
    fn file_selects_the_blend() {
        let declared = |word: &str| {
            let file = file();
            let end = file.iter().position(|&byte| byte == b'\n').unwrap();
            let head = String::from_utf8_lossy(&file[..end]).replace(" no", word);
            let mut changed = [head.as_bytes(), &file[end..file.len() - 8]].concat();
            changed.extend(checksum(&changed).to_le_bytes());
            Network::parse(&changed, shape()).map(|network| network.with_words(10, || 30))
        };
        assert_eq!(
            (declared(" no"), declared(" yes"), declared(" half")),
            (Ok(10), Ok(40), Ok(20))
        );
        assert!(declared(" maybe").is_err());
    }

    #[test]
    fn input_buckets_have_separate_weights() {
        let outputs = |rooms: usize| {
            let (file, shape) = with_rooms(rooms);
            let network = Network::parse(&file, shape).unwrap();
            let mut line = vec![network.empty(); 2];
            // The anchors of both sides change their buckets and return.
            let steps = [(1, 1), (2, 1), (2, 4), (4, 1), (1, 2)];
            steps.map(|(own, enemy)| {
                let mut planes = [0; crate::MAX_PLANES];
                (planes[0], planes[1]) = (own, enemy);
                network.update(&mut line, 1, &planes);
                let found = network.raw(&line[1], 0, Player::FIRST);
                let mut fresh = network.empty();
                network.change(&mut fresh, &planes);
                assert_eq!(found, network.raw(&fresh, 0, Player::FIRST), "{own} {enemy}");
                found
            })
        };
        assert_ne!(outputs(1), outputs(2));
        // A different number of buckets than the game has.
        let (file, shape) = with_rooms(3);
        assert!(Network::parse(&file, shape).is_err());
    }

    #[test]
    fn rejects_damaged_files() {
        let good = file();
        assert!(Network::parse(&good, shape()).is_ok());
        let other = Shape { buckets: 1, ..shape() };
        assert!(Network::parse(&good, other).is_err());
        for at in [0, 20, 75, 200, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(Network::parse(&bad, shape()).is_err(), "byte {at}");
        }
        assert!(Network::parse(&good[..good.len() - 1], shape()).is_err());
        assert!(Network::parse(b"", shape()).is_err());
    }

    #[test]
    fn updates_from_any_accumulator_give_the_same_sums() {
        let network = Network::parse(&file(), shape()).unwrap();
        let planes = |own: u128, enemy: u128| {
            let mut planes = [0; crate::MAX_PLANES];
            (planes[0], planes[1]) = (own, enemy);
            planes
        };
        let mut line = vec![network.empty(); 4];
        for (nth, own, enemy) in
            [(0, 1, 4), (1, 2, 4), (2, 2, 1), (3, 6, 1), (3, 6, 0), (1, 0, 7), (2, 7, 0)]
        {
            network.update(&mut line, nth, &planes(own, enemy));
            for (bucket, turn) in [(0, Player::FIRST), (1, Player::SECOND)] {
                let mut fresh = network.empty();
                network.change(&mut fresh, &planes(own, enemy));
                let expected = network.evaluate(&fresh, bucket, turn);
                assert_eq!(network.evaluate(&line[nth], bucket, turn), expected);
                // The same position with the sides exchanged.
                let swap = |set: u128| {
                    (0..3).filter(|i| set >> i & 1 == 1).fold(0, |s, i| s | 1 << (2 - i))
                };
                let mut swapped = network.empty();
                network.change(&mut swapped, &planes(swap(enemy), swap(own)));
                assert_eq!(network.evaluate(&swapped, bucket, turn.other()), expected);
            }
        }
    }
}
