//! Rules of the site audit: addresses.

mod sessions;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::{decoded, path, query};
use sitewright_sdk::rules::links::state;
use sitewright_sdk::rules::{
    Failure, Page, Report, Settings, Severity, Site, UNKNOWN, is_indexable, letters,
};
use sitewright_sdk::stems::hash;

use sessions::session_of;

pack! { category: "url", tables: [links] }

/// Whether the path of a document contains something, which is then reported with the path.
fn report_path(page: &Page, report: &mut Report, is_wrong: impl FnOnce(&str) -> bool) {
    let path = path(page.url());
    if page.is_document() && is_wrong(path) {
        report.found().text("path", path);
    }
}

fn url_double_slash(page: &Page, _: &Settings, report: &mut Report) {
    report_path(page, report, |path| path.contains("//"));
}

fn url_space(page: &Page, _: &Settings, report: &mut Report) {
    report_path(page, report, |path| path.contains("%20") || path.contains(['+', ' ']));
}

fn url_underscore(page: &Page, _: &Settings, report: &mut Report) {
    report_path(page, report, |path| path.contains('_'));
}

fn url_uppercase(page: &Page, _: &Settings, report: &mut Report) {
    report_path(page, report, |path| {
        // The two digits after a percent sign are not letters.
        let mut parts = path.split('%');
        let first = parts.next().unwrap_or_default();
        let rests = parts.map(|part| part.get(2..).unwrap_or_default());
        std::iter::once(first).chain(rests).any(|part| part.bytes().any(|byte| byte.is_ascii_uppercase()))
    });
}

fn url_non_ascii(page: &Page, _: &Settings, report: &mut Report) {
    let encoded = path(page.url());
    let may_have = !encoded.is_ascii() || encoded.contains('%');
    if !may_have || !page.is_document() {
        return;
    }
    let path = decoded(encoded);
    let mut letters = String::new();
    for letter in path.chars().filter(|letter| !letter.is_ascii()) {
        if !letters.contains(letter) {
            letters.push(letter);
            letters.push(' ');
        }
    }
    if !letters.is_empty() {
        report.found().text("path", &path).text("chars", letters.trim_end());
    }
}

fn url_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let chars = letters(page.url());
    let (notice, warn) = (settings.count("notice"), settings.count("warn"));
    if page.is_document() && chars > notice.min(warn) {
        let severity = if chars > warn { Severity::Warning } else { Severity::Notice };
        let found = report.found().severity(severity).number("chars", chars);
        found.number("limit", if chars > warn { warn } else { notice });
    }
}

fn url_many_parameters(page: &Page, settings: &Settings, report: &mut Report) {
    let most = settings.count("params");
    let pairs = || query(page.url()).split('&').filter(|pair| !pair.is_empty());
    let count = pairs().count();
    if count > most as usize && is_indexable(page) {
        let names: Vec<&str> = pairs().map(|pair| pair.split('=').next().unwrap_or_default()).collect();
        let found = report.found().number("params", count).number("limit", most);
        found.text("names", &decoded(&names.join(", ")));
    }
}

fn url_repetitive_path(page: &Page, settings: &Settings, report: &mut Report) {
    let path = path(page.url());
    let parts = || {
        let parts = path.split('/');
        parts.filter(|part| !part.is_empty() && !part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let times = settings.count("times") as usize;
    let in_a_row = path.split('/').zip(path.split('/').skip(1));
    let in_a_row = in_a_row.filter(|(one, other)| one == other).map(|(one, _)| one);
    let doubled = in_a_row.into_iter().find(|one| parts().any(|part| part == *one));
    let repeated = || parts().find(|one| parts().filter(|part| part == one).count() >= times);
    if let (true, Some(segment)) = (page.is_document(), doubled.or_else(repeated)) {
        report.found().text("path", path).text("segment", segment);
    }
}

fn url_session_id(page: &Page, settings: &Settings, report: &mut Report) {
    /// The kind of a link to the same site.
    const SAME_SITE: u32 = 0;
    if !page.is_document() {
        return;
    }
    let length = settings.count("length") as usize;
    let found = page.links().filter(|link| link.kind() == SAME_SITE);
    let mut found = found.filter_map(|link| {
        let parameter = session_of(link.href().unwrap_or_default(), length)?;
        Some((link, parameter))
    });
    let all = found.clone();
    if let Some((link, parameter)) = found.next() {
        let values = report.found().text("url", link.href().unwrap_or_default()).text("parameter", parameter);
        values.number("count", all.clone().count()).evidences(all.map(|(link, _)| link));
    }
}

/// A page that answers, by the hash of its address without a slash at the end of the path.
struct Form {
    key: u64,
    has_slash: bool,
    number: u32,
    canonical: u32,
}

fn url_slash_inconsistent(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut forms = Vec::new();
    site.states().is("role", 0).is("status", 200).has("flags", state::HTML).each(|state| {
        let url = state.url();
        let end = url.find('?').unwrap_or(url.len());
        let (own, query) = url.split_at(end);
        if path(url) != "/" {
            let bare = own.strip_suffix('/').unwrap_or(own);
            let key = hash(bare) ^ hash(query).rotate_left(1);
            let (number, canonical) = (state.number(), state.canonical());
            forms.push(Form { key, has_slash: bare != own, number, canonical });
        }
    })?;
    forms.sort_unstable_by_key(|form| (form.key, form.has_slash));
    let is_named = |one: &Form, other: &Form| one.canonical != UNKNOWN && one.canonical == other.number;
    let pairs = forms.windows(2).filter_map(|pair| {
        let [bare, slash] = pair else { return None };
        let are_pair = bare.key == slash.key && !bare.has_slash && slash.has_slash;
        (are_pair && !is_named(bare, slash) && !is_named(slash, bare)).then_some([bare.number, slash.number])
    });
    let numbers: Vec<u32> = pairs.flatten().collect();
    let mut urls = Vec::new();
    site.pages(&numbers, |page| urls.push((page.number(), page.url().to_owned())))?;
    for pair in urls.windows(2) {
        let [(_, bare), (number, slash)] = pair else { continue };
        if path(slash).strip_suffix('/') == Some(path(bare)) {
            report.page(*number).text("url", slash).text("other", bare);
        }
    }
    Ok(())
}
