//! The result as SARIF 2.1.0, in the form that GitHub code scanning accepts.
//!
//! A location is a path, because code scanning refuses a file with addresses of the web as locations: pages of the site
//! are below `site/`, and those of other hosts below the name of the host. The address itself is in `webRequest`, in the
//! message and in the properties. Findings that are gone are left out: an alert closes when its result is missing.

use super::verdict::{Change, Verdict};
use crate::cli::prelude::*;
use crate::cli::version;
use crate::sites::audits::offline::{Found, RuleReport, place};

/// Results of a run that code scanning accepts.
const MOST_RESULTS: usize = 25_000;
/// The name of the fingerprint: its version is part of it.
const FINGERPRINT: &str = "sitewrightFinding/v1";

pub(super) fn whole(verdict: &Verdict, language: Locale) -> anyhow::Result<String> {
    let report = &verdict.report;
    // Errors come first, so that notices are left out.
    let results: Vec<Value> =
        verdict.findings().take(MOST_RESULTS).map(|(found, change)| result(verdict, found, change)).collect();
    let rules: Vec<Value> = report.rules.iter().map(rule).collect();
    let run = json!({
        "tool": { "driver": {
            "name": "Sitewright",
            "version": version::NUMBER,
            "semanticVersion": version::NUMBER,
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        } },
        "language": language.tag(),
        "columnKind": "unicodeCodePoints",
        "automationDetails": { "id": "sitewright-audit/" },
        "invocations": [invocation(verdict, language)],
        "properties": {
            "start": report.about.start,
            "score": super::json::points(report.score),
            "pages": report.pages,
        },
        "results": results,
    });
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&whole)?))
}

/// When it ran, and what makes it incomplete.
fn invocation(verdict: &Verdict, language: Locale) -> Value {
    let report = &verdict.report;
    let end = report.about.began.plus_ms(i64::try_from(report.about.took.as_millis()).unwrap_or(i64::MAX));
    let note = |level: &str, text: String| json!({ "level": level, "message": { "text": text } });
    let mut notes = Vec::new();
    if let Some(text) = super::text::incomplete(verdict, language) {
        notes.push(note("warning", text));
    }
    for (pack, why) in &report.about.failed_packs {
        let text = Text::key("cli.audit-pack-failed").with("pack", pack.as_str()).with("why", why.as_str());
        notes.push(note("error", text.say(language)));
    }
    let left_out = report.findings.len().saturating_sub(MOST_RESULTS);
    if left_out > 0 {
        notes.push(note("warning", Text::key("cli.audit-left-out").with("findings", left_out).say(language)));
    }
    json!({
        "executionSuccessful": !verdict.is_interrupted() && report.about.failed_packs.is_empty(),
        "startTimeUtc": report.about.began.rfc3339(),
        "endTimeUtc": end.rfc3339(),
        "toolExecutionNotifications": notes,
    })
}

fn level(name: &str) -> &'static str {
    match name {
        "error" => "error",
        "warning" => "warning",
        _ => "note",
    }
}

fn rule(rule: &RuleReport) -> Value {
    let markdown = format!("{}\n\n{}", rule.why, rule.fix);
    json!({
        "id": rule.id,
        "name": rule.id,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.why },
        "help": { "text": markdown.replace('`', ""), "markdown": markdown },
        "defaultConfiguration": { "level": level(rule.level), "enabled": rule.state != "off" },
        "properties": {
            "tags": [rule.category],
            "pack": rule.pack,
            "state": rule.state,
            "problem.severity": match rule.level {
                "error" => "error",
                "warning" => "warning",
                _ => "recommendation",
            },
        },
    })
}

fn result(verdict: &Verdict, found: &Found, change: Option<Change>) -> Value {
    let report = &verdict.report;
    let url = found.url.as_deref().unwrap_or(&report.about.start);
    let mut result = json!({
        "ruleId": report.rule(found).id,
        "ruleIndex": found.rule,
        "level": level(found.level),
        "message": { "text": format!("{} ({url})", found.what) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": path(url, &report.about.origin) },
            "region": { "startLine": 1 },
        } }],
        "partialFingerprints": { (FINGERPRINT): found.fingerprint, "primaryLocationLineHash": found.fingerprint },
        "webRequest": { "method": "GET", "target": url },
        "properties": { "url": url, "snippets": found.snippets },
    });
    if let (Some(change), Value::Object(result)) = (change, &mut result) {
        let state = match change {
            Change::New => "new",
            Change::Same => "unchanged",
        };
        result.insert("baselineState".to_owned(), state.into());
    }
    result
}

/// The path that stands for an address.
fn path(url: &str, origin: &str) -> String {
    let within = place(url, origin);
    match within.strip_prefix('/') {
        Some(within) => format!("site/{within}"),
        None => within.split_once("://").map_or(within, |(_, rest)| rest).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_path_without_a_scheme() {
        let of = |url| path(url, "https://a.example");
        assert_eq!(of("https://a.example/"), "site/");
        assert_eq!(of("https://a.example/b?c=d"), "site/b?c=d");
        assert_eq!(of("http://b.example:81/c"), "b.example:81/c");
    }
}
