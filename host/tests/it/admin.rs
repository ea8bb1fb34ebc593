//! Administration of users: permissions and the audit log.

mod audit;
mod impersonation;
mod outbox;
mod people;
mod rights;

use serde_json::json;
use sitewright::{
    people::accounts::{self, NewPerson, WaysIn},
    platform::{auth::Role, db, locale::Locale},
};

use crate::util::{Client, TestApp};

pub const PASSWORD: &str = "correct horse";

/// A user with this role, signed in with a browser.
pub async fn person(app: &TestApp, role: Role, name: &str, email: &str) -> Client {
    let new = NewPerson {
        name: Some(name.to_owned()),
        email: Some(email.to_owned()),
        password: Some(PASSWORD.to_owned()),
        role,
        language: Some(Locale::En),
    };
    let made = accounts::create_person(&app.app, new, WaysIn { link: true, token: false }).await;
    let made = made.expect("an account");
    let token = made.link_token.expect("a link");
    let mut client = app.visitor();
    let signed_in = client.post("/api/one-time-login/validate", json!({"token": token})).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.body);
    client.remember(&signed_in);
    client
}

pub async fn administrator(app: &TestApp) -> Client {
    person(app, Role::Admin, "Adam Admin", "adam@example.com").await
}

pub async fn super_administrator(app: &TestApp) -> Client {
    person(app, Role::SuperAdmin, "Sabina Super", "sabina@example.com").await
}

pub async fn anna(app: &TestApp) -> Client {
    person(app, Role::User, "Anna Łąka", "anna@example.com").await
}

pub fn id(client: &Client) -> String {
    client.user_id.clone().expect("signed in")
}

/// Changes the database without the server.
pub async fn execute(app: &TestApp, sql: &'static str) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    db::query(sql).execute(&mut *tx).await.expect("the statement runs");
    tx.commit().await.expect("committed");
}

/// The codes of the audit log, newest first.
pub async fn actions(reader: &mut Client) -> Vec<String> {
    let log = reader.get("/api/admin/audit-log?per_page=100").await;
    assert_eq!(log.status, 200, "{}", log.body);
    let entries = log.body["data"].as_array().expect("entries");
    entries.iter().map(|entry| entry["action"].as_str().expect("a code").to_owned()).collect()
}
