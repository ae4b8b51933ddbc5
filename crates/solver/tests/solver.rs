//! Random games against a naive solver, and damaged, missing or partial files.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod graph;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use agon_core::Indexed;
use agon_solver::{
    Kept, Means, Problem, Progress, SolveError, Tablebase, Value, VerifyError, finished, solve,
    to_do, verify,
};
use graph::{ALONE, Graph, PAIR};
use tempfile::TempDir;

fn means(folder: &Path) -> Means {
    Means { folder: folder.into(), threads: 2, memory: 1 << 20 }
}

fn solved(game: &Graph) -> TempDir {
    let folder = TempDir::new().unwrap();
    for unit in game.units() {
        solve(game, &unit, &means(folder.path()), &Progress::default()).unwrap();
    }
    folder
}

fn file(folder: &TempDir, space: usize) -> PathBuf {
    folder.path().join(format!("graph-{space}.agontable"))
}

#[test]
fn matches_the_naive_solver_on_random_games() {
    for seed in 0..60 {
        let game = Graph::new(seed, 60);
        let folder = solved(&game);
        let (tablebase, problems) = Tablebase::open(&game, folder.path());
        assert!(problems.is_empty());
        let naive = game.naive();
        for space in [ALONE, PAIR[0], PAIR[1]] {
            let mut drawn = 0;
            for slot in (0..60).filter(|&slot| game.is_filled(space, slot)) {
                let kept = tablebase.kept(space, slot).unwrap().unwrap();
                assert_eq!(kept, naive[space.0][slot as usize], "seed {seed} {space:?} {slot}");
                drawn += u64::from(kept == Kept::Drawn);
                // Wins have odd distances.
                if let Value::Won(plies) = tablebase.value(&game, space, slot).unwrap().unwrap() {
                    assert_eq!(plies % 2, 1);
                }
            }
            assert_eq!(tablebase.file(space).unwrap().tally().drawn, drawn);
        }
        for unit in game.units() {
            verify(&game, &unit, &means(folder.path()), None, &Progress::default()).unwrap();
        }
    }
}

#[test]
fn tables_of_several_blocks_round_trip() {
    let game = Graph::new(7, 70_000);
    let folder = solved(&game);
    let unit = PAIR.to_vec();
    let means = means(folder.path());
    let checked = verify(&game, &unit, &means, None, &Progress::default()).unwrap();
    let tallies = finished(&game, &unit, folder.path()).unwrap().unwrap();
    assert_eq!(checked, tallies.iter().map(|(_, tally)| tally.positions()).sum::<u64>());
    let some = verify(&game, &unit, &means, Some(500), &Progress::default()).unwrap();
    assert!(some > 800 && some <= 1_000, "{some}");
}

/// Decompresses, changes and rewrites the only block of a table file.
fn rewrite(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let bytes = fs::read(path).unwrap();
    let name = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let sizes = 16 + name + 5 * 8 + 8;
    let size = u32::from_le_bytes(bytes[sizes..sizes + 4].try_into().unwrap()) as usize;
    let begin = sizes + 4 + 8;
    assert_eq!(bytes.len(), begin + size, "one block");
    let mut block = zstd::bulk::decompress(&bytes[begin..], 1 << 20).unwrap();
    change(&mut block);
    let packed = zstd::bulk::compress(&block, 3).unwrap();
    let mut header = bytes[..sizes].to_vec();
    header.extend((packed.len() as u32).to_le_bytes());
    let sum = header.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    header.extend(sum.to_le_bytes());
    header.extend(packed);
    fs::write(path, header).unwrap();
}

#[test]
fn verify_detects_wrong_results() {
    let game = Graph::new(3, 60);
    for slot in (0..60).filter(|&slot| game.is_filled(PAIR[0], slot)) {
        let folder = solved(&game);
        let (tablebase, _) = Tablebase::open(&game, folder.path());
        let kept = tablebase.kept(PAIR[0], slot).unwrap().unwrap();
        if let Kept::Lost(_) = kept {
            continue;
        }
        // Turns wins into draws and draws into wins.
        let place = slot as usize;
        rewrite(&file(&folder, 1), |block| block[place / 4] ^= 1 << (2 * (place % 4)));
        let result =
            verify(&game, &PAIR, &means(folder.path()), None, &Progress::default()).unwrap_err();
        assert!(matches!(result, VerifyError::Wrong { .. }), "slot {slot}: {result}");
    }
}

