//! The keys of `plugin.toml` and `template.toml`, from the parsers' messages about an unknown key.

use sitewright_package::{Code, Manifest, Problem, Template};

use crate::prelude::*;

/// An unknown key in every table.
const STRANGER: &str = "stranger";

/// Every table with its allowed keys.
pub fn keys() -> Value {
    let manifest =
        format!("{STRANGER} = 1\n[ui]\n{STRANGER} = 1\n[search]\n{STRANGER} = 1\n[[shop]]\n{STRANGER} = 1\n");
    json!({
        "plugin-toml": tables(&Manifest::read(&manifest).expect_err("a stranger")),
        "template-toml": tables(&Template::read(&template()).expect_err("a stranger")),
    })
}

/// An unknown key in every table, and a field of each kind, because the allowed keys depend on it.
fn template() -> String {
    let kinds = ["text", "long-text", "url", "list", "number", "choice", "boolean"];
    let field = |kind: &str| {
        format!(
            "[[fields]]\nid = \"x\"\nkind = \"{kind}\"\n{STRANGER} = 1\noptions = [{{ id = \"x\", {STRANGER} = 1 }}]\n"
        )
    };
    format!(
        "{STRANGER} = 1\n{}[result]\n{STRANGER} = 1\nparts = [{{ id = \"x\", {STRANGER} = 1, limits = [{{ {STRANGER} = 1 }}] }}]\n\
         [prompt]\n{STRANGER} = 1\n[prompt.en]\n{STRANGER} = 1\n",
        kinds.map(field).concat()
    )
}

fn tables(problems: &[Problem]) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for problem in problems.iter().filter(|problem| problem.code == Code::FieldUnknown) {
        // `template.toml: fields.x.stranger` belongs to the table `fields`.
        let path = problem.place.split_once(": ").map_or("", |(_, path)| path);
        let Some(table) = path.strip_suffix(STRANGER) else { continue };
        let parts: Vec<&str> =
            table.split('.').filter(|part| !part.is_empty() && *part != "x" && *part != "1").collect();
        let keys = tables.entry(parts.join(".")).or_default();
        for key in problem.params["known"].as_str().unwrap_or_default().split(", ") {
            if !keys.iter().any(|known| known == key) {
                keys.push(key.to_owned());
            }
        }
    }
    tables
}
