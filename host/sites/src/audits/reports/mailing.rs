//! Mailing reports: after each audit, weekly or monthly, in a job that sends one mail to each recipient.

use super::recipients::{self, AuditRecipient};
use super::{content, links};
use crate::audits::settings::Cadence;
use crate::audits::store::{self, Audit};
use crate::messages::mail::{self, Mail};
use crate::platform::jobs::{self, Enqueue, Lane, Next, Running};
use crate::platform::prelude::*;
use crate::workspace::projects::expect_own;

/// Days that a mailed link works.
const DAYS: i64 = 90;
const LANE: Lane = Lane { name: "audit-reports", places: 1 };

/// When reports are mailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MailCadence {
    /// After each audit.
    Audit,
    /// Every seven days, if there is a new audit.
    Weekly,
    /// Every month, if there is a new audit.
    Monthly,
}

text_column!(MailCadence);

impl MailCadence {
    fn next(self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Audit => None,
            Self::Weekly => Some(Cadence::Weekly.next(now)),
            Self::Monthly => Some(Cadence::Monthly.next(now)),
        }
    }
}

/// When the reports of a project are mailed, and to whom.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditMailing {
    /// Null: never.
    #[schema(required)]
    cadence: Option<MailCadence>,
    /// The next time; null after each audit, or never.
    #[schema(required)]
    next_at: Option<Timestamp>,
    recipients: Vec<AuditRecipient>,
}

async fn load(conn: &mut Conn, project: i64) -> Result<AuditMailing> {
    let row = db::query_as("SELECT cadence, next_at FROM audit_mailings WHERE project_id = $1").bind(project);
    let row: Option<(MailCadence, Option<Timestamp>)> = row.fetch_optional(&mut *conn).await?;
    let (cadence, next_at) = row.map_or((None, None), |(cadence, next)| (Some(cadence), next));
    Ok(AuditMailing { cadence, next_at, recipients: recipients::of_project(conn, project).await? })
}

/// When the reports of a project are mailed, and to whom
#[utoipa::path(get, path = "/api/projects/{id}/audit-mailing", tag = "audits", params(("id" = i64, Path)), responses((status = 200, body = AuditMailing)))]
pub(super) async fn get_audit_mailing(
    app: App,
    user: User,
    Path(project): Path<i64>,
) -> Result<Json<AuditMailing>> {
    let mut tx = app.db.read().begin().await?;
    expect_own(&mut tx, &user.id, project).await?;
    load(&mut tx, project).await.map(Json)
}

/// When reports are mailed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AuditMailingChange {
    /// Null: never.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    cadence: Option<MailCadence>,
}

/// Set when the reports of a project are mailed
#[utoipa::path(put, path = "/api/projects/{id}/audit-mailing", tag = "audits", params(("id" = i64, Path)), request_body = AuditMailingChange, responses((status = 200, body = AuditMailing)))]
pub(super) async fn put_audit_mailing(
    app: App,
    user: User,
    Path(project): Path<i64>,
    json::Json(change): json::Json<AuditMailingChange>,
) -> Result<Json<AuditMailing>> {
    let mut tx = app.db.write_for(&user.id).await?;
    expect_own(&mut tx, &user.id, project).await?;
    let now = Timestamp::now();
    match change.cadence {
        None => {
            let delete = db::query("DELETE FROM audit_mailings WHERE project_id = $1");
            delete.bind(project).run(&mut tx).await?;
        }
        // What is set again keeps its next time.
        Some(cadence) => {
            db::query(
                "INSERT INTO audit_mailings (project_id, account_id, cadence, next_at, updated_at) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (project_id) DO UPDATE SET next_at = CASE WHEN audit_mailings.cadence = excluded.cadence
                     THEN audit_mailings.next_at ELSE excluded.next_at END,
                     cadence = excluded.cadence, updated_at = excluded.updated_at",
            )
            .binds((project, &user.id, cadence, cadence.next(now), now))
            .run(&mut tx)
            .await?;
        }
    }
    let mailing = load(&mut tx, project).await?;
    committed(tx, Json(mailing)).await
}

