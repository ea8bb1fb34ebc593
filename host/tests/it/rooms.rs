//! Who may use whom: the spine names no slice, and a slice names another only where it is agreed.

use std::{collections::BTreeSet, fs, path::Path};

use crate::locales::sources;

/// The slices, and the slices that each may ask.
const SLICES: &[(&str, &[&str])] = &[
    ("accounts", &["words", "plans", "mail", "realtime", "notifications", "audit"]),
    ("admin", &["accounts", "audit", "projects", "documents", "runs", "words", "realtime"]),
    ("audit", &[]),
    ("brand", &["projects"]),
    ("bulk", &["runs", "plans", "tools", "documents", "projects", "words", "realtime", "notifications"]),
    ("connections", &["projects", "realtime", "tools"]),
    ("documents", &["realtime"]),
    ("health", &[]),
    ("keys", &["tools", "projects"]),
    ("mail", &["audit"]),
    ("matrix", &["audit", "plans", "tools"]),
    ("mcp", &["tools", "runs", "documents"]),
    ("notifications", &["realtime"]),
    ("outside", &["connections", "plans", "projects", "tools"]),
    ("plans", &["words", "audit", "realtime", "notifications"]),
    ("projects", &["plans", "realtime"]),
    ("publishers", &["audit", "mail", "notifications", "registry", "tools"]),
    ("realtime", &[]),
    ("recordings", &[]),
    ("registry", &["audit", "mail", "notifications", "realtime", "runs", "tools"]),
    ("revenue", &["audit", "mail", "notifications", "publishers", "tools"]),
    (
        "runs",
        &[
            "audit",
            "tools",
            "plans",
            "documents",
            "projects",
            "words",
            "keys",
            "brand",
            "outside",
            "realtime",
            "recordings",
            "notifications",
        ],
    ),
    ("tools", &["plans", "realtime"]),
    ("trials", &["audit", "outside", "plans", "publishers", "registry", "runs", "tools"]),
    ("words", &[]),
];

/// The roof joins the rooms: it may name any of them.
const ROOF: &[&str] = &["lib", "main", "cli"];

/// `use crate::{a::b, c}` and paths in the text both name what they use after `crate::`.
fn used(source: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for rest in source.split("crate::").skip(1) {
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut name = String::new();
            for char in group.chars() {
                match char {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        used.insert(std::mem::take(&mut name));
                    }
                    char if depth == 0 => name.push(char),
                    _ => {}
                }
            }
            used.insert(name);
        } else {
            used.insert(rest.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect());
        }
    }
    used.iter().map(|name| name.trim().split("::").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn groups_and_paths_are_read() {
    let names = used("use crate::{\n    app::{App, x},\n    words,\n};\nfn f() { crate::runs::start() }");
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["", "app", "runs", "words"]);
}

#[test]
fn imports_flow_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let slices: BTreeSet<&str> = SLICES.iter().map(|(slice, _)| *slice).collect();
    let mut wrong = Vec::new();
    for file in sources(&root) {
        let path = file.strip_prefix(&root).expect("inside").with_extension("");
        let room = path.iter().next().and_then(|room| room.to_str()).expect("a room");
        if ROOF.contains(&room) {
            continue;
        }
        let allowed = SLICES.iter().find(|(slice, _)| *slice == room).map_or(&[][..], |(_, allowed)| allowed);
        let text = fs::read_to_string(&file).expect("a source file");
        for name in used(&text) {
            if slices.contains(name.as_str()) && name != room && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
