//! Certificates and versions of TLS.

use sitewright_sdk::rules::{Failure, Host, Report, Settings, Severity, Site, UNKNOWN};

/// The versions that are out of use, by their bits in the table `hosts`.
const OLD: [(u32, &str); 2] = [(1, "TLS 1.0"), (2, "TLS 1.1")];

/// Calls `each` with the hosts whose certificate is known.
fn each_host(site: &Site, mut each: impl FnMut(&Host)) -> Result<(), Failure> {
    site.hosts().is("tls", 1).each(|host| each(&host))
}

/// A finding belongs to the site, which has one for all hosts.
struct Once(bool);

impl Once {
    fn take(&mut self) -> bool {
        std::mem::replace(&mut self.0, false)
    }
}

pub fn sec_cert_expired(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (today, mut once) = (settings.today(), Once(true));
    each_host(site, |host| {
        let is_over = host.not_after() != UNKNOWN && host.not_after() < today;
        if !(is_over || matches!(host.tls_error(), "expired" | "hostname" | "chain")) || !once.take() {
            return;
        }
        let problem = if host.tls_error().is_empty() { "expired" } else { host.tls_error() };
        let end = Some(host.not_after()).filter(|end| *end != UNKNOWN);
        report.site().text("host", host.host()).text("problem", problem).number("date", end.unwrap_or(0));
    })
}

pub fn sec_cert_expiring(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (today, mut once) = (settings.today(), Once(true));
    let (warning, notice) = (settings.count("warn_d"), settings.count("notice_d"));
    each_host(site, |host| {
        let Some(days) = host.not_after().checked_sub(today) else { return };
        let is_near =
            host.not_after() != UNKNOWN && host.tls_error().is_empty() && days < warning.max(notice);
        if is_near && once.take() {
            let severity = if days < warning { Severity::Warning } else { Severity::Notice };
            let found = report.site().severity(severity).text("host", host.host());
            found.number("date", host.not_after()).number("days", days);
        }
    })
}

pub fn sec_old_tls(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut once = Once(true);
    each_host(site, |host| {
        if host.protocols() == UNKNOWN {
            return;
        }
        let old = OLD.iter().filter(|(bit, _)| host.protocols() & bit != 0).map(|(_, name)| *name);
        let old: Vec<&str> = old.collect();
        if !old.is_empty() && once.take() {
            report.site().text("host", host.host()).text("versions", &old.join(", "));
        }
    })
}
