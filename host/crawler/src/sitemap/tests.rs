use std::io::Write as _;

use super::*;

fn parse(text: &str) -> Sitemap {
    read(text.as_bytes(), &Limits::default())
}

fn kinds(sitemap: &Sitemap) -> Vec<ProblemKind> {
    sitemap.problems.iter().map(|problem| problem.kind).collect()
}

fn pages(sitemap: &Sitemap) -> Vec<&str> {
    sitemap.pages.iter().map(|page| page.url.as_str()).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">"#;

#[test]
fn a_list_of_pages_has_dates_and_languages() {
    let sitemap = parse(&format!(
        r#"{HEAD}
<url><loc> https://example.com/?a=1&amp;b=&#50; </loc><lastmod>2026-11-27T10:00+01:00</lastmod>
<xhtml:link rel="alternate" hreflang="pl" href="https://example.com/pl?a=1&amp;b=2"/>
<xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/"></xhtml:link>
<image:image><image:loc>https://example.com/image.png</image:loc></image:image></url>
<url><loc><![CDATA[https://example.com/ą]]></loc><lastmod>2026-11-27</lastmod></url></urlset>"#
    ));
    assert_eq!(kinds(&sitemap), []);
    assert_eq!(sitemap.format, Format::Pages);
    assert_eq!(pages(&sitemap), ["https://example.com/?a=1&b=2", "https://example.com/%C4%85"]);
    let alternates: Vec<_> =
        sitemap.pages[0].alternates.iter().map(|(language, url)| (language.as_str(), url.as_str())).collect();
    assert_eq!(alternates, [("pl", "https://example.com/pl?a=1&b=2"), ("x-default", "https://example.com/")]);
    assert_eq!(sitemap.pages[1].last_modified.as_deref(), Some("2026-11-27"));
}

#[test]
fn every_format_is_read_also_with_gzip() {
    let index = r#"<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>https://example.com/a.xml</loc></sitemap></sitemapindex>"#;
    let rss = "<rss version='2.0'><channel><link>https://example.com/</link><item><title>A</title>\
        <link>https://example.com/a</link><pubDate>Mon, 06 Sep 2021 00:01:00 +0000</pubDate></item></channel></rss>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link href='https://example.com/'/><entry>\
        <link rel='edit' href='https://example.com/edit'/><link href='https://example.com/a'/>\
        <updated>2026-01-02T03:04:05Z</updated></entry></feed>";
    let text = "\u{feff}https://example.com/a\r\n\r\nhttps://example.com/b\n";
    for (format, file, found) in [
        (Format::Index, index, vec![]),
        (Format::Rss, rss, vec!["https://example.com/a"]),
        (Format::Atom, atom, vec!["https://example.com/a"]),
        (Format::Text, text, vec!["https://example.com/a", "https://example.com/b"]),
    ] {
        for bytes in [file.as_bytes().to_vec(), gzip(file.as_bytes())] {
            let sitemap = read(&bytes, &Limits::default());
            assert_eq!((sitemap.format, pages(&sitemap), kinds(&sitemap)), (format, found.clone(), vec![]));
        }
    }
    assert_eq!(parse(index).sitemaps[0].as_str(), "https://example.com/a.xml");
}

#[test]
fn problems_are_named_and_the_rest_is_read() {
    use ProblemKind::*;
    let page = "<url><loc>https://example.com/a</loc></url>";
    for (file, expected, count) in [
        (format!("{HEAD}{page}<url><loc>/b</loc></url></urlset>"), vec![InvalidAddress], 1),
        (format!("{HEAD}{page}<url></url></urlset>"), vec![InvalidAddress], 1),
        (format!("{HEAD}{page}"), vec![NotWellFormed], 1),
        (format!("{HEAD}{page}</wrong>"), vec![NotWellFormed], 1),
        (format!("<urlset>{page}</urlset>"), vec![WrongNamespace], 1),
        ("<html><body>Not found</body></html>".to_owned(), vec![UnknownRoot], 0),
        ("not an address".to_owned(), vec![InvalidAddress, Empty], 0),
        (format!("{HEAD}</urlset>"), vec![Empty], 0),
        (
            format!("{HEAD}<url><loc>https://example.com/</loc><lastmod>yesterday</lastmod></url></urlset>"),
            vec![InvalidDate],
            1,
        ),
        (format!("{HEAD}{}", "<a>".repeat(100)), vec![TooDeep, Empty], 0),
    ] {
        let sitemap = parse(&file);
        assert_eq!((kinds(&sitemap), sitemap.pages.len()), (expected, count), "{file}");
    }
}

#[test]
fn entities_of_the_file_are_not_expanded() {
    let sitemap = parse(&format!(
        "<!DOCTYPE urlset [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>\
         {}<url><loc>https://example.com/&b;&f;</loc></url></urlset>",
        &HEAD[HEAD.find("<urlset").expect("the root")..]
    ));
    assert_eq!(kinds(&sitemap), [ProblemKind::UnknownEntity, ProblemKind::UnknownEntity]);
    assert_eq!(pages(&sitemap), ["https://example.com/"]);
}

#[test]
fn reading_ends_at_the_limits() {
    let page =
        "<url><loc>https://example.com/a</loc><xhtml:link hreflang='a' href='https://example.com/b'/></url>";
    let file = format!("{HEAD}{}</urlset>", page.repeat(10));
    let found = |limits: Limits, bytes: &[u8]| {
        let sitemap = read(bytes, &limits);
        (sitemap.pages.len(), kinds(&sitemap))
    };
    let few = Limits { addresses: 4, ..Limits::default() };
    assert_eq!(found(few, file.as_bytes()), (4, vec![ProblemKind::TooManyAddresses]));
    let exact = Limits { addresses: 10, ..Limits::default() };
    assert_eq!(found(exact, file.as_bytes()), (10, vec![]));
    let alternates = Limits { alternates: 3, ..Limits::default() };
    assert_eq!(found(alternates, file.as_bytes()), (10, vec![ProblemKind::TooManyAlternates]));
    let small = Limits { bytes: 500, ..Limits::default() };
    assert_eq!(found(small.clone(), file.as_bytes()), (3, vec![ProblemKind::TooLarge]));
    let bomb = gzip(format!("{HEAD}{}", " ".repeat(20 * 1024 * 1024)).as_bytes());
    assert_eq!(found(small, &bomb), (0, vec![ProblemKind::TooLarge, ProblemKind::Empty]));
    let damaged = gzip(file.as_bytes());
    let damaged = &damaged[..damaged.len() - 12];
    assert_eq!(found(Limits::default(), damaged).1, [ProblemKind::Undecodable]);
}
