//! The mirror: items of a shop, and what is missing in their texts.

use sitewright_engine::shop::{Fact, Image};

use super::store;
use crate::platform::auth::ShopsRead;
use crate::platform::picture;
use crate::platform::prelude::*;

/// Words below which a description is thin.
pub(super) const THIN: i64 = 50;

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// It is empty.
    Missing,
    /// It has few words.
    Thin,
    /// Another item has the same.
    Duplicate,
}

/// Which items to list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct ItemFilter {
    /// The kind of items.
    #[param(example = "product")]
    #[serde(default)]
    pub kind: Option<String>,
    /// The language of the texts; the main one if absent.
    pub language: Option<String>,
    /// Only items with this finding in `field`.
    pub finding: Option<Finding>,
    /// The field of the finding; `alt` for the alternative texts of images.
    pub field: Option<String>,
    /// Words of the title.
    pub search: Option<String>,
    /// Only items that customers see, or only others.
    pub visible: Option<bool>,
}

/// An item in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopItem {
    pub id: String,
    pub kind: String,
    pub title: String,
    /// Its public address; empty if it has none.
    pub url: String,
    /// Whether customers see it.
    pub visible: bool,
    /// Why its texts cannot be written.
    pub locked: Option<String>,
    /// Words by field, in the language of the list.
    pub words: BTreeMap<String, i64>,
    pub read_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    item_id: String,
    kind: String,
    title: String,
    url: String,
    visible: bool,
    locked: Option<String>,
    facts: String,
    images: String,
    read_at: Timestamp,
}

/// The condition of a filter. Its values: `$1` shop, `$2` kind, `$3` language, `$4` field, `$5` search, `$6` visible.
fn condition(finding: Option<Finding>) -> String {
    let field = "t.shop_id = i.shop_id AND t.kind = i.kind AND t.item_id = i.item_id AND t.language = $3
        AND (t.field = $4 OR ($4 = 'alt' AND t.field LIKE 'alt:%'))";
    let found = match finding {
        None => "$3 IS NOT NULL AND ($4 IS NULL OR $4 IS NOT NULL)".to_owned(),
        Some(Finding::Missing) => format!("EXISTS (SELECT 1 FROM shop_texts t WHERE {field} AND t.words = 0)"),
        Some(Finding::Thin) => {
            format!("EXISTS (SELECT 1 FROM shop_texts t WHERE {field} AND t.words BETWEEN 1 AND {})", THIN - 1)
        }
        Some(Finding::Duplicate) => format!(
            "EXISTS (SELECT 1 FROM shop_texts t JOIN shop_texts o ON o.shop_id = t.shop_id AND o.kind = t.kind
                 AND o.language = t.language AND o.field = t.field AND o.hash = t.hash AND o.item_id <> t.item_id AND o.words > 0
             WHERE {field} AND t.words > 0)"
        ),
    };
    format!(
        "i.shop_id = $1 AND i.kind = $2 AND ($5 = '' OR i.folded LIKE $5) AND ($6 IS NULL OR i.visible = $6) AND {found}"
    )
}

/// A filter with its defaults.
pub(super) struct Wanted {
    pub kind: String,
    pub language: String,
    finding: Option<Finding>,
    field: Option<String>,
    search: String,
    visible: Option<bool>,
}

impl Wanted {
    pub fn of(shop: &store::Shop, filter: ItemFilter) -> Self {
        let search = fold(&filter.search.unwrap_or_default()).replace(['%', '_'], " ");
        let search = if search.is_empty() { search } else { format!("%{}%", search.replace(' ', "%")) };
        let main = || shop.languages.first().cloned().unwrap_or_default();
        Self {
            kind: filter.kind.unwrap_or_else(|| "product".to_owned()),
            language: filter.language.unwrap_or_else(main),
            finding: filter.finding,
            field: filter.field,
            search,
            visible: filter.visible,
        }
    }

