//! The rule packs of an audit: which rules they have, and the checks of a batch of pages.

use sitewright_engine::rules::{Checked, Checks, Evidence, Finding, Pack, Rule, Scope, Severity, THE_SITE};
use sitewright_engine::{Context, RunError};
use sitewright_facts::Tables;

use super::render;
use super::settings::Settings;
use super::site::{self, Crawled};
use super::store::{self, FindingData, FindingRow, Of};
use crate::catalogue::tools::{RulePack, packs_of};
use crate::platform::prelude::*;

/// A pack with the settings of an audit.
struct Ready {
    id: String,
    checks: Checks,
    /// The number in the audit of each of its rules; `None` if the rule is not checked.
    numbers: Vec<Option<i64>>,
    /// Why it is not asked any more.
    failed: OnceLock<String>,
}

/// The packs of an audit.
pub(super) struct Packs(Vec<Ready>);

/// A rule as an audit stores it.
#[derive(sqlx::FromRow)]
pub(super) struct Known {
    pack: String,
    rule: String,
    number: i64,
}

/// A rule of an audit, and whether it is checked, or why not.
pub(super) struct Numbered {
    pub number: i64,
    pub pack: String,
    pub rule: Rule,
    pub state: &'static str,
    pub reason: String,
}

/// The state of a rule that is checked.
pub(super) const CHECKED: &str = "checked";

/// The description of each installed pack that an account may use, in a language.
pub(super) async fn described(app: &App, account: &str, locale: Locale) -> Result<Vec<(String, Arc<Pack>)>> {
    let mut all = Vec::new();
    for pack in packs_of(app, account).await? {
        all.push((pack.id.clone(), pack.rules(locale).await?));
    }
    Ok(all)
}

/// What was checked again.
#[derive(Debug, Clone, Copy)]
pub(super) enum Seen {
    Pages { is_rendered: bool },
    Site,
}

impl Packs {
    /// Prepares the packs that the account may use, and stores their rules with the audit. A resumed audit keeps its numbers.
    pub(super) async fn load(app: &App, audit: &store::Audit, connected: &[&str]) -> Result<Self> {
        let known: Vec<Known> = db::query_as("SELECT pack, rule, number FROM audit_rules WHERE audit = $1")
            .bind(audit.number)
            .fetch_all(app.db.read())
            .await?;
        let mut packs = Vec::new();
        for pack in packs_of(app, &audit.account_id).await? {
            let rules = pack.rules(Locale::default()).await?;
            packs.push((pack, rules));
        }
        let (packs, rules) = Self::of(packs, &audit.settings, connected, &known)?;
        let row = |rule: &Numbered| {
            let Numbered { number, pack, rule, state, reason } = rule;
            let severity = severity_of(rule.severity);
            json!([number, pack, rule.id, rule.category, severity, rule.score, state, reason])
        };
        let rows: Vec<Value> = rules.iter().map(row).collect();
        let mut tx = app.db.write_for(&audit.account_id).await?;
        store::put_rows(
            &mut tx,
            &[
                ("number", Of::Number),
                ("pack", Of::Text),
                ("rule", Of::Text),
                ("category", Of::Text),
                ("severity", Of::Number),
                ("score", Of::Flag),
                ("state", Of::Text),
                ("reason", Of::Text),
            ],
            "INSERT INTO audit_rules (audit, number, pack, rule, category, severity, score, state, reason)
             SELECT * FROM given WHERE TRUE
             ON CONFLICT (audit, number) DO UPDATE SET state = excluded.state, reason = excluded.reason",
            audit.number,
            &rows,
        )
        .await?;
        tx.commit().await?;
        Ok(packs)
    }

