//! How the pages refer to each other: links, canonical addresses, versions in other languages, the site map.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use super::crawl::{Page, Site, path_of, text_of};
use super::head::{headings, normal};
use super::{Found, OfSite, found_if};
use crate::prelude::*;

pub const CHECKS: &[(&str, OfSite)] = &[
    ("http-4xx-internal", |site| statuses(site, |status| (400..500).contains(&status))),
    ("http-401-403", |site| statuses(site, |status| status == 401 || status == 403)),
    ("http-429-rate-limited", |site| statuses(site, |status| status == 429)),
    ("http-5xx-internal", |site| statuses(site, |status| status >= 500)),
    ("server-error-rate-high", |site| statuses(site, |status| status >= 500)),
    ("link-internal-broken", |site| statuses(site, |status| status >= 400)),
    ("redirect-internal", |site| statuses(site, |status| (300..400).contains(&status))),
    ("redirect-temporary", |site| statuses(site, |status| [302, 303, 307].contains(&status))),
    ("link-internal-to-redirect", |site| statuses(site, |status| (300..400).contains(&status))),
    ("redirect-slash-or-case", |site| statuses(site, |status| (300..400).contains(&status))),
    ("link-to-blocked-page", |site| closed(site)),
    ("page-blocked-by-robots", |site| closed(site)),
    ("link-internal-to-noncanonical", |site| {
        let links = site.links().into_iter().filter_map(|(page, _, path)| Some((page, site.page(&path)?)));
        let other = links.filter(|(_, target)| !is_canonical(site, target));
        other.map(|(page, target)| format!("{} → {}", page.path, target.path)).collect()
    }),
    ("link-nofollow-to-indexable", |site| unfollowed(site)),
    ("link-mixed-follow", |site| unfollowed(site)),
    ("link-only-nofollow-inlinks", |site| unfollowed(site)),
    ("link-only-from-noncanonical", |site| {
        site.pages.iter().filter(|page| !is_canonical(site, page)).map(|page| page.path.to_owned()).collect()
    }),
    ("orphan-page", |site| linked_from(site, 0)),
    ("link-single-inlink", |site| linked_from(site, 1)),
    ("crawl-depth-high", deep),
    ("link-broken-fragment", fragments),
    ("title-duplicate", |site| same(site, |page| vec![page.title()])),
    ("meta-description-duplicate", |site| same(site, |page| vec![page.description()])),
    ("h1-duplicate", |site| {
        same(site, |page| {
            headings(page).into_iter().filter(|(level, _)| *level == 1).map(|(_, text)| text).collect()
        })
    }),
    ("content-duplicate-exact", |site| same(site, |page| vec![page.main.clone()])),
    ("content-near-duplicate", alike),
    ("canonicalized-page", |site| {
        site.pages.iter().filter(|page| !is_canonical(site, page)).map(|page| page.path.to_owned()).collect()
    }),
    ("canonical-cross-domain", |site| {
        site.pages.iter().map(Page::canonical).filter(|to| !to.starts_with(&site.answers.origin)).collect()
    }),
    ("canonical-to-error", |site| canonicals(site, |status, _| status >= 400)),
    ("canonical-to-redirect", |site| canonicals(site, |status, _| (300..400).contains(&status))),
    ("canonical-to-noindex", |site| canonicals(site, |_, html| html.contains("noindex"))),
    ("canonical-chain", |site| {
        let targets = site.pages.iter().filter_map(|page| site.page(&page.canonical()));
        targets.filter(|target| !is_canonical(site, target)).map(|target| target.path.to_owned()).collect()
    }),
    ("canonical-blocked", |site| {
        let paths = site.pages.iter().filter_map(|page| path_of(&page.canonical(), &site.answers.origin));
        paths.filter(|path| site.is_closed(path)).collect()
    }),
    ("hreflang-no-return", |site| {
        versions(site, |page, target| !target.versions().iter().any(|(_, back)| *back == page.canonical()))
    }),
    ("hreflang-to-noncanonical", |site| versions(site, |_, target| !is_canonical(site, target))),
    ("hreflang-to-noindex", |site| {
        versions(site, |_, target| target.fetched.text().contains("content=\"noindex"))
    }),
    ("hreflang-to-redirect", |site| version_statuses(site, |status| (300..400).contains(&status))),
    ("hreflang-to-error", |site| version_statuses(site, |status| status >= 400)),
    ("hreflang-multiple-langs-per-url", |site| {
        let mut known = HashMap::<String, String>::new();
        let all = site.pages.iter().flat_map(Page::versions).filter(|(code, _)| code != "x-default");
        all.filter(|(code, to)| known.insert(to.clone(), code.clone()).is_some_and(|other| other != *code))
            .map(|(_, to)| to)
            .collect()
    }),
    ("hreflang-sources-conflict", |site| {
        let map = site.map();
        let in_map = |page: &Page| {
            let entry =
                map.split("<url>").find(|entry| entry.contains(&format!("<loc>{}</loc>", page.canonical())));
            entry.unwrap_or_default().to_owned()
        };
        let differs = |page: &&Page| {
            let entry = in_map(page);
            let own = page.versions().into_iter().filter(|(code, _)| code != "x-default");
            let named = own
                .clone()
                .filter(|(code, to)| entry.contains(&format!("hreflang=\"{code}\" href=\"{to}\"")))
                .count();
            named != own.count()
        };
        site.pages.iter().filter(differs).map(|page| page.path.to_owned()).collect()
    }),
    ("sitemap-missing", |site| found_if(!site.robots().contains("Sitemap: "), "not named")),
    ("sitemap-unreachable", |site| {
        let maps = site.answers.fetched.iter().filter(|(path, _)| path.starts_with("/sitemap"));
        maps.filter(|(_, map)| map.status != 200).map(|(path, _)| path.clone()).collect()
    }),
    ("sitemap-invalid", |site| {
        let is_map = site.map().starts_with("<?xml")
            && site.map().contains("http://www.sitemaps.org/schemas/sitemap/0.9");
        found_if(
            !is_map || site.map().matches("<url>").count() != site.map().matches("</url>").count(),
            "no map",
        )
    }),
    ("sitemap-too-large", |site| {
        found_if(site.pages.len() > 50_000 || site.map().len() > 50_000_000, "too large")
    }),
    ("sitemap-empty", |site| found_if(site.pages.is_empty(), "empty")),
    ("sitemap-url-error", |site| mapped(site, |page| page.fetched.status >= 400)),
    ("sitemap-url-redirect", |site| mapped(site, |page| (300..400).contains(&page.fetched.status))),
    ("sitemap-url-noindex", |site| mapped(site, |page| page.fetched.text().contains("content=\"noindex"))),
    ("sitemap-url-blocked", |site| mapped(site, |page| site.is_closed(page.path))),
    ("sitemap-url-noncanonical", |site| mapped(site, |page| !is_canonical(site, page))),
    ("sitemap-url-http", |site| found_if(site.map().contains("<loc>http://"), "http")),
    ("link-http-on-https", |site| {
        let own = site.answers.origin.replace("https://", "http://");
        let links = site.pages.iter().flat_map(|page| page.values("a[href]", "href"));
        links.filter(|link| link.starts_with(&own)).collect()
    }),
    ("sitemap-url-foreign-host", |site| {
        let map = site.map();
        let all = map.split("<loc>").skip(1).filter_map(|rest| rest.split_once('<'));
        all.map(|(loc, _)| loc.to_owned()).filter(|loc| !loc.starts_with(&site.answers.origin)).collect()
    }),
    ("sitemap-missing-page", |site| {
        let linked = site.links().into_iter().map(|(_, _, path)| path).filter(|path| {
            let target = &site.answers.fetched[path];
            let is_page = target.status == 200 && target.header("content-type").starts_with("text/html");
            is_page
                && target.text().contains("rel=\"canonical\"")
                && site.page(path).is_none()
                && !path.contains('?')
        });
        linked.collect::<BTreeSet<_>>().into_iter().collect()
    }),
    ("sitemap-lastmod-bad", |site| {
        // Without dates there are no wrong ones.
        found_if(site.map().contains("<lastmod>"), "dates, which this check has to compare")
    }),
    ("url-slash-inconsistent", |site| found_if(site.answers.fetched["/pricing/"].status == 200, "/pricing/")),
    ("url-too-long", |site| mapped(site, |page| page.path.len() > 115)),
    ("url-underscore", |site| mapped(site, |page| page.path.contains('_'))),
    ("url-uppercase", |site| mapped(site, |page| page.path.chars().any(|c| c.is_ascii_uppercase()))),
    ("url-space", |site| mapped(site, |page| page.path.contains([' ', '+']) || page.path.contains("%20"))),
    ("url-double-slash", |site| mapped(site, |page| page.path.contains("//"))),
    ("url-non-ascii", |site| mapped(site, |page| !page.path.is_ascii() || page.path.contains('%'))),
    ("url-repetitive-path", |site| {
        mapped(site, |page| {
            let parts: Vec<&str> = page.path.split('/').filter(|part| !part.is_empty()).collect();
            parts.windows(2).any(|two| two[0] == two[1])
        })
    }),
    ("url-many-parameters", |site| mapped(site, |page| page.path.contains('?'))),
    ("url-session-id", |site| {
        let all = site.links().into_iter().map(|(_, _, path)| path);
        all.filter(|path| {
            ["phpsessid", "jsessionid", "sid="].iter().any(|mark| path.to_lowercase().contains(mark))
        })
        .collect()
    }),
    ("parameter-explosion", |site| {
        let mut variants = HashMap::<&str, BTreeSet<&str>>::new();
        for path in site.answers.fetched.keys() {
            if let Some((path, query)) = path.split_once('?') {
                variants.entry(path).or_default().insert(query);
            }
        }
        variants
            .into_iter()
            .filter(|(_, queries)| queries.len() > 100)
            .map(|(path, _)| path.to_owned())
            .collect()
    }),
];

