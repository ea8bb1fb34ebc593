//! Orders: a selection of items whose texts a tool writes. The work is a bulk job; each of its results becomes proposals.

use sitewright_engine::shop::{Field, Kind as ShopKind};
use sitewright_package::Recipe;

use super::items::{self, ItemFilter, Mirrored, Wanted};
use super::once::OnlyOnce;
use super::progress::{self, ShopOrderWork};
use super::recipes::{self, Source};
use super::store::{self, Nightly, Shop};
use super::{changed, changes, systems};
use crate::catalogue::tools::Tools;
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::auth::{ShopsRead, ShopsWrite};
use crate::platform::locale::params;
use crate::platform::prelude::*;
use crate::work::bulk::{self, MadeRow, NewBulk, NewBulkRow, OfOrigin, Origin};

/// Items of one order.
const MOST: i64 = 5_000;
/// Items of one night.
const NIGHTLY: i64 = 500;
/// The name of the origin of their bulk jobs.
const ORIGIN: &str = "shop";

/// A selection of items, and what is written for them.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopOrderToPlace)]
pub(super) struct NewOrder {
    /// A tool with its recipe: see `/api/shops/{id}/writers`.
    #[schema(example = "product-description")]
    tool: String,
    #[serde(default)]
    recipe: usize,
    /// The fields to propose; all that the tool writes if absent.
    #[serde(default)]
    fields: Option<Vec<String>>,
    /// The language to write; the main one if absent.
    #[serde(default)]
    language: Option<String>,
    /// Items by id.
    #[serde(default)]
    #[schema(max_items = 5000)]
    items: Option<Vec<String>>,
    /// Or all items of this filter.
    #[serde(default)]
    filter: Option<ItemFilter>,
    /// The kind of items; that of the filter if absent.
    #[serde(default)]
    kind: Option<String>,
    /// Start it at once. It costs words, so a key also needs the scope `runs:write`.
    #[serde(default)]
    start: bool,
}

/// An order of texts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopOrder {
    pub id: String,
    /// The bulk job that writes it.
    pub bulk_id: String,
    pub kind: String,
    pub tool: String,
    /// The tool's name, in the reader's language.
    pub tool_name: String,
    pub language: String,
    pub fields: Vec<String>,
    /// Items.
    pub items: i64,
    /// Proposals so far, and those without a decision.
    pub proposals: i64,
    pub open: i64,
    /// Its price and its progress; null if the bulk job was deleted.
    pub work: Option<ShopOrderWork>,
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub id: String,
    pub bulk_id: String,
    kind: String,
    pub tool: String,
    #[sqlx(try_from = "Stored<Vec<String>>")]
    fields: Vec<String>,
    language: String,
    items: i64,
    proposals: i64,
    open: i64,
    created_at: Timestamp,
}

const COLUMNS: &str = "SELECT o.id, o.bulk_id, o.kind, o.tool, o.fields, o.language, o.created_at,
    (SELECT count(*) FROM shop_order_items i WHERE i.order_id = o.id) AS items,
    (SELECT count(*) FROM shop_changes c WHERE c.order_id = o.id) AS proposals,
    (SELECT count(*) FROM shop_changes c WHERE c.order_id = o.id AND c.state = 'proposed') AS open FROM shop_orders o";

impl Row {
    pub(super) fn view(self, app: &App, work: Option<ShopOrderWork>, locale: Locale) -> ShopOrder {
        ShopOrder {
            tool_name: app.part::<Tools>().shelf().name_of(&self.tool, locale),
            id: self.id,
            bulk_id: self.bulk_id,
            kind: self.kind,
            tool: self.tool,
            language: self.language,
            fields: self.fields,
            items: self.items,
            proposals: self.proposals,
            open: self.open,
            work,
            created_at: self.created_at,
        }
    }
}

