//! Runs at work: what is queued and running, in memory, and how a run is carried through to its end.

use std::{
    collections::HashMap,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use serde_json::value::RawValue;
use sitewright_engine::{Brand, Context, Ports, Project, Report, RunError};
use tokio::sync::{RwLock, RwLockReadGuard};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    Ended, Run, RunStatus,
    across::{self, Across},
    events::Channel,
    news,
    ports::{RunPorts, Sums},
    problems,
    queue::{Full, Limits, Queue},
    store::{self, Ending, Made, Ticket, Write, Written},
    writer::Writer,
};
use crate::{
    app::App,
    brand,
    clock::Timestamp,
    db::Db,
    error::{Problem, Result},
    locale::Locale,
    model::Model,
    outside::{Way, Whose},
    plans::{self, SharedCeilings},
    process::Process,
    projects,
    recordings::{self, Recorder, Recording},
    tools::{Closed, DescribedText, End, Tool, Tools},
};

/// How long the answer to a cancellation waits for the end of the run.
const CANCEL_PATIENCE: Duration = Duration::from_secs(5);
/// Pauses between the times that the end of a run is written when the database does not take it.
const WRITE_AGAIN: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(5)];
/// How often the gauges are set.
const GAUGES: Duration = Duration::from_secs(5);

/// A run that is not over, and those who watch it.
#[derive(Debug)]
pub(super) struct Live {
    pub ticket: Arc<Ticket>,
    /// The version that it runs, from its admission to its end; none where the tool is gone.
    tool: Option<Arc<Tool>>,
    pub locale: Locale,
    pub input: Arc<str>,
    pub created_at: Timestamp,
    pub channel: Arc<Channel>,
    /// Whether what it asks and is answered is kept. One that is taken up after its process has died is not recorded.
    record: bool,
    started_at: OnceLock<Timestamp>,
    cancel: CancellationToken,
}

impl Live {
    pub fn new(
        ticket: Arc<Ticket>,
        tool: Option<Arc<Tool>>,
        locale: Locale,
        input: Arc<str>,
        created_at: Timestamp,
    ) -> Self {
        let channel = Arc::new(Channel::new(ticket.attempt));
        Self {
            ticket,
            tool,
            locale,
            input,
            created_at,
            channel,
            record: false,
            started_at: OnceLock::new(),
            cancel: CancellationToken::new(),
        }
    }

    /// The same, of which everything is kept where that is wanted.
    pub fn recorded(self, record: bool) -> Self {
        Self { record, ..self }
    }

    fn of(run: Run, version: Option<Arc<Tool>>, ceilings: SharedCeilings) -> Self {
        let key = run.key();
        let Run {
            id, account_id: account, project_id: project, tool, tool_version, revises, attempt, ..
        } = run;
        let package = run.package_digest;
        let ticket =
            Ticket { id, account, project, tool, tool_version, package, revises, attempt, key, ceilings };
        Self::new(Arc::new(ticket), version, run.language, run.input.into(), run.created_at)
    }
}

/// Whom a run writes for.
struct Client {
    project: Option<Project>,
    brand: Option<Brand>,
}

/// All runs that are not over. Cheap to clone.
#[derive(Clone)]
pub struct Runs(Arc<Inner>);

