//! The outbox for administrators.

use crate::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

use super::{DeliverMail, Status, deliver};

/// A mail of the outbox.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct MailSummary {
    pub id: String,
    pub recipient: String,
    pub subject: String,
    pub template: String,
    pub language: Locale,
    pub status: Status,
    /// Number of attempts.
    pub attempts: i64,
    /// The mail server's last error.
    pub last_error: Option<String>,
    /// The next attempt, while it waits.
    pub due_at: Timestamp,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// A mail with its text. The text of a delivered mail is not kept.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct MailView {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: MailSummary,
    pub text: String,
    pub html: String,
    #[serde(skip)]
    sealed: bool,
}

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MailSort {
    /// By the time of writing.
    #[default]
    Created,
    Recipient,
    Subject,
    Status,
}

impl MailSort {
    /// The columns of an index.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Created => &["id"],
            Self::Recipient => &["recipient", "id"],
            Self::Subject => &["subject", "id"],
            Self::Status => &["status", "id"],
        }
    }
}

/// Which mails to list, and in which order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Only mails with this status.
    #[param(inline)]
    status: Option<Status>,
    #[serde(default)]
    #[param(inline, value_type = Option<MailSort>)]
    sort: MailSort,
    /// By default times descend, and all else ascends.
    #[param(inline)]
    order: Option<Direction>,
}

impl Filter {
    fn order(&self) -> String {
        let usual = Direction::rising(self.sort != MailSort::Created);
        self.order.unwrap_or(usual).of(self.sort.columns())
    }
}

/// Mails; by default, newest first
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", params(Filter, Page), responses((status = 200, body = Paged<MailSummary>)))]
pub(super) async fn list_outbox(
    app: App,
    _: Admin,
    Query(filter): Query<Filter>,
    page: Page,
) -> Result<Json<Paged<MailSummary>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM mails WHERE ($1 IS NULL OR status = $1)");
    let mails = format!(
        "SELECT id, recipient, subject, template, language, status, attempts, last_error, due_at, created_at, sent_at
         FROM mails WHERE ($1 IS NULL OR status = $1) ORDER BY {} LIMIT $2 OFFSET $3",
        filter.order()
    );
    let mails = db::query_as(AssertSqlSafe(mails));
    page.fetch(&mut tx, count.bind(filter.status), mails.bind(filter.status)).await.map(Json)
}

/// One mail with its text
///
/// A mail to an administrator may contain access to their account, so an administrator sees only their own mails and
/// those of ordinary users; a super-administrator sees all.
#[utoipa::path(get, path = "/api/admin/outbox/{id}", tag = "admin", params(("id" = String, Path, description = "Id of the mail")),
    responses((status = 200, body = MailView)))]
pub(super) async fn get_mail(app: App, Admin(reader): Admin, Path(id): Path<String>) -> Result<Response> {
    let mut mail: MailView = db::query_as(
        "SELECT id, recipient, subject, template, language, status, attempts, last_error, due_at, created_at, sent_at, text, html, sealed
         FROM mails WHERE id = $1",
    )
    .bind(&id)
    .fetch_optional(app.db.read())
    .await?
    .ok_or_else(Problem::not_found)?;
    // A pending address belongs to a user as well.
    let is_for_staff: bool = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM user_profiles WHERE (email = $1 OR pending_email = $1) AND role <> 'user' AND id <> $2)",
    )
    .binds((&mail.summary.recipient, &reader.id))
    .fetch_one(app.db.read())
    .await?;
    refuse_if(is_for_staff && reader.role != Role::SuperAdmin, Problem::forbidden)?;
    if mail.sealed {
        mail.text = super::unseal(&app, &id, "text", &mail.text)?;
        mail.html = super::unseal(&app, &id, "html", &mail.html)?;
    }
    Ok((NO_STORE, Json(mail)).into_response())
}

/// Retry a mail that was given up
#[utoipa::path(post, path = "/api/admin/outbox/{id}/retry", tag = "admin", params(("id" = String, Path, description = "Id of the mail")), responses(
    (status = 202, description = "It is queued again"),
    (status = 409, description = "The mail has not failed, or there is no mail server"),
))]
pub(super) async fn retry_mail(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mailer: &deliver::Mailer = app.part();
    refuse_if(!mailer.is_connected(), || Problem::conflict("mail.no-server"))?;
    let mut tx = app.db.write().await?;
    let known = db::query_as("SELECT status, subject FROM mails WHERE id = $1");
    let known: Option<(Status, String)> = known.bind(&id).fetch_optional(&mut *tx).await?;
    let (status, subject) = known.ok_or_else(Problem::not_found)?;
    refuse_if(status != Status::Failed, || Problem::conflict("mail.not-given-up"))?;
    let query = db::query("UPDATE mails SET status = 'waiting', attempts = 0, due_at = $2 WHERE id = $1");
    query.binds((&id, Timestamp::now())).execute(&mut *tx).await?;
    by.record(&mut tx, "mail.retried", Subject::of("mail", &id, subject), json!({})).await?;
    DeliverMail::enqueue(&app, &mut tx, &id).await?;
    committed(tx, StatusCode::ACCEPTED.into_response()).await
}
