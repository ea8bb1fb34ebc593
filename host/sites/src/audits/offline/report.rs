//! The findings of an audit without a server, and what they come to.

use sitewright_crawler::site::{Site, state};
use sitewright_engine::rules::Scope;
use sitewright_facts::Tables;

use super::super::errors::Errors;
use super::super::packs::{CHECKED, Numbered, severity_of};
use super::super::site::Crawled;
use super::super::store::{FindingRow, SITE};
use super::super::{findings, plan, rules, snippet};
use crate::platform::prelude::*;

/// How an audit ended that was stopped.
pub(super) const INTERRUPTED: &str = "interrupted";
/// Snippets of a finding.
const SNIPPETS: usize = 3;

/// What was audited, and how it ended.
#[derive(Debug)]
pub struct About {
    pub start: String,
    /// Scheme, host and port of the site, after redirects of the start.
    pub origin: String,
    pub began: Timestamp,
    pub took: Duration,
    /// The limit that ended the crawl, or `interrupted`; `None` if it ended by itself.
    pub ended_by: Option<&'static str>,
    /// Rule packs that failed, with the reason; their findings are dropped.
    pub failed_packs: Vec<(String, String)>,
}

/// A finished audit.
#[derive(Debug)]
pub struct Report {
    pub about: About,
    /// Hundredths of a point.
    pub score: i64,
    /// HTML pages that were read.
    pub pages: i64,
    /// Those that are worth fixing first come first.
    pub rules: Vec<RuleReport>,
    /// By level, then in the order of the rules, then by address.
    pub findings: Vec<Found>,
    /// The places that were read; see [`place`].
    pub read: HashSet<String>,
}

/// A rule of an audit.
#[derive(Debug, Clone)]
pub struct RuleReport {
    pub id: String,
    pub pack: String,
    pub category: String,
    /// The level of most of its findings.
    pub level: &'static str,
    /// Whether its errors count for the score.
    pub score: bool,
    /// Whether it is about the site as a whole.
    pub of_site: bool,
    /// `checked`, or why it was not: `off`, `needs`, `failed`, `interrupted`.
    pub state: &'static str,
    /// What it needs, or how its pack failed.
    pub reason: String,
    pub title: String,
    pub why: String,
    pub fix: String,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
    /// Hundredths of a point that the score gains if all its errors are fixed, and no others.
    pub gain: i64,
    /// The step of the plan in which it should be fixed, from 1; rules with the same step are fixed together.
    pub step: Option<usize>,
    /// Hundredths of a point that the score gains by all rules of its step, once the steps before are done.
    pub step_gain: i64,
}

/// What a rule found on a page or on the site.
#[derive(Debug, Clone)]
pub struct Found {
    /// The place of its rule in [`Report::rules`].
    pub rule: usize,
    pub level: &'static str,
    /// `None` for the site as a whole.
    pub url: Option<String>,
    pub what: String,
    /// The parts of the page that show it.
    pub snippets: Vec<String>,
    /// The same for the same rule at the same place of a site, on whatever server the site is.
    pub fingerprint: String,
}

/// An address as it is compared between audits: without the server, if that is the site's own.
pub fn place<'a>(url: &'a str, origin: &str) -> &'a str {
    url.strip_prefix(origin).filter(|rest| rest.starts_with('/')).unwrap_or(url)
}

/// 32 hexadecimal digits. Stored by users, so that it never changes.
fn fingerprint(rule: &str, place: &str) -> String {
    let mut digest = hex::encode(Sha256::digest(format!("1\n{rule}\n{place}")));
    digest.truncate(32);
    digest
}

impl Report {
    pub fn rule(&self, found: &Found) -> &RuleReport {
        &self.rules[found.rule]
    }

    /// The rules of each step of the plan.
    pub fn steps(&self) -> impl Iterator<Item = &[RuleReport]> {
        let planned = self.rules.iter().take_while(|rule| rule.step.is_some()).count();
        self.rules[..planned].chunk_by(|one, other| one.step == other.step)
    }

    pub fn count(&self, level: &str) -> usize {
        self.findings.iter().filter(|found| found.level == level).count()
    }
}