#[test]
fn verify_detects_wrong_distances() {
    let game = Graph::new(3, 60);
    let folder = solved(&game);
    rewrite(&file(&folder, 1), |block| *block.last_mut().unwrap() += 1);
    let error =
        verify(&game, &PAIR, &means(folder.path()), None, &Progress::default()).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
}

/// Returns the error after a file was changed, and whether the other files are still usable.
fn error_after(change: impl FnOnce(&mut Vec<u8>)) -> (String, bool) {
    let game = Graph::new(5, 60);
    let folder = solved(&game);
    let path = file(&folder, 1);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let (tablebase, problems) = Tablebase::open(&game, folder.path());
    let others = tablebase.file(ALONE).is_some() && tablebase.file(PAIR[1]).is_some();
    let slot = (0..60).find(|&slot| game.is_filled(PAIR[0], slot)).unwrap();
    match problems.into_iter().next() {
        Some(problem) => (problem.to_string(), others),
        None => (tablebase.kept(PAIR[0], slot).unwrap_err().to_string(), others),
    }
}

#[test]
fn rejects_damaged_and_foreign_files_and_uses_the_others() {
    let expect = |(text, others): (String, bool), part: &str| {
        assert!(text.contains(part) && text.contains("graph-1"), "{text}");
        assert!(others);
    };
    expect(error_after(|bytes| bytes.truncate(bytes.len() - 1)), "incomplete");
    expect(error_after(|bytes| bytes.truncate(40)), "the header is incomplete");
    expect(error_after(|bytes| bytes.push(0)), "incomplete");
    expect(error_after(|bytes| bytes[8] = 2), "has version 2 of the format");
    expect(error_after(|bytes| bytes[0] = b'a'), "not a table of Agon");
    expect(error_after(Vec::clear), "not a table of Agon");
    expect(error_after(|bytes| bytes[30] ^= 1), "checksum of the header");
    expect(
        error_after(|bytes| {
            let end = bytes.len();
            bytes[end - 6] ^= 1;
        }),
        "damaged",
    );
}

#[test]
fn rejects_tables_of_other_spaces() {
    let game = Graph::new(5, 60);
    let folder = solved(&game);
    fs::copy(file(&folder, 2), file(&folder, 1)).unwrap();
    let (_, problems) = Tablebase::open(&game, folder.path());
    assert!(
        matches!(&problems[0].problem, Problem::Other { found, .. } if found == "graph graph-2")
    );
}

#[test]
fn resumes_after_a_stop() {
    let game = Graph::new(9, 60);
    let folder = TempDir::new().unwrap();
    let means = means(folder.path());
    solve(&game, &[ALONE], &means, &Progress::default()).unwrap();
    let stopped = Progress::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let error = solve(&game, &PAIR, &means, &stopped).unwrap_err();
    assert!(matches!(error, SolveError::Stopped));
    // As after a crash while writing: one complete table and one partial file.
    fs::write(folder.path().join("graph-2.part"), "half").unwrap();
    assert_eq!(to_do(&game, &game.units(), folder.path()).unwrap(), [PAIR.to_vec()]);
    solve(&game, &PAIR, &means, &Progress::default()).unwrap();
    assert!(to_do(&game, &game.units(), folder.path()).unwrap().is_empty());
    let naive = game.naive();
    let (tablebase, _) = Tablebase::open(&game, folder.path());
    for slot in (0..60).filter(|&slot| game.is_filled(PAIR[1], slot)) {
        assert_eq!(tablebase.kept(PAIR[1], slot).unwrap(), Some(naive[2][slot as usize]));
    }
}

#[test]
fn failures_keep_finished_tables() {
    let game = Graph::new(9, 60);
    let folder = TempDir::new().unwrap();
    let means = means(folder.path());
    let missing = solve(&game, &PAIR, &means, &Progress::default()).unwrap_err();
    assert!(missing.to_string().contains("graph-0 is needed first"), "{missing}");
    solve(&game, &[ALONE], &means, &Progress::default()).unwrap();
    // A directory in place of the file makes writing fail.
    fs::create_dir(folder.path().join("graph-2.part")).unwrap();
    let error = solve(&game, &PAIR, &means, &Progress::default()).unwrap_err();
    assert!(error.to_string().contains("graph-2.agontable"), "{error}");
    assert!(finished(&game, &[ALONE], folder.path()).unwrap().is_some());
    let small = Means { memory: 100, ..means };
    let error = solve(&game, &PAIR, &small, &Progress::default()).unwrap_err();
    assert!(matches!(error, SolveError::Memory { .. }), "{error}");
}
