//! How the site is served: robots, headers, files, pictures, what must not be there.

use super::crawl::{Fetched, Page, Site, path_of};
use super::{Found, OfSite, found_if};
use crate::prelude::*;

pub const CHECKS: &[(&str, OfSite)] = &[
    ("http-timeout", |site| pages(site, |page| page.took > Duration::from_secs(10))),
    ("robots-txt-missing", |site| found_if(robots(site).status == 404 || robots(site).status == 410, "none")),
    ("robots-txt-5xx", |site| found_if(robots(site).status >= 500, "fails")),
    ("robots-txt-invalid", |site| {
        let known = ["User-agent: ", "Disallow: ", "Allow: ", "Sitemap: http"];
        let lines = site.robots().lines().filter(|line| !line.is_empty());
        lines.filter(|line| !known.iter().any(|start| line.starts_with(start))).map(str::to_owned).collect()
    }),
    ("robots-txt-too-large", |site| found_if(site.robots().len() > 500 * 1024, "too large")),
    ("robots-txt-blocks-all", |site| {
        found_if(site.robots().lines().any(|line| line == "Disallow: /"), "closed")
    }),
    ("robots-txt-blocks-resources", |site| {
        files(site).filter(|(path, _)| site.is_closed(path)).map(|(path, _)| path.to_owned()).collect()
    }),
    ("robots-txt-no-sitemap", |site| found_if(!site.robots().contains("\nSitemap: "), "none")),
    ("ai-crawler-blocked", |site| {
        found_if(site.robots().matches("User-agent").count() > 1, "rules for single robots")
    }),
    ("llms-txt-missing", |site| found_if(site.answers.fetched["/llms.txt"].status != 200, "none")),
    ("custom-404-wrong-status", |site| {
        let missing = ["/0b9f6f0e-no-such-page", "/pl/0b9f6f0e-no-such-page"].into_iter();
        missing.filter(|path| site.answers.fetched[*path].status != 404).map(str::to_owned).collect()
    }),
    ("sec-exposed-file", |site| {
        let secret = ["/.git/HEAD", "/.env", "/wp-config.php.bak", "/backup.zip"].into_iter();
        secret.filter(|path| site.answers.fetched[*path].status == 200).map(str::to_owned).collect()
    }),
    ("redirect-chain", |site| chains(site, |steps| steps.len() > 1)),
    ("redirect-loop", |site| chains(site, |steps| steps.len() > 9)),
    ("redirect-broken", |site| {
        let ends = chains(site, |steps| !steps.is_empty()).into_iter();
        ends.filter(|end| site.answers.fetched.get(end).is_some_and(|end| end.status >= 400)).collect()
    }),
    ("redirect-mass-to-home", |site| {
        let home = site
            .answers
            .fetched
            .values()
            .filter(|one| ["/", "/pl"].contains(&one.header("location")))
            .count();
        found_if(home > 10, format!("{home}"))
    }),
    ("wrong-content-type", |site| {
        let kinds = [
            (".js", "text/javascript"),
            (".css", "text/css"),
            (".svg", "image/svg+xml"),
            (".png", "image/png"),
            (".webp", "image/webp"),
            (".woff2", "font/woff2"),
            (".md", "text/markdown"),
            (".json", "application/json"),
            (".xml", "application/xml"),
        ];
        let wrong = |(path, file): &(&str, &Fetched)| {
            let ending = |end: &str| path.split('?').next().unwrap_or_default().ends_with(end);
            kinds.iter().any(|(end, kind)| ending(end) && !file.header("content-type").starts_with(kind))
        };
        files(site)
            .filter(wrong)
            .map(|(path, file)| format!("{path}: {}", file.header("content-type")))
            .collect()
    }),
    ("perf-ttfb-slow", |site| pages(site, |page| page.took > Duration::from_millis(1800))),
    ("perf-response-slow", |site| pages(site, |page| page.took > Duration::from_millis(3000))),
    ("perf-page-weight", |site| {
        let weight = |page: &Page| {
            let named = page.values("script[src], img[src]", "src").into_iter();
            let named = named.chain(page.values("link[rel=stylesheet], link[rel=preload]", "href"));
            page.fetched.bytes.len()
                + named.filter_map(|link| site.target(&link)).map(|file| file.bytes.len()).sum::<usize>()
        };
        let heavy = site.pages.iter().filter(|page| weight(page) > 3_000_000);
        heavy.map(|page| page.path.to_owned()).collect()
    }),
    ("perf-no-compression", |site| {
        let all = site.answers.fetched.iter().filter(|(_, one)| one.status == 200 && one.bytes.len() > 1024);
        let plain = all.filter(|(_, one)| {
            let kind = one.header("content-type");
            let is_text = ["text/", "application/json", "application/javascript", "image/svg"]
                .iter()
                .any(|start| kind.starts_with(start));
            is_text && one.header("content-encoding").is_empty()
        });
        plain.map(|(path, _)| path.clone()).collect()
    }),
    ("perf-no-cache", |site| {
        let age = |file: &Fetched| {
            let cache = file.header("cache-control").split("max-age=").nth(1).unwrap_or_default();
            cache.split(',').next().unwrap_or_default().trim().parse::<u64>().unwrap_or(0)
        };
        let hashed = files(site).filter(|(path, _)| path.starts_with("/site/") || path.starts_with("/og/"));
        hashed.filter(|(_, file)| age(file) < 7 * 24 * 3600).map(|(path, _)| path.to_owned()).collect()
    }),
    ("perf-resource-broken", |site| {
        files(site).filter(|(_, file)| file.status >= 400).map(|(path, _)| path.to_owned()).collect()
    }),
    ("image-broken", |site| pictures(site, |file| file.status >= 400)),
    ("image-redirect", |site| pictures(site, |file| (300..400).contains(&file.status))),
    ("image-file-too-large", |site| pictures(site, |file| file.bytes.len() > 500 * 1024)),
    ("image-legacy-format", |site| {
        pictures(site, |file| {
            let is_old = ["image/png", "image/jpeg", "image/gif"]
                .iter()
                .any(|kind| file.header("content-type") == *kind);
            is_old && file.bytes.len() > 50 * 1024
        })
    }),
    ("favicon-missing", |site| {
        let icons = site.pages.iter().filter(|page| {
            site.target(&page.value("link[rel=icon]", "href")).is_none_or(|icon| icon.status != 200)
        });
        let bare = Some("/favicon.ico").filter(|path| site.answers.fetched[*path].status != 200);
        icons.map(|page| page.path.to_owned()).chain(bare.map(str::to_owned)).collect()
    }),
    ("og-image-broken", |site| {
        previews(site, |file| {
            file.is_none_or(|file| file.status != 200 || file.header("content-type") != "image/png")
        })
    }),
    ("og-image-too-small", |site| {
        previews(site, |file| {
            let picture = file.and_then(|file| image::load_from_memory(&file.bytes).ok());
            picture.is_none_or(|picture| (picture.width(), picture.height()) != (1200, 630))
        })
    }),
    ("sec-hsts-missing", |site| {
        pages(site, |page| !page.header("strict-transport-security").starts_with("max-age="))
    }),
    ("perf-too-many-requests", |site| {
        let many = site
            .pages
            .iter()
            .filter(|page| page.all("script[src], img[src], link[rel=stylesheet]").len() > 100);
        many.map(|page| page.path.to_owned()).collect()
    }),
    ("perf-unminified", |site| {
        let blanks = |file: &Fetched| {
            let lines = file.text().lines();
            lines.map(|line| 1 + line.len() - line.trim_start().len()).sum::<usize>()
        };
        let code = files(site).filter(|(path, _)| path.ends_with(".js") || path.ends_with(".css"));
        let large = code.filter(|(_, file)| blanks(file) > 2048 && blanks(file) * 10 > file.bytes.len());
        large.map(|(path, _)| path.to_owned()).collect()
    }),
    ("sec-csp-missing", |site| pages(site, |page| page.header("content-security-policy").is_empty())),
    ("sec-nosniff-missing", |site| pages(site, |page| page.header("x-content-type-options") != "nosniff")),
    ("sec-frame-options-missing", |site| pages(site, |page| page.header("x-frame-options").is_empty())),
    ("sec-referrer-policy-missing", |site| pages(site, |page| page.header("referrer-policy").is_empty())),
    ("sec-server-version", |site| {
        pages(site, |page| {
            [page.header("server"), page.header("x-powered-by")]
                .concat()
                .contains(|c: char| c.is_ascii_digit())
        })
    }),
    ("sec-cookie-flags", |site| pages(site, |page| !page.header("set-cookie").is_empty())),
    ("crawl-blocked-by-waf", |site| pages(site, |page| page.status == 403 || page.status == 503)),
];