/// A finding before it is known where its rule stands.
struct Raw {
    rule: usize,
    page: i64,
    severity: u8,
    url: Option<String>,
    what: String,
    snippets: Vec<String>,
}

/// Collects findings.
pub(super) struct Findings<'a> {
    rules: &'a [Numbered],
    /// The place of each rule by its number.
    places: HashMap<i64, usize>,
    locale: Locale,
    found: Vec<Raw>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(rules: &'a [Numbered], locale: Locale) -> Self {
        let places = rules.iter().enumerate().map(|(place, rule)| (rule.number, place)).collect();
        Self { rules, places, locale, found: Vec::new() }
    }

    pub(super) fn add_pages(&mut self, pages: &Tables, rows: &[FindingRow]) {
        let view = pages.view();
        let places: HashMap<i64, usize> =
            view.pages().map(|page| (i64::from(page.number()), page.index() as usize)).collect();
        for row in rows {
            let page = places.get(&row.page).and_then(|place| view.pages().nth(*place));
            let url = page.map(|page| page.url().to_owned());
            let snippets = page.map(|page| snippets(pages, page.index() as usize, row)).unwrap_or_default();
            self.add(row, url, snippets);
        }
    }

    pub(super) async fn add_site(&mut self, crawled: &Crawled, rows: Vec<FindingRow>) -> Result<()> {
        for row in &rows {
            let number = u32::try_from(row.page).ok();
            let url = number.map(|number| crawled.site().url(number).to_owned());
            let page = match number.filter(|_| !row.data.evidence.is_empty()) {
                Some(number) => crawled.page(number).await?,
                None => None,
            };
            let snippets = page.map(|page| snippets(&page, 0, row)).unwrap_or_default();
            self.add(row, url.filter(|url| !url.is_empty()), snippets);
        }
        Ok(())
    }

    fn add(&mut self, row: &FindingRow, url: Option<String>, snippets: Vec<String>) {
        let Some(rule) = self.places.get(&row.rule).copied() else { return };
        let what = findings::fill(&self.rules[rule].rule, &row.data.values, self.locale);
        let FindingRow { page, severity, .. } = *row;
        self.found.push(Raw { rule, page, severity, url, what, snippets });
    }

    /// The result. The findings of packs that failed are dropped.
    pub(super) fn report(self, site: &Site, about: About) -> Report {
        let Self { rules, found, .. } = self;
        let is_complete = about.ended_by != Some(INTERRUPTED);
        let reason_of = |pack: &str| about.failed_packs.iter().find(|(failed, _)| failed == pack);
        let found: Vec<Raw> =
            found.into_iter().filter(|raw| reason_of(&rules[raw.rule].pack).is_none()).collect();
        let is_page = |number: i64| {
            let state = u32::try_from(number).ok().and_then(|number| site.state(number));
            state.is_some_and(|state| state.role == 0 && state.has(state::HTML))
        };
        let counts = |raw: &&Raw| {
            raw.severity == 0 && rules[raw.rule].rule.score && (raw.page == SITE || is_page(raw.page))
        };
        let numbers = || (0..site.len() as u32).filter(move |number| !site.url(*number).is_empty());
        let is_read = |number: &u32| site.state(*number).is_some_and(|it| !it.has(state::NOT_FETCHED));
        let pages = numbers().filter(|number| is_read(number) && is_page(i64::from(*number))).count() as i64;
        let counted = found.iter().filter(counts).map(|raw| (raw.page, raw.rule as i64)).collect();
        let errors = Errors::of(pages, counted);
        let gains = errors.gains();
        let mut reports: Vec<(usize, RuleReport)> = rules
            .iter()
            .enumerate()
            .map(|(place, rule)| {
                let gain = gains.get(&(place as i64)).copied().unwrap_or_default();
                (place, rule_report(rule, gain, reason_of(&rule.pack), is_complete))
            })
            .collect();
        for raw in &found {
            let report = &mut reports[raw.rule].1;
            *[&mut report.errors, &mut report.warnings, &mut report.notices]
                [usize::from(raw.severity.min(2))] += 1;
        }
        for (number, step) in (1..).zip(plan::steps(&errors)) {
            for rule in step.rules {
                let report = &mut reports[rule as usize].1;
                (report.step, report.step_gain) = (Some(number), step.gain);
            }
        }
        reports.sort_by(|(_, one), (_, other)| order(one).cmp(&order(other)));
        let mut place_of = vec![0; reports.len()];
        reports.iter().enumerate().for_each(|(place, (before, _))| place_of[*before] = place);
        let mut findings: Vec<(u8, Found)> = found
            .into_iter()
            .map(|Raw { rule, severity, url, what, snippets, .. }| {
                let level = rules::level(severity.into());
                let place = url.as_deref().map(|url| place(url, &about.origin)).unwrap_or_default();
                let fingerprint = fingerprint(&rules[rule].rule.id, place);
                (severity, Found { rule: place_of[rule], level, url, what, snippets, fingerprint })
            })
            .collect();
        findings.sort_by(|(one, a), (other, b)| (one, a.rule, &a.url).cmp(&(other, b.rule, &b.url)));
        Report {
            score: errors.score(),
            pages,
            rules: reports.into_iter().map(|(_, rule)| rule).collect(),
            findings: findings.into_iter().map(|(_, found)| found).collect(),
            read: numbers()
                .filter(is_read)
                .map(|number| place(site.url(number), &about.origin).to_owned())
                .collect(),
            about,
        }
    }
}

