use url::Url;

use super::*;

fn offer(frontier: &Frontier, kind: Kind, text: &str) -> Offer {
    let url = Url::parse(text).expect("a URL");
    Offer {
        key: frontier.keys.of(kind, url.as_str()),
        path_key: frontier.keys.of_path(url.as_str()),
        url: url.as_str().into(),
        kind,
        found: Found::Link,
        depth: 1,
        redirects: 0,
        limit: None,
    }
}

fn found(frontier: &mut Frontier, kind: Kind, text: &str) -> Option<(u32, bool)> {
    let offer = offer(frontier, kind, text);
    match frontier.offer(offer) {
        Offered::Known(number) => Some((number, false)),
        Offered::New(address) => Some((address.number, true)),
        Offered::Refused => None,
    }
}

#[test]
fn an_address_gets_one_number() {
    let mut frontier = Frontier::new(Limits::default());
    let page = "https://example.com/a";
    assert_eq!(found(&mut frontier, Kind::Page, page), Some((0, true)));
    assert_eq!(found(&mut frontier, Kind::Page, page), Some((0, false)));
    assert_eq!(found(&mut frontier, Kind::Resource, page), Some((0, false)));
    assert_eq!(found(&mut frontier, Kind::Sitemap, page), Some((1, true)));
    assert_eq!(found(&mut frontier, Kind::Probe, page), Some((2, true)));
    let image = "https://example.com/image";
    assert_eq!(found(&mut frontier, Kind::Resource, image), Some((3, true)));
    assert_eq!(found(&mut frontier, Kind::Page, image), Some((3, true)), "it is read as a page now");
    assert_eq!(found(&mut frontier, Kind::Page, image), Some((3, false)));
}

#[test]
fn limits_refuse_addresses_and_are_counted() {
    let limits = Limits { query_variants: 2, sitemaps: 1, depth: 3, redirects: 1, ..Limits::default() };
    let mut frontier = Frontier::new(limits);
    for (query, is_new) in [(1, true), (2, true), (3, false), (4, false)] {
        let new = found(&mut frontier, Kind::Page, &format!("https://example.com/list?page={query}"));
        assert_eq!(new.is_some(), is_new, "{query}");
    }
    assert!(found(&mut frontier, Kind::Page, "https://example.com/other?page=1").is_some());
    assert!(found(&mut frontier, Kind::Sitemap, "https://example.com/1.xml").is_some());
    assert!(found(&mut frontier, Kind::Sitemap, "https://example.com/2.xml").is_none());
    let deep = Offer { depth: 4, ..offer(&frontier, Kind::Page, "https://example.com/deep") };
    assert!(matches!(frontier.offer(deep), Offered::New(Address { limit: Some(Limit::Depth), .. })));
    let moved = Offer { redirects: 2, ..offer(&frontier, Kind::Page, "https://example.com/moved") };
    assert!(matches!(frontier.offer(moved), Offered::New(Address { limit: Some(Limit::Redirects), .. })));
    let hits: Vec<_> = frontier.hits().iter().map(|hit| (hit.limit.name(), hit.count)).collect();
    assert_eq!(hits, [("query-variants", 2), ("sitemaps", 1), ("depth", 1), ("redirects", 1)]);
    assert_eq!(frontier.hits()[0].url, "https://example.com/list?page=3");
}

#[test]
fn a_trap_repeats_parts_of_its_path() {
    for (path, is_trap) in [
        ("/a/b/c/d/e/f/g", false),
        ("/a/a/a", false),
        ("/a/b/a/b/a/b/a/b", true),
        ("/2024/01/01", false),
        ("//////", false),
    ] {
        assert_eq!(repeats(path, 3), is_trap, "{path}");
    }
}

#[test]
fn a_million_addresses_need_little_memory() {
    let mut frontier = Frontier::new(Limits::default());
    for number in 0..1_000_000_u64 {
        let key = frontier.keys.of(Kind::Page, &format!("https://example.com/{number}"));
        let url = Box::from("");
        let offer = Offer {
            key,
            path_key: None,
            url,
            kind: Kind::Page,
            found: Found::Link,
            depth: 1,
            redirects: 0,
            limit: None,
        };
        frontier.offer(offer);
    }
    assert_eq!(frontier.known.len(), 1_000_000);
    let bytes = frontier.known.capacity() * (size_of::<(u64, Entry)>() + 1);
    assert!(bytes < 40 * 1024 * 1024, "{bytes}");
}