/// Orders of a shop, newest first
#[utoipa::path(get, path = "/api/shops/{id}/orders", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), Page), responses((status = 200, body = Paged<ShopOrder>)))]
pub(super) async fn list_shop_orders(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    Path(id): Path<String>,
    page: Page,
) -> Result<Json<Paged<ShopOrder>>> {
    let mut tx = app.db.read().begin().await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    let count = db::query_scalar("SELECT count(*) FROM shop_orders WHERE shop_id = $1").bind(&id);
    let sql = format!("{COLUMNS} WHERE o.shop_id = $1 ORDER BY o.id DESC LIMIT $2 OFFSET $3");
    let rows = db::query_as(AssertSqlSafe(sql)).bind(&id);
    let rows: Paged<Row> = page.fetch(&mut tx, count, rows).await?;
    drop(tx);
    let mut work = progress::of_all(&app, &shop, &rows.data, locale).await?;
    Ok(Json(rows.map(|row| {
        let work = work.remove(&row.bulk_id);
        row.view(&app, work, locale)
    })))
}

/// Order texts for items of a shop; without `start` nothing is written before the order is started
///
/// Items with an open proposal for all fields are left out. `work` has the price in words, and the items that have too little
/// information: they are left out as well. An order without any other item is not started.
#[utoipa::path(post, path = "/api/shops/{id}/orders", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = NewOrder,
    responses((status = 201, body = ShopOrder), (status = 402, description = "The plan does not include the tool or so many rows"), (status = 409, description = "Nothing is left to write, there are too many bulk jobs, or the idempotency key was used for another order")))]
pub(super) async fn create_shop_order(
    app: App,
    caller: Scoped<ShopsWrite>,
    locale: Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
    json::Json(new): json::Json<NewOrder>,
) -> Result<(StatusCode, Json<ShopOrder>)> {
    let shop = store::find_open(&mut app.db.read().acquire().await?, &caller, &id).await?;
    caller.expect_tool(&new.tool)?;
    if new.start {
        progress::expect_start(&caller)?;
    }
    let once = OnlyOnce::of(&headers, &caller, &new)?;
    let row = place(&app, &shop, &new, once.as_ref(), locale).await?;
    let order = match new.start {
        true => progress::begun(&app, &caller, &shop, row, locale).await?,
        false => progress::shown(&app, &shop, row, locale).await?,
    };
    Ok((StatusCode::CREATED, Json(order)))
}

