//! What many connected people ask of servers, PostgreSQL and NATS. People, games and those who watch
//! are drawn at random and put on servers as a load balancer would; then some minutes pass, move by move,
//! and every row and every message is counted as the servers would write and send it. What a row, a
//! message, a move costs is measured (`cargo xtask load`, docs/performance.md); how people behave is
//! supposed, and can be said otherwise.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use anyhow::{Result, ensure};
use clap::Args;

/// Seconds from one beacon of a server about a game to the next (`live::feed`).
const BEACON: f64 = 3.0;
/// Seconds after which a server compares a game with the store (`live::feed`).
const HEAL: f64 = 30.0;
/// Summaries of games in one message (`cluster`).
const IN_MESSAGE: f64 = 50.0;
/// Seconds between two rows of the list of a running game (`live::filing`).
const FILING: f64 = 10.0;

/// How people behave, and what was measured.
#[derive(Args, Clone, Debug)]
pub(crate) struct Crowd {
    /// People who are connected
    #[arg(default_value_t = 1_000_000)]
    people: usize,
    /// Connections of one server
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    per_server: usize,
    /// How many of a hundred play with another person
    #[arg(long, value_name = "PERCENT", default_value_t = 30.0)]
    playing: f64,
    /// How many of a hundred watch somebody else's game
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    watching: f64,
    /// How many of a hundred play against a computer
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0)]
    against: f64,
    /// How many of a hundred of these have it think on their own machine: neither servers nor PostgreSQL hear of
    /// their moves
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    here: f64,
    /// Supposed: how long a computer thinks about a move, in milliseconds; at most as long as --think-time
    #[arg(long, value_name = "MS", default_value_t = 500.0)]
    thought: f64,
    /// Seconds from one move of a game to the next, on average
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pace: f64,
    /// Moves of a game, on average
    #[arg(long, value_name = "N", default_value_t = 70.0)]
    moves: f64,
    /// How many of a hundred games everybody can see in lists
    #[arg(long, value_name = "PERCENT", default_value_t = 50.0)]
    listed: f64,
    /// Simulated seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    seconds: f64,
    /// Measured: processor of servers for 1,000 moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 160.0)]
    server_cost: f64,
    /// Measured: processor of PostgreSQL for 1,000 moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 90.0)]
    database_cost: f64,
    /// Measured: memory of a connection, in kilobytes
    #[arg(long, value_name = "KB", default_value_t = 17.0)]
    connection: f64,
    /// Measured: memory of a game that is being played, in kilobytes
    #[arg(long, value_name = "KB", default_value_t = 360.0)]
    game: f64,
    /// Measured: bytes of an event in PostgreSQL, with its indexes
    #[arg(long, value_name = "BYTES", default_value_t = 320.0)]
    event_bytes: f64,
    /// Measured: bytes of a game in PostgreSQL besides its events
    #[arg(long, value_name = "BYTES", default_value_t = 3_000.0)]
    game_bytes: f64,
    /// Measured: bytes of a message about a move
    #[arg(long, value_name = "BYTES", default_value_t = 550.0)]
    news_bytes: f64,
    /// Bytes of a message about who looks, as it is written
    #[arg(long, value_name = "BYTES", default_value_t = 150.0)]
    beacon_bytes: f64,
    /// Measured: bytes of a game in a list
    #[arg(long, value_name = "BYTES", default_value_t = 2_300.0)]
    summary_bytes: f64,
}

/// Numbers that come in no order, the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A time that passes until something happens that happens so often on average.
    fn wait(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.share()).ln()
    }
}

/// A game and where those are who look at it.
struct Game {
    listed: bool,
    /// The servers, and how many look there.
    servers: Vec<(u16, u32)>,
    /// When it was last told in lists, in whole seconds, and written there.
    told: u64,
    filed: f64,
}

impl Game {
    fn look(&mut self, server: u16) {
        match self.servers.iter_mut().find(|(other, _)| *other == server) {
            Some((_, count)) => *count += 1,
            None => self.servers.push((server, 1)),
        }
    }
}

/// What has happened.
#[derive(Default, Debug)]
struct Tally {
    moves: f64,
    ended: f64,
    /// Rows of events, and other rows.
    events: f64,
    rows: f64,
    /// Questions to the store.
    questions: f64,
    /// What clients are sent.
    frames: f64,
    /// What servers send to NATS about moves, who looks and lists, and what NATS delivers of it.
    news: [f64; 2],
    beacons: [f64; 2],
    lists: [f64; 2],
    persons: [f64; 2],
    /// Bytes to and from NATS.
    sent: f64,
    delivered: f64,
}