/// Mails the report of an audit to the recipients of its project.
#[derive(Serialize, Deserialize)]
pub(in crate::audits) struct MailReport {
    audit: String,
}

impl MailReport {
    async fn enqueue(app: &App, tx: &mut Conn, audit: &str, account: &str) -> Result<()> {
        let job = Enqueue::new(&Self { audit: audit.to_owned() })?;
        job.key(audit).account(account).put(app, tx).await
    }
}

impl jobs::Job for MailReport {
    const NAME: &'static str = "audits.mail-report";
    const LANE: Lane = LANE;

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let audit = store::load(&mut app.db.read().acquire().await?, &self.audit).await?;
        // The audit may be deleted meanwhile.
        let Some(audit) = audit else { return Ok(Next::Done) };
        let readers = recipients::confirmed(&mut app.db.read().acquire().await?, &audit).await?;
        let mut pages = Vec::new();
        for language in Locale::ALL {
            if readers.iter().any(|reader| reader.language == language) {
                pages.push((language, content::html(app, &audit, language).await?));
            }
        }
        let mut tx = app.db.write_for(&audit.account_id).await?;
        running.hold(&mut tx).await?;
        for (language, html) in &pages {
            let new = links::New { audit: &audit, language: *language, html, mailed: true, days: Some(DAYS) };
            let (_, link) = links::make(app, &mut tx, new).await?;
            let summary = content::summary(&mut tx, &audit, *language).await?;
            for reader in readers.iter().filter(|reader| reader.language == *language) {
                let mut params = summary.clone();
                params.insert("link".to_owned(), link.as_str().into());
                params.insert("leave".to_owned(), recipients::leave_link(app, &reader.id)?.into());
                params.insert("days".to_owned(), DAYS.into());
                let mail = Mail { to: &reader.email, language: *language, template: "audit-report", params };
                mail::send(app, &mut tx, mail).await?;
            }
        }
        db::query("UPDATE audit_mailings SET mailed = $2 WHERE project_id = $1 AND mailed < $2")
            .binds((audit.project_id, audit.number))
            .run(&mut tx)
            .await?;
        running.complete(&mut tx).await?;
        tx.commit().await?;
        Ok(Next::Done)
    }
}

/// Mails the report of an audit that has just ended, if its project wants that.
pub(in crate::audits) async fn mail_after(app: &App, tx: &mut Conn, audit: &Audit) -> Result<()> {
    let wants = "SELECT EXISTS (SELECT 1 FROM audit_mailings WHERE project_id = $1 AND cadence = 'audit')";
    let wants: bool = db::query_scalar(wants).bind(audit.project_id).fetch_one(&mut *tx).await?;
    if wants { MailReport::enqueue(app, tx, &audit.id, &audit.account_id).await } else { Ok(()) }
}

/// Mails the reports that are due, each of the newest audit that was not mailed yet, and forgets links that have expired.
pub async fn mail_due(app: &App, now: Timestamp) -> Result<()> {
    links::forget_expired(app, now).await?;
    let due: Vec<(i64, String, MailCadence, i64)> = db::query_as(
        "SELECT project_id, account_id, cadence, mailed FROM audit_mailings WHERE next_at <= $1 ORDER BY next_at",
    )
    .bind(now)
    .fetch_all(app.db.read())
    .await?;
    for (project, account, cadence, mailed) in due {
        let mut tx = app.db.write_for(&account).await?;
        let newest = db::query_scalar(
            "SELECT id FROM audits WHERE project_id = $1 AND state = 'done' AND number > $2 ORDER BY number DESC LIMIT 1",
        );
        let newest: Option<String> = newest.binds((project, mailed)).fetch_optional(&mut *tx).await?;
        if let Some(audit) = newest {
            MailReport::enqueue(app, &mut tx, &audit, &account).await?;
        }
        db::query("UPDATE audit_mailings SET next_at = $2 WHERE project_id = $1")
            .binds((project, cadence.next(now)))
            .run(&mut tx)
            .await?;
        tx.commit().await?;
    }
    Ok(())
}
