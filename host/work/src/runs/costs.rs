//! What runs cost, by tool, for the catalogue.

use crate::catalogue::tools::RunCost;
use crate::platform::prelude::*;

/// Charged runs by tool: those of an account, or of all. Drafts cost nothing and are left out.
pub(super) fn by_tool<'a>(app: &'a App, account: Option<&'a str>) -> BoxFuture<'a, Result<Vec<RunCost>>> {
    Box::pin(async move {
        let found = match account {
            Some(account) => db::query_as(
                "SELECT tool, COUNT(*), CAST(SUM(words) AS BIGINT) FROM customer_runs
                 WHERE account_id = $1 AND status = 'succeeded' AND words > 0 GROUP BY tool",
            )
            .bind(account),
            None => db::query_as(
                "SELECT tool, COUNT(*), CAST(SUM(words) AS BIGINT) FROM customer_runs
                 WHERE status = 'succeeded' AND words > 0 GROUP BY tool",
            ),
        };
        Ok(found.fetch_all(app.db.read()).await?)
    })
}