    /// Prepares packs with their descriptions. Rules get numbers in their order, after those that are known.
    pub(super) fn of(
        described: Vec<(RulePack, Arc<Pack>)>,
        settings: &Settings,
        connected: &[&str],
        known: &[Known],
    ) -> Result<(Self, Vec<Numbered>)> {
        let (for_packs, mut packs, mut all) = (settings.for_packs()?, Vec::new(), Vec::new());
        let mut next = known.iter().map(|known| known.number + 1).max().unwrap_or(0);
        let known: HashMap<(&str, &str), i64> =
            known.iter().map(|known| ((&*known.pack, &*known.rule), known.number)).collect();
        for (pack, rules) in described {
            let mut numbers = Vec::with_capacity(rules.rules.len());
            for rule in &rules.rules {
                let (state, reason) = state_of(settings, connected, &rule.id, &rule.needs);
                let number = known.get(&(&*pack.id, &*rule.id)).copied().unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                all.push(Numbered { number, pack: pack.id.clone(), rule: rule.clone(), state, reason });
                numbers.push((state == CHECKED).then_some(number));
            }
            let checks = pack.plugin.checks(rules, &for_packs, Context::default());
            packs.push(Ready { id: pack.id, checks, numbers, failed: OnceLock::new() });
        }
        Ok((Self(packs), all))
    }

    /// The packs that failed, with the reason.
    pub(super) fn failures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|pack| Some((pack.id.as_str(), pack.failed.get()?.as_str())))
    }

    /// The paths that the packs want to know of the site.
    pub(super) fn probes(&self) -> Vec<String> {
        let all: BTreeSet<&String> = self.0.iter().flat_map(|pack| &pack.checks.pack().probes).collect();
        all.into_iter().cloned().collect()
    }

    /// Whether a pack reads the texts of pages, which are not stored.
    pub(super) fn read_texts(&self) -> bool {
        let mut tables = self.0.iter().flat_map(|pack| &pack.checks.pack().tables);
        tables.any(|table| site::NOT_STORED.contains(&table.as_str()))
    }

    /// The findings of all packs on a batch. A pack that fails is not asked again.
    pub(super) async fn check_pages(&self, pages: &Arc<Tables>) -> Vec<FindingRow> {
        let numbers: Vec<u32> = pages.view().pages().map(|page| page.number()).collect();
        let calls = self.working().map(|pack| async move { (pack, pack.checks.pages(pages.clone()).await) });
        let mut found = Vec::new();
        for (pack, checked) in futures::future::join_all(calls).await {
            let page =
                |finding: &Finding| numbers.get(finding.page as usize).map(|number| i64::from(*number));
            found.extend(pack.take(checked, page));
        }
        found
    }

    /// The findings of all packs on the whole site.
    pub(super) async fn check_site(&self, crawled: &Crawled) -> Vec<FindingRow> {
        self.check_site_of(crawled, None).await
    }

    /// The same of the pack that has this rule only.
    pub(super) async fn check_site_of(&self, crawled: &Crawled, rule: Option<&str>) -> Vec<FindingRow> {
        let mut found = Vec::new();
        for pack in self.working().filter(|pack| rule.is_none_or(|rule| pack.has(rule))) {
            let checked = pack.checks.site(Arc::new(crawled.clone())).await;
            let page = |finding: &Finding| {
                Some(if finding.page == THE_SITE { store::SITE } else { i64::from(finding.page) })
            };
            found.extend(pack.take(checked, page));
        }
        found
    }

    /// Whether this rule, or any, is about the whole site.
    pub(super) fn has_site_rule(&self, rule: Option<&str>) -> bool {
        let mut rules = self.0.iter().flat_map(|pack| &pack.checks.pack().rules);
        rules.any(|known| known.scope == Scope::Site && rule.is_none_or(|rule| known.id == rule))
    }

    /// Whether a rule of the audit with this scope was checked when this one was checked again on some pages: those about
    /// pages were, and those about the site that are in the same pack. Those about rendered pages were not without a browser.
    pub(super) fn was_checked(&self, number: i64, rule: Option<&str>, seen: Seen) -> bool {
        let pack = self.working().find(|pack| pack.numbers.contains(&Some(number)));
        let Some(pack) = pack else { return false };
        let place = pack.numbers.iter().position(|known| *known == Some(number));
        let known = place.and_then(|place| pack.checks.pack().rules.get(place));
        known.is_some_and(|known| match seen {
            Seen::Pages { is_rendered } => {
                known.scope == Scope::Page && (is_rendered || !needs_browser(&known.needs))
            }
            Seen::Site => {
                known.scope == Scope::Site
                    && self.has_site_rule(rule)
                    && rule.is_none_or(|rule| pack.has(rule))
            }
        })
    }

    fn working(&self) -> impl Iterator<Item = &Ready> {
        self.0.iter().filter(|pack| pack.failed.get().is_none())
    }

    /// Marks the rules of packs that failed, whose findings are incomplete and dropped.
    pub(super) async fn mark_failed(&self, tx: &mut Conn, audit: i64) -> Result<()> {
        for (pack, reason) in self.failures() {
            db::query(
                "DELETE FROM audit_findings WHERE audit = $1
                 AND rule IN (SELECT number FROM audit_rules WHERE audit = $1 AND pack = $2)",
            )
            .binds((audit, pack))
            .run(&mut *tx)
            .await?;
            db::query(
                "UPDATE audit_rules SET state = 'failed', reason = $3, errors = 0, warnings = 0, notices = 0, ignored = 0
                 WHERE audit = $1 AND pack = $2",
            )
                .binds((audit, pack, reason))
                .run(&mut *tx)
                .await?;
        }
        Ok(())
    }

    /// Marks the rules about rendered pages as not measured, as no page was rendered.
    pub(super) async fn mark_unrendered(&self, tx: &mut Conn, audit: i64) -> Result<()> {
        for pack in &self.0 {
            let rules = pack.checks.pack().rules.iter().zip(&pack.numbers);
            let numbers = rules.filter_map(|(rule, number)| number.filter(|_| needs_browser(&rule.needs)));
            for number in numbers {
                db::query("UPDATE audit_rules SET state = 'needs', reason = $3 WHERE audit = $1 AND number = $2 AND state = 'checked'")
                    .binds((audit, number, render::NEED))
                    .run(&mut *tx)
                    .await?;
            }
        }
        Ok(())
    }
}

