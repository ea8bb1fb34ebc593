//! Notifications: stored for later reading, in the reader's language.

use sitewright::messages::notifications::{self, NotificationKind};
use sitewright::platform::locale::Params;

use crate::prelude::*;
use crate::util::permit;

fn params(value: Value) -> Params {
    value.as_object().expect("an object").clone()
}

async fn notify(app: &TestApp, user: &Client, kind: NotificationKind, values: Value) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    let account = user.user_id.as_deref().expect("an id");
    notifications::notify(&app.app, &mut tx, account, kind, &params(values)).await.expect("stored");
    tx.commit().await.expect("committed");
}

/// A socket with the user's events.
async fn listening(app: &TestApp, user: &Client) -> Socket {
    let mut socket = Socket::open(app.address).await;
    let channel = format!("private-user.{}", user.user_id.as_deref().expect("an id"));
    let auth = permit(&socket.id, &channel, None);
    socket.subscribe(json!({ "channel": channel, "auth": auth })).await.subscribed();
    socket
}

#[test]
fn each_kind_has_its_sentence() {
    for &kind in NotificationKind::ALL {
        assert!(Locale::ALL.iter().all(|locale| locale.knows(kind.key())), "{}", kind.key());
        assert_eq!(
            format!("\"{}\"", kind.key().trim_start_matches("notification.")),
            json!(kind).to_string()
        );
    }
}

#[app_test]
async fn the_text_is_made_in_the_language_that_is_read(app: TestApp, mut user: user) {
    notify(&app, &user, NotificationKind::WordsLow, json!({ "left": 3, "allowance": 100 })).await;
    let problem = json!({ "status": 402, "code": "words.exhausted", "params": { "left": 3, "needed": 50 } });
    let values = json!({ "name": "a.csv", "about": "job-1", "problem": problem });
    notify(&app, &user, NotificationKind::BulkPaused, values).await;
    for (language, low, paused) in [
        ("en", "You have only 3 of 100 words left.", "“a.csv” is paused. "),
        ("pl", "Zostały Ci już tylko 3 słowa z 100.", "Zadanie „a.csv” zostało wstrzymane. "),
    ] {
        user.cookies.insert("locale".into(), language.into());
        let list = user.get("/api/notifications").await.body;
        assert_eq!(list["data"][1]["text"], low);
        let text = list["data"][0]["text"].as_str().expect("a text");
        assert!(text.starts_with(paused) && text.len() > paused.len(), "{text}");
        assert_eq!(list["data"][0]["about"], "job-1");
        assert_eq!(list["unread"], 2);
    }
}

#[app_test]
async fn they_are_read_one_by_one_or_all_at_once_and_belong_to_one_person(app: TestApp) {
    let (mut anna, mut ewa) = (app.user().await, app.user().await);
    for number in 0..3 {
        let values = json!({ "title": format!("Text {number}"), "about": "d" });
        notify(&app, &anna, NotificationKind::RunFinished, values).await;
    }
    let list = anna.get("/api/notifications?per_page=2").await.body;
    has(&list, json!({ "total": 3, "unread": 3, "/data/0/read": false }));
    let id = list["data"][0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/notifications/{id}/read");
    for _ in 0..2 {
        anna.post(&path, json!({})).await.is(204);
    }
    anna.get("/api/notifications").await.has(json!({ "unread": 2, "/data/0/read": true }));

    notify(&app, &ewa, NotificationKind::WordsLow, json!({ "left": 1, "allowance": 10 })).await;
    anna.post("/api/notifications/read", json!({})).await.is(204);
    assert_eq!(anna.get("/api/notifications").await.body["unread"], 0);
    assert_eq!(ewa.get("/api/notifications").await.body["unread"], 1);
}

#[app_test(TestApp::with(|config| {
    config.realtime_key = Some(KEY.into());
    config.realtime_secret = Some(crate::util::SECRET.into());
}))]
async fn open_pages_receive_them_and_all_other_events(app: TestApp, mut user: user) {
    let mut socket = listening(&app, &user).await;
    notify(&app, &user, NotificationKind::WordsLow, json!({ "left": 1, "allowance": 10 })).await;
    assert_eq!(socket.hear().await.event, "notification.created");
    user.post("/api/notifications/read", json!({})).await;
    assert_eq!(socket.hear().await.event, "notification.read");

    user.put("/api/tools/facebook-post/favourite").await;
    let heard = socket.hear().await;
    assert_eq!(
        (heard.event.as_str(), heard.data),
        ("favourite.changed", json!({ "id": "facebook-post", "favourite": true }))
    );

    let run = user.run_to_end("facebook-post", json!({ "topic": "Bread", "language": "en" })).await.is(201);
    let mut statuses = Vec::new();
    let ended = loop {
        let news = socket.until("run.changed").await;
        assert_eq!(news.data["id"], run.body["id"]);
        statuses.push(news.data["status"].as_str().expect("a status").to_owned());
        if news.data["status"] == "succeeded" {
            break news;
        }
    };
    statuses.dedup();
    assert_eq!(statuses, ["queued", "running", "succeeded"]);
    assert_eq!(ended.data["document_id"], run.body["document_id"]);
    let document = run.body["document_id"].as_str().expect("a document");
    assert_eq!(socket.until("document.changed").await.data["id"], document);
    user.patch(&format!("/api/documents/{document}"), json!({ "title": "Other" })).await;
    assert_eq!(socket.hear().await.event, "document.changed");
    user.delete(&format!("/api/documents/{document}")).await;
    assert_eq!(socket.hear().await.event, "document.changed");
    socket.is_silent().await;
}

#[tokio::test]
async fn low_words_are_notified_once() {
    let model = ModelServer::start([Reply::text("word ".repeat(45).trim())]).await;
    let plugins = bundle();
    let app = TestApp::with(|config| {
        config.bundle = Some(plugins.path().into());
        config.model_url = Some(model.url.clone());
        config.free_words = 525;
        config.realtime_key = Some(KEY.into());
        config.realtime_secret = Some(crate::util::SECRET.into());
    })
    .await;
    let mut user = app.user().await;
    let mut socket = listening(&app, &user).await;
    // Below a tenth of the allowance only the last run leads there.
    for left in (30..=480).rev().step_by(45) {
        assert_eq!(user.get("/api/notifications").await.body["total"], 0);
        user.run(json!({ "topic": "tea" })).await.has(json!({ "status": "succeeded", "words": 45 }));
        assert_eq!(
            socket.until("words.changed").await.data,
            json!({ "allowance": 525, "used": 525 - left, "left": left })
        );
    }
    assert_eq!(socket.hear().await.event, "notification.created");
    user.get("/api/notifications").await.has(json!({ "total": 1, "/data/0/kind": "words-low" }));
    app.stop().await;
}
