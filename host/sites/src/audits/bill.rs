//! What audits are charged: a page of the meter for each page that was fetched. A page that has not changed is not.

use super::store::Audit;
use crate::billing::meters::{self, Charge, Meter};
use crate::platform::prelude::*;

/// What the ledger calls the work.
const TOOL: &str = "site-audit";

/// What an audit is charged for.
pub(super) fn charge<'a>(account: &'a str, audit: &'a str) -> Charge<'a> {
    Charge { purse: Meter::Pages.of(account), run: audit, attempt: 1, tool: TOOL, ceilings: Vec::new() }
}

/// Charges the pages that were fetched, and releases the others.
pub(super) async fn settle(app: &App, tx: &mut Conn, audit: &Audit) -> Result<()> {
    let fetched: i64 = db::query_scalar(
        "SELECT count(*) - (SELECT unchanged FROM audits WHERE number = $1)
         FROM audit_pages WHERE audit = $1 AND role = 0 AND batch >= 0",
    )
    .bind(audit.number)
    .fetch_one(&mut *tx)
    .await?;
    let fetched = u32::try_from(fetched).unwrap_or(u32::MAX);
    meters::settle(tx, &charge(&audit.account_id, &audit.id), fetched).await?;
    meters::publish(app, tx, Meter::Pages, &audit.account_id).await?;
    Ok(())
}

/// Charges pages that a job checked again. Its id is the name of the work in the ledger: under that of the audit, which is
/// settled, the charge would release what the audit was charged.
pub(super) async fn charge_again(
    app: &App,
    tx: &mut Conn,
    audit: &Audit,
    job: &str,
    pages: usize,
) -> Result<()> {
    let charge = charge(&audit.account_id, job);
    let pages = u32::try_from(pages).unwrap_or(u32::MAX);
    meters::reserve(tx, &charge, 1, pages).await?;
    meters::settle(tx, &charge, pages).await?;
    meters::publish(app, tx, Meter::Pages, &audit.account_id).await?;
    Ok(())
}
