//! The result for a terminal.

use super::verdict::{Change, Verdict};
use crate::cli::prelude::*;
use crate::sites::audits::offline::{Found, RuleReport, place};

/// Steps that are named as the first ones, and places that are named for each rule.
const FIRST: usize = 5;
const PLACES: usize = 10;
/// Findings of the baseline that are named as fixed.
const FIXED: usize = 20;

pub(super) fn whole(verdict: &Verdict, language: Locale) -> String {
    let mut out = String::new();
    let report = &verdict.report;
    out.push_str(&head(verdict, language));
    let mut steps = (1..).zip(report.steps().take(FIRST)).peekable();
    if steps.peek().is_some() {
        line(&mut out, &format!("\n{}", say("cli.audit-first", language)));
    }
    for (place, rules) in steps {
        let text = step(rules, language).say(language);
        line(&mut out, &format!("  {place}. {}", plain(&text)));
        for rule in rules {
            if rules.len() > 1 {
                line(&mut out, &format!("     - {}", plain(&rule.title)));
            }
            line(&mut out, &format!("     {}", plain(&first_paragraph(&rule.fix))));
        }
    }
    for level in ["error", "warning", "notice"] {
        group(&mut out, verdict, level, language);
    }
    out.push_str(&fixed(verdict, language));
    out.push_str(&unmeasured(verdict, language));
    line(&mut out, "");
    out.push_str(&tail(verdict, language));
    out
}

/// What a step of the plan is, and what it gains.
pub(super) fn step(rules: &[RuleReport], language: Locale) -> Text {
    let text = match rules {
        [rule] => {
            Text::key("cli.audit-gain").with("title", rule.title.as_str()).with("findings", rule.errors)
        }
        rules => Text::key("cli.audit-together").with("rules", rules.len() as i64),
    };
    let gain = rules.first().map_or(0, |rule| rule.step_gain);
    text.with("points", decimal(gain, language))
}

/// What stands on the screen when the result goes to a file.
pub(super) fn summary(verdict: &Verdict, language: Locale) -> String {
    format!("{}{}", head(verdict, language), tail(verdict, language))
}

/// Address, score and counts, and what makes the audit incomplete.
fn head(verdict: &Verdict, language: Locale) -> String {
    let (report, mut out) = (&verdict.report, String::new());
    line(&mut out, &plain(&report.about.start));
    line(&mut out, &score(verdict, language));
    line(&mut out, &counts(verdict, language));
    if let Some(text) = incomplete(verdict, language) {
        line(&mut out, &text);
    }
    for (pack, why) in &report.about.failed_packs {
        let text = Text::key("cli.audit-pack-failed").with("pack", pack.as_str()).with("why", plain(why));
        line(&mut out, &text.say(language));
    }
    out
}

pub(super) fn score(verdict: &Verdict, language: Locale) -> String {
    let report = &verdict.report;
    let seconds = (report.about.took.as_secs_f64() * 100.0).round() as i64;
    let text = Text::key("cli.audit-score")
        .with("score", decimal(report.score, language))
        .with("rating", say(rating(report.score), language))
        .with("pages", report.pages)
        .with("seconds", decimal(seconds, language));
    text.say(language)
}

pub(super) fn counts(verdict: &Verdict, language: Locale) -> String {
    let count = |key: &'static str, level: &str| {
        Text::key(key).with("findings", verdict.report.count(level)).say(language)
    };
    let counts = [
        count("cli.audit-errors", "error"),
        count("cli.audit-warnings", "warning"),
        count("cli.audit-notices", "notice"),
    ];
    counts.join(", ")
}

/// What makes the audit incomplete.
pub(super) fn incomplete(verdict: &Verdict, language: Locale) -> Option<String> {
    let limit = verdict.report.about.ended_by?;
    let text = match limit {
        _ if verdict.is_interrupted() => Text::key("cli.audit-interrupted"),
        limit => Text::key("cli.audit-limit").with("limit", limit),
    };
    Some(text.say(language))
}

fn rating(score: i64) -> &'static str {
    match score {
        ..3_050 => "cli.audit-weak",
        3_050..7_050 => "cli.audit-fair",
        7_050..9_050 => "cli.audit-good",
        _ => "cli.audit-excellent",
    }
}

