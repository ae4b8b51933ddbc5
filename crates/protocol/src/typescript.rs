//! TypeScript declarations for the pages: web/types.d.ts. `cargo xtask bless` writes the file; the
//! test below checks that it is current.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::action::{Action, Command, Done};
use crate::archive::{ArchivePage, Explored};
use crate::catalog::CatalogEntry;
use crate::editor::{PositionSetup, SetupRequest};
use crate::error::{Details, Fault};
use crate::file::{GameFile, ReadText, TextFound};
use crate::host::{Backups, DamagedGame, HostDeed, SiteDefaults, SitePerson};
use crate::lists::Hidden;
use crate::message::{FromClient, Tagged, ToClient};
use crate::people::{
    Credentials, DeviceCode, Introduction, Me, NewPassword, NewToken, Session, ShownCode, Token,
};
use crate::position::{Frame, PositionReport, PositionRequest};
use crate::profile::{Farewell, Profile};
use crate::puzzle::{PuzzleAttempt, PuzzleStanding};
use crate::rating::{Leaders, TableRatings};
use crate::reach::{CodedGame, GameCode, Reach};
use crate::report::{GameReport, Moment};
use crate::setup::{Made, NewGame};
use crate::state::Snapshot;
use crate::storage::StorageHealth;
use crate::study::{FileGame, KeptStudy, NewStudy, Study};
use crate::tablebase::{Tablebase, TablebaseCommand};
use crate::units::{Millis, Seat, Version};

macro_rules! numbers {
    ($($type:ty),*) => { $(
        impl TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                "number".into()
            }

            fn inline(config: &Config) -> String {
                Self::name(config)
            }
        }
    )* };
}

numbers!(Seat, Version, Millis);

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/types.d.ts");

const HEAD: &str = "\
// What goes between pages and server, as docs/protocol.md describes it. Only for the type checker.
// Written by `cargo xtask bless` from the types of crates/protocol; not to be edited.
";

/// Aliases used by the pages.
const TAIL: &str = "
/** What the server says over the WebSocket. */
export type Message = Tagged<ToClient>;

/** What the analysis has found so far. */
export type Analysis = Extract<ToClient, { type: \"analysis\" }>;
";

/// Declarations by name.
struct Types {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type without a file of its own is built in, or inlined in another type.
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            return;
        }
        let name = T::ident(&self.config);
        if !self.found.contains_key(&name) {
            let docs = T::docs().unwrap_or_default();
            let declared = never_null(&T::decl(&self.config));
            let text = tidy(&format!("{docs}export {declared}"));
            self.found.insert(name, format!("\n{text}\n"));
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }
}

/// Removes `null` from optional fields: `a?: T | null` becomes `a?: T`.
fn never_null(declared: &str) -> String {
    let mut parts = declared.split("?: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 0;
        let ends = |c: char| {
            depth += i32::from("{[(<".contains(c)) - i32::from("}])>".contains(c));
            depth < 0 || (depth == 0 && c == ',')
        };
        let (value, rest) = part.split_at(part.find(ends).unwrap_or(part.len()));
        let kept = value.trim_end();
        let space = &value[kept.len()..];
        text += &format!("?: {}{space}{rest}", kept.strip_suffix(" | null").unwrap_or(kept));
    }
    text
}

/// Puts short comments on one line and indents the body.
fn tidy(declared: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in declared.replace("/**\n * ", "/** ").replace("\n */", " */").lines() {
        let indent = if inside && !line.starts_with(" *") { "  " } else { "" };
        text += &format!("{indent}{}\n", line.trim_end());
        inside |= line.starts_with("export");
    }
    text.trim_end().to_owned()
}

fn types() -> String {
    let mut types =
        Types { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    macro_rules! visit {
        ($($type:ty),* $(,)?) => { $( types.visit::<$type>(); )* };
    }
    visit!(
        Tagged<FromClient>,
        Tagged<ToClient>,
        FromClient,
        ToClient,
        Fault,
        Details,
        CatalogEntry,
        NewGame,
        Made,
        Snapshot,
        Action,
        Command,
        Done,
        Hidden,
        GameFile,
        ReadText,
        TextFound,
        Frame,
        GameReport,
        PositionRequest,
        PositionReport,
        Moment,
        SetupRequest,
        PositionSetup,
        Study,
        FileGame,
        NewStudy,
        KeptStudy,
        PuzzleAttempt,
        PuzzleStanding,
        ArchivePage,
        Explored,
        TableRatings,
        Leaders,
        Profile,
        Farewell,
        Introduction,
        Me,
        Credentials,
        NewPassword,
        Session,
        NewToken,
        Token,
        DeviceCode,
        ShownCode,
        Reach,
        GameCode,
        CodedGame,
        StorageHealth,
        Tablebase,
        TablebaseCommand,
        SitePerson,
        SiteDefaults,
        Backups,
        DamagedGame,
        HostDeed,
    );
    let declared: String = types.found.into_values().collect();
    format!("{HEAD}{declared}{TAIL}")
}

#[test]
fn the_types_of_the_pages_are_current() {
    let current = types();
    if std::env::var_os("AGON_BLESS").is_some() {
        std::fs::write(Path::new(FILE), current).unwrap();
        return;
    }
    let written = std::fs::read_to_string(FILE).unwrap();
    assert!(written == current, "web/types.d.ts is not current: cargo xtask bless");
}

#[test]
fn what_may_be_left_out_is_never_null() {
    let declared = "type A = { a?: B | null, b: C | null, c?: Array<D | null> | null, };";
    let wanted = "type A = { a?: B, b: C | null, c?: Array<D | null>, };";
    assert_eq!(never_null(declared), wanted);
}
