#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| agon_games::fuzzing::moves(data));
