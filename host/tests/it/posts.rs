//! Posts of the blog and own pages: from a document of the archive to the page that readers see.

mod addresses;
mod blog;
mod schedule;
mod twins;

use crate::prelude::*;
use crate::util::pictures::encoded;

/// A server with the pages of the site.
async fn whole() -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| config.bundle = Some(built)).await
}

/// Stores a document in the archive of an administrator.
async fn document(app: &TestApp, owner: &Client, title: &str, text: &str) -> String {
    let run = db::new_id();
    let new = NewDocument {
        account: owner.user_id.as_deref().expect("signed in"),
        project: None,
        run: &run,
        tool: "article",
        tool_version: "0.1.0",
        package: None,
        title,
        text,
        data: "{}",
        words: 0,
        drafted: true,
    };
    app.store(new).await
}

/// A draft with everything that a publication needs.
async fn ready(app: &TestApp, admin: &mut Client, language: &str, title: &str, text: &str) -> String {
    let document = document(app, admin, title, text).await;
    let new = json!({ "kind": "post", "language": language, "document_id": document });
    let id = admin.post("/api/admin/posts", new).await.is(201).id();
    let authors = admin.get("/api/admin/authors").await.is(200).body;
    let author = match authors["data"][0]["id"].as_str() {
        Some(id) => id.to_owned(),
        None => {
            admin.post("/api/admin/authors", json!({ "name": "Anna Lis", "bio_en": "Writes." })).await.id()
        }
    };
    let edit =
        json!({ "author_id": author, "description": format!("{title}, in a sentence."), "tags": ["Search"] });
    admin.patch(&path(&id), edit).await.is(200);
    id
}

async fn published(app: &TestApp, admin: &mut Client, language: &str, title: &str) -> String {
    let id = ready(app, admin, language, title, "## First\n\nA text about tea.").await;
    publish(admin, &id).await.is(200);
    id
}

async fn publish(admin: &mut Client, id: &str) -> Answer {
    admin.post(&format!("{}/publish", path(id)), json!({})).await
}

fn path(id: &str) -> String {
    format!("/api/admin/posts/{id}")
}

/// Opens an address as a browser does.
async fn open(client: &mut Client, path: &str) -> Answer {
    client.send(client.request(Method::GET, path).header("accept", "text/html")).await
}

async fn picture(admin: &mut Client) -> String {
    let file = encoded(&image::RgbImage::new(640, 360).into(), image::ImageFormat::Png);
    admin.upload(Method::POST, "/api/admin/pictures", "application/octet-stream", file).await.is(201).id()
}

#[app_test(whole())]
async fn a_document_becomes_a_post(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let text = "# Green tea\n\n## How to brew\n\nWait [What temperature?] and drink.";
    let document = document(&app, &admin, "Green tea", text).await;
    let about = format!("/api/documents/{document}/post");
    assert_eq!(admin.get(&about).await.is(200).body["post"], Value::Null);
    let new = json!({ "kind": "post", "language": "en", "document_id": document });
    let post = admin.post("/api/admin/posts", new).await.is(201);
    let id = post.id();
    has(
        &post.body,
        json!({ "status": "draft", "title": "Green tea", "slug": "green-tea", "is_behind": false, "words": 10 }),
    );
    assert_eq!(
        post.body["html"],
        "<h2 id=\"how-to-brew\">How to brew</h2>\n<p>Wait [What temperature?] and drink.</p>\n"
    );
    let codes: Vec<_> =
        post.body["problems"].as_array().expect("a list").iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["required", "no-author", "gaps"]);
    assert_eq!(publish(&mut admin, &id).await.is(422).fields(), ["author_id", "description"]);
    open(&mut reader, "/blog/post/green-tea").await.is(404);

    let author = admin.post("/api/admin/authors", json!({ "name": "Anna Lis" })).await.is(201).id();
    // A heading that says something else than the title is one of the text.
    let renamed = admin.patch(&path(&id), json!({ "title": "Black tea" })).await.is(200);
    contains_all(&renamed.body["html"].to_string(), &["<h2 id=\\\"green-tea\\\">Green tea</h2>"]);
    let edit = json!({ "title": "Green tea & you", "author_id": author, "description": "How to brew it.", "tags": ["Tea", "tea", " "] });
    let edited = admin.patch(&path(&id), edit).await.is(200);
    has(&edited.body, json!({ "slug": "green-tea-you", "tags": ["Tea"], "author": "Anna Lis" }));
    let six = json!({ "tags": ["a", "b", "c", "d", "e", "f"] });
    let refused = admin.patch(&path(&id), six).await.is(422);
    assert_eq!(refused.body["errors"]["tags"], json!(["Enter at most 5 items."]));
    let refused = admin.patch(&path(&id), json!({ "tags": ["a".repeat(41)] })).await.is(422);
    assert_eq!(refused.body["errors"]["tags.0"], json!(["Use at most 40 characters."]));
    let shown = publish(&mut admin, &id).await.is(200);
    has(&shown.body, json!({ "status": "published" }));
    publish(&mut admin, &id).await.refused(409, "posts.published-already");

    let page = open(&mut reader, "/blog/post/green-tea-you").await.is(200);
    contains_all(
        &page.text().replace("&#x2f;", "/"),
        &[
            "<title>Green tea &amp; you · Sitewright</title>",
            "<h1>Green tea &amp; you</h1>",
            "How to brew it.",
            "Anna",
            "/blog/tag/tea",
            "BlogPosting",
        ],
    );
    assert_eq!(page.text().matches("<h1").count(), 1);

    // A later edit is offered, and becomes public when it is taken over.
    admin
        .patch(
            &format!("/api/documents/{document}"),
            json!({ "text": "## How to brew\n\nWait three minutes." }),
        )
        .await
        .is(200);
    assert_eq!(admin.get(&path(&id)).await.body["is_behind"], true);
    let changes = admin.get(&format!("{}/changes", path(&id))).await.is(200).body;
    assert_eq!(changes, json!({ "before": text, "after": "## How to brew\n\nWait three minutes." }));
    assert!(!open(&mut reader, "/blog/post/green-tea-you").await.text().contains("three minutes"));
    admin.post(&format!("{}/text", path(&id)), json!({})).await.is(200).has(json!({ "is_behind": false }));
    assert!(open(&mut reader, "/blog/post/green-tea-you").await.text().contains("three minutes"));
    assert_eq!(admin.get(&about).await.body["post"]["id"], id);

    // What readers see keeps everything that a publication needs.
    assert_eq!(admin.patch(&path(&id), json!({ "description": "" })).await.is(422).fields(), ["description"]);
    admin.post(&format!("{}/withdraw", path(&id)), json!({})).await.is(200).has(json!({ "status": "draft" }));
    open(&mut reader, "/blog/post/green-tea-you").await.is(404);
    assert_eq!(
        actions(&mut admin).await[..4],
        ["post.withdrawn", "post.text-taken", "post.published", "post.changed"]
    );
}

