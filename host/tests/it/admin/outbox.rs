//! Mails that were given up are retried.

use crate::prelude::*;
use crate::util::smtp::SmtpServer;

async fn first_with(admin: &mut Client, status: &str) -> Value {
    eventually(&format!("no mail is {status}"), async || {
        let found = admin.get(&format!("/api/admin/outbox?status={status}")).await.body;
        (found["total"] == 1).then(|| found["data"][0].clone())
    })
    .await
}

#[tokio::test]
async fn a_mail_that_was_given_up_is_retried() {
    let smtp = SmtpServer::start().await;
    smtp.refuse_next("550 no such mailbox");
    let app = TestApp::with(|config| config.smtp_url = Some(smtp.url.clone())).await;
    let new = json!({"name": "Ewa", "email": "ewa@example.com", "password": "correct horse", "password_confirmation": "correct horse"});
    app.visitor().post("/register", new).await;
    let mut admin = administrator(&app).await;
    let mail = first_with(&mut admin, "failed").await;
    let path = format!("/api/admin/outbox/{}/retry", mail["id"].as_str().expect("an id"));
    admin.post(&path, json!({})).await.is(202);
    assert_eq!(smtp.wait(1).await.len(), 1);
    first_with(&mut admin, "sent").await;
    admin.post(&path, json!({})).await.refused(409, "mail.not-given-up");
    admin.post("/api/admin/outbox/none/retry", json!({})).await.refused(404, "not-found");
    assert_eq!(actions(&mut admin).await, ["mail.retried"]);
    app.stop().await;
}

#[app_test]
async fn without_a_mail_server_nothing_is_tried(app: TestApp, mut admin: administrator) {
    admin.post("/api/admin/outbox/x/retry", json!({})).await.refused(409, "mail.no-server");
    assert_eq!(admin.get("/api/admin/outbox?status=failed").await.body["total"], 0);
}