impl Crowd {
    pub(crate) fn tell(&self) -> Result<()> {
        ensure!(self.people >= 100 && self.per_server > 0, "too few people or connections");
        ensure!(self.playing + self.watching + self.against <= 100.0, "more people than there are");
        ensure!((0.0..=100.0).contains(&self.here), "of a hundred");
        let servers = self.people.div_ceil(self.per_server);
        ensure!(servers <= usize::from(u16::MAX), "too many servers");
        let mut chance = Chance(1);
        let mut games = self.seat(&mut chance, servers);
        let tally = self.play(&mut chance, &mut games, servers);
        self.write(servers, &games, &tally);
        Ok(())
    }

    /// Everybody comes to a server; some sit down, some watch, a few games more than others.
    fn seat(&self, chance: &mut Chance, servers: usize) -> Vec<Game> {
        let count = ((self.people as f64 * self.playing / 200.0) as usize).max(1);
        let game = |chance: &mut Chance| {
            let listed = chance.share() * 100.0 < self.listed;
            let mut game = Game { listed, servers: Vec::new(), told: u64::MAX, filed: 0.0 };
            (0..2).for_each(|_| game.look(chance.below(servers) as u16));
            game
        };
        let mut games: Vec<Game> = (0..count).map(|_| game(chance)).collect();
        for _ in 0..(self.people as f64 * self.watching / 100.0) as usize {
            // The chance to be watched falls with the rank of a game, as its inverse.
            let rank = (count as f64).powf(chance.share()) as usize - 1;
            let server = chance.below(servers) as u16;
            games[rank.min(count - 1)].look(server);
        }
        games
    }

    /// Move by move, in the order of time.
    fn play(&self, chance: &mut Chance, games: &mut [Game], servers: usize) -> Tally {
        let mut tally = Tally::default();
        let mut next: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let micros = |time: f64| (time * 1e6) as u64;
        for number in 0..games.len() {
            next.push(Reverse((micros(chance.wait(self.pace)), number)));
        }
        while let Some(Reverse((at, number))) = next.pop() {
            let time = at as f64 / 1e6;
            if time >= self.seconds {
                break;
            }
            let ends = chance.share() < 1.0 / self.moves;
            self.step(&mut games[number], time, ends, servers, &mut tally);
            // Another game of the same people follows one that ends.
            next.push(Reverse((micros(time + chance.wait(self.pace)), number)));
        }
        for game in games.iter() {
            let places = game.servers.len() as f64;
            tally.questions += self.seconds / HEAL * places;
            let count = self.seconds / BEACON * places;
            tally.beacons[0] += count;
            tally.beacons[1] += count * places;
            tally.sent += count * self.beacon_bytes;
            tally.delivered += count * places * self.beacon_bytes;
        }
        tally
    }

    fn step(&self, game: &mut Game, time: f64, ends: bool, servers: usize, tally: &mut Tally) {
        let places = game.servers.len() as f64;
        let lookers: u32 = game.servers.iter().map(|(_, count)| count).sum();
        tally.moves += 1.0;
        tally.events += if ends { 5.0 } else { 1.0 };
        if places > 1.0 {
            // The opponent's move was received over NATS and is compared with the store first.
            tally.questions += 1.0;
        }
        tally.ended += f64::from(u8::from(ends));
        // The event to all who look, and the answer to the mover.
        tally.frames += f64::from(lookers) + 1.0;
        tally.news[0] += 1.0;
        tally.news[1] += places;
        tally.sent += self.news_bytes;
        tally.delivered += places * self.news_bytes;
        if ends {
            // The row of the game moves into the archive, one of the next game comes: with seats, and with
            // what its people find it by.
            tally.rows += 10.0;
        }
        if time - game.filed >= FILING {
            game.filed = time;
            tally.rows += 3.0;
        }
        // In lists a game is told at most once a second.
        if game.told != time as u64 {
            game.told = time as u64;
            tally.persons[0] += 2.0;
            tally.sent += 2.0 * self.summary_bytes;
            if game.listed {
                tally.lists[0] += 1.0 / IN_MESSAGE;
                tally.lists[1] += servers as f64 / IN_MESSAGE;
                tally.sent += self.summary_bytes;
                tally.delivered += servers as f64 * self.summary_bytes;
            }
        }
    }

