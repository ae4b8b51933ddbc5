//! What operators see: `/metrics`, and the dashboard that shows it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::harness::Site;

const DASHBOARD: &str = include_str!("../../../../deploy/grafana.json");

async fn page() -> String {
    let site = Site::start().await;
    let (status, text) = site.stranger().get("/metrics").await;
    assert_eq!(status, 200);
    text.as_str().unwrap().to_owned()
}

/// Names of numbers in an expression of Prometheus.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("agon_") || word.starts_with("process_"))
}

#[tokio::test]
async fn every_number_of_the_dashboard_is_told() {
    let page = page().await;
    let told: BTreeSet<&str> = page
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(['{', ' ']).next().unwrap())
        .collect();
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let mut shown = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        let targets = panel["targets"].as_array().into_iter().flatten();
        for expression in targets.map(|target| target["expr"].as_str().unwrap()) {
            assert!(names(expression).next().is_some(), "{expression} asks for nothing");
            shown.extend(names(expression));
        }
    }
    let missing: Vec<_> = shown.difference(&told).collect();
    assert!(missing.is_empty(), "the dashboard shows {missing:?}, which /metrics does not tell");
    // And the other way round: what nobody looks at need not be counted.
    let families = told.iter().map(|name| name.trim_end_matches("_bucket"));
    let unseen: Vec<&str> =
        families.filter(|name| !shown.iter().any(|shown| shown.starts_with(name))).collect();
    assert!(unseen.is_empty(), "/metrics tells {unseen:?}, which the dashboard does not show");
}

#[tokio::test]
async fn numbers_are_told_as_prometheus_reads_them() {
    let page = page().await;
    let mut kinds = BTreeMap::new();
    for line in page.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(["gauge", "counter", "histogram"].contains(&kind), "{line}");
            assert_eq!(kinds.insert(name, kind), None, "{name} is told twice");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').unwrap();
            let name = name.split('{').next().unwrap();
            let family =
                ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            let family = family.filter(|family| kinds.get(family) == Some(&"histogram"));
            assert!(kinds.contains_key(family.unwrap_or(name)), "{line} has no type");
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
    }
    // The parts of a histogram add up from bound to bound.
    let counts: Vec<u64> = page
        .lines()
        .filter(|line| line.starts_with("agon_store_commit_seconds_bucket"))
        .map(|line| line.rsplit_once(' ').unwrap().1.parse().unwrap())
        .collect();
    assert!(counts.len() > 5 && counts.is_sorted() && counts.last() > Some(&0), "{counts:?}");
}
