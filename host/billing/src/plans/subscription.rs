//! An account's plan, and its months.

use super::{FREE, Period, months, store};
use crate::meters::Holder;
use crate::platform::prelude::*;

/// Starts an account with the free plan and its first month; only once.
pub async fn begin(tx: &mut Conn, account: &str) -> Result<()> {
    let now = Timestamp::now();
    let begun = db::query(
        "INSERT INTO subscriptions (account_id, product_id, period, since, term, term_ends_at)
         VALUES ($1, 0, 'monthly', $2, 1, $3) ON CONFLICT DO NOTHING",
    );
    let begun = begun.binds((account, now, months::next(now, now, 1))).execute(&mut *tx).await?;
    if begun.rows_affected() == 0 {
        return Ok(());
    }
    let plan = store::of_account(tx, account).await?.plan;
    plan.open_month(tx, Holder::Account(account), 1, "welcome").await
}

/// Opens the month of an account if the previous one has ended; false otherwise. Months without any visit are
/// skipped.
pub async fn renew(tx: &mut Conn, account: &str) -> Result<bool> {
    let now = Timestamp::now();
    let due =
        db::query_as("SELECT since, term FROM subscriptions WHERE account_id = $1 AND term_ends_at <= $2");
    let due: Option<(Timestamp, i64)> = due.binds((account, now)).fetch_optional(&mut *tx).await?;
    let Some((since, term)) = due else { return Ok(false) };
    // The month's number is the fence: a month is opened once, and the ledger accepts each number once as well.
    let opened = db::query(
        "UPDATE subscriptions SET term = $3, term_ends_at = $4 WHERE account_id = $1 AND term = $2",
    )
    .binds((account, term, term + 1, months::next(since, now, 1)))
    .execute(&mut *tx)
    .await?;
    if opened.rows_affected() == 0 {
        return Ok(false);
    }
    let plan = store::of_account(tx, account).await?.plan;
    plan.open_month(tx, Holder::Account(account), term + 1, "renewal").await?;
    Ok(true)
}

/// Assigns a plan: a month starts with what it grants, and the rest of the previous one expires. False if the account
/// already has the plan. 404 if there is no such account, 422 if the plan is not offered.
pub async fn set_plan(tx: &mut Conn, account: &str, plan_id: i64, period: Period) -> Result<bool> {
    users::expect(tx, account).await?;
    // The free plan has no annual billing.
    let period = if plan_id == FREE { Period::Monthly } else { period };
    let own = store::of_account(tx, account).await?;
    if own.since.is_some() && own.plan.id == plan_id && own.period == period {
        return Ok(false);
    }
    let plan = store::find(tx, plan_id).await?.filter(|plan| plan.on_offer || plan.id == own.plan.id);
    let plan = plan.ok_or_else(|| Problem::invalid_field("product_id", Text::key("plans.not-on-offer")))?;
    let now = Timestamp::now();
    let term: i64 = db::query_scalar(
        "INSERT INTO subscriptions (account_id, product_id, period, since, term, term_ends_at) VALUES ($1, $2, $3, $4, 1, $5)
         ON CONFLICT (account_id) DO UPDATE SET product_id = excluded.product_id, period = excluded.period,
             since = excluded.since, term = subscriptions.term + 1, term_ends_at = excluded.term_ends_at
         RETURNING term",
    )
    .binds((account, plan_id, period, now, months::next(now, now, 1)))
    .fetch_one(&mut *tx)
    .await?;
    plan.open_month(tx, Holder::Account(account), term, "plan").await?;
    Ok(true)
}
