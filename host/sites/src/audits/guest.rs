//! The check of one page for everyone: it is fetched and checked by the packs that every account has, and nothing of it is
//! stored.

use sitewright_crawler::address::{Rules, Scope as Hosts};
use sitewright_crawler::crawl::{Crawl, Settings, Sitemaps};
use sitewright_crawler::frontier::Limits;
use sitewright_crawler::gather::{self, Gatherer};
use sitewright_engine::Context;
use sitewright_engine::rules::{Finding, Pack, Rule, Scope as Sight};
use sitewright_facts::{Interned, Page as Facts, Tables};
use tokio::sync::Semaphore;

use super::packs::severity_of;
use super::{crawler, findings, rules, snippet};
use crate::catalogue::tools::{Tools, packs_of_everyone};
use crate::platform::prelude::*;

/// Checks from one address.
const MINUTELY: Limit = Limit::new(6, MINUTE);
/// Checks of all guests at a time. Audits of users do not wait for them.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// How long a guest waits for a place.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the site may take for all requests.
const LONGEST: Duration = Duration::from_secs(30);
/// The page and the redirects that lead to it.
const ADDRESSES: u32 = 6;

/// The page to check.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct WantedPage {
    /// Its address. `https://` may be left out.
    #[garde(length(chars, min = 1, max = 2_000))]
    #[schema(min_length = 1, max_length = 2_000)]
    pub url: String,
}

/// A page that was checked.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct CheckedPage {
    /// Its address, after redirects.
    pub url: String,
    pub status: u32,
    /// Its title; empty without one.
    pub title: String,
    /// Rules that one page is enough for.
    pub checked: usize,
    /// Errors first.
    pub findings: Vec<PageFinding>,
    /// Rules that need the whole site, or something that is not connected.
    pub not_checked: usize,
}

/// What a rule found on a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageFinding {
    pub rule: String,
    pub title: String,
    /// `error`, `warning` or `notice`.
    pub level: &'static str,
    /// What was found. Code is between backticks, here and in the texts below.
    pub what: String,
    pub why: String,
    pub fix: String,
    /// The part of the page that shows it, as code; empty if there is none.
    pub snippet: String,
}

/// Check one page
///
/// It needs no account, and nothing of it is stored. It obeys robots.txt.
#[utoipa::path(post, path = "/api/seo-check", tag = "audits", request_body = WantedPage, responses((status = 200, body = CheckedPage), (status = 429, description = "Too many checks from this address")))]
pub(super) async fn check_page(
    app: App,
    locale: Locale,
    parts: Parts,
    json::Valid(wanted): json::Valid<WantedPage>,
) -> Result<Json<CheckedPage>> {
    check(&app, locale, &parts, &wanted).await.map(Json)
}

/// Checks a page for the sender of a request.
///
/// Errors: 422 at `url` if there is no page to check, 429 above the limit of the sender, 503 if too many others wait.
pub async fn check(app: &App, locale: Locale, parts: &Parts, wanted: &WantedPage) -> Result<CheckedPage> {
    let url = address(&wanted.url)?;
    app.rates.count_from("seo-check", visit(parts)?.address, MINUTELY)?;
    let busy = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "audits.check-busy");
    let _place = tokio::time::timeout(PATIENCE, AT_ONCE.acquire()).await.map_err(|_| busy())?;
    let page = Arc::new(fetch(app, &url).await?);
    report(app, locale, &page).await
}

/// The address of a page of the web, without user and password.
fn address(typed: &str) -> Result<Url> {
    let typed = typed.trim();
    let text = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let url = Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.filter(|url| url.username().is_empty() && url.password().is_none());
    url.ok_or_else(|| refused(Text::key("validation.url")))
}

fn refused(text: Text) -> Problem {
    Problem::invalid_field("url", text)
}

/// The facts of the page to which an address leads.
async fn fetch(app: &App, url: &Url) -> Result<Tables> {
    let settings = Settings {
        rules: Rules { scope: Hosts::Domain, ..Rules::default() },
        limits: Limits { pages: ADDRESSES, ..Limits::default() },
        longest: Some(LONGEST),
        follows: false,
        sitemaps: Sitemaps::None,
        checks_resources: false,
        checks_externals: false,
        ..Settings::new(crawler::requests(&app.config))
    };
    let today = u32::try_from(Timestamp::now().day()).unwrap_or_default();
    let mut gatherer = Gatherer::new(&settings, url, today, &[], Tables::default());
    let parse = gather::parse(&settings, url, today);
    let crawl = Crawl::new(settings, url, parse);
    let mut crawl = crawl.map_err(|_| refused(Text::key("validation.url")))?;
    let (mut visited, mut texts) = (Tables::default(), Interned::default());
    while let Some(batch) = crawl.next().await {
        visited.append(&gatherer.take(batch).pages, &mut texts);
    }
    let view = visited.view();
    // Redirects are rows before the page to which they lead.
    let last = view.pages().filter(|page| page.role() == 0).last();
    let last = last.ok_or_else(|| refused(Text::key("audits.check-timed-out")))?;
    expect_page(last, url)?;
    Ok(visited.only(last.index() as usize))
}