    /// Ids of all items, at most this many.
    pub async fn ids(&self, conn: &mut Conn, shop: &str, most: i64) -> Result<Vec<String>> {
        let condition = condition(self.finding);
        let sql = format!(
            "SELECT i.item_id FROM shop_items i WHERE {condition} ORDER BY i.folded, i.item_id LIMIT $7"
        );
        let ids = db::query_scalar(AssertSqlSafe(sql)).binds((shop, &self.kind, &self.language));
        let ids = ids.binds((&self.field, &self.search, self.visible, most));
        Ok(ids.fetch_all(conn).await?)
    }
}

/// Items of a shop, by title
#[utoipa::path(get, path = "/api/shops/{id}/items", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), ItemFilter, Page), responses((status = 200, body = Paged<ShopItem>)))]
pub(super) async fn list_shop_items(
    app: App,
    caller: Scoped<ShopsRead>,
    Path(id): Path<String>,
    Query(filter): Query<ItemFilter>,
    page: Page,
) -> Result<Json<Paged<ShopItem>>> {
    let mut tx = app.db.read().begin().await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    let wanted = Wanted::of(&shop, filter);
    let condition = condition(wanted.finding);
    let count = format!("SELECT count(*) FROM shop_items i WHERE {condition}");
    let rows = format!(
        "SELECT i.item_id, i.kind, i.title, i.url, i.visible, i.locked, i.facts, i.images, i.read_at FROM shop_items i
         WHERE {condition} ORDER BY i.folded, i.item_id LIMIT $7 OFFSET $8"
    );
    let count = db::query_scalar(AssertSqlSafe(count)).binds((&shop.id, &wanted.kind, &wanted.language));
    let count = count.binds((&wanted.field, &wanted.search, wanted.visible));
    let rows = db::query_as(AssertSqlSafe(rows)).binds((&shop.id, &wanted.kind, &wanted.language));
    let rows = rows.binds((&wanted.field, &wanted.search, wanted.visible));
    let items: Paged<Row> = page.fetch(&mut tx, count, rows).await?;
    let ids: Vec<String> = items.data.iter().map(|item| item.item_id.clone()).collect();
    let mut words = words(&mut tx, &shop.id, &wanted, &ids).await?;
    Ok(Json(items.map(|item| ShopItem {
        words: words.remove(&item.item_id).unwrap_or_default(),
        id: item.item_id,
        kind: item.kind,
        title: item.title,
        url: item.url,
        visible: item.visible,
        locked: item.locked,
        read_at: item.read_at,
    })))
}

/// Words by item and field.
async fn words(
    conn: &mut Conn,
    shop: &str,
    wanted: &Wanted,
    ids: &[String],
) -> Result<HashMap<String, BTreeMap<String, i64>>> {
    let mut words: HashMap<String, BTreeMap<String, i64>> = HashMap::new();
    if ids.is_empty() {
        return Ok(words);
    }
    let sql = format!(
        "SELECT item_id, field, words FROM shop_texts WHERE shop_id = $1 AND kind = $2 AND language = $3 AND item_id IN ({})",
        db::places(4, ids.len())
    );
    let mut query = db::query_as(AssertSqlSafe(sql)).binds((shop, &wanted.kind, &wanted.language));
    for id in ids {
        query = query.bind(id);
    }
    let rows: Vec<(String, String, i64)> = query.fetch_all(conn).await?;
    for (item, field, count) in rows {
        words.entry(item).or_default().insert(field, count);
    }
    Ok(words)
}

/// Findings of a field.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldFindings {
    pub kind: String,
    pub language: String,
    /// The field; `alt` for the alternative texts of images.
    pub field: String,
    /// Items; images for `alt`.
    pub total: i64,
    pub missing: i64,
    /// Fewer than 50 words.
    pub thin: i64,
    /// Texts that another item has as well.
    pub duplicate: i64,
}

/// What is missing in the texts of a shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopFindings {
    /// By kind, language and field.
    data: Vec<FieldFindings>,
}

