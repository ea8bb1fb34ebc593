//! Checks of the previews that networks show of a link.

#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::{Address, is_same_address};
use sitewright_sdk::rules::pages::{is_indexable, meta};
use sitewright_sdk::rules::{Failure, Hint, Meta, Page, Report, Resource, Settings, Severity, Site, UNKNOWN};

pack! { category: "social", tables: [metas, hints, resources] }

/// The kind of a resource, and of a reference to it.
const OG_IMAGE: u32 = 7;
const PREVIEW: u32 = 8;
/// What a preview needs.
const WANTED: [&str; 4] = ["og:title", "og:type", "og:image", "og:url"];
const CARDS: [&str; 4] = ["summary", "summary_large_image", "app", "player"];

fn row<'a>(page: &Page<'a>, name: &'static str) -> Option<Meta<'a>> {
    page.metas().find(|meta| meta.attribute() < 2 && meta.name() == name)
}

fn is_og(meta: &Meta) -> bool {
    meta.attribute() < 2 && meta.name().starts_with("og:")
}

fn og_missing(page: &Page, _: &Settings, report: &mut Report) {
    if is_indexable(page) && !page.metas().any(|meta| is_og(&meta)) {
        report.found();
    }
}

fn og_incomplete(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() || !page.metas().any(|meta| is_og(&meta)) {
        return;
    }
    let is_there = |name: &&str| {
        let image = if *name == "og:image" { "og:image:url" } else { name };
        let named = |meta: &Meta| meta.attribute() < 2 && (meta.name() == *name || meta.name() == image);
        page.metas().any(|meta| named(&meta) && !meta.content().trim().is_empty())
    };
    let missing: Vec<&str> = WANTED.into_iter().filter(|name| !is_there(name)).collect();
    if !missing.is_empty() {
        report.found().text("missing", &missing.join(", ")).evidences(page.metas().filter(is_og));
    }
}

fn og_url_mismatch(page: &Page, _: &Settings, report: &mut Report) {
    let Some(own) = row(page, "og:url").filter(|meta| page.is_document() && !meta.content().is_empty())
    else {
        return;
    };
    if !page.canonical().is_empty() && !is_same_address(own.content(), page.canonical()) {
        let canonical = page.hints().find(|hint: &Hint| hint.rel() == "canonical");
        let found = report.found().text("og_url", own.content()).text("canonical", page.canonical());
        found.evidence(&own).evidences(canonical);
    }
}

fn twitter_card_missing(page: &Page, _: &Settings, report: &mut Report) {
    if is_indexable(page) && meta(page, "twitter:card").is_none() {
        report.found();
    }
}

fn twitter_card_invalid(page: &Page, _: &Settings, report: &mut Report) {
    let Some(card) = row(page, "twitter:card").filter(|_| page.is_document()) else { return };
    if !CARDS.iter().any(|known| card.content().trim().eq_ignore_ascii_case(known)) {
        report.found().text("card", card.content()).evidence(&card);
    }
}

/// Images for shared links that do not answer with success, by number.
fn broken_targets(site: &Site) -> Result<Vec<u32>, Failure> {
    let mut broken = Vec::new();
    let mut redirected = Vec::new();
    site.references().is("kind", PREVIEW).each(|reference| match reference.status() {
        0 | 400.. if reference.status() != UNKNOWN => broken.push(reference.target()),
        300..400 => redirected.push(reference.target()),
        _ => {}
    })?;
    if !redirected.is_empty() {
        redirected.sort_unstable();
        site.chains().within("end", 1, UNKNOWN).each(|step| {
            if redirected.binary_search(&step.page()).is_ok() {
                broken.push(step.page());
            }
        })?;
    }
    broken.sort_unstable();
    broken.dedup();
    Ok(broken)
}

/// The pages with an image for shared links, in order.
fn pages_with_images(site: &Site) -> Result<Vec<(u32, u32)>, Failure> {
    let mut pages = Vec::new();
    site.references().is("kind", PREVIEW).each(|reference| {
        pages.push((reference.source(), reference.target()));
    })?;
    pages.sort_unstable();
    pages.dedup();
    Ok(pages)
}

fn images<'a>(page: &Page<'a>) -> impl Iterator<Item = Resource<'a>> {
    page.resources().filter(|resource| resource.kind() == OG_IMAGE)
}

fn og_image_broken(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let broken = broken_targets(site)?;
    let mut pages: Vec<u32> = pages_with_images(site)?.into_iter().map(|(page, _)| page).collect();
    pages.dedup();
    site.pages(&pages, |page| {
        let is_broken = |image: &Resource| {
            Address::of_web(image.src()).is_none() || broken.binary_search(&image.target()).is_ok()
        };
        if let Some(image) = images(&page).find(is_broken).filter(|_| page.is_document()) {
            report.page(page.number()).text("image", image.src()).evidence(&image);
        }
    })
}

/// The width and height that `meta` elements tell.
fn declared(page: &Page) -> (u32, u32) {
    let number = |name| meta(page, name).and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    (number("og:image:width"), number("og:image:height"))
}

fn og_image_too_small(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let all = pages_with_images(site)?;
    let mut targets: Vec<u32> = all.iter().map(|(_, target)| *target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut sizes = Vec::new();
    let mut ends = Vec::new();
    site.pages(&targets, |image| {
        sizes.push((image.number(), (image.image_width(), image.image_height())));
        ends.extend(
            Some(image.location_number()).filter(|end| *end != UNKNOWN).map(|end| (end, image.number())),
        );
    })?;
    // The size of an image at the end of a redirect.
    let numbers: Vec<u32> = ends.iter().map(|(end, _)| *end).collect();
    site.pages(&numbers, |image| {
        let size = (image.image_width(), image.image_height());
        let redirected = ends.iter().filter(|(end, _)| *end == image.number());
        sizes.extend(redirected.map(|(_, number)| (*number, size)));
    })?;
    sizes.retain(|(_, (width, _))| *width > 0);
    sizes.sort_unstable();
    let size_of = |number: u32| {
        let place = sizes.partition_point(|(known, _)| *known < number);
        sizes.get(place).filter(|(known, _)| *known == number).map(|(_, size)| *size)
    };
    let (wanted, least) =
        ((settings.count("w"), settings.count("h")), (settings.count("min_w"), settings.count("min_h")));
    let mut pages: Vec<u32> = all.into_iter().map(|(page, _)| page).collect();
    pages.dedup();
    site.pages(&pages, |page| {
        let Some(image) = images(&page).next().filter(|_| page.is_document()) else { return };
        let (width, height) = size_of(image.target()).unwrap_or_else(|| declared(&page));
        if width == 0 || height == 0 || (width >= wanted.0 && height >= wanted.1) {
            return;
        }
        let is_tiny = width < least.0 || height < least.1;
        let severity = if is_tiny { Severity::Warning } else { Severity::Notice };
        let found = report.page(page.number()).severity(severity).text("image", image.url());
        let found = found.number("width", width).number("height", height);
        found.number("wanted_width", wanted.0).number("wanted_height", wanted.1).evidence(&image);
    })
}
