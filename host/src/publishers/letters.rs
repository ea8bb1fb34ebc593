//! How often invitations are mailed.

use std::{num::NonZeroU32, time::Duration};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::{error::Result, rate};

/// Nobody's mailbox is flooded: so many mails at once to one address, and then one in this time.
const AT_ONCE: NonZeroU32 = NonZeroU32::new(3).expect("not zero");
const THEN_EVERY: Duration = Duration::from_secs(600);
/// Mails of one publisher in an hour.
const PER_HOUR: NonZeroU32 = NonZeroU32::new(30).expect("not zero");

/// How often invitations were mailed: to each address, and by each publisher.
pub(super) struct Letters {
    to: DefaultKeyedRateLimiter<String>,
    by: DefaultKeyedRateLimiter<String>,
}

impl Default for Letters {
    fn default() -> Self {
        // The time is not zero, and only then there is no quota.
        let to = Quota::with_period(THEN_EVERY).unwrap_or(Quota::per_hour(AT_ONCE)).allow_burst(AT_ONCE);
        Self { to: RateLimiter::keyed(to), by: RateLimiter::keyed(Quota::per_hour(PER_HOUR)) }
    }
}

impl Letters {
    /// Counts a mail; 429 where there were too many.
    pub fn count(&self, publisher: &str, email: &str) -> Result<()> {
        for (limiter, key) in [(&self.by, publisher), (&self.to, email)] {
            limiter.retain_recent();
            rate::count(limiter, key, "publishers.invited-too-often")?;
        }
        Ok(())
    }
}