/// What is missing in the texts of a shop, counted by field
#[utoipa::path(get, path = "/api/shops/{id}/findings", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path)), responses((status = 200, body = ShopFindings)))]
pub(super) async fn get_shop_findings(
    app: App,
    caller: Scoped<ShopsRead>,
    Path(id): Path<String>,
) -> Result<Json<ShopFindings>> {
    let mut tx = app.db.read().begin().await?;
    store::find_open(&mut tx, &caller, &id).await?;
    let sql = format!(
        "WITH texts AS (
             SELECT kind, language, CASE WHEN field LIKE 'alt:%' THEN 'alt' ELSE field END AS field, words, hash FROM shop_texts WHERE shop_id = $1
         ), copies AS (
             SELECT kind, language, field, CAST(SUM(n) AS BIGINT) AS n FROM (
                 SELECT kind, language, field, count(*) AS n FROM texts WHERE words > 0 AND field <> 'alt' GROUP BY kind, language, field, hash HAVING count(*) > 1
             ) c GROUP BY kind, language, field
         )
         SELECT t.kind, t.language, t.field, count(*), count(*) FILTER (WHERE t.words = 0),
             count(*) FILTER (WHERE t.words BETWEEN 1 AND {}), COALESCE(MAX(c.n), 0)
         FROM texts t LEFT JOIN copies c ON c.kind = t.kind AND c.language = t.language AND c.field = t.field
         GROUP BY t.kind, t.language, t.field ORDER BY t.kind, t.language, t.field",
        THIN - 1
    );
    type Found = (String, String, String, i64, i64, i64, i64);
    let found: Vec<Found> = db::query_as(AssertSqlSafe(sql)).bind(&id).fetch_all(&mut *tx).await?;
    let findings = found.into_iter().map(|(kind, language, field, total, missing, thin, duplicate)| {
        // Short fields are not thin.
        let thin = if matches!(field.as_str(), "html" | "html-bottom") { thin } else { 0 };
        FieldFindings { kind, language, field, total, missing, thin, duplicate }
    });
    Ok(Json(ShopFindings { data: findings.collect() }))
}

/// A text of an item.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ItemText {
    pub language: String,
    pub field: String,
    pub value: String,
    pub words: i64,
}

/// A fact of an item, which its texts must not change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ItemFact {
    #[schema(example = "ean")]
    pub name: String,
    pub value: String,
    pub language: Option<String>,
}

/// An image of an item.
#[derive(Debug, Serialize, ToSchema)]
pub struct ItemImage {
    pub id: String,
    pub url: String,
}

/// An item with all its texts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopItemTexts {
    pub id: String,
    pub kind: String,
    pub title: String,
    pub url: String,
    pub visible: bool,
    pub locked: Option<String>,
    pub texts: Vec<ItemText>,
    pub facts: Vec<ItemFact>,
    pub images: Vec<ItemImage>,
    pub read_at: Timestamp,
}

/// One item of a shop with all its texts
#[utoipa::path(get, path = "/api/shops/{id}/items/{kind}/{item}", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), ("kind" = String, Path), ("item" = String, Path)), responses((status = 200, body = ShopItemTexts)))]
pub(super) async fn get_shop_item(
    app: App,
    caller: Scoped<ShopsRead>,
    Path((id, kind, item)): Path<(String, String, String)>,
) -> Result<Json<ShopItemTexts>> {
    let mut tx = app.db.read().begin().await?;
    store::find_open(&mut tx, &caller, &id).await?;
    let row: Option<Row> = db::query_as(
        "SELECT item_id, kind, title, url, visible, locked, facts, images, read_at FROM shop_items
         WHERE shop_id = $1 AND kind = $2 AND item_id = $3",
    )
    .binds((&id, &kind, &item))
    .fetch_optional(&mut *tx)
    .await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let texts = db::query_as(
        "SELECT language, field, value, words FROM shop_texts WHERE shop_id = $1 AND kind = $2 AND item_id = $3 ORDER BY language, field",
    );
    let texts = texts.binds((&id, &kind, &item)).fetch_all(&mut *tx).await?;
    let facts: Vec<Fact> = serde_json::from_str(&row.facts)?;
    let images: Vec<Image> = serde_json::from_str(&row.images)?;
    Ok(Json(ShopItemTexts {
        id: row.item_id,
        kind: row.kind,
        title: row.title,
        url: row.url,
        visible: row.visible,
        locked: row.locked,
        texts,
        facts: facts
            .into_iter()
            .map(|Fact { name, value, language }| ItemFact { name, value, language })
            .collect(),
        images: images.into_iter().map(|Image { id, url }| ItemImage { id, url }).collect(),
        read_at: row.read_at,
    }))
}

