//! The checks of a pack that runs in the process of its test.

use std::cell::RefCell;

use sitewright_facts::UNKNOWN;
use sitewright_sdk::rules::memory::{check, condition, selected, tables_of};
use sitewright_sdk::rules::questions::{Condition, Selection};
use sitewright_sdk::rules::{Check, Failure, Finding, Pack, PlainTable, Severity, Source};

use crate::compare::{Difference, Found, Rule, compare, print};
use crate::crawled::{Crawled, crawl};
use crate::file::Case;

const DAY_MS: u64 = 86_400_000;

/// What is not as the file says.
pub async fn differences(pack: &'static Pack, case: &Case<'_>) -> Vec<Difference> {
    let Some(index) = pack.rules.iter().position(|rule| rule.id == case.check) else {
        return vec![Difference::NoRule];
    };
    let probes: Vec<String> = pack.probes.iter().map(|path| (*path).to_owned()).collect();
    let crawled = match crawl(&probes, case.site).await {
        Ok(crawled) => crawled,
        Err(why) => return vec![Difference::Failed { why }],
    };
    if std::env::var_os("FACTS").is_some() {
        print(&crawled, |table| crawled.site.select(&crawled, table, &[], 0, 1_000).ok());
    }
    let asked = Asked { crawled: &crawled, reported: RefCell::default() };
    if let Err(failure) = check(pack, crawled.pages.values().map(|page| &**page), "{}", &asked) {
        return vec![Difference::Failed { why: format!("{failure:?}") }];
    }
    let rule = &pack.rules[index];
    let is_of_site = matches!(rule.check, Check::Site(_));
    let numbers: Vec<u32> = crawled.pages.keys().copied().collect();
    let of_rule = asked.reported.take().into_iter().filter(|finding| finding.rule as usize == index);
    let found = of_rule.map(|finding| Found {
        // A check of pages names the place of a page in its batch.
        page: match numbers.get(finding.page as usize) {
            Some(number) if !is_of_site => *number,
            _ => finding.page,
        },
        severity: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Notice => "notice",
        },
        values: finding.values,
    });
    let values = rule.values.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned()));
    compare(&Rule { values: values.collect() }, case, &crawled, &found.collect::<Vec<_>>())
}

/// A site that answers the questions of a pack, and takes its findings.
struct Asked<'c> {
    crawled: &'c Crawled,
    reported: RefCell<Vec<Finding>>,
}

impl Source for Asked<'_> {
    fn select(
        &self,
        table: &str,
        conditions: &[Condition],
        after: u64,
        limit: u32,
    ) -> Result<Selection, Failure> {
        let conditions: Vec<_> = conditions.iter().map(condition).collect();
        selected(self.crawled.site.select(self.crawled, table, &conditions, after, limit))
    }

    fn pages(&self, numbers: &[u32], tables: &[&str]) -> Result<Vec<PlainTable>, Failure> {
        let pages = numbers.iter().filter(|number| **number != UNKNOWN);
        tables_of(pages.filter_map(|number| self.crawled.pages.get(number)).map(|page| &**page), tables)
    }

    fn report(&self, findings: Vec<Finding>) -> Result<(), Failure> {
        self.reported.borrow_mut().extend(findings);
        Ok(())
    }

    fn now(&self) -> u64 {
        u64::from(self.crawled.today) * DAY_MS
    }
}
