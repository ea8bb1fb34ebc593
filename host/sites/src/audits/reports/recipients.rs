//! Who gets the reports of a project. The account's own address is one at once; every other one is asked by mail, and gets
//! nothing more unless it confirms. An address that has unsubscribed is not asked again by the account, whatever becomes of
//! the project: only the account itself may want its reports again.

use super::answer;
use crate::audits::store::Audit;
use crate::messages::mail::{self, Mail};
use crate::platform::prelude::*;
use crate::workspace::projects::{self, expect_own};

/// Recipients of a project.
const MOST: i64 = 20;
/// Addresses that an account may ask, and how often one address is asked by all accounts.
const ASKED: Limit = Limit::new(20, DAY);
const ASKED_AT: Limit = Limit::new(3, DAY);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How often one address may open links of mails.
const OPENED: Limit = Limit::new(60, MINUTE);
/// Days that the link works which confirms.
const DAYS: i64 = 7;
/// The purpose of the key that encrypts links to unsubscribe.
const PURPOSE: &str = "audit-reports";

/// Whether a recipient gets mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum RecipientState {
    /// Not before the link in a mail is followed.
    Asked,
    Confirmed,
    /// Has unsubscribed.
    Left,
}

text_column!(RecipientState);

/// A recipient of reports.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AuditRecipient {
    pub id: String,
    pub email: String,
    pub language: Locale,
    state: RecipientState,
    asked_at: Timestamp,
}

const COLUMNS: &str = "SELECT id, email, language, state, asked_at FROM audit_recipients";

pub(super) async fn of_project(conn: &mut Conn, project: i64) -> Result<Vec<AuditRecipient>> {
    let rows = db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE project_id = $1 ORDER BY email")));
    Ok(rows.bind(project).fetch_all(conn).await?)
}

/// An address that has unsubscribed.
#[derive(Serialize, sqlx::FromRow)]
pub(super) struct Refusal {
    email: String,
    left_at: Timestamp,
}

/// The addresses that do not want reports of an account any more, for its export.
pub(super) async fn refusals(conn: &mut Conn, account: &str) -> Result<Vec<Refusal>> {
    let rows = db::query_as("SELECT email, left_at FROM audit_refusals WHERE account_id = $1 ORDER BY email");
    Ok(rows.bind(account).fetch_all(conn).await?)
}

/// The recipients of an account, for its export.
pub(super) async fn own(conn: &mut Conn, account: &str) -> Result<Vec<AuditRecipient>> {
    let rows = db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE account_id = $1 ORDER BY id")));
    Ok(rows.bind(account).fetch_all(conn).await?)
}

/// The recipients of the report of an audit; none if its account is suspended.
pub(super) async fn confirmed(conn: &mut Conn, audit: &Audit) -> Result<Vec<AuditRecipient>> {
    let sql = format!(
        "{COLUMNS} WHERE project_id = $1 AND state = 'confirmed'
           AND EXISTS (SELECT 1 FROM user_profiles u WHERE u.id = account_id AND u.suspended_at IS NULL) ORDER BY id"
    );
    Ok(db::query_as(AssertSqlSafe(sql)).bind(audit.project_id).fetch_all(conn).await?)
}

/// An address to add.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAuditRecipient {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email, max_length = 254)]
    email: Option<String>,
    /// Of the report and the mails.
    #[garde(skip)]
    language: Locale,
}

/// Add a recipient of a project's reports
///
/// An address other than your own gets a mail with a link, and no report unless it follows the link.
#[utoipa::path(post, path = "/api/projects/{id}/audit-recipients", tag = "audits", params(("id" = i64, Path)), request_body = NewAuditRecipient,
    responses((status = 201, body = AuditRecipient), (status = 409, description = "It is one already, has unsubscribed, or there are too many"), (status = 429, description = "Too many addresses were asked")))]
