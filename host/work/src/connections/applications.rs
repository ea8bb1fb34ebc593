//! Applications: the operator's own credentials with external systems. Users' connections that were made through one use
//! its secrets beside their own.

use super::rules;
use super::store::{Opened, Secrets};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

const PURPOSE: &str = "application";

/// The secrets of an application; empty if it has none, or if they were encrypted with another key.
pub(super) async fn secrets(app: &App, kind: &str) -> Result<Secrets> {
    secrets_of(app, &mut app.db.read().acquire().await?, kind).await
}

async fn secrets_of(app: &App, conn: &mut Conn, kind: &str) -> Result<Secrets> {
    let sealed = db::query_scalar("SELECT secrets FROM applications WHERE kind = $1").bind(kind);
    let sealed: Option<String> = sealed.fetch_optional(conn).await?;
    let plain = sealed.and_then(|sealed| auth::unseal(app, PURPOSE, kind, &sealed));
    Ok(plain.and_then(|plain| serde_json::from_slice(&plain).ok()).unwrap_or_default())
}

/// The application as a connection without a host, for runs that only check signatures.
pub async fn opened_application(app: &App, kind: &str) -> Result<Opened> {
    Ok(Opened { kind: kind.to_owned(), secrets: secrets(app, kind).await?, ..Opened::default() })
}

/// The names of the secrets that an application has.
pub async fn application_secrets(app: &App, kind: &str) -> Result<Vec<String>> {
    Ok(secrets(app, kind).await?.into_keys().collect())
}

/// Changes secrets of an application: `None` removes one, and the others stay. Noted in the audit log.
///
/// Errors: 422 for a secret in the wrong form, at `secrets.NAME`.
pub async fn change_application(
    app: &App,
    by: &ByAdmin,
    kind: &str,
    change: BTreeMap<String, Option<String>>,
) -> Result<()> {
    rules::expect_secrets(&change)?;
    let mut tx = app.db.write().await?;
    let mut secrets = secrets_of(app, &mut tx, kind).await?;
    let names: Vec<&String> = change.keys().collect();
    let details = json!({ "secrets": names });
    by.record(&mut tx, "application.changed", Subject::of("application", kind, kind), details).await?;
    for (name, secret) in change {
        match secret {
            Some(secret) => drop(secrets.insert(name, secret)),
            None => drop(secrets.remove(&name)),
        }
    }
    rules::expect_few(secrets.len())?;
    let sealed = auth::seal(app, PURPOSE, kind, &serde_json::to_vec(&secrets)?)?;
    db::query(
        "INSERT INTO applications (kind, secrets, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (kind) DO UPDATE SET secrets = excluded.secrets, updated_at = excluded.updated_at",
    )
    .binds((kind, sealed, Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}
