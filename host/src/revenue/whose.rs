//! Whose a publisher is: who sees its share and hears of it, and whose own use of its tools does not count.

use crate::{
    db::{self, Conn},
    error::Result,
    publishers::{self, MemberRole},
};

/// The publisher of an account that is an owner; 409 where it belongs to none, 403 for another member: who is paid, and how
/// much, is the owners' business.
pub async fn expect(conn: &mut Conn, account: &str) -> Result<String> {
    publishers::expect_owner(conn, account).await
}

/// The publisher of an account that is an owner.
pub async fn publisher_of(conn: &mut Conn, account: &str) -> Result<Option<String>> {
    let own = publishers::membership_of(conn, account).await?;
    Ok(own.filter(|own| own.role == MemberRole::Owner).map(|own| own.publisher_id))
}

/// The accounts that hear of a publisher's share: none where an administrator registered it, or all owners are gone.
pub async fn accounts(conn: &mut Conn, publisher: &str) -> Result<Vec<String>> {
    let owners = db::query_scalar(
        "SELECT account_id FROM publisher_members WHERE publisher_id = $1 AND role = 'owner' ORDER BY created_at, account_id",
    );
    Ok(owners.bind(publisher).fetch_all(conn).await?)
}

/// Whether the run `r` was of a tool of the publisher `q` by one of its members.
pub const IS_OWN: &str =
    "EXISTS (SELECT 1 FROM publisher_members m WHERE m.publisher_id = q.id AND m.account_id = r.account_id)";
