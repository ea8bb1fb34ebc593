//! Checks of structured data.

mod goods;
mod needs;
#[cfg(test)]
mod tests;
mod vocabulary;

use sitewright_sdk::json::Value;
use sitewright_sdk::pack;
use sitewright_sdk::rules::address::{Address, is_same_address};
use sitewright_sdk::rules::pages::{is_indexable, meta};
use sitewright_sdk::rules::structured::{blocks, each_item, each_top, is_of, types, values};
use sitewright_sdk::rules::{Data, Failure, Page, Report, Settings, Site};

use goods::{
    sd_merchant_policy_missing, sd_price_mismatch, sd_product_gtin_missing, sd_product_offer_missing,
};
use needs::{sd_rating_out_of_range, sd_recommended_missing, sd_required_missing};
use vocabulary::{is_in_family, sd_unknown_type};

pack! { category: "structured-data", tables: [headers, metas, data, prices] }

/// Characters of a block around an error.
const AROUND: usize = 40;
/// Folders of articles.
const FOLDERS: [&str; 7] = ["blog", "news", "articles", "aktualnosci", "poradnik", "wpis", "artykul"];

/// Whether an item of a page, or a value of one, fulfils a condition.
fn any_item(page: &Page, mut is: impl FnMut(&Value, &str) -> bool) -> bool {
    let mut found = false;
    for block in blocks(page) {
        each_item(&block, &mut |item, property| found |= is(item, property));
    }
    found
}

fn sd_missing(page: &Page, _: &Settings, report: &mut Report) {
    if is_indexable(page) && page.data().len() == 0 {
        report.found();
    }
}

/// The line and the column at the end of a parser's message.
fn place_of_error(message: &str) -> Option<(usize, usize)> {
    let (rest, column) = message.rsplit_once(" column ")?;
    let (_, line) = rest.rsplit_once("line ")?;
    Some((line.trim().parse().ok()?, column.trim().parse().ok()?))
}

/// The text of a line around a column, which counts bytes.
fn around(line: &str, column: usize) -> &str {
    let from = line.floor_char_boundary(column.saturating_sub(AROUND));
    let to = line.ceil_char_boundary(column.saturating_add(AROUND / 4));
    line[from..to.max(from)].trim()
}

fn sd_json_invalid(page: &Page, _: &Settings, report: &mut Report) {
    let broken = || page.data().filter(|data: &Data| !data.error().is_empty());
    let Some(data) = broken().next().filter(|_| page.is_document()) else { return };
    let (line, column) = place_of_error(data.error()).unwrap_or((1, 0));
    let text = data.json().split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let found = report.found().number("line", line).text("snippet", around(text, column));
    found.evidences(broken());
}

fn sd_breadcrumb_missing(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(address) = Address::of(page.url()).filter(|_| is_indexable(page)) else { return };
    let segments = address.segments().count() as u32;
    if segments >= settings.count("depth") && !any_item(page, |item, _| is_of(item, &["BreadcrumbList"])) {
        report.found().number("segments", segments);
    }
}

fn sd_organization_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    site.pages(&[site.home()?], |page| {
        let is_owner = |item: &Value, property: &str| {
            types(item).any(|name| is_in_family(name, 'o')) || property.is_empty() && is_of(item, &["Person"])
        };
        if page.is_document() && !any_item(&page, is_owner) {
            report.page(page.number()).text("url", page.url());
        }
    })
}

/// What shows that a page is an article.
fn sign_of_article(page: &Page) -> Option<&'static str> {
    if meta(page, "og:type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("article")) {
        return Some("og:type=article");
    }
    if meta(page, "article:published_time").is_some() {
        return Some("article:published_time");
    }
    let segments = Address::of(page.url())?.segments();
    let last = segments.clone().count().saturating_sub(1);
    let is_below = segments.take(last).any(|folder| FOLDERS.contains(&folder));
    (is_below && page.article()).then_some("<article>, <time>")
}

fn sd_article_missing(page: &Page, _: &Settings, report: &mut Report) {
    let Some(sign) = sign_of_article(page).filter(|_| is_indexable(page)) else { return };
    if !any_item(page, |item, _| types(item).any(|name| is_in_family(name, 'a'))) {
        report.found().text("sign", sign);
    }
}

/// The address that an item gives for its page and that is another one.
fn other_address<'v>(item: &'v Value, canonical: &str) -> Option<&'v str> {
    let own = [item.get("url"), item.get("@id"), item.get("mainEntityOfPage")];
    let own = own.into_iter().flat_map(values).map(|value| match value.members() {
        [] => value.text(),
        _ => value.get("@id").text(),
    });
    let mut addresses = own.filter(|address| Address::of_web(address).is_some());
    addresses.find(|address| !is_same_address(address, canonical))
}

fn sd_url_mismatch(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let canonical = if page.canonical().is_empty() { page.url() } else { page.canonical() };
    let blocks = blocks(page);
    for family in ['w', 'a', 'p'] {
        let mut main = Vec::new();
        for block in &blocks {
            each_top(block, &mut |item| {
                main.extend(types(item).find(|name| is_in_family(name, family)).map(|name| (name, item)));
            });
        }
        // Several of them are a list of other pages.
        let [(name, item)] = main[..] else { continue };
        if let Some(url) = other_address(item, canonical) {
            let found = report.found().text("type", name).text("url", url).text("canonical", canonical);
            found.evidences(page.data());
            return;
        }
    }
}
