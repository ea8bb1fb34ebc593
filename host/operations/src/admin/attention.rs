//! What waits for an administrator.

use crate::platform::jobs::{self, JobStatus};
use crate::platform::prelude::*;

/// Numbers of things that wait for an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OverviewAttention)]
pub(super) struct Attention {
    /// Jobs that used up their attempts.
    failed_jobs: i64,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = OverviewWaiting)]
struct Counts {
    /// Mails that could not be delivered.
    failed_mails: i64,
    /// Versions that are closed because they crashed.
    quarantined: i64,
    /// Installed versions that wait for approval.
    waiting: i64,
    /// Packages of publishers that wait for their review.
    reviews: i64,
    /// Accounts that asked for another plan.
    plan_requests: i64,
    /// Shops that refuse their credentials.
    refused_shops: i64,
}

pub(super) async fn read(conn: &mut Conn) -> Result<Attention> {
    let lanes = jobs::lanes(conn).await?;
    let counts = db::query_as(
        "SELECT (SELECT COUNT(*) FROM mail_states WHERE status = 'failed') AS failed_mails,
             (SELECT COUNT(*) FROM package_versions WHERE state = 'quarantined') AS quarantined,
             (SELECT COUNT(*) FROM package_versions WHERE state = 'waiting') AS waiting,
             (SELECT COUNT(*) FROM review_states WHERE state = 'submitted') AS reviews,
             (SELECT COUNT(*) FROM open_plan_requests) AS plan_requests,
             (SELECT COUNT(*) FROM shop_states WHERE status = 'denied') AS refused_shops",
    );
    let failed = lanes.iter().filter(|count| count.status == JobStatus::Failed);
    Ok(Attention { failed_jobs: failed.map(|count| count.jobs).sum(), counts: counts.fetch_one(conn).await? })
}
