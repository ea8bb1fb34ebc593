//! Runs that another process queues or executes.

use super::store::Write;
use super::{Run, Runs, store};
use crate::platform::app::App;
use crate::platform::error::Result;

/// Whether another live process has the run, so that it will end.
pub(super) fn is_there(app: &App, run: &Run) -> bool {
    let here = Some(app.process.id());
    app.process.has_others()
        && !run.status.is_over()
        && run.process.is_some()
        && run.process.as_deref() != here
}

/// Cancels a run in any process by a request in its row. Returns the run as it is now.
pub(super) async fn cancel(app: &App, account: &str, id: &str) -> Result<Run> {
    let run = store::find(&app.db, account, id).await?;
    if is_there(app, &run) {
        app.part::<Runs>().write(Write::Cancel { id: id.to_owned() }).await?;
    }
    Ok(run)
}

/// Waits until the run has ended in any process. A run whose end could not be written is returned as it is.
pub(super) async fn end(app: &App, account: &str, id: &str) -> Result<Run> {
    let runs = app.part::<Runs>();
    loop {
        // Without this a run that is being taken over looks ownerless, and its end is never waited for.
        let known = runs.all_known().await;
        let run = store::find(&app.db, account, id).await?;
        let live = runs.find(account, id);
        drop(known);
        if let Some(live) = live {
            // Its process died, and this process took the run over.
            live.channel.end().await;
        } else if is_there(app, &run) {
            tokio::time::sleep(app.process.pause()).await;
        } else {
            return Ok(run);
        }
    }
}
