//! What the browser shows against what was sent.

use sitewright_facts::UNKNOWN;

use crate::browser::Chromium;
use crate::site::{Answer, Site, page};

/// Words that only scripts write.
const WRITTEN: &str = "Every table is built from oak that was felled in the forest behind our own workshop.";

#[tokio::test]
async fn scripts_change_what_is_read() {
    let body = format!(
        "<main><h1>Oak tables</h1><p>Made to order.</p><p style=\"display:none\">Nobody sees these words.</p>\
         <a href=\"/prices\">Prices</a></main>\
         <script>
           document.title = 'Oak tables from York';
           document.querySelector('link[rel=canonical]').href = '/tables';
           const more = document.createElement('div');
           more.innerHTML = '<p>{WRITTEN}</p><a href=\"/about\">About the workshop</a>';
           document.querySelector('main').append(more);
         </script>
         <script>undefinedFunction();</script>"
    );
    let head = "<title>Loading</title><link rel=\"canonical\" href=\"/\">";
    let site = Site::start([
        ("/", page(head, &body)),
        ("/prices", page("<title>Prices</title>", "<h1>Prices</h1>")),
    ])
    .await;
    let chromium = Chromium::start();
    let (tables, filled) = site.rendered(chromium.renders(|_| {}), 1).await;
    assert_eq!((filled.asked, filled.rendered), (1, 1));
    let view = tables.view();
    let pages: Vec<_> = view.pages().collect();
    let shown = pages[0].rendered().next().expect("a rendered view");
    assert_eq!((pages[0].title(), shown.title()), (Some("Loading"), "Oak tables from York"));
    assert_eq!(shown.canonical(), site.url.join("/tables").expect("an address").as_str());
    assert_eq!(shown.url(), site.url.as_str());
    let written = WRITTEN.split(' ').count() as u32 + 3;
    let sent = 6; // "Oak tables", "Made to order." and "Prices"
    assert_eq!(
        (shown.words(), shown.words_sent()),
        (sent + written, sent),
        "what is not displayed does not count"
    );
    assert_eq!(shown.phone_words(), shown.words());
    assert_eq!((shown.links(), shown.links_sent()), (2, 1));
    assert_eq!(shown.exceptions(), 1);
    assert!(shown.exception().contains("undefinedFunction"), "{}", shown.exception());
    assert_eq!((shown.requests(), shown.foreign_requests()), (1, 0));
    assert!(shown.transfer_bytes() as usize > body.len());
    for (name, time) in
        [("fcp", shown.fcp_ms()), ("lcp", shown.lcp_ms()), ("cls", shown.cls()), ("tbt", shown.tbt_ms())]
    {
        assert_ne!(time, UNKNOWN, "{name}");
    }
    assert_eq!((shown.inp_ms(), shown.score()), (UNKNOWN, UNKNOWN), "they cannot be measured");
    assert_eq!(pages[1].rendered().count(), 0, "only the first page was wanted");
}

#[tokio::test]
async fn the_screen_is_that_of_a_phone() {
    let head = "<title>Sizes</title><link rel=\"stylesheet\" href=\"/site.css\">
        <style>.small { font-size: 9px } .tiny { width: 10px; height: 10px; padding: 0; border: 0 }
        table { width: 700px } @media (max-width: 600px) { .desktop { display: none } }</style>";
    let body = "<main><p>Long enough to read.</p><p class=\"small\">Tiny words.</p><p class=\"desktop\">Only on a desktop.</p>
        <button class=\"tiny\" aria-label=\"Close\"></button><table class=\"sizes\"><tr><td>Sizes</td></tr></table>
        <img src=\"/wide.svg\" width=\"50\" loading=\"lazy\"></main>";
    let css = Answer::Of("text/css", "p { margin: 0 }");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"900\"><rect width=\"900\" height=\"900\"/></svg>";
    let site = Site::start([
        ("/", page(head, body)),
        ("/site.css", css),
        ("/wide.svg", Answer::Of("image/svg+xml", svg)),
    ])
    .await;
    let chromium = Chromium::start();
    site.home(chromium.renders(|_| {}), |page| {
        let shown = page.rendered().next().expect("a rendered view");
        assert!((340..380).contains(&shown.overflow_px()), "{}", shown.overflow_px());
        assert_eq!(shown.widest(), "table.sizes");
        assert_eq!((shown.targets(), shown.small_targets(), shown.small_target()), (1, 1, "Close"));
        assert_eq!(shown.small_characters(), 10);
        assert!(shown.characters() > 30, "{}", shown.characters());
        assert_eq!(shown.words() - shown.phone_words(), 4, "a paragraph is not on the phone");
        assert!(shown.oversized().contains("\"natural\":900,\"shown\":50"), "{}", shown.oversized());
        assert_ne!(shown.blocking_ms(), UNKNOWN);
        assert!(shown.blocking_file().ends_with("/site.css"), "{}", shown.blocking_file());
    })
    .await;
}

#[tokio::test]
async fn pages_share_nothing_and_stay_where_they_are() {
    let moving = "<p>Old place</p><script>document.cookie = 'mine=1'; location.href = '/new';</script><a href=\"/second\">Second</a>";
    let second = "<p>Cookies</p><script>document.title = document.cookie || 'none'</script>";
    let site = Site::start([
        ("/", page("<title>Old</title>", moving)),
        ("/second", page("<title>Second</title>", second)),
        ("/new", page("<title>New</title>", "<p>New place</p>")),
    ])
    .await;
    let chromium = Chromium::start();
    let (tables, filled) = site.rendered(chromium.renders(|limits| limits.pages = 1), 2).await;
    assert_eq!(filled.rendered, 2);
    let view = tables.view();
    let shown: Vec<_> = view.pages().flat_map(|page| page.rendered()).collect();
    assert_eq!(
        (shown[0].title(), shown[0].url()),
        ("Old", site.url.join("/new").expect("an address").as_str())
    );
    assert_eq!(shown[1].title(), "none");
    assert!(!site.paths().contains(&"/new".to_owned()), "it is not loaded: {:?}", site.paths());
}
