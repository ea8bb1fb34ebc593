//! Revocation: a package by its digest, or everything that a key signed, must not run any more, effective at once.

use std::collections::BTreeSet;

use super::{
    change::{Change, package_subject},
    check::{key_forms, shown_key},
    decided::{self, Decided},
    release,
    store::{self, PackageState},
};
use crate::{
    messages::audit_log::{self, Actor, Subject},
    platform::prelude::*,
};

/// The states in which a publisher is notified of each version when a key is revoked.
const IN_USE: &[PackageState] = &[PackageState::Ready, PackageState::Waiting, PackageState::Quarantined];

/// Why something is revoked.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Revocation {
    /// The administrator's reason; shown to users who try to install it.
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Revoke a package, whether or not it was ever installed here
///
/// Runs that use it end at once, and it can never be installed again.
#[utoipa::path(put, path = "/api/admin/packages/{id}/revocation", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")),
    request_body = Revocation, responses((status = 204)))]
pub async fn revoke_package(
    app: App,
    _: Admin,
    actor: Actor,
    Path(digest): Path<String>,
    Valid(revocation): Valid<Revocation>,
) -> Result<Response> {
    let is_digest =
        digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_digest {
        return Err(Problem::not_found());
    }
    let mut change = Change::begin(&app, "revoke").await?;
    let tx = &mut change.tx;
    note(tx, "package", &digest, &revocation.reason).await?;
    let package = store::package(tx, &digest).await?;
    if let Some(package) = &package {
        close(&app, tx, &digest, package.plugin.as_deref(), package.state, &revocation.reason).await?;
    }
    let subject = package_subject(&digest);
    let details = json!({ "reason": revocation.reason });
    audit_log::record(tx, &actor, "plugin.revoked", subject, details).await?;
    let plugin = package.as_ref().and_then(|package| package.plugin.as_deref());
    decided::tell(&app, tx, &digest, Decided::Revoked, Some(&revocation.reason)).await?;
    change.finish(plugin.as_slice()).await?;
    Ok(no_content())
}

/// Revoke a publisher's key and everything that it signed
#[utoipa::path(put, path = "/api/admin/keys/{id}/revocation", tag = "admin", params(("id" = String, Path, description = "Id of the key, 16 hexadecimal digits")),
    request_body = Revocation, responses((status = 204)))]
pub async fn revoke_key(
    app: App,
    _: Admin,
    actor: Actor,
    Path(key): Path<String>,
    Valid(revocation): Valid<Revocation>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "revoke").await?;
    let tx = &mut change.tx;
    let [stored, shown] = key_forms(&key);
    let query = db::query_scalar(
        "UPDATE publisher_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE id IN ($1, $2) RETURNING id",
    );
    let key: Option<String> =
        query.bind(stored).bind(shown).bind(Timestamp::now()).fetch_optional(&mut *tx).await?;
    let key = key.ok_or_else(Problem::not_found)?;
    note(tx, "key", &key, &revocation.reason).await?;
    let query = db::query_as("SELECT digest, plugin, state FROM packages WHERE key_id = $1");
    let signed: Vec<(String, Option<String>, PackageState)> = query.bind(&key).fetch_all(&mut *tx).await?;
    let packages = signed.len();
    for (digest, plugin, state) in &signed {
        close(&app, tx, digest, plugin.as_deref(), *state, &revocation.reason).await?;
    }
    let details = json!({ "reason": revocation.reason, "packages": packages });
    audit_log::record(
        tx,
        &actor,
        "publisher.key-revoked",
        Subject::of("key", &key, shown_key(&key)),
        details,
    )
    .await?;
    let plugins: BTreeSet<&str> = signed.iter().filter_map(|(_, plugin, _)| plugin.as_deref()).collect();
    for (digest, ..) in signed.iter().filter(|(.., state)| IN_USE.contains(state)) {
        decided::tell(&app, tx, digest, Decided::Revoked, Some(&revocation.reason)).await?;
    }
    change.finish(&plugins.into_iter().collect::<Vec<_>>()).await?;
    Ok(no_content())
}

async fn note(tx: &mut Conn, kind: &str, value: &str, reason: &str) -> Result<()> {
    let query = db::query(
        "INSERT INTO revocations (kind, value, reason, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, value) DO UPDATE SET reason = excluded.reason",
    );
    query.bind(kind).bind(value).bind(reason).bind(Timestamp::now()).execute(tx).await?;
    Ok(())
}

async fn close(
    app: &App,
    tx: &mut Conn,
    digest: &str,
    plugin: Option<&str>,
    state: PackageState,
    reason: &str,
) -> Result<()> {
    if state == PackageState::Refused {
        return Ok(());
    }
    store::set_state(tx, digest, PackageState::Revoked, Some(reason)).await?;
    match plugin {
        Some(plugin) => release::drop_version(app, tx, digest, plugin).await,
        None => Ok(()),
    }
}
