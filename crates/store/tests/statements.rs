//! Statements that are written twice: for SQLite and for PostgreSQL, with the same text but for the
//! placeholders and casts. `cargo nextest run -p agon-store --no-capture -E 'test(written_twice)'` lists them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// String literals of a Rust source, with continued lines joined.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let source: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut rest = source.as_str();
    while let Some(begin) = rest.find('"') {
        let (mut text, mut chars) = (String::new(), rest[begin + 1..].char_indices());
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    end = begin + 1 + at + 1;
                    break;
                }
                '\\' => text.push(chars.next().map_or(' ', |(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        found.push(text);
        rest = &rest[end..];
    }
    found
}

/// The statement without what differs between the databases: placeholders, casts, names of subqueries.
fn normalized(statement: &str) -> String {
    let mut plain = String::new();
    let mut chars = statement.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '?' | '$' => {
                plain.push('?');
                while chars.next_if(char::is_ascii_digit).is_some() {}
            }
            ':' if chars.next_if_eq(&':').is_some() => {
                while chars.next_if(|c| c.is_alphanumeric() || "[]".contains(*c)).is_some() {}
            }
            other => plain.push(other),
        }
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").replace(" AS few", "")
}

fn is_statement(text: &str) -> bool {
    const MARKS: [&str; 6] = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", " WHERE ", " ORDER BY "];
    MARKS.iter().any(|mark| text.contains(mark))
}

fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}

fn statements(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let sources = sources(&folder);
    let literals = sources.iter().flat_map(|source| literals(source));
    literals.filter(|text| is_statement(text)).map(|text| normalized(&text)).collect()
}

#[test]
fn at_most_ten_statements_are_written_twice() {
    let (sqlite, postgres) = (statements("sqlite"), statements("postgres"));
    let twice: Vec<&String> = sqlite.intersection(&postgres).collect();
    for statement in &twice {
        println!("{statement}");
    }
    println!("{} of {} statements of SQLite are written twice", twice.len(), sqlite.len());
    assert!(twice.len() <= 10, "{twice:#?}");
}
