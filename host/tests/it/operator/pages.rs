//! What the public site shows of the operator's settings.

use super::{company, in_days, whole};
use crate::prelude::*;

async fn open(client: &mut Client, path: &str) -> Answer {
    client.send(client.request(Method::GET, path).header("accept", "text/html")).await
}

async fn set(admin: &mut Client, settings: &Value) {
    let changed = admin.put_with("/api/admin/site", settings.clone()).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
}

/// The values of an attribute, with the slashes that templates escape.
fn values(html: &str, before: &str) -> Vec<String> {
    let decoded = |value: &str| value.replace("&#x2f;", "/").replace("&amp;", "&");
    html.split(before).skip(1).filter_map(|rest| Some(decoded(rest.split_once('"')?.0))).collect()
}

#[app_test(whole())]
async fn pages_show_the_company_the_brand_and_the_links(_app: TestApp, mut admin: administrator) {
    set(&mut admin, &company()).await;
    for (path, link, vat) in
        [("/pricing", "Roadmap", "VAT ID PL5260001246"), ("/cennik", "Plany rozwoju", "NIP PL5260001246")]
    {
        let page = open(&mut admin, path).await;
        let html = page.text().replace('\u{a0}', " ");
        for expected in
            ["Herbaciarnia sp. z o.o.", "ul. Długa 5", vat, link, "--spruce:#7a1f3d", "content=\"Herbata\""]
        {
            assert!(html.contains(expected), "{path}: {expected}");
        }
        let plan = if path == "/cennik" { "https://plan.example/pl" } else { "https://plan.example/herbata" };
        assert!(values(&html, "href=\"").contains(&plan.to_owned()), "{path}");
        assert!(html.contains("· Herbata</title>") && !html.contains("Sitewright"), "{path}");
        assert!(
            values(&html, "href=\"").contains(&"https://linkedin.com/company/herbata".to_owned()),
            "{path}"
        );
    }
    let home = open(&mut admin, "/").await;
    let data = home.text();
    for expected in
        ["\"legalName\":\"Herbaciarnia sp. z o.o.\"", "\"vatID\":\"PL5260001246\"", "\"sameAs\":[\"https:"]
    {
        assert!(data.contains(expected), "{expected}");
    }
}

#[app_test(whole())]
async fn a_hidden_page_leaves_no_trace(app: TestApp, mut admin: administrator) {
    let mut settings = company();
    settings["hidden"] = admin.get("/api/admin/site").await.body["hideable"].clone();
    set(&mut admin, &settings).await;
    assert_eq!(open(&mut admin, "/pricing").await.status, 404);
    assert_eq!(open(&mut admin, "/ai-tools/facebook-post").await.status, 404);
    let map = admin.get("/sitemap.xml").await;
    assert!(!map.text().contains("/pricing") && !map.text().contains("/ai-tools"), "{}", map.text());

    let mut client = app.visitor();
    let mut waiting = vec!["/".to_owned(), "/pl".to_owned()];
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    while let Some(path) = waiting.pop() {
        let page = open(&mut client, &path).await;
        assert!((200..400).contains(&page.status), "{path}: {}", page.status);
        if !page.header("content-type").starts_with("text/html")
            || path.contains("/docs/")
            || path.starts_with("/login")
        {
            continue;
        }
        for link in values(page.text(), "href=\"").into_iter().filter(|link| link.starts_with('/')) {
            let link = link.split('#').next().unwrap_or_default().to_owned();
            if seen.insert(link.clone()) {
                waiting.push(link);
            }
        }
    }
    assert!(seen.len() > 20, "{}", seen.len());
}

#[app_test(whole())]
async fn only_pages_of_the_site_allow_the_scripts_of_others(_app: TestApp, mut admin: administrator) {
    let policy = |page: &Answer| page.header("content-security-policy").to_owned();
    let plain = policy(&open(&mut admin, "/pricing").await);
    assert!(plain.contains("script-src 'self';"), "{plain}");
    let mut settings = company();
    settings["analytics"] = json!({ "script": "https://stats.example/js/script.js",
        "attributes": [{ "name": "data-domain", "value": "herbata.example" }] });
    settings["pixel"]["id"] = json!("123456789");
    set(&mut admin, &settings).await;
    let page = open(&mut admin, "/pricing").await;
    let own = "https://stats.example https://connect.facebook.net https://www.facebook.com";
    for rule in ["script-src", "img-src", "connect-src"] {
        assert!(policy(&page).contains(&format!("{rule} 'self' {own}")), "{}", policy(&page));
    }
    // The page names them, and its script loads them after consent.
    assert!(!page.text().contains("<script src=\"https:") && page.text().contains("stats.example, Meta"));
    let cookies = open(&mut admin, "/cookies").await;
    assert!(cookies.text().contains("Script from stats.example") && cookies.text().contains("_fbp"));
    for path in ["/login", "/app/dashboard", "/api/admin/site"] {
        assert!(!policy(&open(&mut admin, path).await).contains("stats.example"), "{path}");
    }
}