/// An order of a shop.
pub(super) async fn find(conn: &mut Conn, shop: &Shop, order: &str) -> Result<Row> {
    let sql = format!("{COLUMNS} WHERE o.shop_id = $1 AND o.id = $2");
    let row = db::query_as(AssertSqlSafe(sql)).binds((&shop.id, order));
    row.fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// Makes an order and its bulk job, which is not started; or finds the order that the same request has made.
async fn place(
    app: &App,
    shop: &Shop,
    new: &NewOrder,
    once: Option<&OnlyOnce>,
    locale: Locale,
) -> Result<Row> {
    let account = &shop.account_id;
    if let Some(once) = once
        && let Some(made) = once.made(&mut app.db.read().acquire().await?, shop).await?
    {
        return Ok(made);
    }
    let plan = plan(app, shop, new, locale).await?;
    let mut read = app.db.read().begin().await?;
    let work = work(&mut read, shop, &plan, new).await?;
    drop(read);
    refuse_if(work.is_empty(), || Problem::conflict("shops.nothing-to-write"))?;
    let order = db::new_id();
    let (rows, places): (Vec<_>, Vec<_>) = work
        .into_iter()
        .map(|Work { item, field, label, input }| (NewBulkRow { label, input }, (item, field)))
        .unzip();
    let bulk = NewBulk {
        account,
        project: shop.project_id,
        tool: &new.tool,
        language: locale,
        name: shop.name.clone(),
        origin: format!("{ORIGIN}:{order}"),
        rows,
    };
    let bulk = bulk::check(app, bulk).await?;
    let mut tx = app.db.write_for(account).await?;
    if let Some(once) = once
        && let Some(made) = once.made(&mut tx, shop).await?
    {
        return Ok(made);
    }
    insert(&mut tx, shop, &order, bulk.id(), &plan, new, &places).await?;
    if let Some(once) = once {
        once.note(&mut tx, &order).await?;
    }
    bulk.store(&mut tx).await?;
    changed(app, &mut tx, account, &shop.id);
    let sql = format!("{COLUMNS} WHERE o.id = $1");
    let row: Row = db::query_as(AssertSqlSafe(sql)).bind(&order).fetch_one(&mut *tx).await?;
    committed(tx, row).await
}

/// The order of a night for these items.
fn nightly_order(nightly: &Nightly, items: Vec<String>) -> NewOrder {
    NewOrder {
        tool: nightly.tool.clone(),
        recipe: nightly.recipe,
        fields: nightly.fields.clone(),
        language: nightly.language.clone(),
        items: Some(items),
        filter: None,
        kind: Some(nightly.kind.clone()),
        start: true,
    }
}

/// Refuses what could not be ordered.
pub(super) async fn check_nightly(app: &App, shop: &Shop, nightly: &Nightly, locale: Locale) -> Result<()> {
    plan(app, shop, &nightly_order(nightly, Vec::new()), locale).await.map(drop)
}

/// Orders the texts of a night and starts writing them. Items that have had a proposal for the field are left out: a user
/// has decided about it, or still has to.
pub(super) async fn write_nightly(app: &App, shop: &Shop, nightly: &Nightly) -> Result<()> {
    let language = nightly.language.clone().or_else(|| shop.languages.first().cloned()).unwrap_or_default();
    let items: Vec<String> = db::query_scalar(
        "SELECT i.item_id FROM shop_items i JOIN shop_texts t ON t.shop_id = i.shop_id AND t.kind = i.kind AND t.item_id = i.item_id
         WHERE i.shop_id = $1 AND i.kind = $2 AND i.visible AND i.locked IS NULL AND t.language = $3 AND t.field = $4 AND t.words = 0
             AND NOT EXISTS (SELECT 1 FROM shop_changes c WHERE c.shop_id = i.shop_id AND c.kind = i.kind AND c.item_id = i.item_id
                 AND c.language = $3 AND c.field = $4)
         ORDER BY i.first_at, i.item_id LIMIT $5",
    )
    .binds((&shop.id, &nightly.kind, &language, &nightly.field, NIGHTLY))
    .fetch_all(app.db.read())
    .await?;
    if items.is_empty() {
        return Ok(());
    }
    let locale: Option<Locale> = db::query_scalar("SELECT language FROM user_profiles WHERE id = $1")
        .bind(&shop.account_id)
        .fetch_one(app.db.read())
        .await?;
    let row = place(app, shop, &nightly_order(nightly, items), None, locale.unwrap_or_default()).await?;
    bulk::start_job(app, &shop.account_id, &row.bulk_id, None).await
}

/// What an order writes.
struct Plan {
    recipe: Recipe,
    kind: ShopKind,
    fields: Vec<Field>,
    language: String,
    /// The language of the sources.
    from: String,
}

async fn plan(app: &App, shop: &Shop, new: &NewOrder, locale: Locale) -> Result<Plan> {
    let invalid = |field: &str, key| Problem::invalid_field(field, Text::key(key));
    let tool = app.part::<Tools>().find_for(app, &shop.account_id, &new.tool).await;
    let tool = tool.map_err(|_| invalid("tool", "shops.no-writer"))?;
    let recipe = tool.recipes.get(new.recipe).cloned().ok_or_else(|| invalid("tool", "shops.no-writer"))?;
    let system = systems::find(app, &shop.account_id, &shop.plugin).await?.described(locale).await?;
    let kind = new.kind.as_ref().or(new.filter.as_ref().and_then(|filter| filter.kind.as_ref()));
    let kind = kind.map_or("product", String::as_str);
    let kind = system.kinds.iter().find(|known| known.id == kind && recipe.kinds.contains(&known.id));
    let kind = kind.ok_or_else(|| invalid("kind", "shops.no-writer"))?.clone();
    let mut fields = recipes::fields(&recipe, &kind);
    if let Some(wanted) = &new.fields {
        fields.retain(|field| wanted.contains(&field.id));
    }
    refuse_if(fields.is_empty(), || invalid("fields", "shops.no-fields"))?;
    let main = shop.languages.first().cloned().unwrap_or_default();
    let language = new.language.clone().unwrap_or_else(|| main.clone());
    refuse_if(!shop.languages.contains(&language), || invalid("language", "shops.no-language"))?;
    let translates = recipes::is_each(&recipe);
    refuse_if(translates && language == main, || invalid("language", "shops.same-language"))?;
    let from = if translates { main } else { language.clone() };
    Ok(Plan { recipe, kind, fields, language, from })
}

/// A row of the bulk job.
struct Work {
    item: String,
    /// Of a recipe that writes one field at a time.
    field: Option<String>,
    label: String,
    input: Value,
}

/// The rows for the selected items, without those that have open proposals for all fields.
async fn work(tx: &mut Conn, shop: &Shop, plan: &Plan, new: &NewOrder) -> Result<Vec<Work>> {
    let ids = match (&new.items, &new.filter) {
        (Some(items), _) => items.clone(),
        (None, Some(filter)) => {
            let filter = ItemFilter { kind: Some(plan.kind.id.clone()), ..filter.clone() };
            Wanted::of(shop, filter).ids(tx, &shop.id, MOST + 1).await?
        }
        (None, None) => return Err(Problem::invalid_field("items", Text::key("validation.required"))),
    };
    let is_long = i64::try_from(ids.len()).is_ok_and(|count| count > MOST);
    refuse_if(is_long, || {
        Problem::invalid_field("items", Text::key("validation.too-many").with("max", MOST))
    })?;
    let open = changes::open_fields(tx, &shop.id, &plan.kind.id, &plan.language).await?;
    let is_open = |item: &str, field: &str| open.contains(&(item.to_owned(), field.to_owned()));
    let mut work = Vec::new();
    for item in items::mirrored(tx, &shop.id, &plan.kind.id, &ids).await? {
        if item.locked.is_some() {
            continue;
        }
        let (images, own): (Vec<_>, Vec<_>) = plan.fields.iter().partition(|field| field.id == recipes::ALT);
        let wanted = own.into_iter().filter(|field| !is_open(&item.id, &field.id));
        if recipes::is_each(&plan.recipe) {
            for field in wanted.filter(|field| has_text(&item, plan, &field.id)) {
                work.push(row(&item, plan, Some(&field.id)));
            }
        } else if wanted.count() > 0 {
            work.push(row(&item, plan, None));
        }
        if !images.is_empty() {
            let wanted = image_fields(&item, plan).into_iter().filter(|field| !is_open(&item.id, field));
            work.extend(wanted.map(|field| row(&item, plan, Some(&field))));
        }
    }
    refuse_if(work.len() > MOST as usize, || {
        Problem::invalid_field("items", Text::key("validation.too-many").with("max", MOST))
    })?;
    Ok(work)
}

/// The alternative texts of an item that are written: those that are missing, or all if none is. A translation needs a text
/// to translate.
fn image_fields(item: &Mirrored, plan: &Plan) -> Vec<String> {
    let all = item.images.iter().map(|image| format!("{}:{}", recipes::ALT, image.id));
    if recipes::is_each(&plan.recipe) {
        return all.filter(|field| has_text(item, plan, field)).collect();
    }
    let (missing, others): (Vec<_>, Vec<_>) = all.partition(|field| !has_text(item, plan, field));
    if missing.is_empty() { others } else { missing }
}

fn has_text(item: &Mirrored, plan: &Plan, field: &str) -> bool {
    item.texts.get(&plan.from).and_then(|texts| texts.get(field)).is_some_and(|text| !text.trim().is_empty())
}

fn row(item: &Mirrored, plan: &Plan, field: Option<&str>) -> Work {
    let nothing = BTreeMap::new();
    let texts = item.texts.get(&plan.from).unwrap_or(&nothing);
    let title = texts.get("title").filter(|title| !title.is_empty()).unwrap_or(&item.title);
    let image = field.and_then(recipes::image_of);
    let image = item.images.iter().find(|known| Some(known.id.as_str()) == image);
    let image = image.map(|image| image.url.as_str());
    let source =
        Source { title, facts: &item.facts, texts, language: &plan.language, from: &plan.from, image };
    let input = recipes::input(&plan.recipe, &source, field);
    Work { item: item.id.clone(), field: field.map(str::to_owned), label: item.title.clone(), input }
}

async fn insert(
    tx: &mut Conn,
    shop: &Shop,
    order: &str,
    bulk: &str,
    plan: &Plan,
    new: &NewOrder,
    places: &[(String, Option<String>)],
) -> Result<()> {
    /// Rows of one `INSERT`: four values each.
    const ROWS: usize = 1_000;
    let fields: Vec<&str> = plan.fields.iter().map(|field| field.id.as_str()).collect();
    db::query(
        "INSERT INTO shop_orders (id, shop_id, bulk_id, kind, tool, recipe, language, fields, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .binds((
        order,
        &shop.id,
        bulk,
        &plan.kind.id,
        &new.tool,
        serde_json::to_string(&plan.recipe)?,
        &plan.language,
    ))
    .binds((Stored(fields), Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    for (rows, first) in places.chunks(ROWS).zip((1_i64..).step_by(ROWS)) {
        let sql = format!(
            "INSERT INTO shop_order_items (order_id, number, item_id, field) VALUES {}",
            db::rows(rows.len(), 4)
        );
        let mut insert = db::query(AssertSqlSafe(sql));
        for (number, (item, field)) in (first..).zip(rows) {
            insert = insert.binds((order, number, item, field));
        }
        insert.execute(&mut *tx).await?;
    }
    Ok(())
}

/// The results of bulk jobs that orders have made.
pub(super) struct OfShops;

impl Origin for OfShops {
    fn name(&self) -> &'static str {
        ORIGIN
    }

    fn take<'a>(&'a self, app: &'a App, tx: &'a mut Conn, made: MadeRow<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(take(app, tx, made))
    }

    fn starts<'a>(
        &'a self,
        _: &'a App,
        tx: &'a mut Conn,
        job: OfOrigin<'a>,
    ) -> BoxFuture<'a, Result<Vec<i64>>> {
        Box::pin(superfluous(tx, job))
    }

    fn ended<'a>(&'a self, app: &'a App, tx: &'a mut Conn, job: OfOrigin<'a>) -> BoxFuture<'a, Result<bool>> {
        Box::pin(announce(app, tx, job))
    }
}

