//! Pages with the same text, or nearly the same.

use sitewright_sdk::rules::{Failure, Report, Settings, Site};

/// Kinds of duplicates.
const TEXTS: u32 = 3;
const NEARLY: u32 = 4;

pub fn content_duplicate_exact(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let least = settings.count("words");
    for group in site.alike(TEXTS, |page| page.words())? {
        if group.of >= least {
            for page in &group.pages {
                let found = report.page(*page).text("other", group.other(*page));
                found.number("pages", group.pages.len());
            }
        }
    }
    Ok(())
}

pub fn content_near_duplicate(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (least, words) = (settings.number("pct") * 10.0, settings.count("words"));
    let mut groups = Vec::new();
    site.groups(NEARLY, |group| {
        let mut pages = group.pages.clone();
        // The others are compared with the first one.
        pages.retain(|(_, similarity)| f64::from(*similarity) >= least);
        if pages.len() > 1 {
            groups.push(pages);
        }
    })?;
    let examples: Vec<u32> = groups.iter().flat_map(|pages| [pages[0].0, pages[1].0]).collect();
    let mut read = Vec::new();
    site.pages(&examples, |page| read.push((page.number(), page.url().to_owned(), page.words())))?;
    let mut read = read.into_iter().peekable();
    for pages in groups {
        let mut next = |number: u32| read.next_if(|(known, ..)| *known == number);
        let (Some((_, first, own)), Some((_, second, _))) = (next(pages[0].0), next(pages[1].0)) else {
            continue;
        };
        if own < words {
            continue;
        }
        for (index, (page, similarity)) in pages.iter().enumerate() {
            let (other, similarity) = if index == 0 { (&second, pages[1].1) } else { (&first, *similarity) };
            let found = report.page(*page).text("other", other);
            found.thousandths("similarity", similarity * 100).number("pages", pages.len());
        }
    }
    Ok(())
}
