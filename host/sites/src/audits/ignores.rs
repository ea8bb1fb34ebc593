//! Findings that a project ignores: a rule on all pages or on one, with a reason and an end.

use super::store::{self, Audit};
use super::{changed, score};
use crate::platform::auth::{AuditsRead, AuditsWrite};
use crate::platform::prelude::*;
use crate::workspace::projects::expect_own;

/// Most of a project.
const MOST: i64 = 1_000;

/// Which ones.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfProject {
    /// The number of the project.
    #[param(minimum = 1)]
    project: i64,
}

/// Findings that a project ignores.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AuditIgnore {
    id: String,
    rule: String,
    /// The address of the page; null for all pages.
    #[schema(required)]
    url: Option<String>,
    reason: String,
    /// When they count again; null for never.
    #[schema(required)]
    until: Option<Timestamp>,
    created_at: Timestamp,
}

impl AuditIgnore {
    /// Whether it is about a finding of this rule on this page, or on the site.
    pub(super) fn is_of(&self, rule: &str, url: Option<&str>) -> bool {
        self.rule == rule && (self.url.is_none() || self.url.as_deref() == url)
    }
}

/// All of a project.
pub(super) async fn all(conn: &mut Conn, project: i64) -> Result<Vec<AuditIgnore>> {
    let sql = format!(
        "{COLUMNS} WHERE project_id = $1 AND (until IS NULL OR until > $2) ORDER BY audit_ignores.url DESC"
    );
    Ok(db::query_as(AssertSqlSafe(sql)).binds((project, Timestamp::now())).fetch_all(conn).await?)
}

const COLUMNS: &str = "SELECT id, rule, NULLIF(url, '') AS url, reason, until, created_at FROM audit_ignores";

/// What a project ignores, newest first
#[utoipa::path(get, path = "/api/audit-ignores", tag = "audits", security(("key" = ["audits:read"])), params(OfProject, Page), responses((status = 200, body = Paged<AuditIgnore>), (status = 404, description = "No such project")))]
pub(super) async fn list_audit_ignores(
    app: App,
    caller: Scoped<AuditsRead>,
    Query(OfProject { project }): Query<OfProject>,
    page: Page,
) -> Result<Json<Paged<AuditIgnore>>> {
    let mut tx = app.db.read().begin().await?;
    expect_own(&mut tx, &caller.id, project).await?;
    caller.expect_project(project)?;
    let count = db::query_scalar("SELECT count(*) FROM audit_ignores WHERE project_id = $1").bind(project);
    let sql = format!("{COLUMNS} WHERE project_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3");
    let rows = db::query_as(AssertSqlSafe(sql)).bind(project);
    Ok(Json(page.fetch(&mut tx, count, rows).await?))
}

/// What to ignore.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct NewIgnore {
    /// The number of the project.
    #[garde(range(min = 1))]
    project: i64,
    /// The id of the rule.
    #[garde(length(chars, min = 1, max = 100))]
    rule: String,
    /// The address of the page; all pages if absent.
    #[garde(length(chars, min = 1, max = 2_000))]
    url: Option<String>,
    /// Why; shown wherever the finding is.
    #[garde(length(chars, min = 1, max = 500))]
    reason: String,
    /// The last day, such as `2027-01-31`; for ever if absent.
    #[garde(skip)]
    #[schema(format = Date)]
    until: Option<String>,
}

