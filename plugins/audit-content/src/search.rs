//! What Search Console knows of pages.

use std::collections::BTreeMap;

use sitewright_sdk::rules::links::state;
use sitewright_sdk::rules::{Failure, Page, Report, Settings, Site, known};

const SOURCE: &str = "gsc";

pub fn content_decay(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(gsc) = known(page, SOURCE) else { return };
    let count = |name: &str| gsc.get(name).count().map(u64::from);
    let (Some(before), Some(now)) = (count("clicks_before"), count("clicks_now")) else { return };
    if before < u64::from(settings.count("min")).max(1) || now >= before {
        return;
    }
    let tenths = ((before - now) * 1000 / before) as u32;
    if f64::from(tenths) >= settings.number("drop") * 10.0 {
        let found = report.found().thousandths("drop", tenths * 100);
        found.number("before", before).number("now", now);
    }
}

/// A page that is shown for a query.
struct Shown {
    page: u32,
    impressions: u64,
}

/// The query of which a page has to be told.
struct Told<'q> {
    query: &'q str,
    impressions: u64,
    total: u64,
    other: u32,
    of_other: u64,
}

pub fn content_keyword_cannibalization(
    site: &Site,
    settings: &Settings,
    report: &mut Report,
) -> Result<(), Failure> {
    if !site.start()?.has(SOURCE) {
        return Ok(());
    }
    let queries = queries(site)?;
    let (least, share) = (u64::from(settings.count("impr")), settings.number("share"));
    // A page has one finding: that of the query for which it is shown most.
    let mut told: BTreeMap<u32, Told> = BTreeMap::new();
    for (query, pages) in &queries {
        let total: u64 = pages.iter().map(|shown| shown.impressions).sum();
        let mut large: Vec<&Shown> =
            pages.iter().filter(|shown| shown.impressions as f64 * 100.0 >= share * total as f64).collect();
        if total < least || large.len() < 2 {
            continue;
        }
        large.sort_by_key(|shown| std::cmp::Reverse(shown.impressions));
        for (index, shown) in large.iter().enumerate() {
            let other = large[usize::from(index == 0)];
            let (impressions, other, of_other) = (shown.impressions, other.page, other.impressions);
            let is_more = told.get(&shown.page).is_none_or(|known| known.impressions < impressions);
            if is_more {
                told.insert(shown.page, Told { query, impressions, total, other, of_other });
            }
        }
    }
    let others: Vec<u32> = told.values().map(|told| told.other).collect();
    let mut urls = BTreeMap::new();
    site.pages(&others, |page| {
        urls.insert(page.number(), page.url().to_owned());
    })?;
    for (page, told) in told {
        let percent = |impressions: u64| (impressions * 1000 / told.total.max(1)) as u32 * 100;
        let found = report.page(page).text("query", told.query);
        let found = found.text("other", urls.get(&told.other).map_or("", String::as_str));
        found
            .thousandths("share", percent(told.impressions))
            .thousandths("other_share", percent(told.of_other));
    }
    Ok(())
}

/// The queries with the pages that are shown for them.
fn queries(site: &Site) -> Result<BTreeMap<String, Vec<Shown>>, Failure> {
    let mut numbers = Vec::new();
    site.states().is("role", 0).has("flags", state::HTML).each(|state| numbers.push(state.number()))?;
    let mut queries: BTreeMap<String, Vec<Shown>> = BTreeMap::new();
    site.pages(&numbers, |page| {
        let Some(gsc) = known(&page, SOURCE) else { return };
        for entry in gsc.get("queries").list() {
            let impressions = entry.get("impressions").count().map_or(0, u64::from);
            if impressions > 0 {
                let shown = Shown { page: page.number(), impressions };
                queries.entry(entry.get("query").text().to_owned()).or_default().push(shown);
            }
        }
    })?;
    Ok(queries)
}
