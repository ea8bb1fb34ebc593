//! User actions on a job: start, pause, cancel, retry failed rows, delete. Each is one transaction; the work follows
//! it.

use super::work::{FeedBulk, cancel_run};
use super::{BulkStatus, Job, news, origin, rows, store};
use crate::billing::plans;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;
use crate::workspace::projects::Belonging;

/// Starts a job that is in the state `from`, for a key or for the user.
pub(super) async fn run(
    app: &App,
    account: &str,
    id: &str,
    from: &[BulkStatus],
    key: Option<&str>,
) -> Result<()> {
    let mut tx = app.db.write_for(account).await?;
    let job = store::find(&mut tx, account, id).await?;
    if job.status == BulkStatus::Running {
        return Ok(());
    }
    refuse_if(!from.contains(&job.status), || not_now(job.status))?;
    if job.status == BulkStatus::Ready {
        let left_out = origin::starts(app, &mut tx, &job).await?;
        rows::leave_out(&mut tx, id, &left_out).await?;
    }
    let sums = rows::sums(&mut tx, id).await?.rows;
    refuse_if(job.status == BulkStatus::Ready && sums.waiting == 0, || {
        Problem::conflict("bulk.no-valid-rows")
    })?;
    check_plan(app, &mut tx, &job, sums.waiting).await?;
    store::turn(&mut tx, id, from, BulkStatus::Running, None).await?;
    store::set_key(&mut tx, id, key).await?;
    FeedBulk::enqueue(app, &mut tx, &job).await?;
    news::changed(app, &mut tx, account, id);
    Ok(tx.commit().await?)
}

/// Pauses a job: starts nothing new; running rows finish.
pub(super) async fn pause(app: &App, account: &str, id: &str) -> Result<()> {
    let mut tx = app.db.write_for(account).await?;
    let job = store::find(&mut tx, account, id).await?;
    match job.status {
        BulkStatus::Paused => return Ok(()),
        BulkStatus::Running => store::turn(&mut tx, id, &[job.status], BulkStatus::Paused, None).await?,
        status => return Err(not_now(status)),
    };
    news::changed(app, &mut tx, account, id);
    Ok(tx.commit().await?)
}

/// Cancels a job and its running rows.
pub(super) async fn cancel(app: &App, account: &str, id: &str) -> Result<()> {
    const FROM: [BulkStatus; 3] = [BulkStatus::Ready, BulkStatus::Running, BulkStatus::Paused];
    let mut tx = app.db.write_for(account).await?;
    let job = store::find(&mut tx, account, id).await?;
    if job.status == BulkStatus::Cancelled {
        return Ok(());
    }
    refuse_if(!store::turn(&mut tx, id, &FROM, BulkStatus::Cancelled, None).await?, || not_now(job.status))?;
    let runs = rows::cancel_rows(&mut tx, id).await?;
    news::changed(app, &mut tx, account, id);
    tx.commit().await?;
    cancel_runs(app, account, runs);
    Ok(())
}

/// Retries every failed row; the others stay as they are.
pub(super) async fn retry_failed(app: &App, account: &str, id: &str) -> Result<()> {
    const FROM: [BulkStatus; 3] = [BulkStatus::Done, BulkStatus::Paused, BulkStatus::Cancelled];
    let mut tx = app.db.write_for(account).await?;
    let job = store::find(&mut tx, account, id).await?;
    refuse_if(rows::retry_failed(&mut tx, id).await? == 0, || Problem::conflict("bulk.nothing-failed"))?;
    let waiting = rows::sums(&mut tx, id).await?.rows.waiting;
    check_plan(app, &mut tx, &job, waiting).await?;
    store::turn(&mut tx, id, &FROM, BulkStatus::Running, None).await?;
    store::set_key(&mut tx, id, None).await?;
    FeedBulk::enqueue(app, &mut tx, &job).await?;
    news::changed(app, &mut tx, account, id);
    Ok(tx.commit().await?)
}

/// The plan may have changed since the upload.
async fn check_plan(app: &App, tx: &mut Conn, job: &Job, waiting: i64) -> Result<()> {
    let plan = plans::of_account(tx, &job.account_id).await?.plan;
    // A removed tool has its own refusal.
    if let Ok(tool) = app.part::<Tools>().find(&job.tool) {
        plans::locks(tx, &job.account_id, &plan).await?.expect(&tool.id, tool.name())?;
    }
    plan.expect_rows(waiting)
}

/// Deletes a job; its running rows are cancelled.
pub(super) async fn delete(app: &App, account: &str, id: &str) -> Result<()> {
    let mut tx = app.db.write_for(account).await?;
    store::find(&mut tx, account, id).await?;
    let runs = rows::cancel_rows(&mut tx, id).await?;
    store::delete(&mut tx, id).await?;
    news::gone(app, &mut tx, account, id);
    tx.commit().await?;
    cancel_runs(app, account, runs);
    Ok(())
}

fn not_now(status: BulkStatus) -> Problem {
    let problem = Problem::conflict("bulk.not-now");
    match serde_json::to_value(status) {
        Ok(status) => problem.with("state", status),
        Err(_) => problem,
    }
}

/// Cancels runs in the background, because each waits for the run's end.
fn cancel_runs(app: &App, account: &str, ids: Vec<String>) {
    let (held, account) = (app.clone(), account.to_owned());
    app.tasks.spawn(async move {
        for id in ids {
            cancel_run(&held, &account, &id).await;
        }
    });
}

/// Bulk jobs belong to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// Cancels open jobs, so that no row starts another run.
    fn end<'a>(&'a self, app: &'a App, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            for job in store::open_of(&mut app.db.read().acquire().await?, project).await? {
                match cancel(app, account, &job).await {
                    // It has just ended or been deleted.
                    Err(problem) if problem.status().is_client_error() => {}
                    done => done?,
                }
            }
            Ok(())
        })
    }
}
