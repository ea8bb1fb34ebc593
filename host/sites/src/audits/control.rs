//! Pausing, resuming, cancelling and deleting audits.

use super::handles::Handles;
use super::run::RunAudit;
use super::store::{self, Audit};
use super::view::{self, AuditView};
use super::{AuditState, bill, changed};
use crate::platform::auth::AuditsWrite;
use crate::platform::prelude::*;
use crate::workspace::projects::Belonging;

/// Pause an audit
#[utoipa::path(post, path = "/api/audits/{id}/pause", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), responses((status = 200, body = AuditView), (status = 409, description = "It does not crawl")))]
pub(super) async fn pause_audit(
    app: App,
    caller: Scoped<AuditsWrite>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<AuditView>> {
    turn(&app, &caller, locale, &id, AuditState::Paused, |state| {
        matches!(state, AuditState::Waiting | AuditState::Crawling)
    })
    .await
}

/// Resume a paused audit
#[utoipa::path(post, path = "/api/audits/{id}/resume", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), responses((status = 200, body = AuditView), (status = 409, description = "It is not paused")))]
pub(super) async fn resume_audit(
    app: App,
    caller: Scoped<AuditsWrite>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<AuditView>> {
    turn(&app, &caller, locale, &id, AuditState::Waiting, |state| state == AuditState::Paused).await
}

/// Cancel an audit
///
/// What it found stays. Pages that it did not fetch are released on the meter.
#[utoipa::path(post, path = "/api/audits/{id}/cancel", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), responses((status = 200, body = AuditView), (status = 409, description = "It has ended")))]
pub(super) async fn cancel_audit(
    app: App,
    caller: Scoped<AuditsWrite>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<AuditView>> {
    turn(&app, &caller, locale, &id, AuditState::Cancelled, |state| !state.is_ended()).await
}

/// Changes the state of an audit whose state allows it.
async fn turn(
    app: &App,
    caller: &Caller,
    locale: Locale,
    id: &str,
    to: AuditState,
    allows: fn(AuditState) -> bool,
) -> Result<Json<AuditView>> {
    let mut tx = app.db.write_for(&caller.id).await?;
    let audit = store::find(&mut tx, caller, id).await?;
    refuse_if(!allows(audit.state), || Problem::conflict("audits.state"))?;
    set(app, &mut tx, &audit, to).await?;
    tx.commit().await?;
    app.part::<Handles>().stop(id);
    let audit = store::find(&mut app.db.read().acquire().await?, caller, id).await?;
    Ok(Json(view::of(audit, locale)))
}

async fn set(app: &App, tx: &mut Conn, audit: &Audit, to: AuditState) -> Result<()> {
    store::set_state(tx, &audit.id, to).await?;
    match to {
        AuditState::Waiting => RunAudit::enqueue(app, tx, audit).await?,
        AuditState::Cancelled => {
            bill::settle(app, tx, audit).await?;
            db::query("UPDATE audits SET ended_at = $2 WHERE id = $1")
                .binds((&audit.id, Timestamp::now()))
                .run(&mut *tx)
                .await?;
        }
        _ => {}
    }
    changed(app, tx, &audit.account_id, &audit.id);
    Ok(())
}

/// Delete an audit that has ended, or is paused
#[utoipa::path(delete, path = "/api/audits/{id}", tag = "audits", params(("id" = String, Path)), responses((status = 204), (status = 409, description = "It is running")))]
pub(super) async fn delete_audit(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let audit: Option<Audit> = store::load(&mut tx, &id).await?;
    let audit = audit.filter(|audit| audit.account_id == user.id).ok_or_else(Problem::not_found)?;
    refuse_if(!audit.state.is_ended() && audit.state != AuditState::Paused, || {
        Problem::conflict("audits.state")
    })?;
    if audit.state == AuditState::Paused {
        set(&app, &mut tx, &audit, AuditState::Cancelled).await?;
    }
    db::query("DELETE FROM audits WHERE id = $1").bind(&id).run(&mut tx).await?;
    changed(&app, &mut tx, &user.id, &id);
    tx.commit().await?;
    Ok(no_content())
}

/// Audits end with their project.
pub(super) struct OfProjects;

impl Belonging for OfProjects {
    fn end<'a>(&'a self, app: &'a App, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let running: Vec<Audit> = db::query_as(store::selected(
                "WHERE project_id = $1 AND state NOT IN ('done', 'failed', 'cancelled')",
            ))
            .bind(project)
            .fetch_all(app.db.read())
            .await?;
            for audit in running {
                let mut tx = app.db.write_for(account).await?;
                set(app, &mut tx, &audit, AuditState::Cancelled).await?;
                tx.commit().await?;
                app.part::<Handles>().stop(&audit.id);
            }
            Ok(())
        })
    }
}