#[app_test(whole())]
async fn legal_pages_say_what_is_missing_until_the_company_is_known(_app: TestApp, mut admin: administrator) {
    for path in ["/terms", "/regulamin", "/privacy", "/polityka-prywatnosci", "/cookies", "/pliki-cookie"] {
        let blank = open(&mut admin, path).await;
        assert_eq!(blank.status, 200, "{path}");
        assert!(
            blank.text().contains("role=\"note\"") && blank.text().contains("content=\"noindex\""),
            "{path}"
        );
    }
    set(&mut admin, &company()).await;
    for path in ["/terms", "/regulamin", "/privacy", "/polityka-prywatnosci", "/cookies", "/pliki-cookie"] {
        let known = open(&mut admin, path).await;
        let html = known.text().replace('\u{a0}', " ");
        assert!(!html.contains("role=\"note\"") && !html.contains("noindex"), "{path}");
        assert!(html.contains("Herbaciarnia sp. z o.o.</strong>"), "{path}");
        assert!(!html.contains("{{") && !html.contains("{%") && !html.contains("href=\"\""), "{path}");
    }
    // What is connected is named, and what is not is not.
    let privacy = open(&mut admin, "/privacy").await;
    assert!(privacy.text().contains("No provider of AI models") && !privacy.text().contains("mail server"));
}

#[app_test(whole())]
async fn a_legal_page_shows_the_version_of_today_and_announces_the_next(
    _app: TestApp,
    mut admin: administrator,
) {
    set(&mut admin, &company()).await;
    let add =
        |days: i64, text: &str| json!({ "text": text, "valid_from": in_days(days), "note": "New prices" });
    let path = "/api/admin/site/legal/terms/en";
    for (days, text) in [(-1, "## First\n\n<script>alert(1)</script>"), (0, "## Second"), (40, "## Third")] {
        assert_eq!(admin.post(path, add(days, text)).await.status, 201);
    }
    let now = open(&mut admin, "/terms").await;
    let html = now.text().replace("&#x2f;", "/");
    assert!(html.contains(">Second</h2>") && !html.contains("noindex"));
    assert!(html.contains("A new version is in force from") && html.contains("/terms?version=3"));
    assert!(html.contains("Earlier versions") && html.contains("/terms?version=1"));
    // A text that was replaced the same day was never in force.
    assert_eq!(admin.post(path, add(0, "## Better")).await.status, 201);
    let now = open(&mut admin, "/terms").await;
    let html = now.text().replace("&#x2f;", "/");
    assert!(html.contains(">Better</h2>") && !html.contains("/terms?version=2"), "{html}");
    let first = open(&mut admin, "/terms?version=1").await;
    assert!(first.text().contains(">First</h2>") && first.text().contains("noindex"));
    assert!(first.text().contains("no longer in force") && !first.text().contains("<script>alert"));
    let third = open(&mut admin, "/terms?version=3").await;
    assert!(third.text().contains("in force yet") && third.text().contains("noindex"));
    assert_eq!(open(&mut admin, "/terms?version=9").await.status, 404);
    // The Polish text has its own versions.
    assert!(open(&mut admin, "/regulamin").await.text().contains("Kto prowadzi serwis"));
}

#[app_test(whole())]
async fn the_terms_read_well_without_a_company(_app: TestApp, mut admin: administrator) {
    for (path, provider, complaint) in [
        ("/terms", "is provided by its operator (“we”)", "Send complaints with the contact form"),
        ("/regulamin", "jest jego operator („my”)", "Reklamację wyślij przez formularz kontaktowy"),
    ] {
        let page = open(&mut admin, path).await;
        let mut text = page.text().replace(['\u{a0}', '\n'], " ");
        while let Some((before, rest)) = text.split_once('<') {
            text = format!("{before}{}", rest.split_once('>').map_or("", |(_, rest)| rest));
        }
        assert!(text.contains(provider), "{path}: {text}");
        assert!(text.contains(complaint), "{path}: {text}");
    }
}