#[app_test]
async fn a_title_is_measured_as_the_page_has_it(app: TestApp, mut admin: administrator) {
    let id = ready(&app, &mut admin, "en", "Tea", "Tea").await;
    let mut advice = async |edit: Value| -> Vec<String> {
        let post = admin.patch(&path(&id), edit).await.is(200).body;
        assert_eq!(post["title_end"], " · Sitewright");
        let all = post["problems"].as_array().expect("a list").iter();
        all.map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
    };
    // It fits without the name of the site.
    assert_eq!(advice(json!({ "title": "w".repeat(36) })).await, ["long-title", "short-description"]);
    assert_eq!(advice(json!({ "title": "w".repeat(30) })).await, ["short-description"]);
    assert_eq!(advice(json!({ "description": "w".repeat(110) })).await, ["long-description"]);
}

#[app_test(whole())]
async fn a_post_outlives_its_document_and_its_administrator(app: TestApp, mut admin: administrator) {
    let id = published(&app, &mut admin, "en", "Oolong").await;
    let document = admin.get(&path(&id)).await.body["document_id"].as_str().expect("an id").to_owned();
    admin.delete(&format!("/api/documents/{document}")).await.is(204);
    has(&admin.get(&path(&id)).await.body, json!({ "document_id": null, "is_behind": false }));
    admin.post(&format!("{}/text", path(&id)), json!({})).await.refused(409, "posts.document-elsewhere");
    let copied = admin.post(&format!("{}/document", path(&id)), json!({})).await.is(201).body;
    let copy = copied["document_id"].as_str().expect("an id").to_owned();
    assert_eq!(
        admin.get(&format!("/api/documents/{copy}")).await.body["text"],
        "## First\n\nA text about tea."
    );

    let mut boss = super_administrator(&app).await;
    boss.delete_with("/api/user", json!({ "password": PASSWORD })).await;
    admin.delete_with("/api/user", json!({ "password": PASSWORD })).await.is(204);
    open(&mut app.visitor(), "/blog/post/oolong").await.is(200);
}

#[app_test]
async fn only_documents_of_the_own_archive_are_published(
    app: TestApp,
    mut admin: administrator,
    mut anna: anna,
) {
    let foreign = document(&app, &anna, "Secret", "Secret text").await;
    let new = json!({ "kind": "post", "language": "en", "document_id": foreign });
    assert_eq!(admin.post("/api/admin/posts", new.clone()).await.is(422).fields(), ["document_id"]);
    anna.post("/api/admin/posts", new).await.is(403);

    let id = ready(&app, &mut admin, "en", "Tea", "Tea").await;
    let mut other = super_administrator(&app).await;
    has(&other.get(&path(&id)).await.is(200).body, json!({ "document_id": null, "is_behind": false }));
    other.post(&format!("{}/text", path(&id)), json!({})).await.refused(409, "posts.document-elsewhere");
    other.get(&format!("{}/changes", path(&id))).await.refused(409, "posts.document-elsewhere");
}