pub(super) async fn add_audit_recipient(
    app: App,
    user: User,
    Path(project): Path<i64>,
    Valid(new): Valid<NewAuditRecipient>,
) -> Result<Response> {
    let email = new.email.unwrap_or_default().to_lowercase();
    let mut tx = app.db.write_for(&user.id).await?;
    expect_own(&mut tx, &user.id, project).await?;
    let is_own = email == user.email.to_lowercase();
    if is_own {
        forget_refusal(&mut tx, &user.id, project, &email).await?;
    }
    expect_new(&mut tx, &user.id, project, &email).await?;
    let (id, token, now) = (db::new_id(), new_secret(), Timestamp::now());
    let state = if is_own { RecipientState::Confirmed } else { RecipientState::Asked };
    db::query(
        "INSERT INTO audit_recipients (id, account_id, project_id, email, language, state, token_hash, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .binds((&id, &user.id, project, &email, new.language, state))
    .binds(((!is_own).then(|| hash_of(&token)), now))
    .run(&mut tx)
    .await?;
    if !is_own {
        app.rates.count("audit-recipients", &user.id, ASKED)?;
        app.rates.count("audit-recipients-asked", &email, ASKED_AT)?;
        let host = host_of(&mut tx, project).await?;
        let params = params([
            ("host", host.into()),
            ("sender", user.email.as_str().into()),
            ("days", DAYS.into()),
            ("link", link(&app, "confirm", &token).into()),
        ]);
        let mail = Mail { to: &email, language: new.language, template: "audit-report-confirm", params };
        mail::send(&app, &mut tx, mail).await?;
    }
    tx.commit().await?;
    let made = AuditRecipient { id, email, language: new.language, state, asked_at: now };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn expect_new(tx: &mut Conn, account: &str, project: i64, email: &str) -> Result<()> {
    let left = "SELECT EXISTS (SELECT 1 FROM audit_refusals WHERE account_id = $1 AND email = $2)";
    let left: bool = db::query_scalar(left).binds((account, email)).fetch_one(&mut *tx).await?;
    refuse_if(left, || Problem::conflict("audits.recipient-left"))?;
    let known = "SELECT EXISTS (SELECT 1 FROM audit_recipients WHERE project_id = $1 AND email = $2)";
    let known: bool = db::query_scalar(known).binds((project, email)).fetch_one(&mut *tx).await?;
    refuse_if(known, || Problem::conflict("audits.recipient-known"))?;
    let count = db::query_scalar("SELECT count(*) FROM audit_recipients WHERE project_id = $1").bind(project);
    let count: i64 = count.fetch_one(tx).await?;
    refuse_if(count >= MOST, || Problem::conflict("audits.recipients-full").with("max", MOST))
}

/// Forgets that the account's own address has unsubscribed.
async fn forget_refusal(tx: &mut Conn, account: &str, project: i64, email: &str) -> Result<()> {
    let delete = "DELETE FROM audit_recipients WHERE project_id = $1 AND email = $2 AND state = 'left'";
    db::query(delete).binds((project, email)).run(&mut *tx).await?;
    db::query("DELETE FROM audit_refusals WHERE account_id = $1 AND email = $2")
        .binds((account, email))
        .run(tx)
        .await
}

async fn host_of(conn: &mut Conn, project: i64) -> Result<String> {
    let project = projects::find(conn, project).await?.ok_or_else(Problem::not_found)?;
    Ok(projects::shown(&project.domain))
}

/// Remove a recipient of a project's reports
#[utoipa::path(delete, path = "/api/audit-recipients/{id}", tag = "audits", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It has unsubscribed, and stays so that it is not asked again")))]
pub(super) async fn remove_audit_recipient(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let state = db::query_scalar("SELECT state FROM audit_recipients WHERE id = $1 AND account_id = $2");
    let state: Option<RecipientState> = state.binds((&id, &user.id)).fetch_optional(&mut *tx).await?;
    let state = state.ok_or_else(Problem::not_found)?;
    refuse_if(state == RecipientState::Left, || Problem::conflict("audits.recipient-left"))?;
    db::query("DELETE FROM audit_recipients WHERE id = $1").bind(&id).run(&mut tx).await?;
    committed(tx, no_content()).await
}

/// What a link of a mail is for.
#[derive(Clone, Copy, PartialEq)]
enum Wish {
    Confirm,
    Leave,
}

impl Wish {
    fn of(text: &str) -> Result<Self> {
        match text {
            "confirm" => Ok(Self::Confirm),
            "leave" => Ok(Self::Leave),
            _ => Err(Problem::not_found()),
        }
    }
}

fn link(app: &App, wish: &str, token: &str) -> String {
    format!("{}/api/incoming/audit-mail/{wish}/{token}", app.url())
}

/// The link to unsubscribe: the same recipient has another one in every mail, and all work.
pub(super) fn leave_link(app: &App, recipient: &str) -> Result<String> {
    Ok(link(app, "leave", &auth::seal(app, PURPOSE, "leave", recipient.as_bytes())?))
}

#[derive(sqlx::FromRow)]
struct Reader {
    id: String,
    project_id: i64,
    account_id: String,
    email: String,
}

async fn find(conn: &mut Conn, app: &App, wish: Wish, token: &str) -> Result<Option<Reader>> {
    const READER: &str = "SELECT id, project_id, account_id, email FROM audit_recipients WHERE";
    match wish {
        Wish::Confirm => {
            let since = Timestamp::now().plus_ms(-DAYS * DAY_MS);
            let sql = format!("{READER} token_hash = $1 AND state = 'asked' AND asked_at > $2");
            let reader = db::query_as(AssertSqlSafe(sql)).binds((hash_of(token), since));
            Ok(reader.fetch_optional(conn).await?)
        }
        Wish::Leave => {
            let id = auth::unseal(app, PURPOSE, "leave", token).and_then(|id| String::from_utf8(id).ok());
            let Some(id) = id else { return Ok(None) };
            let reader = db::query_as(AssertSqlSafe(format!("{READER} id = $1"))).bind(id);
            Ok(reader.fetch_optional(conn).await?)
        }
    }
}

/// A page that asks whether to confirm or to unsubscribe
///
/// Opening a link changes nothing, because programs that check mails open links.
#[utoipa::path(get, path = "/api/incoming/audit-mail/{wish}/{token}", tag = "audits", security(()),
    params(("wish" = String, Path, description = "`confirm` or `leave`"), ("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, description = "A page that says so", content((ref("#/components/schemas/Problem") = "application/json"), (String = "text/html")))))]
pub(super) async fn ask_reader(
    app: App,
    parts: Parts,
    locale: Locale,
    Path((wish, token)): Path<(String, String)>,
) -> Result<Response> {
    app.rates.count_from("audit-mail", visit(&parts)?.address, OPENED)?;
    let wish = Wish::of(&wish)?;
    let mut conn = app.db.read().acquire().await?;
    let Some(reader) = find(&mut conn, &app, wish, &token).await? else { return answer::gone(locale) };
    let values = params([("host", host_of(&mut conn, reader.project_id).await?.into())]);
    let (title, text, button) = match wish {
        Wish::Confirm => {
            ("audits.report.confirm", "audits.report.confirm-text", "audits.report.confirm-button")
        }
        Wish::Leave => ("audits.report.leave", "audits.report.leave-text", "audits.report.leave-button"),
    };
    answer::question(StatusCode::OK, locale, title, locale.say(text, &values), Some(button))
}

/// Confirm, or unsubscribe
///
/// The button of the page sends this, and so does a mail program whose reader unsubscribes in it.
#[utoipa::path(post, path = "/api/incoming/audit-mail/{wish}/{token}", tag = "audits", security(()),
    params(("wish" = String, Path, description = "`confirm` or `leave`"), ("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, description = "A page that says so", content((ref("#/components/schemas/Problem") = "application/json"), (String = "text/html")))))]
pub(super) async fn obey_reader(
    app: App,
    parts: Parts,
    locale: Locale,
    Path((wish, token)): Path<(String, String)>,
) -> Result<Response> {
    app.rates.count_from("audit-mail", visit(&parts)?.address, OPENED)?;
    let wish = Wish::of(&wish)?;
    let found = find(&mut app.db.read().acquire().await?, &app, wish, &token).await?;
    let Some(Reader { account_id, .. }) = found else { return answer::gone(locale) };
    let mut tx = app.db.write_for(&account_id).await?;
    // The owner may have removed the recipient meanwhile.
    let Some(reader) = find(&mut tx, &app, wish, &token).await? else { return answer::gone(locale) };
    let (state, title, text) = match wish {
        Wish::Confirm => {
            (RecipientState::Confirmed, "audits.report.confirmed", "audits.report.confirmed-text")
        }
        Wish::Leave => (RecipientState::Left, "audits.report.left", "audits.report.left-text"),
    };
    db::query("UPDATE audit_recipients SET state = $2, token_hash = NULL WHERE id = $1")
        .binds((&reader.id, state))
        .run(&mut tx)
        .await?;
    if wish == Wish::Leave {
        db::query(
            "INSERT INTO audit_refusals (account_id, email, left_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .binds((&reader.account_id, &reader.email, Timestamp::now()))
        .run(&mut tx)
        .await?;
    }
    let values = params([("host", host_of(&mut tx, reader.project_id).await?.into())]);
    tx.commit().await?;
    answer::question(StatusCode::OK, locale, title, locale.say(text, &values), None)
}
