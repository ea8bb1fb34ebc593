//! Checks of what AI assistants can read.

mod answers;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Failure, Page, Report, Robots, Settings, Site};

use answers::ai_answer_not_upfront;

pack! { category: "ai-readiness", tables: [titles, headings, paragraphs, rendered] }

/// The crawlers of assistants.
const BOTS: [&str; 8] = [
    "GPTBot",
    "ChatGPT-User",
    "OAI-SearchBot",
    "ClaudeBot",
    "Claude-User",
    "anthropic-ai",
    "PerplexityBot",
    "Google-Extended",
];

fn ai_content_needs_js(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next().filter(|_| page.is_document()) else { return };
    if page.words() < settings.count("raw") && view.words() >= settings.count("rendered") {
        let found = report.found().number("raw_words", page.words());
        found.number("rendered_words", view.words()).evidence(&view);
    }
}

/// Whether the group that applies to a robot forbids the whole site.
fn is_blocked(robots: &Robots, bot: &str) -> bool {
    let names = |name: &str| robots.blocked().lines().any(|blocked| blocked.eq_ignore_ascii_case(name));
    let has_group = || {
        robots.text().lines().any(|line| {
            let line = &line[..line.find('#').unwrap_or(line.len())];
            line.split_once(':').is_some_and(|(name, value)| {
                name.trim().eq_ignore_ascii_case("user-agent") && value.trim().eq_ignore_ascii_case(bot)
            })
        })
    };
    names(bot) || names("*") && !has_group()
}

fn ai_crawler_blocked(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut is_reported = false;
    site.robots().each(|robots| {
        // A site that is closed to all has another problem.
        if is_reported || robots.blocked().is_empty() || is_blocked(&robots, "Googlebot") {
            return;
        }
        let bots: Vec<&str> = BOTS.into_iter().filter(|bot| is_blocked(&robots, bot)).collect();
        if !bots.is_empty() {
            is_reported = true;
            let host = Address::of(robots.url()).map_or(robots.url(), Address::host);
            report.site().text("host", host).text("bots", &bots.join(", "));
        }
    })
}

fn llms_txt_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const FILE: u32 = 3;
    site.probes().is("kind", FILE).each(|probe| {
        let is_page = probe.media_type().contains("html") || probe.start().trim_start().starts_with('<');
        if probe.path() == "/llms.txt" && (probe.end_status() != 200 || is_page) {
            report.site().text("url", probe.end_url()).number("status", probe.end_status());
        }
    })
}
