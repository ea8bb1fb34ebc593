//! The end of an audit: the checks of the whole site, then counts, comparison and score, then what depends on them.

use sitewright_crawler::site::Site;

use super::packs::Packs;
use super::site::Crawled;
use super::store::{self, Audit, FindingRow, Of};
use super::{AuditState, bill, changed, links, reports, score, sums, verified, view};
use crate::messages::notifications::{self, NotificationKind};
use crate::messages::webhooks::{self, WebhookEvent};
use crate::platform::jobs::Running;
use crate::platform::prelude::*;

/// Rows of one transaction: other writers wait for it.
pub(super) const ROWS: usize = 2_000;

/// Checks the site of an audit whose pages are all there, and ends it. It may run again from the beginning.
pub(super) async fn finish(running: &Running, audit: &Audit, packs: &Packs) -> Result<()> {
    let app = &running.app;
    let crawled = Crawled::load(app, audit.number).await?;
    put_states(app, audit, crawled.site()).await?;
    links::put(app, &audit.account_id, audit.number, crawled.site()).await?;
    put_findings(app, audit, &packs.check_site(&crawled).await).await?;
    mark(running, audit, packs).await?;
    sums::recount_findings(app, &audit.account_id, audit.number).await?;
    score::compare(app, audit).await?;
    let mut tx = app.db.write_for(&audit.account_id).await?;
    running.hold(&mut tx).await?;
    score::follow(&mut tx, audit, &BTreeSet::new()).await?;
    bill::settle(app, &mut tx, audit).await?;
    db::query("UPDATE audits SET state = $2, ended_at = $3 WHERE id = $1")
        .binds((&audit.id, AuditState::Done, Timestamp::now()))
        .run(&mut tx)
        .await?;
    tell(app, &mut tx, audit).await?;
    verified::tell_tasks(app, &mut tx, audit).await?;
    reports::mail_after(app, &mut tx, audit).await?;
    changed(app, &mut tx, &audit.account_id, &audit.id);
    running.complete(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// Marks rules that were not checked after all, and findings that the project ignores.
async fn mark(running: &Running, audit: &Audit, packs: &Packs) -> Result<()> {
    let mut tx = running.app.db.write_for(&audit.account_id).await?;
    running.hold(&mut tx).await?;
    packs.mark_failed(&mut tx, audit.number).await?;
    let rendered: i64 = db::query_scalar("SELECT rendered FROM audits WHERE id = $1")
        .bind(&audit.id)
        .fetch_one(&mut tx)
        .await?;
    if rendered == 0 {
        packs.mark_unrendered(&mut tx, audit.number).await?;
    }
    score::turn_ignored(&mut tx, audit).await?;
    Ok(tx.commit().await?)
}

/// Stores what only the whole site shows: depths, links to each page, and whether it is indexable.
async fn put_states(app: &App, audit: &Audit, site: &Site) -> Result<()> {
    let numbers: Vec<u32> = (0..site.len() as u32).filter(|number| !site.url(*number).is_empty()).collect();
    for numbers in numbers.chunks(ROWS) {
        let rows: Vec<Value> = numbers
            .iter()
            .filter_map(|number| {
                let state = site.state(*number)?;
                Some(json!([number, state.depth, state.flags, state.followed + state.nofollowed]))
            })
            .collect();
        let mut tx = app.db.write_for(&audit.account_id).await?;
        store::put_rows(
            &mut tx,
            &[("number", Of::Number), ("depth", Of::Number), ("flags", Of::Number), ("incoming", Of::Number)],
            "UPDATE audit_pages SET depth = given.depth, flags = given.flags, incoming = given.incoming FROM given
             WHERE audit_pages.audit = given.audit AND audit_pages.number = given.number",
            audit.number,
            &rows,
        )
        .await?;
        tx.commit().await?;
    }
    let mut tx = app.db.write_for(&audit.account_id).await?;
    sums::recount_pages(&mut tx, audit.number).await?;
    Ok(tx.commit().await?)
}

async fn put_findings(app: &App, audit: &Audit, findings: &[FindingRow]) -> Result<()> {
    for findings in findings.chunks(ROWS) {
        let mut tx = app.db.write_for(&audit.account_id).await?;
        sums::put_findings(&mut tx, audit.number, findings).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Notifies the user, with a warning if the site got worse, and webhooks.
async fn tell(app: &App, tx: &mut Conn, audit: &Audit) -> Result<()> {
    let Some(done) = store::load(tx, &audit.id).await? else { return Ok(()) };
    let before: Option<i64> = match &audit.earlier {
        Some(earlier) => db::query_scalar("SELECT score FROM audits WHERE id = $1")
            .bind(earlier)
            .fetch_optional(&mut *tx)
            .await?
            .flatten(),
        None => None,
    };
    let now = done.score.unwrap_or_default();
    let kind = match before {
        Some(before) if now < before => NotificationKind::AuditWorse,
        _ => NotificationKind::AuditFinished,
    };
    let rounded = |hundredths: i64| (hundredths + 50) / 100;
    let values = params([
        ("about", done.id.as_str().into()),
        ("name", done.host().into()),
        ("score", rounded(now).into()),
        ("before", rounded(before.unwrap_or(now)).into()),
        ("errors", done.errors.into()),
    ]);
    notifications::notify(app, tx, &audit.account_id, kind, &values).await?;
    let view = view::of(done, Locale::default());
    webhooks::emit(app, tx, &audit.account_id, WebhookEvent::AuditFinished, &view).await
}
