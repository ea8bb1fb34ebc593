//! The result as one HTML file without outside resources, for screens and for paper.

use super::text;
use super::verdict::{Change, Verdict};
use crate::cli::prelude::*;
use crate::platform::typography::glued_page;
use crate::sites::audits::offline::Found;

/// Places of each rule and level. The JSON has all of them.
const PLACES: usize = 500;
/// Steps of the plan.
const STEPS: usize = 5;
const STYLE: &str = include_str!("html.css");

pub(super) fn whole(verdict: &Verdict, language: Locale) -> String {
    let (report, mut body) = (&verdict.report, String::new());
    let title = Text::key("cli.audit-page-title").with("site", report.about.start.as_str()).say(language);
    element(&mut body, "h1", "", &title);
    element(&mut body, "p", "score", &text::score(verdict, language));
    element(&mut body, "p", "", &text::counts(verdict, language));
    if let Some(text) = text::incomplete(verdict, language) {
        element(&mut body, "p", "note", &text);
    }
    for (pack, why) in &report.about.failed_packs {
        let text = Text::key("cli.audit-pack-failed").with("pack", pack.as_str()).with("why", why.as_str());
        element(&mut body, "p", "note", &text.say(language));
    }
    for line in text::tail(verdict, language).lines() {
        element(&mut body, "p", "", line);
    }
    first(&mut body, verdict, language);
    for (level, key) in [
        ("error", "cli.audit-group-errors"),
        ("warning", "cli.audit-group-warnings"),
        ("notice", "cli.audit-group-notices"),
    ] {
        group(&mut body, verdict, level, key, language);
    }
    fixed(&mut body, verdict, language);
    let date = Text::key("cli.audit-page-date").with("date", report.about.began.rfc3339());
    element(&mut body, "footer", "", &date.say(language));
    let head = format!(
        "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{}</title><style>{STYLE}</style>",
        escaped(&title)
    );
    let (tag, body) = (language.tag(), glued_page(&body, language));
    format!("<!doctype html>\n<html lang=\"{tag}\"><head>{head}</head>\n<body>\n{body}</body></html>\n")
}

/// The first steps of the plan.
fn first(body: &mut String, verdict: &Verdict, language: Locale) {
    let mut steps = verdict.report.steps().take(STEPS).peekable();
    if steps.peek().is_none() {
        return;
    }
    element(body, "h2", "", &Text::key("cli.audit-first").say(language));
    body.push_str("<ol>\n");
    for rules in steps {
        body.push_str(&format!("<li>{}", marked(&text::step(rules, language).say(language))));
        if rules.len() > 1 {
            let parts: String =
                rules.iter().map(|rule| format!("<li>{}</li>", marked(&rule.title))).collect();
            body.push_str(&format!("\n<ul>{parts}</ul>"));
        }
        body.push_str("</li>\n");
    }
    body.push_str("</ol>\n");
}

/// The findings of a level, by rule.
fn group(body: &mut String, verdict: &Verdict, level: &str, key: &'static str, language: Locale) {
    let found: Vec<(&Found, Option<Change>)> =
        verdict.findings().filter(|(found, _)| found.level == level).collect();
    if found.is_empty() {
        return;
    }
    element(body, "h2", level, &Text::key(key).say(language));
    for of_rule in found.chunk_by(|(one, _), (other, _)| one.rule == other.rule) {
        let rule = &verdict.report.rules[of_rule[0].0.rule];
        body.push_str(&format!(
            "<details open><summary>{} <span class=\"count\">{}</span> <code>{}</code></summary>\n",
            marked(&rule.title),
            of_rule.len(),
            escaped(&rule.id)
        ));
        paragraphs(body, &rule.why);
        paragraphs(body, &rule.fix);
        body.push_str("<ul>\n");
        for (found, change) in of_rule.iter().take(PLACES) {
            place(body, found, *change, language);
        }
        body.push_str("</ul>\n");
        if of_rule.len() > PLACES {
            let more = Text::key("cli.audit-more").with("findings", of_rule.len() - PLACES);
            element(body, "p", "", &more.say(language));
        }
        body.push_str("</details>\n");
    }
}

fn place(body: &mut String, found: &Found, change: Option<Change>, language: Locale) {
    body.push_str("<li>");
    if change == Some(Change::New) {
        body.push_str(&format!("<b>{}</b> ", escaped(&Text::key("cli.audit-mark-new").say(language))));
    }
    if let Some(url) = &found.url {
        // Only addresses of the web are crawled, so that this is no script.
        let url = escaped(url);
        body.push_str(&format!("<a href=\"{url}\" rel=\"noreferrer nofollow\">{url}</a> "));
    }
    body.push_str(&marked(&found.what));
    for snippet in &found.snippets {
        body.push_str(&format!("<pre>{}</pre>", escaped(snippet)));
    }
    body.push_str("</li>\n");
}

fn fixed(body: &mut String, verdict: &Verdict, language: Locale) {
    let Some(compared) = verdict.compared.as_ref().filter(|compared| !compared.fixed.is_empty()) else {
        return;
    };
    element(body, "h2", "", &Text::key("cli.audit-group-fixed").say(language));
    body.push_str("<ul>\n");
    for known in compared.fixed.iter().take(PLACES) {
        let url = known.url.as_deref().unwrap_or_default();
        body.push_str(&format!("<li><code>{}</code> {}</li>\n", escaped(&known.rule), escaped(url)));
    }
    body.push_str("</ul>\n");
}

fn element(body: &mut String, name: &str, class: &str, text: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    body.push_str(&format!("<{name}{class}>{}</{name}>\n", escaped(text)));
}

fn paragraphs(body: &mut String, text: &str) {
    for part in text.split('\n').filter(|part| !part.trim().is_empty()) {
        body.push_str(&format!("<p>{}</p>\n", marked(part)));
    }
}

/// A text with code between backticks.
fn marked(text: &str) -> String {
    let parts = escaped(text);
    let mut all = String::with_capacity(parts.len());
    let mut pieces = parts.split('`').peekable();
    let mut is_code = false;
    while let Some(piece) = pieces.next() {
        match (is_code, pieces.peek()) {
            (true, Some(_)) => all.push_str(&format!("<code>{piece}</code>")),
            // A backtick without a second one.
            (true, None) => all.push_str(&format!("`{piece}")),
            (false, _) => all.push_str(piece),
        }
        is_code = !is_code;
    }
    all
}

fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => all.push_str("&amp;"),
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '"' => all.push_str("&quot;"),
            '\'' => all.push_str("&#39;"),
            letter if letter.is_control() => all.push(' '),
            letter => all.push(letter),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_code_is_marked() {
        assert_eq!(marked("Add `<title>` & more"), "Add <code>&lt;title&gt;</code> &amp; more");
        assert_eq!(marked("one ` alone"), "one ` alone");
        assert_eq!(
            escaped("<img src=\"x\" onerror='y'>"),
            "&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;"
        );
    }
}
