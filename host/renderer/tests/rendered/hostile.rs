//! Pages that try to get out, or that never end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sitewright_facts::{Page, UNKNOWN};
use tokio::net::TcpListener;

use crate::browser::Chromium;
use crate::site::{Answer, Site, page};

/// Why a page has no rendered view.
fn problem(page: Page<'_>) -> String {
    assert_eq!(page.rendered().count(), 0);
    let known = page.known().next().expect("a reason");
    assert_eq!(known.source(), "render");
    known.json().to_owned()
}

#[tokio::test]
async fn private_addresses_are_never_called() {
    let private = TcpListener::bind("127.0.0.2:0").await.expect("a port");
    let address = private.local_addr().expect("an address");
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    tokio::spawn(async move {
        while private.accept().await.is_ok() {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    let head = format!(
        "<title>Before</title><link rel=\"preconnect\" href=\"http://{address}\"><link rel=\"dns-prefetch\" href=\"http://{address}\">
         <link rel=\"prefetch\" href=\"http://{address}/prefetch\"><link rel=\"stylesheet\" href=\"http://{address}/site.css\">"
    );
    let body = format!(
        "<p>Text</p><img src=\"http://{address}/image\"><img src=\"/moved\"><iframe src=\"http://{address}/frame\"></iframe>
         <iframe srcdoc=\"<img src='http://{address}/inner'>\"></iframe><video src=\"http://{address}/video\"></video>
         <script>
           const refused = [];
           const note = (name) => {{ refused.push(name); document.title = refused.sort().join(' '); }};
           fetch('http://{address}/fetch', {{ mode: 'no-cors' }}).catch(() => note('fetch'));
           new WebSocket('ws://{address}/socket').onerror = () => note('socket');
           new EventSource('http://{address}/events').onerror = () => note('events');
           navigator.sendBeacon('http://{address}/beacon', 'x');
           window.open('http://{address}/popup');
           const code = 'fetch(\"http://{address}/worker\", {{ mode: \"no-cors\" }}).catch(() => postMessage(1))';
           new Worker(URL.createObjectURL(new Blob([code]))).onmessage = () => note('worker');
           if (!globalThis.RTCPeerConnection) note('peer');
         </script>"
    );
    let moved = Answer::Moved(format!("http://{address}/redirected"));
    let site = Site::start([("/", page(&head, &body)), ("/moved", moved)]).await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|limits| limits.quiet = Duration::from_secs(1)), |page| {
        let shown = page.rendered().next().expect("a rendered view");
        assert_eq!(shown.title(), "events fetch peer socket worker");
    })
    .await;
    assert_eq!(calls.load(Ordering::SeqCst), 0, "a private address was called");
    assert!(
        site.paths().contains(&"/moved".to_owned()),
        "the redirect was followed to its end: {:?}",
        site.paths()
    );
}

#[tokio::test]
async fn robots_txt_holds_for_what_a_page_loads() {
    let body = "<p>Text</p><img src=\"/closed/image.svg\"><img src=\"/open.svg\">";
    let robots = Answer::Of("text/plain", "User-agent: *\nDisallow: /closed/\n");
    let svg = Answer::Of("image/svg+xml", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let site = Site::start([
        ("/", page("<title>Images</title>", body)),
        ("/robots.txt", robots),
        ("/open.svg", svg),
    ])
    .await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|_| {}), |page| assert_eq!(page.rendered().count(), 1)).await;
    assert_eq!(site.paths(), ["/", "/open.svg"]);
}

