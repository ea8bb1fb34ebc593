//! Tables have owners: in its SQL a slice uses its own tables, and views that it or a slice before it publishes.

use sitewright::SLICES;
use sitewright::platform;
use sitewright::platform::db::{query_as, query_scalar};
use sqlx::AssertSqlSafe;

use super::{Module, PLATFORM, modules, room};
use crate::prelude::*;

/// Tables of the previous version, which no query names any more.
const RETIRED: &[&str] = &["trial_runs"];

/// What a slice declares. The first one is the platform, and the order is that of the slices.
struct Owner {
    name: &'static str,
    tables: Vec<&'static str>,
    views: &'static [&'static str],
}

fn owners() -> Vec<Owner> {
    let names = |tables: &[platform::slice::Table]| tables.iter().map(|table| table.name).collect();
    let platform = Owner { name: PLATFORM, tables: names(platform::TABLES), views: platform::VIEWS };
    let slices = SLICES.iter().map(|slice| Owner {
        name: slice.name,
        tables: names(slice.tables),
        views: slice.views,
    });
    std::iter::once(platform).chain(slices).collect()
}

/// Tables and views with their owner's place in the order.
struct Declared {
    order: Vec<&'static str>,
    tables: BTreeMap<&'static str, usize>,
    views: BTreeMap<&'static str, usize>,
}

impl Declared {
    /// Panics if something has two owners.
    fn read() -> Self {
        let owners = owners();
        let (mut tables, mut views) = (BTreeMap::new(), BTreeMap::new());
        for (place, owner) in owners.iter().enumerate() {
            for table in &owner.tables {
                assert_eq!(tables.insert(*table, place), None, "`{table}` has two owners");
            }
            for view in owner.views {
                assert_eq!(views.insert(*view, place), None, "`{view}` has two owners");
            }
        }
        Self { order: owners.iter().map(|owner| owner.name).collect(), tables, views }
    }

    /// The tables and views that SQL text names.
    fn used(&self, text: &str) -> BTreeSet<&'static str> {
        let known = |word: &str| {
            let found = self.tables.get_key_value(word).or_else(|| self.views.get_key_value(word));
            found.map(|(name, _)| *name)
        };
        let words: Vec<&str> = text
            .split(|char: char| !char.is_alphanumeric() && char != '_')
            .filter(|word| !word.is_empty())
            .collect();
        let named =
            words.windows(2).filter(|pair| matches!(pair[0], "FROM" | "JOIN" | "INTO" | "UPDATE" | "ONLY"));
        // A part of a statement may begin with the table.
        let first = words.first().filter(|_| text.contains(" JOIN "));
        named.map(|pair| pair[1]).chain(first.copied()).filter_map(known).collect()
    }

    /// Why the owner at a place may not use this.
    fn refuse(&self, place: usize, name: &str) -> Option<String> {
        let user = self.order.get(place).copied().unwrap_or("the command line");
        if let Some(owner) = self.tables.get(name).filter(|owner| **owner != place) {
            return Some(format!("{user} uses the table `{name}` of {}", self.order[*owner]));
        }
        let owner = self.views.get(name).filter(|owner| **owner > place)?;
        Some(format!("{user} uses the view `{name}` of {}, a later slice", self.order[*owner]))
    }
}

/// The string literals of Rust code.
fn literals(code: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(at) = rest.find(['"', '\'']) {
        let (before, from) = rest.split_at(at);
        let Some(text) = from.strip_prefix('"') else {
            // A character, which may be a quote, or a lifetime.
            let character = ["'\"'", "'\\\"'", "'\\''"].into_iter().find(|quote| from.starts_with(quote));
            rest = &from[character.map_or(1, str::len)..];
            continue;
        };
        let prefix = before.trim_end_matches('#');
        let hashes = &before[prefix.len()..];
        let end = if prefix.ends_with('r') { text.find(&format!("\"{hashes}")) } else { quoted(text) };
        let (literal, after) = text.split_at(end.expect("a literal ends"));
        found.push(literal);
        rest = &after[1..];
    }
    found
}

/// The end of a literal with escapes.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// The modules that only tests have.
fn is_of_tests(module: &Module, all: &BTreeMap<Module, String>) -> bool {
    module.split_last().is_some_and(|(name, parent)| {
        all.get(parent).is_some_and(|parent| parent.contains(&format!("#[cfg(test)]\nmod {name};")))
    })
}

