//! Compares what a rule finds on a site with what the file says.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;
use sitewright_facts::{Selection, Tables};

use crate::crawled::Crawled;
use crate::file::{Case, normal};

/// The page of a finding about the site as a whole.
const THE_SITE: u32 = u32::MAX;

/// What a rule declares.
pub struct Rule {
    /// Names and kinds.
    pub values: Vec<(String, String)>,
}

/// A finding of the rule.
pub struct Found {
    /// The number of the page, or the largest one for the site as a whole.
    pub page: u32,
    pub severity: &'static str,
    /// JSON.
    pub values: String,
}

/// What is not as the file says. A place is an address; `None` is the site as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    NoRule,
    Failed { why: String },
    Found { place: Option<String>, values: String },
    FoundTwice { place: Option<String>, values: String },
    NotFound { place: Option<String> },
    Level { place: Option<String>, is: &'static str, wanted: String },
    Values { given: String, declared: String },
    Kind { name: String, kind: String, value: String },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: &Option<String>| place.clone().unwrap_or_else(|| "the site".to_owned());
        match self {
            Self::NoRule => f.write_str("the pack has no rule of this name"),
            Self::Failed { why } => write!(f, "the check failed: {why}"),
            Self::Found { place, values } => write!(f, "found on {}: {values}", at(place)),
            Self::FoundTwice { place, values } => write!(f, "found twice on {}: {values}", at(place)),
            Self::NotFound { place } => write!(f, "not found on {}", at(place)),
            Self::Level { place, is, wanted } => {
                write!(f, "the level on {} is {is} instead of {wanted}", at(place))
            }
            Self::Values { given, declared } => write!(f, "values {given}, in the file {declared}"),
            Self::Kind { name, kind, value } => write!(f, "`{name}` is no {kind}: {value}"),
        }
    }
}

/// Compares the findings of a rule on a site.
pub fn compare(rule: &Rule, case: &Case<'_>, crawled: &Crawled, found: &[Found]) -> Vec<Difference> {
    let mut differences = of_places(found, case, crawled);
    if let Some(wanted) = &case.site.severity {
        let other = found.iter().filter(|found| found.severity != wanted);
        differences.extend(other.map(|found| Difference::Level {
            place: place(found, crawled),
            is: found.severity,
            wanted: wanted.clone(),
        }));
    }
    differences.extend(found.iter().filter_map(|found| of_values(rule, found)));
    differences
}

fn place(found: &Found, crawled: &Crawled) -> Option<String> {
    (found.page != THE_SITE).then(|| crawled.site.url(found.page).to_owned())
}

/// Pages that are found although they should not be, or the other way round.
fn of_places(found: &[Found], case: &Case<'_>, crawled: &Crawled) -> Vec<Difference> {
    let listed = |found: &String| match found.as_str() {
        "" => None,
        path if path.starts_with('/') => {
            Some(normal(&format!("{}{}", crawled.start.as_str().trim_end_matches('/'), path)))
        }
        url => Some(normal(url)),
    };
    let expected: BTreeSet<Option<String>> = case.found.iter().map(listed).collect();
    let mut reported = BTreeSet::new();
    let mut differences = Vec::new();
    for one in found {
        let (place, values) = (place(one, crawled), one.values.clone());
        if !expected.contains(&place) {
            differences.push(Difference::Found { place: place.clone(), values: values.clone() });
        }
        if !reported.insert(place.clone()) {
            differences.push(Difference::FoundTwice { place, values });
        }
    }
    let missing = expected.difference(&reported).cloned();
    differences.extend(missing.map(|place| Difference::NotFound { place }));
    differences
}

/// Values that the file does not list, or that are of another kind.
fn of_values(rule: &Rule, found: &Found) -> Option<Difference> {
    let declared: BTreeSet<&str> = rule.values.iter().map(|(name, _)| name.as_str()).collect();
    let Ok(Value::Object(values)) = serde_json::from_str(&found.values) else {
        return Some(Difference::Values { given: found.values.clone(), declared: format!("{declared:?}") });
    };
    let given: BTreeSet<&str> = values.keys().map(String::as_str).collect();
    if given != declared {
        return Some(Difference::Values { given: format!("{given:?}"), declared: format!("{declared:?}") });
    }
    let is_wrong = |(name, kind): &&(String, String)| {
        values.get(name).is_none_or(Value::is_string) != matches!(&**kind, "text" | "url")
    };
    let (name, kind) = rule.values.iter().find(is_wrong)?;
    let value = values.get(name).map(Value::to_string).unwrap_or_default();
    Some(Difference::Kind { name: name.clone(), kind: kind.clone(), value })
}

/// Prints the tables of a site, to see why a check does not find what it should.
pub fn print(crawled: &Crawled, select: impl Fn(&str) -> Option<Selection>) {
    for page in crawled.pages.values() {
        print_tables(page);
    }
    print_tables(crawled.site.around());
    for table in ["states", "references"] {
        let mut all = Tables::default();
        let into = all.all_mut().find(|(layout, _)| layout.name == table);
        if let (Some(selection), Some((_, into))) = (select(table), into) {
            *into = selection.rows;
        }
        print_tables(&all);
    }
}

fn print_tables(tables: &Tables) {
    for (layout, table) in tables.all() {
        for index in 0..table.len() {
            let (row, mut cell, mut line) = (table.view().row(index), 0, String::new());
            for column in layout.columns {
                let value = match column.kind.name() {
                    "text" | "maybe" => row.maybe(cell).map(|text| format!("{text:?}")),
                    "wide" => Some(row.wide(cell).to_string()),
                    "rows" => None,
                    _ => {
                        Some(row.number(cell)).filter(|number| *number != 0).map(|number| number.to_string())
                    }
                };
                if let Some(value) = value.filter(|value| value != "\"\"") {
                    line.push_str(&format!(" {}={value}", column.name));
                }
                cell += column.kind.cells();
            }
            eprintln!("{}:{line}", layout.name);
        }
    }
}
