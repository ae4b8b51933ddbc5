//! People who use the pages with a real browser.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod accessibility;
mod account;
mod coming;
mod complaints;
mod computer;
mod databases;
mod handling;
mod hebrew;
mod home;
mod host;
mod keyboard;
mod layout;
mod lessons;
mod look;
mod newgame;
mod offline;
mod phone;
mod puzzles;
mod reports;
mod screen;
mod scripted;
mod social;
mod timing;
mod together;
mod watching;
