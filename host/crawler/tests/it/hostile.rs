//! Sites that try to keep a crawl busy or to fill its memory. Each ends by its own limit.

use std::sync::Arc;
use std::time::Duration;

use sitewright_crawler::crawl::{End, Outcome, Settings, Sitemaps};
use sitewright_crawler::fetch;
use sitewright_crawler::frontier::{Limit, Limits, NO_NUMBER};
use sitewright_crawler::sitemap::ProblemKind;

use crate::server::{Answer, Server, crawl, fetch_settings, html, links, redirect, settings, status};

fn gzip(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for piece in pieces {
        encoder.write_all(&piece).expect("memory");
    }
    encoder.finish().expect("memory")
}

fn zeros(megabytes: usize) -> Vec<u8> {
    gzip(std::iter::repeat_n(vec![0; 1024 * 1024], megabytes))
}

#[tokio::test]
async fn an_endless_calendar_ends_by_queries_of_a_path() {
    let server = Server::start(|asked| {
        let month: u32 = asked.path.rsplit('=').next().and_then(|month| month.parse().ok()).unwrap_or(0);
        let [next, before] = [month + 1, month + 7].map(|month| format!("/calendar?month={month}"));
        links([next.as_str(), before.as_str()])
    })
    .await;
    let mut own = settings();
    own.limits = Limits { query_variants: 30, ..Limits::default() };
    let results = crawl(own, &server, "/").await;
    assert_eq!((results.last().end, results.limits()), (Some(End::Done), vec!["query-variants"]));
    assert_eq!(server.paths().len(), 31);
}

#[tokio::test]
async fn endless_paths_end_by_repetition_depth_or_length() {
    let deeper = Server::start(|asked| links([format!("{}again/", asked.path).as_str()])).await;
    let results = crawl(settings(), &deeper, "/").await;
    assert_eq!(results.limits(), ["repetition"]);

    let numbered = Server::start(|asked| {
        let last: u32 = asked.path.rsplit('/').next().and_then(|last| last.parse().ok()).unwrap_or(0);
        links([format!("/{}", last + 1).as_str()])
    })
    .await;
    let mut own = settings();
    own.limits = Limits { depth: 20, ..Limits::default() };
    let results = crawl(own, &numbered, "/").await;
    assert_eq!((results.limits(), numbered.paths().len()), (vec!["depth"], 21));

    let long = format!("/{}/", "a".repeat(1024 * 1024));
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/" => links(["/b", long.as_str()]),
        _ => html(""),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!(
        (results.limits(), server.paths()),
        (vec!["url-length"], ["/", "/b"].map(String::from).to_vec())
    );
    assert!(results.last().limits[0].url.len() <= 500);
}

#[tokio::test]
async fn a_thousand_redirects_end_after_ten() {
    let server = Server::start(|asked| {
        if asked.path == "/robots.txt" {
            return status(404);
        }
        let hop: u32 = asked.path.rsplit('/').next().and_then(|hop| hop.parse().ok()).unwrap_or(0);
        redirect(format!("/hop/{}", (hop + 1) % 1000))
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!((results.limits(), server.paths().len()), (vec!["redirects"], 11));

    let ring = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => status(404),
        "/" => redirect("/a"),
        _ => redirect("/"),
    })
    .await;
    let results = crawl(settings(), &ring, "/").await;
    assert_eq!((results.last().end, ring.paths().len()), (Some(End::Done), 2));
}

#[tokio::test]
async fn links_of_a_page_and_known_addresses_are_limited() {
    let body: Arc<str> =
        (0..200_000).map(|number| format!("<a href=\"/{number}\">x</a>")).collect::<String>().into();
    let server = Server::start(move |asked| if asked.path == "/" { html(&*body) } else { html("") }).await;
    let mut own = settings();
    own.limits = Limits { pages: 20, ..Limits::default() };
    let results = crawl(own.clone(), &server, "/").await;
    assert_eq!(results.limits(), ["page-links", "pages"]);
    let Outcome::Page(page) = &results.visits().next().expect("the start").outcome else { panic!("a page") };
    assert_eq!(page.links.len(), 200_000);
    assert_eq!(page.links.iter().filter(|number| **number != NO_NUMBER).count(), 10_000);

    own.limits = Limits { pages: 20, addresses: 100, ..Limits::default() };
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.limits(), ["addresses", "page-links", "pages"]);
    assert_eq!(results.addresses().count(), 100);
}

#[tokio::test]
async fn checks_are_limited_and_pages_are_not() {
    let images: String = (0..50).map(|number| format!("<img src=\"/image/{number}\">")).collect();
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/" => html(format!("{images}<a href=\"/page\">x</a>")),
        _ => html(""),
    })
    .await;
    let mut own = settings();
    own.limits = Limits { checks: 10, ..Limits::default() };
    let results = crawl(own, &server, "/").await;
    assert_eq!((results.limits(), server.paths().len()), (vec!["checks"], 12));
    let left = results.addresses().filter(|address| address.limit == Some(Limit::Checks)).count();
    assert_eq!(left, 40);
}

