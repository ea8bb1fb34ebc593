//! An audit without a server, an account and a database: one site is crawled and checked at once, and the result is kept in
//! memory. The facts of pages are in a temporary file until the site as a whole is checked.

mod report;
mod spool;

use std::pin::{Pin, pin};

use sitewright_crawler::crawl::{Crawl, End};
use sitewright_crawler::frontier::{Address, Found as Way};
use sitewright_crawler::gather::{self, Gathered, Gatherer};
use sitewright_crawler::site::Site;
use sitewright_engine::Plugin;
use sitewright_facts::{Page as Facts, Tables};

use super::guest::expect_page;
use super::packs::{Numbered, Packs};
use super::settings::{self, Settings};
use super::site::{self, Crawled};
use super::{crawler, store};
use crate::catalogue::tools::{RulePack, Tools, packs_of_everyone};
use crate::platform::prelude::*;

use report::{About, Findings};
pub use report::{Found, Report, RuleReport, place};
pub use sitewright_crawler::fetch::Credentials;
use spool::Spool;

/// Pages of such an audit at most: its findings are kept in memory.
pub const MOST_PAGES: u32 = 50_000;

/// What to audit.
pub struct Order {
    /// Where the crawl starts. Its host may have a private address, because the caller names it.
    pub start: Url,
    pub settings: Settings,
    pub credentials: Option<Credentials>,
    /// Rule packs besides the built-in ones, by id. One with the id of a built-in pack takes its place.
    pub packs: BTreeMap<String, Plugin>,
    /// The language of the texts.
    pub locale: Locale,
}

/// How far an audit is.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Rule packs are prepared.
    Preparing,
    /// Pages read and found so far, and pages of a second.
    Reading { read: u64, found: u64, per_second: f64 },
    /// The site as a whole is checked.
    Checking,
}

/// Audits a site. When `stop` completes, the audit ends with what was found so far; rules about the site as a whole are
/// then not checked, because they would miss pages.
///
/// Errors: 422 for settings that are not valid, and at `url` if there is no page to audit; 500 if no rule pack can be used.
pub async fn audit(
    config: &Config,
    tools: &Tools,
    order: &Order,
    tell: impl Fn(Step),
    stop: impl Future<Output = ()>,
) -> Result<Report> {
    let Order { start, settings, locale, .. } = order;
    json::check_as(settings, *locale, || serde_json::to_value(settings).unwrap_or_default())?;
    settings::check(settings)?;
    tell(Step::Preparing);
    let connected = crawler::connected(settings);
    let (mut described, mut failed) = (Vec::new(), Vec::new());
    let mut packs = packs_of_everyone(tools).await?;
    packs.retain(|pack| !order.packs.contains_key(&pack.id));
    packs.extend(order.packs.iter().map(|(id, plugin)| RulePack::given(tools, id, plugin)));
    for pack in packs {
        match pack.rules(*locale).await {
            Ok(rules) => described.push((pack, rules)),
            Err(problem) => failed.push((pack.id, reason(&problem))),
        }
    }
    if let (true, Some((pack, why))) = (described.is_empty(), failed.first()) {
        return Err(Problem::internal(anyhow::anyhow!("no rule pack can be used; {pack}: {why}")));
    }
    let (packs, rules) = Packs::of(described, settings, &connected, &[])?;
    let mut work = Work::begin(config, order, &packs, &rules, &connected).await?;
    let mut stop = pin!(stop);
    let is_complete = work.crawl(&tell, stop.as_mut()).await?;
    work.expect_pages(start)?;
    if is_complete {
        tell(Step::Checking);
    }
    let mut report = work.finish(is_complete, stop).await?;
    report.about.failed_packs.extend(failed);
    Ok(report)
}

/// What went wrong, for the developer of a pack.
fn reason(problem: &Problem) -> String {
    problem.cause().map_or_else(|| problem.to_string(), |cause| format!("{cause:#}"))
}

