//! How the crawler is set for an audit.

use std::io;
use std::net::SocketAddr;

use sitewright_crawler::address::{Pattern, Rules, Scope};
use sitewright_crawler::crawl::{Settings as Crawl, Sitemaps};
use sitewright_crawler::fetch::{self, Network, PublicNetwork};
use sitewright_crawler::frontier::Limits;
use sitewright_crawler::gather;
use sitewright_crawler::pace;
use tokio::time::timeout;

use super::login;
use super::settings::Settings;
use super::store::Audit;
use crate::platform::fetch::{Names, Networks};
use crate::platform::prelude::*;

/// How long a start waits for the addresses of its host.
const LOOK_UP: Duration = Duration::from_secs(3);

/// Names and addresses that this server may call.
struct Reach {
    private: Networks,
    names: Names,
    /// A site whose own host may have a private address and any port.
    named: Option<Url>,
}

impl Network for Reach {
    fn allows(&self, host: &str, address: IpAddr) -> bool {
        let bare = |named: &Url| named.host_str().is_some_and(|own| own.trim_matches(['[', ']']) == host);
        self.private.allow_at(host, address) || self.named.as_ref().is_some_and(bare)
    }

    fn allows_port(&self, port: u16) -> bool {
        let is_named = self.named.as_ref().is_some_and(|named| named.port_or_known_default() == Some(port));
        is_named || PublicNetwork::default().allows_port(port)
    }

    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let found = self.names.addresses(name);
        Box::pin(
            async move { Ok(found.await?.into_iter().map(|address| SocketAddr::new(address, 0)).collect()) },
        )
    }
}

/// What rules may need and is there without a browser.
pub(super) fn connected(settings: &Settings) -> Vec<&'static str> {
    let other_sites = settings.other_sites.then_some("external");
    ["tls"].into_iter().chain(other_sites).collect()
}

/// How requests of this server are sent. Its name says where to read about it.
pub(super) fn requests(config: &Config) -> fetch::Settings {
    // The public pages of the audit can be hidden, those of the documentation cannot.
    let about = match config.public_url.as_deref() {
        Some(own) => format!("{}/docs/seo-audit", own.trim_end_matches('/')),
        None => env!("CARGO_PKG_REPOSITORY").to_owned(),
    };
    fetch::Settings {
        user_agent: format!("SitewrightBot/{} (+{about})", env!("CARGO_PKG_VERSION")),
        language: None,
        limits: fetch::Limits::default(),
        credentials: None,
        network: Arc::new(reach(config, None)),
        roots: Vec::new(),
    }
}

/// The same for a site that its owner names at the command line, on whatever network it is.
pub(super) fn requests_of(config: &Config, site: &Url) -> fetch::Settings {
    fetch::Settings { network: Arc::new(reach(config, Some(site.clone()))), ..requests(config) }
}

fn reach(config: &Config, named: Option<Url>) -> Reach {
    Reach { private: config.fetch_private.clone(), names: config.fetch_names.clone(), named }
}

/// How requests of an audit are sent: with the login of its site, if there is one.
pub(super) async fn signed_in(app: &App, audit: &Audit, start: &Url) -> Result<fetch::Settings> {
    Ok(fetch::Settings { credentials: login::of(app, audit, start).await?, ..requests(&app.config) })
}

/// Refuses an address whose host is only in private networks that this server may not call. The audit reports a name that
/// cannot be resolved.
///
/// Errors: 422 for the field `start`.
pub(super) async fn expect_allowed(config: &Config, start: &str) -> Result<()> {
    let Some(host) = Url::parse(start).ok().and_then(|url| url.host_str().map(str::to_owned)) else {
        return Ok(());
    };
    let network = reach(config, None);
    let Ok(Ok(found)) = timeout(LOOK_UP, network.look_up(&host)).await else { return Ok(()) };
    let is_denied = !found.is_empty() && !found.iter().any(|found| network.allows(&host, found.ip()));
    refuse_if(is_denied, || {
        Problem::invalid_field("start", Text::key("audits.start-private").with("host", host.as_str()))
    })
}

/// The settings of the crawl of an audit.
///
/// Errors: 422 for a pattern that is none.
pub(super) fn settings(
    requests: fetch::Settings,
    settings: &Settings,
    start: &Url,
    probes: Vec<String>,
) -> Result<Crawl> {
    let patterns = |field: &str, patterns: &[String]| {
        let parsed = patterns.iter().map(|pattern| Pattern::new(pattern));
        let parsed: std::result::Result<Vec<Pattern>, _> = parsed.collect();
        parsed.map_err(|_| Problem::invalid_field(field, Text::key("audits.pattern")))
    };
    let is_list = !settings.list.is_empty();
    Ok(Crawl {
        rules: Rules {
            scope: if settings.subdomains { Scope::Domain } else { Scope::HostVariants },
            include: patterns("include", &settings.include)?,
            exclude: patterns("exclude", &settings.exclude)?,
            ..Rules::default()
        },
        pace: pace::Settings { concurrency: settings.concurrency as usize, ..pace::Settings::default() },
        limits: Limits {
            pages: settings.pages,
            depth: u16::try_from(settings.depth).unwrap_or(u16::MAX),
            ..Limits::default()
        },
        longest: Some(Duration::from_secs(u64::from(settings.minutes) * 60)),
        obeys_robots: settings.robots,
        list: settings.list.clone(),
        follows: !is_list,
        sitemaps: if is_list { Sitemaps::None } else { Sitemaps::Guessed },
        checks_resources: settings.resources,
        checks_externals: settings.other_sites,
        probes: gather::probes(start, probes),
        ..Crawl::new(requests)
    })
}
