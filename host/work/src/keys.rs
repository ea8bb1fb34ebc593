//! API keys for programs and agents: created by a user and shown once, limited by scopes and by words, revoked at
//! once. `auth/keys.rs` describes how a route accepts a key.

mod caller;
mod create;
mod spending;

use crate::platform::auth::{AnyKey, FindCaller};
use crate::platform::prelude::*;

pub use create::{lend, take_back};
pub use spending::KeyMonth;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("api_keys", &["account_id"]), Table::new("api_key_months")],
    views: &["unrevoked_api_keys"],
    personal_data: || Belongings { export: Some(own_files), ..Default::default() },
    open: |app| Ok(app.with(FindCaller(|app, secret| Box::pin(caller::find(app, secret))))),
    ..Slice::new("keys")
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_api_keys, create::create_api_key))
        .routes(routes!(revoke_api_key))
        .routes(routes!(get_own_api_key))
}

/// A key as its owner sees it, without the secret.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = ApiKey)]
struct KeyView {
    id: String,
    name: String,
    /// The first characters of the key.
    #[schema(example = "sw_3f9c01")]
    prefix: String,
    #[sqlx(try_from = "Stored<Vec<Scope>>")]
    scopes: Vec<Scope>,
    /// The ids of the tools that it may use; null for all.
    #[schema(required)]
    #[sqlx(try_from = "Stored<Option<Vec<String>>>")]
    tools: Option<Vec<String>>,
    /// The project that it is bound to; null for any.
    #[schema(required)]
    project_id: Option<i64>,
    /// Words that its runs may use in a calendar month (UTC); null if only the account's balance limits them.
    #[schema(required)]
    monthly_words: Option<i64>,
    /// Words that runs started with it this month have used or reserved.
    words_this_month: i64,
    /// The same since it was created.
    words: i64,
    created_at: Timestamp,
    #[schema(required)]
    expires_at: Option<Timestamp>,
    /// Precise to a minute.
    #[schema(required)]
    last_used_at: Option<Timestamp>,
    #[schema(required)]
    revoked_at: Option<Timestamp>,
}

/// Keys of the account `$1` with the words of the month `$2`; `tail` is SQL from the code.
async fn select(conn: &mut Conn, account: &str, tail: &str, id: Option<&str>) -> Result<Vec<KeyView>> {
    let sql = format!(
        "SELECT k.id, k.name, k.prefix, k.scopes, k.tools, k.project_id, k.monthly_words, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
             CAST(COALESCE((SELECT SUM(words) FROM api_key_months m WHERE m.key_id = k.id AND m.month = $2), 0) AS BIGINT) AS words_this_month,
             CAST(COALESCE((SELECT SUM(words) FROM api_key_months m WHERE m.key_id = k.id), 0) AS BIGINT) AS words
         FROM api_keys k WHERE k.account_id = $1 AND ($3 IS NULL OR k.id = $3) {tail}"
    );
    let keys = db::query_as(AssertSqlSafe(sql)).binds((account, spending::month_of(Timestamp::now()), id));
    Ok(keys.fetch_all(conn).await?)
}

async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<KeyView> {
    select(conn, account, "", Some(id)).await?.pop().ok_or_else(Problem::not_found)
}

/// Keys of your account, revoked ones last
#[utoipa::path(get, path = "/api/keys", tag = "keys", params(Page), responses((status = 200, body = Paged<KeyView>)))]
async fn list_api_keys(app: App, user: User, page: Page) -> Result<Json<Paged<KeyView>>> {
    let mut tx = app.db.read().begin().await?;
    let total = db::query_scalar("SELECT count(*) FROM api_keys WHERE account_id = $1");
    let total: i64 = total.bind(&user.id).fetch_one(&mut *tx).await?;
    // Parsed numbers, so they are safe in SQL.
    let tail = format!(
        "ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC LIMIT {} OFFSET {}",
        page.limit(),
        page.offset()
    );
    let keys = select(&mut tx, &user.id, &tail, None).await?;
    Ok(Json(page.of(keys, total)))
}

/// The key of this request: its scopes, and how many words it has used
#[utoipa::path(get, path = "/api/key", tag = "keys", security(("key" = [])), responses((status = 200, body = KeyView)))]
async fn get_own_api_key(app: App, AnyKey(caller): AnyKey) -> Result<Json<KeyView>> {
    let key = caller.key.as_ref().ok_or_else(Problem::unauthenticated)?;
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(find(&mut conn, &caller.id, &key.id).await?))
}

/// Revoke a key: it stops working at once, and its running runs get no more words
#[utoipa::path(delete, path = "/api/keys/{id}", tag = "keys", params(("id" = String, Path)), responses((status = 204)))]
async fn revoke_api_key(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let done = db::query(
        "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE id = $1 AND account_id = $2",
    );
    let done = done.binds((&id, &user.id, Timestamp::now())).execute(&mut *tx).await?;
    tx.commit().await?;
    if done.rows_affected() == 0 { Err(Problem::not_found()) } else { Ok(no_content()) }
}

/// The keys, for the export of a user's data.
fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let keys = select(conn, account, "ORDER BY k.id", None).await?;
        Ok(if keys.is_empty() { Vec::new() } else { vec![File::json("api-keys.json", &keys)?] })
    })
}
