//! Idempotency keys: the same request sent twice starts one run.

use super::Runs;
use super::answer::Started;
use super::store::{self, IdempotencyKey};
use crate::platform::prelude::*;

const LONGEST_KEY: usize = 255;

/// The client's idempotency key for this request, scoped to its API key.
pub(super) fn idempotency_key(
    headers: &HeaderMap,
    by: Option<&str>,
    tool: &str,
    input: &str,
) -> Result<Option<IdempotencyKey>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
    let key =
        key.ok_or_else(|| Problem::invalid_field("Idempotency-Key", Text::key("validation.wrong-format")))?;
    let key = by.map_or_else(|| key.to_owned(), |by| format!("key·{by}·{key}"));
    Ok(Some(IdempotencyKey { key, digest: digest_of(tool, input) }))
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
