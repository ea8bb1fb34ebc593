//! Reading a whole shop into the mirror, page by page. The place is stored with each page, so that a restart continues.

use sitewright_engine::RunError;
use sitewright_engine::shop::{Item, Kind as ShopKind};

use super::changes::Change;
use super::client::{Client, Then, Unserved};
use super::store::{Reading, Shop};
use super::write::WriteShop;
use super::{ShopStatus, changed, html, news, orders, reports, store};
use crate::platform::auth::ShopsWrite;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::model::count_words;
use crate::platform::prelude::*;

/// Rows of one `INSERT`: eight values each.
const ROWS: usize = 500;
/// Attempts to reach a shop before it counts as unreachable.
const ATTEMPTS: i64 = 5;
/// Items of a shop.
const MOST_ITEMS: i64 = 100_000;

/// Shops are slow, and each waits for its own pace.
pub(super) const LANE: Lane = Lane { name: "shops", places: 50 };

/// Reads a whole shop.
#[derive(Serialize, Deserialize)]
pub(super) struct ReadShop {
    shop: String,
}

impl ReadShop {
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, account: &str, shop: &str) -> Result<()> {
        let read = Enqueue::new(&Self { shop: shop.to_owned() })?;
        read.key(shop).account(account).put(app, tx).await
    }
}

impl jobs::Job for ReadShop {
    const NAME: &'static str = "shops.read";
    const LANE: Lane = LANE;
    const RETRY: Retry =
        Retry { attempts: 20, first_pause: Duration::from_secs(5), longest_pause: Duration::from_secs(600) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(shop) = store::load(&mut app.db.read().acquire().await?, &self.shop).await? else {
            return Ok(Next::Done);
        };
        let read = match Client::of(app, &shop, Locale::default()).await {
            Ok(client) => read_all(running, &client, &shop).await,
            Err(problem) => Err(problem.into()),
        };
        match read {
            Ok(()) => Ok(Next::Done),
            Err(_) if app.stop.is_cancelled() => Ok(Next::Stopped),
            Err(Unserved { problem, then }) if then.pause().is_some() && running.failures < ATTEMPTS => {
                Err(problem)
            }
            Err(unserved) => {
                let mut tx = app.db.write_for(&shop.account_id).await?;
                news::failed(app, &mut tx, &shop, &unserved).await?;
                set_reading(&mut tx, &shop.id, None).await?;
                changed(app, &mut tx, &shop.account_id, &shop.id);
                running.complete(&mut tx).await?;
                tx.commit().await?;
                Ok(Next::Done)
            }
        }
    }
}

/// Reads all kinds of items from where the last attempt stopped.
async fn read_all(running: &Running, client: &Client, shop: &Shop) -> Result<(), Unserved> {
    let app = &running.app;
    let mut reading = match &shop.reading {
        // Requested, but not begun.
        Some(reading) if !reading.kind.is_empty() => reading.clone(),
        _ => begin(running, client, shop).await?,
    };
    let round = shop.round + i64::from(shop.reading.as_ref().is_none_or(|reading| reading.kind.is_empty()));
    let first = client.kinds.kinds.iter().position(|kind| kind.id == reading.kind).unwrap_or_default();
    for kind in &client.kinds.kinds[first..] {
        if kind.id != reading.kind {
            reading = Reading { kind: kind.id.clone(), after: None, limit: None, ..reading };
        }
        loop {
            if running.cancel.is_cancelled() {
                return Err(Unserved {
                    problem: Problem::conflict("shops.busy"),
                    then: Then::Retry(Duration::ZERO),
                });
            }
            let page = page(client, kind, &mut reading).await?;
            reading.done += i64::try_from(page.items.len()).unwrap_or_default();
            reading.after = page.next.filter(|_| !page.items.is_empty() && reading.done < MOST_ITEMS);
            reading.total = reading.total.max(reading.done);
            let is_last = reading.after.is_none();
            let mut tx = app.db.write_for(&shop.account_id).await?;
            running.hold(&mut tx).await?;
            put_items(&mut tx, shop, round, page.items).await?;
            set_reading(&mut tx, &shop.id, Some(&reading)).await?;
            changed(app, &mut tx, &shop.account_id, &shop.id);
            tx.commit().await?;
            if is_last {
                break;
            }
        }
    }
    if reading.nightly
        && let Some(nightly) = &shop.nightly
        && let Err(problem) = orders::write_nightly(app, shop, nightly).await
    {
        // The shop was read; without words or plan its texts wait for another night.
        tracing::info!(shop = shop.id, %problem, "nothing was written for a shop this night");
    }
    end(running, shop, round).await?;
    Ok(())
}