#[app_test(whole())]
async fn pictures_of_a_post_need_descriptions_and_stay(
    app: TestApp,
    mut admin: administrator,
    mut reader: visitor,
) {
    let cover = picture(&mut admin).await;
    let text = format!("A ![](/pictures/{cover}) and ![Spy](https://x.example/p.png)");
    let id = ready(&app, &mut admin, "en", "Cups", &text).await;
    admin.patch(&path(&id), json!({ "cover_id": "none" })).await.is(422).wrong("cover_id");
    let post = admin.patch(&path(&id), json!({ "cover_id": cover })).await.is(200);
    has(&post.body, json!({ "/cover/width": 640, "/cover/id": cover }));
    let refused = publish(&mut admin, &id).await.is(422);
    assert_eq!(refused.fields(), ["cover_alt", "text"]);
    assert_eq!(refused.body["errors"]["text"].as_array().map(Vec::len), Some(2));
    admin.delete(&format!("/api/admin/pictures/{cover}")).await.is(409);

    let id = ready(&app, &mut admin, "en", "Bowls", &format!("![A bowl](/pictures/{cover} \"Oak\")")).await;
    admin.patch(&path(&id), json!({ "cover_id": cover, "cover_alt": "A \"bowl\"" })).await.is(200);
    publish(&mut admin, &id).await.is(200);
    let page = open(&mut reader, "/blog/post/bowls").await.is(200);
    contains_all(
        page.text(),
        &["alt=\"A bowl\"", "alt=\"A &quot;bowl&quot;\"", "<small>Oak</small>", "<picture>"],
    );
    // The cover is the picture of links to the post.
    let head = page.text().replace("&#x2f;", "/");
    let file = format!("{}/pictures/{cover}-640.jpg", app.app.url());
    contains_all(
        &head,
        &[
            &format!("property=\"og:image\" content=\"{file}\""),
            "og:image:type\" content=\"image/jpeg\"",
            "og:image:width\" content=\"640\"",
            "og:image:height\" content=\"360\"",
            "og:image:alt\" content=\"A &quot;bowl&quot;\"",
        ],
    );
    reader.get(file.strip_prefix(&app.app.url()).expect("its own origin")).await.is(200);
}

#[app_test(whole())]
async fn hostile_texts_do_nothing_to_readers(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let text = "<script>alert('evil')</script>\n\n<img src=x onerror=\"evil()\"> [a](javascript:evil())\n\n\
        </article></main><form action=\"https://evil.example\"><input name=password></form>\n\n{{ evil }} {% evil %}";
    let id = ready(&app, &mut admin, "en", "<script>evil()</script> & {{ x }}", text).await;
    publish(&mut admin, &id).await.is(200);
    let page = open(&mut reader, "/blog/post/script-evil-script-x").await.is(200);
    let body =
        page.text().split("<main").nth(1).and_then(|rest| rest.split("</main>").next()).expect("a body");
    for bad in ["<script", "onerror", "javascript:", "<form", "evil.example"] {
        assert!(!body.contains(bad), "{bad} in {body}");
    }
    contains_all(body, &["{{ evil }} {% evil %}"]);
    let data =
        page.text().split("ld+json\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["headline"], "<script>evil()</script> & {{ x }}");
}

#[app_test]
async fn the_list_is_searched_and_sorted(app: TestApp, mut admin: administrator) {
    for title in ["Łódź", "Berlin", "Aachen"] {
        ready(&app, &mut admin, "en", title, "One two").await;
    }
    admin.post("/api/admin/posts", json!({ "kind": "page", "language": "pl" })).await.is(201);
    let mut titles = async |query: &str| -> Vec<String> {
        let list = admin.get(&format!("/api/admin/posts?{query}")).await.is(200).body;
        let all = list["data"].as_array().expect("rows").iter();
        all.map(|row| row["title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles("q=lodz").await, ["Łódź"]);
    assert_eq!(titles("kind=post&sort=title").await, ["Aachen", "Berlin", "Łódź"]);
    assert_eq!(titles("language=pl&status=draft").await, [""]);
    assert_eq!(titles("kind=post&sort=updated&per_page=1").await, ["Aachen"]);
    assert_eq!(titles("status=published").await.len(), 0);
    for sort in ["published", "status", "author", "words"] {
        assert_eq!(titles(&format!("sort={sort}&order=desc")).await.len(), 4, "{sort}");
    }
}

#[app_test]
async fn an_author_with_posts_stays(app: TestApp, mut admin: administrator) {
    let id = ready(&app, &mut admin, "en", "Tea", "Tea").await;
    let author = admin.get(&path(&id)).await.body["author_id"].as_str().expect("an id").to_owned();
    let author = format!("/api/admin/authors/{author}");
    admin.delete(&author).await.refused(409, "posts.author-in-use");
    admin.patch(&author, json!({ "link": "javascript:alert(1)" })).await.is(422).wrong("link");
    let changed =
        admin.patch(&author, json!({ "name": "Ewa Żak", "link": "https://ewa.example" })).await.is(200);
    has(&changed.body, json!({ "slug": "anna-lis", "bio_en": "Writes.", "posts": 1 }));
    admin.delete(&path(&id)).await.is(204);
    admin.delete(&author).await.is(204);
}
