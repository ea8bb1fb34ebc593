//! The site as a tree of paths, level by level.

use super::store;
use crate::platform::auth::AuditsRead;
use crate::platform::db::Either;
use crate::platform::prelude::*;

/// Children of a path that are shown.
const CHILDREN: i64 = 500;

/// A path of the tree.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Below {
    /// The address of a folder, which ends with `/`; the hosts of the site if absent.
    path: Option<String>,
}

/// A folder or a page below a path.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct TreeNode {
    /// Its address; a folder ends with `/`.
    url: String,
    /// Fetched pages in it, or 1.
    pages: i64,
    /// The fewest clicks from the start to one of them; null if no path of links leads there.
    #[schema(required)]
    depth: Option<i64>,
    /// Findings on them.
    errors: i64,
    warnings: i64,
    /// The number of the page with exactly this address; null if there is none.
    #[schema(required)]
    number: Option<i64>,
    /// Its status.
    #[schema(required)]
    status: Option<i64>,
}

/// The folders and pages below a path, the largest first
#[utoipa::path(get, path = "/api/audits/{id}/tree", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), Below), responses((status = 200, body = Vec<TreeNode>)))]
pub(super) async fn get_audit_tree(
    app: App,
    caller: Scoped<AuditsRead>,
    Path(id): Path<String>,
    Query(below): Query<Below>,
) -> Result<Json<Vec<TreeNode>>> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let path = below.path.unwrap_or_default();
    // The next part of an address: to the next "/" after the path, or for hosts to the one after "://".
    let (lite, pg) = if path.is_empty() { (HOST_LITE, HOST_PG) } else { (PART_LITE, PART_PG) };
    let sql = |part: &str| {
        AssertSqlSafe(format!(
            "SELECT part AS url, count(*) AS pages, NULLIF(MIN(depth), 4294967295) AS depth,
                 CAST(SUM(errors) AS BIGINT) AS errors, CAST(SUM(warnings) AS BIGINT) AS warnings,
                 MIN(CASE WHEN url = part THEN number END) AS number, MIN(CASE WHEN url = part THEN status END) AS status
             FROM (SELECT {part} AS part, url, depth, errors, warnings, number, status FROM audit_pages
                 WHERE audit = $1 AND url > $2 AND url < $3 AND role = 0 AND batch >= 0) AS t
             GROUP BY part ORDER BY 2 DESC, part LIMIT {CHILDREN}"
        ))
    };
    let end = format!("{path}\u{10ffff}");
    let nodes = db::query_as(Either { lite: sql(lite), pg: sql(pg) }).binds((audit.number, &path, end));
    Ok(Json(nodes.fetch_all(app.db.read()).await?))
}

const PART_LITE: &str = "CASE WHEN instr(substr(url, length($2) + 1), '/') > 0
    THEN substr(url, 1, length($2) + instr(substr(url, length($2) + 1), '/')) ELSE url END";
const PART_PG: &str = "CASE WHEN strpos(substr(url, length($2) + 1), '/') > 0
    THEN substr(url, 1, length($2) + strpos(substr(url, length($2) + 1), '/')) ELSE url END";
const HOST_LITE: &str =
    "substr(url, 1, instr(url, '://') + 2 + instr(substr(url, instr(url, '://') + 3), '/'))";
const HOST_PG: &str =
    "substr(url, 1, strpos(url, '://') + 2 + strpos(substr(url, strpos(url, '://') + 3), '/'))";