/// Begins to read every shop, since not every change is reported. Texts are written afterwards where that is wanted.
pub async fn read_nightly(app: &App) -> Result<()> {
    let shops: Vec<(String, String)> = db::query_as(
        "SELECT id, account_id FROM shops WHERE status <> 'denied' AND reading IS NULL ORDER BY id",
    )
    .fetch_all(app.db.read())
    .await?;
    for (shop, account) in shops {
        let mut tx = app.db.write_for(&account).await?;
        set_reading(&mut tx, &shop, Some(&Reading { nightly: true, ..Reading::default() })).await?;
        ReadShop::enqueue(app, &mut tx, &account, &shop).await?;
        changed(app, &mut tx, &account, &shop);
        tx.commit().await?;
    }
    Ok(())
}

async fn begin(running: &Running, client: &Client, shop: &Shop) -> Result<Reading, Unserved> {
    let about = client.check().await?;
    let app = &running.app;
    let reports = reports::subscribe(app, client, shop).await?;
    let kinds = &client.kinds.kinds;
    let known = |(kind, _): &&(String, u32)| kinds.iter().any(|known| known.id == *kind);
    let total = about.counts.iter().filter(known).map(|(_, count)| i64::from(*count)).sum();
    let kind = kinds.first().map(|kind| kind.id.clone()).unwrap_or_default();
    let nightly = shop.reading.as_ref().is_some_and(|reading| reading.nightly);
    let reading = Reading { kind, total, nightly, ..Reading::default() };
    let mut tx = app.db.write_for(&shop.account_id).await?;
    running.hold(&mut tx).await?;
    db::query("UPDATE shops SET name = $2, url = $3, languages = $4, status = $5, problem = NULL, round = round + 1, reading = $6, reports = $7 WHERE id = $1")
        .binds((&shop.id, &about.name, &about.url, Stored(&about.languages), ShopStatus::Connected, Stored(Some(&reading))))
        .bind(Stored(reports))
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(reading)
}

/// The next page. One that is too large for the plugin's limits is requested again with fewer items.
async fn page(
    client: &Client,
    kind: &ShopKind,
    reading: &mut Reading,
) -> Result<sitewright_engine::shop::Page, Unserved> {
    let mut limit = reading.limit.unwrap_or(kind.page).max(1);
    loop {
        match client.list(&kind.id, reading.after.clone(), limit).await {
            Ok(page) => return page,
            Err(RunError::Limit(_)) if limit > 1 => {
                limit = (limit / 4).max(1);
                reading.limit = Some(limit);
            }
            Err(error) => return Err(Problem::internal(error).into()),
        }
    }
}

/// The end of a reading: what was not in it is gone.
async fn end(running: &Running, shop: &Shop, round: i64) -> Result<()> {
    let app = &running.app;
    let mut tx = app.db.write_for(&shop.account_id).await?;
    let gone = db::query("DELETE FROM shop_items WHERE shop_id = $1 AND round < $2");
    gone.binds((&shop.id, round)).execute(&mut *tx).await?;
    db::query("UPDATE shops SET reading = NULL, read_at = $2 WHERE id = $1")
        .binds((&shop.id, Timestamp::now()))
        .execute(&mut *tx)
        .await?;
    // What was being written when the shop could not be reached.
    let is_left = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM shop_changes WHERE shop_id = $1 AND wanted IS NOT NULL)",
    );
    if is_left.bind(&shop.id).fetch_one(&mut *tx).await? {
        WriteShop::enqueue(app, &mut tx, &shop.account_id, &shop.id).await?;
    }
    changed(app, &mut tx, &shop.account_id, &shop.id);
    running.complete(&mut tx).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn set_reading(conn: &mut Conn, shop: &str, reading: Option<&Reading>) -> Result<()> {
    db::query("UPDATE shops SET reading = $2 WHERE id = $1").binds((shop, Stored(reading))).run(conn).await
}

