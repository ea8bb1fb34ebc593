//! The pages of the blog, its feeds and its entries in the maps.

use super::{open, path, published, ready, whole};
use crate::prelude::*;

fn decoded(page: &Answer) -> String {
    page.text().replace("&#x2f;", "/")
}

#[app_test(whole())]
async fn an_empty_blog_is_a_page_that_nothing_names(_app: TestApp, mut reader: visitor) {
    for (blog, home) in [("/blog", "/"), ("/pl/blog", "/pl")] {
        let page = open(&mut reader, blog).await.is(200);
        assert!(page.text().contains("content=\"noindex\""), "{blog}");
        assert!(!open(&mut reader, home).await.text().contains("href=\"/blog\""));
        open(&mut reader, &format!("{blog}?page=2")).await.is(404);
        reader.get(&format!("{blog}/feed.xml")).await.is(404);
    }
    assert!(!reader.get("/sitemap.xml").await.text().contains("blog"));
    assert!(!reader.get("/llms.txt").await.text().contains("## Blog"));
    reader.get("/sitemap/blog-1.xml").await.is(404);
}

#[app_test(whole())]
async fn a_blog_lists_its_posts_by_tag_and_author(
    app: TestApp,
    mut admin: administrator,
    mut reader: visitor,
) {
    let tea = published(&app, &mut admin, "en", "Tea").await;
    published(&app, &mut admin, "en", "Coffee").await;
    published(&app, &mut admin, "pl", "Herbata").await;
    admin.patch(&path(&tea), json!({ "tags": ["Drinks & more"] })).await.is(200);
    let blog = open(&mut reader, "/blog").await.is(200);
    contains_all(
        &decoded(&blog),
        &["/blog/post/tea", "/blog/post/coffee", "/blog/feed.xml", "class=\"motif\""],
    );
    assert!(!blog.text().contains("herbata") && !blog.text().contains("noindex"));
    contains_all(&decoded(&open(&mut reader, "/").await), &["href=\"/blog\""]);
    let tag = open(&mut reader, "/blog/tag/drinks-more").await.is(200);
    contains_all(tag.text(), &["<h1>Drinks &amp; more</h1>"]);
    assert!(!tag.text().contains("Coffee"));
    // A tag has a twin if it is the same word in both languages.
    contains_all(&decoded(&tag), &["/pl/blog\" hrefLang=\"pl\""]);
    assert!(!tag.text().contains("hreflang=\"pl\""));
    let shared = open(&mut reader, "/pl/blog/tag/search").await.is(200);
    contains_all(
        &decoded(&shared),
        &[&format!("hreflang=\"en\" href=\"{}/blog/tag/search\"", app.app.url())],
    );
    let author = open(&mut reader, "/blog/author/anna-lis").await.is(200);
    contains_all(&decoded(&author), &["Anna", "/blog/post/coffee", "ProfilePage", "/pl/blog/autor/anna-lis"]);
    for missing in
        ["/blog/tag/none", "/blog/author/none", "/pl/blog/tag/drinks-more", "/blog?page=0", "/blog?page=x"]
    {
        open(&mut reader, missing).await.is(404);
    }
    let post = open(&mut reader, "/blog/post/tea").await;
    contains_all(&decoded(&post), &["/blog/post/coffee", "https://www.linkedin.com/sharing"]);
    let markdown = reader.get("/blog/post/tea.md").await.is(200);
    assert_eq!(markdown.header("content-type"), "text/markdown; charset=utf-8");
    assert_eq!(markdown.text(), "# Tea\n\n> Tea, in a sentence.\n\n## First\n\nA text about tea.\n");
}

