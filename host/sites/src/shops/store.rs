//! The table of shops.

use crate::platform::prelude::*;

const COLUMNS: &str = "SELECT id, account_id, project_id, connection_id, plugin, host, name, url, languages, status, problem, reading, \
    round, read_at, working, nightly, reports, created_at FROM shops";

/// A row of `shops`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Shop {
    pub id: String,
    pub account_id: String,
    pub project_id: Option<i64>,
    pub connection_id: String,
    /// The tool that is its shop system.
    pub plugin: String,
    pub host: String,
    pub name: String,
    pub url: String,
    /// Language tags, the main one first.
    #[sqlx(try_from = "Stored<Vec<String>>")]
    pub languages: Vec<String>,
    pub status: super::ShopStatus,
    #[sqlx(try_from = "Stored<Option<Problem>>")]
    pub problem: Option<Problem>,
    #[sqlx(try_from = "Stored<Option<Reading>>")]
    pub reading: Option<Reading>,
    pub round: i64,
    pub read_at: Option<Timestamp>,
    #[sqlx(try_from = "Stored<Option<Working>>")]
    pub working: Option<Working>,
    #[sqlx(try_from = "Stored<Option<Nightly>>")]
    pub nightly: Option<Nightly>,
    /// Whether the shop reports changes; `None` if it was not asked.
    #[sqlx(try_from = "Stored<Option<Reports>>")]
    pub reports: Option<Reports>,
    pub created_at: Timestamp,
}

/// Whether a shop reports changed items by itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Reports {
    pub on: bool,
    /// Why it does not.
    pub problem: Option<Problem>,
}

/// Where the reading of a whole shop is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Reading {
    /// The kind of items that is being read.
    pub kind: String,
    /// Items read so far, of all kinds.
    pub done: i64,
    /// Items of all kinds, as far as the shop says; 0 if it does not.
    pub total: i64,
    /// Where the next page of the kind begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub after: Option<String>,
    /// Whether it was begun by the night, and texts are written at its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(ignore)]
    pub nightly: bool,
    /// Items of a page, if pages have to be smaller than the plugin says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub limit: Option<u32>,
}

/// What is written every night for items that have no such text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nightly {
    /// A tool with its recipe: see `/api/shops/{id}/writers`.
    #[schema(example = "product-description")]
    pub tool: String,
    #[serde(default)]
    pub recipe: usize,
    /// The kind of items.
    #[schema(example = "product")]
    pub kind: String,
    /// The field that is empty.
    #[schema(example = "html")]
    pub field: String,
    /// The fields to propose; all that the tool writes if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub fields: Option<Vec<String>>,
    /// The language to write; the main one if absent.
    #[serde(default)]
    #[schema(required = false)]
    pub language: Option<String>,
}

/// What is being done with changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Doing {
    /// Writes approved changes to the shop.
    Write,
    /// Writes the replaced texts back.
    Undo,
    /// Compares approved changes with the shop, without writing.
    Compare,
}

text_column!(Doing);

/// The progress of that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Working {
    #[serde(rename = "do")]
    pub doing: Doing,
    pub done: i64,
    pub total: i64,
    /// Of `done`: texts that were edited in the shop, and stay.
    #[serde(default)]
    pub conflicts: i64,
    /// Of `done`: texts that the shop has refused.
    #[serde(default)]
    pub failed: i64,
}

fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{COLUMNS} {rest}"))
}

