//! Queued and running runs, in memory. `work/carry.rs` executes a run, `work/end.rs` writes its end, and
//! `work/take_over.rs` takes over runs of dead processes.

mod carry;
mod end;
mod live;
mod take_over;

use tokio::sync::RwLock;

use self::end::cancelled;
use super::across::{self, Across};
use super::bill::Bill;
use super::queue::{Full, Limits, Queue};
use super::store::{Write, Written};
use super::writer::Writer;
use super::{Ended, Run, RunStatus, news};
use crate::catalogue::models::Models;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;
use crate::platform::process::Process;

pub(super) use live::Live;

/// How long the response to a cancellation waits for the end of the run.
const CANCEL_PATIENCE: Duration = Duration::from_secs(5);
/// How often the gauges are set.
const GAUGES: Duration = Duration::from_secs(5);

/// All unfinished runs. Cheap to clone.
#[derive(Clone)]
pub struct Runs(Arc<Inner>);

struct Inner {
    app: App,
    db: Db,
    process: Process,
    tools: Tools,
    models: Models,
    writer: Writer,
    queue: Mutex<Queue>,
    live: Mutex<HashMap<String, Arc<Live>>>,
    across: Across,
    /// Runs claimed in the database but not yet loaded; locked while loading.
    taking_over: RwLock<VecDeque<Run>>,
    stop: CancellationToken,
    tasks: Tasks,
}

impl Runs {
    /// Takes over the runs of an earlier process and starts working.
    pub async fn open(app: &App) -> anyhow::Result<Self> {
        let tools = app.part::<Tools>().clone();
        let limits = Limits {
            running: tools.engine().max_instances() as usize,
            running_per_account: app.config.runs_per_account,
            waiting: app.config.queue_total,
            waiting_per_account: app.config.queue_per_account,
        };
        let (topic, subscriber) = app.bus.topic("runs");
        let runs = Self(Arc::new(Inner {
            app: app.clone(),
            db: app.db.clone(),
            process: app.process.clone(),
            tools,
            models: app.part::<Models>().clone(),
            writer: Writer::start(app),
            queue: Mutex::new(Queue::new(limits)),
            live: Mutex::default(),
            across: Across::new(topic),
            taking_over: RwLock::default(),
            stop: app.stop.clone(),
            tasks: app.tasks.clone(),
        }));
        runs.take_over().await?;
        runs.0.tasks.spawn(runs.clone().watch());
        if app.process.has_others() {
            runs.0.tasks.spawn(runs.clone().watch_others());
            runs.0.tasks.spawn(across::listen(runs.clone(), subscriber));
        }
        Ok(runs)
    }

    pub(super) fn app(&self) -> &App {
        &self.0.app
    }

    pub(super) fn across(&self) -> &Across {
        &self.0.across
    }

    /// Whether a model is connected now.
    pub fn model_connected(&self) -> bool {
        self.0.models.connected()
    }

    /// Whether a run calls a model: decided when it starts, and until then as things are now.
    pub(super) fn asks_model(&self, live: &Live) -> bool {
        live.model.get().map_or_else(|| self.model_connected(), |model| model.connected())
    }

    pub(super) async fn write(&self, write: Write) -> Result<Written> {
        self.0.writer.write(write).await
    }

    /// Reserves a place in the queue while the run is stored.
    pub(super) fn promise(&self, account: &str) -> Result<Place, Full> {
        self.queue().promise(account)?;
        Ok(Place { runs: self.clone(), account: Some(account.to_owned()) })
    }

    /// Adds a run that is about to be stored or was left by an earlier process.
    pub(super) fn know(&self, live: &Arc<Live>) {
        self.live().insert(live.ticket.id.clone(), live.clone());
    }

    /// Removes a run that was not stored.
    pub(super) fn forget(&self, live: &Live) {
        self.live().remove(&live.ticket.id);
    }

    /// An unfinished run of this account.
    pub(super) fn find(&self, account: &str, id: &str) -> Option<Arc<Live>> {
        self.live().get(id).filter(|live| live.ticket.account == account).cloned()
    }

    /// An unfinished run of any account.
    pub(super) fn find_any(&self, id: &str) -> Option<Arc<Live>> {
        self.live().get(id).cloned()
    }

