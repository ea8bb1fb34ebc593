//! The sites that test a rule pack: each is served on loopback, crawled as in an audit, and checked by the pack in the
//! sandbox. They are in `checks/ID.toml` beside the rules of a pack in Rust or TypeScript, or in its `rules.toml`.

use futures::StreamExt as _;
use sitewright_check_sites::{
    Case, Check, Crawled, Difference, Found, Rule, checks, checks_of_rules, compare, crawl,
};
use sitewright_engine::rules::{Checks, Crawl, Finding, Pack, Question, Scope, Severity, THE_SITE};
use sitewright_engine::{BoxFuture, Context, Failure, RunError};
use sitewright_facts::{Interned, Selection, Table, Tables, UNKNOWN, pages_of};

use super::RULES;
use super::case::{Tested, Verdict};
use crate::catalogue::tools::rehearsal_context;
use crate::cli::prelude::*;

/// Sites that are crawled at the same time.
const AT_ONCE: usize = 4;
/// The host checks so many pages at once.
const BATCH: usize = 50;
const DAY_MS: u64 = 86_400_000;

/// Tests the rules of a pack with each of its sites.
pub(super) async fn test(
    plugin: &Plugin,
    package: &Package,
    folder: &Path,
    reader: Locale,
) -> anyhow::Result<Vec<Tested>> {
    let checks = match package.files.get(RULES) {
        Some(rules) => {
            checks_of_rules(&String::from_utf8_lossy(rules)).map_err(|why| format!("{RULES}: {why}"))
        }
        None => checks(&folder.join("checks")),
    };
    let checks = checks.map_err(|why| anyhow!(why))?;
    let pack = Arc::new(plugin.describe_rules(reader.tag()).await?);
    let cases: Vec<Case<'_>> = checks.iter().flat_map(Check::cases).collect();
    let tested = futures::stream::iter(cases).map(|case| {
        let pack = pack.clone();
        async move { tested(plugin, &pack, &case, reader).await }
    });
    Ok(tested.buffered(AT_ONCE).collect().await)
}

async fn tested(plugin: &Plugin, pack: &Arc<Pack>, case: &Case<'_>, reader: Locale) -> Tested {
    let (made, differences) = match checked(plugin, pack, case).await {
        Ok((pages, findings, differences)) => {
            let made = Text::key("cli.site-made").with("pages", pages).with("findings", findings);
            (made.say(reader), differences)
        }
        Err(difference) => (case.site.why.clone(), vec![difference]),
    };
    let problems = differences.iter().map(|difference| sentence(difference, reader)).collect();
    let name = format!("{} {}", case.check, case.name);
    Tested { name, language: reader.tag(), verdict: Verdict { made, problems, ..Verdict::default() } }
}

/// The pages of the site, what was found of the rule, and what is not as the file says.
async fn checked(
    plugin: &Plugin,
    pack: &Arc<Pack>,
    case: &Case<'_>,
) -> Result<(usize, usize, Vec<Difference>), Difference> {
    let place = pack.rules.iter().position(|rule| rule.id == case.check).ok_or(Difference::NoRule)?;
    let crawled = crawl(&pack.probes, case.site).await.map_err(|why| Difference::Failed { why })?;
    let crawled = Arc::new(crawled);
    let now_ms = u64::from(crawled.today) * DAY_MS;
    let context = Context { now_ms, ..rehearsal_context("en") };
    let checks = plugin.checks(pack.clone(), "{}", context);
    let findings = match pack.rules[place].scope {
        Scope::Page => of_pages(&checks, &crawled).await,
        Scope::Site => checks.site(Arc::new(Asked(crawled.clone()))).await.map(|checked| checked.findings),
    };
    let findings = findings.map_err(|error| Difference::Failed { why: error.to_string() })?;
    let found: Vec<Found> = findings
        .into_iter()
        .filter(|finding| finding.rule as usize == place)
        .map(|finding| Found {
            page: finding.page,
            severity: level(finding.severity),
            values: finding.values,
        })
        .collect();
    let values = pack.rules[place].values.iter().map(|value| (value.name.clone(), value.kind.clone()));
    let differences = compare(&Rule { values: values.collect() }, case, &crawled, &found);
    Ok((crawled.pages.len(), found.len(), differences))
}

/// The findings of all pages, which then have the numbers of their pages.
async fn of_pages(checks: &Checks, crawled: &Crawled) -> Result<Vec<Finding>, RunError> {
    let pages: Vec<(u32, &Tables)> = crawled.pages.iter().map(|(number, page)| (*number, &**page)).collect();
    let mut findings = Vec::new();
    for batch in pages.chunks(BATCH) {
        let (mut tables, mut known) = (Tables::default(), Interned::default());
        batch.iter().for_each(|(_, page)| tables.append(page, &mut known));
        for finding in checks.pages(Arc::new(tables)).await?.findings {
            let page = batch.get(finding.page as usize).map_or(THE_SITE, |(number, _)| *number);
            findings.push(Finding { page, ..finding });
        }
    }
    Ok(findings)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
    }
}

/// A difference in the reader's language.
fn sentence(difference: &Difference, reader: Locale) -> String {
    let at = |key: &'static str, place: &Option<String>| {
        let whole = || Text::key("cli.site-whole").say(reader);
        Text::key(key).with("place", place.clone().unwrap_or_else(whole))
    };
    let text = match difference {
        Difference::NoRule => Text::key("cli.site-no-rule"),
        Difference::Failed { why } => Text::key("cli.site-failed").with("why", why.as_str()),
        Difference::Found { place, values } => at("cli.site-found", place).with("values", values.as_str()),
        Difference::FoundTwice { place, values } => {
            at("cli.site-found-twice", place).with("values", values.as_str())
        }
        Difference::NotFound { place } => at("cli.site-not-found", place),
        Difference::Level { place, is, wanted } => {
            at("cli.site-level", place).with("is", *is).with("wanted", wanted.as_str())
        }
        Difference::Values { given, declared } => {
            Text::key("cli.site-values").with("given", given.as_str()).with("declared", declared.as_str())
        }
        Difference::Kind { name, kind, value } => Text::key("cli.site-kind")
            .with("name", name.as_str())
            .with("kind", kind.as_str())
            .with("value", value.as_str()),
    };
    text.say(reader)
}

/// The site, for the questions of a check.
struct Asked(Arc<Crawled>);

impl Crawl for Asked {
    fn select(&self, question: Question) -> BoxFuture<'_, Result<Selection, Failure>> {
        let Question { table, conditions, after, limit } = question;
        let selected = self.0.site.select(&*self.0, &table, &conditions, after, limit);
        Box::pin(async move { selected.map_err(|why| Failure::Refused(why.to_string())) })
    }

    fn pages(&self, numbers: Vec<u32>, tables: Vec<String>) -> BoxFuture<'_, Result<Vec<Table>, Failure>> {
        let pages = numbers.iter().filter(|number| **number != UNKNOWN);
        let pages = pages.filter_map(|number| self.0.pages.get(number)).map(|page| &**page);
        let pages = pages_of(pages, &tables);
        Box::pin(async move { pages.map_err(|why| Failure::Refused(why.to_string())) })
    }
}