/// The internal links to addresses with such a status.
fn statuses(site: &Site, is: fn(u16) -> bool) -> Found {
    let links = site.links().into_iter();
    let such = links.filter(|(_, _, path)| is(site.answers.fetched[path].status));
    such.map(|(page, _, path)| format!("{} → {path}", page.path)).collect()
}

fn version_statuses(site: &Site, is: fn(u16) -> bool) -> Found {
    let all = site.pages.iter().flat_map(Page::versions).map(|(_, to)| to);
    all.filter(|to| site.target(to).is_none_or(|target| is(target.status))).collect()
}

fn closed(site: &Site) -> Found {
    let links = site.links().into_iter().filter(|(_, _, path)| site.is_closed(path));
    links.map(|(page, _, path)| format!("{} → {path}", page.path)).collect()
}

fn unfollowed(site: &Site) -> Found {
    let links = site.links().into_iter();
    let such = links.filter(|(_, link, _)| link.attr("rel").is_some_and(|rel| rel.contains("nofollow")));
    such.map(|(page, _, path)| format!("{} → {path}", page.path)).collect()
}

fn is_canonical(site: &Site, page: &Page) -> bool {
    page.canonical() == format!("{}{}", site.answers.origin, page.path)
}

fn canonicals(site: &Site, is: fn(u16, &str) -> bool) -> Found {
    let all = site.pages.iter().map(Page::canonical);
    let wrong =
        all.filter(|to| site.target(to).is_none_or(|target| is(target.status, head_of(target.text()))));
    wrong.collect()
}

