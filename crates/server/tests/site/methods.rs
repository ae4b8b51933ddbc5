//! Every address says which methods it takes.

use std::collections::BTreeSet;

use crate::harness::Site;
use crate::hosts::say;

/// Methods of HTTP, and one that there is not.
const METHODS: [&str; 9] =
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"];

/// Every address with the methods that it takes.
async fn addresses(site: &Site) -> Vec<(String, BTreeSet<String>)> {
    let (_, description) = site.stranger().get("/api/openapi.json").await;
    let paths = description["paths"].as_object().unwrap();
    let mut found: Vec<_> = paths
        .iter()
        .map(|(path, operations)| {
            let parts = path.split('/').map(|part| if part.starts_with('{') { "a" } else { part });
            let mut taken: BTreeSet<String> = operations
                .as_object()
                .unwrap()
                .keys()
                .map(|method| method.to_uppercase())
                .collect();
            if taken.contains("GET") {
                taken.insert("HEAD".into());
            }
            (parts.collect::<Vec<_>>().join("/"), taken)
        })
        .collect();
    assert!(found.len() > 50, "{}", found.len());
    let files = [
        "/",
        "/host",
        "/game/abc",
        "/invite",
        "/style.css",
        "/app.js",
        "/shell.json",
        "/languages.js",
        "/lessons.json",
        "/exercises.json",
        "/worker.js",
        "/api/openapi.json",
    ];
    let read: BTreeSet<String> = ["GET", "HEAD"].map(str::to_owned).into();
    found.extend(files.map(|path| (path.to_owned(), read.clone())));
    found
}

#[tokio::test]
async fn a_method_that_is_not_taken_is_told_which_are() {
    let site = Site::start().await;
    for (path, taken) in addresses(&site).await {
        for method in METHODS.iter().filter(|method| !taken.contains(**method)) {
            let line = format!("{method} {path} HTTP/1.1");
            let (status, answer) =
                say(&site, &[&line, "Host: localhost", "Content-Length: 0"]).await;
            assert_eq!(status, 405, "{method} {path}: {answer}");
            let allow = answer.lines().find_map(|line| line.strip_prefix("allow: "));
            let allow = allow.unwrap_or_else(|| panic!("{method} {path}: {answer}"));
            let allow: BTreeSet<String> = allow.split(',').map(|m| m.trim().to_owned()).collect();
            assert_eq!(allow, taken, "{method} {path}");
            let explained = answer.contains("\"code\":\"bad_method\"");
            assert!(explained || *method == "HEAD", "{method} {path}: {answer}");
        }
    }
}

#[tokio::test]
async fn what_is_not_there_takes_no_method() {
    let site = Site::start().await;
    for path in ["/nothing", "/api/nothing", "/game.js.map"] {
        for method in METHODS {
            let line = format!("{method} {path} HTTP/1.1");
            let answer = say(&site, &[&line, "Host: localhost", "Content-Length: 0"]).await;
            assert_eq!(answer.0, 404, "{method} {path}: {}", answer.1);
        }
    }
    let tunnel = ["CONNECT localhost:80 HTTP/1.1", "Host: localhost:80"];
    assert_eq!(say(&site, &tunnel).await.0, 405);
}
