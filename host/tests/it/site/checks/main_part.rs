//! Contents of pages: headings, texts, links, pictures, forms.

use super::crawl::text_of;
use super::head::headings;
use super::{Found, OfPage, found_if};

pub const CHECKS: &[(&str, OfPage)] = &[
    ("h1-missing", |page| found_if(page.texts("h1").concat().is_empty(), "no heading of the page")),
    ("h1-multiple", |page| found_if(page.all("h1").len() > 1, "several")),
    ("h1-too-long", |page| page.texts("h1").into_iter().filter(|h1| h1.chars().count() > 70).collect()),
    ("h1-image-without-alt", |page| {
        found_if(page.texts("h1").concat().is_empty() && !page.all("h1 img").is_empty(), "a picture")
    }),
    ("heading-order-skipped", |page| {
        let all = headings(page);
        let levels = std::iter::once(0).chain(all.iter().map(|(level, _)| *level));
        levels
            .zip(&all)
            .filter(|(before, (level, _))| *level > before + 1)
            .map(|(_, (_, text))| text.clone())
            .collect()
    }),
    ("heading-empty", |page| {
        found_if(headings(page).iter().any(|(_, text)| text.is_empty()), "without a text")
    }),
    ("h2-missing-long-text", |page| {
        found_if(page.words() > 300 && headings(page).len() < 2, "a long text without headings")
    }),
    ("content-thin", |page| found_if(page.words() < 200, format!("{} words", page.words()))),
    ("ai-content-needs-js", |page| {
        found_if(page.words() < 100, format!("{} words without scripts", page.words()))
    }),
    ("content-lorem-ipsum", |page| {
        let text = page.main.to_lowercase();
        let empty = ["lorem ipsum", "insert text here", "tu wpisz tekst"].into_iter();
        empty.filter(|words| text.contains(words)).map(str::to_owned).collect()
    }),
    ("content-language-mismatch", |page| {
        found_if(
            page.words() >= 50 && language_of(&page.main) != page.value("html", "lang"),
            language_of(&page.main),
        )
    }),
    ("content-mojibake", |page| {
        let broken =
            ["Å¼", "Ã³", "Ä…", "â€ž", "Å‚", "\u{fffd}"].iter().map(|sign| page.main.matches(sign).count());
        found_if(broken.sum::<usize>() > 0, "broken letters")
    }),
    ("content-low-text-ratio", |page| {
        let (text, all) = (page.texts("body").concat().len(), page.fetched.bytes.len());
        found_if(text * 10 < all, format!("{text} of {all} bytes"))
    }),
    ("content-iframe-main", |page| {
        found_if(!page.all("main iframe").is_empty() && page.words() < 50, "a frame")
    }),
    ("content-paragraph-too-long", |page| {
        page.texts("main p").into_iter().filter(|text| text.split_whitespace().count() > 200).collect()
    }),
    ("html-duplicate-id", |page| {
        let ids = page.values("[id]", "id");
        ids.iter().filter(|id| ids.iter().filter(|other| other == id).count() > 1).cloned().collect()
    }),
    ("html-too-large", |page| {
        found_if(page.fetched.bytes.len() > 2_000_000, format!("{} bytes", page.fetched.bytes.len()))
    }),
    ("soft-404", |page| {
        let says = format!("{} {}", page.title(), page.texts("h1").concat()).to_lowercase();
        found_if(["not found", "nie znaleziono", "404"].iter().any(|words| says.contains(words)), says)
    }),
    ("link-internal-nofollow", |page| {
        found_if(!page.all("a[rel~=nofollow][href^='/']").is_empty(), "not followed")
    }),
    ("link-empty-anchor", |page| {
        let empty = page.all("a[href]").into_iter().filter(|link| {
            text_of(*link).is_empty()
                && link.attr("aria-label").is_none_or(str::is_empty)
                && alt_in(*link).is_empty()
        });
        empty.map(|link| link.html()).collect()
    }),
    ("link-generic-anchor", |page| {
        let generic = [
            "click here",
            "read more",
            "learn more",
            "more",
            "here",
            "kliknij tutaj",
            "czytaj więcej",
            "więcej",
            "tutaj",
        ];
        page.texts("a[href]")
            .into_iter()
            .filter(|text| generic.contains(&text.to_lowercase().as_str()))
            .collect()
    }),
    ("link-uncrawlable", |page| {
        let links = page.all("a").into_iter();
        let dead = links.filter(|link| link.attr("href").is_none_or(|href| href.starts_with("javascript:")));
        dead.map(|link| link.html()).collect()
    }),
    ("link-dead-end", |page| found_if(page.all("a[href]").is_empty(), "no links")),
    ("link-localhost", |page| {
        let local = ["//localhost", "//127.", "//10.", "//192.168.", "//[::1]"];
        page.values("a[href]", "href")
            .into_iter()
            .filter(|link| local.iter().any(|host| link.contains(host)))
            .collect()
    }),
    ("link-staging-host", |page| {
        let hosts = ["://dev.", "://test.", "://stage.", "://staging.", "://preprod.", "://uat."];
        page.values("a[href]", "href")
            .into_iter()
            .filter(|link| hosts.iter().any(|host| link.contains(host)))
            .collect()
    }),
    ("link-utm-internal", |page| {
        let marks = ["utm_", "gclid=", "fbclid="];
        page.values("a[href]", "href")
            .into_iter()
            .filter(|link| marks.iter().any(|mark| link.contains(mark)))
            .collect()
    }),
    ("link-noopener-missing", |page| {
        let outside = page.all("a[target=_blank][href^=http]").into_iter();
        outside
            .filter(|link| link.attr("rel").is_none_or(|rel| !rel.contains("noopener")))
            .map(|link| link.html())
            .collect()
    }),
    ("link-bad-mailto-tel", |page| {
        let links = page.values("a[href^='mailto:'], a[href^='tel:']", "href").into_iter();
        links.filter(|link| !(link.contains('@') || link.starts_with("tel:+"))).collect()
    }),
    ("js-hash-routing", |page| page.values("a[href^='#!'], a[href*='#/']", "href")),
    ("image-alt-missing", |page| {
        page.all("img")
            .into_iter()
            .filter(|image| image.attr("alt").is_none())
            .map(|image| image.html())
            .collect()
    }),
    ("image-link-without-alt", |page| {
        let links = page.all("a[href]:has(img)").into_iter();
        links
            .filter(|link| text_of(*link).is_empty() && alt_in(*link).is_empty())
            .map(|link| link.html())
            .collect()
    }),
    ("image-alt-too-long", |page| {
        page.values("img[alt]", "alt").into_iter().filter(|alt| alt.chars().count() > 100).collect()
    }),
    ("image-alt-duplicate", |page| {
        let all = page.values("img[alt]", "alt");
        let same = |alt: &&String| !alt.is_empty() && all.iter().filter(|other| other == alt).count() > 2;
        all.iter().filter(same).cloned().collect()
    }),
    ("image-dimensions-missing", |page| {
        let all = page.all("img").into_iter();
        all.filter(|image| image.attr("width").is_none() || image.attr("height").is_none())
            .map(|image| image.html())
            .collect()
    }),
    ("image-offscreen-not-lazy", |page| {
        let later = page
            .all("main img")
            .into_iter()
            .skip(2)
            .filter(|image| image.attr("loading") != Some("lazy"))
            .count();
        found_if(later > 5, format!("{later} pictures"))
    }),
    ("image-generic-filename", |page| {
        let names = page.values("img[src]", "src").into_iter();
        names.filter(|src| is_generic(src.rsplit('/').next().unwrap_or_default())).collect()
    }),
    ("image-picture-without-img", |page| {
        page.all("picture")
            .into_iter()
            .filter(|picture| !picture.html().contains("<img"))
            .map(|picture| picture.html())
            .collect()
    }),
    ("video-poster-missing", |page| found_if(!page.all("video:not([poster])").is_empty(), "a video")),
    ("sec-form-insecure-action", |page| {
        let actions = page.values("form[action]", "action").into_iter();
        actions.filter(|action| action.starts_with("http://")).collect()
    }),
    ("sec-mixed-content", |page| {
        let all = page.values("script[src], img[src], iframe[src]", "src").into_iter();
        all.chain(page.values("link[rel=stylesheet]", "href"))
            .filter(|link| link.starts_with("http://"))
            .collect()
    }),
    ("sec-spam-injection", |page| {
        let text = page.main.to_lowercase();
        let spam = ["casino", "viagra", "payday", "cialis", "poker", "kasyno", "chwilówki"];
        found_if(spam.iter().map(|word| text.matches(word).count()).sum::<usize>() >= 5, "spam")
    }),
];

/// The alternative texts of the pictures in an element.
fn alt_in(element: scraper::ElementRef) -> String {
    element.select(&super::crawl::selector("img[alt]")).filter_map(|image| image.attr("alt")).collect()
}

/// Whether a file is called like `img_0231.jpg`.
fn is_generic(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_');
    ["img", "dsc", "image", "photo", "screenshot", "zdjecie"].contains(&stem)
}

/// The language of a text, by its most frequent words.
fn language_of(text: &str) -> &'static str {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = |common: &[&str]| words.iter().filter(|word| common.contains(word)).count();
    let english = count(&["the", "and", "of", "to", "is", "for", "with", "it", "that", "you"]);
    let polish = count(&["i", "w", "na", "z", "się", "do", "nie", "że", "jest", "to", "albo", "dla", "po"]);
    if polish > english { "pl" } else { "en" }
}

#[test]
fn the_language_of_a_text_is_recognised() {
    let found: Found =
        vec![language_of("A post and the texts of it").into(), language_of("Post i teksty do niego").into()];
    assert_eq!(found, ["en", "pl"]);
}
