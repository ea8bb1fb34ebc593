//! Idempotency keys: a request that is sent twice with the same key has one effect.

use crate::error::{Problem, Result, Text};
use crate::libraries::*;

const LONGEST_KEY: usize = 255;

/// The client's idempotency key of a request, separate for each API key; `None` if it has none. `by` is the API key.
///
/// Errors: 422 if it is empty, too long or not ASCII.
pub fn idempotency_key(headers: &HeaderMap, by: Option<&str>) -> Result<Option<String>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
    let key =
        key.ok_or_else(|| Problem::invalid_field("Idempotency-Key", Text::key("validation.wrong-format")))?;
    Ok(Some(by.map_or_else(|| key.to_owned(), |by| format!("key·{by}·{key}"))))
}
