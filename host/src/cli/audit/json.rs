//! The result as JSON, in a shape that stays: fields may be added; a change of one that exists has a new version.

use super::baseline::Known;
use super::verdict::{Change, Verdict};
use crate::cli::prelude::*;
use crate::cli::version;
use crate::sites::audits::offline::{Found, RuleReport};

pub(super) const SCHEMA: &str = "sitewright-audit";
pub(super) const VERSION: u32 = 1;

#[derive(Serialize)]
struct Whole<'a> {
    schema: &'static str,
    version: u32,
    tool: Tool,
    language: Locale,
    start: &'a str,
    site: &'a str,
    began_at: String,
    seconds: f64,
    /// Null if the crawl ended by itself.
    ended_by: Option<&'a str>,
    score: f64,
    pages: i64,
    counts: Counts,
    failing: usize,
    /// Null without a baseline.
    baseline: Option<Compared<'a>>,
    failed_packs: Vec<FailedPack<'a>>,
    rules: Vec<Rule<'a>>,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Counts {
    errors: usize,
    warnings: usize,
    notices: usize,
}

#[derive(Serialize)]
struct Compared<'a> {
    new: usize,
    same: usize,
    fixed: &'a [Known],
    unchecked: &'a [Known],
}

#[derive(Serialize)]
struct FailedPack<'a> {
    pack: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct Rule<'a> {
    id: &'a str,
    pack: &'a str,
    category: &'a str,
    level: &'a str,
    scope: &'static str,
    /// Whether its errors count for the score.
    score: bool,
    state: &'a str,
    reason: &'a str,
    title: &'a str,
    why: &'a str,
    fix: &'a str,
    errors: i64,
    warnings: i64,
    notices: i64,
    gain: f64,
    step: Option<usize>,
    step_gain: f64,
}

#[derive(Serialize)]
struct Finding<'a> {
    fingerprint: &'a str,
    rule: &'a str,
    level: &'a str,
    url: Option<&'a str>,
    what: &'a str,
    snippets: &'a [String],
    change: Option<Change>,
}

pub(super) fn whole(verdict: &Verdict, language: Locale) -> anyhow::Result<String> {
    let report = &verdict.report;
    let compared = verdict.compared.as_ref().map(|compared| Compared {
        new: verdict.count(Change::New),
        same: verdict.count(Change::Same),
        fixed: &compared.fixed,
        unchecked: &compared.unchecked,
    });
    let whole = Whole {
        schema: SCHEMA,
        version: VERSION,
        tool: Tool { name: "sitewright", version: version::NUMBER },
        language,
        start: &report.about.start,
        site: &report.about.origin,
        began_at: report.about.began.rfc3339(),
        seconds: report.about.took.as_secs_f64(),
        ended_by: report.about.ended_by,
        score: points(report.score),
        pages: report.pages,
        counts: Counts {
            errors: report.count("error"),
            warnings: report.count("warning"),
            notices: report.count("notice"),
        },
        failing: verdict.failing(),
        baseline: compared,
        failed_packs: report.about.failed_packs.iter().map(|(pack, why)| FailedPack { pack, why }).collect(),
        rules: report.rules.iter().map(rule).collect(),
        findings: verdict.findings().map(|(found, change)| finding(verdict, found, change)).collect(),
    };
    Ok(format!("{}\n", serde_json::to_string_pretty(&whole)?))
}

/// Hundredths of a point as points.
pub(super) fn points(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

fn finding<'a>(verdict: &'a Verdict, found: &'a Found, change: Option<Change>) -> Finding<'a> {
    Finding {
        fingerprint: &found.fingerprint,
        rule: &verdict.report.rule(found).id,
        level: found.level,
        url: found.url.as_deref(),
        what: &found.what,
        snippets: &found.snippets,
        change,
    }
}

fn rule(rule: &RuleReport) -> Rule<'_> {
    Rule {
        id: &rule.id,
        pack: &rule.pack,
        category: &rule.category,
        level: rule.level,
        scope: if rule.of_site { "site" } else { "page" },
        score: rule.score,
        state: rule.state,
        reason: &rule.reason,
        title: &rule.title,
        why: &rule.why,
        fix: &rule.fix,
        errors: rule.errors,
        warnings: rule.warnings,
        notices: rule.notices,
        gain: points(rule.gain),
        step: rule.step,
        step_gain: points(rule.step_gain),
    }
}
