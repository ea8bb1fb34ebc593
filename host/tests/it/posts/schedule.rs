//! Publishing at a time.

use super::{open, path, ready, whole};
use crate::prelude::*;

const MINUTE: i64 = 60_000;

async fn schedule(admin: &mut Client, id: &str, at: i64) -> Answer {
    admin.post(&format!("{}/publish", path(id)), json!({ "at": at })).await
}

/// The clock reaches the time of every scheduled post.
async fn come(app: &TestApp) {
    app.execute("UPDATE posts SET publish_at = 60000 WHERE publish_at IS NOT NULL").await;
    app.execute("UPDATE jobs SET due_at = 60000 WHERE kind = 'posts.publish'").await;
}

async fn told(client: &mut Client) -> usize {
    let all = client.get("/api/notifications").await.body;
    let all = all["data"].as_array().expect("a list").iter();
    all.filter(|one| one["kind"] == "post-published").count()
}

#[app_test(whole())]
async fn a_scheduled_post_is_published_once(app: TestApp, mut admin: administrator) {
    let now = Timestamp::now().0;
    let id = ready(&app, &mut admin, "en", "Tea", "Text").await;
    assert_eq!(schedule(&mut admin, &id, now - MINUTE).await.is(422).fields(), ["at"]);
    assert_eq!(schedule(&mut admin, &id, now + 1000 * 86_400_000).await.is(422).fields(), ["at"]);
    let at = now + 90 * MINUTE;
    let answer = schedule(&mut admin, &id, at).await.is(200);
    let minute = Timestamp(at - at % MINUTE).rfc3339();
    has(&answer.body, json!({ "status": "scheduled", "publish_at": minute, "published_at": null }));
    // Again, at another time.
    schedule(&mut admin, &id, at + MINUTE).await.is(200);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'posts.publish'").await, 1);
    open(&mut app.visitor(), "/blog/post/tea").await.is(404);

    come(&app).await;
    let mut reader = app.visitor();
    becomes("it is published", async || open(&mut reader, "/blog/post/tea").await.status == 200).await;
    has(
        &admin.get(&path(&id)).await.body,
        json!({ "status": "published", "published_at": "1970-01-01T00:01:00Z" }),
    );
    assert_eq!(told(&mut admin).await, 1);
}

#[app_test(whole())]
async fn a_withdrawn_or_deleted_post_is_not_published(app: TestApp, mut admin: administrator) {
    let at = Timestamp::now().0 + 5 * MINUTE;
    let withdrawn = ready(&app, &mut admin, "en", "Withdrawn", "Text").await;
    let deleted = ready(&app, &mut admin, "en", "Deleted", "Text").await;
    let waiting = ready(&app, &mut admin, "en", "Waiting", "Text").await;
    for id in [&withdrawn, &deleted, &waiting] {
        schedule(&mut admin, id, at).await.is(200);
    }
    // What is scheduled keeps what a publication needs.
    assert_eq!(
        admin.patch(&path(&waiting), json!({ "title": "" })).await.is(422).fields(),
        ["slug", "title"]
    );
    admin.post(&format!("{}/withdraw", path(&withdrawn)), json!({})).await.is(200);
    admin.delete(&path(&deleted)).await.is(204);
    come(&app).await;
    becomes("the jobs end", async || {
        app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'posts.publish'").await == 0
    })
    .await;
    assert_eq!(app.value::<i64>("SELECT count(*) FROM posts WHERE status = 'published'").await, 1);
    assert_eq!(told(&mut admin).await, 1);
}

/// The time comes while no server runs.
#[tokio::test]
async fn a_post_is_published_after_a_restart() {
    let app = whole().await;
    let mut admin = administrator(&app).await;
    let id = ready(&app, &mut admin, "en", "Tea", "Text").await;
    schedule(&mut admin, &id, Timestamp::now().0 + 5 * MINUTE).await.is(200);
    let past = ["UPDATE posts SET publish_at = 60000", "UPDATE jobs SET due_at = 60000"];
    let app = app.restart_after(&past).await;
    let mut reader = app.visitor();
    becomes("it is published", async || open(&mut reader, "/blog/post/tea").await.status == 200).await;
    assert_eq!(app.value::<i64>("SELECT count(*) FROM notifications WHERE kind = 'post-published'").await, 1);
    app.stop().await;
}
