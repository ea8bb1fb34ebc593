//! What a crawl visits and returns.

use std::sync::Arc;

use sitewright_crawler::address::Pattern;
use sitewright_crawler::crawl::{Crawl, End, Outcome, Settings, Sitemaps};
use sitewright_crawler::fetch::Validators;
use sitewright_crawler::frontier::{Found, Kind, Limit, Limits, NO_NUMBER};

use crate::server::{Answer, Server, all, crawl, html, links, parse, redirect, settings, status, text};

#[tokio::test]
async fn a_site_is_crawled_by_depth_and_each_page_once() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => links(["/a", "b#part", "/a?utm_source=x", "mailto:a@example.com", "/"]),
        "/a" => links(["/deep", "/b"]),
        "/b" => html("<base href=\"/folder/\"><a href=\"page\">x</a>"),
        "/deep" => redirect("/target"),
        "/folder/page" | "/target" => html("end"),
        _ => status(404),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    let mut paths = server.paths();
    paths.sort_unstable();
    assert_eq!(paths, ["/", "/a", "/b", "/deep", "/folder/page", "/target"]);
    let depth = |end: &str| results.visit(end).depth;
    assert_eq!((depth("/a"), depth("/deep"), depth("/target"), depth("/folder/page")), (1, 2, 2, 2));
    assert_eq!(results.last().end, Some(End::Done));
    assert_eq!(results.last().progress.visited, 6);

    let numbers: Vec<u32> = results.addresses().map(|address| address.number).collect();
    assert_eq!(numbers, (0..6).collect::<Vec<_>>());
    let Outcome::Page(start) = &results.visits().next().expect("the start").outcome else { panic!("a page") };
    let found: Vec<_> = start.links.iter().map(|number| *number != NO_NUMBER).collect();
    assert_eq!(found, [true; 4], "an address that is none of the web is no link");
    assert_eq!(start.links[0], start.links[2], "they have the same normal form");
    let Outcome::Page(moved) = &results.visit("/deep").outcome else { panic!("a page") };
    assert!(results.url(moved.target.expect("a target")).ends_with("/target"));
}

#[tokio::test]
async fn resources_and_other_sites_are_only_checked() {
    let other = Server::start(|asked| match asked.path.as_str() {
        "/ok" => html("fine"),
        "/no-head" if asked.method == "HEAD" => status(405),
        "/no-head" => links(["/never"]),
        _ => status(404),
    })
    .await;
    let (ok, no_head, gone) = (other.url("/ok"), other.url("/no-head"), other.url("/gone"));
    let page = format!(
        "<img src=\"/image.png\"><img src=\"/missing.png\"><a href=\"{ok}\">x</a><a href=\"{no_head}\">x</a>\
         <a href=\"{gone}\">x</a><a rel=\"nofollow\" href=\"/private\">x</a><a href=\"/image.png\">x</a>"
    );
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/" => html(page.clone()),
        "/image.png" => Answer::Whole(200, vec![("Content-Type", "image/png".to_owned())], vec![7; 5000]),
        _ => status(404),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    for (end, outcome) in [
        ("/missing.png", "404"),
        ("/ok", "200"),
        ("/no-head", "200"),
        ("/gone", "404"),
        ("/image.png", "200 not-wanted"),
    ] {
        assert_eq!(results.outcome(end), outcome, "{end}");
    }
    let asked: Vec<_> =
        other.asked().iter().map(|asked| format!("{} {}", asked.method, asked.path)).collect();
    let expected =
        ["GET /robots.txt", "HEAD /ok", "HEAD /no-head", "GET /no-head", "HEAD /gone", "GET /gone"];
    let mut sorted = asked.clone();
    sorted.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(sorted, expected);
    let kinds: Vec<_> = results.addresses().map(|address| (address.kind, address.limit)).collect();
    assert!(kinds.contains(&(Kind::Page, Some(Limit::NotFollowed))));
    assert!(!server.paths().contains(&"/private".to_owned()));
}

#[tokio::test]
async fn sitemaps_are_read_from_robots_or_guessed() {
    let head = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    let pages = format!(
        "{head}<url><loc>HOST/from-sitemap</loc><lastmod>2026-01-01</lastmod><link rel='alternate' hreflang='pl' \
         href='HOST/pl'/></url><url><loc>HOST/</loc></url></urlset>"
    );
    let index = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>HOST/pages.xml\
        </loc></sitemap></sitemapindex>";
    for robots in [Some("User-agent: *\nSitemap: HOST/named.xml\n"), None] {
        let pages = pages.clone();
        let server = Server::start(move |asked| {
            let host = format!("http://{}", asked.header("host").unwrap_or_default());
            match (asked.path.as_str(), robots) {
                ("/robots.txt", Some(robots)) => text(&robots.replace("HOST", &host)),
                ("/named.xml", Some(_)) | ("/sitemap.xml", None) => text(&index.replace("HOST", &host)),
                ("/pages.xml", _) => text(&pages.replace("HOST", &host)),
                ("/", _) | ("/from-sitemap" | "/pl", _) => html("page"),
                _ => status(404),
            }
        })
        .await;
        let results = crawl(Settings { sitemaps: Sitemaps::Guessed, ..settings() }, &server, "/").await;
        assert_eq!(results.outcome("/from-sitemap"), "200 complete");
        assert_eq!(results.outcome("/pl"), "200 complete");
        let Outcome::Sitemap(found) = &results.visit("/pages.xml").outcome else { panic!("a sitemap") };
        assert_eq!(found.pages.len(), 2);
        assert!(results.url(found.pages[0].number).ends_with("/from-sitemap"));
        assert!(results.url(found.pages[0].alternates[0].1).ends_with("/pl"));
        let Outcome::Sitemap(found) =
            &results.visit(if robots.is_some() { "/named.xml" } else { "/sitemap.xml" }).outcome
        else {
            panic!("a sitemap")
        };
        assert_eq!(found.sitemaps.len(), 1);
        let report = &results.batches.iter().flat_map(|batch| &batch.hosts).next().expect("a report");
        assert_eq!(report.status, Some(if robots.is_some() { 200 } else { 404 }));
    }
}

