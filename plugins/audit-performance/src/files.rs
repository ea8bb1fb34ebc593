//! The files that pages load.

use std::collections::BTreeMap;

use sitewright_sdk::Decimal as _;
use sitewright_sdk::rules::address::{host, is_same_site};
use sitewright_sdk::rules::links::{kind, reference as bits, state};
use sitewright_sdk::rules::{Failure, File, Page, Report, Settings, Site, UNKNOWN};

use crate::cache::age;

const KILOBYTE: f64 = 1_000.0;
const MEGABYTE: f64 = 1_000_000.0;
/// The role of a file that pages load.
const RESOURCE: u32 = 1;
/// Kinds of resources: styles, and scripts.
const STYLE: u32 = 0;
const SCRIPT: u32 = 1;

/// What is to be told of a file.
struct Told<T> {
    file: File,
    url: String,
    of: T,
}

/// Those of some files of the site's own hosts of which `tell` has something to say, by the first page that loads them.
/// The numbers are sorted.
fn told<T>(
    site: &Site,
    numbers: &[u32],
    tell: impl Fn(&Page<'_>) -> Option<T>,
) -> Result<BTreeMap<u32, Vec<Told<T>>>, Failure> {
    let start = site.start()?.url;
    let is_wanted = |file: &&File| numbers.binary_search(&file.number).is_ok();
    let files: Vec<&File> = site.files()?.iter().filter(is_wanted).collect();
    let numbers: Vec<u32> = files.iter().map(|file| file.number).collect();
    let mut files = files.into_iter();
    let mut all: BTreeMap<u32, Vec<Told<T>>> = BTreeMap::new();
    site.pages(&numbers, |page| {
        let file = files.find(|file| file.number == page.number());
        let is_own = is_same_site(host(page.url()), host(&start));
        if let (Some(file), Some(of)) = (file, tell(&page).filter(|_| is_own)) {
            all.entry(file.page).or_default().push(Told {
                file: file.clone(),
                url: page.url().to_owned(),
                of,
            });
        }
    })?;
    Ok(all)
}

/// The resources that were sent.
fn loaded(site: &Site) -> Result<Vec<u32>, Failure> {
    let mut numbers = Vec::new();
    site.states().is("role", RESOURCE).is("status", 200).each(|state| numbers.push(state.number()))?;
    Ok(numbers)
}

fn header<'a>(page: &Page<'a>, name: &str) -> &'a str {
    page.headers().find(|header| header.name() == name).map_or("", |header| header.value())
}

/// Whether a file of this type stays the same for all visitors.
fn is_static(media_type: &str) -> bool {
    let beginnings = ["image/", "font/", "audio/", "video/", "application/font", "application/x-font"];
    is_code(media_type) || beginnings.iter().any(|beginning| media_type.starts_with(beginning))
}

fn is_code(media_type: &str) -> bool {
    media_type == "text/css" || media_type.ends_with("javascript")
}

/// Whether compression makes a file of this type smaller, and the crawl has read it to see whether it is compressed.
fn is_text(media_type: &str) -> bool {
    is_code(media_type) || media_type == "image/svg+xml"
}

pub fn perf_no_cache(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (days, today) = (settings.count("days"), settings.today());
    let least = u64::from(days) * 86_400;
    let short = |page: &Page<'_>| {
        let age = age(header(page, "cache-control"), header(page, "expires"), today);
        (is_static(page.media_type()) && age < least).then_some(age)
    };
    for (page, files) in told(site, &loaded(site)?, short)? {
        let Some(first) = files.iter().min_by_key(|told| (told.of, told.file.number)) else { continue };
        let found = report.page(page).text("file", &first.url).number("age", first.of).number("days", days);
        files.iter().fold(found, |found, told| found.file(&told.file));
    }
    Ok(())
}

pub fn perf_unminified(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (share, kilobytes) = (settings.number("pct"), settings.number("kb"));
    let wasteful = |page: &Page<'_>| {
        let (needless, bytes) = (f64::from(page.needless_bytes()), f64::from(page.body_bytes()));
        let is_much = needless > kilobytes * KILOBYTE && needless * 100.0 > share * bytes;
        is_much.then(|| (page.needless_bytes(), page.body_bytes()))
    };
    for (page, files) in told(site, &loaded(site)?, wasteful)? {
        let Some(worst) = files.iter().max_by_key(|told| told.of) else { continue };
        let (saving, bytes) = worst.of;
        let percent = (u64::from(saving) * 1000 / u64::from(bytes.max(1))) as u32 * 100;
        let found = report.page(page).text("file", &worst.url).number("saving", saving);
        let found = found.thousandths("share", percent);
        files.iter().fold(found, |found, told| found.file(&told.file));
    }
    Ok(())
}

/// A text that was sent as it is.
struct Plain {
    url: String,
    media_type: String,
    bytes: u32,
    file: Option<File>,
}

