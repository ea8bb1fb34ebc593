//! Products and their offers.

use sitewright_sdk::json::Value;
use sitewright_sdk::rules::structured::{GOODS, blocks, each_item, each_top, has, is_of, types, values};
use sitewright_sdk::rules::{Page, Report, Settings};

use super::any_item;
use super::vocabulary::is_in_family;

const IDENTIFIERS: [&str; 8] = ["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "mpn", "sku", "isbn"];
/// Visible prices that a finding names.
const SHOWN: usize = 5;

/// A product and its variants.
fn variants<'v, 'a>(product: &'v Value<'a>) -> impl Iterator<Item = &'v Value<'a>> + Clone {
    std::iter::once(product).chain(values(product.get("hasVariant")))
}

/// The offers of a product and its variants.
fn offers<'v, 'a>(product: &'v Value<'a>) -> impl Iterator<Item = &'v Value<'a>> + Clone {
    variants(product).flat_map(|variant| values(variant.get("offers")))
}

/// Reports the first product at the top for which `flaw` has a value, such as the name.
fn report_product(
    page: &Page,
    report: &mut Report,
    mut flaw: impl FnMut(&Value) -> bool,
    value: impl FnOnce(&Value) -> Option<String>,
) {
    let is_there = page.data().any(|data| data.json().contains("Product"));
    if !page.is_document() || !is_there {
        return;
    }
    let mut value = Some(value);
    for block in blocks(page) {
        let mut first = None;
        each_top(&block, &mut |item| {
            if first.is_none() && is_of(item, GOODS) && flaw(item) {
                first = Some(item);
            }
        });
        if let Some(product) = first
            && let Some(value) = value.take()
        {
            let found = report.found().text("product", product.get("name").text());
            let found = match value(product) {
                Some(missing) => found.text("missing", &missing),
                None => found,
            };
            found.evidences(page.data());
            return;
        }
    }
}

pub fn sd_product_offer_missing(page: &Page, _: &Settings, report: &mut Report) {
    let is_bare = |product: &Value| {
        !variants(product)
            .any(|one| ["offers", "review", "aggregateRating"].iter().any(|name| has(one, name)))
    };
    report_product(page, report, is_bare, |_| None);
}

pub fn sd_product_gtin_missing(page: &Page, _: &Settings, report: &mut Report) {
    let is_nameless = |product: &Value| {
        let mut places = variants(product).chain(offers(product));
        !places.any(|one| IDENTIFIERS.iter().any(|name| has(one, name)))
    };
    report_product(page, report, is_nameless, |_| None);
}

pub fn sd_merchant_policy_missing(page: &Page, _: &Settings, report: &mut Report) {
    let by_owner = |property: &str| {
        any_item(page, |item, _| types(item).any(|name| is_in_family(name, 'o')) && has(item, property))
    };
    let (returns, ships) = (by_owner("hasMerchantReturnPolicy"), by_owner("hasShippingService"));
    let missing = |product: &Value| {
        let lacking = offers(product).filter(|offer| is_of(offer, &["Offer"])).map(|offer| {
            [
                (!ships && !has(offer, "shippingDetails")).then_some("shippingDetails"),
                (!returns && !has(offer, "hasMerchantReturnPolicy")).then_some("hasMerchantReturnPolicy"),
            ]
        });
        let lacking = { lacking }.map(|names| names.into_iter().flatten().collect::<Vec<_>>());
        { lacking }.find(|names| !names.is_empty())
    };
    report_product(
        page,
        report,
        |product| missing(product).is_some(),
        |product| missing(product).map(|names| names.join(", ")),
    );
}

/// An amount in hundredths: the last point or comma before one or two digits is that of the decimals.
fn hundredths(text: &str) -> Option<u64> {
    let text = text.trim();
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (whole, rest) = match text.rfind(['.', ',']) {
        Some(at) if text.len() - at <= 3 || text[at + 1..].bytes().all(|digit| digit == b'0') => {
            (&text[..at], &text[at + 1..])
        }
        _ => (text, ""),
    };
    let digits = |text: &str| text.chars().filter(|letter| is_digit(*letter)).collect::<String>();
    let (whole, mut rest) = (digits(whole), digits(rest));
    rest.push_str("00");
    [whole.as_str(), &rest[..2]].concat().parse().ok().filter(|_| !whole.is_empty())
}

/// The prices of an offer, as they are written.
fn prices<'v>(offer: &'v Value<'_>) -> impl Iterator<Item = &'v str> {
    let specified = values(offer.get("priceSpecification")).iter().map(|price| price.get("price"));
    let own = ["price", "lowPrice", "highPrice"].into_iter().map(|name| offer.get(name));
    own.chain(specified).map(Value::text).filter(|price| !price.is_empty())
}

pub fn sd_price_mismatch(page: &Page, settings: &Settings, report: &mut Report) {
    // A price that is not in the list may be the one.
    if !page.is_document() || page.prices().len() == 0 || page.more_prices() > 0 {
        return;
    }
    let tolerance = (settings.number("tolerance") * 100.0 + 0.5) as u64;
    let is_visible = |price: u64| {
        page.prices().any(|visible| u64::from(visible.hundredths()).abs_diff(price) <= tolerance)
    };
    let mut wrong = None;
    for block in blocks(page) {
        each_item(&block, &mut |item, property| {
            if wrong.is_some() || !property.is_empty() || !is_of(item, GOODS) {
                return;
            }
            let all = || offers(item).flat_map(prices);
            if !all().filter_map(hundredths).any(is_visible) {
                wrong = all().find(|price| hundredths(price).is_some()).map(str::to_owned);
            }
        });
    }
    if let Some(price) = wrong {
        let visible: Vec<&str> = page.prices().take(SHOWN).map(|price| price.text()).collect();
        let found = report.found().text("markup", &price).text("visible", &visible.join("; "));
        found.evidences(page.data()).evidences(page.prices());
    }
}
