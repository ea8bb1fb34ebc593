//! Translations of posts.

use super::{open, path, published, ready, whole};
use crate::prelude::*;

#[app_test(whole())]
async fn a_translation_is_known_on_both_sides(app: TestApp, mut admin: administrator, mut reader: visitor) {
    let en = published(&app, &mut admin, "en", "Tea").await;
    let pl = ready(&app, &mut admin, "pl", "Herbata", "Tekst").await;
    let other = published(&app, &mut admin, "pl", "Inna herbata").await;
    let page = admin.post("/api/admin/posts", json!({ "kind": "page", "language": "pl" })).await.id();
    for wrong in [&en, &page, "none"] {
        assert_eq!(
            admin.patch(&path(&en), json!({ "twin_id": wrong })).await.is(422).fields(),
            ["twin_id"],
            "{wrong}"
        );
    }
    let joined = admin.patch(&path(&en), json!({ "twin_id": pl })).await.is(200);
    has(&joined.body, json!({ "twin_id": pl, "/twin/title": "Herbata", "/twin/language": "pl" }));
    assert_eq!(admin.get(&path(&pl)).await.body["twin_id"], en);

    // A draft is no translation for readers.
    let alone = open(&mut reader, "/blog/post/tea").await;
    assert!(!alone.text().contains("hreflang=\"x-default\"") && alone.text().contains("hreflang=\"en\""));
    super::publish(&mut admin, &pl).await.is(200);
    let origin = app.app.url();
    let (tea, herbata) = (format!("{origin}/blog/post/tea"), format!("{origin}/pl/blog/post/herbata"));
    for address in ["/blog/post/tea", "/pl/blog/post/herbata"] {
        let page = open(&mut reader, address).await.is(200);
        let links =
            [format!("hreflang=\"en\" href=\"{tea}\""), format!("hreflang=\"pl\" href=\"{herbata}\"")];
        let decoded = page.text().replace("&#x2f;", "/");
        assert!(links.iter().all(|link| decoded.contains(link)), "{address}");
    }

    // The translation of another post is taken only on request.
    let third = ready(&app, &mut admin, "en", "Third", "Text").await;
    let refused = admin.patch(&path(&third), json!({ "twin_id": pl })).await.is(422);
    assert_eq!(refused.fields(), ["twin_id"]);
    contains_all(&refused.body.to_string(), &["the translation of “Tea”"]);
    assert_eq!(admin.get(&path(&pl)).await.body["twin_id"], en);
    let listed = admin.get("/api/admin/posts?language=pl&q=herbata&status=published&sort=title").await.body;
    assert_eq!(listed["data"][0]["twin_title"], "Tea");
    admin.patch(&path(&third), json!({ "twin_id": pl, "takes_twin": true })).await.is(200);
    assert_eq!(admin.get(&path(&en)).await.body["twin"], Value::Null);
    admin.patch(&path(&en), json!({ "twin_id": pl, "takes_twin": true })).await.is(200);

    // A new translation parts the earlier pair.
    admin.patch(&path(&en), json!({ "twin_id": other })).await.is(200);
    assert_eq!(admin.get(&path(&pl)).await.body["twin"], Value::Null);
    admin.delete(&path(&other)).await.is(204);
    assert_eq!(admin.get(&path(&en)).await.body["twin_id"], Value::Null);
}
