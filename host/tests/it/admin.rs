//! Administration of users: permissions and the audit log.

mod audit;
mod figures;
mod impersonation;
mod outbox;
mod people;
mod rights;
mod sorting;

use crate::prelude::*;

pub use crate::util::test_app::PASSWORD;

/// A user with this role, signed in with a browser.
pub async fn person(app: &TestApp, role: Role, name: &str, email: &str) -> Client {
    app.person(role, name, email).await
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

pub async fn jan(app: &TestApp) -> Client {
    person(app, Role::User, "Jan", "jan@example.com").await
}

pub async fn ewa(app: &TestApp) -> Client {
    person(app, Role::User, "Ewa", "ewa@example.com").await
}

pub fn id(client: &Client) -> String {
    client.user_id.clone().expect("signed in")
}

/// The codes of the audit log, newest first.
pub async fn actions(reader: &mut Client) -> Vec<String> {
    let log = reader.get("/api/admin/audit-log?per_page=100").await.is(200);
    let entries = log.body["data"].as_array().expect("entries");
    entries.iter().map(|entry| entry["action"].as_str().expect("a code").to_owned()).collect()
}
