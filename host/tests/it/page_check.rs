//! The check of one page by everyone, over the API and with the form of the site.

use crate::prelude::*;
use crate::util::site::{Reply, Site, reads_sites};

const PATH: &str = "/api/seo-check";

/// A server with all rule packs, which may read the sites of tests.
async fn checking() -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| {
        config.bundle = Some(built);
        reads_sites(config);
    })
    .await
}

/// A page without a title, with an image without an alternative text.
const PAGE: &str = r#"<!doctype html><html lang="en"><head><meta charset="utf-8"></head>
<body><h1>Oak tables</h1><p><img src="/table.jpg" width="8" height="6"> <a href="/gone">Prices</a></p></body></html>"#;

async fn check(client: &mut Client, url: &str) -> Answer {
    client.language = Some("en");
    client.post(PATH, json!({ "url": url })).await
}

#[app_test(checking())]
async fn everyone_checks_a_page_and_nothing_of_it_stays(app: TestApp, mut client: visitor) {
    let site = Site::start([("/", Reply::html(PAGE)), ("/old", Reply::Redirect("/".into()))]).await;
    let checked = check(&mut client, &format!("{}/old", site.url)).await.is(200).body;
    assert_eq!((&checked["url"], &checked["status"]), (&json!(format!("{}/", site.url)), &json!(200)));
    let findings = checked["findings"].as_array().expect("findings");
    let found = |rule: &str| findings.iter().find(|finding| finding["rule"] == rule);
    assert_eq!(found("title-missing").expect("a finding")["level"], "error");
    let image = found("image-alt-missing").expect("a finding");
    assert_eq!(image["snippet"], "<img src=\"/table.jpg\">");
    assert!(
        image["what"].as_str().is_some_and(|what| what.contains("/table.jpg") && !what.contains('{')),
        "{image}"
    );
    assert!(found("link-internal-broken").is_none(), "one page does not show it");
    let levels: Vec<&str> = findings.iter().filter_map(|finding| finding["level"].as_str()).collect();
    assert!(
        levels.is_sorted_by_key(|level| ["error", "warning", "notice"].iter().position(|one| one == level))
    );
    let count = |field: &str| checked[field].as_u64().expect("a number");
    assert!(count("checked") > 100 && count("not_checked") > 50, "{checked}");
    assert_eq!(site.paths(), ["/robots.txt", "/old", "/"], "the page, and what leads to it");
    let stored: i64 =
        app.value("SELECT (SELECT COUNT(*) FROM audits) + (SELECT COUNT(*) FROM audit_facts)").await;
    assert_eq!(stored, 0);
}

#[app_test(checking())]
async fn an_address_without_a_page_is_refused_at_its_field(_app: TestApp, mut client: visitor) {
    let site = Site::start([
        ("/robots.txt", Reply::Text("User-agent: SitewrightBot\nDisallow: /closed".into())),
        ("/closed", Reply::html(PAGE)),
        ("/file", Reply::Text("no page".into())),
        ("/away", Reply::Redirect("https://elsewhere.example/".into())),
    ])
    .await;
    let at = |path: &str| format!("{}{path}", site.url);
    for (url, said) in [
        ("two words".to_owned(), "full web address"),
        ("http://10.0.0.1/".to_owned(), "public website"),
        (at("/closed"), "robots.txt"),
        (at("/file"), "file"),
        (at("/away"), "another website"),
    ] {
        let refused = check(&mut client, &url).await.is(422).body;
        let text = refused["errors"]["url"][0].as_str().unwrap_or_default();
        assert!(text.contains(said), "{url}: {refused}");
    }
    assert!(!site.paths().contains(&"/closed".to_owned()));
}

#[app_test(checking())]
async fn an_address_may_check_pages_only_so_often(_app: TestApp, mut client: visitor) {
    let site = Site::start([("/", Reply::html(PAGE))]).await;
    for _ in 0..6 {
        check(&mut client, &site.url).await.is(200);
    }
    let refused = check(&mut client, &site.url).await.is(429);
    assert!(!refused.header("retry-after").is_empty());
}

#[app_test(checking())]
async fn the_form_of_the_site_checks_a_page_without_scripts(_app: TestApp, mut client: visitor) {
    let site = Site::start([("/", Reply::html(PAGE))]).await;
    let send = |client: &Client, url: &str| {
        let request = client.request(Method::POST, "/site/seo-check/pl");
        let body = format!("url={}", url.replace(':', "%3A").replace('/', "%2F"));
        request.header("content-type", "application/x-www-form-urlencoded").body(body)
    };
    let wrong = client.send(send(&client, "two words")).await;
    assert_eq!((wrong.status, wrong.header("cache-control")), (200, "no-store"));
    assert_eq!(wrong.text().matches("class=\"field-error\"").count(), 1);
    assert!(wrong.text().contains("value=\"two words\""), "what was typed stays");

    let checked = client.send(send(&client, &site.url)).await;
    assert!(checked.text().contains("finding is-error"), "{}", checked.text());
    assert!(checked.text().contains("<code>&lt;title&gt;"), "code in texts is marked");
    let kept = client.send(client.request(Method::GET, "/site/seo-check/pl")).await;
    assert_eq!((kept.status, kept.header("location")), (307, "/audyt-seo"));
}