    pub(super) fn position(&self, live: &Live) -> Option<usize> {
        self.queue().position(&live.ticket.account, &live.ticket.id)
    }

    /// The row with its current state, which may not be in the database yet.
    pub(super) fn present(&self, run: Run) -> Run {
        match self.find(&run.account_id, &run.id) {
            Some(live) => run.with_live(live.channel.status(), live.started_at.get().copied()),
            None => run,
        }
    }

    /// The row of an unfinished run.
    pub(super) fn row(&self, live: &Live) -> Run {
        let ticket = &live.ticket;
        let run = Run {
            id: ticket.id.clone(),
            account_id: ticket.account.clone(),
            project_id: ticket.project,
            tool: ticket.tool.clone(),
            tool_version: ticket.tool_version.clone(),
            package_digest: ticket.package.clone(),
            revises: ticket.revises.clone(),
            language: live.locale,
            status: RunStatus::Queued,
            attempt: ticket.attempt,
            input: live.input.to_string(),
            outcome: None,
            problem: None,
            words: 0,
            drafted: false,
            document_id: None,
            progress_done: None,
            progress_total: None,
            progress_label: None,
            created_at: live.created_at,
            started_at: None,
            finished_at: None,
            process: Some(self.0.process.id().to_owned()),
            key_id: ticket.key.as_ref().map(|key| key.key.clone()),
            trial_id: ticket.trial.clone(),
        };
        run.with_live(live.channel.status(), live.started_at.get().copied())
    }

    /// Cancels a run. Returns it as it ended; `None` if it had ended before.
    pub async fn cancel(&self, account: &str, id: &str) -> Result<Option<Ended>> {
        let Some(live) = self.find(account, id) else { return Ok(None) };
        // If the server dies now, the next one must not start the run again.
        self.write(Write::Cancel { id: id.to_owned() }).await?;
        self.end_early(&live);
        match tokio::time::timeout(CANCEL_PATIENCE, live.channel.end()).await {
            Ok(ended) => Ok(Some(ended)),
            Err(_) => Ok(Some(Arc::new(self.row(&live)))),
        }
    }

    fn end_early(&self, live: &Arc<Live>) {
        live.cancel.cancel();
        if self.queue().remove(&live.ticket.account, &live.ticket.id) {
            let (runs, waiting) = (self.clone(), live.clone());
            self.0
                .tasks
                .spawn(async move { runs.conclude(&waiting, cancelled(Bill::default(), false, None)).await });
        }
    }

    /// Starts runs as the limits allow.
    fn pump(&self) {
        if self.0.stop.is_cancelled() {
            return;
        }
        loop {
            let Some(id) = self.queue().pop() else { return };
            let Some(live) = self.live().get(&id).cloned() else { continue };
            let runs = self.clone();
            self.0.tasks.spawn(async move {
                runs.carry_out(&live).await;
                runs.queue().done(&live.ticket.account);
                runs.pump();
            });
        }
    }

    /// Updates the gauges until the server stops.
    async fn watch(self) {
        let mut ticks = tokio::time::interval(GAUGES);
        while self.0.stop.run_until_cancelled(ticks.tick()).await.is_some() {
            let (waiting, running) = {
                let queue = self.queue();
                (queue.waiting(), queue.running())
            };
            let stats = self.0.tools.engine().stats();
            for (name, value) in [
                ("sitewright_runs_queued", waiting),
                ("sitewright_runs_running", running),
                ("sitewright_pool_instances", stats.instances as usize),
                ("sitewright_pool_instances_max", stats.max_instances as usize),
                ("sitewright_plugins_loaded", stats.loaded_plugins),
            ] {
                metrics::gauge!(name).set(value as f64);
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reserved place in the queue; released when dropped.
pub(super) struct Place {
    runs: Runs,
    account: Option<String>,
}

impl Place {
    /// Adds the run to the queue and lets it start.
    pub fn take(mut self, live: &Live) {
        let Some(account) = self.account.take() else { return };
        self.runs.queue().push(&account, live.ticket.id.clone());
        news::changed(&self.runs.0.app, &live.ticket, RunStatus::Queued, None, None);
        self.runs.pump();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(account) = self.account.take() {
            self.runs.queue().forgo(&account);
        }
    }
}
