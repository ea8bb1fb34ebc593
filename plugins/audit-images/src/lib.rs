//! Rules of the site audit: images and videos.

mod files;
mod names;
#[cfg(test)]
mod tests;

use sitewright_sdk::json;
use sitewright_sdk::pack;
use sitewright_sdk::rules::address::path;
use sitewright_sdk::rules::{Image, Page, Report, Settings, letters};
use sitewright_sdk::units::lower;

use files::{favicon_missing, image_broken, image_file_too_large, image_legacy_format, image_redirect};
use names::is_generic;

pack! { category: "images", tables: [headers, metas, links, images, resources, rendered] }

const VIDEO: u32 = 3;
const MEDIA_SOURCE: u32 = 8;
/// The flag of a video with a preview image.
const POSTER: u32 = 16;

/// The images of a document.
fn images<'a>(page: &Page<'a>) -> impl Iterator<Item = Image<'a>> + Clone {
    let is_document = page.is_document();
    page.images().filter(move |image| is_document && !image.empty_picture())
}

/// Images that are files of their own.
fn loaded<'a>(page: &Page<'a>) -> impl Iterator<Item = Image<'a>> + Clone {
    images(page).filter(|image| !image.url().is_empty())
}

fn address<'a>(image: &Image<'a>) -> &'a str {
    if image.url().is_empty() { image.src() } else { image.url() }
}

/// Reports the number of images, and the first of them.
fn report_images<'a>(report: &mut Report, count: &str, images: impl Iterator<Item = Image<'a>> + Clone) {
    if let Some(first) = images.clone().next() {
        let found = report.found().number(count, images.clone().count());
        found.text("image", address(&first)).evidences(images);
    }
}

fn image_alt_missing(page: &Page, _: &Settings, report: &mut Report) {
    let missing = images(page).filter(|image| image.alt().is_none() && !image.decorative());
    report_images(report, "count", missing);
}

fn image_dimensions_missing(page: &Page, _: &Settings, report: &mut Report) {
    report_images(report, "count", loaded(page).filter(|image| !image.sized()));
}

fn image_generic_filename(page: &Page, _: &Settings, report: &mut Report) {
    let generic = loaded(page).filter(|image| is_generic(path(image.url())));
    report_images(report, "count", generic);
}

fn image_offscreen_not_lazy(page: &Page, settings: &Settings, report: &mut Report) {
    let later = loaded(page).skip(settings.count("first") as usize).filter(|image| !image.lazy());
    if later.clone().count() > settings.count("count") as usize {
        report_images(report, "images", later);
    }
}

fn image_alt_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let most = settings.count("chars");
    let length = |image: &Image<'_>| letters(image.alt().unwrap_or_default().trim());
    let long = || images(page).filter(|image| length(image) > most);
    if let Some(image) = long().next() {
        let found = report.found().text("image", address(&image)).number("chars", length(&image));
        found.number("max", most).evidences(long());
    }
}

