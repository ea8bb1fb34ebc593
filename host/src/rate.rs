//! How often somebody may do something: one answer to whoever does it too often.

use axum::http::StatusCode;
use governor::{
    DefaultKeyedRateLimiter,
    clock::{Clock as _, DefaultClock},
};

use crate::error::{Problem, Result};

/// Counts one use of a key; 429 with the code, and with the time to come back in `Retry-After`, where there were too many.
pub fn count(limiter: &DefaultKeyedRateLimiter<String>, key: &str, code: &'static str) -> Result<()> {
    limiter.check_key(&key.to_owned()).map_err(|early| {
        let wait = early.wait_time_from(DefaultClock::default().now());
        Problem::new(StatusCode::TOO_MANY_REQUESTS, code).retry_after(wait.as_secs() + 1)
    })
}
