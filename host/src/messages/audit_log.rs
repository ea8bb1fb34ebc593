//! The audit log: what those who administer the server did. An entry is written in the transaction of the deed, so that
//! both happen or neither; rows are only ever added.
//!
//! An entry keeps codes and values, never a finished sentence and never a secret. People are kept by id: their names are
//! looked up when the log is read, so that it does not remember somebody whose account was erased.

mod list;

use std::borrow::Cow;

use axum::{extract::FromRequestParts, http::request::Parts};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{
    app::App,
    auth::{Device, Person},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    slice::Slice,
};

pub const SLICE: Slice = Slice { routes, ..Slice::new("audit_log") };

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list_audit))
}

/// Who acts, in whose place, and from where. A handler that takes an `Actor` beside its `Admin` has all that an entry needs.
#[derive(Debug, Clone)]
pub struct Actor {
    pub id: String,
    /// The administrator who acts in this person's place.
    pub impersonator_id: Option<String>,
    pub network: Option<String>,
}

impl FromRequestParts<App> for Actor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Person(user) = Person::from_request_parts(parts, app).await?;
        Ok(Self {
            id: user.id.clone(),
            impersonator_id: user.impersonator_id.clone(),
            network: Device::of(parts)?.network,
        })
    }
}

/// What something was done to.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    kind: &'static str,
    id: Cow<'a, str>,
    name: Option<Cow<'a, str>>,
}

impl<'a> Subject<'a> {
    /// A person.
    pub fn user(id: &'a str) -> Self {
        Self { kind: "user", id: id.into(), name: None }
    }

    /// Something else, such as a `product`, with the name that a reader knows it by.
    pub fn of(kind: &'static str, id: impl Into<Cow<'a, str>>, name: impl Into<Cow<'a, str>>) -> Self {
        Self { kind, id: id.into(), name: Some(name.into()) }
    }
}

/// Writes down what was done, inside the transaction of the deed. `action` is a stable code such as `user.impersonated`;
/// `details` are its values, an object without secrets.
pub async fn record(
    tx: &mut Conn,
    actor: &Actor,
    action: &'static str,
    subject: Subject<'_>,
    details: Value,
) -> Result<()> {
    db::query(
        "INSERT INTO audit_entries (id, actor_id, impersonator_id, action, subject_kind, subject_id, subject_name, details, network, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(db::new_id())
    .bind(&actor.id)
    .bind(&actor.impersonator_id)
    .bind(action)
    .bind(subject.kind)
    .bind(subject.id.as_ref())
    .bind(subject.name.as_deref())
    .bind(serde_json::to_string(&details)?)
    .bind(&actor.network)
    .bind(Timestamp::now())
    .execute(tx)
    .await?;
    Ok(())
}