    fn write(&self, servers: usize, games: &[Game], tally: &Tally) {
        let rate = |number: f64| number / self.seconds;
        let moves = rate(tally.moves);
        let nodes = servers as f64;
        let line = |what: &str, value: String, how: &str| println!("| {what} | {value} | {how} |");
        println!(
            "{} people: {:.0}% play, {:.0}% watch; {:.0} s a move, {:.0} moves a game, {:.0}% of the games listed; \
             {} connections a server, {:.0} s simulated\n",
            self.people,
            self.playing,
            self.watching,
            self.pace,
            self.moves,
            self.listed,
            self.per_server,
            self.seconds
        );
        println!("| what | figure | how it was found |\n|---|---|---|");
        line(
            "servers",
            servers.to_string(),
            "connections of one server, measured up to 10,000 over three",
        );
        line("games that are being played", games.len().to_string(), "supposed");
        line("moves a second", format!("{moves:.0}"), "simulated");
        line("frames to clients, a second", format!("{:.0}", rate(tally.frames)), "simulated");
        let cores = moves * self.server_cost / 1e6;
        line(
            "cores of all servers",
            format!("{cores:.1}"),
            "simulated moves, measured cost; computers come on top",
        );
        // A person and a computer move in turns; the server stores the moves of both.
        let served = self.people as f64 * self.against / 100.0 * (1.0 - self.here / 100.0);
        let computers = served / (2.0 * self.pace);
        line(
            "cores that think for people who play against a computer",
            format!("{:.0}", computers * self.thought / 1e3),
            "supposed; those whose own machine thinks ask for none",
        );
        line(
            "moves a second of these games",
            format!("{:.0}", 2.0 * computers),
            "supposed; they cost servers and PostgreSQL what others cost",
        );
        let memory = (self.people as f64 * self.connection + games.len() as f64 * self.game) / 1e6;
        line(
            "memory of all servers",
            format!("{memory:.0} GB"),
            "measured for each connection and game",
        );
        line("rows of events, a second", format!("{:.0}", rate(tally.events)), "simulated");
        line("other rows, a second", format!("{:.0}", rate(tally.rows)), "simulated");
        let cores = moves * self.database_cost / 1e6;
        line(
            "questions to PostgreSQL, a second",
            format!("{:.0}", rate(tally.questions)),
            "simulated: each server compares each game that somebody looks at",
        );
        line("cores of PostgreSQL", format!("{cores:.1}"), "simulated moves, measured cost");
        let daily = (tally.events * self.event_bytes + tally.ended * self.game_bytes)
            / self.seconds
            * 86_400.0
            / 1e9;
        line(
            "PostgreSQL grows, a day",
            format!("{daily:.0} GB"),
            "simulated rows, measured bytes; at this rate day and night",
        );
        for (what, [sent, delivered]) in [
            ("NATS: moves", tally.news),
            ("NATS: who looks", tally.beacons),
            ("NATS: lists of everybody", tally.lists),
            ("NATS: lists of people", tally.persons),
        ] {
            let value = format!("{:.0} sent, {:.0} delivered", rate(sent), rate(delivered));
            line(&format!("{what}, messages a second"), value, "simulated");
        }
        line(
            "NATS: sent, a second",
            format!("{:.0} MB", rate(tally.sent) / 1e6),
            "simulated messages, measured bytes",
        );
        line(
            "NATS: delivered, a second",
            format!("{:.0} MB", rate(tally.delivered) / 1e6),
            "simulated messages, measured bytes",
        );
        let each = rate(tally.delivered) / nodes / 1e6;
        line(
            "each server hears, a second",
            format!("{each:.1} MB"),
            "simulated messages, measured bytes",
        );
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        crowd: Crowd,
    }

    #[test]
    fn moves_and_messages_are_those_of_the_people() {
        let crowd = Command::parse_from(["capacity", "20000", "--per-server", "2000"]).crowd;
        let mut chance = Chance(7);
        let mut games = crowd.seat(&mut chance, 10);
        assert_eq!(games.len(), 3_000);
        let lookers: u32 = games.iter().flat_map(|game| &game.servers).map(|(_, n)| n).sum();
        assert_eq!(lookers, 6_000 + 1_000);
        let tally = crowd.play(&mut chance, &mut games, 10);
        // 3,000 games, a move every ten seconds.
        let moves = tally.moves / crowd.seconds;
        assert!((moves - 300.0).abs() < 10.0, "{moves}");
        // Two players are at the same of ten servers in one game of ten.
        let places = tally.news[1] / tally.news[0];
        assert!(places > 1.9 && places < 2.5, "{places}");
        assert!(tally.frames > 3.0 * tally.moves);
    }
}
