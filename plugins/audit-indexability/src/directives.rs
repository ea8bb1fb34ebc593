//! What a page tells crawlers in robots metas and in the header X-Robots-Tag.

use sitewright_sdk::rules::{Page, Report, Settings};
use sitewright_sdk::units::lower;

use crate::may_be_shown;

/// An instruction.
struct Directive {
    /// Where it is: "meta robots" or "X-Robots-Tag".
    source: String,
    /// Whom it is for; "*" for all crawlers.
    agent: String,
    /// In lower case and without spaces, such as "noindex" or "max-snippet:0".
    text: String,
}

/// Instructions that have a value.
const WITH_VALUE: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

impl Directive {
    fn is_for_google(&self) -> bool {
        matches!(self.agent.as_str(), "*" | "googlebot")
    }

    fn is(&self, names: &[&str]) -> bool {
        names.contains(&self.text.as_str())
    }
}

/// All instructions of a page.
fn all(page: &Page) -> Vec<Directive> {
    let mut all = Vec::new();
    for meta in page.metas().filter(|meta| meta.attribute() == 0) {
        let agent = match meta.name() {
            "robots" => "*",
            name if name.ends_with("bot") || name.starts_with("googlebot") => name,
            _ => continue,
        };
        for part in meta.content().split([',', ';']) {
            add(part, &["meta ", meta.name()].concat(), agent, &mut all);
        }
    }
    for header in page.headers().filter(|header| header.name() == "x-robots-tag") {
        let mut agent = "*".to_owned();
        for part in header.value().split(',') {
            let mut part = part.trim();
            if let Some((name, rest)) = part.split_once(':')
                && !WITH_VALUE.iter().any(|known| name.trim().eq_ignore_ascii_case(known))
            {
                agent = if name.eq_ignore_ascii_case("robots") { "*".to_owned() } else { lower(name.trim()) };
                part = rest;
            }
            add(part, "X-Robots-Tag", &agent, &mut all);
        }
    }
    all
}

/// Adds the words of a part, or a name with its value.
fn add(part: &str, source: &str, agent: &str, all: &mut Vec<Directive>) {
    let mut push = |text: String| {
        all.push(Directive { source: source.to_owned(), agent: agent.to_owned(), text });
    };
    match part.split_once(':') {
        Some((name, value)) => push([&lower(name.trim()), ":", &lower(value.trim())].concat()),
        // Google accepts spaces in place of commas.
        None => part.split_whitespace().for_each(|word| push(lower(word))),
    }
}

/// Reports the first instruction for Google that is one of these.
fn report_first(page: &Page, names: &[&str], report: &mut Report) {
    let all = all(page);
    if let Some(found) = all.iter().find(|directive| directive.is_for_google() && directive.is(names)) {
        report.found().text("source", &found.source).text("directive", &found.text);
    }
}

pub fn noindex_page(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.noindex() {
        report_first(page, &["noindex", "none"], report);
    }
}

pub fn nofollow_page(page: &Page, _: &Settings, report: &mut Report) {
    if may_be_shown(page) && page.nofollow() {
        report_first(page, &["nofollow"], report);
    }
}

pub fn nosnippet(page: &Page, _: &Settings, report: &mut Report) {
    if may_be_shown(page) {
        report_first(page, &["nosnippet", "max-snippet:0"], report);
    }
}

pub fn robots_meta_conflict(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let all = all(page);
    let conflict = all.iter().enumerate().find_map(|(place, first)| {
        let mut later = all[place + 1..].iter();
        Some((first, later.find(|second| first.agent == second.agent && excludes(first, second))?))
    });
    if let Some((first, second)) = conflict {
        let text = |directive: &Directive| [&directive.source, ": ", &directive.text].concat();
        report.found().text("first", &text(first)).text("second", &text(second));
    }
}

/// Whether two instructions for the same crawler contradict each other.
fn excludes(first: &Directive, second: &Directive) -> bool {
    const OPPOSITES: [(&[&str], &[&str]); 2] =
        [(&["index", "all"], &["noindex", "none"]), (&["follow", "all"], &["nofollow", "none"])];
    let opposite = OPPOSITES
        .iter()
        .any(|(one, other)| (first.is(one) && second.is(other)) || (first.is(other) && second.is(one)));
    let value = |directive: &Directive| {
        let (name, value) = directive.text.split_once(':')?;
        WITH_VALUE[1..].contains(&name).then(|| (name.to_owned(), value.to_owned()))
    };
    let differs = match (value(first), value(second)) {
        (Some((one, value)), Some((other, other_value))) => one == other && value != other_value,
        _ => false,
    };
    opposite || differs
}
