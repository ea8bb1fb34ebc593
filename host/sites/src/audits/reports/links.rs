//! Links that show a report to readers without an account, until they expire or are withdrawn.

use super::{answer, content};
use crate::audits::store::{self, Audit};
use crate::audits::{AuditState, view};
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;
use crate::workspace::projects::expect_own;

/// How often one address may open links.
const OPENED: Limit = Limit::new(60, MINUTE);
/// Links of an account that work. Each holds a page.
const MOST: i64 = 1_000;
const LEVEL: i32 = 9;
/// A page is at most this large when it is decompressed.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// A language of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Preview {
    /// The reader's language if absent.
    #[param(inline)]
    language: Option<Locale>,
}

/// The report of an audit, as a link would show it
#[utoipa::path(get, path = "/api/audits/{id}/report", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), Preview),
    responses((status = 200, body = String, content_type = "text/html"), (status = 409, description = "It is not done")))]
pub(super) async fn preview_audit_report(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path(id): Path<String>,
    Query(preview): Query<Preview>,
) -> Result<Response> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    refuse_if(audit.state != AuditState::Done, || Problem::conflict("audits.state"))?;
    let html = content::html(&app, &audit, preview.language.unwrap_or(locale)).await?;
    Ok(answer::page(StatusCode::OK, html))
}

/// A link to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAuditReport {
    #[garde(skip)]
    language: Locale,
    /// Days until it expires; absent for a link that works until it is withdrawn.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 365)))]
    #[schema(minimum = 1, maximum = 365)]
    expires_in_days: Option<i64>,
}

/// A link to a report. The link itself is shown only when it is created.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AuditReport {
    id: String,
    audit_id: String,
    /// When the audit ended.
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// From 0 to 100, with two decimals.
    #[sqlx(skip)]
    score: f64,
    #[serde(skip)]
    hundredths: Option<i64>,
    language: Locale,
    /// Whether it was made to be mailed.
    mailed: bool,
    created_at: Timestamp,
    /// Null if it works until it is withdrawn.
    #[schema(required)]
    expires_at: Option<Timestamp>,
}

impl AuditReport {
    fn scored(self) -> Self {
        Self { score: view::points(self.hundredths.unwrap_or_default()), ..self }
    }
}

const COLUMNS: &str = "SELECT r.id, r.audit_id, a.ended_at, a.score AS hundredths, r.language, r.mailed, r.created_at, r.expires_at
    FROM audit_reports r JOIN audits a ON a.id = r.audit_id";

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MadeAuditReport {
    report: AuditReport,
    /// The link itself, shown only this once.
    link: String,
}

/// A page that is stored with a link.
pub(super) struct New<'a> {
    pub audit: &'a Audit,
    pub language: Locale,
    pub html: &'a str,
    pub mailed: bool,
    pub days: Option<i64>,
}

/// Stores a link with its page; returns its id and the link.
pub(super) async fn make(app: &App, tx: &mut Conn, new: New<'_>) -> Result<(String, String)> {
    let (id, token, now) = (db::new_id(), new_secret(), Timestamp::now());
    let content = zstd::encode_all(new.html.as_bytes(), LEVEL).map_err(Problem::internal)?;
    db::query(
        "INSERT INTO audit_reports (id, account_id, audit_id, token_hash, language, mailed, content, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .binds((&id, &new.audit.account_id, &new.audit.id, hash_of(&token), new.language))
    .binds((new.mailed, content, now, new.days.map(|days| now.plus_ms(days * DAY_MS))))
    .run(tx)
    .await?;
    Ok((id, format!("{}/api/shared-audits/{token}", app.url())))
}

/// Share the report of an audit by a link
///
/// Everyone with the link can read the report, without an account. It shows what the audit has found until now.
#[utoipa::path(post, path = "/api/audits/{id}/reports", tag = "audits", params(("id" = String, Path)), request_body = NewAuditReport,
    responses((status = 201, body = MadeAuditReport), (status = 409, description = "It is not done, or too many links work")))]
