//! Idempotency keys: the same request sent twice starts one run.

use super::Runs;
use super::answer::Started;
use super::store::{self, IdempotencyKey};
use crate::platform::http;
use crate::platform::prelude::*;

/// The client's idempotency key for this request, scoped to its API key.
pub(super) fn idempotency_key(
    headers: &HeaderMap,
    by: Option<&str>,
    tool: &str,
    input: &str,
) -> Result<Option<IdempotencyKey>> {
    let key = http::idempotency_key(headers, by)?;
    Ok(key.map(|key| IdempotencyKey { key, digest: digest_of(tool, input) }))
}

/// The digest of a request.
pub(super) fn digest_of(tool: &str, input: &str) -> String {
    hex::encode(Sha256::new().chain_update(tool).chain_update([0]).chain_update(input).finalize())
}

/// The run that an earlier request with this key started.
pub(super) async fn repeated(app: &App, account: &str, key: &IdempotencyKey) -> Result<Option<Started>> {
    let Some((id, digest)) = store::find_by_key(&app.db, account, &key.key).await? else { return Ok(None) };
    if digest != key.digest {
        return Err(Problem::new(StatusCode::CONFLICT, "runs.key-reused"));
    }
    found(app, account, id).await
}

/// The same, whatever the request asked for.
pub(super) async fn repeated_as(app: &App, account: &str, key: &str) -> Result<Option<Started>> {
    match store::find_by_key(&app.db, account, key).await? {
        Some((id, _)) => found(app, account, id).await,
        None => Ok(None),
    }
}

async fn found(app: &App, account: &str, id: String) -> Result<Option<Started>> {
    if let Some(live) = app.part::<Runs>().find(account, &id) {
        return Ok(Some(Started::Live(live)));
    }
    Ok(Some(Started::Ended(Box::new(store::find(&app.db, account, &id).await?))))
}
