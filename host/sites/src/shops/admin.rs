//! Connected shops for administrators: their state, their pace, and what is going on with them. No text of a shop.

use super::store::{Reading, Reports, Working};
use super::view::{ShopReports, ShopStatus};
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;
use crate::work::egress::{self, HostPace};

/// Which shops to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AdminFilter {
    status: Option<ShopStatus>,
    /// Only those of a shop system.
    system: Option<String>,
    /// A part of the host, the name or the owner's address.
    search: Option<String>,
}

/// A shop of any account.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminShop {
    pub id: String,
    /// The account of its owner.
    pub account_id: String,
    pub owner: String,
    pub owner_email: String,
    /// The tool that is its shop system.
    pub system: String,
    /// The name of the shop system, in the reader's language.
    pub system_name: String,
    pub host: String,
    pub name: String,
    pub status: ShopStatus,
    /// Why it is not connected.
    pub problem: Option<ProblemView>,
    /// The pace of requests; null before the first one.
    pub pace: Option<HostPace>,
    pub reading: Option<Reading>,
    pub working: Option<Working>,
    pub read_at: Option<Timestamp>,
    /// Whether the shop reports changed items by itself; null if its system cannot.
    pub reports: Option<ShopReports>,
    /// Items in the mirror.
    pub items: i64,
    pub written: i64,
    /// Changes that were not written because of a conflict or a refusal.
    pub failed: i64,
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    account_id: String,
    owner: Option<String>,
    owner_email: Option<String>,
    plugin: String,
    host: String,
    name: String,
    status: ShopStatus,
    #[sqlx(try_from = "Stored<Option<Problem>>")]
    problem: Option<Problem>,
    #[sqlx(try_from = "Stored<Option<Reading>>")]
    reading: Option<Reading>,
    #[sqlx(try_from = "Stored<Option<Working>>")]
    working: Option<Working>,
    read_at: Option<Timestamp>,
    #[sqlx(try_from = "Stored<Option<Reports>>")]
    reports: Option<Reports>,
    items: i64,
    written: i64,
    failed: i64,
    created_at: Timestamp,
}

const FROM: &str = "FROM shops s JOIN user_profiles u ON u.id = s.account_id
    WHERE ($1 IS NULL OR s.status = $1) AND ($2 IS NULL OR s.plugin = $2)
        AND ($3 = '' OR lower(s.host) LIKE $3 OR lower(s.name) LIKE $3 OR lower(u.shown_email) LIKE $3)";

/// All connected shops, newest first
#[utoipa::path(get, path = "/api/admin/shops", tag = "admin", params(AdminFilter, Page), responses((status = 200, body = Paged<AdminShop>)))]
pub(super) async fn list_all_shops(
    app: App,
    _: Admin,
    locale: Locale,
    Query(filter): Query<AdminFilter>,
    page: Page,
) -> Result<Json<Paged<AdminShop>>> {
    let search = filter.search.unwrap_or_default().trim().to_lowercase().replace(['%', '_'], "");
    let search = if search.is_empty() { search } else { format!("%{search}%") };
    let values = (filter.status, &filter.system, &search);
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) {FROM}"))).binds(values);
    let sql = format!(
        "SELECT s.id, s.account_id, u.name AS owner, u.shown_email AS owner_email, s.plugin, s.host, s.name, s.status, s.problem, s.reading,
             s.working, s.read_at, s.reports, s.created_at,
             (SELECT count(*) FROM shop_items i WHERE i.shop_id = s.id) AS items,
             (SELECT count(*) FROM shop_changes c WHERE c.shop_id = s.id AND c.state = 'written') AS written,
             (SELECT count(*) FROM shop_changes c WHERE c.shop_id = s.id AND c.state IN ('conflict', 'failed', 'undo-conflict')) AS failed
         {FROM} ORDER BY s.id DESC LIMIT $4 OFFSET $5"
    );
    let rows: Paged<Row> = page.fetch(&mut tx, count, db::query_as(AssertSqlSafe(sql)).binds(values)).await?;
    let shelf = app.part::<Tools>().shelf();
    let mut data = Vec::with_capacity(rows.data.len());
    for row in rows.data {
        let pace = egress::pace_of(&mut tx, &row.account_id, &row.host).await?;
        data.push(AdminShop {
            id: row.id,
            account_id: row.account_id,
            owner: row.owner.unwrap_or_default(),
            owner_email: row.owner_email.unwrap_or_default(),
            system_name: shelf.name_of(&row.plugin, locale),
            system: row.plugin,
            host: row.host,
            name: row.name,
            status: row.status,
            problem: row.problem.map(|problem| problem.render(locale)),
            pace,
            reading: row.reading,
            working: row.working,
            read_at: row.read_at,
            reports: row.reports.map(|reports| ShopReports::of(reports, locale)),
            items: row.items,
            written: row.written,
            failed: row.failed,
            created_at: row.created_at,
        });
    }
    Ok(Json(page.of(data, rows.total)))
}
