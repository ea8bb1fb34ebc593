//! Starting audits: by a user, a key, a schedule or a deployment. Pages are reserved on the meter before, and settled at the
//! end.

use super::run::RunAudit;
use super::settings::{self, Settings};
use super::store::{self, Audit};
use super::view::{self, AuditView};
use super::{AuditState, Cause, bill, changed, crawler};
use crate::billing::meters::{self, Meter};
use crate::billing::plans;
use crate::platform::auth::AuditsWrite;
use crate::platform::jobs::Running;
use crate::platform::prelude::*;
use crate::workspace::projects;

/// A new audit.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAudit {
    /// The number of the project; the selected one if absent.
    #[garde(skip)]
    project: Option<i64>,
    /// The address at which the crawl starts; the home page of the project's domain if absent.
    #[garde(length(max = 2_000))]
    start: Option<String>,
    /// Pages at most; as in the settings of the project if absent.
    #[garde(range(min = 1, max = settings::MOST_PAGES))]
    #[schema(minimum = 1, maximum = 1_000_000)]
    pages: Option<u32>,
    /// Only these addresses, without following links.
    #[garde(length(max = 10_000))]
    list: Option<Vec<String>>,
}

/// Start an audit
///
/// It reserves the pages that it may fetch, and releases at its end those that it did not.
#[utoipa::path(post, path = "/api/audits", tag = "audits", security(("key" = ["audits:write"])), request_body = NewAudit, responses((status = 202, body = AuditView), (status = 404, description = "No such project"), (status = 402, description = "The plan does not include so many pages this month"), (status = 409, description = "An audit of the project is running")))]
pub(super) async fn start_audit(
    app: App,
    caller: Scoped<AuditsWrite>,
    locale: Locale,
    json::Valid(new): json::Valid<NewAudit>,
) -> Result<(StatusCode, Json<AuditView>)> {
    plans::renew_if_due(&app, &caller.id).await?;
    let project = project_of(&mut app.db.read().acquire().await?, &caller, new.project).await?;
    let start = match &new.start {
        Some(start) => settings::own_address("start", start, &project.domain)?.to_string(),
        None => format!("https://{}/", project.domain),
    };
    crawler::expect_allowed(&app.config, &start).await?;
    let mut tx = app.db.write_for(&caller.id).await?;
    projects::expect_own(&mut tx, &caller.id, project.id).await?;
    let mut settings = settings::load(&mut tx, project.id).await?;
    settings.pages = match new.pages {
        Some(pages) => pages,
        None => affordable(&mut tx, &caller.id, settings.pages).await?,
    };
    settings.list = new.list.unwrap_or(settings.list);
    settings::check(&settings)?;
    let cause = if caller.key.is_some() { Cause::Agent } else { Cause::User };
    let audit = start_in(&app, &mut tx, &caller.id, project.id, start, settings, cause).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(view::of(audit, locale))))
}

/// Pages of an audit for which no number was asked: those of the settings, or what is left of the month.
async fn affordable(tx: &mut Conn, account: &str, pages: u32) -> Result<u32> {
    let left = meters::balance(tx, Meter::Pages.of(account)).await?;
    Ok(u32::try_from(left).map_or(pages, |left| pages.min(left.max(1))))
}

async fn project_of(tx: &mut Conn, caller: &Caller, asked: Option<i64>) -> Result<projects::Project> {
    let project = match caller.project().or(asked) {
        Some(id) => {
            projects::expect_own(tx, &caller.id, id).await?;
            projects::find(tx, id).await?
        }
        None => projects::selected(tx, &caller.id).await?,
    };
    project.ok_or_else(|| Problem::invalid_field("project", Text::key("audits.no-project")))
}

/// Stores an audit with its reservation and enqueues its job.
pub(super) async fn start_in(
    app: &App,
    tx: &mut Conn,
    account: &str,
    project: i64,
    start: String,
    settings: Settings,
    cause: Cause,
) -> Result<Audit> {
    let running = "SELECT EXISTS (SELECT 1 FROM audits WHERE project_id = $1 AND state NOT IN ('done', 'failed', 'cancelled'))";
    let is_running: bool = db::query_scalar(running).bind(project).fetch_one(&mut *tx).await?;
    refuse_if(is_running, || Problem::conflict("audits.running"))?;
    let id = db::new_id();
    let pages = reserved_pages(&settings);
    meters::reserve(tx, &bill::charge(account, &id), 1, pages).await?;
    meters::publish(app, tx, Meter::Pages, account).await?;
    let number: i64 = db::query_scalar("UPDATE audit_numbers SET last = last + 1 RETURNING last")
        .fetch_one(&mut *tx)
        .await?;
    let earlier: Option<String> = db::query_scalar(
        "SELECT id FROM audits WHERE project_id = $1 AND state = 'done' ORDER BY number DESC LIMIT 1",
    )
    .bind(project)
    .fetch_optional(&mut *tx)
    .await?;
    db::query(
        "INSERT INTO audits (id, number, account_id, project_id, start, settings, cause, state, earlier, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .binds((&id, number, account, project, start))
    .binds((Stored(&settings), cause, AuditState::Waiting, earlier))
    .bind(Timestamp::now())
    .run(&mut *tx)
    .await?;
    let audit = store::load(tx, &id).await?.ok_or_else(Problem::not_found)?;
    RunAudit::enqueue(app, tx, &audit).await?;
    changed(app, tx, account, &id);
    Ok(audit)
}

fn reserved_pages(settings: &Settings) -> u32 {
    let listed = u32::try_from(settings.list.len()).unwrap_or(u32::MAX);
    if listed == 0 { settings.pages } else { settings.pages.min(listed) }
}

/// Starts the audits whose schedule is due. One that cannot start, because another one runs or no pages are left, is
/// skipped until its next time.
pub(super) async fn start_due(app: &App, now: Timestamp) -> Result<()> {
    let due: Vec<(i64, String)> = db::query_as(
        "SELECT project_id, account_id FROM audit_settings WHERE next_at <= $1 ORDER BY next_at",
    )
    .bind(now)
    .fetch_all(app.db.read())
    .await?;
    for (project, account) in due {
        let started = start_saved(app, &account, project, Cause::Schedule, None).await;
        if let Err(problem) = started {
            tracing::info!(project, %problem, "a scheduled audit did not start");
        }
        let mut tx = app.db.write_for(&account).await?;
        let settings = settings::load(&mut tx, project).await?;
        let next = settings.schedule.map(|cadence| cadence.next(now));
        db::query("UPDATE audit_settings SET next_at = $2 WHERE project_id = $1")
            .binds((project, next))
            .run(&mut tx)
            .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Starts an audit with the settings of its project, and ends with that the job that starts it.
pub(super) async fn start_saved(
    app: &App,
    account: &str,
    project: i64,
    cause: Cause,
    job: Option<&Running>,
) -> Result<Audit> {
    plans::renew_if_due(app, account).await?;
    let mut tx = app.db.write_for(account).await?;
    let mut settings = settings::load(&mut tx, project).await?;
    settings.pages = affordable(&mut tx, account, settings.pages).await?;
    let found = projects::find(&mut tx, project).await?.ok_or_else(Problem::not_found)?;
    let start = format!("https://{}/", found.domain);
    let audit = start_in(app, &mut tx, account, project, start, settings, cause).await?;
    if let Some(job) = job {
        job.complete(&mut tx).await?;
    }
    tx.commit().await?;
    Ok(audit)
}
