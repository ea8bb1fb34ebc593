//! Rules of the site audit: redirects.

mod chains;
mod site;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::{Address, join, normal};
use sitewright_sdk::rules::{Meta, Page, Report, Settings, known};

use chains::{redirect_broken, redirect_chain, redirect_loop};
use site::{
    redirect_http_to_https_missing, redirect_internal, redirect_mass_to_home, redirect_slash_or_case,
};

pack! { category: "redirects", tables: [metas, links, rendered, known] }

fn redirect_https_to_http(page: &Page, _: &Settings, report: &mut Report) {
    let is_own = page.role() == 0 && page.url().starts_with("https://");
    if is_own && page.location().starts_with("http://") {
        report.found().text("target", page.location());
    }
}

/// The target of a meta refresh, and its delay in seconds.
fn refresh(page: &Page, meta: &Meta) -> Option<(String, u32)> {
    const HTTP_EQUIV: u32 = 2;
    if meta.attribute() != HTTP_EQUIV || meta.name() != "refresh" {
        return None;
    }
    let (delay, rest) = meta.content().split_once([';', ',', ' '])?;
    let rest = rest.trim_start_matches([';', ',', ' ']);
    let target = match rest.get(..3) {
        Some(start) if start.eq_ignore_ascii_case("url") => rest[3..].trim_start().strip_prefix('=')?,
        _ => rest,
    };
    let target = join(page.url(), target.trim().trim_matches(['\'', '"']))?;
    // A delay may have a fraction.
    let seconds = delay.trim().split('.').next()?.parse().unwrap_or(0);
    (target != page.url()).then_some((target, seconds))
}

fn redirect_meta_refresh(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let found = page.metas().find_map(|meta| Some((meta, refresh(page, &meta)?)));
    if let Some((meta, (target, seconds))) = found {
        report.found().text("target", &target).number("seconds", seconds).evidence(&meta);
    }
}

fn redirect_js(page: &Page, _: &Settings, report: &mut Report) {
    let Some(rendered) = page.rendered().next().filter(|_| page.is_document()) else { return };
    let (shown, own) = (normal(rendered.url()), normal(page.url()));
    let place = |url: &str| url.split('?').next().map(str::to_owned);
    if Address::of(&shown).is_some() && place(&shown) != place(&own) {
        report.found().text("target", &shown).evidence(&rendered);
    }
}

fn is_temporary(status: i64) -> bool {
    matches!(status, 302 | 303 | 307)
}

fn redirect_temporary(page: &Page, settings: &Settings, report: &mut Report) {
    if page.role() != 0 || page.location().is_empty() || !is_temporary(page.status().into()) {
        return;
    }
    let Some(history) = known(page, "history") else { return };
    let statuses = history.get("statuses").list().iter();
    let before =
        statuses.take_while(|status| status.count().is_some_and(|status| is_temporary(status.into())));
    let crawls = 1 + before.count() as u32;
    if crawls >= settings.count("crawls") {
        let found = report.found().text("target", page.location()).number("status", page.status());
        found.number("crawls", crawls);
    }
}
