//! robots.txt, and what it keeps search engines from.

use sitewright_sdk::Decimal;
use sitewright_sdk::rules::links::{self, Numbers, kind, reference, state};
use sitewright_sdk::rules::{Failure, Report, Robots, Settings, Site};

const KIB: f64 = 1_024.0;

/// Calls `each` with the robots.txt of the host of the home page.
fn own(site: &Site, mut each: impl FnMut(Robots)) -> Result<(), Failure> {
    let home = site.url(site.home()?)?;
    site.robots().each(|robots| {
        if links::is_robots_of(&robots, &home) {
            each(robots);
        }
    })
}

fn has_rules(robots: &Robots) -> bool {
    (200..300).contains(&robots.status())
}

pub fn robots_txt_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    own(site, |robots| {
        if matches!(robots.status(), 404 | 410) {
            report.site().text("url", robots.url()).number("status", robots.status());
        }
    })
}

pub fn robots_txt_5xx(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    own(site, |robots| {
        let status = robots.status();
        if status == 0 && !robots.failure().is_empty() {
            report.site().text("url", robots.url()).text("cause", robots.failure());
        } else if status >= 500 {
            report.site().text("url", robots.url()).text("cause", &status.decimal());
        }
    })
}

pub fn robots_txt_too_large(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let most = (settings.number("kib") * KIB) as u32;
    own(site, |robots| {
        if has_rules(&robots) && robots.bytes() > most {
            report.site().number("size", robots.bytes()).number("limit", most);
        }
    })
}

pub fn robots_txt_no_sitemap(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    own(site, |robots| {
        // A line with an address that is not valid is one, too.
        if has_rules(&robots) && robots.sitemaps().is_empty() {
            report.site().text("url", robots.url());
        }
    })
}

pub fn robots_txt_invalid(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    own(site, |robots| {
        let problem = robots.problems().lines().next().filter(|_| has_rules(&robots));
        let mut parts = problem.into_iter().flat_map(|problem| problem.splitn(3, ' '));
        if let (Some(line), Some(_), Some(text)) = (parts.next(), parts.next(), parts.next())
            && let Ok(line) = line.parse::<u32>()
        {
            report.site().number("line", line).text("text", text);
        }
    })
}

pub fn robots_txt_blocks_all(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    own(site, |robots| {
        if !has_rules(&robots) {
            return;
        }
        let blocking = ["*", "Googlebot"].into_iter().find_map(|agent| {
            let (line, rule) = blocking(robots.text(), agent)?;
            Some((agent, line, rule))
        });
        if let Some((agent, line, rule)) = blocking {
            report.site().number("line", line).text("agents", agent).text("rule", rule);
        }
    })
}

/// The line that keeps a crawler from every page: number and text. All groups of the crawler are one.
fn blocking<'t>(text: &'t str, agent: &str) -> Option<(u32, &'t str)> {
    let (mut applies, mut has_rules, mut found) = (false, false, None);
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1u32..) {
        let rule = line.split('#').next().unwrap_or_default().trim();
        let Some((key, value)) = rule.split_once(':') else { continue };
        let (key, value) = (key.trim(), value.trim());
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("user-agent") {
            // Several names in a row begin one group.
            applies = (applies && !has_rules) || value.eq_ignore_ascii_case(agent);
            has_rules = false;
        } else if is("allow") || is("disallow") {
            has_rules = true;
            if applies && is("allow") && !value.is_empty() {
                return None;
            }
            if applies && is("disallow") && matches!(value, "/" | "/*" | "*") {
                found = found.or(Some((number, rule)));
            }
        }
    }
    found
}

pub fn robots_txt_blocks_resources(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (mut known, mut blocked) = (Numbers::default(), Vec::new());
    let used = site.references().within("kind", kind::IMAGE, kind::RESOURCE);
    let used = used.has("target_flags", state::DISALLOWED_GOOGLE).has("flags", reference::FROM_INDEXABLE);
    used.each(|reference| {
        if known.insert(reference.target()) {
            blocked.push((reference.target(), reference.source()));
        }
    })?;
    for (number, page) in blocked {
        let (rule, page) = (site.blocking_rule(number)?, site.url(page)?);
        report.page(number).text("rule", &rule).text("page", &page);
    }
    Ok(())
}

pub fn page_blocked_by_robots(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut blocked = Vec::new();
    site.states().is("role", 0).has("flags", state::DISALLOWED_GOOGLE).each(|state| {
        if state.followed() + state.nofollowed() > 0 {
            blocked.push((state.number(), state.from()));
        }
    })?;
    for (number, source) in blocked {
        let (rule, source) = (site.blocking_rule(number)?, site.url(source)?);
        report.page(number).text("rule", &rule).text("source", &source);
    }
    Ok(())
}

pub fn link_to_blocked_page(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let links = site.references().is("kind", kind::LINK).has("target_flags", state::DISALLOWED_GOOGLE);
    let links = links.has_not("flags", reference::NOFOLLOW | reference::OTHER_SITE);
    links.by_source(|source, links| {
        let target = links[0].target;
        let (url, rule) = (site.url(target)?, site.blocking_rule(target)?);
        let found = report.page(source).text("url", &url).text("rule", &rule);
        found.links(links.iter().map(|link| link.row));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::blocking;

    #[test]
    fn groups_of_one_crawler_are_one() {
        let text = "User-agent: a\nUser-agent: Googlebot # ours\nDisallow: /x\n\nUser-agent: googlebot\nDisallow: /\n";
        assert_eq!(blocking(text, "Googlebot"), Some((6, "Disallow: /")));
        assert_eq!(blocking(text, "*"), None);
        assert_eq!(blocking(&[text, "Allow: /y\n"].concat(), "Googlebot"), None);
        assert_eq!(blocking("User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /", "*"), None);
    }
}
