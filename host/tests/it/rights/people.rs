//! The users of the tests: a separate account for each.

use sitewright::people::accounts::{NewPerson, WaysIn, create_person};
use sitewright::platform::auth;

use super::body::PASSWORD;
use crate::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    Guest,
    Unverified,
    User,
    Admin,
    SuperAdmin,
}

impl Role {
    pub const ALL: [Self; 5] = [Self::Guest, Self::Unverified, Self::User, Self::Admin, Self::SuperAdmin];
}

pub struct Person {
    pub role: Role,
    pub client: Client,
    /// Empty for a guest.
    pub id: String,
}

/// Creates users.
pub struct Office {
    pub app: TestApp,
    /// The document of the API.
    pub document: Value,
    /// Of every user's password: hashing for each would take most of the time.
    password_hash: String,
    /// Opening a client for each would take the rest.
    visitor: Client,
}

/// A user who signs in with address and password.
pub const KNOWN: &str = "known@example.com";

impl Office {
    pub async fn open(app: TestApp, document: Value) -> Self {
        let known = NewPerson {
            name: Some("Known".into()),
            email: Some(KNOWN.into()),
            password: Some(PASSWORD.into()),
            role: auth::Role::User,
            language: None,
        };
        create_person(&app.app, known, WaysIn::default()).await.expect("an account");
        let password_hash =
            app.value("SELECT password_hash FROM users WHERE password_hash IS NOT NULL").await;
        let visitor = app.visitor();
        Self { app, document, password_hash, visitor }
    }

    pub async fn person(&self, role: Role) -> Person {
        let person = self.person_before_proof(role).await;
        self.give_up_proof(&person).await;
        person
    }

    /// The same, but still verified, so that the account can have objects.
    pub async fn person_before_proof(&self, role: Role) -> Person {
        let mut client = self.visitor.program();
        let rank = match role {
            Role::Guest => return Person { role, client, id: String::new() },
            Role::Unverified | Role::User => auth::Role::User,
            Role::Admin => auth::Role::Admin,
            Role::SuperAdmin => auth::Role::SuperAdmin,
        };
        let new = NewPerson {
            name: Some(format!("{role:?}")),
            email: Some(format!("{}@example.com", db::new_id())),
            password: None,
            role: rank,
            language: None,
        };
        let made =
            create_person(&self.app.app, new, WaysIn { token: true, link: false }).await.expect("an account");
        self.change("UPDATE users SET password_hash = $2 WHERE id = $1", &made.id, &self.password_hash).await;
        client.bearer = made.bearer_token;
        client.user_id = Some(made.id.clone());
        Person { role, client, id: made.id }
    }

    /// Makes a user unverified, as after registration.
    pub async fn give_up_proof(&self, person: &Person) {
        if person.role != Role::Unverified {
            return;
        }
        let unproven =
            "UPDATE users SET pending_email = email, email = $2, email_verified_at = NULL WHERE id = $1";
        self.change(unproven, &person.id, &format!("{}@unverified.invalid", person.id)).await;
        self.app.app.sessions.forget_user_now(&person.id);
    }

    /// A program with a key of this user that has only this scope.
    pub async fn key(&self, owner: &Person, scope: &str) -> Person {
        let (id, secret) = (db::new_id(), format!("{}{}", auth::KEY_PREFIX, auth::new_secret()));
        let mut tx = self.app.app.db.write().await.expect("a transaction");
        let insert = "INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at) \
            VALUES ($1, $2, 'Robot', 'sw_', $3, $4, 1)";
        let scopes = serde_json::to_string(&[scope]).expect("JSON");
        let insert = db::query(insert).bind(&id).bind(&owner.id).bind(auth::hash_of(&secret)).bind(scopes);
        insert.execute(&mut *tx).await.expect("stored");
        tx.commit().await.expect("committed");
        let mut client = owner.client.program();
        client.bearer = Some(secret);
        Person { role: owner.role, client, id: owner.id.clone() }
    }

    pub async fn change(&self, sql: &'static str, id: &str, value: &str) {
        self.app.change(db::query(sql).bind(id).bind(value)).await;
    }
}
