//! The server over real sockets with a real database: SQLite or, where the environment names one,
//! PostgreSQL with NATS (`agon_store::trial`).

#![allow(clippy::unwrap_used, reason = "tests")]

mod accounts;
mod alone;
mod archive;
mod attacks;
mod busy_errors;
mod clocks;
mod cluster;
mod computers;
mod connections;
mod consent;
mod crowds;
mod databases;
mod devices;
mod documents;
mod draws;
mod errors;
mod files;
mod full_games;
mod harness;
mod host;
mod hostile;
mod hosts;
mod invitations;
mod life;
mod likeness;
mod limits;
mod lists;
mod lobby;
mod methods;
mod numbers;
mod pages;
mod people;
mod playing;
mod puzzles;
mod ratings;
mod read_errors;
mod reports;
mod security;
mod shares;
mod social;
mod speed;
mod storage;
mod studies;
mod workers;