fn head_of(html: &str) -> &str {
    html.split("</head>").next().unwrap_or_default()
}

fn mapped(site: &Site, is: impl Fn(&Page) -> bool) -> Found {
    site.pages.iter().filter(|page| is(page)).map(|page| page.path.to_owned()).collect()
}

fn versions(site: &Site, is: impl Fn(&Page, &Page) -> bool) -> Found {
    let mut found = Found::new();
    for page in &site.pages {
        for (_, to) in page.versions() {
            if site.page(&to).is_none_or(|target| is(page, target)) {
                found.push(format!("{} → {to}", page.path));
            }
        }
    }
    found
}

/// The pages that this number of other pages links to.
fn linked_from(site: &Site, count: usize) -> Found {
    let mut from = HashMap::<String, BTreeSet<&str>>::new();
    for (page, _, path) in site.links() {
        if page.path != path {
            from.entry(path).or_default().insert(page.path);
        }
    }
    mapped(site, |page| from.get(page.path).map_or(0, BTreeSet::len) == count)
}

/// Pages that are more than four links away from the home page of their language.
fn deep(site: &Site) -> Found {
    let links = site.links();
    let mut near: BTreeSet<String> = ["/".to_owned(), "/pl".to_owned()].into();
    for _ in 0..4 {
        let next =
            links.iter().filter(|(page, ..)| near.contains(page.path)).map(|(_, _, path)| path.clone());
        near.extend(next.collect::<Vec<_>>());
    }
    mapped(site, |page| !near.contains(page.path))
}

/// Links to places that their page does not have.
fn fragments(site: &Site) -> Found {
    let mut found = Found::new();
    for page in &site.pages {
        for link in page.all("a[href*='#']") {
            let Some((to, id)) = link.attr("href").and_then(|href| href.split_once('#')) else { continue };
            let target = if to.is_empty() { Some(page) } else { site.page(to) };
            let has = |target: &Page| target.all("[id]").iter().any(|element| element.attr("id") == Some(id));
            if !id.is_empty() && target.is_some_and(|target| !has(target)) {
                found.push(format!("{} → {to}#{id} “{}”", page.path, text_of(link)));
            }
        }
    }
    found
}

/// Pages of one language that have the same texts.
fn same(site: &Site, texts: fn(&Page) -> Vec<String>) -> Found {
    let mut known = HashMap::new();
    let mut found = Found::new();
    for page in &site.pages {
        for text in texts(page) {
            if let Some(other) = known.insert((page.language, normal(&text)), page.path) {
                found.push(format!(
                    "{} and {other}: {}",
                    page.path,
                    text.chars().take(60).collect::<String>()
                ));
            }
        }
    }
    found
}

/// Pages of one language whose texts share nine tenths of their sequences of three words.
fn alike(site: &Site) -> Found {
    let sequences = |page: &Page| -> BTreeSet<u64> {
        let words: Vec<&str> = page.main.split_whitespace().collect();
        words.windows(3).map(|three| BuildHasherDefault::<DefaultHasher>::default().hash_one(three)).collect()
    };
    let all: Vec<_> = site.pages.iter().map(|page| (page, sequences(page))).collect();
    let mut found = Found::new();
    for (place, (page, own)) in all.iter().enumerate() {
        for (other, others) in &all[..place] {
            // Texts of different lengths can't be alike.
            let is_near = own.len().min(others.len()) * 10 >= own.len().max(others.len()) * 9;
            if page.language != other.language || !is_near {
                continue;
            }
            let shared = own.intersection(others).count();
            if shared * 10 >= (own.len() + others.len() - shared) * 9 {
                found.push(format!("{} and {}", page.path, other.path));
            }
        }
    }
    found
}
