//! Changes as a table: for a review in a spreadsheet, and back.

use axum::body::Bytes;

use super::changes::{self, Change, ChangeFilter, WHERE};
use super::{changed, store, systems};
use crate::platform::auth::{ShopsRead, ShopsWrite};
use crate::platform::prelude::*;
use crate::work::bulk;

/// Rows of a table.
const MOST: i64 = 10_000;
/// The columns that an upload needs.
const ID: &str = "id";
const NEW: &str = "new";

/// Changes of a shop's texts as a table
///
/// UTF-8 with a byte order mark, at most 10,000 rows; opens in Excel. Cells that a spreadsheet would evaluate begin with an
/// apostrophe, which is removed when the table is uploaded again.
#[utoipa::path(get, path = "/api/shops/{id}/changes.csv", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), ChangeFilter),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv"), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn get_shop_changes_table(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    Path(id): Path<String>,
    Query(filter): Query<ChangeFilter>,
) -> Result<Response> {
    let turn = app.conversions.turn(&caller.id).await?;
    let mut tx = app.db.read().begin().await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    let sql =
        changes::selected(&format!("{WHERE} ORDER BY kind, title, item_id, language, field, id LIMIT $7"));
    let values = (&id, filter.state, &filter.order, &filter.item, &filter.field, filter.passes, MOST);
    let rows: Vec<Change> = db::query_as(sql).binds(values).fetch_all(&mut *tx).await?;
    drop(tx);
    let separator = csv_file::separator(locale);
    let table = turn.run(move || {
        let head =
            [ID, "item", "title", "language", "field", "state", "old", NEW, "stored", "found", "checks"];
        let line = |change: Change| {
            let checks: Vec<String> = change.checks.iter().map(|check| check.text.say(locale)).collect();
            let state = serde_json::to_value(change.state).unwrap_or_default();
            vec![
                change.id,
                change.item_id,
                change.title,
                change.language,
                change.field,
                state.as_str().unwrap_or_default().to_owned(),
                change.old,
                change.new,
                change.stored.unwrap_or_default(),
                change.found.unwrap_or_default(),
                checks.join(" "),
            ]
        };
        let head = head.map(str::to_owned).to_vec();
        csv_file::table(std::iter::once(head).chain(rows.into_iter().map(line)), separator)
    });
    Ok(csv_file::file(table.await??, &shop.name))
}

/// What an uploaded table has changed.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = ShopChangesTable)]
pub struct UploadedTable {
    pub changed: u64,
    /// Rows without id or text, with an unknown id, or whose change is not open any more.
    pub skipped: u64,
}

/// Upload a table of edited proposals
///
/// Its columns `id` and `new` are read; rows whose text is the same change nothing, and rows without a text, or whose change is not open any more, are skipped.
#[utoipa::path(post, path = "/api/shops/{id}/changes.csv", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path)), request_body(content = Vec<u8>, content_type = "text/csv"),
    responses((status = 200, body = UploadedTable), (status = 422, description = "The table cannot be used"), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn put_shop_changes_table(
    app: App,
    caller: Scoped<ShopsWrite>,
    locale: Locale,
    Path(id): Path<String>,
    bytes: Bytes,
) -> Result<Json<UploadedTable>> {
    let turn = app.conversions.turn(&caller.id).await?;
    let table = turn.run(move || bulk::read_table(&bytes)).await??;
    let column = |name: &str| {
        let place = table.header.iter().position(|known| known.trim().eq_ignore_ascii_case(name));
        place
            .ok_or_else(|| Problem::invalid_field("columns", Text::key("shops.no-column").with("name", name)))
    };
    let (id_column, new_column) = (column(ID)?, column(NEW)?);
    let mut tx = app.db.write_for(&caller.id).await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    let system = systems::find(&app, &caller.id, &shop.plugin).await?.described(locale).await?;
    let mut result = UploadedTable::default();
    for row in &table.rows {
        let cell = |place: usize| row.cells.get(place).filter(|cell| !cell.trim().is_empty());
        let (Some(change), Some(new)) = (cell(id_column), cell(new_column)) else {
            result.skipped += 1;
            continue;
        };
        let known = db::query_scalar("SELECT new FROM shop_changes WHERE shop_id = $1 AND id = $2");
        let known: Option<String> = known.binds((&id, change)).fetch_optional(&mut *tx).await?;
        match known {
            None => {
                result.skipped += 1;
                continue;
            }
            Some(known) if known == *new => continue,
            Some(_) => {}
        }
        match changes::edited(&mut tx, &shop, &system, change, new).await {
            Ok(_) => result.changed += 1,
            Err(problem) if problem.status() == StatusCode::CONFLICT => result.skipped += 1,
            Err(problem) => return Err(problem),
        }
    }
    changed(&app, &mut tx, &caller.id, &id);
    committed(tx, Json(result)).await
}
