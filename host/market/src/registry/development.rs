//! Versions in development: `sitewright plugin dev` uploads one after each change. It gets the checks of any package,
//! but needs no signature, since it serves only the account that uploaded it. The next upload replaces it.

use sitewright_package::{Package, Permission, digest};

use super::change::Change;
use super::check::{self, Checked, permissions_of};
use super::fetch::most;
use super::install;
use super::reason::{PackageProblem, refusal};
use super::rights::Developer;
use crate::messages::realtime;
use crate::platform::prelude::*;

/// Plugins in development per account.
const MOST: i64 = 50;
/// How long an unused development version is kept.
const KEPT_DAYS: i64 = 30;
/// A development version of the caller.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct Development {
    #[schema(example = "product-faq")]
    plugin: String,
    version: String,
    /// SHA-256 of the package.
    digest: String,
    /// What its component imports.
    #[schema(value_type = Vec<String>)]
    #[sqlx(skip)]
    permissions: Vec<Permission>,
    /// The path of its page on this server.
    #[schema(example = "/app/tools/product-faq")]
    #[sqlx(skip)]
    page: String,
    updated_at: Timestamp,
}

/// An accepted development version.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DevelopmentTaken {
    #[serde(flatten)]
    development: Development,
    /// What would prevent its installation on this server, such as an existing version.
    notes: Vec<PackageProblem>,
}

#[derive(sqlx::FromRow)]
struct Listed {
    #[sqlx(flatten)]
    development: Development,
    permissions: String,
}

impl Listed {
    fn view(self) -> Development {
        let page = format!("/app/tools/{}", self.development.plugin);
        Development { page, permissions: permissions_of(Some(&self.permissions)), ..self.development }
    }
}

/// Your versions in development, newest first
#[utoipa::path(get, path = "/api/development/plugins", tag = "plugins", security(("key" = ["plugins:write"])), params(Page),
    responses((status = 200, body = Paged<Development>)))]
pub async fn list_developments(
    app: App,
    Developer(caller): Developer,
    page: Page,
) -> Result<Json<Paged<Development>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM plugin_developments WHERE account_id = $1");
    let rows = db::query_as(
        "SELECT plugin, version, digest, permissions, updated_at FROM plugin_developments WHERE account_id = $1
         ORDER BY updated_at DESC, plugin LIMIT $2 OFFSET $3",
    );
    Ok(Json(page.fetch(&mut tx, count.bind(&caller.id), rows.bind(&caller.id)).await?.map(Listed::view)))
}

/// Upload a version in development
///
/// The body is the package itself, which needs no signature. It serves only the caller's account, at once, and
/// replaces the previous upload.
#[utoipa::path(post, path = "/api/development/plugins", tag = "plugins", security(("key" = ["plugins:write"])),
    request_body(content(("application/octet-stream"))), responses(
    (status = 201, body = DevelopmentTaken),
    (status = 409, description = "The account's limit of plugins in development is reached"),
    (status = 422, description = "It is refused; `errors` lists what is wrong, by file"),
))]
pub async fn put_development(
    app: App,
    Developer(caller): Developer,
    locale: Locale,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let bytes = json::read(&app, &headers, body, most()).await?;
    let Checked { digest, bytes, found } = check::check_as(&app, &caller.id, bytes, true).await?;
    let package = found.map_err(|reasons| refusal(&digest, reasons))?;
    let id = package.manifest.id.as_str();
    caller.expect_tool(id)?;
    let mut change = Change::begin(&app, "develop").await?;
    let tx = &mut change.tx;
    let revoked = check::revocations(tx, &package).await?;
    refuse_if(!revoked.is_empty(), || refusal(&digest, revoked))?;
    expect_room(tx, &caller.id, id).await?;
    let notes = check::objections(&app, tx, &package).await?;
    let row = save(tx, &caller.id, &package, &bytes).await?;
    change.finish(&[]).await?;
    publish(&app, &caller.id, id, &[]);
    let notes = notes.into_iter().map(|reason| reason.render(locale)).collect();
    let taken = DevelopmentTaken { development: row.view(), notes };
    Ok((StatusCode::CREATED, Json(taken)).into_response())
}

async fn expect_room(tx: &mut Conn, account: &str, plugin: &str) -> Result<()> {
    let query =
        db::query_scalar("SELECT count(*) FROM plugin_developments WHERE account_id = $1 AND plugin <> $2");
    let others: i64 = query.binds((account, plugin)).fetch_one(tx).await?;
    let problem = || Problem::conflict("registry.too-many-developments").with("most", MOST);
    refuse_if(others >= MOST, problem)
}