#[tokio::test]
async fn a_list_is_visited_without_following() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/a" => redirect("/c"),
        _ => links(["/linked"]),
    })
    .await;
    let list = vec![server.url("/a").to_string(), server.url("/b").to_string()];
    let results = crawl(Settings { list, follows: false, ..settings() }, &server, "/").await;
    let mut paths = server.paths();
    paths.sort_unstable();
    assert_eq!(paths, ["/", "/a", "/b", "/c"]);
    let linked = results.addresses().find(|address| address.url.ends_with("/linked")).expect("a number");
    assert_eq!(linked.limit, Some(Limit::NotFollowed));
}

#[tokio::test]
async fn patterns_and_limits_leave_pages_out() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => links(["/shop/1", "/blog/1", "/shop/secret/2"]),
        path if path.starts_with("/shop/") => {
            let number: u32 = path.rsplit('/').next().and_then(|number| number.parse().ok()).unwrap_or(0);
            links([format!("/shop/{}", number + 1).as_str()])
        }
        _ => html(""),
    })
    .await;
    let mut own = settings();
    own.rules.include = vec![Pattern::new("/shop/*").expect("a pattern")];
    own.rules.exclude = vec![Pattern::new("*secret*").expect("a pattern")];
    own.limits = Limits { depth: 4, ..Limits::default() };
    let results = crawl(own.clone(), &server, "/").await;
    let mut paths = server.paths();
    paths.sort_unstable();
    assert_eq!(paths, ["/", "/shop/1", "/shop/2", "/shop/3", "/shop/4"]);
    assert_eq!(results.limits(), ["depth", "excluded"]);

    own.limits = Limits { pages: 3, ..Limits::default() };
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.last().end, Some(End::Limit(Limit::Pages)));
    assert_eq!(results.last().progress.visited, 3);
}

#[tokio::test]
async fn probes_report_the_start_of_their_bodies() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/llms.txt" => text(&"# Site\n".repeat(1000)),
        "/old" => redirect("/new"),
        "/" | "/new" => html("page"),
        _ => status(404),
    })
    .await;
    let probes = ["/llms.txt", "/old", "/no-such-page"].map(str::to_owned).to_vec();
    let results = crawl(Settings { probes, ..settings() }, &server, "/").await;
    let Outcome::Answer(found) = &results.visit("/llms.txt").outcome else { panic!("an answer") };
    assert!(found.reply.body.starts_with(b"# Site\n") && found.reply.body.len() == 1024);
    let Outcome::Answer(moved) = &results.visit("/old").outcome else { panic!("an answer") };
    let target = moved.target.expect("a target");
    let target = results.addresses().find(|address| address.number == target).expect("an address");
    assert_eq!((target.kind, target.found), (Kind::Probe, Found::Redirect));
    assert_eq!(results.outcome("/new"), "200");
    assert_eq!(results.outcome("/no-such-page"), "404");
}

#[tokio::test]
async fn unchanged_pages_answer_304() {
    let server = Server::start(|asked| {
        let known = asked.header("if-none-match") == Some("\"v1\"");
        if known {
            return Answer::Whole(304, vec![("ETag", "\"v1\"".to_owned())], Vec::new());
        }
        links(["/a"])
    })
    .await;
    let mut own = settings();
    own.earlier = Some(Arc::new(|url: &str| {
        url.ends_with("/a").then(|| Validators { etag: Some("\"v1\"".to_owned()), last_modified: None })
    }));
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.outcome("/a"), "304 complete");
}

#[tokio::test]
async fn a_page_that_makes_the_parser_panic_is_unreadable() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => links(["/bad", "/good"]),
        path => html(path),
    })
    .await;
    let crawl = Crawl::new(settings(), &server.url("/"), |page: &sitewright_crawler::crawl::Page<'_>| {
        assert!(page.url.path() != "/bad", "a bug of the parser");
        parse(page)
    });
    let results = all(crawl.expect("a crawl")).await;
    assert_eq!(results.outcome("/bad"), "unreadable");
    assert_eq!(results.outcome("/good"), "200 complete");
}

#[tokio::test]
async fn a_crawl_is_paused_continued_and_cancelled() {
    let server = Server::start(|asked| {
        let number: u64 = asked.path.trim_start_matches('/').parse().unwrap_or(0);
        links([format!("/{}", number + 1).as_str()])
    })
    .await;
    let mut crawl = Crawl::new(settings(), &server.url("/"), parse).expect("a crawl");
    let handle = crawl.handle();
    assert!(crawl.next().await.is_some());
    handle.pause();
    handle.resume();
    assert!(crawl.next().await.is_some_and(|batch| batch.end.is_none()));
    handle.pause();
    handle.cancel();
    handle.resume();
    let mut end = None;
    while let Some(batch) = crawl.next().await {
        end = batch.end;
    }
    assert_eq!(end, Some(End::Cancelled));
}
