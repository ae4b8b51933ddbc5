//! Signing in and out, sessions, passwords, names that belong to somebody.

use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_server::Config;
use agon_server::secrets::Signer;
use agon_store::{PersonRow, SessionRow, Write};
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket, code, config};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A request with more headers: its status, body and cookie.
async fn post(
    person: &Person,
    path: &str,
    body: Value,
    headers: &[(&str, &str)],
) -> (u16, Value, Option<String>) {
    let mut request = person.http.post(format!("{}{path}", person.url)).json(&body);
    request = request.header(person.header.0, &person.header.1);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let cookie = response
        .headers()
        .get("set-cookie")
        .map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
    (status, response.json().await.unwrap_or_default(), cookie)
}

/// The same person on another device.
async fn elsewhere(site: &Site, person: &Person, login: &str, password: &str) -> Person {
    let body = json!({ "login": login, "password": password });
    let agent = [("user-agent", FIREFOX)];
    let (status, me, cookie) = post(&site.stranger(), "/api/login", body, &agent).await;
    assert_eq!((status, &me["id"]), (200, &json!(person.id)), "{me}");
    Person { header: ("cookie", cookie.unwrap()), ..person.clone() }
}

/// The connection is ended because whoever opened it is not signed in any more.
async fn is_ended(socket: &mut Socket) -> bool {
    let mut reason = None;
    while let Some(message) = socket.try_hear().await {
        if let ToClient::Bye { reason: said } = message {
            reason = Some(said);
        }
    }
    reason == Some(ByeReason::SignedOut)
}

async fn is_open(socket: &mut Socket) -> bool {
    matches!(socket.ask(FromClient::Ping {}).await, ToClient::Pong { .. })
}

