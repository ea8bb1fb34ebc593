//! What a user runs: stored for all their projects, because an agency stays one in the project of a shop.

use crate::platform::prelude::*;
use crate::platform::users::Business;

/// What the user runs; none until they say it.
pub(super) async fn of_account(conn: &mut Conn, account: &str) -> Result<Option<Business>> {
    let query = db::query_scalar("SELECT business FROM businesses WHERE account_id = $1");
    Ok(query.bind(account).fetch_optional(conn).await?)
}

pub(super) async fn save(tx: &mut Conn, account: &str, business: Business) -> Result<()> {
    let query = db::query(
        "INSERT INTO businesses (account_id, business, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET business = excluded.business, updated_at = excluded.updated_at",
    );
    query.binds((account, business, Timestamp::now())).run(tx).await
}
