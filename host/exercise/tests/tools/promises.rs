//! Promises that no text of the product may make.

use std::path::Path;

use crate::root;

/// Search engines stopped showing FAQ rich results in May 2026.
const PROMISES: &[&str] =
    &["rich result", "rich snippet", "wyniki rozszerzone", "wyników rozszerzonych", "wynikach rozszerzonych"];

const FOLDERS: &[&str] = &["plugins", "docs", "web-shell", "web-plugins", "host/locales"];
const TEXTS: &[&str] = &["toml", "md", "json", "ts", "tsx", "rs"];

#[test]
fn f14_nothing_promises_rich_results() {
    let mut found = Vec::new();
    let mut folders: Vec<_> = FOLDERS.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").filter_map(Result::ok) {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !["node_modules", "dist", "target"].contains(&name.as_str()) {
                folders.push(path);
            } else if TEXTS
                .iter()
                .any(|ending| Path::new(&name).extension().is_some_and(|known| known == *ending))
            {
                let text = std::fs::read_to_string(&path).unwrap_or_default().to_lowercase();
                found
                    .extend(PROMISES.iter().filter(|promise| text.contains(**promise)).map(|_| path.clone()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
