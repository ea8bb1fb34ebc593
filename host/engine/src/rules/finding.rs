//! Checks the findings of a pack.

use std::collections::HashSet;

use serde_json::{Map, Value};
use sitewright_facts::Batch;

use super::{Called, Evidence, Finding, Pack, Rule, Scope, THE_SITE, malformed};
use crate::prelude::*;

const PART: &str = "finding";
const MOST_VALUE_BYTES: usize = 8_192;
const MOST_TEXT_CHARS: usize = 2_500;
const MOST_EVIDENCE: usize = 100;

/// The findings of a batch; the rows of their evidence become rows within the page.
pub(super) fn of_pages(pack: &Pack, batch: &Batch<'_>, mut findings: Vec<Finding>) -> Called<Vec<Finding>> {
    let (pages, rules) = (batch.pages.len(), pack.rules.len());
    let mut found = vec![false; pages * rules];
    for finding in &mut findings {
        let rule = rule_of(pack, finding, Scope::Page)?;
        let page = finding.page as usize;
        if page >= pages {
            return Err(malformed(PART, format!("it is about page {page} of a batch of {pages}")));
        }
        if std::mem::replace(&mut found[page * rules + finding.rule as usize], true) {
            return Err(twice(rule));
        }
        check_values(rule, &finding.values)?;
        for evidence in checked_evidence(finding)? {
            let table = pack.tables.get(evidence.table as usize);
            let rows = table.and_then(|table| batch.rows_of_page(page, table));
            let rows = rows.filter(|rows| rows.contains(&evidence.row));
            let rows = rows.ok_or_else(|| not_of_page(rule, evidence))?;
            evidence.row -= rows.start;
        }
    }
    Ok(findings)
}

/// The findings of a site that were reported so far.
pub(super) struct SiteFindings {
    pub(super) findings: Vec<Finding>,
    found: HashSet<(u32, u32)>,
    pack: Arc<Pack>,
    limit: usize,
}

impl SiteFindings {
    pub(super) fn new(pack: Arc<Pack>, limit: usize) -> Self {
        Self { findings: Vec::new(), found: HashSet::new(), pack, limit }
    }

    /// An error ends the check.
    pub(super) fn add(&mut self, mut more: Vec<Finding>) -> Result<()> {
        if self.findings.len() + more.len() > self.limit {
            return Err(wasmtime::Error::new(Limit::Findings { findings: self.limit }));
        }
        for finding in &mut more {
            self.check(finding).map_err(wasmtime::Error::new)?;
        }
        self.findings.append(&mut more);
        Ok(())
    }

    fn check(&mut self, finding: &mut Finding) -> Called<()> {
        let rule = rule_of(&self.pack, finding, Scope::Site)?;
        if !self.found.insert((finding.rule, finding.page)) {
            return Err(twice(rule));
        }
        check_values(rule, &finding.values)?;
        let is_site = finding.page == THE_SITE;
        for evidence in checked_evidence(finding)? {
            if is_site || evidence.table == 0 || evidence.table as usize >= self.pack.tables.len() {
                return Err(not_of_page(rule, evidence));
            }
        }
        Ok(())
    }
}

fn twice(rule: &Rule) -> RunError {
    malformed(PART, format!("there are two of `{}` for one page", rule.id))
}

fn not_of_page(rule: &Rule, evidence: &Evidence) -> RunError {
    let Evidence { table, row } = evidence;
    malformed(
        PART,
        format!("the evidence of `{}`, row {row} of table {table}, does not belong to its page", rule.id),
    )
}

fn rule_of<'p>(pack: &'p Pack, finding: &Finding, scope: Scope) -> Called<&'p Rule> {
    let rule = pack.rules.get(finding.rule as usize).filter(|rule| rule.scope == scope);
    rule.ok_or_else(|| malformed(PART, format!("there is no rule {} with this scope", finding.rule)))
}

fn checked_evidence(finding: &mut Finding) -> Called<&mut [Evidence]> {
    match finding.evidence.len() > MOST_EVIDENCE {
        true => Err(malformed(PART, format!("it has more than {MOST_EVIDENCE} rows of evidence"))),
        false => Ok(&mut finding.evidence),
    }
}

/// The values are those of the rule's placeholders, each of its kind.
fn check_values(rule: &Rule, values: &str) -> Called<()> {
    let wrong = |why: &str| malformed(PART, format!("the values of `{}` {why}", rule.id));
    if values.len() > MOST_VALUE_BYTES {
        return Err(wrong("are too long"));
    }
    let values: Map<String, Value> =
        serde_json::from_str(values).map_err(|_| wrong("are not a JSON object"))?;
    if values.len() != rule.values.len() {
        return Err(wrong("are not those of its placeholders"));
    }
    for placeholder in &rule.values {
        let value = values.get(&placeholder.name);
        let fits = match (value, &*placeholder.kind) {
            (Some(Value::String(text)), "text" | "url") => is_plain(text),
            (Some(Value::Number(_)), kind) => !matches!(kind, "text" | "url"),
            _ => false,
        };
        if !fits {
            return Err(wrong("are not those of its placeholders, of their kinds"));
        }
    }
    Ok(())
}

/// A text of a page may contain markup, which the host shows as text.
fn is_plain(text: &str) -> bool {
    text.chars().count() <= MOST_TEXT_CHARS && !text.chars().any(char::is_control)
}