/// A row of an order: what it writes.
#[derive(sqlx::FromRow)]
struct Ordered {
    number: i64,
    item_id: String,
    /// The field of a recipe that writes one at a time.
    field: Option<String>,
    #[sqlx(try_from = "Stored<Vec<String>>")]
    fields: Vec<String>,
}

impl Ordered {
    /// Item and field of all texts.
    fn texts(&self) -> Vec<(String, String)> {
        let all = self.fields.iter().filter(|field| *field != recipes::ALT);
        let fields: Vec<&String> = self.field.as_ref().map_or_else(|| all.collect(), |field| vec![field]);
        fields.into_iter().map(|field| (self.item_id.clone(), field.clone())).collect()
    }
}

/// The rows of an order whose texts have open proposals now, or are being written for another order.
///
/// Errors: 409 if that are all.
async fn superfluous(tx: &mut Conn, OfOrigin { account, origin }: OfOrigin<'_>) -> Result<Vec<i64>> {
    const ROWS: &str = "SELECT i.number, i.item_id, i.field, o.fields FROM shop_orders o JOIN shop_order_items i ON i.order_id = o.id";
    let order: Option<(String, String, String)> =
        db::query_as("SELECT shop_id, kind, language FROM shop_orders WHERE id = $1")
            .bind(origin)
            .fetch_optional(&mut *tx)
            .await?;
    let Some((shop, kind, language)) = order else { return Ok(Vec::new()) };
    let mut taken = changes::open_fields(tx, &shop, &kind, &language).await?;
    let active = bulk::active(tx, account).await?;
    if !active.is_empty() {
        let sql = format!(
            "{ROWS} WHERE o.id <> $1 AND o.shop_id = $2 AND o.kind = $3 AND o.language = $4 AND o.bulk_id IN ({})",
            db::places(5, active.len())
        );
        let mut others = db::query_as(AssertSqlSafe(sql)).binds((origin, &shop, &kind, &language));
        for job in &active {
            others = others.bind(job);
        }
        let others: Vec<Ordered> = others.fetch_all(&mut *tx).await?;
        taken.extend(others.iter().flat_map(Ordered::texts));
    }
    let sql = AssertSqlSafe(format!("{ROWS} WHERE o.id = $1"));
    let rows: Vec<Ordered> = db::query_as(sql).bind(origin).fetch_all(&mut *tx).await?;
    let is_taken = |row: &&Ordered| row.texts().iter().all(|text| taken.contains(text));
    let left_out: Vec<i64> = rows.iter().filter(is_taken).map(|row| row.number).collect();
    refuse_if(left_out.len() == rows.len(), || Problem::conflict("shops.nothing-to-write"))?;
    Ok(left_out)
}