/// Reads the images of shops.
pub(super) struct Images(pub Fetcher);

/// Which image to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImageQuery {
    /// The kind and the id of the item.
    kind: String,
    item: String,
    /// The id of the image.
    image: String,
}

/// An image of an item, small
///
/// PNG or JPEG, with at most 512 pixels on its longer side. The host reads it, because pages of this server show no images of
/// other servers.
#[utoipa::path(get, path = "/api/shops/{id}/images", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), ImageQuery),
    responses((status = 200, content((String = "image/png"), (String = "image/jpeg"))), (status = 502, description = "The shop does not answer")))]
pub(super) async fn get_shop_image(
    app: App,
    caller: Scoped<ShopsRead>,
    Path(id): Path<String>,
    Query(query): Query<ImageQuery>,
) -> Result<Response> {
    const SIDE: u32 = 512;
    let mut conn = app.db.read().acquire().await?;
    store::find_open(&mut conn, &caller, &id).await?;
    let images =
        db::query_scalar("SELECT images FROM shop_items WHERE shop_id = $1 AND kind = $2 AND item_id = $3");
    let images: Option<String> =
        images.binds((&id, &query.kind, &query.item)).fetch_optional(&mut conn).await?;
    drop(conn);
    let images: Vec<Image> = serde_json::from_str(&images.ok_or_else(Problem::not_found)?)?;
    let image = images.into_iter().find(|image| image.id == query.image).ok_or_else(Problem::not_found)?;
    app.rates.count("shop-images", &caller.id, Limit::new(600, MINUTE))?;
    let Images(fetcher) = app.part::<Images>();
    let picture = picture::fetched(&app, fetcher, &image.url, SIDE).await?.ok_or_else(Problem::not_found)?;
    let headers =
        [(header::CONTENT_TYPE, picture.media_type), (header::CACHE_CONTROL, "private, max-age=86400")];
    Ok((headers, picture.content).into_response())
}

/// An item as recipes and rules see it.
pub(super) struct Mirrored {
    pub id: String,
    pub title: String,
    pub locked: Option<String>,
    pub facts: Vec<Fact>,
    pub images: Vec<Image>,
    /// By language and field.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// Items of the mirror by id, in this order; unknown ids are left out.
pub(super) async fn mirrored(
    conn: &mut Conn,
    shop: &str,
    kind: &str,
    ids: &[String],
) -> Result<Vec<Mirrored>> {
    /// Items of one query.
    const CHUNK: usize = 200;
    let mut all = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let places = db::places(3, ids.len());
        let sql = format!(
            "SELECT item_id, title, locked, facts, images FROM shop_items WHERE shop_id = $1 AND kind = $2 AND item_id IN ({places})"
        );
        let mut query = db::query_as(AssertSqlSafe(sql)).binds((shop, kind));
        for id in ids {
            query = query.bind(id);
        }
        let rows: Vec<(String, String, Option<String>, String, String)> = query.fetch_all(&mut *conn).await?;
        for (id, title, locked, facts, images) in rows {
            let (facts, images) = (serde_json::from_str(&facts)?, serde_json::from_str(&images)?);
            all.insert(id.clone(), Mirrored { id, title, locked, facts, images, texts: BTreeMap::new() });
        }
        let sql = format!(
            "SELECT item_id, language, field, value FROM shop_texts WHERE shop_id = $1 AND kind = $2 AND item_id IN ({places})"
        );
        let mut query = db::query_as(AssertSqlSafe(sql)).binds((shop, kind));
        for id in ids {
            query = query.bind(id);
        }
        let rows: Vec<(String, String, String, String)> = query.fetch_all(&mut *conn).await?;
        for (id, language, field, value) in rows {
            if let Some(item) = all.get_mut(&id) {
                item.texts.entry(language).or_default().insert(field, value);
            }
        }
    }
    Ok(ids.iter().filter_map(|id| all.remove(id)).collect())
}
