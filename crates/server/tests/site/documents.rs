//! What is documented is what is understood.

use std::collections::HashSet;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::host::SiteDefaults;
use agon_protocol::message::{ByeReason, FromClient, Tagged, ToClient};
use agon_protocol::setup::NewGame;
use agon_protocol::tablebase::Tablebase;
use serde_json::Value;

use crate::harness::Site;

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The examples that are marked with this word.
fn examples(mark: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut rest = PAGE;
    while let Some((_, after)) = rest.split_once("```json ") {
        let (name, body) = after.split_once('\n').unwrap();
        let (body, after) = body.split_once("```").unwrap();
        if name == mark {
            found.push(body);
        }
        rest = after;
    }
    found
}

/// Whatever stands between backquotes in the first column of a table below this heading.
fn table(heading: &str) -> Vec<&'static str> {
    let (_, after) = PAGE.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = after.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let column = &row[1..row[1..].find("| ").unwrap() + 1];
        column.split('`').skip(1).step_by(2)
    })
    .collect()
}

fn tags<T: serde::Serialize>(values: &[T], field: &str) -> HashSet<String> {
    let tag = |value: &T| serde_json::to_value(value).unwrap()[field].as_str().unwrap().to_owned();
    values.iter().map(tag).collect()
}

#[test]
fn every_example_is_understood_and_every_message_has_one() {
    let read = |text: &&str| {
        serde_json::from_str::<Tagged<FromClient>>(text).unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let from_client: Vec<Tagged<FromClient>> = examples("from-client").iter().map(read).collect();
    let wanted =
        ["watch", "unwatch", "act", "hint", "lobby", "analyse", "stop_analysis", "report", "ping"];
    assert_eq!(tags(&from_client, "type"), wanted.map(str::to_owned).into());

    let read = |text: &&str| {
        serde_json::from_str::<Tagged<ToClient>>(text).unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let to_client: Vec<Tagged<ToClient>> = examples("to-client").iter().map(read).collect();
    let wanted = [
        "welcome", "game", "resumed", "event", "presence", "queued", "done", "error", "hint",
        "lobby", "listed", "unlisted", "analysis", "report", "pong", "bye", "seats", "you",
    ];
    assert_eq!(tags(&to_client, "type"), wanted.map(str::to_owned).into());
    // Nothing in an example is unknown or misspelt: writing it again gives the same.
    for (example, read) in examples("to-client").iter().zip(&to_client) {
        let original: Value = serde_json::from_str(example).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), original);
    }
    for example in examples("database") {
        let original: Value = serde_json::from_str(example).unwrap();
        let read: Tablebase = serde_json::from_str(example).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), original);
    }
    for example in examples("site") {
        let original: Value = serde_json::from_str(example).unwrap();
        let read: SiteDefaults = serde_json::from_str(example).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), original);
    }
    for example in examples("new-game") {
        serde_json::from_str::<NewGame>(example).unwrap();
    }
}

#[test]
fn every_action_in_the_table_is_understood() {
    let actions = table("Actions");
    assert_eq!(actions.len(), 20, "{actions:?}");
    for action in actions {
        serde_json::from_str::<Action>(action).unwrap_or_else(|e| panic!("{e}: {action}"));
    }
}

#[test]
fn every_code_in_the_table_exists_and_none_is_missing() {
    let codes = table("Errors");
    for code in &codes {
        serde_json::from_value::<Code>(Value::String((*code).into())).unwrap();
    }
    let message = serde_json::from_str::<Code>("\"nonsense\"").unwrap_err().to_string();
    let known = message.matches('`').count() / 2 - 1;
    assert_eq!(codes.len(), known, "{message}");
}

#[test]
fn every_event_in_the_table_exists() {
    let events = table("Events");
    let message =
        serde_json::from_str::<Event>("{\"kind\": \"nonsense\"}").unwrap_err().to_string();
    for event in &events {
        assert!(message.contains(&format!("`{event}`")), "{event}");
    }
    assert_eq!(events.len(), message.matches('`').count() / 2 - 1, "{message}");
}

#[test]
fn every_reason_of_a_farewell_is_in_the_table() {
    let (_, after) = PAGE.split_once("\n`bye`: ").unwrap();
    let rows = after.split("```json").next().unwrap().lines();
    let reasons: Vec<&str> =
        rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
    let message = serde_json::from_str::<ByeReason>("\"nonsense\"").unwrap_err().to_string();
    assert_eq!(reasons.len(), message.matches('`').count() / 2 - 1, "{message}");
    for name in reasons {
        let reason: ByeReason = serde_json::from_value(Value::String(name.into())).unwrap();
        assert_eq!(reason.name(), name);
    }
}

#[tokio::test]
async fn the_openapi_document_describes_what_is_served() {
    let site = Site::start().await;
    let (status, document) = site.stranger().get("/api/openapi.json").await;
    assert_eq!(status, 200);
    let paths = document["paths"].as_object().unwrap();
    for path in [
        "/api/games",
        "/api/games/{id}/actions",
        "/api/positions",
        "/api/me",
        "/api/host/databases/{id}",
        "/api/host/games/{id}",
        "/api/host/people/{id}/ban",
        "/api/host/backups",
        "/api/site",
        "/health",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for schema in ["NewGame", "Action", "Snapshot", "Fault", "ByeReason"] {
        assert!(schemas.contains_key(schema), "{schema}");
    }
    for path in ["/health", "/ready", "/metrics", "/", "/app.js", "/game/abc", "/api/catalog"] {
        assert_eq!(site.stranger().get(path).await.0, 200, "{path}");
    }
    for path in ["/api/nothing", "/nothing", "/nothing.js", "/api/games/unknown"] {
        let answer = site.stranger().get(path).await;
        assert_eq!(crate::harness::code(&answer), (404, "not_found"), "{path}");
    }
}
