//! The interface `crawl`: a pack asks about the site that it checks, and reports what it finds.

use futures::future::BoxFuture;
use sitewright_facts::{Condition, Selection, Table, Test};

use super::finding::SiteFindings;
use super::{Finding, Pack};
use crate::bindings::sitewright::plugin::{crawl, facts};
use crate::contract::Failure;
use crate::prelude::*;

/// The most rows of an answer, pages of a batch, and findings of a report.
const MOST_ROWS: u32 = 1_000;
const MOST_PAGES: usize = 50;
const MOST_REPORTED: usize = 1_000;
const MOST_CONDITIONS: usize = 20;

/// A question about a table of the site; [`sitewright_facts::select`] answers it from tables in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub table: String,
    pub conditions: Vec<Condition>,
    pub after: u64,
    /// 1,000 at most.
    pub limit: u32,
}

/// The crawl of the site that is checked. The engine calls it on its own threads; work that takes more than a few
/// microseconds belongs on the host's runtime.
pub trait Crawl: Send + Sync + 'static {
    /// Rows of a table of the site.
    fn select(&self, question: Question) -> BoxFuture<'_, std::result::Result<Selection, Failure>>;

    /// The named tables of at most 50 pages, as one batch; [`sitewright_facts::pages_of`] makes it.
    fn pages(
        &self,
        numbers: Vec<u32>,
        tables: Vec<String>,
    ) -> BoxFuture<'_, std::result::Result<Vec<Table>, Failure>>;
}

/// The state of a check of the site.
pub(crate) struct SiteCheck {
    crawl: Arc<dyn Crawl>,
    found: SiteFindings,
}

impl SiteCheck {
    pub(crate) fn new(crawl: Arc<dyn Crawl>, pack: Arc<Pack>, limit: usize) -> Self {
        Self { crawl, found: SiteFindings::new(pack, limit) }
    }

    pub(crate) fn findings(self) -> Vec<Finding> {
        self.found.findings
    }
}

type Answering<T> = BoxFuture<'static, std::result::Result<T, Failure>>;

impl State {
    /// Asks the crawl; a call outside of `check-site` is refused.
    async fn ask<T>(
        &mut self,
        question: impl FnOnce(Arc<dyn Crawl>) -> Answering<T> + Send,
    ) -> Result<Answered<T>> {
        let Some(crawl) = self.site.as_ref().map(|site| site.crawl.clone()) else {
            return self.refuse("Only a check of the site can ask about the crawl.");
        };
        let answer = self.waiting(1, |_| question(crawl)).await?;
        Ok(answer.map_err(Into::into))
    }

    /// A refused call is counted too.
    fn refuse<T>(&mut self, why: &str) -> Result<Answered<T>> {
        self.count(1)?;
        Ok(Err(Failure::Refused(why.to_owned()).into()))
    }
}

impl facts::Host for State {}

impl crawl::Host for State {
    async fn select(
        &mut self,
        table: String,
        conditions: Vec<crawl::Condition>,
        after: u64,
        limit: u32,
    ) -> Result<Answered<crawl::Selection>> {
        if conditions.len() > MOST_CONDITIONS {
            return self.refuse("A question has at most 20 conditions.");
        }
        let conditions = conditions.into_iter().map(Into::into).collect();
        let question = Question { table, conditions, after, limit: limit.min(MOST_ROWS) };
        let answer = self.ask(|crawl| Box::pin(async move { crawl.select(question).await })).await?;
        Ok(answer.map(|Selection { rows, next }| crawl::Selection { rows: rows.into(), next }))
    }

    async fn pages(&mut self, numbers: Vec<u32>, tables: Vec<String>) -> Result<Answered<Vec<facts::Table>>> {
        if numbers.len() > MOST_PAGES {
            return self.refuse("A call reads at most 50 pages.");
        }
        let answer = self.ask(|crawl| Box::pin(async move { crawl.pages(numbers, tables).await })).await?;
        Ok(answer.map(|tables| tables.into_iter().map(Into::into).collect()))
    }

    async fn report(&mut self, findings: Vec<Finding>) -> Result<Answered<()>> {
        if findings.len() > MOST_REPORTED {
            return self.refuse("A call reports at most 1,000 findings.");
        }
        let Some(site) = &mut self.site else {
            return self.refuse("Only a check of the site reports findings.");
        };
        site.found.add(findings)?;
        self.count(1)?;
        Ok(Ok(()))
    }
}

impl From<Table> for facts::Table {
    fn from(Table { width, cells, text }: Table) -> Self {
        Self { width, cells, text }
    }
}

impl From<crawl::Condition> for Condition {
    fn from(crawl::Condition { column, test }: crawl::Condition) -> Self {
        let test = match test {
            crawl::Test::Within(crawl::Range { least, most }) => Test::Within { least, most },
            crawl::Test::Has(crawl::Bits { mask, value }) => Test::Has { mask, value },
        };
        Self { column, test }
    }
}
