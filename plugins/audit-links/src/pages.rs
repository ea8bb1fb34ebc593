//! The links of one page.

use sitewright_sdk::rules::address::{Address, join};
use sitewright_sdk::rules::{Link, Page, Report, Settings, Severity};

use crate::{flags, leads, rel, report_links};

fn is_internal(link: &Link) -> bool {
    link.kind() == leads::SAME_SITE
}

/// Whether it leads to another registrable domain.
fn is_foreign(link: &Link) -> bool {
    link.kind() == leads::OTHER_SITE && link.flags() & flags::FOREIGN != 0
}

pub fn link_dead_end(page: &Page, _: &Settings, report: &mut Report) {
    let leads_on =
        |link: Link| link.kind() == leads::OTHER_SITE || (is_internal(&link) && link.url() != page.url());
    if page.is_document() && page.status() == 200 && !page.links().any(leads_on) {
        report.found();
    }
}

pub fn link_external_followed(page: &Page, _: &Settings, report: &mut Report) {
    let marks = rel::NOFOLLOW | rel::UGC | rel::SPONSORED;
    report_links(page, report, |link| is_foreign(link) && link.rel() & marks == 0);
}

pub fn link_noopener_missing(page: &Page, _: &Settings, report: &mut Report) {
    let marks = rel::NOOPENER | rel::NOREFERRER;
    report_links(page, report, |link| is_foreign(link) && link.new_tab() && link.rel() & marks == 0);
}

pub fn link_internal_nofollow(page: &Page, _: &Settings, report: &mut Report) {
    report_links(page, report, |link| is_internal(link) && link.rel() & rel::NOFOLLOW != 0);
}

pub fn link_http_on_https(page: &Page, _: &Settings, report: &mut Report) {
    if page.url().starts_with("https://") {
        report_links(page, report, |link| is_internal(link) && link.url().starts_with("http://"));
    }
}

/// Whether a host exists only on a computer or in its network.
fn is_local(host: &str) -> bool {
    let mut octets = host.split('.').map(|octet| octet.parse::<u8>());
    let octets = [octets.next(), octets.next(), octets.next(), octets.next(), octets.next()];
    let [Some(Ok(a)), Some(Ok(b)), Some(Ok(_)), Some(Ok(_)), None] = octets else {
        return host == "localhost" || host.ends_with(".localhost") || host == "[::1]";
    };
    matches!((a, b), (127 | 10, _) | (172, 16..=31) | (192, 168))
}

fn host_of(url: &str) -> &str {
    Address::of(url).map_or("", Address::host)
}

pub fn link_localhost(page: &Page, _: &Settings, report: &mut Report) {
    if !is_local(host_of(page.url())) {
        report_links(page, report, |link| is_local(host_of(link.url())));
    }
}

/// Whether the first label of a host names a test environment, alone or with a number.
fn is_staging(host: &str) -> bool {
    const NAMES: [&str; 6] = ["dev", "test", "stage", "staging", "preprod", "uat"];
    let label = host.split('.').next().unwrap_or_default();
    let name = label.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '-');
    NAMES.contains(&name)
}

pub fn link_staging_host(page: &Page, _: &Settings, report: &mut Report) {
    let own = host_of(page.url());
    let of_site =
        |link: &Link| matches!(link.kind(), leads::SAME_SITE | leads::OTHER_SITE) && !is_foreign(link);
    let links = || {
        page.links().filter(|link| {
            let host = host_of(link.url());
            of_site(link) && host != own && is_staging(host)
        })
    };
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let found = report.found().text("host", host_of(first.url())).number("count", links().count());
        found.text("url", first.url()).evidences(links());
    }
}

pub fn link_too_many(page: &Page, settings: &Settings, report: &mut Report) {
    const MAIN: u32 = 0;
    if !page.is_document() {
        return;
    }
    let is_own = |link: &Link| matches!(link.kind(), leads::SAME_SITE | leads::SAME_PAGE);
    let total = page.links().filter(|link| link.href().is_some()).count();
    let main = page.links().filter(|link| link.place() == MAIN && is_own(link)).count();
    let (main_limit, total_limit) = (settings.count("main"), settings.count("total"));
    if main <= main_limit as usize && total <= total_limit as usize {
        return;
    }
    let severity = if total > total_limit as usize { Severity::Warning } else { Severity::Notice };
    let found = report.found().severity(severity).number("main", main).number("total", total);
    found.number("main_limit", main_limit).number("total_limit", total_limit);
}

/// The campaign parameter of an address as it is written, in lower case.
fn campaign(href: &str) -> Option<String> {
    const NAMES: [&str; 10] =
        ["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid"];
    let (_, query) = href.split('#').next()?.split_once('?')?;
    let mut names = query.split('&').filter_map(|pair| pair.split('=').next()).map(str::to_ascii_lowercase);
    names.find(|name| name.starts_with("utm_") || NAMES.contains(&name.as_str()))
}

pub fn link_utm_internal(page: &Page, _: &Settings, report: &mut Report) {
    let is_own = |link: &Link| matches!(link.kind(), leads::SAME_SITE | leads::SAME_PAGE);
    let parameter = |link: &Link| link.href().filter(|_| is_own(link)).and_then(campaign);
    let links = || page.links().filter(|link| parameter(link).is_some());
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let url = join(page.url(), first.href().unwrap_or_default()).unwrap_or_default();
        let found = report.found().text("parameter", &parameter(&first).unwrap_or_default());
        found.number("count", links().count()).text("url", &url).evidences(links());
    }
}

#[cfg(test)]
mod tests {
    use super::{is_local, is_staging};

    #[test]
    fn hosts_of_computers_and_tests_are_known() {
        for host in
            ["localhost", "shop.localhost", "127.8.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "[::1]"]
        {
            assert!(is_local(host), "{host}");
        }
        for host in
            ["localhost.example", "172.32.0.9", "192.169.0.1", "10.example", "1.2.3.4", "127.0.0.1.example"]
        {
            assert!(!is_local(host), "{host}");
        }
        assert!(is_staging("dev2.site.example") && is_staging("staging-1.site.example"));
        assert!(!is_staging("testimonials.site.example") && !is_staging("developer.site.example"));
    }
}
