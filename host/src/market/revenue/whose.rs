//! Ownership of publishers: who sees the revenue and is notified, and whose own use does not count.

use crate::{
    market::publishers::{self, MemberRole},
    platform::{db::Conn, error::Result},
};

/// The publisher of an account that is an owner; 409 without a publisher, 403 for another member: only owners see
/// payments.
pub async fn expect(conn: &mut Conn, account: &str) -> Result<String> {
    publishers::expect_owner(conn, account).await
}

/// The publisher of an account that is an owner.
pub async fn publisher_of(conn: &mut Conn, account: &str) -> Result<Option<String>> {
    let own = publishers::membership_of(conn, account).await?;
    Ok(own.filter(|own| own.role == MemberRole::Owner).map(|own| own.publisher_id))
}

/// Whether the run `r` used a tool of the publisher `q` and was started by one of its members.
pub const IS_OWN: &str =
    "EXISTS (SELECT 1 FROM publisher_accounts m WHERE m.publisher_id = q.id AND m.account_id = r.account_id)";
