//! What a check finds.

use sitewright_facts::{Item, Reference};

use super::{Evidence, Failure, Finding, Rule, Severity, Source, THE_SITE};
use crate::decimal::Decimal;
use crate::json::quote;

/// Findings are passed on when there are so many, so that a site of any size fits into memory.
const AT_ONCE: usize = 500;
/// The host refuses more.
const MOST_EVIDENCE: usize = 100;
const LONGEST_TEXT: usize = 400;

/// Takes the findings of one check.
pub struct Report<'r> {
    findings: &'r mut Vec<Finding>,
    rule: u32,
    severity: Severity,
    /// The page that is checked.
    page: u32,
    /// Where the findings of a check of the site go.
    sink: Option<&'r dyn Source>,
    failed: Option<Failure>,
}

impl<'r> Report<'r> {
    pub(super) fn new(findings: &'r mut Vec<Finding>, rule: usize, of: &Rule, page: u32) -> Self {
        Self { findings, rule: rule as u32, severity: of.severity, page, sink: None, failed: None }
    }

    pub(super) fn to(self, sink: &'r dyn Source) -> Self {
        Self { sink: Some(sink), ..self }
    }

    pub(super) fn end(self) -> Result<(), Failure> {
        self.failed.map_or(Ok(()), Err)
    }

    /// The page that is checked breaks the rule; in a check of the site, the site as a whole.
    pub fn found(&mut self) -> Found<'_> {
        self.page(self.page)
    }

    /// The page with this number breaks the rule. For checks of the site, and once for a page.
    pub fn page(&mut self, number: u32) -> Found<'_> {
        if let Some(sink) = self.sink
            && self.findings.len() >= AT_ONCE
        {
            let sent = sink.report(std::mem::take(self.findings));
            self.failed = self.failed.take().or(sent.err());
        }
        self.findings.push(Finding {
            rule: self.rule,
            page: number,
            severity: self.severity,
            values: "{}".to_owned(),
            evidence: Vec::new(),
        });
        let last = self.findings.len() - 1;
        Found { finding: &mut self.findings[last] }
    }

    /// The site as a whole breaks the rule.
    pub fn site(&mut self) -> Found<'_> {
        self.page(THE_SITE)
    }
}

/// A finding: the values of the placeholders, and the rows in which it was found.
pub struct Found<'f> {
    finding: &'f mut Finding,
}

impl Found<'_> {
    /// Another level than that of most findings of the rule.
    pub fn severity(self, severity: Severity) -> Self {
        self.finding.severity = severity;
        self
    }

    /// A whole number.
    pub fn number(self, name: &str, number: impl Decimal) -> Self {
        self.value(name, &number.decimal())
    }

    /// A number that is given in thousandths, such as 2,500 for 2.5.
    pub fn thousandths(self, name: &str, number: u32) -> Self {
        let rest = (number % 1000 + 1000).decimal();
        let digits = [(number / 1000).decimal(), rest[1..].to_owned()].join(".");
        self.value(name, &digits)
    }

    /// A text or an address. A long one is cut.
    pub fn text(self, name: &str, text: &str) -> Self {
        let mut cut: String = text
            .chars()
            .take(LONGEST_TEXT)
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        if cut.len() < text.len() {
            cut.push('…');
        }
        let mut quoted = String::new();
        quote(&cut, &mut quoted);
        self.value(name, &quoted)
    }

    /// A row of the page in which it was found. There is room for 100.
    pub fn evidence(self, row: &impl Item) -> Self {
        self.row(table_of(row), row.row())
    }

    /// Every one of these rows.
    pub fn evidences<I: Item>(self, rows: impl IntoIterator<Item = I>) -> Self {
        rows.into_iter().fold(self, |found, row| found.evidence(&row))
    }

    /// Links of the page, by their rows.
    pub fn links(self, rows: impl IntoIterator<Item = u32>) -> Self {
        rows.into_iter().fold(self, |found, row| found.row("links", row))
    }

    /// For a finding about the source of a reference: its link, image or other row.
    pub fn reference(self, reference: &Reference<'_>) -> Self {
        let table = match reference.kind() {
            0 => "links",
            1 | 2 | 7 => "hints",
            3 => "images",
            4 | 8 => "resources",
            _ => return self,
        };
        self.row(table, reference.row())
    }

    fn row(self, table: &str, row: u32) -> Self {
        if self.finding.evidence.len() < MOST_EVIDENCE {
            self.finding.evidence.push(Evidence { table: table.to_owned(), row });
        }
        self
    }

    #[inline(never)]
    fn value(self, name: &str, json: &str) -> Self {
        let values = &mut self.finding.values;
        values.pop();
        if values.len() > 1 {
            values.push(',');
        }
        quote(name, values);
        values.push(':');
        values.push_str(json);
        values.push('}');
        self
    }
}

fn table_of<I: Item>(_: &I) -> &'static str {
    I::TABLE
}