/// Stores items as they were read now.
pub(super) async fn put_items(conn: &mut Conn, shop: &Shop, round: i64, items: Vec<Item>) -> Result<()> {
    let (now, main) = (Timestamp::now(), shop.languages.first());
    let mut texts = Vec::new();
    for item in &items {
        let title = item.texts.iter().filter(|text| text.field == "title" && !text.value.is_empty());
        let title = title.clone().find(|text| Some(&text.language) == main).or_else(|| title.clone().next());
        let title = title.map_or(item.id.as_str(), |text| text.value.as_str());
        db::query(
            "INSERT INTO shop_items (shop_id, kind, item_id, title, folded, url, visible, locked, facts, images, round, first_at, read_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
             ON CONFLICT (shop_id, kind, item_id) DO UPDATE SET title = excluded.title, folded = excluded.folded, url = excluded.url,
                 visible = excluded.visible, locked = excluded.locked, facts = excluded.facts, images = excluded.images,
                 round = excluded.round, read_at = excluded.read_at",
        )
        .binds((&shop.id, &item.kind, &item.id, title, fold(title), &item.url, item.visible, &item.locked))
        .binds((serde_json::to_string(&item.facts)?, serde_json::to_string(&item.images)?, round, now))
        .execute(&mut *conn)
        .await?;
        db::query("DELETE FROM shop_texts WHERE shop_id = $1 AND kind = $2 AND item_id = $3")
            .binds((&shop.id, &item.kind, &item.id))
            .execute(&mut *conn)
            .await?;
        for text in &item.texts {
            let plain = html::plain(&text.value);
            let (words, hash) = (i64::from(count_words(&plain)), html::hash(&plain));
            texts.push((item, text, words, hash));
        }
    }
    for rows in texts.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO shop_texts (shop_id, kind, item_id, language, field, value, words, hash) VALUES {}
             ON CONFLICT (shop_id, kind, item_id, language, field) DO NOTHING",
            db::rows(rows.len(), 8)
        );
        let mut insert = db::query(AssertSqlSafe(sql));
        for (item, text, words, hash) in rows {
            insert = insert
                .binds((&shop.id, &item.kind, &item.id, &text.language, &text.field, &text.value))
                .binds((*words, hash));
        }
        insert.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Stores one text of an item, as the shop has it now. An item that was not read yet has no texts.
pub(super) async fn put_text(conn: &mut Conn, shop: &Shop, change: &Change, text: &str) -> Result<()> {
    let plain = html::plain(text);
    db::query(
        "INSERT INTO shop_texts (shop_id, kind, item_id, language, field, value, words, hash)
         SELECT shop_id, kind, item_id, $4, $5, $6, $7, $8 FROM shop_items WHERE shop_id = $1 AND kind = $2 AND item_id = $3
         ON CONFLICT (shop_id, kind, item_id, language, field) DO UPDATE SET value = excluded.value, words = excluded.words,
             hash = excluded.hash",
    )
    .binds((&shop.id, &change.kind, &change.item_id, &change.language, &change.field, text))
    .binds((i64::from(count_words(&plain)), html::hash(&plain)))
    .run(conn)
    .await
}

/// Read a shop again
///
/// The shop's `reading` shows the progress; the event `shop.changed` is published with each page.
#[utoipa::path(post, path = "/api/shops/{id}/read", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn read_shop(
    app: App,
    caller: Scoped<ShopsWrite>,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&caller.id).await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    // It is being read, or will be.
    if shop.reading.is_none() {
        set_reading(&mut tx, &id, Some(&Reading::default())).await?;
        ReadShop::enqueue(&app, &mut tx, &caller.id, &id).await?;
        changed(&app, &mut tx, &caller.id, &id);
    }
    committed(tx, no_content()).await
}
