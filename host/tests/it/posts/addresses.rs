//! Slugs, and what is at former addresses.

use super::{open, path, published, whole};
use crate::prelude::*;

async fn move_to(admin: &mut Client, id: &str, slug: &str) -> Answer {
    admin.patch(&path(id), json!({ "slug": slug })).await
}

#[app_test(whole())]
async fn a_former_address_leads_to_the_post(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let id = published(&app, &mut admin, "en", "Black tea").await;
    let other = published(&app, &mut admin, "en", "Black tea").await;
    assert_eq!(admin.get(&path(&other)).await.body["slug"], "black-tea-2");
    for (slug, code) in [
        ("", "required"),
        ("Black-Tea", "wrong"),
        ("a--b", "wrong"),
        ("black-tea", "taken"),
        ("czarna-herbatą", "wrong"),
    ] {
        assert_eq!(move_to(&mut admin, &other, slug).await.is(422).fields(), ["slug"], "{slug}: {code}");
    }
    // The title of a published post changes without the address.
    admin.patch(&path(&id), json!({ "title": "Assam" })).await.is(200).has(json!({ "slug": "black-tea" }));

    move_to(&mut admin, &id, "assam").await.is(200);
    move_to(&mut admin, &id, "darjeeling").await.is(200);
    for former in ["black-tea", "assam"] {
        let answer = open(&mut reader, &format!("/blog/post/{former}")).await;
        assert_eq!((answer.status, answer.header("location")), (301, "/blog/post/darjeeling"), "{former}");
    }
    // A draft at a former address leaves its readers the redirect until it is published.
    let draft = super::ready(&app, &mut admin, "en", "Green tea", "Text").await;
    move_to(&mut admin, &draft, "black-tea").await.is(200);
    assert_eq!(open(&mut reader, "/blog/post/black-tea").await.status, 301);
    admin.post(&format!("{}/publish", path(&draft)), json!({})).await.is(200);
    open(&mut reader, "/blog/post/black-tea").await.is(200);
    admin.delete(&path(&draft)).await.is(204);
    // Back, and taken over by another post.
    move_to(&mut admin, &id, "assam").await.is(200);
    open(&mut reader, "/blog/post/assam").await.is(200);
    move_to(&mut admin, &other, "black-tea").await.is(200);
    open(&mut reader, "/blog/post/black-tea").await.is(200);
    assert_eq!(open(&mut reader, "/blog/post/darjeeling").await.status, 301);

    admin.delete(&path(&id)).await.is(204);
    for gone in ["assam", "darjeeling"] {
        let answer = open(&mut reader, &format!("/blog/post/{gone}")).await;
        assert_eq!(answer.status, 410, "{gone}");
        contains_all(&answer.text().replace("&#x2f;", "/"), &["gone</h1>", "href=\"/blog\""]);
        assert!(!answer.text().contains("404 "), "{gone}");
        assert!(answer.text().contains("noindex"));
    }
    open(&mut reader, "/blog/post/never").await.is(404);
}

#[app_test(whole())]
async fn a_draft_leaves_no_address(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let id = super::ready(&app, &mut admin, "pl", "Zielona herbata", "Tekst").await;
    admin
        .patch(&path(&id), json!({ "title": "Żółta herbata" }))
        .await
        .is(200)
        .has(json!({ "slug": "zolta-herbata" }));
    move_to(&mut admin, &id, "herbata").await.is(200);
    // A slug that was written by hand stays.
    admin.patch(&path(&id), json!({ "title": "Kawa" })).await.is(200).has(json!({ "slug": "herbata" }));
    admin.delete(&path(&id)).await.is(204);
    for slug in ["zielona-herbata", "zolta-herbata", "herbata"] {
        open(&mut reader, &format!("/pl/blog/post/{slug}")).await.is(404);
    }
}

#[app_test(whole())]
async fn a_preview_opens_by_its_secret_address_only(
    app: TestApp,
    mut admin: administrator,
    mut reader: visitor,
) {
    let id = super::ready(&app, &mut admin, "en", "White tea", "## Leaves\n\nText").await;
    let url = admin.get(&path(&id)).await.string("preview_url");
    let address = url.strip_prefix(&app.app.url()).expect("its own origin").to_owned();
    let page = open(&mut reader, &address).await.is(200);
    assert_eq!(
        (page.header("cache-control"), page.header("x-robots-tag")),
        ("no-store", "noindex, nofollow")
    );
    contains_all(page.text(), &["noindex", "White tea", "<h2 id=\"leaves\">", "This is a draft."]);
    admin.post(&format!("{}/publish", path(&id)), json!({})).await.is(200);
    assert!(!open(&mut reader, &address).await.is(200).text().contains("This is a draft."));
    admin.post(&format!("{}/withdraw", path(&id)), json!({})).await.is(200);
    assert!(address.len() > "/blog/preview/".len() + 30, "{address}");
    open(&mut reader, &format!("/blog/preview/{id}")).await.is(404);
    open(&mut reader, "/blog/preview/x").await.is(404);
    open(&mut reader, "/blog/post/white-tea").await.is(404);
}
