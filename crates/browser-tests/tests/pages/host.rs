//! Host administration: people, games, defaults, backups.

use agon_browser_tests::{Browser, Site};
use agon_client::Person;
use serde_json::json;

/// Confirms the dialog.
async fn confirm(host: &Browser) {
    host.click("dialog.sure [data-do=sure]").await;
    host.wait_gone("dialog.sure").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_manages_people_and_games() {
    let site = Site::start().await;
    let outside = agon_client::Site::new(&site.url).unwrap();
    let anna = Person::enter(&outside, "Anna").await.unwrap();
    let settings = json!({ "game": "chess", "listed": false,
        "seats": [{ "who": "me" }, { "who": "computer", "level": 1 }] });
    let game = anna.make(&settings).await.unwrap().id;
    let ben = Person::enter(&outside, "Ben").await.unwrap();

    let mut host = Browser::blank(&site.url, &agon_browser_tests::Look::default()).await;
    host.expected = vec!["403"];
    // Without the host key nothing is shown.
    host.go("/host").await;
    host.wait_text("main", "it contains the key").await;
    assert!(!host.is_visible("#host-people").await);
    host.expected.clear();
    host.complaints().await;
    host.go("/").await;
    host.go(&format!("/host#key={}", site.host_key)).await;

    let row = |person: &Person| format!("#host-people li[data-id=\"{}\"]", person.id);
    host.wait_text(&row(&anna), "1 game").await;
    host.click(&format!("{} [data-do=rename]", row(&anna))).await;
    host.wait_text("dialog.sure", "Everybody sees the new name").await;
    host.script("document.querySelector('dialog.sure input').value = 'Noa'", &[]).await;
    confirm(&host).await;
    host.wait_text(&row(&anna), "Noa").await;
    assert_eq!(anna.get("/api/me").await.unwrap().body["name"], "Noa");

    // A banned person gets the reason; an unconfirmed dialog has no effect.
    host.click(&format!("{} [data-do=ban]", row(&ben))).await;
    host.click("dialog.sure button[type=button]").await;
    host.wait_gone("dialog.sure").await;
    assert_eq!(ben.get("/api/me").await.unwrap().status, 200);
    host.click(&format!("{} [data-do=ban]", row(&ben))).await;
    host.script("document.querySelector('dialog.sure input').value = 'Too loud'", &[]).await;
    confirm(&host).await;
    host.wait_text(&row(&ben), "Shut out: Too loud").await;
    let refused = ben.get("/api/me").await.unwrap().body;
    assert_eq!((&refused["code"], &refused["message"]), (&json!("banned"), &json!("Too loud")));
    host.click(&format!("{} [data-do=unban]", row(&ben))).await;
    host.wait_gone(&format!("{}.banned", row(&ben))).await;
    assert_eq!(ben.get("/api/me").await.unwrap().status, 200);

    // The host sees a private game and deletes it.
    let private = format!("#host-games li[data-id=\"{game}\"]");
    host.wait_text(&private, "private").await;
    host.click(&format!("{private} [data-do=remove]")).await;
    host.wait_text("dialog.sure", "cannot be undone").await;
    confirm(&host).await;
    host.wait_gone(&private).await;
    assert_eq!(anna.get(&format!("/api/games/{game}")).await.unwrap().status, 410);

    host.click("[data-do=backup]").await;
    host.wait(&["#host-backups li[data-name$=\".db\"] [data-do=save]"]).await;

    host.select("#host-defaults [name=opening]", "nobody").await;
    host.script("document.querySelector('[name=message]').value = 'Closed today'", &[]).await;
    host.click("[data-do=save]:not(li *)").await;
    host.wait(&["#host-deeds [data-act=defaults]"]).await;
    for act in ["rename", "ban", "unban", "remove_game", "backup"] {
        host.wait(&[&format!("#host-deeds [data-act={act}]")]).await;
    }
    host.click("#header .brand").await;
    host.wait_text(".host-message", "Closed today").await;
    host.expected = vec!["403"];
    host.click("[data-game=chess] .main-action").await;
    host.wait_text("#notice", "may begin games here").await;
    host.close().await;
}

/// A person who is banned while a page is open is shown the reason.
#[tokio::test(flavor = "multi_thread")]
async fn banned_person_sees_the_reason() {
    let site = Site::start().await;
    let mut ben = Browser::open(&site.url).await;
    ben.against_the_computer("tablut").await;
    let game = ben.game().await["id"].as_str().unwrap().to_owned();
    let as_host = "const [key, path, method, body, done] = arguments; \
        fetch(path, {method, headers: {'x-agon-host': key, 'content-type': 'application/json'}, body}) \
        .then((answer) => done(answer.status))";
    // The game is deleted while it is open.
    let remove = [json!(site.host_key), json!(format!("/api/host/games/{game}")), json!("DELETE")];
    ben.expected = vec!["410", "403"];
    assert_eq!(
        ben.script_async(as_host, &[&remove[..], &[json!(null)]].concat()).await,
        json!(204)
    );
    ben.wait_text("main", "has removed this game").await;
    // Then the person is banned.
    let me = "const done = arguments[0]; fetch('/api/me').then((a) => a.json()).then((me) => done(me.id))";
    let me = ben.script_async(me, &[]).await;
    let path = format!("/api/host/people/{}/ban", me.as_str().unwrap());
    let reason = json!({ "reason": "Enough for today" }).to_string();
    let ban = [json!(site.host_key), json!(path), json!("POST"), json!(reason)];
    assert_eq!(ben.script_async(as_host, &ban).await, json!(204));
    ben.wait_text("main", "Enough for today").await;
    ben.go("/archive").await;
    ben.wait_text("main", "Enough for today").await;
    ben.close().await;
}