/// The findings of a level, by rule.
fn group(out: &mut String, verdict: &Verdict, level: &str, language: Locale) {
    let report = &verdict.report;
    let found: Vec<(&Found, Option<Change>)> =
        verdict.findings().filter(|(found, _)| found.level == level).collect();
    if found.is_empty() {
        return;
    }
    let title = match level {
        "error" => "cli.audit-group-errors",
        "warning" => "cli.audit-group-warnings",
        _ => "cli.audit-group-notices",
    };
    line(out, &format!("\n{}", say(title, language)));
    for of_rule in found.chunk_by(|(one, _), (other, _)| one.rule == other.rule) {
        let rule = &report.rules[of_rule[0].0.rule];
        line(out, &format!("  {} ({}): {}", plain(&rule.title), rule.id, of_rule.len()));
        for (found, change) in of_rule.iter().take(PLACES) {
            let mark = match change {
                Some(Change::New) => format!("{} ", say("cli.audit-mark-new", language)),
                _ => String::new(),
            };
            let at = found.url.as_deref().map(|url| format!("{}  ", plain(place(url, &report.about.origin))));
            line(out, &format!("    {mark}{}{}", at.unwrap_or_default(), plain(&found.what)));
        }
        if of_rule.len() > PLACES {
            let more = Text::key("cli.audit-more").with("findings", of_rule.len() - PLACES);
            line(out, &format!("    {}", more.say(language)));
        }
    }
}

fn fixed(verdict: &Verdict, language: Locale) -> String {
    let (mut out, Some(compared)) = (String::new(), &verdict.compared) else { return String::new() };
    if compared.fixed.is_empty() {
        return out;
    }
    line(&mut out, &format!("\n{}", say("cli.audit-group-fixed", language)));
    for known in compared.fixed.iter().take(FIXED) {
        let at = known.url.as_deref().unwrap_or_default();
        line(&mut out, &format!("  {} {}", plain(&known.rule), plain(at)));
    }
    if compared.fixed.len() > FIXED {
        let more = Text::key("cli.audit-more").with("findings", compared.fixed.len() - FIXED);
        line(&mut out, &format!("  {}", more.say(language)));
    }
    out
}

/// The rules that were not checked, by what they need.
fn unmeasured(verdict: &Verdict, language: Locale) -> String {
    let mut by_need: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in verdict.report.rules.iter().filter(|rule| rule.state == "needs") {
        *by_need.entry(&rule.reason).or_default() += 1;
    }
    if by_need.is_empty() {
        return String::new();
    }
    let needs: Vec<String> = by_need.iter().map(|(need, rules)| format!("{need} ({rules})")).collect();
    let text = Text::key("cli.audit-unmeasured")
        .with("rules", by_need.values().sum::<usize>())
        .with("needs", plain(&needs.join(", ")));
    format!("\n{}\n", text.say(language))
}

/// The comparison with the baseline, and whether the audit fails.
pub(super) fn tail(verdict: &Verdict, language: Locale) -> String {
    let mut out = String::new();
    if let Some(compared) = &verdict.compared {
        let text = Text::key("cli.audit-compared")
            .with("new", verdict.count(Change::New))
            .with("same", verdict.count(Change::Same))
            .with("fixed", compared.fixed.len());
        line(&mut out, &text.say(language));
        if !compared.unchecked.is_empty() {
            let text = Text::key("cli.audit-unchecked").with("findings", compared.unchecked.len());
            line(&mut out, &text.say(language));
        }
    }
    if verdict.fail_on.is_some() {
        let text = match verdict.failing() {
            0 => Text::key("cli.audit-passes"),
            failing => Text::key("cli.audit-fails").with("findings", failing),
        };
        line(&mut out, &text.say(language));
    }
    out
}

fn say(key: &'static str, language: Locale) -> String {
    Text::key(key).say(language)
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Hundredths as the language writes them, without a fraction of zeros.
pub(super) fn decimal(hundredths: i64, language: Locale) -> String {
    let (whole, rest) = (hundredths / 100, (hundredths % 100).abs());
    let fraction = format!("{rest:02}");
    match fraction.trim_end_matches('0') {
        "" => whole.to_string(),
        fraction => format!("{whole}{}{fraction}", language.pick('.', ',')),
    }
}

fn first_paragraph(text: &str) -> String {
    text.split('\n').find(|part| !part.trim().is_empty()).unwrap_or_default().trim().to_owned()
}

/// A text of a site or a pack without characters that control a terminal or turn the direction of writing.
fn plain(text: &str) -> String {
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_site_do_not_control_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\r\nc\u{202e}d\u{9b}1m"), "a [31mb  c d 1m");
        assert_eq!(plain("Zażółć\u{a0}…"), "Zażółć\u{a0}…");
    }

    #[test]
    fn points_have_no_needless_fraction() {
        assert_eq!(decimal(8_300, Locale::En), "83");
        assert_eq!(decimal(8_350, Locale::Pl), "83,5");
        assert_eq!(decimal(667, Locale::En), "6.67");
    }

    #[test]
    fn scores_are_rated_as_the_documentation_says() {
        let of = |points: i64| rating(points * 100);
        assert_eq!([of(0), of(30)], ["cli.audit-weak"; 2]);
        assert_eq!([of(31), of(70)], ["cli.audit-fair"; 2]);
        assert_eq!([of(71), of(90)], ["cli.audit-good"; 2]);
        assert_eq!([of(91), of(100)], ["cli.audit-excellent"; 2]);
    }
}