/// Refuses an address at which there is no page, or none that may be read.
pub(super) fn expect_page(page: Facts<'_>, asked: &Url) -> Result<()> {
    let text = match page.failure() {
        _ if page.html() && page.location().is_empty() => return Ok(()),
        // More redirects than the crawl follows.
        "" if is_same_site(page.location(), asked) => Text::key("fetch.redirects"),
        "" if !page.location().is_empty() => {
            Text::key("audits.check-elsewhere").with("url", page.location().to_owned())
        }
        "" => Text::key("audits.check-no-page"),
        "robots" => Text::key("audits.check-disallowed"),
        "address-denied" => Text::key("fetch.private"),
        "timed-out" => Text::key("audits.check-timed-out"),
        _ => Text::key("fetch.unreachable"),
    };
    Err(refused(text))
}

fn is_same_site(location: &str, asked: &Url) -> bool {
    let host = asked.host_str().unwrap_or_default();
    Url::parse(location).is_ok_and(|to| Hosts::Domain.joins(host, to.host_str().unwrap_or_default()))
}

/// Whether a page alone shows if it breaks a rule.
fn is_of_page(rule: &Rule) -> bool {
    rule.scope == Sight::Page && rule.needs.is_empty()
}

/// What all packs find on the page.
async fn report(app: &App, locale: Locale, page: &Arc<Tables>) -> Result<CheckedPage> {
    let mut checked = of_page(page);
    let mut found = Vec::new();
    for pack in packs_of_everyone(app.part::<Tools>()).await? {
        let rules = pack.rules(locale).await?;
        let count = rules.rules.iter().filter(|rule| is_of_page(rule)).count();
        let checks = pack.plugin.checks(rules.clone(), "{}", Context::default());
        match checks.pages(page.clone()).await {
            Ok(findings) => {
                checked.checked += count;
                checked.not_checked += rules.rules.len() - count;
                found.extend(findings.findings.into_iter().map(|finding| (rules.clone(), finding)));
            }
            Err(error) => {
                tracing::warn!(pack = pack.id, %error, "a rule pack failed on the page of a guest");
                checked.not_checked += rules.rules.len();
            }
        }
    }
    found.sort_by_key(|(_, finding)| severity_of(finding.severity));
    let views = found.iter().filter_map(|(rules, finding)| view(rules, finding, page, locale));
    checked.findings = views.collect();
    Ok(checked)
}

fn of_page(page: &Tables) -> CheckedPage {
    let view = page.view();
    let facts = view.pages().next();
    facts.map_or_else(CheckedPage::default, |facts| CheckedPage {
        url: facts.url().to_owned(),
        status: facts.status(),
        title: facts.title().unwrap_or_default().to_owned(),
        ..CheckedPage::default()
    })
}

fn view(pack: &Pack, finding: &Finding, page: &Tables, locale: Locale) -> Option<PageFinding> {
    let rule = pack.rules.get(finding.rule as usize).filter(|rule| is_of_page(rule))?;
    let values: Map<String, Value> = serde_json::from_str(&finding.values).unwrap_or_default();
    let first =
        finding.evidence.first().and_then(|row| Some((pack.tables.get(row.table as usize)?, row.row)));
    Some(PageFinding {
        rule: rule.id.clone(),
        title: rule.title.clone(),
        level: rules::level(i64::from(severity_of(finding.severity))),
        what: findings::fill(rule, &values, locale),
        why: rule.why.clone(),
        fix: rule.fix.clone(),
        snippet: first.map(|(table, row)| snippet::of(&page.view(), table, row)).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_the_web() {
        let of = |typed| address(typed).map(|url| url.to_string()).ok();
        assert_eq!(of(" example.com/a ").as_deref(), Some("https://example.com/a"));
        assert_eq!(of("http://example.com").as_deref(), Some("http://example.com/"));
        for wrong in
            ["", "two words", "ftp://example.com/", "https://me:secret@example.com/", "mailto:a@example.com"]
        {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
