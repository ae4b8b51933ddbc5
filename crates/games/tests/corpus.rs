//! The fuzzing corpus and random inputs (see `agon_games::fuzzing`).

use std::fs;
use std::path::Path;

use agon_games::{GAMES, fuzzing};
use proptest::prelude::*;

type Probe = fn(&[u8]);
const PROBES: [(&str, Probe); 4] = [
    ("rules", fuzzing::rules),
    ("positions", fuzzing::positions),
    ("moves", fuzzing::moves),
    ("play", fuzzing::play),
];

#[test]
fn corpus_inputs_are_handled() {
    for (name, probe) in PROBES {
        let folder = Path::new("tests/corpus").join(name);
        let mut inputs = 0;
        for entry in fs::read_dir(&folder).expect("the corpus is there") {
            probe(&fs::read(entry.expect("readable").path()).expect("readable"));
            inputs += 1;
        }
        assert!(inputs > 0, "nothing in {}", folder.display());
    }
}

/// Characters that occur in some game's texts, so that random texts come close to valid ones.
const ALPHABET: &str = "abcdefghijklmnopqrstxyKQRBNPTSgrob0123456789/.- =,xאé";

fn text() -> impl Strategy<Value = String> {
    let letters: Vec<char> = ALPHABET.chars().collect();
    proptest::collection::vec(proptest::sample::select(letters), 0..60)
        .prop_map(|letters| letters.into_iter().collect())
}

proptest! {
    #[test]
    fn random_texts_never_panic(game in 0_u8..GAMES.len() as u8, text in text()) {
        let data = [&[game], text.as_bytes()].concat();
        for (_, probe) in PROBES {
            probe(&data);
        }
    }

    #[test]
    fn damaged_corpus_texts_never_panic(
        pick in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        for (name, probe) in PROBES {
            let folder = Path::new("tests/corpus").join(name);
            let mut files: Vec<_> = fs::read_dir(folder).expect("the corpus is there")
                .map(|entry| entry.expect("readable").path()).collect();
            files.sort();
            let mut data = fs::read(&files[pick.index(files.len())]).expect("readable");
            let at = at.index(data.len());
            data[at] = byte;
            probe(&data);
        }
    }
}
