//! Every setting of `agon serve` in every form that its help names: as a flag, in the environment and in
//! the file.

#![allow(clippy::print_stdout, reason = "the parent reads it")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;

use clap::{CommandFactory, Parser};

use super::Settings;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
}

/// Name, arguments, value of the environment variable, line of the file.
type Form = (&'static str, &'static [&'static str], &'static str, &'static str);

const FORMS: [Form; 46] = [
    ("bind", &["--bind", "10.0.0.1:80"], "10.0.0.1:80", "bind = \"10.0.0.1:80\""),
    ("lan", &["--lan"], "true", "lan = true"),
    ("lan", &["--lan"], "8080", "lan = 8080"),
    ("lan", &["--lan=9000"], "9000", "lan = 9000"),
    ("lan", &["--lan=9000"], "9000", "lan = \"9000\""),
    ("data", &["--data", "/srv/agon"], "/srv/agon", "data = \"/srv/agon\""),
    (
        "store",
        &["--store", "postgres://db/agon"],
        "postgres://db/agon",
        "store = \"postgres://db/agon\"",
    ),
    ("nats", &["--nats", "nats://nats"], "nats://nats", "nats = \"nats://nats\""),
    ("nats", &["--nats", "nats://nats"], "nats://nats", "[nats]\nurl = \"nats://nats\""),
    ("nats-user", &["--nats-user", "a"], "a", "[nats]\nuser = \"a\""),
    ("nats-password", &["--nats-password", "a"], "a", "[nats]\npassword = \"a\""),
    ("nats-password-file", &["--nats-password-file", "a"], "a", "[nats]\npassword-file = \"a\""),
    ("nats-token", &["--nats-token", "a"], "a", "[nats]\ntoken = \"a\""),
    ("nats-token-file", &["--nats-token-file", "a"], "a", "[nats]\ntoken-file = \"a\""),
    ("nats-nkey", &["--nats-nkey", "a"], "a", "[nats]\nnkey = \"a\""),
    ("nats-credentials", &["--nats-credentials", "a"], "a", "[nats]\ncredentials = \"a\""),
    ("nats-ca", &["--nats-ca", "a"], "a", "[nats]\nca = \"a\""),
    ("nats-cert", &["--nats-cert", "a"], "a", "[nats]\ncert = \"a\""),
    ("nats-key", &["--nats-key", "a"], "a", "[nats]\nkey = \"a\""),
    ("worker-key", &["--worker-key", "a"], "a", "[worker]\nkey = \"a\""),
    ("worker-key-file", &["--worker-key-file", "a"], "a", "[worker]\nkey-file = \"a\""),
    (
        "public-url",
        &["--public-url", "https://a.org"],
        "https://a.org",
        "public-url = \"https://a.org\"",
    ),
    ("host-name", &["--host-name", "a.org"], "a.org", "host-name = \"a.org\""),
    (
        "host-name",
        &["--host-name=a.org", "--host-name=b"],
        "a.org,b",
        "host-name = [\"a.org\", \"b\"]",
    ),
    ("engine-threads", &["--engine-threads", "3"], "3", "engine-threads = 3"),
    ("think-time", &["--think-time", "500"], "500", "think-time = 500"),
    ("report-time", &["--report-time", "500"], "500", "report-time = 500"),
    ("database", &["--database", "/srv/tables"], "/srv/tables", "database = \"/srv/tables\""),
    ("solve-threads", &["--solve-threads", "1"], "1", "solve-threads = 1"),
    ("solve-memory", &["--solve-memory", "2.5"], "2.5", "solve-memory = 2.5"),
    ("solve-memory", &["--solve-memory", "8"], "8", "solve-memory = 8"),
    ("grace", &["--grace", "30"], "30", "grace = 30"),
    ("idle-days", &["--idle-days", "off"], "off", "idle-days = \"off\""),
    ("idle-days", &["--idle-days", "7"], "7", "idle-days = 7"),
    ("idle-days", &["--idle-days", "7"], "7", "idle-days = \"7\""),
    ("rate-limit", &["--rate-limit", "off"], "off", "rate-limit = \"off\""),
    ("rate-limit", &["--rate-limit", "2"], "2", "rate-limit = 2"),
    ("rate-limit", &["--rate-limit", "0.5"], "0.5", "rate-limit = 0.5"),
    ("rate-limit", &["--rate-limit", "0.5"], "0.5", "rate-limit = \"0.5\""),
    ("max-connections", &["--max-connections", "9"], "9", "max-connections = 9"),
    ("max-per-address", &["--max-per-address", "9"], "9", "max-per-address = 9"),
    ("trust-proxy", &["--trust-proxy"], "true", "trust-proxy = true"),
    ("repair-permissions", &["--repair-permissions"], "true", "repair-permissions = true"),
    ("log", &["--log", "json"], "json", "log = \"json\""),
    ("log", &["--log", "text"], "text", "log = \"text\""),
    ("config", &["--config", "/dev/null"], "/dev/null", ""),
];

/// Values that are refused, with the same columns.
const REFUSED: [Form; 8] = [
    ("bind", &["--bind", "localhost"], "localhost", "bind = \"localhost\""),
    ("lan", &["--lan=yes"], "yes", "lan = \"yes\""),
    ("host-name", &["--host-name", "a.org:80"], "a.org:80", "host-name = \"a.org:80\""),
    ("report-time", &["--report-time", "0"], "0", "report-time = 0"),
    ("idle-days", &["--idle-days", "0"], "0", "idle-days = 0"),
    ("rate-limit", &["--rate-limit", "0"], "0", "rate-limit = 0"),
    ("rate-limit", &["--rate-limit", "on"], "on", "rate-limit = true"),
    ("log", &["--log", "xml"], "xml", "log = \"xml\""),
];

/// Tells the process that it is the child, and its arguments.
const ARGS: &str = "AGON_FORMS_ARGS";
const MARK: &str = "settings: ";

/// The child: prints its settings.
#[test]
fn child() {
    let Ok(args) = env::var(ARGS) else { return };
    let args: Vec<String> = serde_json::from_str(&args).unwrap();
    let Cli { settings } = Cli::try_parse_from(args).unwrap();
    let read = Settings { config: None, ..settings.with_file().unwrap() };
    println!("\n{MARK}{read:?}");
}

/// The settings of a process with these arguments and variables; `None` where they are refused. (A process of
/// its own: a test cannot set variables of the one that runs others.)
fn settings(args: &[&str], variable: Option<(&str, &str)>) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "serve::settings::forms::child", "--nocapture"]);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("AGON_") {
            command.env_remove(name);
        }
    }
    command.env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
    let args = [&["agon"], args].concat();
    command.env(ARGS, serde_json::to_string(&args).unwrap()).envs(variable);
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    output.lines().find_map(|line| line.strip_prefix(MARK)).map(str::to_owned)
}