/// Notifies the owner of the texts of an order that wait for approval; false if there are none.
async fn announce(app: &App, tx: &mut Conn, OfOrigin { account, origin }: OfOrigin<'_>) -> Result<bool> {
    let waiting: Option<(String, String, i64)> = db::query_as(
        "SELECT s.id, s.name, count(*) FROM shop_orders o JOIN shops s ON s.id = o.shop_id
             JOIN shop_changes c ON c.order_id = o.id AND c.state = 'proposed' WHERE o.id = $1 GROUP BY s.id, s.name",
    )
    .bind(origin)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((shop, name, count)) = waiting else { return Ok(false) };
    let params = params([("about", shop.into()), ("name", name.into()), ("count", count.into())]);
    notifications::notify(app, tx, account, NotificationKind::ShopProposed, &params).await?;
    Ok(true)
}

#[derive(sqlx::FromRow)]
struct Place {
    shop_id: String,
    kind: String,
    recipe: String,
    language: String,
    #[sqlx(try_from = "Stored<Vec<String>>")]
    fields: Vec<String>,
    item_id: String,
    field: Option<String>,
}

async fn take(app: &App, tx: &mut Conn, made: MadeRow<'_>) -> Result<()> {
    let place: Option<Place> = db::query_as(
        "SELECT o.shop_id, o.kind, o.recipe, o.language, o.fields, i.item_id, i.field
         FROM shop_orders o JOIN shop_order_items i ON i.order_id = o.id WHERE o.id = $1 AND i.number = $2",
    )
    .binds((made.origin, made.number))
    .fetch_optional(&mut *tx)
    .await?;
    // The shop was disconnected meanwhile.
    let Some(place) = place else { return Ok(()) };
    let Some(shop) = store::load(tx, &place.shop_id).await? else { return Ok(()) };
    let system =
        systems::find(app, &shop.account_id, &shop.plugin).await?.described(Locale::default()).await?;
    let Some(kind) = system.kinds.iter().find(|kind| kind.id == place.kind) else { return Ok(()) };
    let recipe: Recipe = serde_json::from_str(&place.recipe)?;
    let items = items::mirrored(tx, &shop.id, &place.kind, std::slice::from_ref(&place.item_id)).await?;
    let Some(item) = items.first() else { return Ok(()) };
    let translates = recipes::is_each(&recipe);
    let main = shop.languages.first().cloned().unwrap_or_default();
    let from = if translates { main } else { place.language.clone() };
    let fields: Vec<Field> = match &place.field {
        Some(one) => vec![changes::field_of(kind, one)],
        None => kind.fields.iter().filter(|field| place.fields.contains(&field.id)).cloned().collect(),
    };
    let text = |field: Field| Some((recipes::output(&recipe, &made.data, &field, &system)?, field.id));
    let proposals: HashMap<String, String> =
        fields.into_iter().filter_map(text).map(|(text, field)| (field, text)).collect();
    let proposal = changes::Proposal {
        shop: &shop,
        order: made.origin,
        kind,
        item,
        language: &place.language,
        from: &from,
        translates,
        drafted: made.drafted,
    };
    changes::propose(tx, &proposal, proposals).await?;
    changed(app, tx, made.account, &shop.id);
    Ok(())
}
