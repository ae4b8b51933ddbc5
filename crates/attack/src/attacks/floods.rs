//! Too much of what is allowed.

use std::time::{Duration, Instant};

use agon_client::{ClientError, Person};
use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::ground::Ground;
use crate::report::Check;

const GUESTS: usize = 120;
/// Within what one person may send at once.
const EACH: u32 = 95;
/// What one address may get through in two seconds, whoever is there.
const MOST_THROUGH: usize = 3_500;
const FRAMES: usize = 50_000;
const MOST_ANSWERED: usize = 5_000;
const PACES: usize = 60_000;
/// The largest `resumed` that is still of use.
const LARGEST: usize = 4 << 20;
const LOBBIES: usize = 300;
const LOBBIES_OF_ONE: usize = 10;

/// Guests of one address, each within their own allowance.
pub(super) async fn messages(ground: &mut Ground) -> Result<Vec<Check>> {
    let site = ground.attacker();
    let mut sockets = Vec::new();
    for number in 0..GUESTS {
        let entered =
            async { Person::enter(&site, &format!("Flood {number}")).await?.connect().await };
        match entered.await {
            Ok(socket) => sockets.push(socket),
            // That an address may have only so many guests or connections is fine.
            Err(_) => break,
        }
    }
    let guests = sockets.len();
    let begin = Instant::now();
    let mut tasks = JoinSet::new();
    for mut socket in sockets {
        tasks.spawn(async move {
            for tag in 0..EACH {
                let message = json!({ "type": "ping", "tag": tag });
                if socket.say(&message).await.is_err() {
                    break;
                }
            }
            let (mut through, mut refused, mut without_tag) = (0, 0, 0);
            while begin.elapsed() < Duration::from_secs(2) {
                let Ok(Ok(heard)) = timeout(Duration::from_secs(1), socket.hear()).await else {
                    break;
                };
                match heard["type"].as_str() {
                    Some("pong") => through += 1,
                    Some("error") => {
                        refused += 1;
                        without_tag += usize::from(heard["tag"].is_null());
                    }
                    _ => {}
                }
            }
            (through, refused, without_tag)
        });
    }
    let (mut through, mut refused, mut without_tag) = (0, 0, 0);
    while let Some(task) = tasks.join_next().await {
        let (more, no, untagged) = task?;
        through += more;
        refused += no;
        without_tag += untagged;
    }
    let sent = guests * EACH as usize;
    Ok(vec![
        Check::that(
            through <= MOST_THROUGH,
            format!("{through} of {sent} messages of {guests} guests got through in 2 s"),
        ),
        Check::that(
            without_tag == 0,
            format!("{refused} refusals, {without_tag} of them without the tag"),
        ),
    ])
}

/// Frames that carry nothing.
pub(super) async fn pings(ground: &mut Ground) -> Result<Vec<Check>> {
    let site = ground.attacker();
    let mut checks = Vec::new();
    for name in ["pings", "empty fragments"] {
        let person = Person::enter(&site, "Pings").await?;
        let socket = person.connect().await?;
        let before = ground.server()?.usage()?.processor;
        let (mut sink, mut stream) = socket.into_stream().split();
        let fragments = name != "pings";
        let answers = tokio::spawn(async move {
            let mut answers = 0;
            while let Some(Ok(message)) = stream.next().await {
                match message {
                    Message::Pong(_) => answers += 1,
                    Message::Close(_) => break,
                    _ => {}
                }
            }
            answers
        });
        let mut sent = 0;
        for number in 0..FRAMES {
            let message = if fragments {
                let kind = if number == 0 { Data::Text } else { Data::Continue };
                Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), false))
            } else {
                Message::Ping(vec![0; 8].into())
            };
            match timeout(Duration::from_secs(5), sink.send(message)).await {
                Ok(Ok(())) => sent += 1,
                _ => break,
            }
        }
        // Whoever is cut off learns of it when everything that was sent has been read.
        let ended = timeout(Duration::from_secs(5), answers).await;
        let processor = (ground.server()?.usage()?.processor - before).as_millis();
        let (told, passed) = match ended {
            Ok(answered) => {
                let answered = answered?;
                (format!("{answered} answered, then cut off"), answered < MOST_ANSWERED)
            }
            Err(_) => ("the connection goes on".to_owned(), false),
        };
        let text = format!("{sent} {name} sent, {told}, {processor} ms of processor");
        checks.push(Check::that(passed, text));
    }
    Ok(checks)
}