/// An audit that is running.
struct Work<'a> {
    order: &'a Order,
    packs: &'a Packs,
    crawl: Crawl<Tables>,
    gatherer: Gatherer,
    spool: Spool,
    addresses: Addresses,
    findings: Findings<'a>,
    began: Timestamp,
}

/// What is known of addresses besides the facts of pages.
#[derive(Default)]
struct Addresses {
    /// Address, role and way of each number.
    found: BTreeMap<u32, (Box<str>, u8, u8)>,
    /// Pages that sitemaps list, and when they changed.
    listed: Vec<u32>,
    changed: Vec<(u32, u32)>,
    /// The start, or the address to which it leads.
    first: Option<Tables>,
    /// Whether this is a page.
    is_led: bool,
    /// Whether a page was read.
    has_page: bool,
}

impl<'a> Work<'a> {
    async fn begin(
        config: &Config,
        order: &'a Order,
        packs: &'a Packs,
        rules: &'a [Numbered],
        connected: &[&str],
    ) -> Result<Self> {
        let Order { start, settings, credentials, locale, .. } = order;
        let mut requests = match is_private(config, start).await {
            true => crawler::requests_of(config, start),
            false => crawler::requests(config),
        };
        requests.credentials.clone_from(credentials);
        let settings = crawler::settings(requests, settings, start, packs.probes())?;
        let began = Timestamp::now();
        let today = u32::try_from(began.day()).unwrap_or_default();
        let gatherer = Gatherer::new(&settings, start, today, connected, Tables::default());
        let parse = gather::parse(&settings, start, today);
        let crawl = Crawl::new(settings, start, parse);
        let crawl = crawl.map_err(|_| refused(Text::key("validation.url")))?;
        let spool = Spool::new().map_err(Problem::internal)?;
        let findings = Findings::new(rules, *locale);
        let addresses = Addresses::default();
        Ok(Self { order, packs, crawl, gatherer, spool, addresses, findings, began })
    }

    /// Reads and checks pages. False if it was stopped.
    async fn crawl(
        &mut self,
        tell: &impl Fn(Step),
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool> {
        let mut is_stopped = false;
        loop {
            let batch = tokio::select! {
                batch = self.crawl.next() => batch,
                () = &mut stop, if !is_stopped => {
                    is_stopped = true;
                    self.crawl.handle().cancel();
                    continue;
                }
            };
            let Some(batch) = batch else { return Ok(false) };
            let gathered = self.gatherer.take(batch);
            let (progress, end) = (gathered.progress, gathered.end);
            self.take(gathered).await?;
            tell(Step::Reading {
                read: progress.visited,
                found: progress.found,
                per_second: progress.per_second,
            });
            if let Some(end) = end {
                return Ok(end != End::Cancelled);
            }
        }
    }

    async fn take(&mut self, gathered: Gathered) -> Result<()> {
        let Gathered { found, pages, listed, changed, .. } = gathered;
        let address = |address: &Address| {
            let (role, way) = (gather::role(address.kind) as u8, gather::way(address.found) as u8);
            (address.number, (address.url.clone(), role, way))
        };
        self.addresses.found.extend(found.iter().map(address));
        self.addresses.listed.extend(listed);
        self.addresses.changed.extend(changed);
        if pages.pages.is_empty() {
            return Ok(());
        }
        let pages = Arc::new(pages);
        pages.view().pages().for_each(|page| self.addresses.note(page, &pages));
        let rows = self.packs.check_pages(&pages).await;
        self.findings.add_pages(&pages, &rows);
        let packed = blocking(move || site::packed(&pages)).await??;
        self.spool.push(&packed).map_err(Problem::internal)
    }

    /// Refuses a site without any page.
    fn expect_pages(&self, start: &Url) -> Result<()> {
        if self.addresses.has_page {
            return Ok(());
        }
        let timed_out = || refused(Text::key("audits.check-timed-out"));
        let first = self.addresses.first.as_ref().ok_or_else(timed_out)?;
        let view = first.view();
        let page = view.pages().next().ok_or_else(timed_out)?;
        expect_page(page, start)?;
        Err(refused(Text::key("fetch.status").with("status", page.status())))
    }

    async fn finish(mut self, is_complete: bool, stop: Pin<&mut impl Future<Output = ()>>) -> Result<Report> {
        let spool = std::mem::take(&mut self.spool);
        let around = self.gatherer.around().clone();
        let addresses = std::mem::take(&mut self.addresses);
        let origin = addresses.origin(&self.order.start);
        let crawled = blocking(move || crawled(around, addresses, spool)).await??;
        let mut is_complete = is_complete;
        if is_complete {
            tokio::select! {
                rows = self.packs.check_site(&crawled) => {
                    let site = crawled.clone();
                    let findings = &mut self.findings;
                    findings.add_site(&site, rows).await?;
                }
                () = stop => is_complete = false,
            }
        }
        let failures = self.packs.failures().map(|(pack, why)| (pack.to_owned(), why.to_owned()));
        let limit = Some(self.gatherer.limit()).filter(|limit| !limit.is_empty());
        let took = Timestamp::now().0.saturating_sub(self.began.0);
        let about = About {
            start: self.order.start.to_string(),
            origin,
            began: self.began,
            took: Duration::from_millis(u64::try_from(took).unwrap_or_default()),
            ended_by: if is_complete { limit } else { Some(report::INTERRUPTED) },
            failed_packs: failures.collect(),
        };
        Ok(self.findings.report(crawled.site(), about))
    }
}

impl Addresses {
    /// The server of the site, after redirects of the start.
    fn origin(&self, start: &Url) -> String {
        let first = self.first.as_ref().filter(|_| self.is_led);
        let first = first.and_then(|first| Url::parse(first.view().pages().next()?.url()).ok());
        first.unwrap_or_else(|| start.clone()).origin().ascii_serialization()
    }