struct Inner {
    app: App,
    db: Db,
    process: Process,
    tools: Tools,
    model: Arc<dyn Model>,
    writer: Writer,
    queue: Mutex<Queue>,
    live: Mutex<HashMap<String, Arc<Live>>>,
    across: Across,
    /// Held while runs that are this process's in the database are not yet known here.
    taking_up: RwLock<()>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Runs {
    /// Takes up what an earlier process left and begins to work.
    pub async fn open(app: &App, model: Arc<dyn Model>) -> anyhow::Result<Self> {
        let tools = app.part::<Tools>().clone();
        let limits = Limits {
            running: tools.engine().max_instances() as usize,
            running_per_account: app.config.runs_per_account,
            waiting: app.config.queue_total,
            waiting_per_account: app.config.queue_per_account,
        };
        let (topic, ears) = app.bus.topic("runs");
        let runs = Self(Arc::new(Inner {
            app: app.clone(),
            db: app.db.clone(),
            process: app.process.clone(),
            tools,
            model,
            writer: Writer::start(app),
            queue: Mutex::new(Queue::new(limits)),
            live: Mutex::default(),
            across: Across::new(topic),
            taking_up: RwLock::default(),
            stop: app.stop.clone(),
            tasks: app.tasks.clone(),
        }));
        runs.recover().await?;
        runs.0.tasks.spawn(runs.clone().watch());
        if app.process.has_others() {
            runs.0.tasks.spawn(runs.clone().watch_others());
            runs.0.tasks.spawn(across::listen(runs.clone(), ears));
        }
        Ok(runs)
    }

    async fn recover(&self) -> Result<()> {
        let _taking_up = self.0.taking_up.write().await;
        let left = store::recover(&self.0.db, &self.0.process).await?;
        if left.is_empty() {
            return Ok(());
        }
        tracing::info!(runs = left.len(), "runs of a process that ended are taken up again");
        for mut run in left {
            let tool = self.version_for(&mut run).await?;
            let ceilings = self.ceilings(&run, tool.as_deref()).await?;
            let live = Arc::new(Live::of(run, tool, ceilings));
            self.know(&live);
            self.0.across.taken_up(&live.ticket.id);
            self.queue().restore(&live.ticket.account, live.ticket.id.clone());
        }
        self.pump();
        Ok(())
    }

    /// The version that a run was admitted for, or the one that serves its account now. Each attempt begins from the
    /// start, so that it is one version's work from its beginning to its end.
    async fn version_for(&self, run: &mut Run) -> Result<Option<Arc<Tool>>> {
        let shelf = self.0.tools.shelf();
        let own = run.package_digest.as_deref().and_then(|digest| shelf.packages().get(digest)).cloned();
        let tool = match own {
            Some(tool) => Some(tool),
            None => self.0.tools.find_for(&self.0.app, &run.account_id, &run.tool).await.ok(),
        };
        if let Some(tool) = &tool
            && (tool.package != run.package_digest || tool.version != run.tool_version)
        {
            (run.tool_version, run.package_digest) = (tool.version.clone(), tool.package.clone());
            store::note_version(&self.0.db, run).await?;
        }
        Ok(tool)
    }

    /// How much of its tool a run that is taken up again may use: as much as is said now.
    async fn ceilings(&self, run: &Run, tool: Option<&Tool>) -> Result<SharedCeilings> {
        let Some(tool) = tool else { return Ok(None) };
        let terms = plans::terms(&mut self.0.db.read().acquire().await?, &run.account_id, &tool.id).await?;
        Ok(terms.ceilings(&tool.id, tool.name()))
    }

    pub(super) fn app(&self) -> &App {
        &self.0.app
    }

    pub(super) fn across(&self) -> &Across {
        &self.0.across
    }

    pub fn model_connected(&self) -> bool {
        self.0.model.connected()
    }

    pub(super) async fn write(&self, write: Write) -> Result<Written> {
        self.0.writer.write(write).await
    }

    /// Keeps a place in the queue while the run is stored.
    pub(super) fn promise(&self, account: &str) -> Result<Place, Full> {
        self.queue().promise(account)?;
        Ok(Place { runs: self.clone(), account: Some(account.to_owned()) })
    }

    /// Remembers a run that is about to be stored or was left by an earlier process.
    pub(super) fn know(&self, live: &Arc<Live>) {
        self.live().insert(live.ticket.id.clone(), live.clone());
    }

    /// Forgets a run that was not stored.
    pub(super) fn forget(&self, live: &Live) {
        self.live().remove(&live.ticket.id);
    }

    /// As long as this is held, a run that the database gives this process is known here, or it is over.
    pub(super) async fn all_known(&self) -> RwLockReadGuard<'_, ()> {
        self.0.taking_up.read().await
    }

    /// A run of this account that is not over.
    pub(super) fn find(&self, account: &str, id: &str) -> Option<Arc<Live>> {
        self.live().get(id).filter(|live| live.ticket.account == account).cloned()
    }