#[tokio::test]
async fn a_page_that_never_ends_is_ended() {
    let endless = page(
        "<title>Endless</title>",
        "<p>Text</p><a href=\"/fine\">Fine</a><script>while (true) {}</script>",
    );
    let site = Site::start([("/", endless), ("/fine", page("<title>Fine</title>", "<p>Text</p>"))]).await;
    let chromium = Chromium::start();
    let browser = chromium.renders(|limits| {
        (limits.pages, limits.loading, limits.whole) = (1, Duration::from_secs(3), Duration::from_secs(8));
    });
    let (tables, filled) = site.rendered(browser, 2).await;
    assert_eq!((filled.asked, filled.rendered), (2, 1), "the other page is rendered");
    let view = tables.view();
    assert_eq!(problem(view.pages().next().expect("a page")), "{\"problem\":\"timed-out\"}");
    assert_eq!(view.pages().nth(1).expect("a page").rendered().count(), 1);
}

#[tokio::test]
async fn a_download_that_never_ends_leaves_its_times_unknown() {
    let site = Site::start([
        ("/", page("<title>Slow</title>", "<p>Text</p><img src=\"/endless.png\">")),
        ("/endless.png", Answer::Endless),
    ])
    .await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|limits| limits.loading = Duration::from_secs(3)), |page| {
        let shown = page.rendered().next().expect("a rendered view");
        assert_eq!((shown.title(), shown.words()), ("Slow", 1));
        assert_eq!((shown.lcp_ms(), shown.cls(), shown.tbt_ms()), (UNKNOWN, UNKNOWN, UNKNOWN));
    })
    .await;
}

#[tokio::test]
async fn dialogs_are_dismissed() {
    let body = "<p>Text</p><script>alert('Hello'); document.title = `${confirm('Sure?')} ${prompt('Who?')}`;</script>";
    let site = Site::start([("/", page("<title>Before</title>", body))]).await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|_| {}), |page| {
        assert_eq!(
            page.rendered().next().map(|shown| shown.title().to_owned()).as_deref(),
            Some("false null")
        );
    })
    .await;
}

#[tokio::test]
async fn too_many_requests_are_refused_but_counted() {
    let body =
        "<p>Text</p><script>for (let i = 0; i < 50; i += 1) fetch(`/none?${i}`).catch(() => {});</script>";
    let site = Site::start([("/", page("<title>Many</title>", body))]).await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|limits| limits.requests = 20), |page| {
        assert_eq!(page.rendered().next().map(|shown| shown.requests()), Some(51));
    })
    .await;
    assert_eq!(site.paths().len(), 20);
}

#[tokio::test]
async fn a_page_that_takes_too_much_memory_is_ended() {
    let body = "<p>Text</p><script>
        const kept = [];
        const fill = () => { kept.push(new Array(500000).fill(0.5).map(Math.random)); setTimeout(fill, 20); fetch('/none'); };
        fill();</script>";
    let site = Site::start([("/", page("<title>Large</title>", body))]).await;
    let chromium = Chromium::start();
    let browser = chromium.renders(|limits| limits.memory = 40 * 1024 * 1024);
    site.home(browser, |page| assert_eq!(problem(page), "{\"problem\":\"memory\"}")).await;
}

#[tokio::test]
async fn a_browser_that_dies_leaves_pages_unmeasured() {
    let body = "<p>Text</p><img src=\"/endless.png\"><a href=\"/second\">Second</a>";
    let site = Site::start([
        ("/", page("<title>First</title>", body)),
        ("/second", page("<title>Second</title>", "<p>Text</p>")),
        ("/endless.png", Answer::Endless),
    ])
    .await;
    let mut chromium = Chromium::start();
    let browser = chromium.renders(|limits| limits.pages = 1);
    let mut asked = site.asked.clone();
    let dying = async {
        // robots.txt and two pages for the crawl, then a page and its image for the browser.
        asked.wait_for(|asked| *asked >= 5).await.expect("the site serves");
        chromium.kill();
    };
    let ((tables, filled), ()) = tokio::join!(site.rendered(browser, 2), dying);
    assert_eq!((filled.asked, filled.rendered), (2, 0));
    let view = tables.view();
    let problems: Vec<String> = view.pages().take(2).map(problem).collect();
    assert_eq!(problems, ["{\"problem\":\"lost\"}", "{\"problem\":\"unconnected\"}"]);
}