#[tokio::test]
async fn wrong_passwords_do_not_lock_the_owner_out() {
    let limits = Config { rate_limit: Some(1.0), trust_proxy: true, ..config() };
    let site = Site::with(limits).await;
    let anna = site.registered("Anna").await;
    let stranger = site.stranger();
    let login = async |password: &str, address: &str| {
        let body = json!({ "login": "Anna", "password": password });
        post(&stranger, "/api/login", body, &[("x-forwarded-for", address)]).await
    };
    let mut tried = 0;
    let seconds = loop {
        match login("wrong horse", "203.0.113.1").await {
            (401, answer, _) => assert_eq!(answer["code"], "bad_login"),
            (429, answer, _) => break answer["retry_after"].as_u64(),
            other => panic!("{other:?}"),
        }
        tried += 1;
        assert!(tried < 100, "one address can try without end");
    };
    assert!(tried >= 30 && seconds.is_some_and(|seconds| seconds <= 2), "{tried} {seconds:?}");
    // From there nothing is tried for a while, from elsewhere it is.
    let (status, me, _) = login("correct horse", "198.51.100.7").await;
    assert_eq!((status, &me["id"]), (200, &json!(anna.id)));
    // Other names from there, too.
    site.registered("Bob").await;
    let body = json!({ "login": "Bob", "password": "correct horse" });
    let headers = [("x-forwarded-for", "203.0.113.1")];
    assert_eq!(post(&stranger, "/api/login", body, &headers).await.0, 200);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_with_their_connections() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let phone = elsewhere(&site, &anna, "Anna", "correct horse").await;
    let (mut here, mut there) = (anna.connect().await, phone.connect().await);
    let (_, sessions) = anna.get("/api/sessions").await;
    let sessions = sessions.as_array().unwrap();
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    let other = sessions.iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(other["label"], "Firefox, Linux");
    assert!(other["seen"].as_u64().unwrap() >= other["created"].as_u64().unwrap());
    // Only one's own sessions.
    let path = format!("/api/sessions/{}", other["id"].as_str().unwrap());
    let bob = site.guest("Bob").await;
    assert_eq!(code(&bob.request("DELETE", &path, None).await), (404, "not_found"));
    assert_eq!(code(&site.stranger().get("/api/sessions").await), (401, "no_identity"));

    assert_eq!(anna.request("DELETE", &path, None).await.0, 204);
    assert!(is_ended(&mut there).await && is_open(&mut here).await);
    assert_eq!(code(&phone.get("/api/me").await), (401, "no_identity"));
    assert_eq!(code(&anna.request("DELETE", &path, None).await), (404, "not_found"));

    let phone = elsewhere(&site, &anna, "Anna", "correct horse").await;
    let tablet = elsewhere(&site, &anna, "Anna", "correct horse").await;
    let (mut there, mut too) = (phone.connect().await, tablet.connect().await);
    assert_eq!(tablet.request("DELETE", "/api/sessions", None).await.0, 204);
    assert!(is_ended(&mut here).await && is_ended(&mut there).await && is_open(&mut too).await);
    assert_eq!(tablet.get("/api/sessions").await.1.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn signing_out_ends_the_session_also_for_who_has_copied_the_cookie() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let phone = elsewhere(&site, &anna, "Anna", "correct horse").await;
    let (mut socket, mut there) = (anna.connect().await, phone.connect().await);
    let thief = anna.clone();
    let response = anna
        .http
        .post(format!("{}/api/logout", site.url))
        .header("cookie", &anna.header.1)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 204);
    assert!(response.headers()["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert!(is_ended(&mut socket).await && is_open(&mut there).await);
    assert_eq!(code(&thief.get("/api/me").await), (401, "no_identity"));
    let mut as_nobody = thief.open(&[]).await.unwrap();
    assert!(matches!(as_nobody.hear().await, ToClient::Welcome { person: None, .. }));
    // Nobody is left: that is fine, too.
    assert_eq!(anna.post("/api/logout", json!({})).await.0, 204);
    assert_eq!(phone.get("/api/me").await.0, 200);
}

#[tokio::test]
async fn another_password_ends_all_sessions() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let phone = elsewhere(&site, &anna, "Anna", "correct horse").await;
    let (_, token) = anna.post("/api/tokens", json!({ "label": "bot" })).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let bot = Person { header: ("authorization", bearer), ..anna.clone() };
    let mut sockets = [anna.connect().await, phone.connect().await];
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let refusals = [
        (&anna, change("wrong horse", "battery staple"), (401, "bad_login")),
        (&anna, change("correct horse", "short"), (422, "weak_password")),
        (&anna, change("correct horse", "anna"), (422, "weak_password")),
        (&bot, change("correct horse", "battery staple"), (403, "not_allowed")),
        (&site.guest("Bob").await, change("correct horse", "battery staple"), (403, "not_allowed")),
        (&site.stranger(), change("correct horse", "battery staple"), (401, "no_identity")),
    ];
    for (person, body, wanted) in refusals {
        assert_eq!(code(&person.post("/api/password", body).await), wanted);
    }
    let body = change("correct horse", "battery staple");
    let (status, me, cookie) = post(&anna, "/api/password", body, &[]).await;
    assert_eq!((status, &me["id"]), (200, &json!(anna.id)));
    for socket in &mut sockets {
        assert!(is_ended(socket).await);
    }
    for person in [&anna, &phone] {
        assert_eq!(code(&person.get("/api/me").await), (401, "no_identity"));
    }
    let anna = Person { header: ("cookie", cookie.unwrap()), ..anna };
    assert_eq!(anna.get("/api/sessions").await.1.as_array().unwrap().len(), 1);
    let old = json!({ "login": "Anna", "password": "correct horse" });
    assert_eq!(code(&site.stranger().post("/api/login", old).await), (401, "bad_login"));
    elsewhere(&site, &anna, "Anna", "battery staple").await;
}

#[tokio::test]
async fn a_dropped_token_ends_its_connections() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let mut bots = Vec::new();
    for label in ["one", "two"] {
        let (_, token) = anna.post("/api/tokens", json!({ "label": label })).await;
        let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
        let bot = Person { header: ("authorization", bearer), ..anna.clone() };
        bots.push((token["id"].as_str().unwrap().to_owned(), bot.connect().await, bot));
    }
    let mut page = anna.connect().await;
    // A token opens no further ways in.
    let (_, _, bot) = &bots[0];
    let label = json!({ "label": "three" });
    assert_eq!(code(&bot.post("/api/tokens", label).await), (403, "not_allowed"));
    assert_eq!(code(&bot.get("/api/sessions").await), (403, "not_allowed"));
    let path = format!("/api/tokens/{}", bots[0].0);
    assert_eq!(code(&bot.request("DELETE", &path, None).await), (403, "not_allowed"));

    assert_eq!(anna.request("DELETE", &path, None).await.0, 204);
    assert!(is_ended(&mut bots[0].1).await);
    assert!(is_open(&mut bots[1].1).await && is_open(&mut page).await);
    // Signing out ends sessions, not programs.
    assert_eq!(anna.post("/api/logout", json!({})).await.0, 204);
    assert!(is_ended(&mut page).await && is_open(&mut bots[1].1).await);
}

#[tokio::test]
async fn cookies_from_before_there_were_sessions_are_still_valid() {
    let site = Site::start().await;
    let id = "a8f3kq92mvnx".to_owned();
    let person = PersonRow {
        id: id.clone(),
        name: "Anna".into(),
        name_key: String::new(),
        picture: String::new(),
        login: None,
        password: None,
        created: 1,
        banned: None,
    };
    let session = SessionRow {
        id: id.clone(),
        person: id.clone(),
        label: String::new(),
        created: 1,
        seen: 1,
    };
    let both = vec![Write::NewPerson(person), Write::NewSession(session)];
    site.store.write(Write::Together(both)).await.unwrap();
    let key = site.store.fact("key").await.unwrap().unwrap();
    let cookie = format!("agon={}", Signer::new(&key).sign(&id));
    let anna = Person { header: ("cookie", cookie), id, ..site.stranger() };
    assert_eq!(anna.post("/api/me", json!({})).await.1["name"], "Anna");
    let mut socket = anna.connect().await;
    // That it is used is noted after a while.
    while site.store.sessions(&anna.id).await.unwrap()[0].seen == 1 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(anna.post("/api/logout", json!({})).await.0, 204);
    assert!(is_ended(&mut socket).await);
}