    fn note(&mut self, page: Facts<'_>, pages: &Tables) {
        if page.role() != 0 {
            return;
        }
        let is_page = page.html() && page.location().is_empty() && page.status() < 400;
        let way = gather::found(page.found());
        if !self.is_led && matches!(way, Way::Start | Way::Redirect) {
            self.first = Some(pages.only(page.index() as usize));
            self.is_led = is_page;
        }
        self.has_page |= is_page;
    }
}

/// The site of a crawl that has ended.
fn crawled(around: Tables, addresses: Addresses, spool: Spool) -> Result<Crawled> {
    let (mut site, mut batches) = (Site::new(around), Vec::new());
    for batch in 0..spool.len() {
        let number = batch as i64;
        let tables = site::unpacked(&site::Source::packed(&spool, number)?)?;
        tables.view().pages().for_each(|page| site::note(&mut batches, page.number(), number));
        site.add(&tables.view());
    }
    let is_read = |number: u32| batches.get(number as usize).is_some_and(|batch| *batch != store::LEFT_OUT);
    for (number, (url, role, way)) in &addresses.found {
        if !is_read(*number) {
            site.add_unfetched(*number, url, *role, *way, 0);
        }
    }
    addresses.listed.iter().for_each(|number| site.mark_listed(*number));
    addresses.changed.iter().for_each(|(number, day)| site.mark_changed(*number, *day));
    site.finish();
    Ok(Crawled::of(site, batches, spool))
}

/// Whether the host of a site is not on the public internet now. Only then may it have a private address later.
async fn is_private(config: &Config, start: &Url) -> bool {
    let host = start.host_str().unwrap_or_default();
    let host = host.trim_matches(['[', ']']);
    let addresses = match host.parse::<IpAddr>() {
        Ok(address) => vec![address],
        Err(_) => config.fetch_names.addresses(host).await.unwrap_or_default(),
    };
    addresses.into_iter().any(|address| !sitewright_crawler::fetch::is_public(address))
}

fn refused(text: Text) -> Problem {
    Problem::invalid_field("url", text)
}
