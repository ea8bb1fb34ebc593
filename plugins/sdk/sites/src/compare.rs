//! Compares what a rule finds on a site with what the file says.

use std::collections::BTreeSet;

use serde_json::Value;
use sitewright_facts::Tables;
use sitewright_sdk::rules::memory::check;
use sitewright_sdk::rules::{Finding, Pack, Rule, Severity, THE_SITE};

use crate::crawled::{Crawled, crawl};
use crate::file::{Case, normal};

/// What is not as the file says.
pub async fn differences(pack: &'static Pack, case: &Case<'_>) -> Vec<String> {
    let Some(index) = pack.rules.iter().position(|rule| rule.id == case.check) else {
        return vec!["the pack has no rule of this name".to_owned()];
    };
    let crawled = match crawl(pack, case.site).await {
        Ok(crawled) => crawled,
        Err(why) => return vec![why],
    };
    if std::env::var_os("FACTS").is_some() {
        print(&crawled);
    }
    if let Err(failure) = check(pack, crawled.pages.values().map(|page| &**page), "{}", &crawled) {
        return vec![format!("the check failed: {failure:?}")];
    }
    let numbers: Vec<u32> = crawled.pages.keys().copied().collect();
    let mut all = crawled.reported.take();
    let is_of_site = matches!(pack.rules[index].check, sitewright_sdk::rules::Check::Site(_));
    all.retain(|finding| finding.rule as usize == index);
    if !is_of_site {
        // A check of pages names the place of a page in its batch.
        for finding in &mut all {
            finding.page = numbers.get(finding.page as usize).copied().unwrap_or(finding.page);
        }
    }
    let mut differences = of_places(&all, case, &crawled);
    let of_level = case.site.severity.iter().flat_map(|level| {
        all.iter().filter(move |finding| level_of(finding.severity) != level).map(move |finding| {
            format!("the level is {} instead of {level}: {}", level_of(finding.severity), finding.values)
        })
    });
    differences.extend(of_level);
    differences.extend(all.iter().filter_map(|finding| of_values(&pack.rules[index], finding)));
    differences
}

/// A level as the files name it.
fn level_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
    }
}

/// Pages that are found although they should not be, or the other way round.
fn of_places(findings: &[Finding], case: &Case<'_>, crawled: &Crawled) -> Vec<String> {
    let place = |found: &String| match found.as_str() {
        "" => "the site".to_owned(),
        path if path.starts_with('/') => {
            normal(&format!("{}{}", crawled.start.as_str().trim_end_matches('/'), path))
        }
        url => normal(url),
    };
    let expected: BTreeSet<String> = case.found.iter().map(place).collect();
    let mut reported = BTreeSet::new();
    let mut differences = Vec::new();
    for finding in findings {
        let place = match finding.page {
            THE_SITE => "the site".to_owned(),
            number => crawled.site.url(number).to_owned(),
        };
        if !expected.contains(&place) {
            differences.push(format!("found on {place}: {}", finding.values));
        }
        if !reported.insert(place.clone()) {
            differences.push(format!("found twice on {place}: {}", finding.values));
        }
    }
    differences.extend(expected.difference(&reported).map(|place| format!("not found on {place}")));
    differences
}

/// Values that the file does not list, or that are of another kind.
fn of_values(rule: &Rule, finding: &Finding) -> Option<String> {
    let Ok(Value::Object(values)) = serde_json::from_str(&finding.values) else {
        return Some(format!("the values are no object: {}", finding.values));
    };
    let given: BTreeSet<&str> = values.keys().map(String::as_str).collect();
    let declared: BTreeSet<&str> = rule.values.iter().map(|(name, _)| *name).collect();
    if given != declared {
        return Some(format!("values {given:?}, in the file {declared:?}"));
    }
    let wrong =
        rule.values.iter().find(|(name, kind)| values[*name].is_string() != matches!(*kind, "text" | "url"));
    wrong.map(|(name, kind)| format!("`{name}` is no {kind}: {}", values[*name]))
}

/// Prints the tables of a site, to see why a check does not find what it should.
fn print(crawled: &Crawled) {
    for page in crawled.pages.values() {
        print_tables(page);
    }
    let around = crawled.site.around();
    print_tables(around);
    for table in ["states", "references"] {
        let rows = crawled.site.select(crawled, table, &[], 0, 1_000);
        let mut all = Tables::default();
        if let (Ok(rows), Some((_, into))) = (rows, all.all_mut().find(|(layout, _)| layout.name == table)) {
            *into = rows.rows;
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
