//! Mail: queued in the transaction of the fact that it tells, sent after it, or kept for the administrator to read where
//! there is no mail server.

mod compose;
mod deliver;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    auth::{Admin, Role},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    locale::{Locale, Params},
    page::{Page, Paged},
};

pub use deliver::deliver;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_outbox)).routes(routes!(get_mail))
}

/// Adds what this slice keeps in memory: the way to the mail server.
pub fn start(app: App) -> anyhow::Result<App> {
    let mailer = deliver::Mailer::new(&app.config)?;
    Ok(app.with(mailer))
}

/// A mail to one person. Its words are `mail.<template>.subject`, `.text` and, where they exist, `.action` (a button to
/// the parameter `link`) and `.note`, all in `locales/`.
#[derive(Debug)]
pub struct Mail<'a> {
    pub to: &'a str,
    pub language: Locale,
    pub template: &'static str,
    pub params: Params,
}

/// Queues a mail inside the transaction of the caller: both happen, or neither.
pub async fn send(app: &App, tx: &mut Conn, mail: Mail<'_>) -> Result<()> {
    let letter = compose::letter(&mail, &app.url());
    let mailer: &deliver::Mailer = app.part();
    let now = Timestamp::now();
    db::query(
        "INSERT INTO mails (id, recipient, language, template, subject, text, html, status, due_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
    )
    .bind(db::new_id())
    .bind(mail.to)
    .bind(mail.language)
    .bind(mail.template)
    .bind(letter.subject)
    .bind(letter.text)
    .bind(letter.html)
    .bind(if mailer.is_connected() { Status::Waiting } else { Status::Kept })
    .bind(now)
    .execute(&mut *tx)
    .await?;
    mailer.wake.notify_one();
    Ok(())
}

/// Removes all mails to an address.
pub async fn forget(tx: &mut Conn, recipient: &str) -> Result<()> {
    db::query("DELETE FROM mails WHERE recipient = $1").bind(recipient).execute(&mut *tx).await?;
    Ok(())
}

/// Whether there is a mail server.
pub fn is_connected(app: &App) -> bool {
    app.part::<deliver::Mailer>().is_connected()
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "TEXT")]
#[schema(as = MailStatus)]
pub enum Status {
    /// There is no mail server: it stays here.
    Kept,
    /// It will be sent, or tried again.
    Waiting,
    Sent,
    /// The mail server refused it for good, or too many times.
    Failed,
}

/// A mail of the outbox.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct MailSummary {
    pub id: String,
    pub recipient: String,
    pub subject: String,
    pub template: String,
    pub language: Locale,
    pub status: Status,
    /// Times it was tried.
    pub attempts: i64,
    /// Why it could not be sent, in the mail server's words.
    pub last_error: Option<String>,
    /// When it is tried next, while it waits.
    pub due_at: Timestamp,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// A mail with its text. Of a mail that was delivered the text is not kept.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct MailView {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: MailSummary,
    pub text: String,
    pub html: String,
}

/// Mails, newest first
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", params(Page), responses((status = 200, body = Paged<MailSummary>)))]
async fn list_outbox(State(app): State<App>, _: Admin, page: Page) -> Result<Json<Paged<MailSummary>>> {
    let total: i64 = db::query_scalar("SELECT count(*) FROM mails").fetch_one(app.db.read()).await?;
    let mails = db::query_as(
        "SELECT id, recipient, subject, template, language, status, attempts, last_error, due_at, created_at, sent_at
         FROM mails ORDER BY id DESC LIMIT $1 OFFSET $2",
    )
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(app.db.read())
    .await?;
    Ok(Json(page.of(mails, total)))
}

/// One mail with its text
///
/// A mail to an administrator may hold a way into their account, so only its reader's own mails and those of ordinary
/// users are shown to an administrator; a super-administrator sees all.
#[utoipa::path(get, path = "/api/admin/outbox/{id}", tag = "admin", params(("id" = String, Path, description = "Id of the mail")),
    responses((status = 200, body = MailView)))]
async fn get_mail(State(app): State<App>, Admin(reader): Admin, Path(id): Path<String>) -> Result<Response> {
    let mail: MailView = db::query_as(
        "SELECT id, recipient, subject, template, language, status, attempts, last_error, due_at, created_at, sent_at, text, html
         FROM mails WHERE id = $1",
    )
    .bind(&id)
    .fetch_optional(app.db.read())
    .await?
    .ok_or_else(Problem::not_found)?;
    let role: Option<Role> = db::query_scalar("SELECT role FROM users WHERE email = $1")
        .bind(&mail.summary.recipient)
        .fetch_optional(app.db.read())
        .await?;
    let is_for_staff = role.is_some_and(|role| role != Role::User);
    if is_for_staff && reader.role != Role::SuperAdmin && reader.email != mail.summary.recipient {
        return Err(Problem::forbidden());
    }
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok((headers, Json(mail)).into_response())
}