#[tokio::test]
async fn of_very_many_sessions_the_oldest_gives_way() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    for i in 0..49 {
        let session = SessionRow {
            id: format!("session{i}"),
            person: anna.id.clone(),
            label: String::new(),
            created: i,
            seen: i,
        };
        site.store.write(Write::NewSession(session)).await.unwrap();
    }
    elsewhere(&site, &anna, "Anna", "correct horse").await;
    let sessions = site.store.sessions(&anna.id).await.unwrap();
    assert_eq!(sessions.len(), 50);
    assert_eq!(sessions.last().unwrap().id, "session1");
}

#[tokio::test]
async fn whoever_signs_in_is_not_the_guest_of_before_any_more() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let guest = site.guest("Somebody").await;
    let mut socket = guest.connect().await;
    let body = json!({ "login": "Anna", "password": "correct horse" });
    let (status, me, _) = post(&guest, "/api/login", body, &[]).await;
    assert_eq!((status, &me["id"]), (200, &json!(anna.id)));
    assert!(is_ended(&mut socket).await);
    assert_eq!(code(&guest.get("/api/me").await), (401, "no_identity"));
}

#[tokio::test]
async fn a_registered_name_belongs_to_one_person() {
    let site = Site::start().await;
    let early = site.guest("Anna").await;
    let mut socket = early.connect().await;
    let anna = site.registered("Anna").await;
    // Whoever had the name comes back under another one.
    assert!(is_ended(&mut socket).await);
    let bob = site.guest("Bob").await;
    // The second is Cyrillic, the fourth has another space.
    for name in ["Anna", "Аnnа", "ANNA", "An na", "anna"] {
        let body = json!({ "name": name });
        let naming = site.stranger().post("/api/me", body.clone()).await;
        assert_eq!(code(&naming), (409, "name_taken"), "{name}");
        assert_eq!(code(&bob.post("/api/me", body).await), (409, "name_taken"), "{name}");
        let body = json!({ "login": name, "password": "battery staple" });
        assert_eq!(code(&bob.post("/api/register", body).await), (409, "name_taken"), "{name}");
        let seats = json!([{ "who": "me" }, { "who": "me", "name": name }]);
        let wish = json!({ "game": "chess", "seats": seats });
        assert_eq!(
            code(&bob.post("/api/games", wish.clone()).await),
            (409, "name_taken"),
            "{name}"
        );
        // Anna may sit on both sides under her own name, however she writes it.
        assert_eq!(anna.post("/api/games", wish).await.0, 201, "{name}");
    }
    assert_eq!(bob.get("/api/me").await.1["name"], "Bob");
    assert_eq!(anna.post("/api/me", json!({ "name": "ANNA" })).await.1["name"], "ANNA");
    // Who had the name before it was registered does not pass for its owner either.
    let name = early.get("/api/me").await.1["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("Guest "), "{name}");
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = early.make(wish).await;
    let (_, game) = bob.get(&format!("/api/games/{id}")).await;
    assert_eq!(game["state"]["seats"][0]["occupant"]["name"], json!(name));
    // What guests are called is for guests.
    let body = json!({ "login": "Guest 123", "password": "battery staple" });
    assert_eq!(code(&bob.post("/api/register", body).await), (409, "name_taken"));
    // Names in files of games are those of strangers, whoever they are.
    let file = json!({ "text": "[White \"Anna\"]\n[Black \"Bob\"]\n\n1. e4" });
    let (_, made) = bob.post("/api/import", file).await;
    let (_, game) = bob.get(&format!("/api/games/{}", made["id"].as_str().unwrap())).await;
    assert_eq!(game["state"]["seats"][0]["occupant"], json!({ "who": "stranger", "name": "Anna" }));
    assert_eq!(game["setup"]["listed"], false);
    // A name that is given up is free again.
    assert_eq!(anna.post("/api/me", json!({ "name": "Hanna" })).await.0, 200);
    assert_eq!(bob.post("/api/me", json!({ "name": "Anna" })).await.0, 200);
}

#[tokio::test]
async fn names_from_before_there_were_keys_are_kept_too() {
    let site = Site::start().await;
    for (id, login) in [("first", "anna"), ("second", "аnnа")] {
        let person = PersonRow {
            id: id.into(),
            name: "Anna".into(),
            name_key: String::new(),
            picture: String::new(),
            login: Some(login.into()),
            password: None,
            created: 1,
            banned: None,
        };
        site.store.write(Write::NewPerson(person)).await.unwrap();
    }
    let site = site.restart().await;
    let body = json!({ "name": "Аnnа" });
    assert_eq!(code(&site.stranger().post("/api/me", body).await), (409, "name_taken"));
    assert_eq!(site.store.people_without_key().await.unwrap().len(), 1);
}
