//! The audit log: the actions of administrators. An entry is written in the transaction of its action, so that both
//! happen or neither; the table is append-only.
//!
//! An entry contains codes and values, but no finished sentence and no secret. Users are stored by id: their names
//! are looked up when the log is read, so that it keeps no name of a deleted account.

mod list;

use crate::platform::auth::{ConfirmedAdmin, Person};
use crate::platform::prelude::*;

pub const SLICE: Slice = Slice { routes, tables: &[Table::new("audit_entries")], ..Slice::new("audit_log") };

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list_audit))
}

/// The author of an action, with the impersonator and the network: everything that an entry needs.
#[derive(Debug, Clone)]
pub struct Actor {
    pub id: String,
    /// The administrator who impersonates this user.
    pub impersonator_id: Option<String>,
    pub network: Option<String>,
}

impl FromRequestParts<App> for Actor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Person(user) = Person::from_request_parts(parts, app).await?;
        Self::of(&user, parts)
    }
}

impl Actor {
    /// The user who sent a request.
    pub fn of(user: &User, parts: &Parts) -> Result<Self> {
        let (id, impersonator_id) = (user.id.clone(), user.impersonator_id.clone());
        Ok(Self { id, impersonator_id, network: Device::of(parts)?.network })
    }
}

/// An administrator as the author of an action.
pub struct ByAdmin {
    pub admin: User,
    pub actor: Actor,
}

impl FromRequestParts<App> for ByAdmin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Admin(admin) = Admin::from_request_parts(parts, app).await?;
        Ok(Self { actor: Actor::of(&admin, parts)?, admin })
    }
}

impl ByAdmin {
    /// See [`record`].
    pub async fn record(
        &self,
        tx: &mut Conn,
        action: &'static str,
        subject: Subject<'_>,
        details: Value,
    ) -> Result<()> {
        record(tx, &self.actor, action, subject, details).await
    }
}

/// The same for an action that needs a confirmed password.
pub struct ByConfirmedAdmin(pub ByAdmin);

impl FromRequestParts<App> for ByConfirmedAdmin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let ConfirmedAdmin(admin) = ConfirmedAdmin::from_request_parts(parts, app).await?;
        Ok(Self(ByAdmin { actor: Actor::of(&admin, parts)?, admin }))
    }
}

/// The subject of an action.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    kind: &'static str,
    id: Cow<'a, str>,
    name: Option<Cow<'a, str>>,
}

impl<'a> Subject<'a> {
    /// A user.
    pub fn user(id: &'a str) -> Self {
        Self { kind: "user", id: id.into(), name: None }
    }

    /// Another subject, such as a `product`, with its display name.
    pub fn of(kind: &'static str, id: impl Into<Cow<'a, str>>, name: impl Into<Cow<'a, str>>) -> Self {
        Self { kind, id: id.into(), name: Some(name.into()) }
    }
}

/// Writes an entry inside the transaction of the action. `action` is a stable code such as `user.impersonated`;
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
    .binds((db::new_id(), &actor.id, &actor.impersonator_id, action, subject.kind, subject.id.as_ref()))
    .binds((subject.name.as_deref(), serde_json::to_string(&details)?, &actor.network, Timestamp::now()))
    .run(tx)
    .await
}