fn image_alt_duplicate(page: &Page, settings: &Settings, report: &mut Report) {
    let least = settings.count("count") as usize;
    let with_text = || loaded(page).filter(|image| image.alt().is_some_and(|alt| !alt.trim().is_empty()));
    if with_text().count() < least {
        return;
    }
    let text = |image: &Image<'_>| lower(image.alt().unwrap_or_default().trim());
    let mut all: Vec<(String, Image<'_>)> = with_text().map(|image| (text(&image), image)).collect();
    all.sort_by(|(one, first), (other, second)| (one, first.url()).cmp(&(other, second.url())));
    all.dedup_by(|(one, first), (other, second)| one == other && first.url() == second.url());
    let groups = all.chunk_by(|(one, _), (other, _)| one == other);
    let Some(group) = groups.max_by_key(|group| group.len()).filter(|group| group.len() >= least) else {
        return;
    };
    let mut same: Vec<Image<'_>> = group.iter().map(|(_, image)| *image).collect();
    same.sort_by_key(|image| image.at());
    let found = report.found().text("text", same[0].alt().unwrap_or_default().trim());
    found.number("images", same.len()).evidences(same);
}

fn image_link_without_alt(page: &Page, _: &Settings, report: &mut Report) {
    /// The column `text_from` of a link without a name.
    const NOTHING: u32 = 4;
    let is_document = page.is_document();
    let nameless = page.links().filter(|link| {
        is_document && link.images() > 0 && link.text_from() == NOTHING && link.href().is_some()
    });
    if let Some(link) = nameless.clone().next()
        && let Some(image) = page.images().find(|image| image.at() > link.at())
    {
        let target = if link.url().is_empty() { link.href().unwrap_or_default() } else { link.url() };
        let found = report.found().text("target", target).text("image", address(&image));
        found.evidence(&image).evidences(nameless);
    }
}

fn image_picture_without_img(page: &Page, _: &Settings, report: &mut Report) {
    let empty = || page.images().filter(|image| image.empty_picture());
    if page.is_document() && empty().next().is_some() {
        report.found().number("count", empty().count()).evidences(empty());
    }
}

fn image_noimageindex(page: &Page, _: &Settings, report: &mut Report) {
    const ROBOTS: [&str; 3] = ["robots", "googlebot", "googlebot-image"];
    if !page.is_document() {
        return;
    }
    let is_word = |word: &str| word.trim().eq_ignore_ascii_case("noimageindex");
    let meta = page
        .metas()
        .find(|meta| ROBOTS.contains(&meta.name()) && meta.content().split([',', ' ', ';']).any(is_word));
    if let Some(meta) = meta {
        report.found().text("place", "meta robots").evidence(&meta);
        return;
    }
    let header = page.headers().find(|header| {
        // A name with a colon limits what follows to one robot.
        let mut concerns = true;
        header.name() == "x-robots-tag"
            && header.value().split(',').any(|part| {
                let (robot, word) = part.split_once(':').unwrap_or(("", part));
                let robot = robot.trim();
                if !robot.is_empty() {
                    concerns = robot == "*" || ROBOTS.iter().any(|own| robot.eq_ignore_ascii_case(own));
                }
                concerns && is_word(word)
            })
    });
    if let Some(header) = header {
        report.found().text("place", "X-Robots-Tag").evidence(&header);
    }
}

fn image_lazy_lcp(page: &Page, _: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next().filter(|view| view.lcp_lazy() && !view.lcp_url().is_empty())
    else {
        return;
    };
    let found = report.found().text("image", view.lcp_url());
    found.evidences(images(page).find(|image| image.url() == view.lcp_url()));
}

fn image_oversized(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next() else { return };
    let Some(shown) = json::parse(view.oversized()) else { return };
    let ratio = |image: &json::Value<'_>| {
        let number = |name: &str| image.get(name).number().unwrap_or(0.0);
        let needed = number("shown") * number("density").max(1.0);
        let is_svg = path(image.get("url").text()).ends_with(".svg");
        if needed > 0.0 && !is_svg { number("natural") / needed } else { 0.0 }
    };
    let worst = shown.list().iter().max_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    let Some(image) = worst.filter(|image| ratio(image) > settings.number("ratio")) else { return };
    let whole = |name: &str| image.get(name).number().unwrap_or(0.0) as u32;
    let density = image.get("density").number().unwrap_or(1.0).max(1.0);
    let url = image.get("url").text();
    let found = report.found().text("image", url).number("natural", whole("natural"));
    let found = found.number("shown", whole("shown")).thousandths("density", (density * 1000.0) as u32);
    found.evidences(images(page).find(|image| image.url() == url));
}

fn video_poster_missing(page: &Page, _: &Settings, report: &mut Report) {
    let is_document = page.is_document();
    let bare = page
        .resources()
        .filter(|resource| is_document && resource.kind() == VIDEO && resource.flags() & POSTER == 0);
    let Some(first) = bare.clone().next() else { return };
    let source = page.resources().find(|other| other.kind() == MEDIA_SOURCE && other.at() > first.at());
    let source = source.map_or("", |source| source.url());
    let video = if first.url().is_empty() { source } else { first.url() };
    report.found().number("count", bare.clone().count()).text("video", video).evidences(bare);
}
