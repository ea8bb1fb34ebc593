//! What shops report by themselves. A message names items that may have changed; a job reads them. It is a hint: what
//! messages missed is found when the whole shop is read.

use sitewright_engine::shop::{Message, Touched};

use super::client::{Client, Then, Unserved};
use super::read::put_items;
use super::store::{Reports, Shop};
use super::{ShopStatus, changed, store};
use crate::platform::http::Incoming;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;
use crate::work::connections;

/// The secret of a connection that signs the messages of its shop.
const SECRET: &str = "messages";
/// Messages about one shop.
const LIMIT: Limit = Limit::new(1_200, MINUTE);
/// Items of one message.
const MOST: usize = 100;
/// Messages of this time are read together.
const GATHER_MS: i64 = 5_000;
/// The longest wait for a shop that is disconnected.
const FAREWELL: Duration = Duration::from_secs(10);

/// The address that receives the messages of a shop.
fn address(app: &App, shop: &str) -> String {
    format!("{}/api/incoming/shops/{shop}", app.url())
}

/// Makes a shop report changes, if its system can and the server is reachable. The result is `None` if it was not asked.
pub(super) async fn subscribe(app: &App, client: &Client, shop: &Shop) -> Result<Option<Reports>> {
    let is_reachable = app.config.shop_messages.unwrap_or_else(|| app.config.is_https());
    if !client.has_messages() || !is_reachable {
        return Ok(None);
    }
    if shop.reports.is_none() {
        let mut tx = app.db.write_for(&shop.account_id).await?;
        let secret = BTreeMap::from([(SECRET.to_owned(), auth::new_secret())]);
        connections::put_secrets(app, &mut tx, &shop.connection_id, Some(secret)).await?;
        tx.commit().await?;
    }
    let subscribed = client.subscribe(&address(app, &shop.id), true).await;
    Ok(Some(match subscribed {
        Ok(()) => Reports { on: true, problem: None },
        Err(unserved) => Reports { on: false, problem: Some(unserved.problem) },
    }))
}

/// Ends that, before the connection is deleted. A shop that does not answer keeps sending, and gets 404.
pub(super) async fn unsubscribe(app: &App, shop: &Shop, locale: Locale) {
    if shop.reports.as_ref().is_some_and(|reports| reports.on)
        && let Ok(client) = Client::of(app, shop, locale).await
    {
        let _ = tokio::time::timeout(FAREWELL, client.subscribe(&address(app, &shop.id), false)).await;
    }
}

/// Receive a message of a shop about changed items; its signature is checked
#[utoipa::path(post, path = "/api/incoming/shops/{id}", tag = "shops", params(("id" = String, Path)),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 204), (status = 403, description = "The signature is wrong"), (status = 404, description = "The shop is not connected any more"), (status = 503, description = "The message cannot be read now")))]
pub(super) async fn receive_shop_message(
    app: App,
    Path(id): Path<String>,
    incoming: Incoming,
) -> Result<Response> {
    app.rates.count("shop-messages", &id, LIMIT)?;
    let shop = store::load(&mut app.db.read().acquire().await?, &id).await?;
    let shop = shop.ok_or_else(Problem::not_found)?;
    let client = Client::of(&app, &shop, Locale::default()).await?;
    let mut touched = client.receive(message(incoming)).await.map_err(refused)?;
    touched.retain(|touched| client.kinds.kinds.iter().any(|kind| kind.id == touched.kind));
    if !touched.is_empty() {
        let mut tx = app.db.write_for(&shop.account_id).await?;
        for Touched { kind, id } in touched.iter().take(MOST) {
            db::query("INSERT INTO shop_touched (shop_id, kind, item_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                .binds((&shop.id, kind, id))
                .execute(&mut *tx)
                .await?;
        }
        let read = Enqueue::new(&ReadTouched { shop: shop.id.clone() })?;
        let read = read.key(&shop.id).account(&shop.account_id).due(Timestamp::now().plus_ms(GATHER_MS));
        read.put(&app, &mut tx).await?;
        tx.commit().await?;
    }
    Ok(no_content())
}

pub(super) fn message(incoming: Incoming) -> Message {
    let Incoming { headers, query, body } = incoming;
    Message { headers, query, body: body.to_vec() }
}

/// The answer to the sender of a message that was not accepted.
pub(super) fn refused(unserved: Unserved) -> Problem {
    match unserved.then {
        Then::Wait(_) | Then::Retry(_) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "shops.unavailable"),
        Then::Stop | Then::Reconnect => Problem::new(StatusCode::FORBIDDEN, "shops.message-refused"),
    }
}