#[tokio::test]
async fn bodies_without_end_are_cut() {
    let head = |more: &str| format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{more}\r\n");
    let (large, slow) = (head("Content-Length: 10000000000\r\n"), head(""));
    let bomb: Arc<[u8]> = zeros(100).into();
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/" => links(["/large", "/slow", "/bomb", "/headers", "/utf8"]),
        "/large" => Answer::Endless(large.clone(), vec![b'x'; 256 * 1024], Duration::ZERO),
        "/slow" => Answer::Endless(slow.clone(), b"x".to_vec(), Duration::from_millis(20)),
        "/bomb" => {
            let headers =
                vec![("Content-Type", "text/html".to_owned()), ("Content-Encoding", "gzip".to_owned())];
            Answer::Whole(200, headers, bomb.to_vec())
        }
        "/headers" => {
            let headers: String = (0..200_000).map(|number| format!("X-{number}: a\r\n")).collect();
            Answer::Raw(format!("HTTP/1.1 200 OK\r\n{headers}\r\n").into_bytes())
        }
        "/utf8" => html("\u{fffd}").tap_body(b"<a href=\"/\xff\xfe\xc3\">\xc3\x28</a>"),
        _ => status(404),
    })
    .await;
    let limits = fetch::Limits { slow_after: Duration::from_millis(100), ..fetch::Limits::default() };
    let own = Settings { fetch: fetch::Settings { limits, ..fetch_settings() }, ..settings() };
    let results = crawl(own, &server, "/").await;
    for (end, outcome) in [
        ("/large", "200 too-large"),
        ("/slow", "200 too-slow"),
        ("/bomb", "200 bomb"),
        ("/headers", "headers"),
        ("/utf8", "200 complete"),
    ] {
        assert_eq!(results.outcome(end), outcome, "{end}");
    }
    let Outcome::Page(bomb) = &results.visit("/bomb").outcome else { panic!("a page") };
    assert!(bomb.decoded <= 30 * 1024 * 1024, "{}", bomb.decoded);
    assert_eq!(results.last().end, Some(End::Done));
}

#[tokio::test]
async fn sitemap_bombs_are_cut() {
    let head = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>".to_vec();
    let spaces = std::iter::repeat_n(vec![b' '; 1024 * 1024], 100);
    let bomb: Arc<[u8]> = gzip(std::iter::once(head).chain(spaces)).into();
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/sitemap.xml" => Answer::Whole(200, Vec::new(), bomb.to_vec()),
        path if path.starts_with("/index") => {
            let index: u32 = path.trim_start_matches("/index").parse().unwrap_or(0);
            let host = asked.header("host").unwrap_or_default();
            let next = index + 1;
            Answer::Whole(
                200,
                Vec::new(),
                format!(
                    "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap>\
                     <loc>http://{host}/index{next}</loc></sitemap></sitemapindex>"
                )
                .into_bytes(),
            )
        }
        _ => status(404),
    })
    .await;
    let mut own =
        Settings { sitemaps: Sitemaps::Guessed, named_sitemaps: vec!["/index0".to_owned()], ..settings() };
    own.limits.sitemaps = 20;
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.limits(), ["sitemaps"]);
    let Outcome::Sitemap(cut) = &results.visit("/sitemap.xml").outcome else { panic!("a sitemap") };
    assert!(cut.problems.iter().any(|problem| problem.kind == ProblemKind::TooLarge));
}

#[tokio::test]
async fn a_redirect_into_a_private_network_is_refused() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => links(["/metadata"]),
        "/robots.txt" => status(404),
        _ => redirect("http://169.254.169.254/latest/meta-data/"),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!(results.outcome("/meta-data/"), "address-denied");
}

#[tokio::test]
async fn a_crawl_ends_after_its_time() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => status(404),
        "/" => links(["/a"]),
        _ => Answer::Silence,
    })
    .await;
    let longest = Some(Duration::from_millis(300));
    let results = crawl(Settings { longest, ..settings() }, &server, "/").await;
    assert_eq!(results.last().end, Some(End::Limit(Limit::Time)));
    assert_eq!(results.visits().count(), 1);
}

trait Tap {
    /// The same answer with another body.
    fn tap_body(self, body: &[u8]) -> Self;
}

impl Tap for Answer {
    fn tap_body(self, body: &[u8]) -> Self {
        match self {
            Self::Whole(status, headers, _) => Self::Whole(status, headers, body.to_vec()),
            other => other,
        }
    }
}
