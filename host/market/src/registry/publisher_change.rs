//! Changing a publisher's name and level; and the reach of its packages, for administrators who are about to change
//! or revoke something.

use super::change::Change;
use super::check::key_forms;
use super::publishers::PublisherLevel;
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// The period, in days.
const DAYS: i64 = 30;

/// The changes to a publisher.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PublisherEdit {
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120, example = "Acme")]
    name: String,
    #[garde(skip)]
    level: PublisherLevel,
}

/// Change a publisher's name and level
///
/// The level applies to packages that are installed from now on; installed ones keep theirs.
#[utoipa::path(put, path = "/api/admin/publishers/{id}", tag = "admin", params(("id" = String, Path)), request_body = PublisherEdit,
    responses((status = 204)))]
pub async fn change_publisher(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(edit): Valid<PublisherEdit>,
) -> Result<Response> {
    // The catalogue shows the name.
    let mut change = Change::begin(&app, "rename").await?;
    let tx = &mut change.tx;
    let query = db::query_as("SELECT name, level FROM publishers WHERE id = $1");
    let before: Option<(String, PublisherLevel)> = query.bind(&id).fetch_optional(&mut **tx).await?;
    let (name, level) = before.ok_or_else(Problem::not_found)?;
    if (&name, level) == (&edit.name, edit.level) {
        return Ok(no_content());
    }
    let query = db::query("UPDATE publishers SET name = $2, level = $3 WHERE id = $1");
    query.binds((&id, &edit.name, edit.level)).execute(&mut **tx).await?;
    let details = json!({ "from": level, "to": edit.level, "name": edit.name });
    let subject = Subject::of("publisher", &id, &edit.name);
    by.record(tx, "publisher.changed", subject, details).await?;
    change.finish(&[]).await?;
    Ok(no_content())
}

/// The subject of the reach.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReachOf {
    /// Only packages signed by this key.
    key: Option<String>,
}

/// The reach of a publisher's packages.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublisherReach {
    /// Versions that are stored and not revoked.
    packages: i64,
    /// Their plugins.
    plugins: i64,
    /// Accounts that used one of these versions in the last 30 days, and their runs.
    accounts: i64,
    runs: i64,
}

/// The reach of a publisher's packages, or of those signed by one key
#[utoipa::path(get, path = "/api/admin/publishers/{id}/reach", tag = "admin", params(("id" = String, Path), ReachOf),
    responses((status = 200, body = PublisherReach)))]
pub async fn get_publisher_reach(
    app: App,
    _: Admin,
    Id(id): Id,
    Query(of): Query<ReachOf>,
) -> Result<Json<PublisherReach>> {
    const OF: &str = "JOIN publisher_keys y ON y.id = k.key_id WHERE y.publisher_id = $1 AND ($2 IS NULL OR y.id IN ($2, $3))";
    let mut tx = app.db.read().begin().await?;
    let query = db::query_scalar("SELECT EXISTS (SELECT 1 FROM publishers WHERE id = $1)");
    let is_known: bool = query.bind(&id).fetch_one(&mut *tx).await?;
    refuse_if(!is_known, Problem::not_found)?;
    let sql = format!(
        "SELECT COUNT(*), COUNT(DISTINCT k.plugin) FROM packages k {OF} AND k.state IN ('waiting', 'ready', 'quarantined')"
    );
    let [stored, shown] = of.key.as_deref().map(key_forms).map_or([None, None], |forms| forms.map(Some));
    let query = db::query_as(AssertSqlSafe(sql)).binds((&id, &stored, &shown));
    let (packages, plugins) = query.fetch_one(&mut *tx).await?;
    let sql = format!(
        "SELECT COUNT(DISTINCT r.account_id), COUNT(*) FROM customer_runs r JOIN packages k ON k.digest = r.package_digest {OF} AND r.created_at >= $4"
    );
    let from = Timestamp::now().plus_ms(-DAYS * DAY_MS);
    let query = db::query_as(AssertSqlSafe(sql)).binds((&id, &stored, &shown, from));
    let (accounts, runs) = query.fetch_one(&mut *tx).await?;
    Ok(Json(PublisherReach { packages, plugins, accounts, runs }))
}
