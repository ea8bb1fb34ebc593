//! Mail: sent by a mail server, retried, given up, or kept for the administrator.

use crate::prelude::*;
use crate::util::smtp::{SmtpServer, text_of};

fn registration(email: &str) -> Value {
    json!({"name": "Anna", "email": email, "password": "correct horse", "password_confirmation": "correct horse"})
}

/// A browser in which the first administrator is signed in.
pub async fn administrator(app: &TestApp) -> Client {
    let token = sitewright::people::accounts::administrator_link(&app.app).await.expect("a link");
    let mut client = app.visitor();
    let signed_in = client.post("/api/one-time-login/validate", json!({"token": token})).await.is(200);
    client.remember(&signed_in);
    client
}

#[tokio::test]
async fn a_mail_comes_in_the_readers_language_as_text_and_html() {
    let smtp = SmtpServer::start().await;
    let app = TestApp::with(|config| config.smtp_url = Some(smtp.url.clone())).await;
    let mut client = app.visitor();
    client.language = Some("pl");
    let made = client.post("/register", registration("anna@example.com")).await.is(201);
    assert!(made.body["user"]["email_verified_at"].is_null(), "with mail a proof is demanded");

    let mails = smtp.wait(1).await;
    let mail = &mails[0];
    assert!(mail.contains("To: anna@example.com"), "{mail}");
    assert!(mail.contains("multipart/alternative") && mail.contains("text/html"), "{mail}");
    let text = text_of(mail);
    assert!(text.contains("Dzień dobry"), "{text}");
    assert!(text.contains(&format!("http://{}/email/weryfikacja?token=", app.address)), "{text}");

    // A delivered mail is not kept: it contained a link.
    let sent = async || app.value::<String>("SELECT text || html || status FROM mails").await == "sent";
    becomes("it is sent, and its text deleted", sent).await;
    app.stop().await;
}

#[tokio::test]
async fn a_mail_comes_from_the_brand_of_the_operator() {
    let smtp = SmtpServer::start().await;
    let app = TestApp::with(|config| config.smtp_url = Some(smtp.url.clone())).await;
    let mut admin = administrator(&app).await;
    let settings = admin.get("/api/admin/site").await;
    let mut settings = settings.body;
    settings.as_object_mut().expect("settings").remove("hideable");
    settings["brand"]["name"] = json!("Herbata");
    admin.put_with("/api/admin/site", settings).await.is(200);
    app.visitor().post("/register", registration("anna@example.com")).await;
    let mail = smtp.wait(1).await.concat();
    assert!(mail.contains("From: Herbata <no-reply@"), "{mail}");
    assert!(!mail.contains("Sitewright"), "{mail}");
    app.stop().await;
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_now_is_sent_later_even_after_a_restart() {
    let smtp = SmtpServer::start().await;
    smtp.refuse_next("451 come back later");
    let app = TestApp::with(|config| {
        config.smtp_url = Some(smtp.url.clone());
        config.mail_retry = Duration::from_millis(300);
    })
    .await;
    app.visitor().post("/register", registration("anna@example.com")).await;
    let url = smtp.url.clone();
    let app = app
        .restart(|config| {
            config.smtp_url = Some(url);
            config.mail_retry = Duration::from_millis(300);
        })
        .await;
    assert_eq!(smtp.wait(1).await.len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn a_permanently_refused_mail_is_given_up_with_the_reason() {
    let smtp = SmtpServer::start().await;
    smtp.refuse_next("550 no such mailbox");
    let app = TestApp::with(|config| config.smtp_url = Some(smtp.url.clone())).await;
    app.visitor().post("/register", registration("anna@example.com")).await;
    let mut admin = administrator(&app).await;
    let mail = eventually("the mail still waits", async || {
        let mail = admin.get("/api/admin/outbox").await.body["data"][0].clone();
        (mail["status"] != "waiting").then_some(mail)
    })
    .await;
    assert_eq!(mail["status"], "failed", "{mail}");
    assert!(mail["last_error"].as_str().expect("a reason").contains("no such mailbox"), "{mail}");
    assert!(smtp.mails().is_empty());
    app.stop().await;
}

#[app_test(TestApp::with(|config| config.verify_email = Some(true)))]
async fn without_a_mail_server_the_administrator_reads_the_outbox(app: TestApp) {
    app.visitor().post("/register", registration("anna@example.com")).await;
    let mut admin = administrator(&app).await;
    let list = admin.get("/api/admin/outbox").await.is(200).has(json!({ "total": 1 }));
    let mail = &list.body["data"][0];
    assert_eq!((&mail["recipient"], &mail["status"]), (&json!("anna@example.com"), &json!("kept")));
    let id = mail["id"].as_str().expect("an id");
    let one = admin.get(&format!("/api/admin/outbox/{id}")).await;
    assert!(one.body["text"].as_str().expect("a text").contains("/email/verify?token="), "{}", one.body);
    assert_eq!(one.header("cache-control"), "no-store");
    admin.get("/api/admin/outbox/none").await.refused(404, "not-found");
}

#[test]
fn every_template_has_its_texts() {
    use sitewright::platform::locale::Locale;
    let templates: Vec<_> =
        Locale::En.keys().filter_map(|key| key.strip_prefix("mail.")?.strip_suffix(".subject")).collect();
    assert!(templates.len() >= 7, "{templates:?}");
    for template in templates {
        assert!(Locale::En.knows(&format!("mail.{template}.text")), "{template}");
    }
}
