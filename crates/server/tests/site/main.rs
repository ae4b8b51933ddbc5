//! The server over real sockets with a real SQLite file.

#![allow(clippy::unwrap_used, reason = "tests")]

mod attacks;
mod computers;
mod databases;
mod documents;
mod draws;
mod errors;
mod files;
mod full_games;
mod harness;
mod lobby;
mod pages;
mod people;
mod playing;
mod shares;
mod storage;
