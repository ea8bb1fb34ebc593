//! What is known of the hosts of a site.

use std::collections::HashMap;

use sitewright_facts::{NewHost, Tables, UNKNOWN};
use url::Url;

use crate::fetch::{Failure, FailureKind, Reply, Version};
use crate::frontier::Kind;

use super::Gatherer;

/// Seconds of a day.
const DAY: i64 = 86_400;
/// Pages at the start of a crawl that show whether a firewall stops it.
const FIRST_PAGES: u32 = 50;

/// Titles of pages that a firewall shows instead of the page.
const CHALLENGES: [&str; 5] =
    ["Just a moment", "Attention Required", "Access denied", "Checking your browser", "Security check"];

const TLS_ERRORS: [(FailureKind, &str); 4] = [
    (FailureKind::TlsExpired, "expired"),
    (FailureKind::TlsWrongHost, "hostname"),
    (FailureKind::TlsUntrusted, "chain"),
    (FailureKind::Tls, "handshake"),
];

/// A host of the site.
#[derive(Debug, Default)]
pub(super) struct Host {
    tls: bool,
    tls_error: &'static str,
    not_after: Option<i64>,
    is_http2: bool,
    fetched: u32,
    failed: u32,
    challenged: u32,
}

impl Gatherer {
    /// The hosts of an earlier part of the crawl.
    pub(super) fn hosts_of(around: &Tables) -> HashMap<String, Host> {
        let host = |row: sitewright_facts::Host<'_>| {
            let errors = TLS_ERRORS.iter().map(|(_, error)| *error);
            let known = Host {
                tls: row.tls(),
                tls_error: errors.chain([""]).find(|error| *error == row.tls_error()).unwrap_or_default(),
                not_after: Some(row.not_after())
                    .filter(|day| *day != UNKNOWN)
                    .map(|day| i64::from(day) * DAY),
                is_http2: row.protocols() != UNKNOWN && row.protocols() > 0,
                fetched: row.fetched(),
                failed: row.failed(),
                challenged: row.challenged(),
            };
            (row.host().to_owned(), known)
        };
        around.view().hosts().map(host).collect()
    }

    pub(super) fn host_of(&mut self, url: &str) -> Option<&mut Host> {
        let url = Url::parse(url).ok()?;
        let name = match (url.host_str()?, url.port()) {
            (host, Some(port)) => format!("{host}:{port}"),
            (host, None) => host.to_owned(),
        };
        let host = self.hosts.entry(name).or_default();
        host.tls |= url.scheme() == "https";
        Some(host)
    }

    pub(super) fn note_reply(&mut self, url: &str, reply: &Reply, title: &str) {
        let is_first = self.pages <= FIRST_PAGES;
        let Some(host) = self.host_of(url) else { return };
        host.fetched += 1;
        host.failed += u32::from(reply.status >= 500);
        host.is_http2 |= reply.version == Version::Http2;
        host.not_after = host.not_after.or(reply.certificate_until);
        let is_refused = matches!(reply.status, 403 | 503);
        let challenged =
            reply.headers.contains_key("cf-mitigated") || CHALLENGES.iter().any(|text| title.contains(text));
        host.challenged += u32::from(is_first && is_refused && challenged);
    }

    pub(super) fn note_failure(&mut self, url: &str, kind: Kind, failure: &Failure) {
        let error = TLS_ERRORS.iter().find(|(kind, _)| *kind == failure.kind).map_or("", |(_, error)| *error);
        if kind == Kind::Page
            && let Some(host) = self.host_of(url)
        {
            host.fetched += 1;
            if !error.is_empty() {
                host.tls_error = error;
            }
        }
    }

    pub(super) fn write_hosts(&mut self) {
        self.around.hosts.clear();
        let mut hosts: Vec<(&String, &Host)> = self.hosts.iter().collect();
        hosts.sort_unstable_by_key(|(name, _)| *name);
        for (name, host) in hosts {
            NewHost {
                host: name,
                tls: host.tls,
                tls_error: host.tls_error,
                not_after: host.not_after.and_then(|end| u32::try_from(end / DAY).ok()).unwrap_or(UNKNOWN),
                protocols: if host.tls { u32::from(host.is_http2) * 16 } else { UNKNOWN },
                fetched: host.fetched,
                failed: host.failed,
                challenged: host.challenged,
                ..NewHost::default()
            }
            .push(&mut self.around.hosts);
        }
    }
}