/// Ignore a rule on a page, or on all pages
///
/// The counts and the score of the newest audit follow at once.
#[utoipa::path(post, path = "/api/audit-ignores", tag = "audits", security(("key" = ["audits:write"])), request_body = NewIgnore, responses((status = 201, body = AuditIgnore), (status = 404, description = "No such project"), (status = 409, description = "The project ignores as many as it can")))]
pub(super) async fn ignore_finding(
    app: App,
    caller: Scoped<AuditsWrite>,
    json::Valid(new): json::Valid<NewIgnore>,
) -> Result<(StatusCode, Json<AuditIgnore>)> {
    let until = match &new.until {
        Some(day) => {
            let start = Timestamp::of_date(day).filter(|start| start.plus_ms(DAY_MS) > Timestamp::now());
            let start = start.ok_or_else(|| Problem::invalid_field("until", Text::key("audits.until")))?;
            Some(start.plus_ms(DAY_MS))
        }
        None => None,
    };
    let mut tx = app.db.write_for(&caller.id).await?;
    expect_own(&mut tx, &caller.id, new.project).await?;
    caller.expect_project(new.project)?;
    let count: i64 = db::query_scalar("SELECT count(*) FROM audit_ignores WHERE project_id = $1")
        .bind(new.project)
        .fetch_one(&mut *tx)
        .await?;
    refuse_if(count >= MOST, || Problem::conflict("audits.ignores-full").with("max", MOST))?;
    let url = new.url.unwrap_or_default();
    let reason = new.reason.trim();
    db::query(
        "INSERT INTO audit_ignores (id, account_id, project_id, rule, url, reason, until, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (project_id, rule, url) DO UPDATE SET reason = excluded.reason, until = excluded.until",
    )
    .binds((db::new_id(), &caller.id, new.project, &new.rule, &url))
    .binds((reason, until, Timestamp::now()))
    .run(&mut tx)
    .await?;
    let sql = format!("{COLUMNS} WHERE project_id = $1 AND rule = $2 AND url = $3");
    let stored =
        db::query_as(AssertSqlSafe(sql)).binds((new.project, &new.rule, &url)).fetch_one(&mut *tx).await?;
    recount_newest(&app, &mut tx, new.project).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(stored)))
}

/// Stop ignoring
#[utoipa::path(delete, path = "/api/audit-ignores/{id}", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn heed_finding(
    app: App,
    caller: Scoped<AuditsWrite>,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&caller.id).await?;
    let project =
        db::query_scalar("DELETE FROM audit_ignores WHERE id = $1 AND account_id = $2 RETURNING project_id");
    let project: Option<i64> = project.binds((&id, &caller.id)).fetch_optional(&mut *tx).await?;
    let project = project.ok_or_else(Problem::not_found)?;
    caller.expect_project(project)?;
    recount_newest(&app, &mut tx, project).await?;
    tx.commit().await?;
    Ok(no_content())
}

/// Counts the newest audit of a project that is done again.
async fn recount_newest(app: &App, tx: &mut Conn, project: i64) -> Result<()> {
    let newest = db::query_as(store::selected(
        "WHERE project_id = $1 AND state = 'done' ORDER BY number DESC LIMIT 1",
    ));
    let newest: Option<Audit> = newest.bind(project).fetch_optional(&mut *tx).await?;
    if let Some(audit) = newest {
        score::follow(tx, &audit, &BTreeSet::new()).await?;
        changed(app, tx, &audit.account_id, &audit.id);
    }
    Ok(())
}

/// Counts the findings again whose ignoring has ended, in the newest audit of each project.
pub async fn end(app: &App, now: Timestamp) -> Result<()> {
    let ended: Vec<(String, i64)> = db::query_as(
        "SELECT DISTINCT i.account_id, i.project_id FROM audit_ignores i
         JOIN audits a ON a.number = (SELECT MAX(b.number) FROM audits b WHERE b.project_id = i.project_id AND b.state = 'done')
         JOIN audit_rules r ON r.audit = a.number AND r.rule = i.rule AND r.ignored > 0
         JOIN audit_findings f ON f.audit = r.audit AND f.rule = r.number AND f.ignored
         LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE i.until <= $1 AND (i.url = '' OR i.url = p.url) AND NOT EXISTS (SELECT 1 FROM audit_ignores o
             WHERE o.project_id = i.project_id AND o.rule = i.rule AND (o.until IS NULL OR o.until > $1)
               AND (o.url = '' OR o.url = p.url))",
    )
    .bind(now)
    .fetch_all(app.db.read())
    .await?;
    for (account, project) in ended {
        let mut tx = app.db.write_for(&account).await?;
        recount_newest(app, &mut tx, project).await?;
        tx.commit().await?;
    }
    Ok(())
}