/// Each use of a table or view by a slice, by its place; the roof comes after all slices.
fn uses(declared: &Declared) -> BTreeSet<(usize, &'static str)> {
    let all = modules();
    let mut uses = BTreeSet::new();
    for (module, source) in all.iter().filter(|(module, _)| !is_of_tests(module, &all)) {
        let place = room(module).map_or(declared.order.len(), |(_, slice)| {
            declared.order.iter().position(|name| *name == slice).expect("a listed slice")
        });
        let names = literals(source).into_iter().flat_map(|literal| declared.used(literal));
        uses.extend(names.map(|name| (place, name)));
    }
    uses
}

/// Type, name, table and SQL of everything in a new database.
async fn schema() -> Vec<(String, String, String, String)> {
    let folder = TempDir::new().expect("a folder");
    let db = Db::open(&Place::Sqlite(folder.path().join("new.db"))).await.expect("a database");
    let all: Vec<(String, String, String, String)> = query_as(
        "SELECT type, name, tbl_name, sql FROM sqlite_master
         WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
    )
    .fetch_all(db.read())
    .await
    .expect("the schema");
    for (_, name, ..) in all.iter().filter(|(kind, ..)| kind == "view") {
        // SQLite reads the definition of a view only when it is used.
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM {name}"));
        let _: i64 = query_scalar(sql).fetch_one(db.read()).await.expect("a view of columns that exist");
    }
    db.close().await;
    let is_virtual = |sql: &str| sql.starts_with("CREATE VIRTUAL");
    let roots: Vec<String> =
        all.iter().filter(|(_, _, _, sql)| is_virtual(sql)).map(|(_, name, ..)| format!("{name}_")).collect();
    // A virtual table keeps its content in tables of its own.
    all.into_iter().filter(|(_, name, ..)| !roots.iter().any(|root| name.starts_with(root))).collect()
}

#[test]
fn names_are_read_from_literals() {
    let code = r###"let a = ('"', '\'', "SELECT \" FROM users u JOIN runs", 'x'); let b: &'a str = r#"INTO "jobs" x"#;"###;
    assert_eq!(literals(code), [r#"SELECT \" FROM users u JOIN runs"#, r#"INTO "jobs" x"#]);
    let declared = Declared::read();
    let used = |text: &str| declared.used(text).into_iter().collect::<Vec<_>>();
    assert_eq!(used("SELECT runs FROM users u JOIN runs"), ["runs", "users"]);
    assert_eq!(used("jobs j JOIN runs r"), ["jobs", "runs"]);
    assert_eq!(used("jobs"), [""; 0]);
}

#[tokio::test]
async fn every_table_and_view_has_one_owner() {
    let declared = Declared::read();
    let schema = schema().await;
    let of_type = |wanted: &str| -> BTreeSet<&str> {
        schema.iter().filter(|(kind, ..)| kind == wanted).map(|(_, name, ..)| name.as_str()).collect()
    };
    assert_eq!(declared.tables.keys().copied().collect::<BTreeSet<_>>(), of_type("table"));
    assert_eq!(declared.views.keys().copied().collect::<BTreeSet<_>>(), of_type("view"));
}

#[tokio::test]
async fn a_slice_uses_its_own_tables_and_views_before_it() {
    let declared = Declared::read();
    let uses = uses(&declared);
    let mut wrong: Vec<String> =
        uses.iter().filter_map(|(place, name)| declared.refuse(*place, name)).collect();
    // The database's own programs belong to the owner of their table or view.
    for (kind, name, table, sql) in schema().await {
        if kind == "table" {
            continue;
        }
        let owner = declared.tables.get(table.as_str()).or_else(|| declared.views.get(name.as_str()));
        let owner = *owner.expect("declared");
        let used = declared.used(&sql);
        let refused = used.iter().filter_map(|used| declared.refuse(owner, used));
        wrong.extend(refused.map(|why| format!("{kind} {name}: {why}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_table_is_used_by_its_owner_and_every_view_by_another_slice() {
    let declared = Declared::read();
    let uses = uses(&declared);
    let tables = declared.tables.iter().filter(|(name, owner)| !uses.contains(&(**owner, **name)));
    let is_read = |name: &str, owner: usize| uses.iter().any(|(user, used)| *used == name && *user != owner);
    let views = declared.views.iter().filter(|(name, owner)| !is_read(name, **owner));
    let unused: Vec<_> = tables.chain(views).map(|(name, _)| *name).collect();
    assert_eq!(unused, RETIRED);
}
