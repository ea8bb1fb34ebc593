//! Checks of the pages of shops.

#[cfg(test)]
mod tests;

use sitewright_sdk::json::Value;
use sitewright_sdk::pack;
use sitewright_sdk::rules::pages::is_indexable;
use sitewright_sdk::rules::structured::{GOODS, blocks, each_item, each_top, is_of, short};
use sitewright_sdk::rules::{Failure, Page, Report, Settings, Site, UNKNOWN, known};

pack! { category: "ecommerce", tables: [hints, data, known] }

/// The types of lists of goods.
const LISTS: [&str; 3] = ["CollectionPage", "ItemList", "OfferCatalog"];
/// Values of `availability` that mean that the product cannot be bought.
const GONE: [&str; 3] = ["OutOfStock", "SoldOut", "Discontinued"];
/// The kind of groups of pages with nearly the same description of a product.
const ALIKE: u32 = 5;

/// Whether the connected shop knows the page as an item of this kind.
fn is_in_shop(page: &Page, kind: &str) -> bool {
    known(page, "shop").is_some_and(|item| item.get("kind").text() == kind)
}

/// Whether the page is that of one product.
fn is_product(page: &Page) -> bool {
    let mut count = 0;
    for block in blocks(page) {
        each_top(&block, &mut |item| count += u32::from(is_of(item, GOODS)));
    }
    count == 1 || is_in_shop(page, "product")
}

fn is_category(page: &Page) -> bool {
    let mut is_list = is_in_shop(page, "category");
    for block in blocks(page) {
        each_item(&block, &mut |item, _| is_list |= is_of(item, &LISTS));
    }
    is_list && !is_product(page)
}

/// Whether the page is a further one of a list.
fn is_further(page: &Page) -> bool {
    let path = page.url();
    let number = |name: &str| {
        let rest = path.find(name).map(|at| &path[at + name.len()..]).unwrap_or_default();
        let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap_or(0_u32)
    };
    ["/page/", "/strona/", "?page=", "&page=", "?p=", "&p=", "?strona=", "&strona="]
        .iter()
        .any(|name| number(name) > 1)
        || page.hints().any(|hint| hint.rel().split_ascii_whitespace().any(|rel| rel == "prev"))
}

fn ecom_category_without_text(page: &Page, settings: &Settings, report: &mut Report) {
    let limit = settings.count("words");
    let words = page.words().saturating_sub(page.card_words());
    let is_short = page.cards() >= settings.count("products") && words < limit;
    if is_short && is_indexable(page) && is_category(page) && !is_further(page) {
        report.found().number("words", words).number("limit", limit);
    }
}

fn ecom_product_thin_description(page: &Page, settings: &Settings, report: &mut Report) {
    let limit = settings.count("words");
    let words = match page.description_words() {
        UNKNOWN => page.words().saturating_sub(page.card_words()),
        words => words,
    };
    if words < limit && is_indexable(page) && is_product(page) {
        report.found().number("words", words).number("limit", limit);
    }
}

/// A page with nearly the same description as others.
struct Copy {
    page: u32,
    /// In thousandths.
    similarity: u32,
    url: String,
}

/// The pages of a group whose description is long enough and similar enough to that of the first.
fn copies(site: &Site, group: &[(u32, u32)], words: u32, least: u32) -> Result<Vec<Copy>, Failure> {
    let alike: Vec<(u32, u32)> =
        group.iter().copied().filter(|(_, similarity)| *similarity >= least).collect();
    let mut copies = Vec::new();
    let numbers: Vec<u32> = alike.iter().map(|(page, _)| *page).collect();
    site.pages(&numbers, |page| {
        let is_long = page.description_words() != UNKNOWN && page.description_words() >= words;
        if let Some((number, similarity)) =
            alike.iter().find(|(number, _)| *number == page.number()).filter(|_| is_long)
        {
            copies.push(Copy { page: *number, similarity: *similarity, url: page.url().to_owned() });
        }
    })?;
    Ok(copies)
}

fn ecom_duplicate_description(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut groups = Vec::new();
    site.groups(ALIKE, |group| groups.push(group.pages.clone()))?;
    for group in groups {
        let copies = copies(site, &group, settings.count("words"), settings.count("pct") * 10)?;
        let [first, second, ..] = &copies[..] else { continue };
        for copy in &copies {
            let (other, similarity) = match copy.page == first.page {
                true => (second, second.similarity),
                false => (first, copy.similarity),
            };
            let found = report.page(copy.page).thousandths("share", similarity * 100);
            found.number("count", copies.len() - 1).text("other", &other.url);
        }
    }
    Ok(())
}

/// How long a product could not be bought: the days before the audit when that began, the days since then, the audits.
fn unavailable(history: &Value) -> Option<(u32, u32, u32)> {
    let entry = |entry: &Value| {
        let is_gone = GONE.contains(&short(entry.get("value").text()));
        Some((entry.get("days_ago").count()?, is_gone))
    };
    let mut entries: Vec<(u32, bool)> = history.get("availability").list().iter().filter_map(entry).collect();
    entries.sort_unstable();
    let run = entries.iter().take_while(|(_, is_gone)| *is_gone).count();
    let (last, first) = (entries.first()?.0, entries.get(run.checked_sub(1)?)?.0);
    Some((first, first - last, run as u32))
}

fn ecom_out_of_stock_indexed(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(history) = known(page, "history").filter(|_| is_indexable(page)) else { return };
    let Some((since, days, crawls)) = unavailable(&history) else { return };
    if days >= settings.count("days") && crawls >= settings.count("crawls") {
        let found = report.found().number("since", settings.today().saturating_sub(since));
        found.number("days", days).number("crawls", crawls).evidences(page.data());
    }
}

fn ecom_seo_fields_empty(page: &Page, _: &Settings, report: &mut Report) {
    let Some(item) = known(page, "shop").filter(|item| item.get("active").is_on()) else { return };
    let is_empty = |field: &&str| item.get(field).text().trim().is_empty();
    let fields: Vec<&str> = ["seo_title", "seo_description"].into_iter().filter(is_empty).collect();
    if !fields.is_empty() {
        let found = report.found().text("item", item.get("item").text());
        found.text("language", item.get("language").text()).text("fields", &fields.join(", "));
    }
}