/// The settings of a form in all three places.
fn in_all_places((name, args, value, line): &Form) -> [Option<String>; 3] {
    let command = Cli::command();
    let argument = command.get_arguments().find(|argument| argument.get_long() == Some(name));
    let variable = argument.and_then(clap::Arg::get_env).unwrap_or_else(|| panic!("{name}"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    fs::write(&file, line).unwrap();
    [
        settings(args, None),
        settings(&[], Some((variable.to_str().unwrap(), value))),
        settings(&["--config", file.to_str().unwrap()], None),
    ]
}

#[test]
fn every_setting_is_read_from_flags_the_environment_and_the_file() {
    let command = Cli::command();
    let known: BTreeSet<&str> = command
        .get_arguments()
        .filter_map(clap::Arg::get_long)
        .filter(|name| *name != "help")
        .collect();
    let tried: BTreeSet<&str> = FORMS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(known, tried, "each setting has a line in the table");
    let usual = settings(&[], None).unwrap();
    for form in &FORMS {
        let [flag, variable, file] = in_all_places(form);
        assert!(flag.is_some(), "{form:?}");
        assert_eq!(flag, variable, "{form:?}");
        assert_eq!(flag, file, "{form:?}");
        assert_eq!(flag.as_ref() == Some(&usual), form.0 == "config", "{form:?} {flag:?}");
    }
}

#[test]
fn what_a_flag_refuses_is_refused_everywhere() {
    for form in &REFUSED {
        assert_eq!(in_all_places(form), [None, None, None], "{form:?}");
    }
}
