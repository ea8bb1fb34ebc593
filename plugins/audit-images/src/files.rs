//! What is wrong with the files of images.

use std::collections::BTreeMap;

use sitewright_sdk::Decimal as _;
use sitewright_sdk::rules::address::path;
use sitewright_sdk::rules::links::{kind, reference as bits};
use sitewright_sdk::rules::{
    Failure, File, Page, Query, Report, Settings, Severity, Site, State, THE_SITE, UNKNOWN,
};

const KILOBYTE: f64 = 1_000.0;
/// The kind of a resource that is an icon.
const ICON: u32 = 6;

/// What a page of the site has to be told of an image.
struct Told {
    file: File,
    url: String,
    /// The status, type or target.
    text: String,
    bytes: u32,
}

/// The images among these addresses for which `tell` has something to say, by the first page that shows them.
fn told(
    site: &Site,
    addresses: Query<'_, State<'static>>,
    tell: impl Fn(&Page<'_>) -> Option<String>,
) -> Result<BTreeMap<u32, Vec<Told>>, Failure> {
    let mut numbers = Vec::new();
    addresses.each(|state| numbers.push(state.number()))?;
    let is_wanted = |file: &&File| file.is_image && numbers.binary_search(&file.number).is_ok();
    let files: Vec<&File> = site.files()?.iter().filter(is_wanted).collect();
    let numbers: Vec<u32> = files.iter().map(|file| file.number).collect();
    let mut files = files.into_iter();
    let mut all: BTreeMap<u32, Vec<Told>> = BTreeMap::new();
    site.pages(&numbers, |page| {
        let file = files.find(|file| file.number == page.number());
        if let (Some(file), Some(text)) = (file, tell(&page)) {
            let (url, bytes) = (page.url().to_owned(), page.transfer_bytes());
            all.entry(file.page).or_default().push(Told { file: file.clone(), url, text, bytes });
        }
    })?;
    for images in all.values_mut() {
        images.sort_by_key(|told| (std::cmp::Reverse(told.bytes), told.file.row));
    }
    Ok(all)
}

/// Addresses with more bytes.
fn larger<'s>(site: &Site<'s>, bytes: u32) -> Query<'s, State<'static>> {
    site.states().within("transfer_bytes", bytes.saturating_add(1), UNKNOWN)
}

fn is_success(page: &Page<'_>) -> bool {
    (200..300).contains(&page.status())
}

pub fn image_file_too_large(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let limit = |name: &str| (settings.number(name) * KILOBYTE) as u32;
    let (warn, notice) = (limit("warn_kb"), limit("notice_kb"));
    let is_large =
        |page: &Page<'_>| (is_success(page) && page.media_type().starts_with("image/")).then(String::new);
    for (page, images) in told(site, larger(site, notice.min(warn)), is_large)? {
        let worst = &images[0];
        let severity = if worst.bytes > warn { Severity::Warning } else { Severity::Notice };
        let found = report.page(page).severity(severity).text("image", &worst.url);
        let found = found.number("size", worst.bytes).number("limit", notice.min(warn));
        images.iter().fold(found, |found, told| found.file(&told.file));
    }
    Ok(())
}

pub fn image_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let target = |page: &Page<'_>| Some(page.location().to_owned()).filter(|target| !target.is_empty());
    for (page, images) in told(site, site.states().within("status", 300, 399), target)? {
        let first = &images[0];
        let found = report.page(page).text("image", &first.url).text("target", &first.text);
        images.iter().fold(found, |found, told| found.file(&told.file));
    }
    Ok(())
}

/// Formats that WebP and AVIF replace.
const LEGACY: [(&str, &str); 5] = [
    ("image/jpeg", "JPEG"),
    ("image/jpg", "JPEG"),
    ("image/png", "PNG"),
    ("image/gif", "GIF"),
    ("image/bmp", "BMP"),
];

pub fn image_legacy_format(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let limit = (settings.number("kb") * KILOBYTE) as u32;
    let format = |page: &Page<'_>| {
        let (_, name) = LEGACY.iter().find(|(kind, _)| *kind == page.media_type())?;
        is_success(page).then(|| (*name).to_owned())
    };
    let mut pages = told(site, larger(site, limit), format)?;
    for images in pages.values_mut() {
        // Another size of an image has the same alternatives as the image.
        images.retain(|told| told.file.table == "images");
    }
    let numbers: Vec<u32> = pages.keys().copied().collect();
    site.pages(&numbers, |page| {
        let Some(mut images) = pages.remove(&page.number()) else { return };
        images.retain(|told| page.images().nth(told.file.row as usize).is_some_and(|image| !image.modern()));
        let Some(worst) = images.first() else { return };
        let found = report.page(page.number()).text("image", &worst.url).text("format", &worst.text);
        let found = found.number("size", worst.bytes);
        images.iter().fold(found, |found, told| found.file(&told.file));
    })
}

/// An image that a page shows and that does not load.
struct Broken {
    page: u32,
    target: u32,
    file: File,
}

pub fn image_broken(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut broken = Vec::new();
    for (least, most) in [(0, 0), (400, 999)] {
        site.references().is("kind", kind::IMAGE).within("status", least, most).each(|reference| {
            let table = if reference.flags() & bits::IN_RESOURCES == 0 { "images" } else { "resources" };
            let (page, target, row) = (reference.source(), reference.target(), reference.row());
            broken.push(Broken {
                page,
                target,
                file: File { number: target, page, is_image: true, row, table },
            });
        })?;
    }
    broken.sort_by_key(|broken| (broken.page, broken.file.table, broken.file.row));
    let mut targets: Vec<u32> = broken.iter().map(|broken| broken.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut answers = BTreeMap::new();
    site.pages(&targets, |page| {
        let status = page.status();
        let answer = if status == 0 { page.failure().to_owned() } else { status.decimal() };
        answers.insert(page.number(), (page.url().to_owned(), answer));
    })?;
    for images in broken.chunk_by(|one, other| one.page == other.page) {
        if let Some((url, answer)) = answers.get(&images[0].target) {
            let found = report.page(images[0].page).text("image", url).text("status", answer);
            images.iter().fold(found, |found, broken| found.file(&broken.file));
        }
    }
    Ok(())
}

pub fn favicon_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let home = site.home()?;
    let (mut is_document, mut icons, mut is_inline) = (false, Vec::new(), false);
    site.pages(&[home], |page| {
        is_document = page.is_document();
        for icon in page.resources().filter(|resource| resource.kind() == ICON) {
            is_inline |= icon.src().starts_with("data:");
            icons.push(icon.target());
        }
    })?;
    if !is_document || is_inline || icons.contains(&UNKNOWN) {
        return Ok(());
    }
    let mut loads = false;
    site.references().is("kind", kind::RESOURCE).is("source", home).each(|reference| {
        let is_icon = icons.contains(&reference.target());
        // A status is unknown if the file was not requested.
        loads |= is_icon && (matches!(reference.status(), 200..400) || reference.status() == UNKNOWN);
    })?;
    site.probes().each(|probe| {
        let is_page = probe.media_type() == "text/html";
        let is_file = path(probe.path()) == "/favicon.ico" || probe.path() == "/favicon.ico";
        loads |= is_file && (200..300).contains(&probe.end_status()) && !is_page;
    })?;
    if !loads {
        report.page(THE_SITE);
    }
    Ok(())
}