/// Reads the items that a shop has reported.
#[derive(Serialize, Deserialize)]
pub(super) struct ReadTouched {
    shop: String,
}

impl jobs::Job for ReadTouched {
    const NAME: &'static str = "shops.read-touched";
    const LANE: Lane = super::read::LANE;
    const RETRY: Retry =
        Retry { attempts: 8, first_pause: Duration::from_secs(10), longest_pause: Duration::from_secs(600) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(shop) = store::load(&mut app.db.read().acquire().await?, &self.shop).await? else {
            return Ok(Next::Done);
        };
        let client = Client::of(app, &shop, Locale::default()).await?;
        while let Some((kind, ids)) = batch(app, &client, &shop).await? {
            match client.read(&kind, ids.clone()).await {
                Ok(items) => {
                    let mut tx = app.db.write_for(&shop.account_id).await?;
                    running.hold(&mut tx).await?;
                    let gone = ids.iter().filter(|id| !items.iter().any(|item| item.id == **id));
                    for id in gone.clone() {
                        db::query("DELETE FROM shop_items WHERE shop_id = $1 AND kind = $2 AND item_id = $3")
                            .binds((&shop.id, &kind, id))
                            .execute(&mut *tx)
                            .await?;
                    }
                    // A reading of the whole shop may have begun meanwhile.
                    if let Some(now) = store::load(&mut tx, &shop.id).await? {
                        put_items(&mut tx, &now, now.round, items).await?;
                    }
                    forget(&mut tx, &shop.id, &kind, &ids).await?;
                    changed(app, &mut tx, &shop.account_id, &shop.id);
                    tx.commit().await?;
                }
                Err(Unserved { problem, then: Then::Reconnect }) => {
                    let mut tx = app.db.write_for(&shop.account_id).await?;
                    store::set_status(&mut tx, &shop.id, ShopStatus::Denied, Some(&problem)).await?;
                    changed(app, &mut tx, &shop.account_id, &shop.id);
                    tx.commit().await?;
                    return Ok(Next::Done);
                }
                Err(unserved) => return Err(unserved.problem),
            }
            if running.cancel.is_cancelled() || app.stop.is_cancelled() {
                return Ok(Next::Stopped);
            }
        }
        Ok(Next::Done)
    }
}

/// The next items of one kind.
async fn batch(app: &App, client: &Client, shop: &Shop) -> Result<Option<(String, Vec<String>)>> {
    for kind in &client.kinds.kinds {
        let ids = db::query_scalar(
            "SELECT item_id FROM shop_touched WHERE shop_id = $1 AND kind = $2 ORDER BY item_id LIMIT $3",
        );
        let ids: Vec<String> =
            ids.binds((&shop.id, &kind.id, i64::from(kind.batch))).fetch_all(app.db.read()).await?;
        if !ids.is_empty() {
            return Ok(Some((kind.id.clone(), ids)));
        }
    }
    Ok(None)
}

async fn forget(conn: &mut Conn, shop: &str, kind: &str, ids: &[String]) -> Result<()> {
    for id in ids {
        db::query("DELETE FROM shop_touched WHERE shop_id = $1 AND kind = $2 AND item_id = $3")
            .binds((shop, kind, id))
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
