//! Views of the public site, counted without cookies.

use sitewright::public::visits;

use crate::prelude::*;

async fn whole() -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| config.bundle = Some(built)).await
}

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0";

async fn see(client: &mut Client, headers: &[(&str, &str)], page: &str, source: &str) -> u16 {
    let agent = headers.iter().find(|(name, _)| *name == "user-agent").map_or(BROWSER, |(_, agent)| agent);
    let mut request = client.request(Method::POST, "/site/visits").header("user-agent", agent);
    for (name, value) in headers.iter().filter(|(name, _)| *name != "user-agent") {
        request = request.header(*name, *value);
    }
    let body = json!({ "page": page, "source": source }).to_string();
    client.send(request.body(body)).await.status
}

#[app_test(whole())]
async fn views_are_counted_by_day_page_and_source(
    app: TestApp,
    mut client: visitor,
    mut admin: administrator,
) {
    for (page, source) in [("/pricing", "www.Google.com"), ("/pricing", ""), ("/", "google.com")] {
        assert_eq!(see(&mut client, &[], page, source).await, 204);
    }
    let report = admin.get("/api/admin/visits?days=7").await.body;
    let days = report["days"].as_array().expect("days");
    assert_eq!(days.len(), 7);
    let today = json!({ "day": Timestamp::now().date(), "views": 3, "visitors": 1, "sign_ups": 0 });
    assert_eq!(days[6], today);
    assert_eq!(report["pages"][0], json!({ "path": "/pricing", "views": 2, "visitors": 1, "sign_ups": 0 }));
    assert_eq!(
        report["sources"][0],
        json!({ "source": "google.com", "views": 2, "visitors": 1, "sign_ups": 0 })
    );
    // Counts are sums: a second batch adds to the stored rows.
    see(&mut client, &[], "/pricing", "").await;
    visits::store(&app.app).await.expect("stored");
    let views: i64 = app.value("SELECT views FROM visits WHERE kind = 'page' AND name = '/pricing'").await;
    assert_eq!(views, 3);
}

#[app_test(whole())]
async fn pages_of_the_blog_and_of_the_docs_are_counted(app: TestApp, mut client: visitor) {
    for insert in [
        "INSERT INTO authors (id, name, slug, bio_en, bio_pl, link, created_at) VALUES ('a', 'Anna', 'anna', '', '', '', 0)",
        "INSERT INTO posts (id, kind, language, status, title, folded, slug, description, author_id, cover_alt,
             document_version, text, html, outline, words, token, published_at, created_at, updated_at)
         VALUES ('p', 'post', 'en', 'published', 'Tea', 'tea', 'tea', '', 'a', '', 1, '', '', '[]', 1, 't', 1, 0, 0)",
        "INSERT INTO post_tags (post_id, place, slug, name) VALUES ('p', 0, 'tea', 'Tea')",
    ] {
        app.execute(insert).await;
    }
    let pages = ["/blog", "/blog/tag/tea", "/blog/author/anna", "/blog/post/tea", "/docs/help"];
    for page in pages.into_iter().chain(["/blog/tag/none", "/blog/author/none", "/docs/none"]) {
        see(&mut client, &[], page, "").await;
    }
    visits::store(&app.app).await.expect("stored");
    let counted: i64 = app.value("SELECT COUNT(*) FROM visits WHERE kind = 'page'").await;
    assert_eq!(counted, pages.len() as i64);
}

#[app_test(whole())]
async fn only_people_on_pages_that_exist_are_counted(app: TestApp, mut client: visitor) {
    see(&mut client, &[], "/nothing", "").await;
    see(&mut client, &[], "/ai-tools/nothing", "").await;
    see(&mut client, &[], "/app/dashboard", "").await;
    see(&mut client, &[("dnt", "1")], "/", "").await;
    see(&mut client, &[("sec-gpc", "1")], "/", "").await;
    see(&mut client, &[("sec-fetch-site", "cross-site")], "/", "").await;
    see(&mut client, &[("user-agent", "Googlebot/2.1")], "/", "").await;
    visits::store(&app.app).await.expect("stored");
    let rows: i64 = app.value("SELECT COUNT(*) FROM visits").await;
    assert_eq!(rows, 0);
}

#[app_test(whole())]
async fn sources_are_names_and_bounded(app: TestApp, mut client: visitor) {
    see(&mut client, &[], "/", "a b <script>").await;
    for n in 0..400 {
        let source = format!("host-{n}.example");
        visits::count(&app.app, &visits::View { page: "/", source: &source, address: None, agent: BROWSER });
    }
    visits::store(&app.app).await.expect("stored");
    let rows: i64 = app.value("SELECT COUNT(*) FROM visits WHERE kind = 'source'").await;
    assert_eq!(rows, 300, "one of them is the nameless one");
}

#[app_test]
async fn old_days_are_deleted(app: TestApp) {
    let today = Timestamp::now().day();
    for day in [today, today - 400, today - 401] {
        let insert =
            "INSERT INTO visits (day, kind, name, views, visitors, sign_ups) VALUES ($1, 'day', '', 1, 1, 0)";
        app.change(db::query(insert).bind(day)).await;
    }
    visits::clear(&app.app, Timestamp::now()).await.expect("cleared");
    let rows: i64 = app.value("SELECT COUNT(*) FROM visits").await;
    assert_eq!(rows, 2);
}

#[app_test(whole())]
async fn a_registration_counts_for_its_page_and_source(app: TestApp, mut client: visitor) {
    let new = json!({ "name": "Jan", "email": "jan@example.com", "password": PASSWORD, "password_confirmation": PASSWORD,
        "origin": { "page": "/pricing", "source": "newsletter" } });
    assert_eq!(client.post("/register", new).await.status, 201);
    visits::store(&app.app).await.expect("stored");
    let rows: i64 = app
        .value("SELECT COUNT(*) FROM visits WHERE sign_ups = 1 AND name IN ('', '/pricing', 'newsletter')")
        .await;
    assert_eq!(rows, 3);
}