/// Events that are no moves, until the game is too large to be told.
pub(super) async fn paces(ground: &mut Ground) -> Result<Vec<Check>> {
    let person = Person::enter(&ground.attacker(), "Pace").await?;
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 1 }]);
    let id = person.make(&json!({ "game": "chess", "seats": seats })).await?.id;
    let (mut accepted, mut refused, mut reason) = (0, 0, Value::Null);
    let mut connections = 0;
    while accepted + refused < PACES && connections < 4 {
        connections += 1;
        let mut socket = person.connect().await?;
        let flood = async {
            while accepted + refused < PACES {
                let window = 200.min(PACES - accepted - refused);
                for number in 0..window {
                    let action = json!({ "do": "pace", "ms": 100 + number });
                    socket.say(&json!({ "type": "act", "id": id, "action": action })).await?;
                }
                for _ in 0..window {
                    let heard = socket.hear_type(&["done", "error", "bye"]).await?;
                    if heard["type"] == "done" {
                        accepted += 1;
                    } else {
                        refused += 1;
                        if reason.is_null() {
                            reason = heard["code"].clone();
                        }
                    }
                }
                if refused > 100 {
                    break;
                }
            }
            Ok::<_, ClientError>(())
        };
        // Whoever is refused again and again is cut off.
        if flood.await.is_ok() {
            break;
        }
    }
    let mut socket = person.connect().await?;
    socket.say(&json!({ "type": "watch", "id": id, "since": 1 })).await?;
    let resumed = timeout(Duration::from_secs(10), socket.hear_text()).await;
    let size = resumed.ok().and_then(Result::ok).map(|text| text.len());
    let mut checks = vec![
        Check::note(format!("{accepted} accepted, then refused with {reason}")),
        Check::that(
            size.is_some_and(|size| size < LARGEST),
            size.map_or("cannot be resumed".into(), |size| {
                format!("resumed with {} kB", size >> 10)
            }),
        ),
    ];
    let mut socket = person.connect().await?;
    let played = async {
        let seen = socket.watch(&id, None, None).await?;
        let text = seen["view"]["moves"][0]["text"].clone();
        let action = json!({ "do": "move", "ply": seen["state"]["ply"], "text": text });
        socket.act(&id, None, &action).await
    };
    let goes_on = matches!(played.await, Ok(Ok(_)));
    checks.push(Check::that(goes_on, "the game goes on with a move"));
    Ok(checks)
}

/// One address opens lobbies until those of others are not seen any more.
pub(super) async fn lobbies(ground: &mut Ground) -> Result<Vec<Check>> {
    let host = Person::enter(&ground.honest(), "Honest").await?;
    let mut waiting = host.connect().await?;
    let wish = json!({ "game": "tablut", "seats": [{ "who": "me" }, { "who": "open" }] });
    let mine = host.make(&wish).await?.id;
    // A lobby stays while its host is there.
    waiting.watch(&mine, None, None).await?;
    let site = ground.attacker();
    let (mut made, mut refused) = (0, 0);
    for number in 0..LOBBIES.div_ceil(LOBBIES_OF_ONE) {
        let Ok(person) = Person::enter(&site, &format!("Lobby {number}")).await else { break };
        for _ in 0..LOBBIES_OF_ONE {
            match person.make(&wish).await {
                Ok(_) => made += 1,
                Err(_) => refused += 1,
            }
        }
    }
    sleep(Duration::from_millis(500)).await;
    let newcomer = Person::enter(&ground.crowd(0), "Seeks").await?;
    let mut socket = newcomer.connect().await?;
    let mut sizes = Vec::new();
    let mut seen = true;
    let begin = Instant::now();
    for _ in 0..20 {
        let lobby = socket.ask(json!({ "type": "lobby", "on": true })).await?;
        let games = lobby["games"].as_array().context("a lobby without games")?;
        sizes.push(games.len());
        seen &= games.iter().any(|game| game["id"] == json!(mine));
    }
    let each = begin.elapsed().as_secs_f64() * 50.0;
    let page = newcomer.get("/api/games?phase=open&limit=100").await?.good()?;
    let on_page = page.as_array().is_some_and(|page| page.iter().any(|g| g["id"] == json!(mine)));
    Ok(vec![
        Check::that(
            seen,
            format!(
                "{made} lobbies of one address ({refused} refused), a list of {} in {each:.1} ms, the other lobby is {} it",
                sizes[0],
                if seen { "in" } else { "not in" }
            ),
        ),
        Check::note(format!("the archive's first page has it: {on_page}")),
    ])
}
