//! The attacks, one function each.

mod clocks;
mod computers;
mod connections;
mod crowds;
mod files;
mod floods;
mod folders;
mod late;
mod passwords;
mod searches;
mod starts;

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use anyhow::Result;

use crate::ground::Ground;
use crate::report::Check;

type Run = for<'a> fn(&'a mut Ground) -> Pin<Box<dyn Future<Output = Result<Vec<Check>>> + 'a>>;
type Prepare =
    for<'a> fn(&'a Path, &'a Path, usize) -> Pin<Box<dyn Future<Output = Result<()>> + 'a>>;

/// Something that somebody could do to a server.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// More arguments of `agon serve`.
    pub(crate) args: &'static [&'static str],
    /// Fills the database before the server starts: the program, its folder and a number of games.
    pub(crate) prepare: Option<Prepare>,
    /// The time from one move of the bystanders to the next; `None` for no bystanders.
    pub(crate) bystanders: Option<Duration>,
    pub(crate) run: Run,
}

/// As fast as the limits of the server allow two people to play.
const BRISK: Option<Duration> = Some(Duration::from_millis(50));
/// For attacks in which a thousand others hear every move.
const CALM: Option<Duration> = Some(Duration::from_millis(250));

macro_rules! attack {
    ($name:literal, $about:literal, $bystanders:expr, $run:path) => {
        attack!($name, $about, $bystanders, &[], None, $run)
    };
    ($name:literal, $about:literal, $bystanders:expr, $args:expr, $prepare:expr, $run:path) => {
        Attack {
            name: $name,
            about: $about,
            args: $args,
            prepare: $prepare,
            bystanders: $bystanders,
            run: |ground| Box::pin($run(ground)),
        }
    };
}

/// No limits by rate: for attacks that show another limit, in a bounded time.
const UNLIMITED: &[&str] = &["--rate-limit", "off"];
/// The usual limits, with room to flood lists in seconds that otherwise fill in minutes.
const GENEROUS: &[&str] = &["--rate-limit", "20"];

/// Room for fewer connections than attackers open.
const CROWDED: &[&str] = &["--max-connections", "4000"];

pub(crate) const ATTACKS: &[Attack] = &[
    attack!(
        "silent",
        "4,200 connections that never read",
        BRISK,
        CROWDED,
        None,
        connections::silent
    ),
    attack!("half-heads", "requests never finished", BRISK, CROWDED, None, connections::half_heads),
    attack!("slow-readers", "WebSockets that ask and never read", BRISK, connections::slow_readers),
    attack!("flapping", "spectators who come and go all the time", BRISK, crowds::flapping),
    attack!("spectators", "1,000 spectators of one game", CALM, crowds::spectators),
    attack!("messages", "120 guests of one address send at once", BRISK, floods::messages),
    attack!("pings", "control frames and empty fragments", BRISK, floods::pings),
    attack!("paces", "60,000 events that are no moves", BRISK, UNLIMITED, None, floods::paces),
    attack!("lobbies", "one address opens 300 lobbies", BRISK, GENEROUS, None, floods::lobbies),
    attack!("imports", "files with 28,500 tags and a huge one", BRISK, files::imports),
    attack!("replays", "a long game asked for again and again", BRISK, files::replays),
    attack!(
        "searches",
        "200 searches at once among 100,000 games",
        BRISK,
        &[],
        Some(|program, folder, _| Box::pin(searches::fill(program, folder))),
        searches::at_once
    ),
    attack!("passwords", "30 wrong passwords, then the owner", BRISK, passwords::guessing),
    attack!(
        "computers",
        "215 games of computers beside a person's",
        BRISK,
        GENEROUS,
        None,
        computers::crowd
    ),
    attack!("late-copies", "old messages after a take-back", None, late::copies),
    attack!("old-consent", "yes to an offer that was withdrawn", None, late::consent),
    attack!("stopped", "the process stands still for 7 s", None, clocks::stopped),
    attack!("future", "a start with the date in the future", None, clocks::future),
    attack!("second-server", "another server on the same folder", BRISK, folders::second_server),
    attack!(
        "timed-games",
        "a start with 20,001 games with clocks",
        None,
        &[],
        Some(|program, folder, _| Box::pin(starts::fill(program, folder))),
        starts::timed_games
    ),
    attack!(
        "million",
        "every list of a million games",
        BRISK,
        UNLIMITED,
        Some(|program, folder, games| Box::pin(searches::fill_with(program, folder, games))),
        searches::every_list
    ),
];
