//! How the crawler is set for an audit.

use std::io;
use std::net::SocketAddr;

use sitewright_crawler::address::{Pattern, Rules, Scope};
use sitewright_crawler::crawl::{Settings as Crawl, Sitemaps};
use sitewright_crawler::fetch::{self, Network};
use sitewright_crawler::frontier::Limits;
use sitewright_crawler::gather;
use sitewright_crawler::pace;

use super::render;
use super::settings::Settings;
use super::store::Audit;
use crate::platform::fetch::{Names, Networks};
use crate::platform::prelude::*;

/// Names and addresses that this server may call.
struct Reach {
    private: Networks,
    names: Names,
}

impl Network for Reach {
    fn allows(&self, _: &str, address: IpAddr) -> bool {
        self.private.allow(address)
    }

    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let found = self.names.addresses(name);
        Box::pin(
            async move { Ok(found.await?.into_iter().map(|address| SocketAddr::new(address, 0)).collect()) },
        )
    }
}

/// What rules may need and is there.
pub(super) fn connected(app: &App, settings: &Settings) -> Vec<&'static str> {
    let other_sites = settings.other_sites.then_some("external");
    let browser = render::is_on(app, settings).then_some(render::NEED);
    ["tls"].into_iter().chain(other_sites).chain(browser).collect()
}

/// How requests of this server are sent. Its name says where to read about it.
pub(super) fn requests(app: &App) -> fetch::Settings {
    let about = app.config.public_url.as_deref().unwrap_or(env!("CARGO_PKG_REPOSITORY"));
    let about = about.trim_end_matches('/');
    fetch::Settings {
        user_agent: format!("SitewrightBot/{} (+{about}/seo-audit)", env!("CARGO_PKG_VERSION")),
        language: None,
        limits: fetch::Limits::default(),
        credentials: None,
        network: Arc::new(Reach {
            private: app.config.fetch_private.clone(),
            names: app.config.fetch_names.clone(),
        }),
        roots: Vec::new(),
    }
}

/// The settings of the crawl of an audit.
///
/// Errors: 422 for a pattern that is none.
pub(super) fn settings(app: &App, audit: &Audit, start: &Url, probes: Vec<String>) -> Result<Crawl> {
    let settings = &audit.settings;
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
        ..Crawl::new(requests(app))
    })
}