/// The order in which rules are worth fixing, as the lists of audits have it.
fn order(rule: &RuleReport) -> impl Ord + '_ {
    let severity = rules::LEVELS.iter().position(|level| *level == rule.level);
    let step = rule.step.unwrap_or(usize::MAX);
    let first = (-rule.gain, -rule.errors, -rule.warnings, -rule.notices);
    (step, first, severity, &rule.category, &rule.id)
}

fn rule_report(
    numbered: &Numbered,
    gain: i64,
    failure: Option<&(String, String)>,
    is_complete: bool,
) -> RuleReport {
    let Numbered { pack, rule, state, reason, .. } = numbered;
    let of_site = rule.scope == Scope::Site;
    let (state, reason) = match failure {
        Some((_, why)) => ("failed", why),
        None if *state == CHECKED && of_site && !is_complete => (INTERRUPTED, reason),
        None => (*state, reason),
    };
    RuleReport {
        id: rule.id.clone(),
        pack: pack.clone(),
        category: rule.category.clone(),
        level: rules::level(severity_of(rule.severity).into()),
        score: rule.score,
        of_site,
        state,
        reason: reason.clone(),
        title: rule.title.clone(),
        why: rule.why.clone(),
        fix: rule.fix.clone(),
        errors: 0,
        warnings: 0,
        notices: 0,
        gain,
        step: None,
        step_gain: 0,
    }
}

/// The first rows of a page that show a finding, each once.
fn snippets(pages: &Tables, index: usize, row: &FindingRow) -> Vec<String> {
    let view = pages.view();
    let mut all: Vec<String> = Vec::new();
    for (table, within) in &row.data.evidence {
        let rows = view.rows_of_page(index, table);
        let at = rows.and_then(|rows| rows.start.checked_add(*within).filter(|at| rows.contains(at)));
        let snippet = at.map(|at| snippet::of(&view, table, at)).unwrap_or_default();
        if !snippet.is_empty() && !all.contains(&snippet) {
            all.push(snippet);
        }
        if all.len() == SNIPPETS {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_same_on_each_server_of_a_site() {
        assert_eq!(place("https://a.example/b?c", "https://a.example"), "/b?c");
        for other in ["https://a.example.org/b", "http://a.example/b"] {
            assert_eq!(place(other, "https://a.example"), other);
        }
    }

    #[test]
    fn fingerprints_stay_as_they_are() {
        assert_eq!(fingerprint("title-missing", "/prices"), "a08c9019b5c812280aa8a2998907be94");
        assert_ne!(fingerprint("title-missing", ""), fingerprint("title-missing", "/"));
    }
}