pub(super) async fn share_audit_report(
    app: App,
    user: User,
    Path(id): Path<String>,
    Valid(new): Valid<NewAuditReport>,
) -> Result<Response> {
    let audit = store::load(&mut app.db.read().acquire().await?, &id).await?;
    let audit = audit.filter(|audit| audit.account_id == user.id).ok_or_else(Problem::not_found)?;
    refuse_if(audit.state != AuditState::Done, || Problem::conflict("audits.state"))?;
    let html = content::html(&app, &audit, new.language).await?;
    let mut tx = app.db.write_for(&user.id).await?;
    let links = db::query_scalar("SELECT count(*) FROM audit_reports WHERE account_id = $1").bind(&user.id);
    let links: i64 = links.fetch_one(&mut *tx).await?;
    refuse_if(links >= MOST, || Problem::conflict("audits.links-full").with("max", MOST))?;
    let days = new.expires_in_days;
    let made = New { audit: &audit, language: new.language, html: &html, mailed: false, days };
    let (id, link) = make(&app, &mut tx, made).await?;
    let report = db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE r.id = $1"))).bind(&id);
    let report: AuditReport = report.fetch_one(&mut *tx).await?;
    tx.commit().await?;
    let made = MadeAuditReport { report: report.scored(), link };
    Ok((StatusCode::CREATED, NO_STORE, Json(made)).into_response())
}

/// The links to the reports of a project, newest first
#[utoipa::path(get, path = "/api/projects/{id}/audit-reports", tag = "audits", params(("id" = i64, Path), Page), responses((status = 200, body = Paged<AuditReport>)))]
pub(super) async fn list_audit_reports(
    app: App,
    user: User,
    Path(project): Path<i64>,
    page: Page,
) -> Result<Json<Paged<AuditReport>>> {
    let mut tx = app.db.read().begin().await?;
    expect_own(&mut tx, &user.id, project).await?;
    let matching = "WHERE a.project_id = $1 AND (r.expires_at IS NULL OR r.expires_at > $2)";
    let count = format!("SELECT count(*) FROM audit_reports r JOIN audits a ON a.id = r.audit_id {matching}");
    let rows = format!("{COLUMNS} {matching} ORDER BY r.id DESC LIMIT $3 OFFSET $4");
    let values = (project, Timestamp::now());
    let count = db::query_scalar(AssertSqlSafe(count)).binds(values);
    let reports = page.fetch(&mut tx, count, db::query_as(AssertSqlSafe(rows)).binds(values)).await?;
    Ok(Json(reports.map(AuditReport::scored)))
}

/// Withdraw a link to a report
///
/// It stops working at once.
#[utoipa::path(delete, path = "/api/audit-reports/{id}", tag = "audits", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn withdraw_audit_report(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let delete = db::query("DELETE FROM audit_reports WHERE id = $1 AND account_id = $2");
    let deleted = delete.binds((&id, &user.id)).execute(&mut *tx).await?.rows_affected();
    refuse_if(deleted == 0, Problem::not_found)?;
    committed(tx, no_content()).await
}

/// The report of a link: a page
///
/// 404 if the link is unknown, withdrawn or expired, if the audit was deleted, or if its owner was deleted or suspended.
#[utoipa::path(get, path = "/api/shared-audits/{token}", tag = "audits", security(()), params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, description = "A page that says so", content((ref("#/components/schemas/Problem") = "application/json"), (String = "text/html"))), (status = 429, description = "Too many links were opened from this address")))]
pub(super) async fn get_shared_audit(
    app: App,
    parts: Parts,
    locale: Locale,
    Path(token): Path<String>,
) -> Result<Response> {
    app.rates.count_from("shared-audits", visit(&parts)?.address, OPENED)?;
    let found = db::query_scalar(
        "SELECT r.content FROM audit_reports r JOIN user_profiles u ON u.id = r.account_id
         WHERE r.token_hash = $1 AND (r.expires_at IS NULL OR r.expires_at > $2) AND u.suspended_at IS NULL",
    );
    let found: Option<Vec<u8>> =
        found.binds((hash_of(&token), Timestamp::now())).fetch_optional(app.db.read()).await?;
    let Some(found) = found else { return answer::gone(locale) };
    let html = zstd::bulk::decompress(&found, MOST_BYTES).map_err(Problem::internal)?;
    Ok(answer::page(StatusCode::OK, String::from_utf8(html).map_err(Problem::internal)?))
}

/// Deletes links that have expired.
pub(super) async fn forget_expired(app: &App, now: Timestamp) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    db::query("DELETE FROM audit_reports WHERE expires_at <= $1").bind(now).run(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// All links of an account, for its export; they themselves are not stored.
pub(super) async fn own(conn: &mut Conn, account: &str) -> Result<Vec<AuditReport>> {
    let links = db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE r.account_id = $1 ORDER BY r.id")));
    let links: Vec<AuditReport> = links.bind(account).fetch_all(conn).await?;
    Ok(links.into_iter().map(AuditReport::scored).collect())
}