fn robots<'s>(site: &'s Site) -> &'s Fetched {
    &site.answers.fetched["/robots.txt"]
}

fn pages(site: &Site, is: impl Fn(&Fetched) -> bool) -> Found {
    site.pages.iter().filter(|page| is(page.fetched)).map(|page| page.path.to_owned()).collect()
}

/// The files that pages load.
fn files<'s>(site: &'s Site) -> impl Iterator<Item = (&'s str, &'s Fetched)> {
    let mut loaded = BTreeSet::new();
    for page in &site.pages {
        let named = page.values("script[src], img[src], source[src]", "src").into_iter();
        let linked = page.values(
            "link[rel=stylesheet], link[rel=preload], link[rel=icon], link[type='text/markdown']",
            "href",
        );
        loaded.extend(named.chain(linked).chain(page.values("meta[property='og:image']", "content")));
    }
    let paths: BTreeSet<String> =
        loaded.iter().filter_map(|link| path_of(link, &site.answers.origin)).collect();
    site.answers
        .fetched
        .iter()
        .filter(move |(path, _)| paths.contains(*path))
        .map(|(path, file)| (path.as_str(), file))
}

fn pictures(site: &Site, is: impl Fn(&Fetched) -> bool) -> Found {
    let shown: BTreeSet<String> =
        site.pages.iter().flat_map(|page| page.values("main img[src]", "src")).collect();
    shown.into_iter().filter(|src| site.target(src).is_none_or(&is)).collect()
}

/// The pictures for previews of links.
fn previews(site: &Site, is: impl Fn(Option<&Fetched>) -> bool) -> Found {
    let all = site.pages.iter().map(|page| page.value("meta[property='og:image']", "content"));
    all.filter(|url| is(site.target(url))).collect()
}

/// The ends of the redirects that pages name, with so many steps.
fn chains(site: &Site, is: impl Fn(&[String]) -> bool) -> Found {
    let mut found = Found::new();
    for path in site.answers.fetched.keys() {
        let (mut steps, mut at) = (Vec::new(), path.clone());
        while let Some(one) = site.answers.fetched.get(&at).filter(|one| (300..400).contains(&one.status)) {
            at = path_of(one.header("location"), &site.answers.origin).unwrap_or_default();
            steps.push(at.clone());
            if steps.len() > 10 {
                break;
            }
        }
        if is(&steps) {
            found.push(at);
        }
    }
    found
}
