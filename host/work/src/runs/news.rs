//! Events and notifications of runs.

use super::store::Ticket;
use super::{Progress, Run, RunStatus};
use crate::billing::meters::{self, Meter};
use crate::messages::notifications::{self, NotificationKind};
use crate::messages::realtime;
use crate::platform::prelude::*;

/// The end of a longer run is worth a notification.
const LONG: Duration = Duration::from_secs(30);
/// The balance is low below this fraction of the plan's words.
const LOW_PART: i64 = 10;

/// Publishes the state of a run.
pub(super) fn changed(
    app: &App,
    run: &Ticket,
    status: RunStatus,
    progress: Option<&Progress>,
    document: Option<&str>,
) {
    // Runs of trials are not published.
    if run.trial.is_some() {
        return;
    }
    let data = json!({
        "id": run.id, "tool": run.tool, "status": status, "progress": progress, "document_id": document,
    });
    realtime::publish_now(app, &run.account, "run.changed", &data);
}

/// Publishes and notifies the end of a run; failures do not affect the run.
pub(super) async fn ended(app: App, run: Run) {
    if run.trial_id.is_some() {
        return;
    }
    if let Some(document) = &run.document_id {
        realtime::publish_now(&app, &run.account_id, "document.changed", &json!({ "id": document }));
    }
    if let Err(problem) = follow_up(&app, &run).await {
        tracing::warn!(run = run.id, %problem, "the end of a run could not be published");
    }
}

async fn follow_up(app: &App, run: &Run) -> Result<()> {
    if run.words > 0 {
        publish_words(app, run).await?;
    }
    let took = run.finished_at.zip(run.started_at).map(|(end, start)| end.0 - start.0).unwrap_or_default();
    // A rewrite is watched on its screen, and a bulk job has one notification for all rows.
    let is_long = u128::try_from(took).unwrap_or_default() >= LONG.as_millis();
    if is_long && run.status == RunStatus::Succeeded && run.revises.is_none() {
        notify_end(app, run).await?;
    }
    Ok(())
}

async fn publish_words(app: &App, run: &Run) -> Result<()> {
    let purse = Meter::Words.of(&run.account_id);
    let have = meters::allowance(&mut app.db.read().acquire().await?, purse).await?;
    realtime::publish_now(app, &run.account_id, purse.meter.event(), &have);
    let low = have.allowance / LOW_PART;
    if have.left >= low || have.left + run.words < low {
        return Ok(());
    }
    let mut tx = app.db.write_for(&run.account_id).await?;
    if notifications::is_waiting(&mut tx, &run.account_id, NotificationKind::WordsLow).await? {
        return Ok(());
    }
    let params = [("left".to_owned(), have.left.into()), ("allowance".to_owned(), have.allowance.into())];
    let kind = NotificationKind::WordsLow;
    notifications::notify(app, &mut tx, &run.account_id, kind, &params.into_iter().collect()).await?;
    tx.commit().await?;
    Ok(())
}

async fn notify_end(app: &App, run: &Run) -> Result<()> {
    let outcome: Option<serde_json::Value> = run.outcome.as_deref().map(serde_json::from_str).transpose()?;
    let title = outcome.map(|outcome| outcome["title"].clone()).unwrap_or_default();
    let params = [("title".to_owned(), title), ("about".to_owned(), run.document_id.clone().into())];
    let mut tx = app.db.write_for(&run.account_id).await?;
    let kind = NotificationKind::RunFinished;
    notifications::notify(app, &mut tx, &run.account_id, kind, &params.into_iter().collect()).await?;
    tx.commit().await?;
    Ok(())
}