    /// A run that is not over, whoever's it is.
    pub(super) fn find_any(&self, id: &str) -> Option<Arc<Live>> {
        self.live().get(id).cloned()
    }

    pub(super) fn position(&self, live: &Live) -> Option<usize> {
        self.queue().position(&live.ticket.account, &live.ticket.id)
    }

    /// The row as it is at this moment, which the database may not know yet.
    pub(super) fn present(&self, run: Run) -> Run {
        match self.find(&run.account_id, &run.id) {
            Some(live) => run.with_live(live.channel.status(), live.started_at.get().copied()),
            None => run,
        }
    }

    /// The row of a run that is not over.
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
        };
        run.with_live(live.channel.status(), live.started_at.get().copied())
    }

    /// Ends a run. Returns it as it ended; none when it was over before.
    pub async fn cancel(&self, account: &str, id: &str) -> Result<Option<Ended>> {
        let Some(live) = self.find(account, id) else { return Ok(None) };
        // Should the server die now, the next one must not begin the run again.
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
                .spawn(async move { runs.conclude(&waiting, cancelled(Sums::default(), None)).await });
        }
    }

    /// Starts what may start.
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

    /// Carries a run through to its end. When the server stops it is left as it is, for the next start.
    async fn carry_out(&self, live: &Live) {
        // Pinned here and below: what is handed over by value is kept twice, and thousands of runs wait.
        let run = pin!(self.run(live));
        let Some(ending) = self.0.stop.run_until_cancelled(run).await else { return };
        self.conclude(live, ending).await;
    }

    async fn run(&self, live: &Live) -> Ending {
        let started_at = *live.started_at.get_or_init(Timestamp::now);
        live.channel.start();
        news::changed(&self.0.app, &live.ticket, RunStatus::Running, None, None);
        let Some(tool) = &live.tool else { return failed(tool_is_gone(), started_at) };
        if let Some(why) = tool.gate.closed() {
            return failed(problems::closed(why), started_at);
        }
        let loaded = futures::future::join(tool.code.plugin(), tool.described()).await;
        let (plugin, described) = match loaded {
            (Ok(plugin), Ok(described)) => (plugin, described),
            (plugin, described) => {
                let why = (plugin.err().map(|error| error.to_string()), described.err());
                tracing::error!(tool = tool.id, ?why, "an installed plugin cannot be loaded");
                return failed(problems::unloadable(), started_at);
            }
        };
        // A run that was interrupted before notes that it begins: who begins too often is given up.
        if live.ticket.attempt > 1 && self.write(Write::Start { run: live.ticket.clone() }).await.is_err() {
            tracing::warn!(run = live.ticket.id, "the start of a run could not be noted");
        }
        // Fixed for the whole run: who edits the kit meanwhile does so for the next one.
        let client = match self.client(&live.ticket).await {
            Ok(client) => client,
            // Without it the text might say what the brand does not want to read.
            Err(problem) => return failed(problem, started_at),
        };
        let ports = Arc::new(self.ports(live, tool, client));
        let recorder = live.record.then(|| Arc::new(Recorder::new(ports.clone())));
        let heard: Arc<dyn Ports> = match &recorder {
            Some(recorder) => recorder.clone(),
            None => ports.clone(),
        };
        let work = pin!(plugin.run(live.input.to_string(), heard));
        let work = pin!(tool.gate.token().run_until_cancelled(work));
        match live.cancel.run_until_cancelled(work).await {
            Some(Some(report)) => {
                measure(&live.ticket.tool, &report);
                if let Some(recorder) = recorder {
                    Box::pin(self.keep(live, tool, &recorder, &report)).await;
                }
                let described = described.text(live.locale);
                self.ending(live, (tool, described), &ports, report, started_at)
            }
            Some(None) => {
                let why = tool.gate.closed().unwrap_or(Closed::Quarantined);
                failed(problems::closed(why), started_at)
            }
            None => cancelled(ports.tally().sums_so_far(), Some(started_at)),
        }
    }

    /// Keeps what a run asked and was answered. The run ends as it does, whether or not that can be kept.
    async fn keep(&self, live: &Live, tool: &Tool, recorder: &Recorder<RunPorts>, report: &Report) {
        let (calls, truncated) = recorder.calls();
        let Ok(input) = RawValue::from_string(live.input.to_string()) else { return };
        let recording = Recording {
            format: recordings::FORMAT,
            tool: tool.id.clone(),
            version: tool.version.clone(),
            package: tool.package.clone(),
            context: recorder.context().clone(),
            input,
            calls,
            truncated,
            end: recordings::End::of(report),
        };
        let Ticket { id, account, .. } = &*live.ticket;
        if let Err(problem) = recordings::keep(&self.0.app, account, id, &recording).await {
            tracing::error!(run = id, %problem, "a recording could not be kept");
        }
    }

    /// The project that a run works for, and its brand.
    async fn client(&self, run: &Ticket) -> Result<Client> {
        let mut conn = self.0.db.read().acquire().await?;
        let project = match run.project {
            Some(id) => projects::find(&mut conn, id).await?.map(|project| project.context()),
            None => None,
        };
        Ok(Client { project, brand: brand::of_project(&mut conn, &run.account, run.project).await? })
    }

    fn ports(&self, live: &Live, tool: &Tool, Client { project, brand }: Client) -> RunPorts {
        let Ticket { account, project: project_id, tool: tool_id, .. } = &*live.ticket;
        let whose = || Whose { account: account.clone(), project: *project_id, tool: tool_id.clone() };
        RunPorts {
            context: Context {
                interface_language: live.locale.tag().to_owned(),
                project,
                brand,
                now_ms: u64::try_from(live.created_at.0).unwrap_or_default(),
            },
            locale: live.locale,
            ticket: live.ticket.clone(),
            channel: live.channel.clone(),
            news: self.0.app.clone(),
            model: self.0.model.clone(),
            writer: self.0.writer.clone(),
            way: Way::of(&self.0.app, tool, &live.ticket.ceilings, whose),
            tally: Arc::default(),
        }
    }

    fn ending(
        &self,
        live: &Live,
        (tool, described): (&Tool, &DescribedText),
        ports: &RunPorts,
        report: Report,
        started_at: Timestamp,
    ) -> Ending {
        let outcome = match report.result {
            Ok(outcome) => outcome,
            Err(error) => {
                tracing::info!(run = live.ticket.id, tool = tool.id, code = error.code(), %error, "a run failed");
                metrics::counter!("sitewright_plugin_errors_total", "tool" => tool.id.clone(), "code" => error.code()).increment(1);
                tool.tally.note(match &error {
                    RunError::Trap(_) => End::Trapped,
                    error if error.is_breakdown() => End::Failed,
                    _ => End::Fine,
                });
                let refusal = ports.tally().refusal();
                return failed(problems::of_run(error, refusal, &live.ticket.ceilings), started_at);
            }
        };
        match Made::check(outcome, tool, described, live.locale) {
            Ok(made) => {
                tool.tally.note(End::Fine);
                let sums = ports.tally().sums();
                Ending {
                    status: RunStatus::Succeeded,
                    made: Some(made),
                    drafted: sums.drafted,
                    charged: sums.charged,
                    ..ended(started_at)
                }
            }
            Err(why) => {
                tool.tally.note(End::Failed);
                tracing::error!(
                    run = live.ticket.id,
                    tool = tool.id,
                    why,
                    "a plugin's outcome does not satisfy its own schema"
                );
                failed(
                    Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "plugin.malformed"),
                    started_at,
                )
            }
        }
    }

    /// Writes the end of a run and tells everybody who waits for it.
    async fn conclude(&self, live: &Live, mut ending: Ending) {
        ending.progress = live.channel.status().1;
        ending.asked = self.model_connected();
        let ending = Arc::new(ending);
        let written = self.write_end(live, &ending).await;
        self.live().remove(&live.ticket.id);
        let (words, document_id) = match written {
            Some(Written::Finished { words, document_id }) => (words, document_id),
            // The row stays unfinished and is taken up at the next start, here or wherever it is now.
            _ => (0, None),
        };
        count(&live.ticket.tool, &ending, words);
        let ended = self.ended(live, &ending, words, document_id);
        news::changed(&self.0.app, &live.ticket, ended.status, None, ended.document_id.as_deref());
        self.0.tasks.spawn(news::ended(self.0.app.clone(), ended.clone()));
        live.channel.finish(Arc::new(ended));
    }

    async fn write_end(&self, live: &Live, ending: &Arc<Ending>) -> Option<Written> {
        let mut pauses = WRITE_AGAIN.into_iter();
        loop {
            let write = Write::Finish { run: live.ticket.clone(), ending: ending.clone() };
            match self.write(write).await {
                Ok(written) => {
                    if written == Written::Lost {
                        tracing::warn!(run = live.ticket.id, "another process has taken the run over");
                    }
                    return Some(written);
                }
                Err(_) if self.0.stop.is_cancelled() => return None,
                Err(problem) => {
                    tracing::error!(run = live.ticket.id, %problem, "the end of a run could not be written");
                    tokio::time::sleep(pauses.next()?).await;
                }
            }
        }
    }

    fn ended(&self, live: &Live, ending: &Ending, words: i64, document_id: Option<String>) -> Run {
        let progress = ending.progress.clone();
        Run {
            status: ending.status,
            outcome: ending.made.as_ref().map(|made| made.json.clone()),
            problem: ending.problem.as_ref().and_then(|problem| serde_json::to_string(problem).ok()),
            words,
            drafted: ending.drafted,
            document_id,
            progress_done: progress.as_ref().map(|progress| progress.done),
            progress_total: progress.as_ref().map(|progress| progress.total),
            progress_label: progress.map(|progress| progress.label),
            started_at: ending.started_at,
            finished_at: Some(ending.finished_at),
            ..self.row(live)
        }
    }

    /// Takes up what other processes leave when they die, and ends what was cancelled there.
    async fn watch_others(self) {
        let pause = self.0.process.pause();
        while self.0.stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_some() {
            let looked = async {
                self.recover().await?;
                for (account, id) in store::cancelled_elsewhere(&self.0.db, &self.0.process).await? {
                    if let Some(live) = self.find(&account, &id) {
                        self.end_early(&live);
                    }
                }
                Ok::<_, Problem>(())
            };
            if let Err(problem) = looked.await {
                tracing::warn!(%problem, "the runs of other processes were not looked through");
            }
        }
    }

    /// Sets the gauges until the server stops.
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

