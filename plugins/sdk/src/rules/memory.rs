//! Pages and a site in memory, for native tests of a pack.

use std::cell::RefCell;

use serde_json::Value;
use sitewright_facts::{NewPage, Selection, Tables, Test, Unanswered, pages_of, select};

use super::bindings::sitewright::plugin::crawl::{self, Condition};
use super::bindings::sitewright::plugin::facts::Table;
use super::{
    Batch, Evidence, Failure, Finding, Pack, Severity, Source, THE_SITE, pages_checked, site_checked,
};
use crate::language::Language;

/// A crawl that is finished. Pages have the numbers of their places.
pub struct MemorySite {
    pages: Vec<Tables>,
    /// The tables of the site.
    pub site: Tables,
    /// The settings of rules, as in the contract.
    pub settings: String,
    /// Milliseconds since the Unix epoch.
    pub now: u64,
    reported: RefCell<Vec<Finding>>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub rule: &'static str,
    /// The number of the page; `None` for the site.
    pub page: Option<u32>,
    pub severity: Severity,
    pub values: Value,
    pub evidence: Vec<(String, u32)>,
}

impl Default for MemorySite {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            site: Tables::default(),
            settings: "{}".to_owned(),
            now: 1_767_225_600_000,
            reported: RefCell::default(),
        }
    }
}

impl MemorySite {
    /// Adds a page; `fill` adds the rows that belong to it. An HTML page with the status 200, unless `page` says otherwise.
    pub fn page(&mut self, page: NewPage<'_>, fill: impl FnOnce(&mut Tables)) -> &mut Self {
        let number = self.pages.len() as u32;
        let status = if page.status == 0 && page.failure.is_empty() { 200 } else { page.status };
        let html = page.html || page.media_type.is_empty();
        self.pages.push(Tables::of_page(&NewPage { number, status, html, ..page }, fill));
        self
    }

    /// What the pack finds, by page and in the order of its rules. Panics if a finding breaks the contract.
    pub fn check(&self, pack: &'static Pack) -> Vec<Found> {
        self.reported.borrow_mut().clear();
        check(pack, &self.pages, &self.settings, self).expect("the site has what the pack asks for");
        let findings = self.reported.take();
        let mut found: Vec<Found> = findings.iter().map(|finding| found(pack, finding)).collect();
        found.sort_by_key(|found| found.page.unwrap_or(THE_SITE));
        let twice = found.iter().enumerate().find(|(place, one)| {
            found[..*place].iter().any(|other| (other.rule, other.page) == (one.rule, one.page))
        });
        assert!(twice.is_none(), "a rule has two findings for one page: {twice:?}");
        found
    }

    /// The ids of the rules that a page breaks.
    pub fn broken(&self, pack: &'static Pack, page: u32) -> Vec<&'static str> {
        self.check(pack).iter().filter(|found| found.page == Some(page)).map(|found| found.rule).collect()
    }
}

/// Checks pages and the site that they belong to; the findings are reported to the source.
///
/// Errors: those of the source, and tables that pages do not have.
pub fn check<'t>(
    pack: &'static Pack,
    pages: impl IntoIterator<Item = &'t Tables>,
    settings: &str,
    source: &dyn Source,
) -> Result<(), Failure> {
    let names: Vec<String> = pack.tables.iter().map(|name| (*name).to_owned()).collect();
    let tables = pages_of(pages, &names).map_err(|why| Failure::Refused(why.to_string()))?;
    let mut batch = Batch::default();
    for (name, table) in names.iter().zip(&tables) {
        batch.set(name, table.view());
    }
    source.report(pages_checked(pack, &batch, settings, source))?;
    site_checked(pack, settings, source)
}

fn found(pack: &'static Pack, finding: &Finding) -> Found {
    let rule = &pack.rules[finding.rule as usize];
    let values: Value = serde_json::from_str(&finding.values).expect("the values are JSON");
    let given = values.as_object().map(|values| values.keys().map(String::as_str).collect::<Vec<_>>());
    let mut given = given.expect("the values are an object");
    let mut declared: Vec<&str> = rule.values.iter().map(|(name, _)| *name).collect();
    given.sort_unstable();
    declared.sort_unstable();
    assert_eq!(given, declared, "the values of `{}` are those of its file", rule.id);
    let of = |table: u32| pack.tables[table as usize].to_owned();
    let evidence = finding.evidence.iter().map(|Evidence { table, row }| (of(*table), *row)).collect();
    let page = Some(finding.page).filter(|page| *page != THE_SITE);
    Found { rule: rule.id, page, severity: finding.severity, values, evidence }
}

impl Source for MemorySite {
    fn select(
        &self,
        table: &str,
        conditions: &[Condition],
        after: u64,
        limit: u32,
    ) -> Result<crawl::Selection, Failure> {
        let conditions: Vec<_> = conditions.iter().map(condition).collect();
        selected(select(&self.site.view(), table, &conditions, after, limit))
    }

    fn pages(&self, numbers: &[u32], tables: &[&str]) -> Result<Vec<Table>, Failure> {
        tables_of(numbers.iter().filter_map(|number| self.pages.get(*number as usize)), tables)
    }

    fn report(&self, findings: Vec<Finding>) -> Result<(), Failure> {
        self.reported.borrow_mut().extend(findings);
        Ok(())
    }

    fn now(&self) -> u64 {
        self.now
    }
}

/// An answer as the contract has it.
pub fn selected(answer: Result<Selection, Unanswered>) -> Result<crawl::Selection, Failure> {
    let Selection { rows, next } = answer.map_err(|why| Failure::Refused(why.to_string()))?;
    Ok(crawl::Selection { rows: plain(rows), next })
}

/// These tables of some pages, as the contract has them.
pub fn tables_of<'t>(
    pages: impl IntoIterator<Item = &'t Tables>,
    tables: &[&str],
) -> Result<Vec<Table>, Failure> {
    let names: Vec<String> = tables.iter().map(|name| (*name).to_owned()).collect();
    let tables = pages_of(pages, &names).map_err(|why| Failure::Refused(why.to_string()))?;
    Ok(tables.into_iter().map(plain).collect())
}

fn plain(sitewright_facts::Table { width, cells, text }: sitewright_facts::Table) -> Table {
    Table { width, cells, text }
}

/// A condition of the contract.
pub fn condition(Condition { column, test }: &Condition) -> sitewright_facts::Condition {
    let test = match *test {
        crawl::Test::Within(crawl::Range { least, most }) => Test::Within { least, most },
        crawl::Test::Has(crawl::Bits { mask, value }) => Test::Has { mask, value },
    };
    sitewright_facts::Condition { column: column.clone(), test }
}

impl Pack {
    /// Every text of the pack in both languages, with the rule that it belongs to; for tests of texts.
    pub fn described(&'static self) -> [super::exported::Pack; 2] {
        Language::ALL.map(|language| super::describe(self, language))
    }
}