#[app_test(whole())]
async fn maps_and_feeds_name_every_post(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let en = published(&app, &mut admin, "en", "Tea & \"<cake>\"").await;
    let pl = published(&app, &mut admin, "pl", "Herbata").await;
    admin.patch(&path(&en), json!({ "twin_id": pl })).await.is(200);
    let index = reader.get("/sitemap.xml").await.is(200);
    let origin = app.app.url();
    for name in ["pages", "docs", "blog-1"] {
        assert!(index.text().contains(&format!("<loc>{origin}/sitemap/{name}.xml</loc>")), "{name}");
    }
    let map = reader.get("/sitemap/blog-1.xml").await.is(200);
    let places: Vec<_> =
        map.text().split("<loc>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    for place in &places {
        let path = place.strip_prefix(&origin).expect("its own origin");
        open(&mut reader, path).await.is(200);
    }
    assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len(), "{places:?}");
    assert!(places.contains(&format!("{origin}/blog/post/tea-cake").as_str()), "{places:?}");
    contains_all(
        map.text(),
        &["<lastmod>", &format!("hreflang=\"pl\" href=\"{origin}/pl/blog/post/herbata\"")],
    );
    for (feed, word) in [("/blog/feed.xml", "tea-cake"), ("/pl/blog/feed.xml", "herbata")] {
        let feed = reader.get(feed).await.is(200);
        assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
        well_formed(feed.text());
        contains_all(feed.text(), &[word, "A text about tea.", "<published>", "Anna"]);
        assert!(!feed.text().contains("<cake>"));
    }
    contains_all(reader.get("/llms.txt").await.text(), &["## Blog", "/blog/post/tea-cake.md"]);
    assert!(reader.get("/robots.txt").await.text().contains("Disallow: /blog/preview/"));
}

/// Every element of a document is closed in order.
fn well_formed(xml: &str) {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name.to_owned()), "{tag}"),
            None if tag.ends_with('/') || tag.starts_with('?') => {}
            None => open.push(name.to_owned()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for rest in xml.split('&').skip(1) {
        assert!(rest.split(';').next().is_some_and(|name| name.len() < 8), "{rest:.20}");
    }
}

#[app_test(whole())]
async fn an_own_page_needs_no_author(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let new = json!({ "kind": "page", "language": "pl", "title": "O nas" });
    let made = admin.post("/api/admin/posts", new).await.is(201);
    let (id, document) = (made.id(), made.string("document_id"));
    assert_eq!(super::publish(&mut admin, &id).await.is(422).fields(), ["description", "text"]);
    admin.patch(&format!("/api/documents/{document}"), json!({ "text": "Robimy herbatę." })).await.is(200);
    admin.post(&format!("{}/text", path(&id)), json!({})).await.is(200);
    admin.patch(&path(&id), json!({ "description": "Kim jesteśmy." })).await.is(200);
    super::publish(&mut admin, &id).await.is(200);
    let page = open(&mut reader, "/pl/strona/o-nas").await.is(200);
    contains_all(page.text(), &["<h1>O", "Robimy herbatę."]);
    open(&mut reader, "/pl/blog/post/o-nas").await.is(404);
    assert!(!open(&mut reader, "/pl/blog").await.text().contains("o-nas"));
    contains_all(reader.get("/sitemap/blog-1.xml").await.text(), &["/pl/strona/o-nas"]);
    contains_all(reader.get("/llms.txt").await.text(), &["/pl/strona/o-nas): Kim jesteśmy."]);
}

#[app_test(whole())]
async fn a_long_blog_has_pages(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let id = ready(&app, &mut admin, "en", "Tea", "Text").await;
    super::publish(&mut admin, &id).await.is(200);
    let copies = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        INSERT INTO posts (id, kind, language, status, title, folded, slug, description, author_id, cover_alt, document_version,
            text, html, outline, words, token, published_at, created_at, updated_at)
        SELECT id || '-' || i, kind, language, status, title || ' ' || i, folded, slug || '-x' || i, description, author_id, '', 1,
            text, html, outline, words, token || i, 1000 * i, created_at, 1000 * i FROM posts, n";
    app.execute(copies).await;
    let first = open(&mut reader, "/blog").await.is(200);
    contains_all(&decoded(&first), &["href=\"/blog?page=2\"", "Page 1 of 84"]);
    let last = open(&mut reader, "/blog?page=84").await.is(200);
    assert_eq!(last.text().matches("class=\"post-card\"").count(), 4);
    contains_all(
        &decoded(&last),
        &["/blog?page=83", &format!("rel=\"canonical\" href=\"{}/blog?page=84\"", app.app.url())],
    );
    open(&mut reader, "/blog?page=85").await.is(404);
    assert_eq!(reader.get("/sitemap/blog-1.xml").await.text().matches("/blog/post/").count(), 1000);
}