/// A promised place in the queue; given up where it is dropped.
pub(super) struct Place {
    runs: Runs,
    account: Option<String>,
}

impl Place {
    /// Puts the run there and lets it start.
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

fn ended(started_at: Timestamp) -> Ending {
    Ending {
        status: RunStatus::Failed,
        made: None,
        problem: None,
        asked: false,
        charged: 0,
        drafted: false,
        progress: None,
        started_at: Some(started_at),
        finished_at: Timestamp::now(),
    }
}

fn failed(problem: Problem, started_at: Timestamp) -> Ending {
    Ending { problem: Some(problem), ..ended(started_at) }
}

fn cancelled(sums: Sums, started_at: Option<Timestamp>) -> Ending {
    let Sums { charged, drafted } = sums;
    Ending { status: RunStatus::Cancelled, charged, drafted, started_at, ..ended(Timestamp::now()) }
}

fn tool_is_gone() -> Problem {
    Problem::new(axum::http::StatusCode::NOT_FOUND, "runs.tool-is-gone")
}

fn measure(tool: &str, report: &Report) {
    let label = tool.to_owned();
    metrics::histogram!("sitewright_guest_cpu_seconds", "tool" => label)
        .record(report.guest_cpu.as_secs_f64());
}

fn count(tool: &str, ending: &Ending, words: i64) {
    let tool = tool.to_owned();
    metrics::counter!("sitewright_runs_total", "tool" => tool.clone(), "status" => ending.status.name())
        .increment(1);
    metrics::counter!("sitewright_words_charged_total").increment(u64::try_from(words).unwrap_or_default());
    if let Some(started_at) = ending.started_at {
        let took =
            Duration::from_millis(u64::try_from(ending.finished_at.0 - started_at.0).unwrap_or_default());
        metrics::histogram!("sitewright_run_seconds", "tool" => tool).record(took.as_secs_f64());
    }
}
