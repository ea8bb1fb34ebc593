//! The pace of requests to servers that limit their clients. Each such host of an account has a bucket in the database,
//! so that all runs of all processes share it: a request reserves its place, and waits until the bucket has room.

use std::sync::atomic::AtomicU64;

use sitewright_engine::Allowance;

use super::{Inner, refused, unavailable};
use crate::platform::prelude::*;

/// A bucket in thousandths of requests.
const MILLI: f64 = 1_000.0;
/// Requests that the host never puts into a bucket: a request may arrive later than it was counted.
const RESERVE: i64 = 1_000;
/// The longest wait for a turn. A longer queue is reported at once.
const LONGEST: Duration = Duration::from_secs(300);
/// The pause after a refusal that names none, and the longest one that is kept.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
const BOUNDS: std::ops::RangeInclusive<f64> = 0.01..=10_000.0;

/// The hosts that a run has set a pace for, and how long it has waited.
#[derive(Default)]
pub(super) struct Pace {
    hosts: Mutex<HashSet<String>>,
    waited_ms: AtomicU64,
}

impl Pace {
    pub fn waited(&self) -> Duration {
        Duration::from_millis(self.waited_ms.load(Relaxed))
    }

    /// Whether requests to this host wait for their turn.
    pub fn is_set(&self, host: &str) -> bool {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).contains(host)
    }

    async fn wait(&self, time: Duration) {
        self.waited_ms.fetch_add(u64::try_from(time.as_millis()).unwrap_or_default(), Relaxed);
        tokio::time::sleep(time).await;
    }
}

/// Sets or corrects the bucket of a host.
pub(super) async fn set(way: &Inner, host: &str, allowance: Allowance) -> Result<()> {
    let Allowance { capacity, per_second, used } = allowance;
    let fits = BOUNDS.contains(&capacity)
        && BOUNDS.contains(&per_second)
        && used.is_none_or(|used| used.is_finite() && used >= 0.0);
    refuse_if(!fits, || refused("outside.pace"))?;
    let is_known = way.pace.is_set(host);
    way.pace.hosts.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned());
    if used.is_none() && is_known {
        return Ok(());
    }
    // A connection that has no owner yet makes a single request.
    if way.owner.account.is_empty() {
        return Ok(());
    }
    let empty_at = now_us() + (used.unwrap_or_default() / per_second * 1e6) as i64;
    db::query(
        "INSERT INTO paces (account_id, host, capacity, per_second, learned, empty_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, host) DO UPDATE SET capacity = excluded.capacity, per_second = excluded.per_second,
             learned = excluded.learned,
             empty_at = CASE WHEN excluded.empty_at > paces.empty_at THEN excluded.empty_at ELSE paces.empty_at END
         WHERE excluded.learned OR NOT paces.learned",
    )
    .binds((&way.owner.account, host, milli(capacity), milli(per_second), used.is_some(), empty_at))
    .run(&mut way.shared.app.db.write_alone().await?)
    .await
}

/// Waits for the turn of a request that costs this much. Nothing waits for a host without a pace.
pub(super) async fn turn(way: &Inner, host: &str, cost: f64) -> Result<()> {
    if !way.pace.is_set(host) || way.owner.account.is_empty() {
        return Ok(());
    }
    refuse_if(!BOUNDS.contains(&cost), || refused("outside.pace"))?;
    let now = now_us();
    let longest = i64::try_from(LONGEST.as_micros()).unwrap_or(i64::MAX);
    // The time that the bucket needs to make room for the request, from now on.
    let wait: Option<i64> = db::query_scalar(
        "UPDATE paces SET empty_at = CASE WHEN empty_at > $3 THEN empty_at ELSE $3 END + $4 * 1000000 / per_second
         WHERE account_id = $1 AND host = $2
             AND empty_at - (CASE WHEN capacity > $5 + $5 THEN capacity - $5 ELSE $5 END) * 1000000 / per_second < $3 + $6
         RETURNING empty_at - (CASE WHEN capacity > $5 + $5 THEN capacity - $5 ELSE $5 END) * 1000000 / per_second - $3",
    )
    .binds((&way.owner.account, host, now, milli(cost), RESERVE, longest))
    .fetch_optional(&mut way.shared.app.db.write_alone().await?)
    .await?;
    let wait = wait.ok_or_else(|| unavailable("outside.busy").with("host", host))?;
    if let Ok(wait @ 1..) = u64::try_from(wait) {
        way.pace.wait(Duration::from_micros(wait)).await;
    }
    Ok(())
}

/// Waits after a refusal with the status 429, and lets all other requests to the host wait as well.
pub(super) async fn back_off(
    way: &Inner,
    host: &str,
    retry_after: Option<Duration>,
    refusals: u32,
) -> Result<()> {
    let pause = retry_after.unwrap_or_else(|| PAUSE.saturating_mul(1 << refusals.min(6))).min(LONGEST_PAUSE);
    let until = now_us() + i64::try_from(pause.as_micros()).unwrap_or_default();
    // A full bucket: the next request has its turn when the pause is over.
    db::query(
        "UPDATE paces SET empty_at = $3 + capacity * 1000000 / per_second
         WHERE account_id = $1 AND host = $2 AND empty_at < $3 + capacity * 1000000 / per_second",
    )
    .binds((&way.owner.account, host, until))
    .run(&mut way.shared.app.db.write_alone().await?)
    .await
}

/// The pace of requests to a host.
#[derive(Debug, Serialize, ToSchema)]
pub struct HostPace {
    /// Requests that the host accepts at once.
    pub capacity: f64,
    /// And per second.
    pub per_second: f64,
    /// Requests that have a place in its bucket now, waiting ones included.
    pub used: f64,
    /// Whether the host itself has said so.
    pub learned: bool,
}

/// The pace of an account's requests to a host; `None` before the first one.
pub async fn pace_of(conn: &mut Conn, account: &str, host: &str) -> Result<Option<HostPace>> {
    let query = db::query_as(
        "SELECT capacity, per_second, empty_at, learned FROM paces WHERE account_id = $1 AND host = $2",
    );
    let row: Option<(i64, i64, i64, bool)> = query.binds((account, host)).fetch_optional(conn).await?;
    Ok(row.map(|(capacity, per_second, empty_at, learned)| {
        let per_second = per_second as f64 / MILLI;
        let used = (empty_at - now_us()).max(0) as f64 / 1e6 * per_second;
        HostPace {
            capacity: capacity as f64 / MILLI,
            per_second,
            used: (used * 10.0).round() / 10.0,
            learned,
        }
    }))
}

fn milli(requests: f64) -> i64 {
    ((requests * MILLI) as i64).max(1)
}

/// Microseconds since the Unix epoch.
fn now_us() -> i64 {
    i64::try_from(time::OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000).unwrap_or_default()
}
