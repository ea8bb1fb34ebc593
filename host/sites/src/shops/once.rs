//! Idempotency keys of orders: the same request sent twice makes one order.

use super::orders::{self, NewOrder, Row};
use super::store::Shop;
use crate::platform::http;
use crate::platform::prelude::*;

/// A request with an idempotency key.
pub(super) struct OnlyOnce {
    key: String,
    /// Of the order.
    digest: String,
}

impl OnlyOnce {
    /// The key of a request, which is separate for each API key; `None` if it has none.
    pub fn of(headers: &HeaderMap, caller: &Caller, new: &NewOrder) -> Result<Option<Self>> {
        let by = caller.key.as_ref().map(|key| key.id.as_str());
        let Some(key) = http::idempotency_key(headers, by)? else { return Ok(None) };
        Ok(Some(Self { key, digest: hash_of(&serde_json::to_string(new)?) }))
    }

    /// The order that an earlier request has made.
    ///
    /// Errors: 409 if that was another one.
    pub async fn made(&self, conn: &mut Conn, shop: &Shop) -> Result<Option<Row>> {
        let made =
            db::query_as("SELECT id, request_digest FROM shop_orders WHERE shop_id = $1 AND request = $2");
        let made: Option<(String, String)> =
            made.binds((&shop.id, &self.key)).fetch_optional(&mut *conn).await?;
        let Some((order, digest)) = made else { return Ok(None) };
        refuse_if(digest != self.digest, || Problem::conflict("runs.key-reused"))?;
        orders::find(conn, shop, &order).await.map(Some)
    }

    /// Notes the order that this request has made.
    pub async fn note(&self, tx: &mut Conn, order: &str) -> Result<()> {
        let note = db::query("UPDATE shop_orders SET request = $2, request_digest = $3 WHERE id = $1");
        note.binds((order, &self.key, &self.digest)).run(tx).await
    }
}
