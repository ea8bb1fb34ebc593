//! Checks of encryption, of protective headers, and of what a server should not show.

mod exposed;
mod headers;
mod spam;
#[cfg(test)]
mod tests;
mod tls;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Form, Page, Report, Settings, Title};

use exposed::sec_exposed_file;
use headers::{
    sec_cookie_flags, sec_csp_missing, sec_frame_options_missing, sec_hsts_missing, sec_nosniff_missing,
    sec_referrer_policy_missing, sec_server_version,
};
use spam::sec_spam_injection;
use tls::{sec_cert_expired, sec_cert_expiring, sec_old_tls};

pack! {
    category: "security",
    tables: [headers, titles, metas, headings, links, images, resources, forms, hidden],
    probes: [
        "/.git/HEAD", "/.git/config", "/.svn/wc.db", "/.env", "/.env.production", "/.htpasswd", "/.DS_Store",
        "/wp-config.php.bak", "/wp-config.php~", "/wp-config.php.save", "/configuration.php.bak", "/backup.zip",
        "/backup.tar.gz", "/backup.sql", "/backup.sql.gz", "/dump.sql", "/db.sql", "/site.zip", "/phpinfo.php",
        "/id_rsa",
    ]
}

fn is_https(url: &str) -> bool {
    Address::of(url).is_some_and(|address| address.is_https())
}

fn is_http(url: &str) -> bool {
    Address::of(url).is_some_and(|address| address.is_http())
}

fn sec_http_page(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && is_http(page.url()) {
        report.found().text("url", page.url());
    }
}

fn sec_mixed_content(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() || !is_https(page.url()) {
        return;
    }
    // The image for shared links and icons are not parts of the page.
    let resources =
        || page.resources().filter(|resource| !matches!(resource.kind(), 6 | 7) && is_http(resource.url()));
    let images = || page.images().filter(|image| is_http(image.url()));
    let count = resources().count() + images().count();
    let first = resources().map(|resource| resource.url()).chain(images().map(|image| image.url())).next();
    if let Some(first) = first {
        let found = report.found().number("count", count).text("resource", first);
        found.evidences(resources()).evidences(images());
    }
}

fn sec_form_on_http(page: &Page, _: &Settings, report: &mut Report) {
    let count = page.forms().count();
    if page.is_document() && is_http(page.url()) && count > 0 {
        report.found().number("count", count).evidences(page.forms());
    }
}

fn sec_form_insecure_action(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() || !is_https(page.url()) {
        return;
    }
    let insecure = || page.forms().filter(|form: &Form| is_http(form.action()));
    if let Some(form) = insecure().next() {
        report.found().text("action", form.action()).evidences(insecure());
    }
}

fn sec_directory_listing(page: &Page, _: &Settings, report: &mut Report) {
    let is_listing = page.title().is_some_and(|title| title.starts_with("Index of /"));
    if page.is_document() && is_listing {
        report.found().text("url", page.url()).evidences(page.titles().find(|title: &Title| title.in_head()));
    }
}
