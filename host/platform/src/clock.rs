//! Time: milliseconds since the Unix epoch in the database, RFC 3339 in the API.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

/// A point in time: `BIGINT` in the database, `2026-01-31T12:00:00.123Z` in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String, format = DateTime, example = "2026-01-31T12:00:00.123Z")]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The current time.
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// Adds this number of milliseconds.
    pub fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// The day: days since the Unix epoch, UTC.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY_MS)
    }

    /// The day as `2026-01-31`, UTC.
    pub fn date(self) -> String {
        self.rfc3339().chars().take(10).collect()
    }

    /// The beginning of a day such as `2026-01-31`, UTC; `None` if it is not one.
    pub fn of_date(text: &str) -> Option<Self> {
        (text.len() == 10).then(|| Self::of_rfc3339(&format!("{text}T00:00:00Z"))).flatten()
    }

    /// What the ids of this time begin with: they sort by time.
    pub fn first_id(self) -> String {
        let hex = format!("{:012x}", self.0.max(0));
        format!("{}-{}", &hex[..8], &hex[8..])
    }

    /// Formats the time as RFC 3339, in UTC.
    pub fn rfc3339(self) -> String {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .ok()
            .and_then(|moment| moment.format(&Rfc3339).ok())
            .unwrap_or_else(|| "1970-01-01T00:00:00Z".to_owned())
    }

    /// Parses RFC 3339, in any time zone.
    pub fn of_rfc3339(text: &str) -> Option<Self> {
        let nanos = OffsetDateTime::parse(text, &Rfc3339).ok()?.unix_timestamp_nanos();
        i64::try_from(nanos.div_euclid(1_000_000)).ok().map(Self)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.rfc3339())
    }
}

/// Milliseconds in a day.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_sorts_after_the_first_of_its_time_and_before_that_of_a_later_one() {
        let now = Timestamp::now();
        let id = crate::db::new_id();
        assert!(now.plus_ms(-1_000).first_id() < id, "{id}");
        assert!(now.first_id() <= id, "{id}");
        assert!(now.plus_ms(1_000).first_id() > id && now.plus_ms(60_000).first_id() > id, "{id}");
    }
}