async fn save(tx: &mut Conn, account: &str, package: &Package, bytes: &[u8]) -> Result<Listed> {
    let (kind, program) = install::program_of(package);
    let icon = package.files.get("icon.svg").map(Vec::as_slice).unwrap_or_default();
    let saved = db::query_as(
        "INSERT INTO plugin_developments (account_id, plugin, digest, version, program, component, component_bytes, permissions, manifest,
             descriptors, icon, content, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (account_id, plugin) DO UPDATE SET digest = excluded.digest, version = excluded.version, program = excluded.program,
             component = excluded.component, component_bytes = excluded.component_bytes, permissions = excluded.permissions,
             manifest = excluded.manifest, descriptors = excluded.descriptors, icon = excluded.icon, content = excluded.content,
             updated_at = excluded.updated_at
         RETURNING plugin, version, digest, permissions, updated_at",
    )
    .binds((account, &package.manifest.id, &package.digest, &package.manifest.version, kind))
    .binds((digest(program), i64::try_from(program.len()).unwrap_or(i64::MAX)))
    .binds((serde_json::to_string(&package.permissions)?, serde_json::to_string(&package.manifest)?))
    .binds((install::descriptors(package)?, String::from_utf8_lossy(icon).into_owned(), bytes.to_vec()))
    .bind(Timestamp::now());
    Ok(saved.fetch_one(tx).await?)
}

/// Delete a version in development
///
/// The account gets the released version again.
#[utoipa::path(delete, path = "/api/development/plugins/{id}", tag = "plugins", security(("key" = ["plugins:write"])),
    params(("id" = String, Path)), responses((status = 204)))]
pub async fn delete_development(app: App, Developer(caller): Developer, Id(id): Id) -> Result<Response> {
    let mut change = Change::begin(&app, "undevelop").await?;
    let query = db::query("DELETE FROM plugin_developments WHERE account_id = $1 AND plugin = $2");
    let done = query.binds((&caller.id, &id)).execute(&mut *change.tx).await?;
    refuse_if(done.rows_affected() == 0, Problem::not_found)?;
    change.finish(&[]).await?;
    publish(&app, &caller.id, &id, &[]);
    Ok(no_content())
}

/// The uploaded package
///
/// Your own development version; administrators get every installed package.
#[utoipa::path(get, path = "/api/development/packages/{id}", tag = "plugins", security(("key" = ["plugins:write"])),
    params(("id" = String, Path, description = "SHA-256 of the package")),
    responses((status = 200, description = "The package", content_type = "application/octet-stream")))]
pub async fn get_package_file(app: App, Developer(caller): Developer, Id(digest): Id) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let query =
        db::query_scalar("SELECT content FROM plugin_developments WHERE digest = $1 AND account_id = $2");
    let mut content: Option<Vec<u8>> = query.binds((&digest, &caller.id)).fetch_optional(&mut conn).await?;
    if content.is_none() && caller.role != Role::User {
        content = db::query_scalar("SELECT content FROM package_files WHERE digest = $1")
            .bind(&digest)
            .fetch_optional(&mut conn)
            .await?;
    }
    let content = content.ok_or_else(Problem::not_found)?;
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], content).into_response())
}

/// Deletes development versions that were not used for long.
pub async fn clear(db: &Db) -> Result<()> {
    let query = db::query("DELETE FROM plugin_developments WHERE updated_at < $1");
    query.bind(Timestamp::now().plus_ms(-KEPT_DAYS * DAY_MS)).run(&mut db.write_alone().await?).await
}

/// Errors per report, and characters of each.
const MOST_ERRORS: usize = 20;
const ERROR_CHARS: usize = 500;

/// Why the last change of a plugin's folder did not become a version.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DevelopmentErrors {
    /// The errors, one per line with its position.
    #[garde(length(min = 1, max = MOST_ERRORS), inner(length(chars, min = 1, max = ERROR_CHARS)))]
    #[schema(min_items = 1, max_items = 20)]
    mistakes: Vec<String>,
}

/// Report why there is no newer version in development
///
/// Open pages of the tool show it with the previous version, until there is a newer one. Nothing is stored.
#[utoipa::path(put, path = "/api/development/plugins/{id}/mistakes", tag = "plugins", security(("key" = ["plugins:write"])),
    params(("id" = String, Path)), request_body = DevelopmentErrors, responses((status = 204)))]
pub async fn report_errors(
    app: App,
    Developer(caller): Developer,
    Id(id): Id,
    Valid(report): Valid<DevelopmentErrors>,
) -> Result<Response> {
    let query = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM plugin_developments WHERE account_id = $1 AND plugin = $2)",
    );
    let is_there: bool = query.binds((&caller.id, &id)).fetch_one(app.db.read()).await?;
    refuse_if(!is_there, Problem::not_found)?;
    publish(&app, &caller.id, &id, &report.mistakes);
    Ok(no_content())
}

/// Publishes to the author's open pages that there is a new version, or its errors.
pub fn publish(app: &App, account: &str, plugin: &str, errors: &[String]) {
    realtime::publish_now(app, account, "development.changed", &json!({ "id": plugin, "mistakes": errors }));
}