pub fn perf_no_compression(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let least = settings.count("bytes");
    let (mut documents, mut resources) = (Vec::new(), Vec::new());
    let large = site.states().is("status", 200).has_not("flags", state::ENCODED);
    large.within("transfer_bytes", least.saturating_add(1), UNKNOWN).each(|row| match row.role() {
        0 if row.flags() & state::HTML != 0 => documents.push(row.number()),
        RESOURCE => resources.push(row.number()),
        _ => {}
    })?;
    let mut all: BTreeMap<u32, Vec<Plain>> = BTreeMap::new();
    let of = |page: &Page<'_>| (page.media_type().to_owned(), page.transfer_bytes());
    site.pages(&documents, |page| {
        let (media_type, bytes) = of(&page);
        let plain = Plain { url: page.url().to_owned(), media_type, bytes, file: None };
        all.entry(page.number()).or_default().push(plain);
    })?;
    let texts = |page: &Page<'_>| is_text(page.media_type()).then(|| of(page));
    for (page, files) in told(site, &resources, texts)? {
        let plain = files.into_iter().map(|Told { file, url, of: (media_type, bytes) }| Plain {
            url,
            media_type,
            bytes,
            file: Some(file),
        });
        all.entry(page).or_default().extend(plain);
    }
    for (page, files) in all {
        let Some(largest) = files.iter().max_by_key(|plain| plain.bytes) else { continue };
        let found = report.page(page).text("file", &largest.url).text("type", &largest.media_type);
        let found = found.number("size", largest.bytes);
        files.iter().filter_map(|plain| plain.file.as_ref()).fold(found, |found, file| found.file(file));
    }
    Ok(())
}

/// The files of a page whose size is too large, and the largest of them.
struct Heavy {
    page: u32,
    total: u64,
    largest: u32,
}

pub fn perf_page_weight(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let limit = (settings.number("mb") * MEGABYTE) as u64;
    let sizes = sizes(site)?;
    let size = |number: u32| u64::from(sizes.get(number as usize).copied().unwrap_or(0));
    let mut heavy = Vec::new();
    let mut of_page: (u32, Vec<u32>) = (UNKNOWN, Vec::new());
    let mut close = |(page, targets): &mut (u32, Vec<u32>)| {
        targets.sort_unstable();
        targets.dedup();
        // The page itself may be the largest.
        targets.push(*page);
        let total = targets.iter().map(|target| size(*target)).sum();
        if total > limit && *page != UNKNOWN {
            let largest = targets.iter().copied().max_by_key(|target| size(*target)).unwrap_or(*page);
            heavy.push(Heavy { page: *page, total, largest });
        }
        targets.clear();
    };
    site.references().within("kind", kind::IMAGE, kind::RESOURCE).has_not("flags", bits::IN_RESOURCES).each(
        |reference| {
            if reference.source() != of_page.0 {
                close(&mut of_page);
                of_page.0 = reference.source();
            }
            if reference.target_flags() & state::HTML == 0 && reference.target() != reference.source() {
                of_page.1.push(reference.target());
            }
        },
    )?;
    close(&mut of_page);
    add_alone(site, limit, &mut heavy)?;
    let largest: Vec<u32> = heavy.iter().map(|heavy| heavy.largest).collect();
    let mut urls = BTreeMap::new();
    site.pages(&largest, |page| {
        urls.insert(page.number(), page.url().to_owned());
    })?;
    for Heavy { page, total, largest } in heavy {
        let found = report.page(page).number("total", total).number("limit", limit);
        let url = urls.get(&largest).map_or("", String::as_str);
        found.text("largest", url).number("largest_size", size(largest));
    }
    Ok(())
}

/// Adds the pages that are too large alone, and load no files.
fn add_alone(site: &Site, limit: u64, heavy: &mut Vec<Heavy>) -> Result<(), Failure> {
    let known: Vec<u32> = heavy.iter().map(|heavy| heavy.page).collect();
    let least = u32::try_from(limit.saturating_add(1)).unwrap_or(UNKNOWN);
    let large = site.states().is("role", 0).is("status", 200).has("flags", state::HTML);
    large.within("transfer_bytes", least, UNKNOWN).each(|state| {
        if !known.contains(&state.number()) {
            let (page, total) = (state.number(), state.transfer_bytes().into());
            heavy.push(Heavy { page, total, largest: page });
        }
    })
}

/// The sizes of all files and pages that were sent, by number.
fn sizes(site: &Site) -> Result<Vec<u32>, Failure> {
    let mut sizes = Vec::new();
    site.states().is("status", 200).each(|state| {
        let number = state.number() as usize;
        if sizes.len() <= number {
            sizes.resize(number + 1, 0);
        }
        sizes[number] = state.transfer_bytes();
    })?;
    Ok(sizes)
}

pub fn perf_resource_broken(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut broken: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    for (least, most) in [(0, 0), (400, 999)] {
        site.references().is("kind", kind::RESOURCE).within("status", least, most).each(|reference| {
            broken.entry(reference.source()).or_default().push((reference.row(), reference.target()));
        })?;
    }
    let start = site.start()?.url;
    let targets: Vec<u32> = broken.values().flatten().map(|(_, target)| *target).collect();
    let answers = answers(site, targets)?;
    let numbers: Vec<u32> = broken.keys().copied().collect();
    site.pages(&numbers, |page| {
        let rows = broken.get(&page.number()).map_or(&[][..], Vec::as_slice);
        let own = || {
            let resources = rows.iter().filter_map(|(row, target)| {
                Some((page.resources().nth(*row as usize)?, answers.get(target)?))
            });
            resources.filter(|(resource, _)| {
                let is_code = matches!(resource.kind(), STYLE | SCRIPT);
                is_code && is_same_site(host(resource.url()), host(&start))
            })
        };
        if let Some((first, answer)) = own().next() {
            let found = report.page(page.number()).text("file", first.url()).text("status", answer);
            found.evidences(own().map(|(resource, _)| resource));
        }
    })
}

/// The status of each address, or why it has none.
fn answers(site: &Site, mut numbers: Vec<u32>) -> Result<BTreeMap<u32, String>, Failure> {
    numbers.sort_unstable();
    numbers.dedup();
    let mut answers = BTreeMap::new();
    site.pages(&numbers, |page| {
        let status = page.status();
        let answer = if status == 0 { page.failure().to_owned() } else { status.decimal() };
        answers.insert(page.number(), answer);
    })?;
    Ok(answers)
}