fn needs_browser(needs: &[String]) -> bool {
    needs.iter().any(|need| need == render::NEED)
}

impl Ready {
    fn has(&self, rule: &str) -> bool {
        self.checks.pack().rules.iter().any(|known| known.id == rule)
    }

    fn take(
        &self,
        checked: std::result::Result<Checked, RunError>,
        page: impl Fn(&Finding) -> Option<i64>,
    ) -> Vec<FindingRow> {
        let findings = match checked {
            Ok(checked) => checked.findings,
            Err(error) => {
                tracing::warn!(pack = self.id, %error, "a rule pack failed");
                // Set once; a concurrent batch may have failed first.
                let _ = self.failed.set(error.to_string());
                return Vec::new();
            }
        };
        let row = |finding: Finding| {
            let rule = (*self.numbers.get(finding.rule as usize)?)?;
            let values = serde_json::from_str(&finding.values).unwrap_or_default();
            let tables = &self.checks.pack().tables;
            let named =
                |Evidence { table, row }: &Evidence| Some((tables.get(*table as usize)?.clone(), *row));
            let evidence = finding.evidence.iter().filter_map(named);
            let data = FindingData { values, evidence: evidence.collect() };
            Some(FindingRow { rule, page: page(&finding)?, severity: severity_of(finding.severity), data })
        };
        findings.into_iter().filter_map(row).collect()
    }
}

pub(super) fn severity_of(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Notice => 2,
    }
}

/// Whether a rule is checked, or why not.
fn state_of(settings: &Settings, connected: &[&str], rule: &str, needs: &[String]) -> (&'static str, String) {
    if settings.rules.get(rule).is_some_and(|setting| setting.off) {
        return ("off", String::new());
    }
    match needs.iter().find(|need| !connected.contains(&need.as_str())) {
        Some(need) => ("needs", need.clone()),
        None => (CHECKED, String::new()),
    }
}
