//! Notifications about the work with a shop.

use super::ShopStatus;
use super::client::Unserved;
use super::store::{self, Doing, Shop, Working};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::locale::params;
use crate::platform::prelude::*;

/// Notifies the owner that changes were written or undone, and how many were not.
pub(super) async fn done(app: &App, tx: &mut Conn, shop: &Shop, working: &Working) -> Result<()> {
    let Working { doing, total, conflicts, failed, .. } = *working;
    let kind = match (doing, conflicts + failed) {
        (Doing::Compare, _) => return Ok(()),
        (Doing::Write, 0) => NotificationKind::ShopWritten,
        (Doing::Write, _) => NotificationKind::ShopPartlyWritten,
        (Doing::Undo, 0) => NotificationKind::ShopUndone,
        (Doing::Undo, _) => NotificationKind::ShopPartlyUndone,
    };
    let mut params = about(shop);
    let counts = [
        ("count", total - conflicts - failed),
        ("total", total),
        ("conflicts", conflicts),
        ("failed", failed),
    ];
    params.extend(counts.map(|(name, count)| (name.to_owned(), count.into())));
    notifications::notify(app, tx, &shop.account_id, kind, &params).await
}

/// Stores that a shop could not be read or written, and notifies its owner if that is new.
pub(super) async fn failed(app: &App, tx: &mut Conn, shop: &Shop, unserved: &Unserved) -> Result<()> {
    store::set_status(tx, &shop.id, unserved.status(), Some(&unserved.problem)).await?;
    if shop.status != ShopStatus::Connected {
        return Ok(());
    }
    let mut params = about(shop);
    params.insert("problem".to_owned(), serde_json::to_value(&unserved.problem)?);
    notifications::notify(app, tx, &shop.account_id, NotificationKind::ShopFailed, &params).await
}

fn about(shop: &Shop) -> Params {
    params([("about", shop.id.as_str().into()), ("name", shop.name.as_str().into())])
}
