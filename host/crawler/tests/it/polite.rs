//! How a crawl treats the servers that it asks.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sitewright_crawler::crawl::{End, Outcome, Settings};
use sitewright_crawler::frontier::Limit;
use sitewright_crawler::pace;

use crate::server::{Answer, Server, crawl, html, links, redirect, settings, status, text};

/// A page with links to this many others.
fn home(count: usize) -> Answer {
    let targets: Vec<String> = (0..count).map(|number| format!("/{number}")).collect();
    links(targets.iter().map(String::as_str))
}

#[tokio::test]
async fn the_set_concurrency_is_never_exceeded() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => home(200),
        "/robots.txt" => status(404),
        _ => Answer::After(Duration::from_millis(3), 200, Vec::new()),
    })
    .await;
    for concurrency in [1, 5] {
        let mut own = settings();
        own.pace.concurrency = concurrency;
        crawl(own, &server, "/").await;
        assert!(server.most_open() <= concurrency, "{} of {concurrency}", server.most_open());
    }
    assert!(server.most_open() > 2, "the pace grows");
}

#[tokio::test]
async fn the_delay_of_robots_is_kept() {
    const DELAY: Duration = Duration::from_millis(100);
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => home(10),
        "/robots.txt" => text("User-agent: *\nCrawl-delay: 0.1\n"),
        _ => html(""),
    })
    .await;
    crawl(settings(), &server, "/").await;
    let asked = server.asked();
    assert_eq!(asked.len(), 12);
    // The first request reads the file.
    let pauses: Vec<Duration> = asked[1..].windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    let mean = pauses.iter().sum::<Duration>() / u32::try_from(pauses.len()).expect("some");
    assert!(mean >= DELAY.mul_f64(0.95), "{pauses:?}");
}

#[tokio::test]
async fn nothing_disallowed_is_requested() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => text(
            "User-agent: *\nDisallow: /\n\nUser-agent: sitewright\nDisallow: /private\nDisallow: /*.png$\n\
             Allow: /private/open\n",
        ),
        "/" => html(
            "<a href=\"/private/a\">x</a><a href=\"/private/open\">x</a><a href=\"/moved\">x</a>\
             <img src=\"/image.png\">",
        ),
        "/moved" => redirect("/private/target"),
        _ => html(""),
    })
    .await;
    let probes = vec!["/private/probe".to_owned()];
    let results = crawl(Settings { probes, ..settings() }, &server, "/").await;
    let mut paths = server.paths();
    paths.sort_unstable();
    assert_eq!(paths, ["/", "/moved", "/private/open"]);
    for (end, line) in [("/private/a", 5), ("/image.png", 6), ("/private/target", 5), ("/private/probe", 5)] {
        assert_eq!(results.outcome(end), format!("disallowed by Some({line})"), "{end}");
    }
    assert_eq!(results.last().progress.disallowed, 2, "pages");

    let own = Settings { obeys_robots: false, ..settings() };
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.outcome("/private/a"), "200 complete");
}

#[tokio::test]
async fn a_server_whose_robots_fail_is_not_asked_for_pages() {
    for code in [500, 503, 429] {
        let server =
            Server::start(move |asked| status(if asked.path == "/robots.txt" { code } else { 200 })).await;
        let results = crawl(settings(), &server, "/").await;
        assert_eq!(results.outcome("/"), "disallowed by None", "{code}");
        assert_eq!((server.paths().len(), server.asked().len()), (0, 3));
    }
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => redirect("/robots/1"),
        "/robots/5" => text("User-agent: *\nDisallow: /no\n"),
        path => match path.strip_prefix("/robots/").and_then(|number| number.parse::<u8>().ok()) {
            Some(number) => redirect(format!("/robots/{}", number + 1)),
            None => links(["/no", "/yes"]),
        },
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!(results.outcome("/no"), "disallowed by Some(2)");
    assert_eq!(results.outcome("/yes"), "200 complete");
}

#[tokio::test]
async fn a_busy_server_is_asked_less_and_again_later() {
    const BUSY: Duration = Duration::from_millis(1_000);
    let since = Mutex::new(None::<Instant>);
    let server = Server::start(move |asked| {
        let number: usize = asked.path.trim_start_matches('/').parse().unwrap_or(0);
        if asked.path == "/" {
            return home(60);
        }
        let mut since = since.lock().expect("no test panics here");
        // It is busy for a time after some pages.
        if number == 30 {
            since.get_or_insert(asked.at);
        }
        match *since {
            Some(since) if asked.at - since < BUSY => {
                Answer::Whole(429, vec![("Retry-After", "1".to_owned())], Vec::new())
            }
            _ => status(200),
        }
    })
    .await;
    let mut own = settings();
    own.pace.concurrency = 2;
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.last().progress.visited, 61);
    assert_eq!(results.last().progress.failed, 0, "each page was asked for again");
    let asked = server.asked();
    let first = asked.iter().position(|asked| asked.path == "/30").expect("the page was asked for");
    let rest = asked[first..].windows(2).position(|pair| pair[1].at - pair[0].at > BUSY.mul_f64(0.9));
    assert!(rest.is_some_and(|answers| answers < 3), "it rests within three answers");
}

#[tokio::test]
async fn a_page_that_stays_busy_is_reported_after_four_requests() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => links(["/busy", "/fine"]),
        "/busy" => status(503),
        _ => html(""),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    let busy = results.visit("/busy");
    assert_eq!((results.outcome("/busy").as_str(), busy.attempts), ("503 complete", 4));
    assert_eq!(results.outcome("/fine"), "200 complete");
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_given_up() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => status(404),
        "/" => home(100),
        _ => Answer::Raw(Vec::new()),
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!(results.last().end, Some(End::Limit(Limit::Unanswered)));
    assert_eq!(results.limits(), ["unanswered"]);
    assert!(server.paths().len() < 60, "{}", server.paths().len());
    assert_eq!(results.visits().count(), 101, "each address has its outcome");
    let failed = results.visits().filter(|visit| matches!(visit.outcome, Outcome::Failed(_))).count();
    assert_eq!(failed, 100);

    let server = Server::start(|asked| match asked.path.as_str() {
        "/" => home(20),
        _ => Answer::Whole(429, vec![("Retry-After", "86400".to_owned())], Vec::new()),
    })
    .await;
    let own = Settings { pace: pace::Settings::default(), obeys_robots: false, ..settings() };
    let results = crawl(own, &server, "/").await;
    assert_eq!(results.last().end, Some(End::Limit(Limit::Unanswered)));
    assert!(server.paths().len() < 10);
}
