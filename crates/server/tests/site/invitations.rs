//! How others find the site and its tables.

use agon_server::Config;
use serde_json::json;

use crate::harness::{Person, Site, code, config};

#[tokio::test]
async fn the_server_tells_where_others_reach_it() {
    let reach = async |config: Config| {
        let site = Site::with(config).await;
        let answer = site.stranger().get("/api/reach").await.1;
        site.stop().await;
        answer
    };
    let nowhere = json!({ "public": false, "addresses": [] });
    assert_eq!(reach(config()).await, nowhere);
    let own = Config { listens: Some("127.0.0.1:8080".parse().unwrap()), ..config() };
    assert_eq!(reach(own).await, nowhere);
    let lan = Config { listens: Some("192.168.1.20:8080".parse().unwrap()), ..config() };
    let wanted = json!({ "public": false, "addresses": ["http://192.168.1.20:8080"] });
    assert_eq!(reach(lan.clone()).await, wanted);
    let public = Config { public_url: Some("https://games.example.org".into()), ..lan };
    let wanted = json!({ "public": true, "addresses": ["https://games.example.org"] });
    assert_eq!(reach(public).await, wanted);
    let all = Config { listens: Some("0.0.0.0:8080".parse().unwrap()), ..config() };
    let found = reach(all).await;
    for address in found["addresses"].as_array().unwrap() {
        let address = address.as_str().unwrap();
        assert!(!address.contains("127.0.0.1") && address.ends_with(":8080"), "{address}");
    }
}

#[tokio::test]
async fn a_few_letters_lead_to_a_table_also_after_a_restart() {
    let site = Site::start().await;
    let (anna, ben) = (site.guest("Anna").await, site.guest("Ben").await);
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let wish = json!({ "game": "morris", "seats": seats, "listed": false });
    let (game, key) = anna.make(wish).await;
    let path = format!("/api/games/{game}/code");
    // Only those who may come in can ask others in.
    assert_eq!(code(&ben.post(&path, json!({})).await), (403, "private"));
    let (status, made) = anna.post(&path, json!({})).await;
    assert_eq!(status, 200, "{made}");
    let letters = made["code"].as_str().unwrap().to_owned();
    assert_eq!(letters.len(), 6);
    assert_eq!(ben.post(&format!("{path}?key={key}"), json!({})).await.1, made);
    let found = format!("/api/codes/{}", letters.to_uppercase());
    assert_eq!(ben.get(&found).await.1, json!({ "id": game, "key": key }));
    assert_eq!(code(&ben.get("/api/codes/aaaaaa").await), (404, "bad_code"));

    let site = site.restart().await;
    let at = |person: &Person| Person { url: site.url.clone(), ..person.clone() };
    assert_eq!(at(&ben).get(&found).await.0, 404);
    assert_eq!(at(&anna).post(&path, json!({})).await.1, made);
    assert_eq!(at(&ben).get(&found).await.1["id"], json!(game));
}
