//! Game files written by `agon match --out`.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::process::Command;

use agon_games::record::Record;

#[test]
fn match_files_round_trip() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["chess", "chinese-checkers"] {
        let file = folder.path().join(game);
        let status = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["match", game, "--first", "level=3", "--second", "level=1"])
            .args(["--games", "2", "--nodes", "200", "--out"])
            .arg(&file)
            .output()
            .unwrap();
        assert!(status.status.success(), "{status:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        let games: Vec<&str> = text.split_inclusive("\n\n[").collect();
        assert_eq!(text.matches("[Game ").count(), 2, "{text}");
        let first = games[0].trim_end_matches(['[', '\n']);
        let record = Record::parse(first, None).unwrap_or_else(|e| panic!("{e}: {first}"));
        assert_eq!(record.kind.id(), game);
        assert!(record.game.ending().is_some());
        assert_eq!(record.players, ["level=3", "level=1"]);
    }
}