/// Finds a shop of this account.
pub(super) async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<Shop> {
    let shop = db::query_as(selected("WHERE id = $1 AND account_id = $2")).binds((id, account));
    shop.fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// Finds a shop that the caller may access: for a key, of its project, and with a shop system among its tools.
pub(super) async fn find_open(conn: &mut Conn, caller: &Caller, id: &str) -> Result<Shop> {
    let shop = find(conn, &caller.id, id).await?;
    caller.expect_reach(&shop.plugin, shop.project_id)?;
    Ok(shop)
}

/// A shop of any account; `None` if it was removed.
pub(super) async fn load(conn: &mut Conn, id: &str) -> Result<Option<Shop>> {
    Ok(db::query_as(selected("WHERE id = $1")).bind(id).fetch_optional(conn).await?)
}

/// The shop of a connection.
pub(super) async fn of_connection(conn: &mut Conn, connection: &str) -> Result<Option<String>> {
    let shop = db::query_scalar("SELECT id FROM shops WHERE connection_id = $1").bind(connection);
    Ok(shop.fetch_optional(conn).await?)
}

/// The public address of the shop of a connection.
pub(super) async fn url_of_connection(conn: &mut Conn, connection: &str) -> Result<Option<String>> {
    let url = db::query_scalar("SELECT url FROM shops WHERE connection_id = $1").bind(connection);
    Ok(url.fetch_optional(conn).await?)
}

/// Forgets whether the shop reports changes: its next reading asks it again, with another secret.
pub(super) async fn forget_reports(conn: &mut Conn, id: &str) -> Result<()> {
    db::query("UPDATE shops SET reports = NULL WHERE id = $1").bind(id).run(conn).await
}

/// The shops that the caller may access, newest first.
pub(super) async fn list(conn: &mut Conn, caller: &Caller, page: Page) -> Result<Paged<Shop>> {
    let tools = caller.tools().unwrap_or_default();
    let only = match caller.tools() {
        Some(_) => format!(" AND plugin IN ({})", db::places(3, tools.len())),
        None => String::new(),
    };
    let condition = format!("WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2){only}");
    let (limit, offset) = (3 + tools.len(), 4 + tools.len());
    let rows = selected(&format!("{condition} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}"));
    let count = AssertSqlSafe(format!("SELECT count(*) FROM shops {condition}"));
    let mut count = db::query_scalar(count).binds((&caller.id, caller.project()));
    let mut rows = db::query_as(rows).binds((&caller.id, caller.project()));
    for tool in tools {
        (count, rows) = (count.bind(tool), rows.bind(tool));
    }
    page.fetch(conn, count, rows).await
}

/// Shops of an account.
pub(super) async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    Ok(db::query_scalar("SELECT count(*) FROM shops WHERE account_id = $1")
        .bind(account)
        .fetch_one(conn)
        .await?)
}

pub(super) async fn insert(conn: &mut Conn, shop: &Shop) -> Result<()> {
    db::query(
        "INSERT INTO shops (id, account_id, project_id, connection_id, plugin, host, name, url, languages, status, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .binds((&shop.id, &shop.account_id, shop.project_id, &shop.connection_id, &shop.plugin, &shop.host))
    .binds((&shop.name, &shop.url, Stored(&shop.languages), shop.status, shop.created_at))
    .run(conn)
    .await
}

/// Stores whether the shop can be reached, and why not.
pub(super) async fn set_status(
    conn: &mut Conn,
    id: &str,
    status: super::ShopStatus,
    problem: Option<&Problem>,
) -> Result<()> {
    let query = db::query("UPDATE shops SET status = $2, problem = $3 WHERE id = $1");
    query.binds((id, status, Stored(problem))).run(conn).await
}

/// Stores what is being done with changes; `None` at its end.
pub(super) async fn set_working(conn: &mut Conn, id: &str, working: Option<&Working>) -> Result<()> {
    let query = db::query("UPDATE shops SET working = $2 WHERE id = $1");
    query.binds((id, Stored(working))).run(conn).await
}

/// For the export of a user's data: shops and the changes of their texts.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    #[derive(Serialize, sqlx::FromRow)]
    struct Change {
        shop: String,
        kind: String,
        item_id: String,
        title: String,
        language: String,
        field: String,
        state: String,
        old: String,
        new: String,
        created_at: Timestamp,
        written_at: Option<Timestamp>,
    }
    Box::pin(async move {
        let shops: Vec<Shop> = db::query_as(selected("WHERE account_id = $1 ORDER BY id"))
            .bind(account)
            .fetch_all(&mut *conn)
            .await?;
        let entry = |shop: &Shop| json!({ "id": shop.id, "system": shop.plugin, "host": shop.host, "name": shop.name, "created_at": shop.created_at });
        let changes: Vec<Change> = db::query_as(
            "SELECT s.host AS shop, c.kind, c.item_id, c.title, c.language, c.field, c.state, c.old, c.new, c.created_at, c.written_at
             FROM shop_changes c JOIN shops s ON s.id = c.shop_id WHERE s.account_id = $1 ORDER BY c.id",
        )
        .bind(account)
        .fetch_all(conn)
        .await?;
        let shops: Vec<_> = shops.iter().map(entry).collect();
        Ok(vec![File::json("shops.json", &shops)?, File::json("shop-changes.json", &changes)?])
    })
}
